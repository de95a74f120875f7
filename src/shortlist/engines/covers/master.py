"""The linear program over the columns so far, by HiGHS: after new columns it goes on from where it was, by primal simplex.

    min Σ_r price(r)·x_r   with   Σ_{r covers i} x_r ≥ 1 for each row i   (and Σ_r x_r − surplus ≤ most_rules, where asked).

The surplus is dear, so that there is a solution whatever columns there are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import highspy
import numpy as np
from numpy.typing import NDArray

from shortlist.engines.bracket import Stopped, check_limits
from shortlist.engines.covers.pure_rules import Columns
from shortlist.problems.limits import Clock
from shortlist.problems.solution import Stop

_RULE_TOO_MANY = 1000.0  # times the dearest rule: what the program pays for each rule above the limit
_PRIMAL_SIMPLEX, _DUAL_SIMPLEX = 4, 1
_PROBE_PIVOTS = 30
_NO_LIMIT = 2**31 - 1
_FIRST_RUN, _LONGEST_RUN = 0.5, 4.0  # seconds that HiGHS, which hears no signal, has at once

Floats = NDArray[np.float64]


class MasterProgram:
    """Columns that cover rows, and what the program makes of them."""

    def __init__(self, n_rows: int, most_rules: int | None) -> None:
        self._n_rows, self._limited = n_rows, most_rules is not None
        self._highs = highspy.Highs()  # type: ignore[no-untyped-call]
        for name, value in {"output_flag": False, "threads": 1, "simplex_strategy": _PRIMAL_SIMPLEX}.items():
            self._highs.setOptionValue(name, value)
        inf, start = highspy.kHighsInf, np.zeros(n_rows, dtype=np.int32)
        none, nothing = np.zeros(0, dtype=np.int32), np.zeros(0)
        self._highs.addRows(n_rows, np.ones(n_rows), np.full(n_rows, inf), 0, start, none, nothing)
        if most_rules is not None:
            self._highs.addRow(-inf, float(most_rules), 0, none, nothing)
            self._highs.addCol(0.0, 0.0, inf, 1, np.array([n_rows], dtype=np.int32), np.array([-1.0]))

    def solve(self, columns: Columns, clock: Clock) -> tuple[Floats, Floats]:
        """The value of each column, and the dual value of each row; that of the limit on rules is last, where there is one."""
        self._add(columns)
        check_limits(clock)
        status = self._run(clock)
        if status not in (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kTimeLimit):
            self._highs.clearSolver()  # from scratch: where it was, it could not go on
            status = self._run(clock)
        if status != highspy.HighsModelStatus.kOptimal:
            raise Stopped(Stop.TIME if status == highspy.HighsModelStatus.kTimeLimit else Stop.FAULT)
        found = self._highs.getSolution()
        duals = np.array(found.row_dual)
        duals[self._n_rows :] *= -1
        return np.array(found.col_value)[int(self._limited) :], duals

    def rises_without(self, groups: Sequence[NDArray[np.int64]], clock: Clock) -> list[float]:
        """How much dearer the solved program gets without the columns of each group: less than the truth, by a few pivots.

        A float, and only a guide. Infinite where no solution is left.
        """
        basis, value = self._highs.getBasis(), self._highs.getInfo().objective_function_value
        self._highs.setOptionValue("simplex_strategy", _DUAL_SIMPLEX)
        self._highs.setOptionValue("simplex_iteration_limit", _PROBE_PIVOTS)
        try:
            rises = []
            for columns in groups:
                check_limits(clock)
                rises.append(self._value_without(columns, clock) - value)
                self._highs.setBasis(basis)
            return rises
        finally:
            self._highs.setOptionValue("simplex_strategy", _PRIMAL_SIMPLEX)
            self._highs.setOptionValue("simplex_iteration_limit", _NO_LIMIT)

    def _value_without(self, columns: NDArray[np.int64], clock: Clock) -> float:
        numbers, zeros = (columns + self._limited).astype(np.int32), np.zeros(len(columns))
        self._highs.changeColsBounds(len(columns), numbers, zeros, zeros)
        try:
            status = self._run_for(clock.left())
            found = self._highs.getInfo().objective_function_value
            return math.inf if status == highspy.HighsModelStatus.kInfeasible else found
        finally:
            self._highs.changeColsBounds(len(columns), numbers, zeros, np.full(len(columns), highspy.kHighsInf))

    def _run(self, clock: Clock) -> highspy.HighsModelStatus:
        """What became of it within the time that is left; Ctrl-C is heard between runs, of which each goes on where the last was."""
        seconds, left = _FIRST_RUN, clock.left()
        while left > seconds and self._run_for(seconds) == highspy.HighsModelStatus.kTimeLimit:
            seconds, left = min(2 * seconds, _LONGEST_RUN), clock.left()
        if left <= seconds:
            self._run_for(left)
        return self._highs.getModelStatus()

    def _run_for(self, seconds: float) -> highspy.HighsModelStatus:
        # HiGHS limits the time of all runs of a program together.
        self._highs.setOptionValue("time_limit", self._highs.getRunTime() + max(seconds, 0.0))
        self._highs.run()
        return self._highs.getModelStatus()

    def _add(self, columns: Columns) -> None:
        """Those that are new since the last time."""
        known = self._highs.getNumCol() - self._limited
        rows = columns.rows[known:]
        if not rows:
            return
        if self._limited:
            rows = [np.append(covered, self._n_rows) for covered in rows]
        n, cost = len(rows), columns.cost[known:].astype(np.float64)
        start = np.cumsum([0, *map(len, rows)])[:-1].astype(np.int32)
        entries = np.concatenate(rows).astype(np.int32)
        self._highs.addCols(
            n, cost, np.zeros(n), np.full(n, highspy.kHighsInf), len(entries), start, entries, np.ones(len(entries))
        )
        if self._limited:
            self._highs.changeColCost(0, _RULE_TOO_MANY * max(float(columns.cost.max()), 1.0))
