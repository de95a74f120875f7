"""One class alone: the cheapest pure rules that cover some rows and none of some others.

>>> rows = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=bool)
>>> answer = one_class_perfect(rows, wanted=rows.any(axis=1), barred=~rows.any(axis=1), prices=Prices(1, 1), limits=Limits())
>>> answer.rules, answer.cost, answer.lower_bound
((((0, True),), ((1, True),)), 4, 4)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shortlist.engines.covers.perfect_cover import PerfectCover
from shortlist.engines.covers.pure_rules import CoverTable, Prices
from shortlist.problems.indexed import Conjunction, all_rules
from shortlist.problems.limits import Limits
from shortlist.problems.solution import Stop


@dataclass(frozen=True, slots=True)
class OneClassAnswer:
    """The best conjunctions found (None before there are any), their cost, what all cost at least, and why it ended."""

    rules: tuple[Conjunction, ...] | None
    cost: int | None
    lower_bound: int
    is_infeasible: bool
    stopped: Stop | None


def one_class_perfect(
    features: NDArray[np.bool_],
    *,
    wanted: NDArray[np.bool_],
    barred: NDArray[np.bool_],
    prices: Prices,
    limits: Limits,
    literals: NDArray[np.bool_] | None = None,
) -> OneClassAnswer:
    """Cover all wanted rows and no barred row at least cost; all other rows may be covered or not.

    `literals[k, v]` says whether feature k may be used with value v.
    """
    allowed = np.ones((features.shape[1], 2), dtype=np.bool_) if literals is None else literals
    table = CoverTable(np.ascontiguousarray(features), ~barred[:, None], wanted, allowed)
    if not wanted.any():
        return OneClassAnswer((), 0, 0, is_infeasible=False, stopped=None)
    cover = PerfectCover(table, prices).solve(limits.start(), limits.memory)
    rules = None if cover.lists is None else tuple(sorted(literals for literals, _ in all_rules(cover.lists)))
    return OneClassAnswer(rules, cover.cost, cover.lower_bound, cover.infeasible, cover.stopped)
