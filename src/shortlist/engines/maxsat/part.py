"""The rules of one class by MaxSAT: the paper's model restricted to the class, for growing numbers of nodes."""

from __future__ import annotations

from shortlist.encoding.decode import decode
from shortlist.encoding.examples import merged_examples, single_examples
from shortlist.encoding.formula import encode, predicted_clauses
from shortlist.encoding.one_class import ONE_CLASS_PERFECT, ONE_CLASS_SPARSE, OWN
from shortlist.engines.bracket import Bracket
from shortlist.engines.maxsat.growth import Growth, grow, largest_better_size
from shortlist.engines.separated.part import Answer, OneClass
from shortlist.problems.indexed import Conjunction, Lists, one_list, with_features
from shortlist.problems.limits import Limits


def maxsat_part(part: OneClass, limits: Limits, *, merge: bool = True, solver: str = "cadical195") -> Answer:
    """The cheapest rules of one class, by MaxSAT over growing numbers of nodes."""
    clock, bracket = limits.start(), Bracket()
    models = _rules_of_nodes(part, bracket, merge=merge)
    without_literals: tuple[tuple[Conjunction, ...], ...] = ((), ((),))
    for rules in without_literals:
        if not part.perfect or part.errors(rules) == 0:
            bracket.offer(_as_list(rules), part.cost(rules))
    bracket.raise_bound_capped(models.cost_from(2))
    with bracket.until_stopped():
        grow(models, bracket, clock, size=1, solver=solver)
    return Answer(None if bracket.lists is None else _rules(bracket.lists), bracket.lower_bound, bracket.stopped)


def _as_list(rules: tuple[Conjunction, ...]) -> Lists:
    return one_list((literals, OWN) for literals in rules)


def _rules(lists: Lists) -> tuple[Conjunction, ...]:
    return tuple(literals for literals, _ in lists[0])


def _rules_of_nodes(part: OneClass, bracket: Bracket, *, merge: bool) -> Growth:
    """Rules of the class of at most N nodes in all."""
    problem = part.problem
    reduced, kept = problem.reduced() if merge else (problem, list(range(len(problem.features))))
    examples = merged_examples(reduced) if merge else single_examples(reduced)
    constraints = ONE_CLASS_PERFECT if part.perfect else ONE_CLASS_SPARSE

    def cost(lists: Lists) -> int | None:
        rules = _rules(lists)
        return None if part.perfect and part.errors(rules) else part.cost(rules)

    def next_size(n_nodes: int) -> int:
        """Two nodes more (a rule and a literal), but not more than a better part can have."""
        if bracket.lists is None:
            return n_nodes + 2
        rules = _rules(bracket.lists)
        errors, size = part.errors(rules), part.size(rules)
        return min(n_nodes + 2, largest_better_size(size, errors, problem.unavoidable, problem.node_cost))

    return Growth(
        predicted_clauses=lambda n_nodes: predicted_clauses(examples, n_nodes),
        encode=lambda n_nodes, pause: encode(reduced, examples, n_nodes, model=constraints, pause=pause),
        decode=lambda formula, model: one_list(with_features(decode(formula.variables, model, 2)[0], kept)),
        cost=cost,
        cost_from=lambda n_nodes: problem.node_cost * n_nodes + problem.unavoidable,
        next_size=next_size,
        offset=examples.offset,
    )
