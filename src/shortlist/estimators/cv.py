"""The scikit-learn shell for decision lists whose price of a node is chosen by cross-validation.

>>> from sklearn.datasets import load_iris
>>> X, y = load_iris(return_X_y=True, as_frame=True)
>>> clf = DecisionListClassifierCV(time_limit=5).fit(X, y)
>>> clf.regularization_ in clf.shares_, len(clf.cv_results_["mean_test_score"])
(True, 11)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.metrics import get_scorer

from shortlist.choose.chosen import learn_chosen
from shortlist.choose.crossvalidate import SCORES, SHARES, Score
from shortlist.estimators.base import OWN, RulesClassifier
from shortlist.learn import Learned
from shortlist.models.model import Model, ModelKind
from shortlist.options import Request
from shortlist.problems.solution import OnProgress
from shortlist.scale.stream import Stream
from shortlist.tables.table import Label, LabelledTable, Table


class DecisionListClassifierCV(RulesClassifier):
    """The decision list of least cost, with the price of a node that does best on held-out rows.

    Args:
        shares: the prices that are tried, as shares of the rows from dear to cheap (default: eleven from 0.05 to 0.001).
        cv: the number of folds.
        one_standard_error: choose the dearest price within one standard error of the best instead of the best.
        scoring: "accuracy", "balanced_accuracy", "log_loss", or any scorer of scikit-learn, by name or as a function.
        cuts, bins, cut, max_categories, group: how columns become questions, chosen anew on the training rows of each fold.
        max_rules, max_literals, max_size, min_rows, negations, positive, forbid, rule_classes: what lists must keep to.
        engine, class_weight, kinds, date_parts, time_limit, memory_limit, threads, verbose, callback: as for `DecisionListClassifier`; the time is for all of it.

    Attributes:
        regularization_: the price that was chosen.
        shares_, cv_results_: the prices, and for each the mean and the standard deviation of its scores, as scikit-learn has them.
        list_, status_, objective_, lower_bound_, gap_, solution_, model_file_: of the list learned from all rows at that price.
    """

    kind = ModelKind.LIST
    _own = OWN | {"shares", "cv", "one_standard_error", "scoring"}

    def __init__(
        self,
        shares: Sequence[str | float] | None = None,
        *,
        cv: int = 5,
        one_standard_error: bool = False,
        scoring: str | Callable[..., float] = "accuracy",
        cuts: str = "guess",
        bins: int | None = None,
        cut: Mapping[str, Sequence[float]] | None = None,
        max_categories: int = 50,
        group: Sequence[str] = (),
        max_rules: int | None = None,
        max_literals: int | None = None,
        max_size: int | None = None,
        min_rows: int = 0,
        negations: bool = True,
        positive: Sequence[str] = (),
        forbid: Sequence[str] = (),
        rule_classes: Sequence[Label] | None = None,
        engine: str = "auto",
        class_weight: str | Mapping[Label, float] | None = None,
        kinds: Mapping[str, str] | None = None,
        date_parts: Mapping[str, Sequence[str]] | None = None,
        time_limit: float | None = 60,
        memory_limit: int | None = 2000,
        threads: int | None = None,
        verbose: int = 0,
        callback: OnProgress | None = None,
    ) -> None:
        self._store(locals())

    @property
    def list_(self) -> Model:
        """The learned list."""
        return self.model_file_.in_rows

    def _learn(self, asked: Request, data: LabelledTable | Stream, on_progress: OnProgress | None) -> Learned:
        learned = learn_chosen(
            data,
            "cv-1se" if self.one_standard_error else "cv",
            objective=asked.objective,
            binning=asked.binning,
            constraints=asked.constraints,
            limits=asked.limits,
            score=_score(self.scoring),
            shares=SHARES if self.shares is None else [str(share) for share in self.shares],
            folds=self.cv,
            engine=asked.engine,
            on_progress=on_progress,
        )
        choice = learned.choice
        assert choice is not None
        self.choice_, self.regularization_, self.shares_ = choice, choice.chosen, list(choice.shares)
        self.cv_results_ = {
            "param_regularization": np.array(choice.shares),
            "mean_test_score": choice.means,
            "std_test_score": choice.scores.std(axis=0),
        } | {f"split{fold}_test_score": scores for fold, scores in enumerate(choice.scores)}
        return learned


def _score(scoring: str | Callable[..., float]) -> str | Score:
    """One of our own scores by name, or a scorer of scikit-learn on a list in the place of an estimator."""
    if isinstance(scoring, str) and scoring in SCORES:
        return scoring
    scorer = get_scorer(scoring)

    def score(model: Model, data: LabelledTable) -> float:
        classes = np.array(data.classes)
        return float(scorer(_Listed(model, classes), data.table, classes[data.labels]))

    return score


class _Listed(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn is not typed
    """A list as scorers of scikit-learn know estimators."""

    def __init__(self, model: Model, classes: NDArray[Any]) -> None:
        self._model, self.classes_ = model, classes

    def predict(self, table: Table) -> NDArray[Any]:
        """The class of each row."""
        return np.asarray(self.classes_[self._model.labels(table)])

    def predict_proba(self, table: Table) -> NDArray[np.float64]:
        """For each row and class the share among the training rows of the rule that answers."""
        return self._model.probabilities(table)
