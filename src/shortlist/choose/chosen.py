"""Learning with a price of a node that is chosen first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from shortlist.choose.crossvalidate import SHARES, Score, choose_share
from shortlist.errors import UsageError
from shortlist.features.binarize import Binning
from shortlist.learn import Learned, learn
from shortlist.models.model import ModelKind
from shortlist.problems.constraints import FREE, Constraints
from shortlist.problems.costs import as_decimal
from shortlist.problems.limits import CHOICE_ALONE, CHOICE_SHARE, Limits
from shortlist.problems.objective import Objective
from shortlist.scale.stream import Stream
from shortlist.tables.table import LabelledTable

WAYS = ("cv", "cv-1se", "fixed")
"""Least error in cross-validation, the dearest price within one standard error of it, or the usual price."""


def learn_chosen(
    data: LabelledTable | Stream,
    choose: str | None,
    *,
    objective: Objective,
    binning: Binning | None = None,
    constraints: Constraints = FREE,
    limits: Limits | None = None,
    score: str | Score = "accuracy",
    shares: Sequence[str] = SHARES,
    folds: int = 5,
    **options: Any,
) -> Learned:
    """Learn with the price that cross-validation chooses, in a part of the time, or with the one that is given.

    A chosen share of the rows is taken exactly, as it was in the folds: rounded up it would be another price on a small table.

    >>> from shortlist.tables.read import read_labelled
    >>> learned = learn_chosen(read_labelled("titanic"), "cv", objective=Objective())
    >>> learned.choice.chosen, learned.model.size
    ('0.0025', 6)
    """
    if choose not in (None, *WAYS):
        raise UsageError(f"a price must be chosen by one of {', '.join(WAYS)}, got {choose!r}")
    limits = limits or Limits()
    if choose in (None, "fixed"):
        return learn(data, objective=objective, binning=binning, constraints=constraints, limits=limits, **options)
    _check(objective, options)
    if not isinstance(data, LabelledTable):
        raise UsageError("a price of a node is chosen by rows in memory; give one (-r), or a table that fits")
    clock, data = limits.start(), data.counted()
    share = clock.of(min(CHOICE_ALONE, CHOICE_SHARE * clock.left()))
    choice = choose_share(
        data,
        share,
        one_standard_error=choose == "cv-1se",
        score=score,
        shares=shares,
        folds=folds,
        binning=binning,
        constraints=constraints,
    )
    learned = learn(
        data,
        objective=replace(
            objective, node_price=as_decimal(Fraction(choice.chosen) * data.weight / data.weighting.scale)
        ),
        binning=binning,
        constraints=constraints,
        limits=clock.rest(),
        **options,
    )
    return replace(learned, choice=choice)


def _check(objective: Objective, options: dict[str, Any]) -> None:
    """Refuse what leaves no price to choose."""
    if objective != Objective():
        raise UsageError("a price of a node is chosen only where no prices are given")
    if options.get("model", ModelKind.LIST) != ModelKind.LIST or options.get("separate") is not None:
        raise UsageError("a price of a node is chosen for decision lists only that are not separated")
