"""The scikit-learn shell for decision lists side by side.

>>> import numpy as np
>>> X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 5)
>>> clf = DecisionListsClassifier(regularization=0).fit(X, X[:, 0] & X[:, 1])
>>> clf.status_, clf.objective_, clf.lower_bound_
('optimal', 4, 4)
>>> bool(clf.decided(X).all()), clf.score(X, X[:, 0] & X[:, 1])
(True, 1.0)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shortlist.estimators.base import RulesClassifier, documented
from shortlist.models.model import Model, ModelKind
from shortlist.problems.objective import Number
from shortlist.problems.solution import OnProgress
from shortlist.tables.table import Label


@documented
class DecisionListsClassifier(RulesClassifier):
    """Decision lists side by side of least cost, the paper's "mixed decision sets and lists".

    Each list answers with its first rule that holds, or not at all. A row that no list answers, or that lists answer
    differently, is not decided: an error in training, and in `predict` a matter of `undecided`.

    Args:
    OPTIONS

    Attributes:
        lists_: the learned `Model`.
        status_: "optimal" if proved, else "feasible".
        objective_, lower_bound_, gap_: their cost, what no lists go below, and their relative distance.
        solution_, model_file_, weight_scale_, classes_, n_features_in_, feature_names_in_: as for lists.
    """

    kind = ModelKind.HYBRID

    def __init__(
        self,
        regularization: Number | None = None,
        *,
        undecided: str = "matching",
        engine: str = "auto",
        cuts: str = "guess",
        bins: int | None = None,
        cut: Mapping[str, Sequence[float | str]] | None = None,
        max_categories: int = 50,
        group: Sequence[str] = (),
        date_parts: Mapping[str, Sequence[str]] | None = None,
        kinds: Mapping[str, str] | None = None,
        time_limit: float | None = 60,
        memory_limit: int | None = 2000,
        threads: int | None = None,
        class_weight: str | Mapping[Label, Number] | None = None,
        verbose: int = 0,
        callback: OnProgress | None = None,
    ) -> None:
        self._store(locals())

    @property
    def lists_(self) -> Model:
        """The learned lists."""
        return self.model_file_.model
