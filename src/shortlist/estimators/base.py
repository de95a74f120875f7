"""What the scikit-learn shells share whose models may leave a row undecided: decision sets, and lists side by side."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from shortlist.errors import UsageError
from shortlist.estimators.inputs import TableClassifier
from shortlist.explain.trace import SetExplanation, explain_set
from shortlist.features.rows import DistinctRows
from shortlist.files.modelfile import ModelFile
from shortlist.models.hybrid import DecisionLists
from shortlist.models.model import DecisionList, DecisionSet
from shortlist.problems.solution import HybridSolution, SetSolution


class RulesClassifier(TableClassifier):
    """Predictions of rules that may be silent on a row, or contradict each other; `undecided` says what then."""

    undecided: str

    def _check_policy(self) -> None:
        if self.undecided not in ("matching", "commonest"):
            raise UsageError(f"undecided must be 'matching' or 'commonest', got {self.undecided!r}")

    def _keep(self, solution: SetSolution | HybridSolution, file: ModelFile, rows: DistinctRows, noun: str) -> None:
        """Keep what was learned, and say how the fit ended."""
        self.solution_ = solution
        self.status_ = str(solution.status)
        self.objective_ = solution.cost
        self.lower_bound_ = solution.lower_bound
        self.gap_ = solution.gap
        self.model_file_ = file
        self._commonest = int(rows.counts.sum(axis=0).argmax())
        self._say_how_it_ended(solution.stopped, noun)

    def _rules(self) -> DecisionSet | DecisionLists:
        check_is_fitted(self)
        model = self.model_file_.model
        assert not isinstance(model, DecisionList)
        return model

    def predict(self, X: Any) -> NDArray[Any]:  # noqa: N803
        """The class of each row; where the rules do not decide, as `undecided` says."""
        rules, table = self._rules(), self._table(X, reset=False)
        index = {label: k for k, label in enumerate(rules.classes)}
        said = np.array([index[label] for label in rules.predict(table).tolist()], dtype=np.int64)
        if self.undecided == "commonest":
            said = np.where(rules.decided(table), said, self._commonest)
        return np.asarray(self.classes_[said])

    def predict_proba(self, X: Any) -> NDArray[np.float64]:  # noqa: N803
        """For each row and class: its share among the training rows of the rules that fire (of all, if none does)."""
        return self._rules().probabilities(self._table(X, reset=False))

    def apply(self, X: Any) -> NDArray[np.bool_]:  # noqa: N803
        """For each row and rule: does the rule fire?"""
        return self._rules().fired(self._table(X, reset=False))

    def decided(self, X: Any) -> NDArray[np.bool_]:  # noqa: N803
        """For each row: does at least one rule fire, and do all that fire predict one class?"""
        return self._rules().decided(self._table(X, reset=False))

    def explain(self, X: Any) -> list[SetExplanation]:  # noqa: N803
        """For each row: the rules that were read with the literals that failed, and what those that fired say."""
        rules, table = self._rules(), self._table(X, reset=False)
        return [explain_set(rules, table, row) for row in range(len(table))]
