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

from shortlist.estimators.base import RulesClassifier, documented
from shortlist.models.model import Model, ModelKind
from shortlist.problems.objective import Number
from shortlist.problems.solution import OnProgress
from shortlist.tables.table import Label


@documented
class DecisionSetClassifier(RulesClassifier):
    """The decision set of least cost: rules in no order, each with a class.

    A row on which no rule holds, or rules of several classes do, is not decided by the set: an error in training, and in
    `predict` a matter of `undecided`.

    Args:
    OPTIONS

    Attributes:
        set_: the learned `Model`.
        status_: "optimal" if proved, else "feasible"; `solution_.parts` say it for each class.
        objective_, lower_bound_, gap_: its cost, what no set goes below, and their relative distance.
        solution_, model_file_, weight_scale_, classes_, n_features_in_, feature_names_in_: as for lists.
    """

    kind = ModelKind.SET

    def __init__(
        self,
        regularization: Number | None = None,
        *,
        objective: str | None = None,
        form: str | None = None,
        undecided: str = "matching",
        engine: str = "auto",
        cuts: str = "guess",
        bins: int | None = None,
        cut: Mapping[str, Sequence[float | str]] | None = None,
        max_categories: int = 50,
        group: Sequence[str] = (),
        negations: bool = True,
        positive: Sequence[str] = (),
        forbid: Sequence[str] = (),
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
    def set_(self) -> Model:
        """The learned set."""
        return self.model_file_.model
