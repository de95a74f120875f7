"""The kernel behind perfect sets: pure rules by their worth, and cheapest covers, against trying everything."""

import random
from itertools import combinations, product

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from shortlist import _kernel


def random_rows(rng):
    n_rows, n_features = rng.randint(1, 14), rng.randint(0, 4)
    features = np.unique(
        np.array([[rng.random() < 0.5 for _ in range(n_features)] for _ in range(n_rows)], bool), axis=0
    )
    kind = np.array([rng.choice("wwbf") for _ in features])
    return np.ascontiguousarray(features), kind == "w", kind == "b"


def conjunctions(features, literals):
    for pattern in product((None, False, True), repeat=features.shape[1]):
        used = [(k, value) for k, value in enumerate(pattern) if value is not None]
        if all(literals[k, int(value)] for k, value in used):
            yield used, np.all([features[:, k] == value for k, value in used], axis=0) | np.zeros(len(features), bool)


def found_rules(batch):
    starts = zip(batch.literal_start[:-1], batch.literal_start[1:], strict=True)
    literals = [batch.literals[a:b].tolist() for a, b in starts]
    starts = zip(batch.row_start[:-1], batch.row_start[1:], strict=True)
    return list(zip(literals, [set(batch.rows[a:b].tolist()) for a, b in starts], strict=True))


def check_rules(rng, features, wanted, barred, whole):
    """For every rule that is asked for, one is found that is as good, and what is found is what was asked for."""
    literals = np.array([[rng.random() < 0.9, True] for _ in range(features.shape[1])], bool).reshape(-1, 2)
    worth = np.array([rng.choice([0, 1, 2, 5]) for _ in range(wanted.sum())], dtype=np.int64)
    a, b, above = rng.randint(0, 3), rng.randint(0, 2), rng.randint(-4, 4)
    rules = _kernel.PureRules(features, wanted, barred, literals)
    batch = rules.find(worth, rule_price=a, literal_price=b, above=above, most=10**6, whole=whole)
    found = found_rules(batch)
    place = np.cumsum(wanted) - 1

    assert batch.complete
    for numbers, rows in found:
        cover = np.all([features[:, n // 2] == (n % 2 == 1) for n in numbers], axis=0) | np.zeros(len(features), bool)
        assert not (cover & barred).any()
        assert rows == set(place[cover & wanted].tolist())
        assert worth[list(rows)].sum() - a - b * len(numbers) > above
    for used, cover in conjunctions(features, literals):
        rows = set(place[cover & wanted].tolist())
        if (cover & barred).any() or worth[list(rows)].sum() - a - b * len(used) <= above:
            continue
        needed = rows if whole else {r for r in rows if worth[r]}
        assert not needed or any(needed <= other and b * len(numbers) <= b * len(used) for numbers, other in found)
    return found


@pytest.mark.parametrize("whole", [False, True])
def test_for_every_rule_asked_for_one_is_found_that_is_as_good(whole):
    for seed in range(1500):
        rng = random.Random(seed)
        features, wanted, barred = random_rows(rng)
        check_rules(rng, features, wanted, barred, whole)


@pytest.mark.parametrize("seed", range(4))
def test_rules_of_more_rows_than_a_word_has_bits(seed):
    rng = random.Random(seed)
    features = np.random.default_rng(seed).permutation(list(product((False, True), repeat=8)))
    truth = features[:, :3].sum(axis=1) > 1
    wanted = np.array([rng.random() < (0.97 if row else 0.4) for row in truth])

    assert wanted.sum() > 128
    assert len(check_rules(rng, np.ascontiguousarray(features), wanted, ~wanted, whole=True)) > 20


def random_cover(rng):
    n_rows, n_columns = rng.randint(0, 7), rng.randint(0, 10)
    columns = [sorted(rng.sample(range(n_rows), rng.randint(0, n_rows))) for _ in range(n_columns)]
    return n_rows, columns, [rng.randint(0, 6) for _ in columns]


def least_by_trying(n_rows, columns, cost, most, below):
    best = None
    for size in range(len(columns) + 1 if most is None else min(most, len(columns)) + 1):
        for chosen in combinations(range(len(columns)), size):
            total = sum(cost[j] for j in chosen)
            covers = set().union(*(columns[j] for j in chosen)) == set(range(n_rows))
            if covers and total < below and (best is None or total < best):
                best = total
    return best


def test_covers_are_cheapest():
    for seed in range(3000):
        rng = random.Random(seed)
        n_rows, columns, cost = random_cover(rng)
        most, below = rng.choice([None, 1, 2, 3]), rng.choice([5, 10, 1000])
        start = np.cumsum([0, *map(len, columns)], dtype=np.int64)
        entries = np.array([r for column in columns for r in column], dtype=np.int64)
        result = _kernel.least_cover(
            n_rows, start, entries, np.array(cost, dtype=np.int64), below=below, most_columns=most
        )
        found = None if result.columns is None else sum(cost[j] for j in result.columns)

        assert "proved" == result.stop
        assert least_by_trying(n_rows, columns, cost, most, below) == found, seed
        if result.columns is not None:
            assert set(range(n_rows)) == set().union(*(columns[j] for j in result.columns))
            assert most is None or len(result.columns) <= most


def test_local_search_gives_covers_that_are_nearly_always_cheapest():
    n_covers = cheapest = 0
    for seed in range(1000):
        rng = random.Random(seed)
        n_rows, columns, cost = random_cover(rng)
        start = np.cumsum([0, *map(len, columns)], dtype=np.int64)
        entries = np.array([r for column in columns for r in column], dtype=np.int64)
        arguments = (n_rows, start, entries, np.array(cost, dtype=np.int64))
        least = least_by_trying(n_rows, columns, cost, None, 1000)
        result = _kernel.local_cover(*arguments, work=20_000)

        assert result.columns == _kernel.local_cover(*arguments, work=20_000).columns
        if result.columns is None:
            assert least is None, seed
            continue
        found = sum(cost[j] for j in result.columns)
        assert set(range(n_rows)) == set().union(*(columns[j] for j in result.columns))
        assert least <= found
        n_covers, cheapest = n_covers + 1, cheapest + (least == found)
    assert cheapest > 0.97 * n_covers > 300


def test_a_larger_cover_problem_is_closed_by_branching():
    """Triples of a projective plane: the linear program says 7/3, three lines through a point cover it."""
    lines = [[0, 1, 2], [0, 3, 4], [0, 5, 6], [1, 3, 5], [1, 4, 6], [2, 3, 6], [2, 4, 5]]
    start, entries = np.arange(0, 22, 3, dtype=np.int64), np.array(lines, dtype=np.int64).ravel()
    ones = np.ones(7, dtype=np.int64)

    assert 3 == len(_kernel.least_cover(7, start, entries, ones, below=10).columns)
    assert _kernel.least_cover(7, start, entries, ones, below=3).columns is None
    assert _kernel.least_cover(7, start, entries, ones, below=10, most_columns=2).columns is None


def columns_of(covers):
    """Where the rows of each column of a 0/1 matrix begin, and these rows."""
    return np.concatenate([[0], np.cumsum(covers.sum(axis=0))]), np.nonzero(covers.T)[1].copy()


@pytest.mark.parametrize("part", range(3))
def test_covers_that_take_many_nodes_cost_what_another_solver_says(part):
    """Programs shrink on the way down: what is left must be the same problem."""
    n_nodes = 0
    for seed in range(12 * part, 12 * (part + 1)):
        rng = np.random.default_rng(seed)
        n_rows, n_columns = int(rng.integers(20, 45)), int(rng.integers(60, 120))
        covers = rng.random((n_rows, n_columns)) < rng.choice([0.08, 0.15, 0.25])
        covers[np.arange(n_rows), rng.integers(0, n_columns, n_rows)] = True
        cost = rng.integers(1, rng.choice([2, 4, 12]), n_columns)
        rows, (start, entries) = LinearConstraint(covers.astype(float), lb=1), columns_of(covers)
        fewest = round(
            milp(np.ones(n_columns), constraints=rows, integrality=np.ones(n_columns), bounds=Bounds(0, 1)).fun
        )
        most = int(fewest + rng.integers(0, 2)) if rng.random() < 0.5 else None
        limits = [rows] if most is None else [rows, LinearConstraint(np.ones((1, n_columns)), ub=most)]
        least = round(milp(cost, constraints=limits, integrality=np.ones(n_columns), bounds=Bounds(0, 1)).fun)
        found = _kernel.least_cover(n_rows, start, entries, cost, below=10**6, most_columns=most)
        n_nodes += found.nodes

        assert least == cost[found.columns].sum(), seed
        assert covers[:, found.columns].any(axis=1).all()
        assert most is None or len(found.columns) <= most
        assert _kernel.least_cover(n_rows, start, entries, cost, below=least, most_columns=most).columns is None
    assert n_nodes > 100


def test_covers_of_more_rows_than_sets_have_bits():
    """Runs of 8, 16 and 24 rows of a thousand: rows 512 apart share a bit, and columns must not seem to lie within others."""
    n_rows, columns, cost = 1000, [], []
    for length, price in ((8, 2), (16, 3), (24, 5)):
        for first in range(0, n_rows, 8):
            columns.append(np.arange(first, min(first + length, n_rows)))
            cost.append(price)
    start, entries = np.cumsum([0, *map(len, columns)]), np.concatenate(columns)
    least = 3 * (n_rows // 16) + 2 * (n_rows % 16 > 0)

    assert least == sum(
        cost[j] for j in _kernel.least_cover(n_rows, start, entries, np.array(cost), below=10**6).columns
    )
    assert least <= sum(
        cost[j] for j in _kernel.local_cover(n_rows, start, entries, np.array(cost), work=10**6).columns
    )


def test_a_local_search_ends_with_what_is_enough():
    rng = np.random.default_rng(0)
    covers = rng.random((60, 300)) < 0.1
    arguments = (60, *columns_of(covers), np.ones(300, dtype=np.int64))
    most, least = (len(_kernel.local_cover(*arguments, work=work).columns) for work in (0, 10**6))

    assert least < most
    assert most == len(_kernel.local_cover(*arguments, work=10**6, enough=most).columns)


def test_wrong_arrays_are_refused():
    one = np.array([0, 1], dtype=np.int64)
    with pytest.raises(ValueError, match="one entry more"):
        _kernel.least_cover(1, one, one[:1], one, below=3)
    with pytest.raises(ValueError, match="must rise and be rows"):
        _kernel.least_cover(1, one, np.array([4]), np.array([1]), below=3)
    rules = _kernel.PureRules(np.ones((1, 1), bool), np.ones(1, bool), np.zeros(1, bool), np.ones((1, 2), bool))
    with pytest.raises(ValueError, match="not be negative"):
        rules.find(np.array([-1]), rule_price=1, literal_price=1, above=0, most=1)


def many_rules(n_rows=200, n_features=12):
    """A table on which each wanted row has many pure rules."""
    rng = np.random.default_rng(3)
    features = np.unique(rng.random((n_rows, n_features)) < 0.5, axis=0)
    wanted = rng.random(len(features)) < 0.5
    return features, wanted, _kernel.PureRules(features, wanted, ~wanted, np.ones((n_features, 2), bool))


def is_prefix(short, whole):
    """Does the first batch have the first rules of the second?"""
    return found_rules(short) == found_rules(whole)[: len(found_rules(short))]


def test_pure_rules_end_at_a_memory_limit():
    """What was found before is kept, and enough memory changes nothing."""
    _, wanted, rules = many_rules()
    worth = np.full(wanted.sum(), 4, dtype=np.int64)
    prices = {"rule_price": 1, "literal_price": 1, "above": 0}
    calls = [
        lambda **limit: rules.find(worth, most=10**6, **prices, **limit),
        rules.grow,
        lambda **limit: rules.grow_worth(worth, **prices, **limit),
    ]
    for call in calls:
        free, ample, none = call(), call(memory_limit=10**9), call(memory_limit=100)
        some = [call(memory_limit=limit) for limit in range(2_000, 400_000, 6_000)]

        assert ("proved", "proved", "memory") == (free.stop, ample.stop, none.stop)
        assert found_rules(free) == found_rules(ample)
        assert [] == found_rules(none)
        assert all(is_prefix(batch, free) for batch in some)
        assert all((batch.stop == "memory") == (len(batch.row_start) < len(free.row_start)) for batch in some)
        assert not any(batch.complete for batch in [none, *some] if batch.stop == "memory")
        assert any(batch.stop == "memory" and found_rules(batch) for batch in some)


def test_covers_end_at_a_memory_limit():
    """Whatever the limit, the answer is a cover; it is the cheapest when it says so."""
    rng = random.Random(5)
    columns = [sorted(rng.sample(range(60), rng.randint(3, 8))) for _ in range(150)] + [[r] for r in range(60)]
    cost = np.array([2 + len(column) // 3 for column in columns], dtype=np.int64)
    start = np.cumsum([0, *map(len, columns)], dtype=np.int64)
    entries = np.array([r for column in columns for r in column], dtype=np.int64)
    free = _kernel.least_cover(60, start, entries, cost, below=1000)
    stops = []
    for limit in [0, 1_000, 20_000, 60_000, 100_000, 200_000, 10**8]:
        result = _kernel.least_cover(60, start, entries, cost, below=1000, memory_limit=limit)
        stops.append(result.stop)

        assert set(range(60)) == set().union(*(columns[j] for j in result.columns))
        assert cost[result.columns].sum() >= cost[free.columns].sum()
        if result.stop == "proved":
            assert (free.columns, free.nodes) == (result.columns, result.nodes)
    assert "memory" == stops[0]
    assert "proved" == free.stop == stops[-1]


def test_little_memory_gives_no_cover_where_none_is_cheap_enough():
    start, entries, ones = np.arange(4), np.arange(3), np.ones(3, dtype=np.int64)
    result = _kernel.least_cover(3, start, entries, ones, below=3, memory_limit=0)

    assert ("memory", None) == (result.stop, result.columns)
    assert [0, 1, 2] == _kernel.least_cover(3, start, entries, ones, below=4, memory_limit=0).columns
