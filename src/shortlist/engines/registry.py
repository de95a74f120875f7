"""Which engines there are for each kind of model, and what each of them can keep to.

An engine is a function `(problem, limits, *, on_progress=None) -> Solution`, named here as `module:function` and loaded when it
is first used: SAT solvers and linear programs take a while that nobody else should wait for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any

from shortlist.engines.bracket import Run
from shortlist.errors import UsageError
from shortlist.option import one_of
from shortlist.problems.divided import divided
from shortlist.problems.limits import Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import OnProgress, Progress, Solution, Stop

SIZES = frozenset({"max_rules", "max_size"})
RULES = frozenset({"max_literals", "min_rows", "rule_classes"})
LITERALS = frozenset({"negations", "positive", "forbid"})
PRICES = frozenset({"several prices"})
EVERYTHING = SIZES | RULES | LITERALS | PRICES


@dataclass(frozen=True)
class Engine:
    """Where an engine is, with which options it is called, and what it can keep to in sparse and in perfect problems.

    The names are those of `Problem.asked`: of constraints, and of what else goes beyond the paper's plain problem.
    """

    function: str
    keeps: frozenset[str] = frozenset()
    keeps_perfect: frozenset[str] | None = None
    options: dict[str, Any] = field(default_factory=dict)

    def refused(self, problem: Problem) -> list[str]:
        """What the problem asks and this engine cannot keep."""
        known = self.keeps if self.keeps_perfect is None or not problem.perfect else self.keeps_perfect
        return sorted(problem.asked - known)


def load(function: str) -> Callable[..., Any]:
    """The function that `module:function` names."""
    module, _, name = function.partition(":")
    loaded: Callable[..., Any] = getattr(import_module(module), name)
    return loaded


_MAXSAT, _SETS, _SEPARATED = "shortlist.engines.maxsat", "shortlist.engines.sets", "shortlist.engines.separated"
_SEARCHED, _BY_MAXSAT = {"part": f"{_SEPARATED}.part:search_part"}, {"part": f"{_MAXSAT}.part:maxsat_part"}
_AS_THE_PAPER = {"merge": False, "solver": "glucose3"}
_OF_PARTS = frozenset({"max_literals", "min_rows"}) | LITERALS

ENGINES: dict[str, dict[str, Engine]] = {
    "list": {
        "auto": Engine("shortlist.engines.auto:auto", EVERYTHING),
        "search": Engine("shortlist.engines.search:search", EVERYTHING),
        "greedy": Engine("shortlist.engines.greedy:greedy", EVERYTHING, keeps_perfect=PRICES),
        "sat": Engine("shortlist.engines.sat.sat:sat", EVERYTHING - {"min_rows"}),
        "maxsat": Engine(f"{_MAXSAT}.lists:maxsat", LITERALS, keeps_perfect=frozenset()),
        "maxsat-paper": Engine(f"{_MAXSAT}.lists:maxsat", LITERALS, keeps_perfect=frozenset(), options=_AS_THE_PAPER),
    },
    "separated list": {
        name: Engine(f"{_SEPARATED}.orders:separated", _OF_PARTS, keeps_perfect=frozenset(), options=_SEARCHED)
        for name in ("auto", "search")
    }
    | {
        "maxsat": Engine(f"{_SEPARATED}.orders:separated", LITERALS, keeps_perfect=frozenset(), options=_BY_MAXSAT),
        "maxsat-paper": Engine(
            f"{_SEPARATED}.orders:separated", LITERALS, keeps_perfect=frozenset(), options=_BY_MAXSAT | _AS_THE_PAPER
        ),
    },
    "set": {
        "search": Engine(f"{_SETS}:set_search", LITERALS),
        "maxsat": Engine(f"{_MAXSAT}.sets:set_maxsat", LITERALS | {"form complete"}, keeps_perfect=frozenset()),
    },
    "hybrid": {
        "maxsat": Engine(f"{_MAXSAT}.hybrid:hybrid"),
        "maxsat-paper": Engine(f"{_MAXSAT}.hybrid:hybrid", options={"solver": "glucose3"}),
        "search": Engine("shortlist.engines.search:lists_side_by_side"),
    },
}
"""The engines of each family of models, by name. Where there is none called `auto`, that is the first that can keep to what is
asked. `maxsat-paper` is the paper's own setting: one row for each example, and Glucose 3."""

ORDERS = ("i+", "i-", "a+", "a-", "c+", "c-", "all")
"""The orders of classes that have a name, for separated lists; `engines.separated.orders` has their meanings."""


def names_of(family: str) -> list[str]:
    """The engines that a user may name, the default first."""
    return ["auto", *(name for name in ENGINES[family] if name != "auto")]


def engine_for(name: str, problem: Problem, *, separate: bool = False) -> Engine:
    """The engine of this name for a problem that it can keep to; anything else is refused in one sentence.

    A list that decides classes one after the other (`separate`) is a list to everyone but the engines.
    """
    family = "separated list" if separate else str(problem.kind)
    known = ENGINES[family]
    one_of(f"the engine for a {family}", name, names_of(family))
    if name not in known:
        name = next((other for other, engine in known.items() if not engine.refused(problem)), next(iter(known)))
    refused = known[name].refused(problem)
    if not refused:
        return known[name]
    what, able = ", ".join(refused).replace("_", " "), [k for k, engine in known.items() if not engine.refused(problem)]
    model = f"a perfect {family}" if problem.perfect else f"a {family}"
    other = f"use {' or '.join(able)}" if able else "no engine can"
    raise UsageError(f"the engine {name} cannot keep to {what} for {model}; {other}")


def solve(
    name: str, problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None, **options: Any
) -> Solution:
    """Solve a problem by the engine of this name; an interruption before there is a model raises `KeyboardInterrupt`."""
    small = divided(problem)
    engine = engine_for(name, small.problem, separate="order" in options)
    told = Run.start(name, small.problem, limits, None)

    def follow(moment: Progress) -> None:
        told.update(moment)
        if on_progress is not None:
            on_progress(small.moment(moment))

    try:
        solution: Solution = load(engine.function)(
            small.problem, limits, on_progress=follow, **engine.options, **options
        )
    except KeyboardInterrupt:
        # It came between two steps of the engine, where nobody was there to keep what is known but what it had told.
        solution = replace(told.solution(), stopped=Stop.INTERRUPT)
    if solution.lists is None and solution.stopped is Stop.INTERRUPT:
        raise KeyboardInterrupt
    return small.solution(solution)
