"""Rows, and what a model does with each of them: what all parts of the page count from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.checks.recount import Recount, recount
from shortlist.checks.score import Result, in_weights
from shortlist.models.model import Model
from shortlist.tables.table import LabelledTable

Numbers = list[list[float]]

OTHER = "other"
"""The name of a table that the model was not learned from, where no one says that it is to test it."""


@dataclass(frozen=True, eq=False)
class Judged:
    """A table with the model's answers; the first classes of the table are the model's, others were never seen in training."""

    name: str
    model: Model
    data: LabelledTable

    @cached_property
    def answers(self) -> NDArray[np.int32]:
        """For each row and list the number of the rule that answers, or −1."""
        return self.model.answers(self.data.table)

    @cached_property
    def given(self) -> NDArray[np.intp]:
        """For each row the class that it is given."""
        return self.model.labels(self.data.table)

    @cached_property
    def wrong(self) -> NDArray[np.bool_]:
        """For each row: is it given another class than its own?"""
        return np.asarray(self.given != self.data.labels)

    @cached_property
    def counted(self) -> Recount:
        """What the model does on these rows, counted by code that shares nothing with its answers."""
        return recount(self.model, self.data)

    def arriving(self) -> Iterator[NDArray[np.bool_]]:
        """For each rule: the rows that its list has not answered before it."""
        first = 0
        for answer, rules in zip(self.answers.T, self.model.lists, strict=True):
            yield from ((answer >= place) | (answer < 0) for place in range(first, first + len(rules)))
            first += len(rules)

    def by_class(self, rows: NDArray[np.bool_], groups: NDArray[np.intp], n_groups: int) -> Numbers:
        """For each group the weight of each class among these rows; rows of a negative group count nowhere."""
        kept, n = rows & (groups >= 0), len(self.data.classes)
        places = groups[kept] * n + self.data.labels[kept]
        counts = np.bincount(places, self.data.weights[kept], n_groups * n).reshape(n_groups, n)
        return self.weights(counts.astype(np.int64).tolist())

    def weights(self, counts: Any) -> Numbers:
        """Counts of each class, in the user's weights of rows."""
        return in_weights(counts, self.data.weighting, len(self.data.classes))

    def record(self) -> dict[str, Any]:
        """The counts of this table as the page has them: by rule and class, the confusion table, and the rows that are not decided."""
        result = Result.of(self.model, self.data.classes, self.counted, self.data.weighting, self.data.weighed)
        return {
            "name": self.name,
            "classes": [str(label) for label in self.data.classes],
            "rows": len(self.data),
            "effective": result.total.effective,
            "rules": self.weights(self.counted.counts),
            "confusion": [list(map(short, row)) for row in result.confusion],
            "undecided": [short(result.undecided.rows), short(result.undecided.right)],
        }


def short(value: float) -> float:
    """The number with as many digits as a page needs, as a whole number where it is one."""
    value = round(float(value), 4)
    return int(value) if value.is_integer() else value
