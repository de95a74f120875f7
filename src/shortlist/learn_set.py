"""The chain for decision sets: table → features → distinct rows → problem → engine → solution → recount."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TypeVar

from shortlist.checks.recount import SetRecount, recount_set
from shortlist.errors import NoListError, UsageError, WrongAnswerError
from shortlist.features.binarize import Binning
from shortlist.learn import CLOSING, pose
from shortlist.models.model import DecisionSet
from shortlist.problems.constraints import FREE, Constraints
from shortlist.problems.objective import Number
from shortlist.problems.set_problem import SetForm, SetObjective, SetProblem
from shortlist.problems.solution import Limits, OnProgress, SetSolution, Status
from shortlist.tables.table import LabelledTable

_Named = TypeVar("_Named", SetObjective, SetForm)

SET_ENGINES = ("auto", "search", "maxsat")
"""`search` knows perfect and separated sets, `maxsat` all of them; `auto` takes `search` where it can."""


@dataclass(frozen=True)
class LearnedSet:
    """A solution, the problem it solves, the data that the problem was made from, and what a recount of it found."""

    solution: SetSolution
    problem: SetProblem
    data: LabelledTable
    recount: SetRecount | None = None

    @property
    def model(self) -> DecisionSet:
        """The set; a solve that ended without one raises."""
        if self.solution.model is not None:
            return self.solution.model
        if self.solution.status is Status.INFEASIBLE:
            raise NoListError("there is no perfect set that keeps to the constraints")
        raise NoListError(
            f"no set was found before the {self.solution.stopped} limit; each costs at least {self.solution.lower_bound}"
        )


def learn_set(
    data: LabelledTable,
    *,
    regularization: Number = "0.01",
    objective: str = "opt",
    form: str = "separated",
    binning: Binning | None = None,
    constraints: Constraints = FREE,
    forbid: Sequence[str] = (),
    engine: str = "auto",
    limits: Limits | None = None,
    on_progress: OnProgress | None = None,
) -> LearnedSet:
    """Learn the decision set of least cost; a regularization of 0 asks for a perfect one. Limits cover all of it.

    Objectives and forms are as in `shortlist.problems.set_problem`; the form is that of a sparse set.

    >>> from shortlist.tables.read import read_labelled
    >>> print(learn_set(read_labelled("titanic"), regularization="0.02").model)
    IF sex == male    THEN no   (covers 1731: 1364 right)
    IF sex == female  THEN yes  (covers 470: 344 right)
    """
    limits = limits or Limits()
    clock = limits.start()
    posed = pose(data, regularization=regularization, binning=binning, constraints=constraints, forbid=forbid)
    problem = SetProblem(
        posed.rows,
        posed.features,
        posed.classes,
        _one_of(SetObjective, objective, "the objective of a set"),
        posed.costs.rule,
        posed.perfect,
        _one_of(SetForm, form, "the form of a set"),
        posed.constraints,
    )
    rest = limits.rest(clock).sparing(CLOSING * clock.elapsed())
    solution = _solver(engine, problem)(problem, rest, on_progress=on_progress)
    solution = replace(solution, engine=engine)
    recount = None if solution.model is None else _recounted(solution, solution.model, problem, data)
    return LearnedSet(solution, problem, data, recount)


def _one_of(kind: type[_Named], value: str, name: str) -> _Named:
    if value not in list(kind):
        raise UsageError(f"{name} must be one of {', '.join(kind)}, got {value!r}")
    return kind(value)


def _solver(engine: str, problem: SetProblem) -> Callable[..., SetSolution]:
    """The engine's function; SAT solvers and linear programs are loaded where they are used."""
    if engine not in SET_ENGINES:
        raise UsageError(f"the engine of a set must be one of {', '.join(SET_ENGINES)}, got {engine!r}")
    complete = problem.form is SetForm.COMPLETE and not problem.perfect
    if engine == "maxsat" or (engine == "auto" and complete):
        solver: Callable[..., SetSolution] = import_module("shortlist.engines.maxsat.sets").set_maxsat
    else:
        solver = import_module("shortlist.engines.sets").set_search
    return solver


def _recounted(solution: SetSolution, model: DecisionSet, problem: SetProblem, data: LabelledTable) -> SetRecount:
    """Recount the set from the raw rows; a claim that does not survive is not passed on."""
    claimed = f"engine {solution.engine} claims cost {solution.cost}"
    counted = recount_set(model, data)
    if counted.counts != tuple(rule.counts for rule in model.rules):
        raise WrongAnswerError(f"{claimed}, but its rules do not cover the raw rows as it says")
    if problem.perfect and counted.errors != problem.rows.unavoidable:
        raise WrongAnswerError(f"{claimed}, but its rules make {counted.errors} errors")
    cost = counted.cost(problem.costs, perfect=problem.perfect, separated=problem.form is SetForm.SEPARATED)
    if cost != solution.cost:
        raise WrongAnswerError(f"{claimed}, but its rules cost {cost} with {counted.errors} errors")
    return counted
