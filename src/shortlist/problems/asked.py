"""What is asked of a table, with what it was made of: what every claim has to carry."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from shortlist.features.binarize import Binning
from shortlist.features.literal import Op
from shortlist.models.model import ModelKind
from shortlist.problems.indexed import all_rules
from shortlist.problems.objective import Objective, column_prices
from shortlist.problems.pose import Source, what_moves_cuts
from shortlist.problems.problem import Problem
from shortlist.problems.scope import EveryCut, Scope
from shortlist.problems.solution import Solution
from shortlist.tables.table import LabelledTable


@dataclass(frozen=True)
class Asked:
    """What is asked: the problem, and what it was made of; `guessed_from`, `hurried` and `useful` are as in `Posed`.

    The table was read and posed its first problem within `seconds`; better questions were looked for after that.
    `rows` are where they lie if that is not in `data`: then `data` has, for the rows that its questions do not tell apart, one row.
    """

    problem: Problem
    data: LabelledTable
    objective: Objective
    binning: Binning
    guessed_from: int | None = None
    rows: Source | None = None
    hurried: bool = False
    useful: bool = False
    seconds: float = 0.0

    @property
    def scope(self) -> Scope:
        """Among which models the answer is the best."""
        forbidden = self.problem.constraints.columns(self.data.table.names)
        asked = Counter(k.column for k in self.problem.features if k.column not in forbidden)
        numbers = [column.name for column in self.data.table.ordered if column.name in asked]
        cuts = self.binning.words(numbers, self.guessed_from, hurried=self.hurried, useful=self.useful)
        return Scope(asked.total(), len(asked), cuts, self.problem.constraints)

    @property
    def column_prices(self) -> dict[str, int]:
        """What a literal costs on columns with prices of their own, also where nothing is asked of one; at least so much."""
        weight, scale = self.problem.rows.weight, self.data.weighting.scale
        return column_prices(self.objective, self.problem.costs.error, weight, scale)

    def cuts_of(self, solution: Solution) -> list[tuple[str, float]]:
        """The cut points that the rules of a solution use."""
        used = {feature for literals, _ in all_rules(solution.lists or ()) for feature, _ in literals}
        literals = [self.problem.features[feature] for feature in sorted(used)]
        return [(k.column, k.points[0]) for k in literals if k.op in (Op.AT_MOST, Op.ABOVE)]

    def every_cut(self, *, separated: bool) -> EveryCut | None:
        """Can lists over every cut point be bounded, too? If not, why not; None where all of them are asked already."""
        if not self.data.table.ordered or self.binning.cuts == "all":
            return None
        if self.rows is not None:
            return EveryCut(why_not="the rows are not in memory")
        if self.binning.cut:
            return EveryCut(why_not="some were given, and are what is asked")
        if separated:
            return EveryCut(why_not="that is not known of lists that are learned class by class")
        if self.problem.kind is not ModelKind.LIST:
            return EveryCut(why_not="that is known for decision lists only")
        if self.binning.cuts == "intervals":
            return EveryCut(why_not="an interval is one literal, and two cut points are two")
        moving = what_moves_cuts(self.objective, self.problem.constraints, self.data.table.names, self.data.classes)
        return EveryCut(why_not=f"that is not known with {moving}") if moving else EveryCut()
