"""From a table to the problem that it poses: features, distinct rows, prices and constraints."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from shortlist.errors import DataError, together
from shortlist.features.binarize import USUAL, Binning, Choosing, binarize, choose_questions
from shortlist.features.literal import Cut, Literal
from shortlist.features.questions import ChosenQuestions, Questions
from shortlist.features.rows import DistinctRows
from shortlist.features.sample import Sample
from shortlist.models.model import ModelKind
from shortlist.problems.constraints import FREE, Constraints
from shortlist.problems.objective import Objective, by_price, costs_of, least_rule_gain
from shortlist.problems.problem import Problem
from shortlist.tables.deadline import NO_DEADLINE, Deadline
from shortlist.tables.summary import ColumnSummary
from shortlist.tables.table import Kind, Label, LabelledTable, Weighting


class Source(Protocol):
    """A table, wherever its rows lie: what a problem is made of. Rows of weight 0 are not among them."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its columns, in order."""

    @property
    def classes(self) -> tuple[Label, ...]:
        """The classes of its rows."""

    @property
    def weighting(self) -> Weighting:
        """What its weights mean."""

    @property
    def weight(self) -> int:
        """The weight of all rows."""

    def summaries(self) -> Sequence[ColumnSummary]:
        """What is known of each column."""

    def sample(self) -> Sample:
        """A sample of its rows."""

    def distinct_rows(self, literals: Sequence[Literal]) -> DistinctRows:
        """The rows, as far as these literals tell them apart."""


@dataclass(frozen=True, eq=False)
class Posed:
    """A problem, and the questions that it was made of.

    If `hurried`, the time was over before all cuts were guessed; if `useful`, only the most useful of these were kept.
    """

    problem: Problem
    asked: Questions | ChosenQuestions
    data: LabelledTable | Source
    objective: Objective
    hurried: bool = False
    useful: bool = False

    @property
    def guessed_from(self) -> int | None:
        """How many distinct rows cuts were guessed from, where these were not all there are."""
        sample = self.asked.sample
        return None if sample is None or sample.is_whole else sample.n_distinct

    def with_cuts(self, cuts: Mapping[str, Sequence[Cut]], most: int) -> Posed:
        """The same problem with these cut points, too, as long as a column has no more than so many."""
        if isinstance(self.asked, Questions):
            assert isinstance(self.data, LabelledTable)
            asked: Questions | ChosenQuestions = self.asked.with_cuts(self.data.table, cuts, most)
        else:
            asked = self.asked.with_cuts(cuts, most)
        return self._again(asked)

    def only(self, points: Mapping[str, Collection[float]]) -> Posed:
        """The same problem with no other cuts of these columns than those at these points."""
        if isinstance(self.asked, Questions):
            assert isinstance(self.data, LabelledTable)
            asked: Questions | ChosenQuestions = self.asked.only(self.data.table, points)
        else:
            asked = self.asked.only(points)
        return replace(self._again(asked), useful=True)

    def _again(self, asked: Questions | ChosenQuestions) -> Posed:
        """The same problem of other questions."""
        problem = self.problem
        found = _posed(self.data, asked, kind=problem.kind, objective=self.objective, constraints=problem.constraints)
        return replace(found, hurried=self.hurried)


def pose(
    data: LabelledTable | Source,
    *,
    kind: ModelKind = ModelKind.LIST,
    objective: Objective | None = None,
    binning: Binning | None = None,
    constraints: Constraints = FREE,
) -> Problem:
    """The problem that a table poses for models of this kind.

    >>> from shortlist.tables.read import read_labelled
    >>> problem = pose(read_labelled("titanic"), objective=Objective(0.05))
    >>> len(problem.rows), len(problem.features), problem.node_cost
    (14, 8, 111)
    """
    objective, binning = objective or Objective(), binning or USUAL
    return posed(data, kind=kind, objective=objective, binning=binning, constraints=constraints).problem


def posed(
    data: LabelledTable | Source,
    *,
    kind: ModelKind,
    objective: Objective,
    binning: Binning,
    constraints: Constraints,
    enough: Callable[[], bool] = lambda: False,
    deadline: Deadline = NO_DEADLINE,
) -> Posed:
    """The same with how its questions were found; `enough` ends the guess of cut points, the `deadline` all of it."""
    objective = objective.within(constraints.max_size)
    objective.form_of(kind)  # refuses what this kind does not have
    data = data.counted() if isinstance(data, LabelledTable) else data
    columns = _names(data)
    weight, classes, scale = data.weight, data.classes, data.weighting.scale
    together(
        [
            lambda: binning.check_kinds(_kinds(data)),
            lambda: constraints.check_columns(columns, classes),
            lambda: objective.check_columns(columns),
        ]
    )
    if not weight:
        raise DataError("the table must have at least one row of positive weight")
    least = 0 if objective.perfect else least_rule_gain(objective, weight, scale)
    boundaries = boundaries_suffice(objective, constraints, columns, classes)
    how = Choosing(least, boundaries, enough, _groups(objective, constraints, columns, weight, scale))
    asked: Questions | ChosenQuestions
    if isinstance(data, LabelledTable):
        asked = binarize(data, binning, how, deadline=deadline)
    else:
        asked = choose_questions(data.summaries(), data.sample, binning, how)
    return _posed(data, asked, kind=kind, objective=objective, constraints=constraints, deadline=deadline)


def _groups(
    objective: Objective, constraints: Constraints, columns: Sequence[str], weight: int, scale: int
) -> tuple[frozenset[str], ...]:
    """The columns to ask for, the cheapest first: those that rules may use.

    What a perfect model must get right is what all columns tell apart, so there the others are asked for, too, behind these.
    """
    forbidden = constraints.columns(columns)
    groups = by_price(objective, [name for name in columns if name not in forbidden], weight, scale)
    return (*groups, forbidden) if objective.perfect else tuple(groups)


def _names(data: LabelledTable | Source) -> tuple[str, ...]:
    return data.table.names if isinstance(data, LabelledTable) else data.names


def _kinds(data: LabelledTable | Source) -> dict[str, Kind]:
    if isinstance(data, LabelledTable):
        return data.table.kinds
    return {column.name: column.kind for column in data.summaries()}


def _posed(
    data: LabelledTable | Source,
    asked: Questions | ChosenQuestions,
    *,
    kind: ModelKind,
    objective: Objective,
    constraints: Constraints,
    deadline: Deadline = NO_DEADLINE,
) -> Posed:
    """The problem of these questions."""
    features, columns, classes, scale = asked.literals, _names(data), data.classes, data.weighting.scale
    if isinstance(data, LabelledTable) and isinstance(asked, Questions):
        rows = asked.merged(data, deadline)
    else:
        assert not isinstance(data, LabelledTable)
        rows = data.distinct_rows(features)
    constraints.check_names(features, columns, classes)
    costs = costs_of(objective, kind, rows, features, classes, columns=columns, scale=scale)
    form = objective.form_of(kind)
    problem = Problem(rows, features, classes, costs, objective.perfect, constraints, kind, form, asked.negatable)
    return Posed(problem, asked, data, objective)


def boundaries_suffice(
    objective: Objective, constraints: Constraints, columns: Sequence[str], classes: Sequence[Label]
) -> bool:
    """Does theorem T-B hold: is some optimal list cut between classes only (`features.cutpoints.boundary_places`)?"""
    return not what_moves_cuts(objective, constraints, columns, classes)


def what_moves_cuts(
    objective: Objective, constraints: Constraints, columns: Sequence[str], classes: Sequence[Label]
) -> str:
    """What is asked that lets the best cuts lie elsewhere than between classes; empty where theorem T-B holds.

    A row must cost the same under every wrong class, which with two classes it always does, and no cut may be forbidden by itself.
    With `min_rows` a cut that is moved outward may leave too few rows to a later rule.
    """
    if len(classes) > 2 and objective.error_prices:
        return "prices of errors (error_prices) among more than two classes"
    if constraints.min_rows:
        return "a least number of rows for each rule (min_rows)"
    single = [text for text in constraints.forbid if text not in columns]
    return f"single literals that are forbidden ({', '.join(single)})" if single else ""
