"""The whole chain on one screen: table → features → distinct rows → problem → engine → solution → recount."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module

from shortlist.checks.crosscheck import CrossCheck, compare
from shortlist.checks.recount import recount
from shortlist.engines.auto import auto
from shortlist.engines.greedy import greedy
from shortlist.engines.search import search
from shortlist.errors import NoListError, UsageError, WrongAnswerError
from shortlist.features.binarize import Binning, binarize
from shortlist.features.literal import Literal
from shortlist.features.rows import merge
from shortlist.models.model import DecisionList
from shortlist.problems.constraints import FREE, Constraints, IndexedLiteral
from shortlist.problems.costs import exact_fraction
from shortlist.problems.objective import Number, costs_of
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Limits, OnProgress, Solution, Status, Stop
from shortlist.tables.table import Label, LabelledTable

Engine = Callable[..., Solution]


def _late(module: str, name: str, **options: object) -> Engine:
    """An engine that is loaded when it is first called: SAT solvers take a while that nobody else should wait for."""

    def engine(problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None) -> Solution:
        function: Engine = getattr(import_module(f"shortlist.engines.{module}"), name)
        return function(problem, limits, on_progress=on_progress, **options)

    return engine


ENGINES: dict[str, Engine] = {
    "auto": auto,
    "search": search,
    "greedy": greedy,
    "sat": _late("sat.sat", "sat"),
    "maxsat": _late("maxsat.lists", "maxsat"),
    "maxsat-paper": _late("maxsat.lists", "maxsat", merge=False, solver="glucose3"),
}
"""`maxsat-paper` is the paper's own setting: one row for each example, and Glucose 3."""

CLOSING = 6.0
"""To name and recount a list of very many rules, as perfect ones may be, takes so many times as long as to pose the problem.

Both are slower on a busy machine.
"""


@dataclass(frozen=True)
class Learned:
    """A solution together with the problem it solves and the data that the problem was made from."""

    solution: Solution
    problem: Problem
    data: LabelledTable
    cross_check: CrossCheck | None = None

    @property
    def model(self) -> DecisionList:
        """The list; a solve that ended without one raises."""
        if self.solution.model is not None:
            return self.solution.model
        if self.solution.status is Status.INFEASIBLE:
            raise NoListError("there is no perfect list that keeps to the constraints")
        raise NoListError(
            f"no list was found before the {self.solution.stopped} limit; each costs at least {self.solution.lower_bound}"
        )


def learn(
    data: LabelledTable,
    *,
    regularization: Number = "0.01",
    objective: str = "paper",
    rule_price: Number | None = None,
    literal_price: Number | None = None,
    feature_prices: Mapping[str, Number] | None = None,
    error_prices: Mapping[tuple[Label, Label], Number] | None = None,
    binning: Binning | None = None,
    constraints: Constraints = FREE,
    forbid: Sequence[str] = (),
    rule_classes: Sequence[Label] | None = None,
    separate: str | Sequence[Label] | None = None,
    engine: str = "auto",
    limits: Limits | None = None,
    on_progress: OnProgress | None = None,
    cross_check: bool = False,
) -> Learned:
    """Learn the list of least cost; a regularization of 0 asks for a perfect list. Limits cover all of it.

    `objective` and prices are as in `shortlist.problems.objective`. With `separate` the classes are decided one after the other, in
    an order as in `shortlist.engines.separated.orders`: its name, or the classes themselves.

    With `cross_check` the problem is solved a second time by an engine that shares nothing with the first; each gets half
    of the time, and a contradiction is an error.

    >>> from shortlist.tables.read import read_labelled
    >>> print(learn(read_labelled("titanic"), regularization="0.01").model)
    IF      sex == female  THEN yes  (covers 470: 344 right)
    ELSE                        no   (covers 1731: 1364 right)
    >>> print(learn(read_labelled("titanic"), regularization="0.01", forbid=["sex"]).model)
    IF      class == first  THEN yes  (covers 325: 203 right)
    ELSE                         no   (covers 1876: 1368 right)
    """
    if engine not in ENGINES:
        raise UsageError(f"the engine must be one of {', '.join(ENGINES)}, got {engine!r}")
    limits = limits or Limits()
    clock = limits.start()
    problem = pose(
        data,
        regularization=regularization,
        objective=objective,
        rule_price=rule_price,
        literal_price=literal_price,
        feature_prices=feature_prices,
        error_prices=error_prices,
        binning=binning,
        constraints=constraints,
        forbid=forbid,
        rule_classes=rule_classes,
    )
    solve = _solver(engine, separate, problem)
    if cross_check:
        if separate is not None:
            raise UsageError("a cross-check is of lists that are proved optimal, which separated lists are not")
        engine = _check_witness(engine, problem)
        solve = ENGINES[engine]
    rest = limits.rest(clock).sparing(CLOSING * clock.elapsed() if problem.perfect else 0.0)
    if cross_check and rest.seconds is not None:
        rest = replace(rest, seconds=rest.seconds / 2)
    solution = _recounted(solve(problem, rest, on_progress=on_progress), engine, problem, data)
    if not cross_check or solution.stopped is Stop.INTERRUPT:
        return Learned(solution, problem, data)
    witness = "search" if engine == "sat" else "sat"
    second = _recounted(ENGINES[witness](problem, limits.rest(clock)), witness, problem, data)
    return Learned(solution, problem, data, compare(solution, second))


def _solver(engine: str, separate: str | Sequence[Label] | None, problem: Problem) -> Engine:
    if separate is None:
        return ENGINES[engine]
    from shortlist.engines.separated.orders import separated  # noqa: PLC0415  # SAT solvers are loaded where they are used

    return partial(separated, order=_order(separate, problem.classes), engine=engine)


def _check_witness(engine: str, problem: Problem) -> str:
    """The engine that will be checked by another; `auto` may use SAT itself, so it is `search` that is checked by SAT."""
    from shortlist.engines.sat.sat import check_supported  # noqa: PLC0415  # SAT solvers are loaded where they are used

    check_supported(problem)
    return "search" if engine == "auto" else engine


def _recounted(solution: Solution, engine: str, problem: Problem, data: LabelledTable) -> Solution:
    """The solution under the name its engine was asked by, believed only after a recount."""
    if solution.model is not None:
        _believe(solution, problem, data)
    return replace(solution, engine=engine)


def pose(
    data: LabelledTable,
    *,
    regularization: Number,
    objective: str = "paper",
    rule_price: Number | None = None,
    literal_price: Number | None = None,
    feature_prices: Mapping[str, Number] | None = None,
    error_prices: Mapping[tuple[Label, Label], Number] | None = None,
    binning: Binning | None = None,
    constraints: Constraints = FREE,
    forbid: Sequence[str] = (),
    rule_classes: Sequence[Label] | None = None,
) -> Problem:
    """The problem that a table poses under an objective, a binning and constraints.

    `forbid` names columns, or literals as they are printed; `rule_classes` are the classes that rules may predict, the
    default rule excepted.
    """
    data = data.counted()
    features, matrix = binarize(data, binning or Binning())
    rows = merge(matrix, data.labels, len(data.classes), data.weights)
    constraints = replace(
        constraints,
        forbidden=constraints.forbidden | _forbidden(forbid, features, data.table.names),
        rule_classes=constraints.rule_classes if rule_classes is None else _class_indices(rule_classes, data.classes),
    )
    costs = costs_of(
        objective,
        regularization,
        rows.weight,
        features,
        data.classes,
        columns=data.table.names,
        rule_price=rule_price,
        literal_price=literal_price,
        feature_prices=feature_prices,
        error_prices=error_prices,
    )
    perfect = exact_fraction(regularization, "the regularization") == 0
    return Problem(rows, features, data.classes, costs, perfect, constraints)


def _order(separate: str | Sequence[Label], classes: Sequence[Label]) -> str | tuple[int, ...]:
    """The name of an order, or the classes that are meant; a text with commas, or that is a class, names classes."""
    written = {str(label): k for k, label in enumerate(classes)}
    named = next(csv.reader([separate], skipinitialspace=True)) if isinstance(separate, str) else list(separate)
    if isinstance(separate, str) and len(named) == 1 and separate not in written:
        return separate
    if sorted(map(str, named)) != sorted(written):
        raise UsageError(f"an order must name each of the classes {', '.join(written)} once, got {separate!r}")
    return tuple(written[str(label)] for label in named)


def _forbidden(forbid: Sequence[str], features: Sequence[Literal], columns: Sequence[str]) -> frozenset[IndexedLiteral]:
    """The literals on these columns, and those that are printed so."""
    found: set[IndexedLiteral] = set()
    for text in forbid:
        named = {
            (k, value)
            for k, feature in enumerate(features)
            for value in (True, False)
            if text in (feature.column, str(feature if value else feature.negated()))
        }
        if not named and text not in columns:
            raise UsageError(f"what is forbidden must be a column or a literal as it is printed, got {text!r}")
        found |= named
    return frozenset(found)


def _class_indices(labels: Sequence[Label], classes: Sequence[Label]) -> tuple[int, ...]:
    written = {str(label): k for k, label in enumerate(classes)}
    for label in labels:
        if str(label) not in written:
            raise UsageError(f"a rule's class must be one of {', '.join(written)}, got {label!r}")
    return tuple(sorted({written[str(label)] for label in labels}))


def _believe(solution: Solution, problem: Problem, data: LabelledTable) -> None:
    """Recount the list from the raw rows; a claim that does not survive is not passed on."""
    assert solution.model is not None
    model, claimed = solution.model, f"engine {solution.engine} claims cost {solution.cost}"
    if recount(model, data).counts != tuple(rule.counts for rule in model.rules):
        raise WrongAnswerError(f"{claimed}, but its rules do not decide the raw rows as it says")
    if problem.cost(model) != solution.cost or (problem.perfect and problem.loss(model) != problem.unavoidable):
        raise WrongAnswerError(f"{claimed}, but its rules cost {problem.cost(model)} with {model.errors} errors")
    if not problem.keeps_constraints(model):
        raise WrongAnswerError(f"{claimed}, but its rules do not keep to the constraints")
