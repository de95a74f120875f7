"""Separated lists: each part is the best of its class on the rows that earlier parts leave, in the order that was asked for."""

import random
from dataclasses import replace
from itertools import permutations

import pytest

from oracles.lists import least_perfect_size, least_sparse_cost
from oracles.separated import Replay, errors_of_list, order_by_number
from samples.strategies import problem_of, random_table
from shortlist.engines.registry import names_of, solve
from shortlist.errors import UsageError
from shortlist.problems.constraints import Constraints
from shortlist.problems.evaluate import cost_of, errors_of, keeps_constraints
from shortlist.problems.limits import Limits
from shortlist.problems.solution import Status

CHUNKS, TABLES_PER_CHUNK = 10, 100
NAMED = ("i+", "i-", "a+", "a-", "c+", "c-")


def parts_of(problem, solution):
    """Each part as (class, rules), rules as dictionaries; a class without rules is a part, too."""
    rules = [(dict(literals), label) for literals, label in solution.lists[0]]
    parts = []
    for part in solution.parts:
        (label,) = map(problem.classes.index, part.labels)
        own = []
        while rules and rules[0][1] == label:
            own.append(rules.pop(0)[0])
        parts.append((label, own))
    assert not rules
    return parts


def assert_parts_are_optimal(table, node_cost, problem, solution):
    """Each part costs what the oracle finds for it; the last is the default rule."""
    parts = parts_of(problem, solution)
    replay = Replay(table, node_cost)
    for (label, rules), part in zip(parts, solution.parts, strict=True):
        is_last = len(replay.to_come) == 1
        expected = replay.cost(label, [{}]) if is_last else replay.least_cost(label)
        assert (expected, expected, Status.OPTIMAL) == (part.cost, part.lower_bound, part.status)
        assert expected == replay.cost(label, rules)
        assert not is_last or rules == [{}]
        replay.take(label, rules)
    assert not replay.left
    assert not solution.lists[0][-1][0]
    assert cost_of(problem, solution.lists) == solution.cost
    errors = errors_of_list(table, parts)
    assert errors == errors_of(problem, solution.lists)
    assert node_cost is not None or errors == problem.unavoidable


def assert_order_was_kept(table, node_cost, problem, solution, order):
    parts = parts_of(problem, solution)
    labels = [label for label, _ in parts]
    if order[0] == "i":
        assert order_by_number(table, 1 if order == "i+" else -1)[: len(labels)] == labels
        return
    replay = Replay(table, node_cost)
    for label, rules in parts[:-1]:
        taken = replay.measures(label, 0 if node_cost is None else replay.errors(label, rules)[0])[order[0]]
        for other in replay.to_come - {label}:
            possible = [replay.measures(other, missed)[order[0]] for missed in replay.optimum(other)[1]]
            assert taken <= max(possible) if order[1] == "+" else taken >= min(possible)
        replay.take(label, rules)


def check_seed(seed: int) -> None:
    """One table, perfect and sparse: a named order by search, a permutation by any engine, sometimes all orders."""
    rng = random.Random(seed)
    table = random_table(rng)
    for node_cost in (None, rng.randint(1, 4)):
        problem = problem_of(table, node_cost=node_cost)
        order = rng.choice(NAMED)
        solution = solve("search", problem, Limits(), order=order)
        assert_parts_are_optimal(table, node_cost, problem, solution)
        assert_order_was_kept(table, node_cost, problem, solution, order)
        permutation = tuple(rng.sample(range(len(problem.classes)), len(problem.classes)))
        engine = rng.choice(["search", "maxsat", "maxsat-paper"])
        by_engine = solve(engine, problem, Limits(), order=permutation)
        assert_parts_are_optimal(table, node_cost, problem, by_engine)
        if seed % 24 == 0:
            least = least_perfect_size(table) if node_cost is None else least_sparse_cost(table, node_cost)
            assert solution.lower_bound <= least <= solution.cost
            every = [solve("search", problem, Limits(), order=p) for p in permutations(range(len(problem.classes)))]
            best = solve("search", problem, Limits(), order="all!")
            assert min(one.cost for one in every) == best.cost


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_parts_equal_the_oracle_on_seeded_tables(chunk):
    for seed in range(chunk * TABLES_PER_CHUNK, (chunk + 1) * TABLES_PER_CHUNK):
        check_seed(seed)


XOR = [((a, b), int(a != b)) for a in (False, True) for b in (False, True)]


def test_all_orders_of_many_classes_are_refused_with_their_number():
    table = [((False, k == 0), k) for k in range(5)]
    with pytest.raises(UsageError, match="5 classes have 120 orders"):
        solve("search", problem_of(table, node_cost=1), Limits(), order="all")


@pytest.mark.parametrize("order", ["j+", (0, 0), (0,), "i"])
def test_an_unknown_order_is_refused(order):
    with pytest.raises(UsageError, match="the order must"):
        solve("search", problem_of(XOR, node_cost=1), Limits(), order=order)


def test_the_greedy_engine_has_no_parts():
    with pytest.raises(UsageError, match="the engine for a separated list must be one of auto, search"):
        solve("greedy", problem_of(XOR, node_cost=1), Limits(), order="i+")


@pytest.mark.parametrize(
    ("constraints", "what"),
    [
        (Constraints(max_rules=1), "max rules"),
        (Constraints(max_size=3), "max size"),
        (Constraints(rule_classes=(0,)), "rule classes"),
    ],
)
def test_constraints_on_the_whole_list_are_refused(constraints, what):
    problem = replace(problem_of(XOR, node_cost=1), constraints=constraints)
    for engine in names_of("separated list"):
        with pytest.raises(UsageError, match=f"cannot keep to {what} for a separated list; no engine can"):
            solve(engine, problem, Limits(), order="i+")


def test_constraints_on_single_rules_are_kept():
    problem = replace(problem_of(XOR * 5, node_cost=1), constraints=Constraints(max_literals=1, negations=False))
    solution = solve("auto", problem, Limits(), order="i+")

    assert keeps_constraints(problem, solution.lists)
    with pytest.raises(UsageError, match="the engine maxsat cannot keep to max literals for a separated list"):
        solve("maxsat", problem, Limits(), order="i+")


@pytest.mark.parametrize("engine", ["search", "maxsat"])
@pytest.mark.parametrize("order", ["i+", "a-", "all!"])
def test_without_time_there_is_still_a_sparse_list(order, engine):
    table = [((a, b, c), (a + 2 * b + c) % 3) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    table = [(tuple(map(bool, row)), label) for row, label in table] * 9
    solution = solve(engine, problem_of(table, node_cost=1), Limits(0.0), order=order)

    assert solution.lists is not None
    assert all(part.lower_bound <= part.cost for part in solution.parts)
