"""A thin scikit-learn shell for lists: it checks what it is given, calls `learn`, and keeps what it answers.

>>> import numpy as np
>>> X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 5)
>>> clf = DecisionListClassifier(regularization=0.05).fit(X, X[:, 0] & X[:, 1])
>>> print(clf.list_)
IF      x0 and x1  THEN 1  (covers 5: 5 right)
ELSE                    0  (covers 15: 15 right)
>>> clf.status_, clf.objective_, clf.lower_bound_
('optimal', 4, 4)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from shortlist.estimators.inputs import TableClassifier
from shortlist.explain.trace import Explanation
from shortlist.explain.trace import explain as explain_row
from shortlist.features.binarize import Binning
from shortlist.files.modelfile import ModelFile
from shortlist.files.records import model_file
from shortlist.learn import Learned, learn
from shortlist.models.model import DecisionList
from shortlist.problems.constraints import Constraints
from shortlist.problems.solution import Limits, OnProgress
from shortlist.tables.table import Label


class DecisionListClassifier(TableClassifier):
    """The decision list of least cost: errors + ⌈regularization · rows⌉ for each literal and each rule.

    Args:
        regularization: price of a node as a share of all rows; 0 asks for the smallest list without avoidable errors.
        objective: "paper" prices nodes, "corels" rules, "customizable" rules and literals as given; see `shortlist.problems.objective`.
        rule_price, literal_price: their prices in errors, where not those of the objective.
        feature_prices: prices of literals by column.
        error_prices: prices of errors by (class, class predicted for it); 1 for all others.
        separate: decide the classes one after the other, in this order: "i+", "i-", "a+", "a-", "c+", "c-", "all" or classes.
        engine: which engine solves it.
        bins: intervals for each column of numbers.
        strategy: "quantile" intervals of equal weight or "uniform" ones of equal width.
        cuts: "intervals" asks `20 < age <= 35`, "thresholds" asks `age <= 35`.
        max_categories: most different values of a text or code column.
        max_rules, max_literals, max_size: most rules beside the default, literals in a rule, nodes in all.
        min_rows: fewest rows (by weight, in units of `weight_scale_`) that a rule must decide.
        negations: whether negated literals may be used.
        forbid: columns, or literals as they are printed, that must not be used.
        rule_classes: classes that rules may predict, the default rule excepted.
        kinds: "boolean", "number", "code" or "category" for columns that should not be told by their values.
        time_limit: seconds for the engine; the best list so far is kept, and a warning says that it is not proved.
        memory_limit: megabytes for the engine.
        callback: called with a `Progress` (seconds, cost, lower_bound, states) whenever there is something new.

    Attributes:
        list_: the learned `DecisionList`.
        status_: "optimal" if proved, else "feasible".
        objective_, lower_bound_, gap_: its cost, what no list goes below, and their relative distance.
        solution_: the engine's whole answer, with the trace of bounds and why it stopped.
        model_file_: the list as `write_model` takes it.
        weight_scale_: what one unit of sample weight counts; costs are in these units.
        classes_, n_features_in_, feature_names_in_: as scikit-learn has them.
    """

    def __init__(
        self,
        regularization: float | str = 0.01,
        *,
        objective: str = "paper",
        rule_price: float | str | None = None,
        literal_price: float | str | None = None,
        feature_prices: Mapping[str, float | str] | None = None,
        error_prices: Mapping[tuple[Label, Label], float | str] | None = None,
        separate: str | Sequence[Label] | None = None,
        engine: str = "auto",
        bins: int = 4,
        strategy: str = "quantile",
        cuts: str = "intervals",
        max_categories: int = 50,
        max_rules: int | None = None,
        max_literals: int | None = None,
        max_size: int | None = None,
        min_rows: int = 0,
        negations: bool = True,
        forbid: Sequence[str] = (),
        rule_classes: Sequence[Label] | None = None,
        kinds: Mapping[str, str] | None = None,
        time_limit: float | None = None,
        memory_limit: int | None = 2000,
        callback: OnProgress | None = None,
    ) -> None:
        self.regularization = regularization
        self.objective = objective
        self.rule_price = rule_price
        self.literal_price = literal_price
        self.feature_prices = feature_prices
        self.error_prices = error_prices
        self.separate = separate
        self.engine = engine
        self.bins = bins
        self.strategy = strategy
        self.cuts = cuts
        self.max_categories = max_categories
        self.max_rules = max_rules
        self.max_literals = max_literals
        self.max_size = max_size
        self.min_rows = min_rows
        self.negations = negations
        self.forbid = forbid
        self.rule_classes = rule_classes
        self.kinds = kinds
        self.time_limit = time_limit
        self.memory_limit = memory_limit
        self.callback = callback

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:  # noqa: N803
        """Learn from a data frame or a 2-D array; a weight of 2 is the same as two equal rows."""
        data = self._training_data(X, y, sample_weight)
        learned = learn(
            data,
            regularization=self.regularization,
            objective=self.objective,
            rule_price=self.rule_price,
            literal_price=self.literal_price,
            feature_prices=self.feature_prices,
            error_prices=self.error_prices,
            separate=self.separate,
            binning=Binning(self.bins, self.strategy, self.cuts, self.max_categories),
            constraints=Constraints(self.max_rules, self.max_literals, self.max_size, self.min_rows, self.negations),
            forbid=self.forbid,
            rule_classes=self.rule_classes,
            engine=self.engine,
            limits=Limits(self.time_limit, None if self.memory_limit is None else self.memory_limit * 2**20),
            on_progress=self.callback,
        )
        self._keep(learned)
        self._say_how_it_ended(learned.solution.stopped, "list")
        return self

    def _keep(self, learned: Learned) -> None:
        self.list_: DecisionList = learned.model
        self.solution_ = learned.solution
        self.status_ = str(learned.solution.status)
        self.objective_ = learned.solution.cost
        self.lower_bound_ = learned.solution.lower_bound
        self.gap_ = learned.solution.gap
        self.model_file_: ModelFile = model_file(learned)

    def predict(self, X: Any) -> NDArray[Any]:  # noqa: N803
        """The class of each row."""
        check_is_fitted(self)
        fired = self.apply(X)
        of_rule = [self.list_.classes.index(rule.label) for rule in self.list_.rules]
        return np.asarray(self.classes_[np.array(of_rule)[fired]])

    def predict_proba(self, X: Any) -> NDArray[np.float64]:  # noqa: N803
        """For each row and class: its share among the training rows of the rule that decides the row."""
        check_is_fitted(self)
        return self.list_.probabilities(self._table(X, reset=False))

    def apply(self, X: Any) -> NDArray[np.int64]:  # noqa: N803
        """For each row: the index of the rule that decides it."""
        check_is_fitted(self)
        return self.list_.fired(self._table(X, reset=False))

    def explain(self, X: Any) -> list[Explanation]:  # noqa: N803
        """For each row: the rules read, the literals that failed, and the rule that fired."""
        check_is_fitted(self)
        table = self._table(X, reset=False)
        return [explain_row(self.list_, table, row) for row in range(len(table))]
