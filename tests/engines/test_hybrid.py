"""Decision lists side by side: what they answer, the formula against the oracle, and the example that the paper left out."""

import random
from dataclasses import replace

import numpy as np
import pytest

from oracles.lists import least_perfect_size, least_sparse_cost
from oracles.lists_side_by_side import least_hybrid_cost
from samples.strategies import problem_of
from shortlist.encoding.examples import hybrid_examples
from shortlist.encoding.formula import encode
from shortlist.engines.maxsat.hybrid import hybrid
from shortlist.engines.sat.oracle import MaxSat
from shortlist.engines.search import lists_side_by_side
from shortlist.errors import UsageError
from shortlist.estimators.decision_lists import DecisionListsClassifier
from shortlist.explain.trace import explain
from shortlist.features.literal import Literal, Op
from shortlist.learn import learn
from shortlist.models.model import SILENT, Model, ModelKind, Rule
from shortlist.problems.evaluate import cost_of, errors_of
from shortlist.problems.limits import Limits
from shortlist.problems.naming import Names
from shortlist.problems.objective import Objective
from shortlist.problems.solution import Status
from shortlist.tables.frames import table_of_array
from shortlist.tables.read import read_labelled

CHUNKS, TABLES_PER_CHUNK = 10, 100


def tiny_table(rng: random.Random):
    """At most four distinct rows: the oracle looks at all answers of all of them."""
    n_features, n_classes = rng.randint(1, 3), rng.randint(1, 3)
    rows = [tuple(rng.random() < 0.5 for _ in range(n_features)) for _ in range(rng.randint(1, 4))]
    return [(rng.choice(rows), rng.randrange(n_classes)) for _ in range(rng.randint(1, 8))]


def check_seed(seed: int) -> None:
    """One table, perfect and sparse."""
    rng = random.Random(seed)
    table = tiny_table(rng)
    for node_cost in (None, rng.randint(1, 3)):
        check_table(table, node_cost)


def hybrid_problem_of(table, *, node_cost):
    return replace(problem_of(table, node_cost=node_cost), kind=ModelKind.HYBRID)


def check_table(table, node_cost) -> None:
    problem = hybrid_problem_of(table, node_cost=node_cost)
    solution = hybrid(problem, Limits())
    least = least_hybrid_cost(table, node_cost)

    assert (Status.OPTIMAL, least, least) == (solution.status, solution.cost, solution.lower_bound)
    assert least == (least_perfect_size(table) if node_cost is None else least_sparse_cost(table, node_cost))
    assert least == cost_of(problem, solution.lists)
    model, errors = Names(problem).model(solution.lists), errors_of(problem, solution.lists)
    table_of_rows = table_of_array(np.array([row for row, _ in table]), [f"f{k}" for k in range(len(table[0][0]))])
    right = model.decided(table_of_rows) & (model.predict(table_of_rows) == np.array([label for _, label in table]))
    assert len(table) - right.sum() == errors
    assert solution.cost == (0 if node_cost is None else errors) + (node_cost or 1) * model.size


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_lists_side_by_side_equal_the_oracle_on_seeded_tables(chunk):
    for seed in range(chunk * TABLES_PER_CHUNK, (chunk + 1) * TABLES_PER_CHUNK):
        check_seed(seed)


def literal(name):
    feature = Literal(name.removeprefix("not "), Op.EQUAL, True)
    return feature.negated() if name.startswith("not ") else feature


def rule(condition, label, counts=()):
    return Rule(tuple(map(literal, condition)), label, counts)


def side_by_side(*lists):
    return Model(ModelKind.HYBRID, lists, (0, 1))


def test_answers_agreement_contradiction_and_silence():
    model = side_by_side((rule(["A"], 1, (0, 3)),), (rule(["B"], 0, (2, 1)), rule(["C"], 1, (0, 2))))
    rows = table_of_array(np.array([[1, 0, 1], [1, 1, 0], [0, 0, 0], [0, 1, 1], [0, 0, 1]], dtype=bool), list("ABC"))

    assert [[0, 2], [0, 1], [SILENT, SILENT], [SILENT, 1], [SILENT, 2]] == model.answers(rows).tolist()
    assert [True, False, False, True, True] == model.decided(rows).tolist()
    assert [1, 1, 0 + 1, 0, 1] == model.predict(rows).tolist()
    # Both answers agree: the mean of 2 and 3. A contradiction: 2 + 2. Silence: the whole model. Rule C after B: 1 + 1 + 1.
    assert [2.5, 4, model.size, 2, 3] == model.explanation_sizes(rows).tolist()


def test_explanations_read_each_list_until_a_rule_fires():
    model = side_by_side((rule(["A"], 1, (0, 3)),), (rule(["B"], 0, (2, 1)), rule(["C"], 1, (0, 2))))
    rows = table_of_array(np.array([[1, 0, 1], [1, 1, 0], [0, 0, 0], [0, 1, 1], [0, 0, 1]], dtype=bool), list("ABC"))
    explained = [explain(model, rows, row) for row in range(5)]

    assert [[0, 1, 2], [0, 1], [0, 1, 2], [0, 1], [0, 1, 2]] == [[s.position for s in e.steps] for e in explained]
    fired = [[step.position for step in e.steps if step.fired] for e in explained]
    assert fired == [[number for number in row if number != SILENT] for row in model.answers(rows).tolist()]
    assert model.decided(rows).tolist() == [e.decided for e in explained]
    assert model.predict(rows).tolist() == [e.label for e in explained]


def test_an_estimator_learns_lists_side_by_side():
    X = np.array([row for row, _ in example_left_out()])
    y = np.array([label for _, label in example_left_out()])
    clf = DecisionListsClassifier(regularization=0).fit(X, y)

    assert ("optimal", 4, 4) == (clf.status_, clf.objective_, clf.lower_bound_)
    assert y.tolist() == clf.predict(X).tolist() == clf.predict_proba(X).argmax(axis=1).tolist()
    assert clf.lists_.size == 4
    assert [e.label for e in clf.explain(X)] == y.tolist()
    assert clf.apply(X).shape == (8, len(clf.lists_.lists))


def example_left_out():
    """Columns L and C as the printed variables say: items 1, 2, 4, 6 have L, items 4, 6, 7 have C, items 3, 5, 8 are H."""
    return [((item in {1, 2, 4, 6}, item in {4, 6, 7}), int(item in {3, 5, 8})) for item in range(1, 9)]


def test_the_example_that_the_paper_left_out():
    """L → ¬H; C → ¬H, else ¬L → H: two lists of size 6, both of which answer items 4 and 6."""
    table = example_left_out()
    problem = hybrid_problem_of(table, node_cost=None)
    printed = side_by_side((rule(["L"], 0),), (rule(["C"], 0), rule(["not L"], 1)))
    rows = table_of_array(np.array([row for row, _ in table]), ["L", "C"])

    assert 6 == printed.size
    assert printed.decided(rows).all()
    assert [label for _, label in table] == printed.predict(rows).tolist()
    assert [4, 6] == [item for item, row in enumerate(printed.answers(rows).tolist(), 1) if row == [0, 1]]
    assert 4 == hybrid(problem, Limits()).cost, "¬L ∧ ¬C → H, else ¬H is smaller"


def test_the_variables_of_that_example_are_as_printed():
    """The formula with the nodes fixed has the printed v and n."""
    table = example_left_out()
    # One row for each item: an identity in further columns keeps equal items apart.
    apart = [((*row, *(k == i for k in range(8))), label) for i, (row, label) in enumerate(table)]
    problem = hybrid_problem_of(apart, node_cost=None)
    item = {problem.rows.features[r].tolist()[2:].index(True) + 1: r for r in range(8)}
    formula = encode(problem, hybrid_examples(problem), 7)
    x = formula.variables
    nodes = [(x.s[0, 0], 1), (x.c[1, 0], -1), (x.s[2, 1], 1), (x.c[3, 0], -1), (x.s[4, 0], -1), (x.c[5, 0], 1)]
    fixed = [int(chosen) for chosen, _ in nodes] + [int(sign * x.t[j]) for j, (_, sign) in enumerate(nodes)]
    fixed += [int(x.u[6]), int(x.x[1]), -int(x.x[3]), int(x.x[5])]
    units = replace(formula, hard=(*formula.hard, np.array(fixed)[:, None]))
    with MaxSat(units, solver="cadical195", pause=lambda *_: None) as solver:
        true = set(solver.best_model())
    valid = [{i for i, r in item.items() if int(x.v[r, j]) in true} for j in range(6)]
    unclassified = [{i for i, r in item.items() if int(x.n[r, j]) in true} for j in range(6)]
    everything = set(range(1, 9))

    assert [everything, {1, 2, 4, 6}, everything, {4, 6, 7}, {1, 2, 3, 5, 8}, {3, 5, 8}] == valid
    assert [*[everything] * 4, {1, 2, 3, 5, 8}, {1, 2, 3, 5, 8}] == unclassified


def test_a_model_needs_rules():
    with pytest.raises(UsageError, match="at least one"):
        side_by_side()
    with pytest.raises(UsageError, match="no list of a model may be without a rule"):
        side_by_side(())


def test_a_time_limit_keeps_what_is_known():
    table = [((a, b, c), int(a ^ b ^ c)) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    table = [(tuple(map(bool, row)), label) for row, label in table]
    sparse = hybrid(hybrid_problem_of(table, node_cost=1), Limits(0.0))

    assert Status.FEASIBLE is sparse.status
    assert Status.UNKNOWN is hybrid(hybrid_problem_of(table, node_cost=None), Limits(0.0)).status


def test_one_list_serves_for_lists_side_by_side():
    """The least cost is that of one list, and the answer counts as lists side by side."""
    for seed in range(100):
        rng = random.Random(seed)
        table, node_cost = tiny_table(rng), rng.choice([None, 1, 2])
        problem = hybrid_problem_of(table, node_cost=node_cost)
        solution = lists_side_by_side(problem, Limits())

        assert (Status.OPTIMAL, least_hybrid_cost(table, node_cost)) == (solution.status, solution.cost)
        assert solution.cost == cost_of(problem, solution.lists)
        assert len(Names(problem).model(solution.lists).lists) == 1


def test_the_answer_is_no_dearer_than_a_good_list_where_time_is_over():
    """Regression: it was a greedy list of cost 21 on the penguins, where `search` proves one of cost 18 in no time."""
    data = read_labelled("penguins")
    alone = learn(data, objective=Objective("0.005"), limits=Limits(10))
    beside = learn(data, model="hybrid", objective=Objective("0.005"), limits=Limits(4))

    assert alone.solution.status is Status.OPTIMAL
    assert beside.solution.cost == alone.solution.cost
