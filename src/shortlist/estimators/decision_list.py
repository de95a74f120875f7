"""The scikit-learn shell for decision lists.

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
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike
from sklearn.utils.validation import check_is_fitted

from shortlist.certify.again import claims_again
from shortlist.certify.checking import verified
from shortlist.certify.proof import certify_claims as by_bounds
from shortlist.certify.verified import Verified, Witness
from shortlist.estimators.base import RulesClassifier, documented
from shortlist.models.model import Model, ModelKind
from shortlist.option import one_of
from shortlist.problems.objective import Number
from shortlist.problems.solution import OnProgress
from shortlist.tables.table import Label


@documented
class DecisionListClassifier(RulesClassifier):
    """The decision list of least cost: errors + ⌈regularization · rows⌉ for each literal and each rule.

    Args:
    OPTIONS

    Attributes:
        list_: the learned `Model`; its rules count rows, or their weights, without the weights of classes, which `predict_proba` counts.
        status_: "optimal" if proved, else "feasible".
        objective_, lower_bound_, gap_: its cost in errors of weight 1 (nodes, if it is perfect), what no list over these questions goes
            below, and their relative distance.
        lower_bound_all_cuts_: what no list goes below, whatever its cut points; None where that is not known.
        proved_size_: a list that is not proved to be the best of all is so among those of at most so many nodes; None where that is
            not known either, or all is proved.
        solution_: the engine's whole answer, with the trace of bounds and why it stopped.
        model_file_: the list with what is claimed of it, as `write_model` takes it.
        weight_scale_: what one unit of weight counts in the counts of rules, and in the costs of `solution_` and of `model_file_`.
        classes_, n_features_in_, feature_names_in_: as scikit-learn has them.
    """

    kind = ModelKind.LIST

    def __init__(
        self,
        regularization: Number | None = None,
        *,
        node_price: Number | None = None,
        objective: str | None = None,
        rule_price: Number | None = None,
        literal_price: Number | None = None,
        feature_prices: Mapping[str, Number] | None = None,
        error_prices: Mapping[tuple[Label, Label], Number] | None = None,
        choose: str | None = None,
        separate: str | Sequence[Label] | None = None,
        engine: str = "auto",
        cuts: str = "guess",
        bins: int | None = None,
        cut: Mapping[str, Sequence[float | str]] | None = None,
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
    def list_(self) -> Model:
        """The learned list, as people are told of it."""
        return self.model_file_.in_rows

    def certify(
        self,
        path: str | Path,
        X: Any,  # noqa: N803
        y: ArrayLike,
        sample_weight: ArrayLike | None = None,
        *,
        witness: Witness | str = Witness.BOUNDS,
    ) -> Verified:
        """Write a proof of what is claimed of the list, which `shortlist verify` checks; the rows are those that it was learned from.

        It is made of claims about `bounds`, or (`lrat`, for small tables) of steps from the paper's clauses to the empty one. The fast verifier has accepted what is written; what it says is returned.
        """
        check_is_fitted(self)
        claims, made = claims_again(self.model_file_, self._rows_again(X, y, sample_weight)), by_bounds
        if one_of("the witness", witness, list(Witness)) == Witness.LRAT:
            from shortlist.certify.witness import certify_claims_by_clauses as made  # noqa: PLC0415  # PySAT is loaded late
        proof = made(claims, self._asked()[0].limits)
        claim = self.model_file_.claim
        assert claim is not None
        found = verified(proof.text, proof.table, fast=True).of(claim, (claimed.bound for claimed in claims))
        proof.write(path)
        return found
