"""Why the answer is one class for all rows, and what to try."""

from __future__ import annotations

from fractions import Fraction

from shortlist.learn import Learned
from shortlist.problems.objective import Objective
from shortlist.problems.solution import Status, Stop
from shortlist.words import amount, count

_NODES_OF_A_RULE = 3  # a literal, the rule, and the default rule behind it


def why_no_rule(learned: Learned) -> str:
    """What a rule would have to save; that none does is said only where it is proved."""
    problem, solution, constraints = learned.problem, learned.solution, learned.problem.constraints
    if learned.claim is None or not learned.claim.counted.errors:
        return "No rule is needed: there is no error."
    if problem.perfect:
        return "No rule is needed: no list over these questions loses less."
    if not problem.features:
        return "There is nothing to ask for: no question tells rows apart."
    if constraints.max_rules == 0 or (constraints.max_size or _NODES_OF_A_RULE) < _NODES_OF_A_RULE:
        return f"There is no room for a rule with {constraints.words()}."
    saved = _what_to_save(learned)
    if solution.status is Status.OPTIMAL:
        allowed = f"none with {words} does" if (words := constraints.words()) else "none does"
        return f"A rule must save {saved} to pay for itself, and {allowed}{_advice(learned)}."
    if solution.stopped is Stop.TIME:
        return f"The time was over before a rule was found that pays for itself by saving {saved}; try a longer --time-limit."
    return f"No rule was found that pays for itself by saving {saved}; whether there is one is not known."


def _what_to_save(learned: Learned) -> str:
    """More than the cheapest rule costs: in errors, in what errors cost where they have prices, and more on dear columns."""
    costs, objective = learned.problem.costs, learned.asked.objective
    least = learned.problem.cheapest_rule / (costs.error * learned.unit)
    saved = f"errors that cost more than {amount(least)}" if costs.errors else f"more than {count(least, 'error')}"
    return f"{saved} (on columns with a price of their own, by that much more)" if objective.feature_prices else saved


def _advice(learned: Learned) -> str:
    """What may lead to rules: only what would change the prices."""
    data, asked = learned.data, learned.asked
    ways = [_cheaper(learned)]
    if learned.choice is None and asked.objective == Objective() and asked.rows is None:
        ways.append("--choose cv")
    by_class = learned.problem.rows.counts.sum(axis=0)
    if not data.weighting.classes and by_class.min() < by_class.max():
        ways.append("--class-weight balanced")
    said = ", ".join(ways[:-1]) + (", or " if len(ways) > 2 else " or " if len(ways) == 2 else "") + ways[-1]
    return f"; try {said}"


def _cheaper(learned: Learned) -> str:
    """The option that makes a rule cheaper, with a value that does."""
    objective, costs = learned.asked.objective, learned.problem.costs
    preset = objective.preset_of(learned.problem.kind)
    if preset == "budget":
        return f"more nodes (--max-size {2 * (learned.problem.constraints.max_size or 1)})"
    if objective.rule_price is not None or objective.literal_price is not None:
        return "cheaper rules (--rule-price, --literal-price)"
    node = Fraction(costs.rule, costs.error * learned.unit)
    # Λ = ⌈λ·M⌉ is at least 1, however small λ is.
    if objective.node_price is not None or (preset == "paper" and costs.rule == costs.error):
        return f"a cheaper node (--node-price {float(node / 2):.3g})"
    # Two nodes of a quarter of what is lost now: a rule could save as much.
    lost = Fraction(int(learned.problem.losses.sum(axis=0).min()), 4 * costs.error * learned.problem.rows.weight)
    share = min(objective.share / 5, lost or objective.share)
    return f"a cheaper {'rule' if preset == 'corels' else 'node'} (-r {float(share):.2g})"
