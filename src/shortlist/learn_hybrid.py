"""The chain for decision lists side by side: table → features → problem → engine → solution → recount."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from shortlist.checks.recount import recount_lists
from shortlist.engines.search import search
from shortlist.errors import NoListError, UsageError, WrongAnswerError
from shortlist.features.binarize import Binning
from shortlist.learn import pose
from shortlist.models.hybrid import DecisionLists
from shortlist.problems.objective import Number
from shortlist.problems.problem import Problem
from shortlist.problems.solution import HybridSolution, Limits, OnProgress
from shortlist.tables.table import LabelledTable


@dataclass(frozen=True)
class LearnedHybrid:
    """A solution together with the problem it solves and the data that the problem was made from."""

    solution: HybridSolution
    problem: Problem
    data: LabelledTable

    @property
    def model(self) -> DecisionLists:
        """The lists; a solve that ended without any raises."""
        if self.solution.model is None:
            raise NoListError(f"no lists were found before the {self.solution.stopped} limit")
        return self.solution.model


def learn_hybrid(
    data: LabelledTable,
    *,
    regularization: Number = "0.01",
    binning: Binning | None = None,
    engine: str = "auto",
    limits: Limits | None = None,
    on_progress: OnProgress | None = None,
) -> LearnedHybrid:
    """Learn decision lists side by side of least cost; a regularization of 0 asks for perfect ones.

    The least cost is that of one decision list (`shortlist.engines.maxsat.hybrid` says why): the engine `search` answers with it.

    >>> from shortlist.tables.read import read_labelled
    >>> learn_hybrid(read_labelled("titanic"), regularization="0.01").solution.cost
    562
    """
    if engine not in HYBRID_ENGINES:
        raise UsageError(
            f"the engine for lists side by side must be one of {', '.join(HYBRID_ENGINES)}, got {engine!r}"
        )
    limits = limits or Limits()
    clock = limits.start()
    problem = pose(data, regularization=regularization, binning=binning)
    solution = HYBRID_ENGINES[engine](problem, limits.rest(clock), on_progress)
    if solution.model is not None:
        found = recount_lists(solution.model, data.counted())
        prices = problem.node_cost * found.size
        if (found.errors, prices + (0 if problem.perfect else found.errors)) != (solution.errors, solution.cost):
            raise WrongAnswerError(f"engine {engine} claims cost {solution.cost}, but the raw rows say otherwise")
    return LearnedHybrid(replace(solution, engine=engine), problem, data)


def _by_maxsat(problem: Problem, limits: Limits, on_progress: OnProgress | None) -> HybridSolution:
    from shortlist.engines.maxsat.hybrid import hybrid  # noqa: PLC0415  # SAT solvers are loaded where they are used

    return hybrid(problem, limits, on_progress=on_progress)


def _as_the_paper(problem: Problem, limits: Limits, on_progress: OnProgress | None) -> HybridSolution:
    from shortlist.engines.maxsat.hybrid import hybrid  # noqa: PLC0415

    return hybrid(problem, limits, on_progress=on_progress, solver="glucose3")


def _by_search(problem: Problem, limits: Limits, on_progress: OnProgress | None) -> HybridSolution:
    """One list: no lists side by side cost less than the cheapest of these."""
    one = search(problem, limits, on_progress=on_progress)
    model = None if one.model is None else DecisionLists((one.model.rules,), one.model.classes)
    errors = None if one.model is None else one.model.errors
    return HybridSolution(
        one.status, model, one.cost, one.lower_bound, "search", one.seconds, one.stopped, one.trace, errors=errors
    )


HYBRID_ENGINES: dict[str, Callable[[Problem, Limits, OnProgress | None], HybridSolution]] = {
    "auto": _by_maxsat,
    "search": _by_search,
    "maxsat": _by_maxsat,
    "maxsat-paper": _as_the_paper,
}
