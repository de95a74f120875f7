"""The scikit-learn shell for the front of size and errors: one list for each number of nodes.

>>> from sklearn.datasets import load_iris
>>> X, y = load_iris(return_X_y=True, as_frame=True)
>>> found = DecisionListFront(max_size=5).fit(X, y)
>>> [(point.size, point.errors, point.proved) for point in found.points_]
[(1, 100, True), (3, 50, True), (5, 6, True)]
>>> found.predict(X.iloc[[0, 60]], size=5).tolist()
[0, 1]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from shortlist.choose.front import Front, OnPoint, Point, front
from shortlist.estimators.base import RulesClassifier
from shortlist.estimators.inputs import checked_table
from shortlist.files.modelfile import ModelFile, with_missing
from shortlist.models.model import Model, ModelKind
from shortlist.tables.hints import PYTHON
from shortlist.tables.table import Label


class DecisionListFront(RulesClassifier):
    """For each number of nodes the decision list with the fewest errors, each proved or with what no list goes below.

    Args:
        max_size: the largest number of nodes.
        n_jobs: processes that work on it.
        state: a file that what is found is kept in, and taken from the next time.
        on_point: called with the front whenever a size is settled.
        cuts, bins, cut, max_categories, group: how columns become questions.
        max_rules, max_literals, min_rows, negations, positive, forbid, rule_classes: what lists must keep to.
        kinds, date_parts, time_limit, memory_limit, threads: as for `DecisionListClassifier`.

    Attributes:
        front_: the `Front`, with what is proved of every size.
        points_: its points, from small to large, each with its list as `model`.
        classes_, n_features_in_, feature_names_in_: as scikit-learn has them.
    """

    kind = ModelKind.LIST
    _own = frozenset({"max_size", "n_jobs", "state", "on_point"})

    def __init__(
        self,
        max_size: int = 15,
        *,
        n_jobs: int = 1,
        state: str | Path | None = None,
        on_point: OnPoint | None = None,
        cuts: str = "guess",
        bins: int | None = None,
        cut: Mapping[str, Sequence[float]] | None = None,
        max_categories: int = 50,
        group: Sequence[str] = (),
        max_rules: int | None = None,
        max_literals: int | None = None,
        min_rows: int = 0,
        negations: bool = True,
        positive: Sequence[str] = (),
        forbid: Sequence[str] = (),
        rule_classes: Sequence[Label] | None = None,
        kinds: Mapping[str, str] | None = None,
        date_parts: Mapping[str, Sequence[str]] | None = None,
        time_limit: float | None = 60,
        memory_limit: int | None = 2000,
        threads: int | None = None,
    ) -> None:
        self._store(locals())

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:  # noqa: N803
        """Make the front."""
        asked, named, parts = self._asked()
        data = asked.screened(self._training_data(X, y, sample_weight, named), named, parts, PYTHON)
        self.front_: Front = front(
            data,
            max_size=self.max_size,
            binning=asked.binning,
            constraints=asked.constraints,
            limits=asked.limits,
            jobs=self.n_jobs,
            state=None if self.state is None else Path(self.state),
            on_point=self.on_point,
        )
        self.model_file_ = ModelFile(
            self.points_[-1].model,
            data.target,
            data.kinds,
            had_missing=with_missing(data.table),
            weighting=data.weighting,
        )
        return self

    @property
    def points_(self) -> tuple[Point, ...]:
        """The points of the front, from small to large."""
        return self.front_.points

    def list_of(self, size: int | None = None) -> Model:
        """The list with the fewest errors of at most so many nodes; by default the largest."""
        check_is_fitted(self)
        return (self.points_[-1] if size is None else self.front_.best(size)).model

    def predict(self, X: Any, size: int | None = None) -> NDArray[Any]:  # noqa: N803
        """The class of each row by the list of at most so many nodes; by default by the largest, as in all other methods."""
        model, kinds = self.list_of(size), self.model_file_.kinds
        table = checked_table(self, X, reset=False, kinds=kinds, names=list(kinds), only=model.columns)
        return np.asarray(self.classes_[model.labels(table)])
