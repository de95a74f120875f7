"""How the search for a model went: the cost and the bound over time, why it ended, and what a second engine said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from shortlist.learn import Learned
from shortlist.problems.solution import Progress, Stop

_MOST_MOMENTS = 200

Moment = tuple[float, int | None, int]
"""Seconds since the start, the cost of the best model by then (None before there was one), and the bound."""


@dataclass(frozen=True)
class Witness:
    """A second engine on the same problem: does it prove the same?"""

    engine: str
    confirmed: bool
    seconds: float


@dataclass(frozen=True)
class Search:
    """The moments at which cost or bound improved, of very many only some; `distinct_rows` is what was searched over."""

    moments: tuple[Moment, ...]
    stopped: Stop | None
    distinct_rows: int
    witness: Witness | None = None


def search_of(learned: Learned) -> Search:
    """How it went."""
    solution, witness = learned.solution, None
    if learned.cross_check is not None:
        second = learned.cross_check.solution
        witness = Witness(second.engine, learned.cross_check.confirmed, round(second.seconds, 6))
    return Search(moments_of(solution.trace), solution.stopped, len(learned.problem.rows), witness)


def moments_of(trace: Sequence[Progress]) -> tuple[Moment, ...]:
    """Of very many moments some, the first and the last among them.

    >>> moments_of([Progress(0.0015, 12, 3), Progress(0.25, 9, 9)])
    ((0.0015, 12, 3), (0.25, 9, 9))
    """
    places = np.linspace(0, len(trace) - 1, min(len(trace), _MOST_MOMENTS)).astype(int)
    return tuple((round(trace[i].seconds, 6), trace[i].cost, trace[i].lower_bound) for i in places)


def search_record(known: Search) -> dict[str, Any]:
    """The same as plain JSON values."""
    return {
        "trace": [list(moment) for moment in known.moments],
        "stopped": None if known.stopped is None else str(known.stopped),
        "distinct_rows": known.distinct_rows,
        "cross_check": None if known.witness is None else asdict(known.witness),
    }


def search_from(record: Mapping[str, Any]) -> Search:
    """The search of JSON values that follow the schema."""
    second, stopped = record["cross_check"], record["stopped"]
    return Search(
        tuple((seconds, cost, bound) for seconds, cost, bound in record["trace"]),
        None if stopped is None else Stop(stopped),
        record["distinct_rows"],
        None if second is None else Witness(**second),
    )
