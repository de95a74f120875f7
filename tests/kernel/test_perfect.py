"""The perfect search by learned row cores agrees with brute force, under every choice of bounds and constraints."""

import numpy as np
import pytest

from oracles.perfect import NEVER, cheapest_perfect, price_of
from samples.perfect_tables import (
    distinct_rows,
    formula_table,
    perfect_table,
    random_perfect_table,
    tied_perfect_table,
)
from shortlist import _kernel


def perfect(table, **options):
    arguments = table | options
    return _kernel.perfect(arguments.pop("features"), arguments.pop("acceptable"), **arguments)


def proved(table, **options):
    """The proven price, after checking the list row by row."""
    result = perfect(table, **options)

    assert "proved" == result.stop
    assert result.cost == result.lower_bound
    if result.cost < NEVER:
        assert price_of(table, result.rules) == result.cost
    else:
        assert [] == result.rules
    return result.cost


def hard_table(rows=400, features=40):
    """Noise: no search proves this one soon."""
    rng = np.random.default_rng(7)
    return perfect_table(rng.random((rows, features)) < 0.5, np.eye(2, dtype=bool)[rng.integers(0, 2, rows)])


@pytest.mark.parametrize("part", range(10))
def test_random_tables_cost_what_brute_force_says(part):
    for seed in range(400 * part, 400 * (part + 1)):
        rng = np.random.default_rng(seed)
        table = random_perfect_table(rng)
        blank = int(rng.choice([0, 0, 60, 63, 125]))
        alone = int(rng.choice([0, 2000, 20_000_000]))

        assert cheapest_perfect(table) == proved(table, blank_rows=blank, seed=seed % 3, cores_alone=alone), seed


@pytest.mark.parametrize("part", range(4))
def test_packings_with_discounts_never_say_too_much(part):
    """They come before anything else here, so that what they prove is believed at once."""
    for seed in range(800 * part, 800 * (part + 1)):
        rng = np.random.default_rng(50_000 + seed)
        table = tied_perfect_table(rng) if seed % 2 else random_perfect_table(rng)

        assert cheapest_perfect(table) == proved(table, cores_alone=0, rough_discounts=True), seed


def test_single_literals_are_charged_for_rows_without_pairs():
    """A trap: a literal that parts no pair may still cover rows that are charged themselves."""
    features = np.array(
        [[0, 0, 0, 1, 1], [0, 0, 1, 0, 0], [0, 1, 0, 0, 1], [0, 1, 1, 1, 1], [1, 0, 0, 0, 1], [1, 0, 0, 1, 1]],
        dtype=bool,
    )
    acceptable = np.array([[1, 0, 0], [0, 1, 1], [0, 0, 1], [1, 1, 0], [1, 1, 0], [0, 1, 0]], dtype=bool)
    table = perfect_table(features, acceptable, rule_price=0)

    assert cheapest_perfect(table) == 3
    for seed in range(5):
        assert proved(table, cores_alone=0, rough_discounts=True, seed=seed) == 3
    features = np.array([[n >> f & 1 for f in range(3)] for n in (0, 1, 2, 3, 5, 7)], dtype=bool)
    table = perfect_table(features, np.eye(4, dtype=bool)[[2, 0, 1, 3, 2, 0]])
    assert cheapest_perfect(table) == proved(table, cores_alone=0, rough_discounts=True)


def test_discounts_raise_the_bound_of_noise():
    """A table that is far from a proof is packed plainly, then with discounts, before cores take long."""
    raised = []

    def watch(_cost, lower_bound, *_):
        raised.extend([lower_bound] if lower_bound > max(raised, default=1) else [])
        return len(raised) < 2

    rng = np.random.default_rng(0)
    features = distinct_rows(rng, 120, 9)
    table = perfect_table(features, np.eye(2, dtype=bool)[rng.integers(0, 2, len(features))])
    perfect(table, cores_alone=0, on_progress=watch, time_limit=60.0)

    plain, discounted = raised
    assert discounted >= 1.15 * plain


@pytest.mark.parametrize("part", range(4))
def test_every_learned_core_is_true(part):
    """Each core is proved again by a plain search on its rows alone."""
    for seed in range(150 * part, 150 * (part + 1)):
        table = random_perfect_table(np.random.default_rng(10_000 + seed))

        assert cheapest_perfect(table) == proved(table, check_cores=True), seed


@pytest.mark.parametrize("part", range(4))
def test_values_beyond_a_table_of_cores(part):
    """With prices above 60 values exceed what a table holds, and lists are used; above 2000 these are sorted."""
    for seed in range(100 * part, 100 * (part + 1)):
        rng = np.random.default_rng(40_000 + seed)
        table = random_perfect_table(rng, constrained=False)
        table["rule_price"], table["literal_price"] = map(
            int, rng.permutation([[61, 64, 67], [2003, 2011, 2017]][seed % 2])[:2]
        )
        blank = int(rng.choice([0, 60, 125]))

        assert cheapest_perfect(table) == proved(table, check_cores=True, blank_rows=blank), seed


@pytest.mark.parametrize("seed", range(20))
def test_every_bound_can_be_switched_off(seed):
    """Each bound alone, each left out, and none at all: always the same optimum."""
    table = random_perfect_table(np.random.default_rng(20_000 + seed))
    expected = cheapest_perfect(table)
    names = _kernel.PERFECT_BOUNDS
    for bounds in [[], *([n] for n in names), *([n for n in names if n != out] for out in names)]:
        assert expected == proved(table, bounds=bounds, check_cores=True, cores_alone=0), bounds


@pytest.mark.parametrize("seed", range(6))
def test_bounds_and_wide_masks_do_not_change_larger_optima(seed):
    table = formula_table(np.random.default_rng(seed), 40, 6, 2 + seed % 2)
    expected = proved(table)
    for out in _kernel.PERFECT_BOUNDS:
        if out != "row_cores":  # without these it takes too long
            assert expected == proved(table, bounds=[n for n in _kernel.PERFECT_BOUNDS if n != out]), out
    for blank in (50, 60, 120, 250, 510, 1020):  # the masks are widened, and their cores with them
        assert expected == proved(table, blank_rows=blank), blank


def test_a_set_of_one_label_is_never_a_core():
    """A trap: T must hold rows of two labels from the start, else the default rule serves it for nothing."""
    values = np.array([[0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 1, 1], [0, 1, 1]], dtype=bool)
    for labels in ([0, 0, 0, 0, 1], [0, 1, 1, 0, 2], [0, 0, 1, 1, 0]):
        table = perfect_table(values, np.eye(3, dtype=bool)[labels])
        for seed in range(4):
            assert cheapest_perfect(table) == proved(table, check_cores=True, seed=seed)


@pytest.mark.parametrize("seed", range(30))
def test_cores_keep_the_negatives_that_made_a_rule_impure(seed):
    """A trap: a core that forgets them lets a longer rule through. Long rules and many negatives, each core proved again."""
    rng = np.random.default_rng(30_000 + seed)
    values = distinct_rows(rng, 11, 6)
    right = values[:, :3].sum(axis=1) % 2 ^ (rng.random(len(values)) < 0.2)
    table = perfect_table(values, np.eye(2, dtype=bool)[right.astype(int)])

    assert cheapest_perfect(table) == proved(table, check_cores=True)


@pytest.mark.parametrize("seed", range(40))
def test_further_labels_add_to_a_core(seed):
    """Many labels on few rows, also where the default rule may not predict all of them."""
    rng = np.random.default_rng(40_000 + seed)
    values = distinct_rows(rng, 11, 5)
    table = perfect_table(values, np.eye(6, dtype=bool)[rng.integers(0, 6, len(values))])
    if seed % 4 == 3:
        table["default_labels"] = np.arange(6) % 2 == 0

    assert cheapest_perfect(table) == proved(table, check_cores=True)


def test_more_than_64_labels():
    """The first active rows already need two words."""
    values = np.eye(70, dtype=bool)

    assert 139 == proved(perfect_table(values, values))


@pytest.mark.parametrize("seed", range(8))
def test_permuted_rows_columns_and_labels(seed):
    rng = np.random.default_rng(seed)
    table = formula_table(rng, 50, 7, 3)
    rows, columns, labels = (rng.permutation(n) for n in (len(table["features"]), 7, 3))
    other = perfect_table(table["features"][rows][:, columns], table["acceptable"][rows][:, labels])

    assert proved(table) == proved(other)


@pytest.mark.parametrize("seed", range(8))
def test_negated_and_copied_columns(seed):
    rng = np.random.default_rng(seed)
    table = formula_table(rng, 50, 7)
    turned = perfect_table(table["features"] ^ (rng.random(7) < 0.5), table["acceptable"])
    twice = perfect_table(np.hstack([table["features"], ~table["features"]]), table["acceptable"])

    assert proved(table) == proved(turned) == proved(twice)


@pytest.mark.parametrize("seed", range(8))
def test_a_row_that_accepts_more_never_raises_the_price(seed):
    rng = np.random.default_rng(seed)
    table = formula_table(rng, 40, 6, 3)
    costs = [proved(table)]
    for _ in range(4):
        table["acceptable"] = table["acceptable"] | (rng.random(table["acceptable"].shape) < 0.1)
        costs.append(proved(table))

    assert sorted(costs, reverse=True) == costs


def test_fewer_rows_never_raise_the_price():
    """Monotony, on which every core rests."""
    table = formula_table(np.random.default_rng(3), 60, 7)
    costs = [
        proved(perfect_table(table["features"][:rows], table["acceptable"][:rows]))
        for rows in range(1, len(table["features"]) + 1, 7)
    ]

    assert sorted(costs) == costs


def test_an_impossible_table_is_proved_to_be_so():
    """Two unlike rows that no allowed literal tells apart."""
    values = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=bool)
    table = perfect_table(values, np.eye(2, dtype=bool)[[0, 1, 0, 0]])
    table["literals"][1] = False

    assert NEVER == proved(table)


def test_no_rows_no_features_one_label():
    everything = np.ones((0, 2), dtype=bool)

    assert 1 == proved(perfect_table(np.ones((0, 3), dtype=bool), everything))
    assert 1 == proved(perfect_table(np.ones((1, 0), dtype=bool), np.array([[True, False]])))
    assert 1 == proved(perfect_table(np.eye(4, dtype=bool), np.ones((4, 1), dtype=bool)))


def test_the_same_input_gives_the_same_list():
    table = formula_table(np.random.default_rng(5), 60, 7)
    first, second = perfect(table), perfect(table)

    assert "proved" == first.stop
    assert first.rules == second.rules
    assert (first.states, first.work) == (second.states, second.work)


def test_windows_and_beams_shorten_the_first_list():
    """The list of a hard table gets shorter while the proof is under way, and stays perfect."""
    table = hard_table(200, 20)
    early, late = (perfect(table, time_limit=limit, cores_alone=0) for limit in (0.0, 1.5))

    assert price_of(table, early.rules) == early.cost > late.cost == price_of(table, late.rules)
    assert early.lower_bound <= late.lower_bound


def test_annealing_shortens_what_beams_and_windows_leave():
    """Noise on few features. Without annealing the list has 142 nodes after ten seconds."""
    rng = np.random.default_rng(7)
    rows = np.unique(rng.random((250, 12)) < 0.5, axis=0)
    table = perfect_table(rows, np.eye(2, dtype=bool)[rng.integers(0, 2, len(rows))])

    result = perfect(table, time_limit=60, on_progress=lambda cost, *_: cost > 138)

    assert price_of(table, result.rules) == result.cost <= 138


@pytest.mark.parametrize("seed", range(6))
def test_large_tables_get_a_list_that_a_tree_does_not_give(seed):
    """Separate and conquer, on tables so large that nothing else comes to an end; ties and constraints are kept to."""
    rng = np.random.default_rng(seed)
    features = distinct_rows(rng, int(rng.integers(3000, 6000)), 30)
    labels = int(rng.choice([1, 2]))
    accepted = features[:, :labels] ^ (rng.random((len(features), labels)) < 0.02)
    acceptable = np.column_stack([accepted, ~accepted.any(axis=1)])
    table = perfect_table(features, acceptable, max_literals=None if seed < 3 else 20)
    first, second = (perfect(table, time_limit=limit, cores_alone=0) for limit in (0.0, 1.5))

    assert price_of(table, first.rules) == first.cost
    assert price_of(table, second.rules) == second.cost < first.cost


def test_little_memory_gives_the_same_answer():
    """Forgetting cores costs time, not correctness."""
    table = formula_table(np.random.default_rng(5), 60, 7)

    assert proved(table) == proved(table, memory_limit=100_000)


def test_an_incumbent_is_a_starting_point():
    table = formula_table(np.random.default_rng(6), 60, 7)
    best = perfect(table)
    again = perfect(table, incumbent=best.rules)

    assert best.cost == again.cost == min(cost for _, cost, _ in again.trace[:2])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rule_price": -1}, "rule_price must be from 0 to"),
        ({"max_literals": -1}, "max_literals must be at least 0, got -1"),
        ({"bounds": ["nonsense"]}, "bounds must be names from PERFECT_BOUNDS, got 'nonsense'"),
        ({"default_labels": np.zeros(2, dtype=bool)}, "default_labels must allow at least one label"),
        ({"acceptable": np.zeros((400, 2), dtype=bool)}, "each row must accept a label"),
        ({"acceptable": np.ones((3, 2), dtype=bool)}, "acceptable must have one row per row of features"),
    ],
)
def test_bad_input_is_named(change, message):
    with pytest.raises(ValueError, match=message):
        perfect(hard_table() | change)
