"""The whole chain on one screen: table → features → distinct rows → problem → engine → names → recount → claim."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from shortlist.checks.claim import Claim
from shortlist.checks.crosscheck import CrossCheck, compare
from shortlist.checks.recount import forced_errors, recount
from shortlist.engines.every_cut import bound_over_every_cut
from shortlist.engines.registry import engine_for, solve
from shortlist.engines.sharpen import sharpened
from shortlist.engines.ties import equal_swap
from shortlist.engines.useful_cuts import only_useful
from shortlist.engines.within_size import may_be_narrowed, proved_within_size
from shortlist.errors import DataError, NoListError, UsageError, WrongAnswerError
from shortlist.features.binarize import USUAL, Binning
from shortlist.features.literal import Literal
from shortlist.models.model import Model, ModelKind
from shortlist.option import one_of, several
from shortlist.problems.asked import Asked
from shortlist.problems.choice import Choice
from shortlist.problems.constraints import FREE, Constraints
from shortlist.problems.evaluate import keeps_constraints
from shortlist.problems.limits import (
    CLOSING,
    EVERY_CUT_ALONE,
    EVERY_CUT_SHARE,
    GUESS_SHARE,
    WITHIN_SHARE,
    Clock,
    Limits,
    Noticed,
)
from shortlist.problems.naming import Names
from shortlist.problems.objective import Objective
from shortlist.problems.pose import posed
from shortlist.problems.problem import Problem
from shortlist.problems.scope import NO_TIME, TIME_OVER, EveryCut
from shortlist.problems.solution import OnProgress, Progress, Solution, Status, Stop
from shortlist.scale.stream import Stream
from shortlist.tables.deadline import NO_DEADLINE
from shortlist.tables.table import Label, LabelledTable
from shortlist.words import amount, printable


@dataclass(frozen=True)
class Tie:
    """Another list that costs the same: rule number `rule`, counted from 1, asks `literal` instead of `instead_of`."""

    rule: int
    instead_of: Literal
    literal: Literal


@dataclass(frozen=True)
class Learned:
    """What was learned of which data: the engine's solution, and, if it found a model, the model and what is claimed of it.

    `given` are the options that the user gave, all of them, where someone knows these.
    """

    solution: Solution
    asked: Asked
    found: Model | None = None
    claim: Claim | None = None
    cross_check: CrossCheck | None = None
    choice: Choice | None = None
    given: Mapping[str, Any] | None = None

    @property
    def problem(self) -> Problem:
        """What was solved."""
        return self.asked.problem

    @property
    def data(self) -> LabelledTable:
        """The rows that counted."""
        return self.asked.data

    @property
    def unit(self) -> int:
        """What an error of weight 1 costs; a perfect model pays in nodes."""
        return 1 if self.problem.perfect else self.data.weighting.scale

    @cached_property
    def tie(self) -> Tie | None:
        """One of the other lists that cost the same as one that is proved, where one is found; looked for when asked."""
        return None if self.claim is None else _tie(self.solution, self.asked, self.claim)

    @property
    def model(self) -> Model:
        """The model; a solve that ended without one raises."""
        if self.found is not None:
            return self.found
        noun, solution = self.problem.kind.noun, self.solution
        if solution.status is Status.INFEASIBLE:
            raise NoListError(
                f"there is no perfect {noun} over these questions that keeps to the constraints "
                f"({self.problem.constraints.words()}){self._for_want_of()}; without asking for a perfect one there is a best {noun} that keeps to them"
            )
        stopped, bound = solution.stopped and solution.stopped.noun, amount(solution.lower_bound / self.unit)
        raise NoListError(f"no {noun} was found before the {stopped}; each costs at least {bound}")

    def _for_want_of(self) -> str:
        """The forbidden columns, where rows that only these tell apart are why there is no perfect model."""
        forbidden = self.problem.constraints.columns(self.data.table.names)
        if self.problem.unavoidable_without(forbidden) == self.problem.unavoidable:
            return ""
        named = [printable(name) for name in self.data.table.names if name in forbidden]
        return (
            f", for rows of different classes differ in {' and '.join(named)} alone; a table without "
            f"({' '.join(f'--drop {name}' for name in named)}) has them as equal rows, whose errors are unavoidable"
        )


def learn(
    data: LabelledTable | Stream,
    *,
    model: str = ModelKind.LIST,
    objective: Objective | None = None,
    binning: Binning | None = None,
    constraints: Constraints = FREE,
    separate: str | Sequence[Label] | None = None,
    engine: str = "auto",
    limits: Limits | None = None,
    on_progress: OnProgress | None = None,
    cross_check: bool = False,
) -> Learned:
    """Learn the model of least cost: a "list", a "set", or lists side by side ("hybrid"). Limits cover all of it.

    With `separate` the classes of a list are decided one after the other, in an order as in `shortlist.engines.separated`: its
    name, or the classes themselves. With `cross_check` the problem is solved a second time by an engine that shares nothing with
    the first; each gets half of the time, and a contradiction is an error.

    >>> from shortlist.tables.read import read_labelled
    >>> titanic = read_labelled("titanic")
    >>> print(learn(titanic).model)
    IF      class != third and sex == female  THEN yes  (covers 274: 254 right)
    ELSE                                           no   (covers 1927: 1470 right)
    >>> print(learn(titanic, constraints=Constraints(forbid=["sex"])).model)
    IF      class == first  THEN yes  (covers 325: 203 right)
    ELSE                         no   (covers 1876: 1368 right)
    >>> print(learn(titanic, model="set", objective=Objective(0.02)).model)
    IF sex == male    THEN no   (covers 1731: 1364 right)
    IF sex == female  THEN yes  (covers 470: 344 right)
    """
    clock, separated = (limits or Limits()).start(), separate is not None
    asked = ask(
        data,
        clock,
        kind=ModelKind(one_of("the model", model, list(ModelKind))),
        objective=objective or Objective(),
        binning=binning,
        constraints=constraints,
        narrow=not separated,
    )
    problem, names = asked.problem, Names(asked.problem, data.weighting.scale)
    order = {} if separate is None else {"order": _order(separate, problem)}
    witness = _witness(engine, problem, separated=separated) if cross_check else None
    # `auto` may use SAT itself, so it is `search` that is checked by SAT.
    engine = "search" if engine == "auto" and cross_check else engine
    every_cut = asked.every_cut(separated=separated)
    kept = _Kept.of(asked, clock, every_cut, narrowed=engine == "auto" and not separated)
    # Each of two engines gets half of the time.
    first = clock.share(0.5).rest(sparing=kept.closing / 2) if cross_check else clock.rest(sparing=kept.all)
    told = None if on_progress is None else _Told(on_progress, names)
    solution = replace(solve(engine, problem, first, on_progress=told, **order), engine=engine)
    try:
        solution = _narrowed(problem, solution, kept, clock)
        if told is not None:
            told.close(solution)
        if kept.every_cut and solution.cost is not None and solution.stopped is not Stop.INTERRUPT:
            share = clock.of(min(kept.every_cut, clock.left() - kept.closing))
            every_cut = _over_every_cut(asked, solution, solution.cost, share)
        learned = verified(solution, asked, names, every_cut)
        if witness is None or solution.stopped is Stop.INTERRUPT:
            return learned
        return _cross_checked(learned, witness, names, clock.rest(sparing=kept.closing))
    except KeyboardInterrupt:
        # The model is there: what ends is what else was to be proved of it.
        return verified(replace(solution, stopped=Stop.INTERRUPT), asked, names, asked.every_cut(separated=separated))


@dataclass
class _Told:
    """Passes moments on with names for their models, and remembers the cost of the last model."""

    on_progress: OnProgress
    names: Names
    cost: int | None = None

    def __call__(self, moment: Progress) -> None:
        """Tell a moment."""
        if moment.lists is not None:
            self.cost = moment.cost
        return self.on_progress(replace(moment, name=self.names.model))

    def close(self, solution: Solution) -> None:
        """Tell the answer where it is another model than the last one told: it was found in the last moment, or by a narrower search."""
        if solution.lists is not None and solution.cost != self.cost:
            self(Progress(solution.seconds, solution.cost, solution.lower_bound, lists=solution.lists))


@dataclass(frozen=True)
class _Kept:
    """Seconds that are kept for what comes after the solve: names and a recount, the bound over every cut point, a narrower proof."""

    closing: float
    every_cut: float
    within: float

    @classmethod
    def of(cls, asked: Asked, clock: Clock, every_cut: EveryCut | None, *, narrowed: bool) -> _Kept:
        """Shares of the time that is left now; `narrowed` says whether a proof among lists of few nodes may take the place of the whole.

        Rows are recounted about as fast as they were read and merged.
        """
        bounded = every_cut is not None and not every_cut.why_not
        narrowed = narrowed and clock.left() < math.inf and may_be_narrowed(asked.problem)
        return cls(
            asked.seconds * (CLOSING if asked.problem.perfect else 1.0),
            min(EVERY_CUT_ALONE, EVERY_CUT_SHARE * clock.left()) if bounded else 0.0,
            WITHIN_SHARE * clock.left() if narrowed else 0.0,
        )

    @property
    def all(self) -> float:
        """All of them together."""
        return self.closing + self.every_cut + self.within


def ask(
    data: LabelledTable | Stream,
    clock: Clock,
    *,
    kind: ModelKind = ModelKind.LIST,
    objective: Objective,
    binning: Binning | None = None,
    constraints: Constraints = FREE,
    hurry: bool = True,
    narrow: bool = True,
    unless_quick: bool = True,
) -> Asked:
    """The problem that the rows which count pose, with what it is made of; guessing cut points keeps to its share of the time.

    Without `hurry` it takes as long as it takes, so that the questions are the same every time. Unless it is to `narrow` them, all
    guessed cut points are asked, and usually also where a proof over all of them is quick.
    """
    objective, binning = objective.within(constraints.max_size), binning or USUAL
    enough = Noticed(clock.past(GUESS_SHARE) if hurry else lambda: False)
    rows = None if isinstance(data, LabelledTable) else data
    data = data.counted() if isinstance(data, LabelledTable) else data
    found = posed(
        data,
        kind=kind,
        objective=objective,
        binning=binning,
        constraints=constraints,
        enough=enough,
        deadline=clock.deadline() if hurry else NO_DEADLINE,
    )
    seconds = clock.elapsed()
    choosing = clock if hurry else Limits(None, clock.memory, clock.threads).start()
    found = sharpened(replace(found, hurried=enough.noticed), choosing, binning)
    found = only_useful(found, choosing, binning, unless_quick=unless_quick) if narrow else found
    merged = data if isinstance(data, LabelledTable) else data.merged(found.problem.features)[0]
    return Asked(
        found.problem,
        merged,
        objective,
        binning,
        guessed_from=found.guessed_from,
        rows=rows,
        hurried=found.hurried,
        useful=found.useful,
        seconds=seconds,
    )


def _narrowed(problem: Problem, solution: Solution, kept: _Kept, clock: Clock) -> Solution:
    """What is proved among lists of few nodes, where the time was over before the whole was."""
    if not kept.within or solution.stopped is not Stop.TIME:
        return solution
    return proved_within_size(problem, solution, clock.of(clock.left() - kept.closing - kept.every_cut))


def _over_every_cut(asked: Asked, solution: Solution, cost: int, clock: Clock) -> EveryCut:
    """What no list costs less than, whatever its cut points; where the search cannot take these prices, why not."""
    problem, data, cuts, prices = asked.problem, asked.data, asked.cuts_of(solution), asked.column_prices
    try:
        bound, done = bound_over_every_cut(problem, data, asked.binning, clock, cost=cost, cuts=cuts, prices=prices)
    except DataError as refusal:
        return EveryCut(why_not=str(refusal))
    if not bound and cost:
        return EveryCut(why_not=NO_TIME)
    return EveryCut(bound, "" if done else TIME_OVER)


def verified(solution: Solution, asked: Asked, names: Names, every_cut: EveryCut | None = None) -> Learned:
    """The solution with its model named and recounted from the raw rows; a claim that does not survive is not passed on.

    A bound over every cut point is one over the cut points that were asked.
    """
    problem, data = asked.problem, asked.data
    if solution.lists is None or solution.cost is None:
        return Learned(solution, asked)
    if every_cut == EveryCut():
        interrupted = solution.stopped is Stop.INTERRUPT
        every_cut = EveryCut(why_not="the fit was interrupted" if interrupted else NO_TIME)
    if every_cut is not None and every_cut.lower_bound is not None:
        solution = solution.with_bound(every_cut.lower_bound)
    assert solution.lists is not None
    assert solution.cost is not None
    model = names.model(solution.lists)
    counted = asked.rows.recount(model) if isinstance(asked.rows, Stream) else recount(model, data)
    claim = Claim(
        status=solution.status,
        cost=solution.cost,
        lower_bound=solution.lower_bound,
        size=model.size,
        counted=counted,
        costs=problem.costs,
        perfect=problem.perfect,
        objective=asked.objective.preset_of(problem.kind),
        form=problem.form,
        engine=solution.engine,
        scope=asked.scope,
        regularization=asked.objective.price_text,
        forced_errors=forced_errors(data) if problem.perfect and asked.rows is None else None,
        every_cut=every_cut,
        proved_size=None if solution.status is Status.OPTIMAL else solution.proved_size,
        column_prices=problem.column_prices,
        parts=solution.parts,
    )
    claimed = f"engine {solution.engine} claims cost {solution.cost}"
    try:
        claim.check(model, counted)
    except WrongAnswerError as fault:
        raise WrongAnswerError(f"{claimed}, but: {fault}") from None
    of_list = problem.kind is ModelKind.LIST
    lost = claim.loss_of(counted) if of_list else counted.errors
    if problem.perfect and lost != (problem.unavoidable if of_list else problem.rows.unavoidable):
        raise WrongAnswerError(f"{claimed}, but its rules make {counted.errors} errors")
    if not keeps_constraints(problem, solution.lists):
        raise WrongAnswerError(f"{claimed}, but its rules do not keep to the constraints")
    return Learned(solution, asked, model, claim)


def _tie(solution: Solution, asked: Asked, claim: Claim) -> Tie | None:
    """A list of equal cost, its cost counted from the raw rows like that of the first."""
    if claim.status is not Status.OPTIMAL or solution.parts or solution.lists is None:
        return None
    swap = equal_swap(asked.problem, solution.lists)
    if swap is None:
        return None
    other = Names(asked.problem, asked.data.weighting.scale).model(swap.lists)
    cost = claim.cost_of(other, recount(other, asked.data))
    if cost != claim.cost:
        raise WrongAnswerError(f"a list that is said to cost {claim.cost}, too, costs {cost}")
    features = asked.problem.features
    old, new = (features[k] if said else features[k].negated() for k, said in (swap.old, swap.new))
    return Tie(swap.rule + 1, old, new)


def _cross_checked(learned: Learned, witness: str, names: Names, limits: Limits) -> Learned:
    """The same, solved a second time by this engine."""
    second = replace(solve(witness, learned.problem, limits), engine=witness)
    verified(second, learned.asked, names)
    return replace(learned, cross_check=compare(learned.solution, second, learned.unit))


def _witness(engine: str, problem: Problem, *, separated: bool) -> str:
    """The engine that checks this one: SAT, but where SAT solvers are asked anyway, the search that asks none."""
    if problem.kind is not ModelKind.LIST or separated:
        raise UsageError("a cross-check is for decision lists that are not separated")
    witness = "sat" if engine in ("auto", "search", "greedy") else "search"
    engine_for(witness, problem)
    return witness


def _order(separate: str | Sequence[Label], problem: Problem) -> str | tuple[int, ...]:
    """The name of an order, or the classes that are meant; a text with commas, or that is a class, names classes."""
    if problem.kind is not ModelKind.LIST:
        raise UsageError(f"classes can be decided one after the other in lists only, but the model is a {problem.kind}")
    written = {str(label): k for k, label in enumerate(problem.classes)}
    named = (
        next(csv.reader([separate], skipinitialspace=True))
        if isinstance(separate, str)
        else several("an order of classes", separate)
    )
    if isinstance(separate, str) and len(named) == 1 and separate not in written:
        return separate
    if sorted(map(str, named)) != sorted(written):
        raise UsageError(f"an order must name each of the classes {', '.join(written)} once, got {separate!r}")
    return tuple(written[str(label)] for label in named)
