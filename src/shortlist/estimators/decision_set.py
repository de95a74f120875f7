"""The scikit-learn shell for decision sets.

>>> import numpy as np
>>> X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 5)
>>> clf = DecisionSetClassifier(regularization=0).fit(X, X[:, 0] & X[:, 1])
>>> print(clf.set_)
IF not x0     THEN 0  (covers 10: 10 right)
IF not x1     THEN 0  (covers 10: 10 right)
IF x0 and x1  THEN 1  (covers 5: 5 right)
>>> clf.status_, clf.objective_, clf.lower_bound_
('optimal', 7, 7)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from numpy.typing import ArrayLike

from shortlist.estimators.base import RulesClassifier
from shortlist.features.binarize import Binning
from shortlist.files.set_records import set_model_file
from shortlist.learn_set import learn_set
from shortlist.models.model import DecisionSet
from shortlist.problems.constraints import Constraints
from shortlist.problems.solution import Limits


class DecisionSetClassifier(RulesClassifier):
    """The decision set of least cost: rules in no order, each with a class; see `shortlist.problems.set_problem`.

    A row on which no rule holds, or rules of several classes do, is not decided by the set: an error in training, and in
    `predict` a matter of `undecided`.

    Args:
        regularization: price of a unit of size as a share of all rows; 0 asks for the smallest set without avoidable errors.
        objective: size is literals and rules ("opt"), rules ("mds2"), or rules and then literals ("mds2*").
        form: errors of a sparse set are those of each class for itself ("separated") or those of the set ("complete").
        undecided: "matching" predicts the commonest class among the training rows of the rules that hold (of all rules, if
            none does), "commonest" the commonest class of the training data.
        engine: "search", "maxsat", or "auto", which takes the one that knows the form.
        bins, strategy, cuts, max_categories, kinds: how columns become features, as for lists.
        negations: whether negated literals may be used.
        forbid: columns, or literals as they are printed, that must not be used.
        time_limit: seconds for the engine; the best set so far is kept, and a warning says that it is not proved.
        memory_limit: megabytes for the engine.

    Attributes:
        set_: the learned `DecisionSet`.
        status_: "optimal" if proved, else "feasible"; `solution_.parts` say it for each class.
        objective_, lower_bound_, gap_: its cost, what no set goes below, and their relative distance.
        solution_, model_file_, weight_scale_, classes_, n_features_in_, feature_names_in_: as for lists.
    """

    def __init__(
        self,
        regularization: float | str = 0.01,
        *,
        objective: str = "opt",
        form: str = "separated",
        undecided: str = "matching",
        engine: str = "auto",
        bins: int = 4,
        strategy: str = "quantile",
        cuts: str = "intervals",
        max_categories: int = 50,
        negations: bool = True,
        forbid: Sequence[str] = (),
        kinds: Mapping[str, str] | None = None,
        time_limit: float | None = None,
        memory_limit: int | None = 2000,
    ) -> None:
        self.regularization = regularization
        self.objective = objective
        self.form = form
        self.undecided = undecided
        self.engine = engine
        self.bins = bins
        self.strategy = strategy
        self.cuts = cuts
        self.max_categories = max_categories
        self.negations = negations
        self.forbid = forbid
        self.kinds = kinds
        self.time_limit = time_limit
        self.memory_limit = memory_limit

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:  # noqa: N803
        """Learn from a data frame or a 2-D array; a weight of 2 is the same as two equal rows."""
        self._check_policy()
        data = self._training_data(X, y, sample_weight)
        learned = learn_set(
            data,
            regularization=self.regularization,
            objective=self.objective,
            form=self.form,
            binning=Binning(self.bins, self.strategy, self.cuts, self.max_categories),
            constraints=Constraints(negations=self.negations),
            forbid=self.forbid,
            engine=self.engine,
            limits=Limits(self.time_limit, None if self.memory_limit is None else self.memory_limit * 2**20),
        )
        self.set_: DecisionSet = learned.model
        self._keep(learned.solution, set_model_file(learned), learned.problem.rows, "set")
        return self
