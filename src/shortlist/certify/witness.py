"""A witness of another kind for small tables: an LRAT proof that the paper's clauses have no model, written by CaDiCaL.

The clauses are those of the verifier (`shortlist_verifier.lrat`), which writes them again from the table; nothing here has to be trusted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from shortlist.certify.canonical import canonical_table, header
from shortlist.certify.claimed import Claimed, whole_list
from shortlist.certify.proof import Proof, joined
from shortlist.engines.bracket import Stopped, check_limits
from shortlist.engines.kernel import trimmed_lrat
from shortlist.engines.sat.oracle import refutation
from shortlist.engines.sat.sat import refuting_rows
from shortlist.errors import NoProofError, UsageError, WrongAnswerError
from shortlist.problems.indexed import IndexedRule
from shortlist.problems.limits import Clock, Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Stop
from shortlist_verifier import lrat

ROWS_SHARE = 0.5  # of the time at most is for choosing rows
BYTES_FOR_ONE = 4  # of memory, for a byte of the solver's proof
MOST_BYTES = 2**30  # of the solver's proof
LOOK_EVERY = 2**12  # clauses


def certify_by_clauses(
    problem: Problem, rules: tuple[IndexedRule, ...], *, bound: int | None = None, limits: Limits | None = None
) -> Proof:
    """Prove that no list costs less than `bound` (this list's own cost, if nothing is said); there is no proof of less."""
    return certify_claims_by_clauses([whole_list(problem, rules, bound)], limits)


def certify_claims_by_clauses(claims: Sequence[Claimed], limits: Limits | None = None) -> Proof:
    """Prove what is claimed of a model; the parts share the time."""
    clock = (limits or Limits()).start()
    return joined([_proof(claimed, clock.share(1 / (len(claims) - k))) for k, claimed in enumerate(claims)])


def _proof(claimed: Claimed, clock: Clock) -> Proof:
    bound, table = claimed.bound, canonical_table(claimed.problem)
    head = header(claimed, hashlib.sha256(table).hexdigest(), bound)
    head = head.replace("shortlist-proof 1", "shortlist-lrat 1", 1)
    try:
        asked = lrat.Problem(lrat.Table(table), head.encode("ascii"))
        formula = _WatchedFormula(asked, _rows(claimed, asked.most, clock).tolist(), clock)
        steps = _steps(formula, clock)
    except lrat.Rejected as fault:
        raise UsageError(f"an LRAT proof is for small tables, but {fault}") from None
    except (Stopped, MemoryError) as limit:
        over = "time" if isinstance(limit, Stopped) and limit.why is Stop.TIME else "memory"
        raise NoProofError(
            f"there is no LRAT proof within the {over} limit; a proof by bounds asks for less (--witness bounds)"
        ) from None
    if steps is None:
        raise _false(claimed)
    named = " ".join(map(str, ["rows", *formula.rows]))
    body = f"{named}\nformula {formula.count} {len(formula.starts)}\n"
    return Proof((head + body).encode("ascii") + steps, table, claimed.cost, bound)


def _rows(claimed: Claimed, most: int, clock: Clock) -> NDArray[np.int64]:
    """The rows of the formula. Few suffice for perfect lists; errors of sparse ones are counted on all rows that may lose anything."""
    problem = claimed.problem
    if most < 0:
        return np.zeros(0, dtype=np.int64)
    if not problem.perfect or not claimed.labels.default.all():  # `sat` knows no part of a model
        return np.flatnonzero(problem.avoidable.any(axis=1))
    free = replace(problem, constraints=replace(problem.constraints, min_rows=0))
    rows = refuting_rows(free, claimed.bound - 1, clock.share(ROWS_SHARE))
    if rows is None:
        raise _false(claimed)
    return rows


def _steps(formula: lrat.Formula, clock: Clock) -> bytes | None:
    """The steps from the clauses to the empty one, None if some list satisfies them."""
    if formula.problem.most < 0:
        given = len(formula.starts)
        return f"{given + 1} 0 {given} 0\n".encode()
    most_bytes = MOST_BYTES if clock.memory is None else min(MOST_BYTES, clock.memory // BYTES_FOR_ONE)
    proof = refutation(_clauses(formula), most_bytes=most_bytes, pause=partial(check_limits, clock))
    return None if proof is None else trimmed_lrat(proof, len(formula.starts))


def _clauses(formula: lrat.Formula) -> Iterator[list[int]]:
    for k in range(len(formula.starts)):
        yield formula.clause(k + 1).tolist()


def _false(claimed: Claimed) -> UsageError | WrongAnswerError:
    """Some list costs less than the bound."""
    said = f"no list is said to cost less than {claimed.bound}"
    if claimed.problem.constraints.min_rows:
        return UsageError(
            f"{said}, which rests on the least number of rows that a rule must decide: LRAT proofs know nothing of it, "
            "but proofs by bounds do (--witness bounds)"
        )
    return WrongAnswerError(f"{said}, but the SAT solver finds that one does")


class _WatchedFormula(lrat.Formula):  # type: ignore[misc]  # the verifier is plain Python
    """The verifier's formula, given up when a limit is reached."""

    def __init__(self, problem: lrat.Problem, rows: list[int], clock: Clock) -> None:
        self._clock = clock
        super().__init__(problem, rows)

    def add(self, *clause: int) -> None:
        if len(self.starts) % LOOK_EVERY == 0:
            check_limits(self._clock)
        super().add(*clause)
