"""Fewer questions: of the guessed cut points those that good lists ask for, and those that boosted stumps gain most by.

A proof takes ten times as long for twice the questions, and most guessed cut points serve no good list. So lists are annealed over all
of them, with several prices of a node around the one that is given, or of several sizes up to the one that is; what these lists ask
for is kept, with the splits that have half of what boosted stumps gain with numbers cut where they are asked for. Where a proof over all
questions is quick, all are kept. What is then proved is proved over the questions that are left; nothing is left out where the theorems
do not hold that bound lists over every cut point (`every_cut.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from shortlist.engines.bracket import Stopped
from shortlist.engines.kernel import is_quickly_proved
from shortlist.engines.sharpen import annealed_rules
from shortlist.errors import DataError
from shortlist.features.better_cuts import NamedRules
from shortlist.features.binarize import Binning, are_few
from shortlist.features.literal import Op
from shortlist.features.splits import split_at
from shortlist.features.stumps import gains_of_stumps
from shortlist.models.model import ModelKind
from shortlist.problems.divided import divided
from shortlist.problems.limits import QUICK_SHARE, USEFUL_SHARE, Clock, Noticed
from shortlist.problems.pose import Posed, what_moves_cuts
from shortlist.problems.problem import Problem

_FEW_QUESTIONS = 32  # are all asked
_QUICK = 10**9  # work of a proof over all questions, which are then kept: some tenths of a second
_CHEAPER = (Fraction(1, 4), Fraction(1, 2))
_DEARER = (Fraction(1), Fraction(2), Fraction(4), Fraction(8), Fraction(16), Fraction(32))
_SIZES = 16
_STUMPS_SHARE = 0.5  # of what the stumps gain, by the splits that are kept,
_MOST_SPLITS = 20  # or by so many
_CUT = (Op.AT_MOST, Op.ABOVE)

Points = dict[str, set[float]]
"""Columns with points at which they are cut."""


def only_useful(found: Posed, clock: Clock, binning: Binning, *, unless_quick: bool = True) -> Posed:
    """The problem with the most useful of its guessed cut points only, where it has more than a few questions and no quick proof.

    A column of few whole numbers keeps all of its cuts or none. Where the time for it is over, all are kept. Whoever knows that
    no proof was quick need not look for one.
    """
    if not _may_leave_out(found, binning):
        return found
    enough, every = Noticed(clock.past(USEFUL_SHARE)), _asked_points(found)
    if enough() or (unless_quick and _is_easy(found.problem, clock.share(QUICK_SHARE))):
        return found
    useful = _useful_points(found, every, clock, enough)
    return found if enough.noticed or useful == every else found.only(useful)


def _may_leave_out(found: Posed, binning: Binning) -> bool:
    """Are there many questions about a sparse list, guessed from all rows, and do the theorems hold that bound what is not asked?

    Columns with prices of their own keep their cuts, so that dear ones take none away from the others.
    """
    problem, sample = found.problem, found.asked.sample
    if sample is None or not sample.is_whole or binning.cuts != "guess" or binning.cut:
        return False
    sparse = problem.kind is ModelKind.LIST and not problem.perfect and problem.costs.by_feature is None
    table = sample.data.table
    bounded = not what_moves_cuts(found.objective, problem.constraints, table.names, sample.data.classes)
    return sparse and bounded and len(problem.features) > _FEW_QUESTIONS


def _useful_points(found: Posed, every: Points, clock: Clock, enough: Callable[[], bool]) -> Points:
    """What good lists ask for, and the splits that stumps gain most by; all of a column of few whole numbers, if any."""
    useful: Points = {name: set() for name in every}
    for name, point in (*_asked_by_lists(found.problem, clock, enough), *_most_gained(found, every, enough)):
        if name in useful:
            useful[name].add(point)
    assert found.asked.sample is not None
    for column in found.asked.sample.data.table:
        if useful.get(column.name) and are_few(column.occurring().distinct):
            useful[column.name] = every[column.name]
    return useful


def _is_easy(problem: Problem, clock: Clock) -> bool:
    """Is there a quick proof over all questions? Ctrl-C ends all, for there is no model yet."""
    try:
        return is_quickly_proved(divided(problem).problem, clock, work=_QUICK)
    except DataError:  # weights too large to be counted
        return False
    except Stopped:
        raise KeyboardInterrupt from None


def _asked_points(found: Posed) -> Points:
    """The cuts of all columns that are asked for."""
    points: Points = {}
    for literal in found.problem.features:
        if literal.op in _CUT:
            points.setdefault(literal.column, set()).add(literal.points[0])
    return points


def _good_lists(problem: Problem, clock: Clock, enough: Callable[[], bool]) -> Iterator[NamedRules]:
    """Annealed lists with prices around that of the problem, as long as any rule pays; or of all sizes up to its own."""
    if problem.is_budget:
        yield from (annealed_rules(smaller, clock) for smaller in _smaller(problem) if not enough())
        return
    for factor in (*_CHEAPER, *_DEARER):
        if enough():
            return
        try:
            rules = annealed_rules(replace(problem, costs=problem.costs.times(factor)), clock)
        except DataError:  # weights so large that what is cheaper cannot be counted in whole numbers
            continue
        if factor >= 1 and len(rules) == 1:
            return
        yield rules


def _asked_by_lists(problem: Problem, clock: Clock, enough: Callable[[], bool]) -> Iterator[tuple[str, float]]:
    """The cuts, a column and a point, that good lists ask for."""
    for rules in _good_lists(problem, clock, enough):
        for literal in (literal for literals, _ in rules for literal in literals):
            if literal.op in _CUT:
                yield literal.column, literal.points[0]


def _smaller(problem: Problem) -> Iterator[Problem]:
    """The same budget, and smaller ones."""
    most = problem.constraints.max_size or 0
    for size in sorted({max(round(most * k / _SIZES), 1) for k in range(1, _SIZES + 1)}):
        yield problem.within_budget(size)


def _most_gained(found: Posed, every: Points, enough: Callable[[], bool]) -> Iterator[tuple[str, float]]:
    """The cuts, a column and a point, among the splits that together have half of what boosted stumps gain."""
    assert found.asked.sample is not None
    data = found.asked.sample.only({feature.column for feature in found.problem.features}).data
    points = {name: sorted(cuts) for name, cuts in every.items()}
    columns = split_at(data, points)
    gains = gains_of_stumps(columns, data, enough)
    wanted = _STUMPS_SHARE * sum(gains.values())
    for k, split in sorted(gains, key=lambda at: (-gains[at], at))[:_MOST_SPLITS]:
        if wanted <= 0:
            return
        wanted -= gains[k, split]
        if columns[k].places is not None:
            yield columns[k].name, points[columns[k].name][split]
