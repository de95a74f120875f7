"""How a fitted estimator explains rows: the rules that were read, what is enough for a class, what would change it, and reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import UsageError
from shortlist.explain.answers import WhatIf, Why
from shortlist.explain.question import Question, changeable_columns
from shortlist.explain.reasons import Reason, reasons, words_of
from shortlist.explain.space import Space
from shortlist.explain.trace import Explanation, explain
from shortlist.files.modelfile import ModelFile
from shortlist.models.model import Model
from shortlist.option import whole
from shortlist.tables.table import Label, Table


class ExplainsRows:
    """An estimator that says why it decides a row as it does."""

    model_file_: ModelFile
    _commonest: int

    if TYPE_CHECKING:

        def _fitted(self, X: Any) -> tuple[Model, Table]:  # noqa: N803
            """The learned model, and the input as a table of the columns that it asks for."""

    @property
    def _undecided(self) -> int | None:
        """The class of rows that the rules do not decide; None where it is the most probable one."""
        return self._commonest if getattr(self, "undecided", "matching") == "commonest" else None

    def _labels(self, model: Model, table: Table) -> NDArray[np.intp]:
        """The index of each row's class."""
        said = model.labels(table)
        return said if self._undecided is None else np.where(model.decided(table), said, self._undecided)

    def explain(self, X: Any) -> list[Explanation]:  # noqa: N803
        """For each row: the rules that were read with the literals that failed, and what those that fired say."""
        model, table = self._fitted(X)
        given, told = self._labels(model, table).tolist(), self.model_file_.in_rows
        return [
            replace(explain(told, table, row, self.model_file_.target), label=model.classes[k])
            for row, k in enumerate(given)
        ]

    def why(self, X: Any, *, most: int = 1) -> list[Why]:  # noqa: N803
        """For each row: the fewest of its entries that are enough for its class, whatever else it had; `most` sets of them."""
        most = whole("most", most, 1)
        return [question.why(most) for question in self._questions(*self._fitted(X))]

    def what_if(
        self,
        X: Any,  # noqa: N803
        label: Label | None = None,
        *,
        most: int = 1,
        changeable: Sequence[str] | None = None,
        fixed: Sequence[str] = (),
        allow_missing: bool = False,
    ) -> list[list[WhatIf]]:
        """For each row, and each class that it is not given, or one: the fewest changes that give it; `most` of them.

        Only columns that are `changeable` are changed, all where none are named, and none that are `fixed`; an entry is taken away
        only where `allow_missing` says so.
        """
        most = whole("most", most, 1)
        model, table = self._fitted(X)
        columns = changeable_columns(list(self.model_file_.kinds), changeable, fixed)
        if label is not None and label not in model.classes:
            raise UsageError(f"label must be one of {', '.join(map(str, model.classes))}, got {label!r}")
        every = range(len(model.classes)) if label is None else [model.classes.index(label)]
        return [
            [
                question.what_if(k, most, changeable=columns, allow_missing=allow_missing)
                for k in every
                if label is not None or k != question.label
            ]
            for question in self._questions(model, table)
        ]

    def reasons(self, X: Any, words: Mapping[str, str] | None = None) -> list[tuple[Reason, ...]]:  # noqa: N803
        """For each row: at most four reasons for its class, in the words that are given for statements or columns."""
        explanations = self.explain(X)
        file = self.model_file_
        known = words_of({} if words is None else words, file.kinds, file.model.literals, "words")
        return [reasons(explanation, known) for explanation in explanations]

    def _questions(self, model: Model, table: Table) -> Iterator[Question]:
        """Each row before the model, which decides as `predict` does."""
        space = Space.of(model, self.model_file_.kinds, self._undecided)
        return (Question.of(space, table, row, self.model_file_.target) for row in range(len(table)))
