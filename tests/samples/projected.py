"""All models of a formula, as far as some of its variables say: what an encoding means, by counting."""

from itertools import product

from pysat.solvers import Solver


def projected_models(clauses, variables):
    """The different assignments of these variables that satisfy the clauses, each as a tuple of truth values."""
    found = set()
    with Solver("cadical195", bootstrap_with=clauses) as solver:
        while solver.solve():
            true = set(solver.get_model())
            found.add(tuple(number in true for number in variables))
            solver.add_clause([-number if number in true else number for number in variables])
    return found


def conjunctions(n_features, *, empty):
    """All conjunctions over so many features, each as {feature: value}."""
    for choice in product((None, False, True), repeat=n_features):
        literals = {r: value for r, value in enumerate(choice) if value is not None}
        if literals or empty:
            yield literals


def holds(literals, row):
    return all(row[r] == value for r, value in literals.items())
