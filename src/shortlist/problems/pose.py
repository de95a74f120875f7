"""From a table to the problem that it poses: features, distinct rows, prices and constraints."""

from __future__ import annotations

from collections.abc import Callable

from shortlist.errors import together
from shortlist.features.binarize import Binning, binarize
from shortlist.models.model import ModelKind
from shortlist.problems.constraints import FREE, Constraints
from shortlist.problems.objective import Objective, costs_of, least_win
from shortlist.problems.problem import Problem
from shortlist.tables.deadline import NO_DEADLINE, Deadline
from shortlist.tables.table import LabelledTable


def pose(
    data: LabelledTable,
    *,
    kind: ModelKind = ModelKind.LIST,
    objective: Objective | None = None,
    binning: Binning | None = None,
    constraints: Constraints = FREE,
    enough: Callable[[], bool] = lambda: False,
    deadline: Deadline = NO_DEADLINE,
) -> Problem:
    """The problem that a table poses for models of this kind; `enough` ends the guess of cut points, the `deadline` all of it.

    >>> from shortlist.tables.read import read_labelled
    >>> problem = pose(read_labelled("titanic"), objective=Objective(0.05))
    >>> len(problem.rows), len(problem.features), problem.node_cost
    (14, 8, 111)
    """
    objective = (objective or Objective()).within(constraints.max_size)
    form = objective.form_of(kind)
    data, binning = data.counted(), binning or Binning()
    columns, scale = data.table.names, data.weighting.scale
    together(
        [
            lambda: binning.check_names(columns),
            lambda: constraints.check_columns(columns, data.classes),
            lambda: objective.check_columns(columns),
        ]
    )
    asked = binarize(
        data,
        binning,
        min_leaf=0 if objective.perfect else least_win(objective, int(data.weights.sum()), scale),
        boundaries=boundaries_suffice(objective, constraints, data),
        enough=enough,
        deadline=deadline,
    )
    features = asked.literals
    rows = asked.merged(data, deadline)
    constraints.check_names(features, columns, data.classes)
    costs = costs_of(objective, kind, rows, features, data.classes, columns=columns, scale=scale)
    return Problem(rows, features, data.classes, costs, objective.perfect, constraints, kind, form, asked.negatable)


def boundaries_suffice(objective: Objective, constraints: Constraints, data: LabelledTable) -> bool:
    """Does theorem T-B hold: is some optimal list cut between classes only (`features.cutpoints.boundary_places`)?

    A row must cost the same under every wrong class, which with two classes it always does, and no cut may be forbidden by itself.
    With `min_rows` a cut that is moved outward may leave too few rows to a later rule.
    """
    uniform = len(data.classes) <= 2 or not objective.error_prices
    whole_columns = all(text in data.table.names for text in constraints.forbid)
    return uniform and not constraints.min_rows and whole_columns
