"""The native search agrees with brute force, under every price, constraint and choice of bounds."""

import numpy as np
import pytest

from oracles.kernel import cheapest, cheapest_by_walk, cheapest_of_two, cost_of
from samples.kernel_searches import proved, search
from samples.kernel_tables import (
    chain_table,
    cube_table,
    dear_table,
    hard_table,
    larger_table,
    random_losses,
    random_table,
)
from shortlist import _kernel


@pytest.mark.parametrize("part", range(10))
def test_random_tables_cost_what_brute_force_says(part):
    """All prices, labels and constraints, alone and combined."""
    for seed in range(500 * part, 500 * (part + 1)):
        rng = np.random.default_rng(seed)
        table = random_table(rng)
        pack_after = int(rng.choice([0, 2, 400]))

        assert cheapest(table) == proved(table, pack_after=pack_after), seed


@pytest.mark.parametrize("part", range(5))
def test_columns_of_numbers_cost_what_brute_force_says(part):
    """Thresholds are nested: what is done for whole chains of them holds under every price, constraint and choice of bounds."""
    for seed in range(100 * part, 100 * (part + 1)):
        rng = np.random.default_rng(seed)
        table = chain_table(rng)
        bounds = None if seed % 2 else [name for name in _kernel.BOUNDS if rng.random() < 0.7]

        assert cheapest(table) == proved(table, bounds=bounds, pack_after=int(rng.choice([0, 2, 400]))), seed


@pytest.mark.parametrize("part", range(5))
def test_annealing_finds_lists_that_keep_all_constraints_and_cost_what_is_said(part):
    """Nothing is proved, but a little of it finds the cheapest list of these tiny tables."""
    for seed in range(100 * part, 100 * (part + 1)):
        table = random_table(np.random.default_rng(seed))
        result = search(table, only_anneal=2 * 10**6)
        least = cheapest(table)

        assert "work" == result.stop
        assert result.cost == cost_of(table, result.rules), seed
        assert result.lower_bound <= least == result.cost, seed


def test_annealing_is_the_same_every_time_and_goes_on_from_a_list():
    """The work alone decides how far it comes, and a list that is given is never lost."""
    table = hard_table()
    first, second, longer = (search(table, only_anneal=work) for work in (10**7, 10**7, 10**8))

    assert (first.rules, first.work) == (second.rules, second.work)
    assert longer.cost < first.cost
    assert longer.cost == search(table, only_anneal=0, incumbent=longer.rules).cost


def test_annealing_keeps_to_its_time():
    """Without end but for the clock."""
    result = search(hard_table(), only_anneal=-1, time_limit=0.05)

    assert "time" == result.stop
    assert result.seconds < 1


def test_a_search_that_is_not_soon_over_anneals():
    """Long before anything is proved it has a list that beams do not find."""
    beam = search(hard_table(), time_limit=0.0)

    assert search(hard_table(), time_limit=3).cost < beam.cost


@pytest.mark.parametrize("part", range(8))
def test_few_bounds_on_dear_literals(part):
    """A bound stored for one budget is asked for again with another; with few bounds on, errors there show."""
    for seed in range(500 * part, 500 * (part + 1)):
        rng = np.random.default_rng(seed)
        table = dear_table(rng)
        bounds = [["structure"], ["structure", "rule_pays", "literal_necessity"]][seed % 2]

        assert cheapest(table) == proved(table, bounds=bounds), seed


@pytest.mark.parametrize("seed", range(8))
def test_more_than_64_rows_with_two_rules(seed):
    """Row sets of several words, against all pairs of rules."""
    rng = np.random.default_rng(seed)
    table = cube_table(rng) | {"max_rules": int(rng.integers(1, 3))}

    assert cheapest_of_two(table) == proved(table, pack_after=10)


def test_where_few_rules_are_allowed_budgets_are_few():
    """Cheap rules and many errors: budgets that rose by one price each would try all pairs of rules dozens of times."""
    rng = np.random.default_rng(7354)
    table = cube_table(rng, 5, labels=4) | {"max_rules": 2, "max_literals": None, "rule_price": 1}
    table["literal_prices"] = np.ones(5, dtype=np.int64)
    result = search(table)

    assert cheapest_of_two(table) == result.cost > 40
    assert len({bound for _, _, bound in result.trace}) <= 8


@pytest.mark.parametrize("seed", range(12))
def test_more_than_64_rows_with_single_literals(seed):
    """Row sets of several words, any number of rules."""
    table = cube_table(np.random.default_rng(100 + seed)) | {"max_literals": 1}

    assert cheapest_by_walk(table) == proved(table, pack_after=10)


@pytest.mark.parametrize("seed", range(25))
def test_every_bound_can_be_switched_off(seed):
    """Each bound alone, each left out, and random subsets: always the same optimum."""
    rng = np.random.default_rng(1000 + seed)
    table = random_table(rng, rows=9, features=5)
    expected = cheapest(table)
    subsets = [[], *([name] for name in _kernel.BOUNDS)]
    subsets += [[name for name in _kernel.BOUNDS if name != out] for out in _kernel.BOUNDS]
    subsets += [[name for name in _kernel.BOUNDS if rng.random() < 0.5] for _ in range(10)]
    for bounds in subsets:
        assert expected == proved(table, bounds=bounds, pack_after=0), bounds


@pytest.mark.parametrize("seed", range(6))
def test_bounds_do_not_change_larger_optima(seed):
    """The same on tables of more than 64 rows with longer rules."""
    table = larger_table(seed, rows=80, features=7, labels=2 + seed % 2)
    expected = proved(table)
    for out in _kernel.BOUNDS:
        bounds = [name for name in _kernel.BOUNDS if name != out]

        assert expected == proved(table, bounds=bounds, pack_after=20), out


@pytest.mark.parametrize("seed", range(6))
def test_permuted_rows_columns_and_labels(seed):
    """The order of rows, features and labels is no information."""
    rng = np.random.default_rng(seed)
    table = larger_table(seed, labels=3)
    table["rule_labels"] = np.array([True, True, seed % 2 == 0])
    rows, columns, labels = (rng.permutation(n) for n in (60, 8, 3))
    other = table | {
        "features": np.ascontiguousarray(table["features"][rows][:, columns]),
        "losses": np.ascontiguousarray(table["losses"][rows][:, labels]),
        "literal_prices": table["literal_prices"][columns],
        "rule_labels": table["rule_labels"][labels],
    }

    assert proved(table) == proved(other)


@pytest.mark.parametrize("seed", range(6))
def test_negated_and_duplicated_columns(seed):
    """A column turned over, or given twice, changes nothing."""
    table = larger_table(seed)
    flip = np.random.default_rng(seed).random(8) < 0.5
    turned = table | {"features": table["features"] ^ flip}
    twice = table | {
        "features": np.ascontiguousarray(np.hstack([table["features"], ~table["features"]])),
        "literal_prices": np.tile(table["literal_prices"], 2),
        "literals": np.ones((16, 2), dtype=bool),
    }

    assert proved(table) == proved(turned) == proved(twice)


@pytest.mark.parametrize("seed", range(6))
def test_doubled_amounts_double_the_cost(seed):
    """Costs are plain sums."""
    table = larger_table(seed)
    doubled = table | {name: 2 * table[name] for name in ("losses", "rule_price", "literal_prices", "default_price")}

    assert 2 * proved(table) == proved(doubled)


@pytest.mark.parametrize("seed", range(6))
def test_a_constraint_never_improves_the_cost(seed):
    """Tighter limits cost more or the same, step by step."""
    table = larger_table(seed, rows=40, features=6)
    steps = {
        "max_rules": [None, 4, 3, 2, 1, 0],
        "max_literals": [None, 3, 2, 1, 0],
        "max_size": [None, 9, 7, 5, 3, 1],
        "min_rows": [0, 2, 4, 8, 16, 100],
    }
    for name, values in steps.items():
        costs = [proved(table | {name: value}) for value in values]

        assert sorted(costs) == costs, name


def test_large_weights_are_exact():
    """Nothing is rounded: amounts far beyond 32 bits."""
    for seed in range(30):
        rng = np.random.default_rng(seed)
        table = random_table(rng, rows=7, features=4)
        table["losses"] = table["losses"] * (10**12 + 39) + rng.integers(0, 10**6, table["losses"].shape)
        table["rule_price"] = int(rng.integers(0, 10**13))

        assert cheapest(table) == proved(table, pack_after=0)


def test_more_than_64_labels():
    """Label sets wider than a word."""
    rng = np.random.default_rng(5)
    table = random_table(rng, rows=8, features=4, constrained=False)
    everyone = np.ones(70, dtype=bool)
    table |= {"losses": random_losses(rng, 8, 70), "rule_labels": everyone, "default_labels": everyone}

    assert cheapest(table) == proved(table, pack_after=0)


def test_free_literals_are_stripped():
    """Where literals cost nothing, those that change nothing are left out."""
    for seed in range(40):
        table = random_table(np.random.default_rng(seed), rows=8, features=4, constrained=False)
        table["literal_prices"] = np.zeros(4, dtype=np.int64)
        rules = search(table).rules
        for i, (literals, label) in enumerate(rules[:-1]):
            for k in range(len(literals)):
                shorter = [*rules[:i], (literals[:k] + literals[k + 1 :], label), *rules[i + 1 :]]

                assert cost_of(table, shorter) > cost_of(table, rules)


def test_the_same_input_gives_the_same_list():
    """Also when the search is long enough to pack, and whatever the clock does."""
    table = larger_table(3, rows=120, features=12)
    first, second = search(table, pack_after=50), search(table, pack_after=50)

    assert first.rules == second.rules
    assert first.states == second.states


def test_no_rows_no_features_one_label():
    """Degenerate tables have a default rule."""
    table = larger_table(0)
    empty = table | {
        "features": np.zeros((0, 8), dtype=bool),
        "losses": np.zeros((0, 2), dtype=np.int64),
        "weights": np.zeros(0, dtype=np.int64),
    }
    bare = table | {
        "features": np.zeros((60, 0), dtype=bool),
        "literal_prices": np.zeros(0, dtype=np.int64),
        "literals": np.zeros((0, 2), dtype=bool),
    }

    assert 3 == proved(empty)
    assert 3 + table["losses"].sum(axis=0).min() == proved(bare)


def test_little_memory_gives_the_same_answer():
    """Forgetting costs time, not correctness."""
    table = larger_table(4, rows=120, features=10)

    assert proved(table) == proved(table, memory_limit=200_000)


def one_class(table):
    """Rules for the first label, the rest to the second: how a part of a decision set is searched for."""
    first = np.array([True, False])
    return table | {"rule_labels": first, "default_labels": ~first}


@pytest.mark.parametrize("seed", range(4))
def test_one_class_with_little_memory(seed):
    """The same answer from a small memo; a weaker one, and the reason, where not even the table fits."""
    table = one_class(larger_table(seed, rows=120, features=10))
    stopped = search(table, memory_limit=1000)

    assert proved(table) == proved(table, memory_limit=200_000)
    assert "memory" == stopped.stop
    assert cost_of(table, stopped.rules) == stopped.cost >= proved(table) >= stopped.lower_bound


def test_an_incumbent_is_a_starting_point():
    """A good list is at once the upper bound; one that breaks a constraint is ignored."""
    table = larger_table(1)
    best = search(table)
    again = search(table, incumbent=best.rules)

    assert best.cost == again.cost == min(cost for _, cost, _ in again.trace[:3])
    assert proved(table | {"max_rules": 0}, incumbent=best.rules) >= best.cost


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rule_price": -1}, "rule_price must not be negative, got -1"),
        ({"max_size": 0}, "max_size must be at least 1, got 0"),
        ({"bounds": ["nonsense"]}, "bounds must be names from BOUNDS, got 'nonsense'"),
        ({"default_labels": np.zeros(2, dtype=bool)}, "default_labels must allow at least one label"),
        ({"weights": np.ones(3, dtype=np.int64)}, "weights must have one entry per row"),
        ({"losses": np.full((60, 2), 1 << 55)}, "losses must add up to at most"),
    ],
)
def test_bad_input_is_named(change, message):
    """One sentence: what, must be, got."""
    with pytest.raises(ValueError, match=message):
        search(larger_table(0) | change)
