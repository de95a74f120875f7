"""The one door to the native kernel: problems in, brackets of rules by index out.

`src/kernel/` has the algorithms and their arguments. What is added here are the types of this package, limits, and the
check that no sum overflows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shortlist import _kernel
from shortlist.engines.bracket import Stopped
from shortlist.errors import DataError
from shortlist.problems.indexed import Conjunction, IndexedRule, Lists, one_list
from shortlist.problems.limits import KERNEL_SHARE, Clock, Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Progress, Stop

PureRules = _kernel.PureRules
RuleBatch = _kernel.RuleBatch

LARGEST_LOSS = 2**52
"""The kernel adds up no more than this."""

LARGEST_PERFECT_PRICE = 2**20
"""The search for perfect lists takes no higher price."""

NO_COST = 2**60
"""What the kernel says where there is no list."""

ANNEALING = 2 * 10**8
"""Units of work that take some tenths of a second."""

_WORK_OF_ENTRY = 2000  # of the table of distinct rows and features: small tables need less annealing

_STOPS = {"proved": None, "time": Stop.TIME, "memory": Stop.MEMORY, "interrupt": Stop.INTERRUPT}
_Rules = Sequence[tuple[Sequence[tuple[int, bool]], int]]
_Report = Callable[[int, int, int, float, _Rules | None], object]

Watch = Callable[[Progress], object]
"""Called with each moment of a search; an answer of False ends it."""


def raise_if_stopped(stop: str) -> None:
    """Tell a limit or Ctrl-C that ended the kernel."""
    why = _STOPS[stop]
    if why is not None:
        raise Stopped(why)


@dataclass(frozen=True)
class Found:
    """The best list that the kernel found (None without one), what it costs, and what every list costs at least."""

    lists: Lists | None
    cost: int | None
    lower_bound: int
    stopped: Stop | None
    trace: tuple[Progress, ...] = ()


class Watched:
    """A search of the kernel while it runs: its moments are passed on, and it is ended when too much memory is held.

    A cost of `most` or more means that there is no such list.
    """

    def __init__(self, clock: Clock, on_progress: Watch | None = None, most: int = NO_COST) -> None:
        self._clock, self._on_progress, self._most = clock, on_progress, most
        self._out_of_memory = False

    def report(self, cost: int, lower_bound: int, states: int, seconds: float, rules: _Rules | None) -> object:
        """Hear of a moment; an answer of False ends the search as on Ctrl-C, with its best list."""
        self._out_of_memory |= self._clock.out_of_memory()
        if self._out_of_memory or self._on_progress is None:
            return not self._out_of_memory
        known = self._cost(cost)
        lists = None if rules is None or known is None else one_list(rules)
        try:
            return self._on_progress(Progress(seconds, known, lower_bound, states, lists))
        except KeyboardInterrupt:
            return False

    def found(self, result: _kernel.SearchResult) -> Found:
        """What the kernel found, and why it ended."""
        trace = tuple(Progress(seconds, self._cost(cost), bound) for seconds, cost, bound in result.trace)
        cost, stopped = self._cost(result.cost), self.why(result.stop)
        lists = None if cost is None else one_list(result.rules)
        return Found(lists, cost, min(result.lower_bound, self._most), stopped, trace)

    def why(self, stop: str) -> Stop | None:
        """What ended the kernel, if anything did."""
        stopped = _STOPS[stop]
        return Stop.MEMORY if stopped is Stop.INTERRUPT and self._out_of_memory else stopped

    def _cost(self, cost: int) -> int | None:
        return cost if cost < self._most else None


def kernel_memory(clock: Clock) -> int | None:
    """Bytes that the kernel may count for itself."""
    return None if clock.memory is None else int(clock.memory * KERNEL_SHARE)


def cheapest_list(
    problem: Problem, clock: Clock, *, incumbent: Sequence[IndexedRule] | None, on_progress: Watch
) -> Found:
    """The cheapest list, by branch and bound over the rows that are left.

    Where it must be perfect, a row that is given a wrong class costs more than some perfect list, so that the cheapest list is
    perfect if any is: one rule for each distinct row, with a literal for each feature, is perfect.
    """
    most, losses = NO_COST, problem.losses
    if problem.perfect:
        one_rule = problem.costs.rule + sum(problem.literal_prices.tolist())
        dearer = len(problem.rows) * one_rule + problem.costs.default + 1
        check_sums(len(problem.rows) * dearer, what="prices of a perfect list, for so many rows and questions,")
        most, losses = dearer, (problem.avoidable > 0) * np.int64(dearer)
    check_sums(_most(losses), problem.rows.weight, problem.costs.default)
    watched = Watched(clock, on_progress, most)
    return watched.found(_search_lists(problem, losses, clock, incumbent=incumbent, on_progress=watched.report))


def annealed_list(
    problem: Problem,
    clock: Clock,
    *,
    incumbent: Sequence[IndexedRule] | None,
    work: int = ANNEALING,
    times: int = 1,
) -> Lists:
    """A good list at once, by so much simulated annealing, or less for a small table, or so many times that; nothing is proved."""
    check_sums(problem.rows.weight, int(problem.losses.sum()))
    work = times * min(work, _WORK_OF_ENTRY * problem.rows.size)
    result = _search_lists(problem, problem.losses, clock, incumbent=incumbent, only_anneal=work)
    if result.stop == "interrupt":
        raise Stopped(Stop.INTERRUPT)
    return one_list(result.rules)


def is_quickly_proved(problem: Problem, clock: Clock, *, work: int) -> bool:
    """Is a cheapest list found and proved with so much work of one thread? The same on every machine, if there is time for it."""
    check_sums(_most(problem.losses), problem.rows.weight, problem.costs.default)
    alone = Limits(max(clock.left(), 0.0), clock.memory, 1).start()
    result = _search_lists(problem, problem.losses, alone, most_work=work)
    if result.stop == "interrupt":
        raise Stopped(Stop.INTERRUPT)
    return result.stop == "proved"


def _search_lists(problem: Problem, losses: NDArray[np.int64], clock: Clock, **asked: Any) -> _kernel.SearchResult:
    """The kernel's search for lists whose default rule may have any class."""
    return _search(
        problem,
        losses,
        clock,
        default_price=problem.costs.default,
        rule_labels=problem.rule_classes,
        default_labels=np.ones(len(problem.classes), dtype=np.bool_),
        **asked,
    )


def _search(problem: Problem, losses: NDArray[np.int64], clock: Clock, **asked: Any) -> _kernel.SearchResult:
    """The kernel's search under the problem's prices and constraints."""
    constraints = problem.constraints
    return _kernel.search(
        problem.rows.features,
        losses,
        problem.rows.numbers,
        rule_price=problem.costs.rule,
        literal_prices=problem.literal_prices,
        literals=problem.literals,
        max_rules=constraints.max_rules,
        max_literals=constraints.max_literals,
        max_size=constraints.max_size,
        min_rows=constraints.min_rows,
        time_limit=clock.left(),
        memory_limit=kernel_memory(clock),
        threads=clock.threads,
        **asked,
    )


def smallest_perfect_list(
    problem: Problem, clock: Clock, *, incumbent: Sequence[IndexedRule] | None, on_progress: Watch
) -> Found:
    """The cheapest list that gives every row a class that costs it no more than is unavoidable, by learned row cores."""
    watched = Watched(clock, on_progress)
    result = _kernel.perfect(
        problem.rows.features,
        problem.avoidable == 0,
        rule_price=problem.costs.rule,
        literal_price=problem.costs.literal,
        default_price=problem.costs.default,
        rule_labels=problem.rule_classes,
        default_labels=np.ones(len(problem.classes), dtype=np.bool_),
        literals=problem.literals,
        max_literals=problem.constraints.max_literals,
        time_limit=clock.left(),
        memory_limit=kernel_memory(clock),
        incumbent=incumbent,
        on_progress=watched.report,
    )
    return watched.found(result)


class Labels(NamedTuple):
    """The labels that rules may predict, and those that the default rule may."""

    rules: NDArray[np.bool_]
    default: NDArray[np.bool_]


@dataclass(frozen=True)
class Log:
    """A proof that no list costs less than `bound`; `refuted` says that some list costs less than what was to be proved."""

    text: str
    bound: int
    stopped: Stop | None = None
    refuted: bool = False


def proof_of(problem: Problem, labels: Labels, bound: int, clock: Clock, *, by_cores: bool, exact: bool = False) -> Log:
    """A proof that no list costs less than `bound`, or than what could be proved; `by_cores` where row cores apply.

    It is about the problem's rows in their order, and lists whose rules and default rule predict these labels. That a rule must
    decide so many rows is used by an `exact` one only.
    """
    fixed = problem.costs.default + (0 if problem.perfect else problem.unavoidable)
    target, watched = bound - fixed, Watched(clock)
    asked: dict[str, Any] = {
        "rule_price": problem.costs.rule,
        "rule_labels": labels.rules,
        "default_labels": labels.default,
        "literals": problem.literals,
        "max_literals": problem.constraints.max_literals,
        "target": target,
        "time_limit": clock.left(),
        "memory_limit": kernel_memory(clock),
        "on_progress": watched.report,
    }
    features = np.ascontiguousarray(problem.rows.features)
    if by_cores:
        right = np.ascontiguousarray(problem.avoidable == 0)
        found = _kernel.certify_perfect(features, right, literal_price=problem.costs.literal, **asked)
    else:
        # A wrong class costs as much as what is to be proved: a list that is cheaper gives none.
        losses = (problem.avoidable > 0) * np.int64(max(target, 1)) if problem.perfect else problem.losses
        check_sums(_most(losses), problem.costs.default)
        asked |= {"max_rules": problem.constraints.max_rules, "max_size": problem.constraints.max_size}
        asked |= {"literal_prices": problem.literal_prices, "min_rows": problem.constraints.min_rows if exact else 0}
        found = _kernel.certify(features, np.ascontiguousarray(losses), problem.rows.numbers, **asked)
    stopped = None if found.stop == "false" else watched.why(found.stop)
    return Log(found.proof, found.bound + fixed, stopped, refuted=found.stop == "false")


def trimmed_lrat(proof: bytes, given: int) -> bytes:
    """The steps of a SAT solver's proof that its empty clause rests on, behind so many clauses that it was given."""
    return _kernel.trim_lrat(proof, given=given)


def rules_of_one_class(
    problem: Problem, losses: NDArray[np.int64], clock: Clock, *, incumbent: Sequence[Conjunction]
) -> tuple[tuple[Conjunction, ...], Found]:
    """The cheapest rules of one class: `losses` are of covering each row, and of leaving it out.

    All rules predict the class, so their order does not matter; the default leaves rows out, and is free. The one rule `true`,
    which covers everything, is not looked at.
    """
    check_sums(_most(losses))
    watched = Watched(clock)
    result = _search(
        problem,
        losses,
        clock,
        default_price=0,
        rule_labels=np.array([True, False]),
        default_labels=np.array([False, True]),
        incumbent=[*((literals, 0) for literals in incumbent), ((), 1)],
        on_progress=watched.report,
    )
    return tuple(tuple(literals) for literals, _ in result.rules[:-1]), watched.found(result)


Cover = tuple[int, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
"""How many rows are to be covered, and start, entries and cost: column k covers `entries[start[k] : start[k + 1]]` for `cost[k]`."""


def least_cover(
    cover: Cover, *, target: int, enough: int, most_columns: int | None, clock: Clock
) -> tuple[list[int] | None, str]:
    """Columns that cover all rows and cost at most `target`, and what ended the search for them.

    If it is `proved`, these are the cheapest, or the first that cost no more than is `enough`; None if all cost more.
    """
    result = _kernel.least_cover(
        *cover,
        below=target + 1,
        enough=enough,
        most_columns=most_columns,
        time_limit=clock.left(),
        memory_limit=kernel_memory(clock),
    )
    return result.columns, result.stop


def local_cover(cover: Cover, *, work: int, enough: int, clock: Clock) -> tuple[list[int], str]:
    """Columns that cover all rows and cost little, by local search, and what ended it; no column if none were found.

    One that costs no more than is `enough` ends it.
    """
    result = _kernel.local_cover(*cover, work=work, enough=enough, time_limit=clock.left())
    return result.columns or [], result.stop


def _most(losses: NDArray[np.int64]) -> int:
    """What rows can lose together, or more where that is little; in Python's own numbers, for 64 bits might not do."""
    as_the_worst = int(losses.max(initial=0)) * len(losses)
    return as_the_worst if as_the_worst <= LARGEST_LOSS else sum(losses.max(axis=1, initial=0).tolist())


def check_sums(*sums: int, what: str = "the weights of all rows, times the price of an error,") -> None:
    """Refuse what the kernel could not add up."""
    if max(sums) > LARGEST_LOSS:
        raise DataError(f"{what} must not be above 2**52 for the engine search")
