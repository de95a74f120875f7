"""The one door to SAT solvers: incremental SAT, and MaxSAT by RC2, over a solver that answers in short slices.

PySAT holds the interpreter while a solver runs, and its own Ctrl-C handler jumps out of the solver: the process is deaf to
the next Ctrl-C, or dies if another thread took the signal. So the solver runs on small conflict budgets and without that
handler; between two slices Python delivers signals and the time limit is looked at. RC2 is never given `process` (its models may then miss the cost it reports), and
it gets a formula of its own, since it changes what it is given.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

import pysolvers
from pysat._utils import MainThread
from pysat.examples.rc2 import RC2Stratified
from pysat.formula import WCNF
from pysat.solvers import Cadical195, Solver

from shortlist.encoding.formula import Formula
from shortlist.encoding.sums import Clauses
from shortlist.encoding.variables import Numbers
from shortlist.problems.limits import CLAUSES_AT_ONCE, SLICE, TOLERATED

SOLVERS = {"cadical195": "cd195", "glucose3": "g3", "glucose421": "g421"}
"""CaDiCaL 1.9.5 is our default, Glucose 3 the paper's setting, Glucose 4.2.1 is faster on small formulas."""

Pause = Callable[..., None]
"""Called between slices, without an argument or with the seconds that the next one may take; may raise to stop a solver."""


class MaxSat(RC2Stratified):  # type: ignore[misc]  # PySAT is not typed
    """RC2 with stratification, loaded from a formula; `pause` is called between slices and may raise to stop it."""

    def __init__(self, formula: Formula[Any], *, solver: str, pause: Pause) -> None:
        self._slices = Slices(pause)
        objective = WCNF()
        objective.nv = formula.variables.count
        for literal, weight in zip(formula.soft.tolist(), formula.weight.tolist(), strict=True):
            objective.append([literal], weight=weight)
        super().__init__(objective, solver=SOLVERS[solver])
        for block in formula.hard:
            _append(self.oracle, block, pause)

    def best_model(self) -> list[int] | None:
        """A model of least cost, None if the hard clauses have none."""
        model: list[int] | None = self.compute()
        return model

    def lower_bound(self) -> int:
        """What the cores found so far prove: no model costs less."""
        return int(self.cost)

    def _call_oracle(self, assumptions: Sequence[int] = (), expect_interrupt: bool = False) -> bool:  # noqa: ARG002, FBT001, FBT002
        """Solve in slices; RC2 asks all its questions here."""
        return self._slices.solve(self.oracle, assumptions)


class Sat:
    """A SAT solver to which clauses are added and which is asked again and again; close it after use."""

    def __init__(self, *, solver: str, pause: Pause) -> None:
        self._pause = pause
        self._slices = Slices(pause)
        self._solver = Solver(name=SOLVERS[solver])

    def add(self, clauses: Numbers | Clauses) -> None:
        """Add clauses, of one length as an array or of any length as lists."""
        _append(self._solver, clauses, self._pause)

    def model(self, assumptions: Sequence[int]) -> list[int] | None:
        """A model that keeps to the assumptions, None if there is none."""
        if not self._slices.solve(self._solver, assumptions):
            return None
        model: list[int] = self._solver.get_model()
        return model

    def close(self) -> None:
        """Give the solver's memory back."""
        self._solver.delete()


def refutation(clauses: Iterable[Sequence[int]], *, most_bytes: int, pause: Pause) -> bytes | None:
    """CaDiCaL's proof, in LRAT, that these clauses have no model; None if they have one.

    Each clause that it learns stands there with those that it follows from. A proof that becomes too long is a lack of memory.
    """

    def checked(needed: float) -> None:
        pause(needed)
        if os.fstat(trace.fileno()).st_size > most_bytes:
            raise MemoryError("the solver's proof is too long")

    with tempfile.TemporaryFile() as trace, Cadical195() as solver:
        solver.configure({"lrat": 1, "binary": 0})
        # PySAT has no name of its own for this: it would begin the trace before the solver can be told to write LRAT.
        solver.prfile, solver.prfp = trace, pysolvers.cadical195_tracepr(solver.cadical, trace)
        waiting = iter(clauses)
        while part := list(islice(waiting, CLAUSES_AT_ONCE)):
            solver.append_formula(part)
            pause()
        if Slices(checked).solve(solver, ()):
            return None
        pysolvers.flushpr(solver.prfp)
        trace.seek(0)
        return trace.read()


class Slices:
    """Solve on conflict budgets of about 50 ms each; `pause` is called between them and may raise.

    Now and then a solver tidies up, whatever its budget, so a slice may take several times as long. The longest so far says
    how long before the time is over none is begun.
    """

    def __init__(self, pause: Pause) -> None:
        self._pause = pause
        self._budget = 100
        self._longest = 0.0

    def solve(self, solver: Any, assumptions: Sequence[int]) -> bool:
        """Is there a model under these assumptions?"""
        while True:
            self._pause(max(0.0, self._longest - TOLERATED))
            began = time.perf_counter()
            solver.conf_budget(self._budget)
            with without_signal_handler:
                answer: bool | None = solver.solve_limited(assumptions=list(assumptions))
            spent = max(time.perf_counter() - began, 1e-4)
            self._longest = max(self._longest, spent)
            if answer is not None:
                return answer
            self._budget = max(10, int(self._budget * min(2.0, SLICE / spent)))


def _append(solver: Any, clauses: Numbers | Clauses, pause: Pause) -> None:
    """Give a solver clauses, so many at once, with a pause after each lot."""
    for start in range(0, len(clauses), CLAUSES_AT_ONCE):
        chunk = clauses[start : start + CLAUSES_AT_ONCE]
        solver.append_formula(chunk if isinstance(chunk, list) else chunk.tolist())
        pause()


class _WithoutSignalHandler:
    """Within the block PySAT leaves SIGINT to Python, which remembers it until the block is left.

    PySAT installs its handler where it believes to be in the main thread, so it is told otherwise. Blocks of several threads
    may overlap: the first to enter changes what PySAT believes, the last to leave changes it back.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._believed: Any = None

    def __enter__(self) -> None:
        with self._lock:
            if self._inside == 0:
                self._believed = MainThread.check
                MainThread.check = staticmethod(lambda: False)
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                MainThread.check = self._believed


without_signal_handler = _WithoutSignalHandler()
