"""Sharper questions: cut points added where a good list over the guessed ones would rather have them.

The guess (`features/guess.py`) knows nothing of lists. So a list is annealed over its questions, its comparisons are moved to the best
of all cut points (`features/better_cuts.py`), and where this lowers the errors the new cut points are questions, too.
"""

from __future__ import annotations

from dataclasses import replace

from shortlist.engines.bracket import Stopped
from shortlist.engines.kernel import annealed_list
from shortlist.features.better_cuts import NamedRules, better_cuts
from shortlist.features.binarize import Binning
from shortlist.models.model import ModelKind
from shortlist.problems.divided import divided
from shortlist.problems.indexed import Lists
from shortlist.problems.limits import SHARPEN_SHARE, Clock, Noticed
from shortlist.problems.objective import column_prices
from shortlist.problems.pose import Posed
from shortlist.problems.problem import Problem

_ROUNDS = 3
_WORK = 10**8  # of annealing in each round: a tenth of a second or two; less for a small table


def sharpened(found: Posed, clock: Clock, binning: Binning) -> Posed:
    """The problem with sharper questions, where cut points were guessed from all rows; columns whose cuts were given keep them.

    Nothing is asked of columns that no rule may use.
    """
    sample, problem = found.asked.sample, found.problem
    if sample is None or not sample.is_whole or problem.kind is not ModelKind.LIST or problem.perfect:
        return found
    if found.objective.error_prices or not len(problem.features):
        return found
    fixed = {*(binning.cut or ()), *problem.constraints.columns(sample.data.table.names)}
    columns = [column.name for column in sample.data.table if column.kind.is_ordered and column.name not in fixed]
    own = column_prices(found.objective, problem.costs.error, problem.rows.weight, found.data.weighting.scale)
    prices = dict.fromkeys(sample.data.table.names, problem.costs.literal) | own
    enough = Noticed(clock.past(SHARPEN_SHARE))
    for _ in range(_ROUNDS):
        rules = annealed_rules(found.problem, clock.share(SHARPEN_SHARE))
        cuts = better_cuts(sample.data, rules, columns, enough, prices)
        sharper = found.with_cuts(cuts, binning.most_bins - 1) if cuts else found
        if enough() or len(sharper.problem.features) == len(found.problem.features):
            break
        found = sharper
    return replace(found, hurried=True) if enough.noticed else found


def annealed_rules(problem: Problem, clock: Clock) -> NamedRules:
    """A good list by annealing; Ctrl-C ends all, for there is no model yet."""
    try:
        return _named(problem, annealed_list(divided(problem).problem, clock, incumbent=None, work=_WORK))
    except Stopped:
        raise KeyboardInterrupt from None


def _named(problem: Problem, lists: Lists) -> NamedRules:
    """The rules of a list by their literals."""
    return [
        ([problem.features[k] if said else problem.features[k].negated() for k, said in literals], label)
        for literals, label in lists[0]
    ]
