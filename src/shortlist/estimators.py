"""Thin scikit-learn shells: they check what they are given, call `learn`, and keep what it answers.

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

import math
import warnings
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Self

import narwhals as nw
import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_array
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _num_samples, check_is_fitted, column_or_1d, validate_data

from shortlist.binarize import Binning
from shortlist.constraints import Constraints
from shortlist.errors import DataError
from shortlist.explain import Explanation
from shortlist.explain import explain as explain_row
from shortlist.frames import is_missing, table_of_array, table_of_frame
from shortlist.learn import Learned, learn
from shortlist.model import DecisionList
from shortlist.modelfile import ModelFile
from shortlist.records import model_file
from shortlist.solution import Limits, OnProgress, Status, Stop
from shortlist.table import Kind, Label, LabelledTable, Table

_FINEST = 10**6
_LARGEST_WEIGHT = 2**53


class NotProvedWarning(UserWarning):
    """A fit ended before its proof: the list is the best found, with the bound that is proved."""


class DecisionListClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn is not typed
    """The decision list of least cost: errors + ⌈regularization · rows⌉ for each literal and each rule.

    Args:
        regularization: price of a node as a share of all rows; 0 asks for the smallest list without avoidable errors.
        objective: "paper" prices nodes, "corels" rules, "customizable" rules and literals as given; see `shortlist.objective`.
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
        given = {name: Kind(kind) for name, kind in (self.kinds or {}).items()}
        weights, self.weight_scale_ = integer_weights(sample_weight, _num_samples(X))
        counted = weights > 0
        # A row of weight 0 is as good as removed: it must not even tell the kind of a column.
        table = self._table(X, reset=True, kinds=given, rows=None if counted.all() else counted)
        labels = _labels(y, len(weights))[counted]
        self.classes_, indices = np.unique(labels, return_inverse=True)
        target = str(getattr(y, "name", None) or "class")
        data = LabelledTable(table, target, tuple(self.classes_.tolist()), indices.astype(np.int64), weights[counted])
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
        if learned.solution.stopped is Stop.INTERRUPT:
            # The best list so far is kept, but whoever pressed Ctrl-C wants more than this fit to end.
            raise KeyboardInterrupt
        if learned.solution.status is not Status.OPTIMAL:
            stopped = f"stopped by the {learned.solution.stopped} limit" if learned.solution.stopped else "not proved"
            warnings.warn(
                f"{stopped}: the list costs {self.objective_}, and no list costs less than {self.lower_bound_}",
                NotProvedWarning,
                stacklevel=2,
            )
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

    def _table(
        self,
        X: Any,  # noqa: N803
        *,
        reset: bool,
        kinds: Mapping[str, Kind] | None = None,
        rows: NDArray[np.bool_] | None = None,
    ) -> Table:
        """The input as a table, with scikit-learn's own checks of shape and names.

        After fitting, columns have the names of training by position: those checks have seen to the order.
        """
        kinds = kinds if reset else self.model_file_.kinds
        if not _is_frame(X):
            X = check_array(X, dtype=None, ensure_all_finite="allow-nan", estimator=self)  # noqa: N806
        validate_data(self, X, reset=reset, skip_check_array=True)
        names = None if reset else list(self.model_file_.kinds)
        if _is_frame(X):
            frame = nw.from_native(X, eager_only=True)
            table = table_of_frame(frame if rows is None else frame.filter(rows.tolist()), kinds=kinds, names=names)
            if not len(table):
                raise DataError("Found array with 0 sample(s), but a minimum of 1 is required")
            return table
        names = names or [f"x{i}" for i in range(X.shape[1])]
        return table_of_array(X if rows is None else X[rows], names, kinds=kinds)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags


def _is_frame(X: Any) -> bool:  # noqa: N803
    return bool(nw.dependencies.is_into_dataframe(X))


def _labels(y: ArrayLike, n_rows: int) -> NDArray[Any]:
    if y is None:
        raise DataError("This DecisionListClassifier estimator requires y to be passed, but the target y is None.")
    labels = column_or_1d(y, warn=True)
    if labels.dtype == object:
        for row, label in enumerate(labels.tolist()):
            if is_missing(label):
                raise DataError(f"y must not be missing, but row {row + 1} is (Input y contains NaN)")
        if len({isinstance(label, str) for label in labels.tolist()}) > 1:
            raise DataError("y must hold only texts or only numbers, got both")
    check_classification_targets(labels)
    if len(labels) != n_rows:
        raise DataError(f"X and y must have the same number of rows, got {n_rows} and {len(labels)}")
    return np.asarray(labels)


def integer_weights(sample_weight: ArrayLike | None, n_rows: int) -> tuple[NDArray[np.int64], int | float]:
    """Weights as whole numbers, and what one unit of weight became.

    Decimal weights are multiplied by their common denominator, exactly. Where that is larger than a million, they are
    rounded to millionths of the largest.

    >>> weights, scale = integer_weights([0.5, 1, 2.25], 3)
    >>> weights.tolist(), scale
    ([2, 4, 9], 4)
    """
    if sample_weight is None:
        return np.ones(n_rows, dtype=np.int64), 1
    weights = np.asarray(sample_weight)
    if weights.shape != (n_rows,):
        raise DataError(f"sample_weight must have shape ({n_rows},), got {weights.shape}")
    if weights.dtype.kind not in "biuf" or not np.isfinite(weights).all() or (weights < 0).any():
        raise DataError("sample_weight must be finite numbers that are not negative")
    if not weights.any():
        raise DataError("sample_weight must not be all zero")
    exact = [Fraction(str(weight)) for weight in (weights.astype(int) if weights.dtype == bool else weights)]
    if max(exact) > _LARGEST_WEIGHT:
        raise DataError(f"sample_weight must not be above {_LARGEST_WEIGHT}, got {max(exact)}")
    scale: int | float = math.lcm(*(weight.denominator for weight in set(exact)))
    if scale > _FINEST:
        exact = [Fraction(round(weight * _FINEST / max(exact))) for weight in exact]
        return np.array([int(weight) for weight in exact], dtype=np.int64), float(_FINEST / weights.max())
    return np.array([int(weight * scale) for weight in exact], dtype=np.int64), scale
