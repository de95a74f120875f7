"""A problem in the smallest whole numbers: weights and prices divided by what all of them have in common.

A sparse model costs Σ prices + Σ losses, and a loss is a weight times the price of an error. If g divides every price and every such
product, costs are multiples of g, and dividing all of them by g changes no comparison: the same models are optimal, each bound b of
the divided problem is the bound g·b. Prices are never rounded: Λ = ⌈λ·M⌉ is taken of the weights as they were given, before this.
A perfect model pays prices alone, and only asks which classes are commonest in a row; there weights and prices are divided
each by their own divisor.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from shortlist.features.rows import DistinctRows
from shortlist.problems.costs import Costs
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Progress, Solution


@dataclass(frozen=True)
class Divided:
    """A problem, and what its costs and its weights were divided by."""

    problem: Problem
    cost: int = 1
    weight: int = 1

    def moment(self, moment: Progress) -> Progress:
        """A moment of its solve in the costs of the problem that was given."""
        cost = None if moment.cost is None else moment.cost * self.cost
        return replace(moment, cost=cost, lower_bound=moment.lower_bound * self.cost)

    def solution(self, solution: Solution) -> Solution:
        """Its solution in the costs of the problem that was given."""
        if self.cost == self.weight == 1:
            return solution
        parts = tuple(
            replace(
                part,
                cost=part.cost * self.cost,
                lower_bound=part.lower_bound * self.cost,
                errors=None if part.errors is None else part.errors * self.weight,
            )
            for part in solution.parts
        )
        return replace(
            solution,
            cost=None if solution.cost is None else solution.cost * self.cost,
            lower_bound=solution.lower_bound * self.cost,
            trace=tuple(map(self.moment, solution.trace)),
            parts=parts,
        )


def divided(problem: Problem) -> Divided:
    """The problem in the smallest whole numbers.

    >>> rows = DistinctRows(np.zeros((1, 0), bool), np.array([[600, 900]]))
    >>> small = divided(Problem(rows, (), (0, 1), Costs.per_node(150)))
    >>> small.problem.rows.counts.tolist(), small.problem.node_cost, small.cost
    ([[4, 6]], 1, 150)
    """
    costs, counts = problem.costs, problem.rows.counts
    weights = max(int(np.gcd.reduce(counts, axis=None)), 1)
    losses = (
        costs.error if costs.errors is None else max(math.gcd(*(price for row in costs.errors for price in row)), 1)
    )
    prices = math.gcd(costs.rule, costs.literal, costs.default, *(costs.by_feature or ()))
    if problem.perfect:
        cost, weight, loss = max(prices, 1), weights, losses
    else:
        cost = max(math.gcd(prices, weights * losses), 1)
        # What of it the weights can take is taken from these; the rest divides the prices of errors.
        weight = math.gcd(weights, cost)
        loss = cost // weight
    if cost == weight == loss == 1:
        return Divided(problem)
    rows = problem.rows
    return Divided(
        replace(
            problem,
            rows=rows if weight == 1 else DistinctRows(rows.features, counts // weight, rows.numbers),
            costs=_divided(costs, cost, loss),
        ),
        cost,
        weight,
    )


def _divided(costs: Costs, cost: int, loss: int) -> Costs:
    """Prices of rules and literals divided by the one, those of errors by the other."""
    return Costs(
        costs.rule // cost,
        costs.literal // cost,
        costs.default // cost,
        None if costs.by_feature is None else tuple(price // cost for price in costs.by_feature),
        None if costs.errors is None else tuple(tuple(price // loss for price in row) for row in costs.errors),
        costs.error // loss if costs.errors is None else 1,
    )
