"""How a fitted estimator shows itself: its rules as a data frame, in other languages, and as HTML in a notebook."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import narwhals as nw
from sklearn.utils.validation import check_is_fitted

from shortlist.export.formats import exported
from shortlist.export.rules import COLUMNS, rule_records
from shortlist.files.modelfile import ModelFile
from shortlist.grid import paragraphs
from shortlist.show.claims import claim_strip

_LIBRARIES = ("pandas", "polars", "pyarrow")


class ShowsRules:
    """An estimator whose rules can be seen once it is fitted."""

    model_file_: ModelFile
    _frames: str | None
    _commonest: int

    @property
    def rules_(self) -> Any:
        """The rules as a data frame of the kind that was fitted, a row for each.

        Its columns are `rule` and `list`, numbers from 1; `class`, `condition` and its number of `literals`; `rows` of training that
        it answered and those `correct`; `precision` with the ends `precision_low` and `precision_high` of Wilson's 95 % interval;
        and `lift`, how many times the share of its class among all training rows that is. Where an array was fitted, the frame is
        of the first library that there is (pandas, polars, pyarrow); where there is none, a list of dictionaries.
        """
        check_is_fitted(self)
        records = rule_records(self.model_file_)
        library = self._frames or next((name for name in _LIBRARIES if find_spec(name)), None)
        if library is None:
            return records
        columns = {name: [record[name] for record in records] for name in COLUMNS}
        return nw.from_dict(columns, backend=nw.Implementation.from_backend(library)).to_native()  # type: ignore[arg-type]

    def export(self, format: str, *, dialect: str | None = None, table: str | None = None) -> str | bytes:  # noqa: A002
        """The model in another language: text, or bytes for one that is no text; see `shortlist.export.formats.FORMATS`.

        What can be run decides as `predict` does, `undecided` included. `dialect` is a variant of the language, `table` makes SQL a
        query of a table. The columns of an array are called x0, x1, …
        """
        check_is_fitted(self)
        commonest = getattr(self, "undecided", "matching") == "commonest"
        undecided = self.model_file_.model.classes[self._commonest] if commonest else None
        return exported(self.model_file_, format, dialect=dialect, table=table, undecided=undecided)

    @property
    def _repr_html_(self) -> Any:
        diagram = super()._repr_html_  # type: ignore[misc]  # scikit-learn's, where its settings ask for it
        return lambda: diagram() + self._rules_html()

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)  # type: ignore[misc]
        if "text/html" in bundle:
            bundle["text/html"] += self._rules_html()
        return bundle

    def _rules_html(self) -> str:
        """The rules and what is proved of them; nothing before a fit."""
        file = getattr(self, "model_file_", None)
        if file is None:
            return ""
        claimed = "" if file.claim is None else claim_strip(file.model, file.claim).plain
        return str(file.in_rows._repr_html_() + paragraphs(*claimed.splitlines()))
