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

from collections.abc import Mapping
from typing import Any, Self

from numpy.typing import ArrayLike

from shortlist.estimators.base import RulesClassifier
from shortlist.features.binarize import Binning
from shortlist.files.records import model_file
from shortlist.learn_hybrid import learn_hybrid
from shortlist.models.hybrid import DecisionLists
from shortlist.problems.solution import Limits


class DecisionListsClassifier(RulesClassifier):
    """Decision lists side by side of least cost, the paper's "mixed decision sets and lists"; see `shortlist.models.hybrid`.

    Each list answers with its first rule that holds, or not at all. A row that no list answers, or that lists answer
    differently, is not decided: an error in training, and in `predict` a matter of `undecided`.

    Args:
        regularization: price of a node as a share of all rows; 0 asks for the smallest lists without avoidable errors.
        undecided: "matching" predicts the commonest class among the training rows of the rules that fire (of all rules, if
            none does), "commonest" the commonest class of the training data.
        engine: "auto", "maxsat" or "maxsat-paper"; "search" answers with one list, which costs no more.
        bins, strategy, cuts, max_categories, kinds: how columns become features, as for lists.
        time_limit: seconds for the engine; the best lists so far are kept, and a warning says that they are not proved.
        memory_limit: megabytes for the engine.

    Attributes:
        lists_: the learned `DecisionLists`.
        status_: "optimal" if proved, else "feasible".
        objective_, lower_bound_, gap_: their cost, what no lists go below, and their relative distance.
        solution_, model_file_, weight_scale_, classes_, n_features_in_, feature_names_in_: as for lists.
    """

    def __init__(
        self,
        regularization: float | str = 0.01,
        *,
        undecided: str = "matching",
        engine: str = "auto",
        bins: int = 4,
        strategy: str = "quantile",
        cuts: str = "intervals",
        max_categories: int = 50,
        kinds: Mapping[str, str] | None = None,
        time_limit: float | None = None,
        memory_limit: int | None = 2000,
    ) -> None:
        self.regularization = regularization
        self.undecided = undecided
        self.engine = engine
        self.bins = bins
        self.strategy = strategy
        self.cuts = cuts
        self.max_categories = max_categories
        self.kinds = kinds
        self.time_limit = time_limit
        self.memory_limit = memory_limit

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:  # noqa: N803
        """Learn from a data frame or a 2-D array; a weight of 2 is the same as two equal rows."""
        self._check_policy()
        data = self._training_data(X, y, sample_weight)
        learned = learn_hybrid(
            data,
            regularization=self.regularization,
            binning=Binning(self.bins, self.strategy, self.cuts, self.max_categories),
            engine=self.engine,
            limits=Limits(self.time_limit, None if self.memory_limit is None else self.memory_limit * 2**20),
        )
        self.lists_: DecisionLists = learned.model
        self._keep(learned.solution, model_file(learned), learned.problem.rows, "model of lists side by side")
        return self
