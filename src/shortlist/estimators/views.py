"""How a fitted estimator shows itself: its rules as a data frame, and as HTML in a notebook."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import narwhals as nw
from sklearn.utils.validation import check_is_fitted

from shortlist.checks.score import Tally
from shortlist.files.modelfile import ModelFile
from shortlist.grid import paragraphs
from shortlist.models.model import Model, ModelKind
from shortlist.show.claims import claim_strip

_LIBRARIES = ("pandas", "polars", "pyarrow")


class ShowsRules:
    """An estimator whose rules can be seen once it is fitted."""

    model_file_: ModelFile
    _frames: str | None

    @property
    def rules_(self) -> Any:
        """The rules as a data frame of the kind that was fitted: condition, class, training rows, those right, their share.

        `low` and `high` are the ends of Wilson's 95 % interval of that share. Where an array was fitted, the frame is of the first
        library that there is; where there is none, a list of dictionaries.
        """
        check_is_fitted(self)
        records = records_of(self.model_file_.model)
        library = self._frames or next((name for name in _LIBRARIES if find_spec(name)), None)
        if library is None:
            return records
        columns = {name: [record[name] for record in records] for name in _names(self.model_file_.model)}
        return nw.from_dict(columns, backend=nw.Implementation.from_backend(library)).to_native()  # type: ignore[arg-type]

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
        return str(file.model._repr_html_() + paragraphs(*claimed.splitlines()))


def _names(model: Model) -> list[str]:
    """What is told of a rule; of several lists also which of them it is in."""
    lists = ["list"] if model.kind is ModelKind.HYBRID else []
    return ["rule", *lists, "condition", "class", "rows", "right", "precision", "low", "high"]


def records_of(model: Model) -> list[dict[str, Any]]:
    """The rules in order, each with its number from 1 and what it did in training."""
    records: list[dict[str, Any]] = []
    for number, rules in enumerate(model.lists, 1):
        for rule in rules:
            covered, right = rule.covered, rule.correct(model.classes)
            tally = Tally(covered, right) if model.scale == 1 else Tally(covered / model.scale, right / model.scale)
            low, high = tally.interval
            record = {
                "rule": len(records) + 1,
                "list": number,
                "condition": rule.condition(),
                "class": rule.label,
                "rows": tally.rows,
                "right": tally.right,
                "precision": tally.share,
                "low": low,
                "high": high,
            }
            records.append({name: record[name] for name in _names(model)})
    return records
