"""The theorems on cut points, each against brute force over every cut point, and where they do not hold."""

import random

import numpy as np
import pytest

from oracles.numbers import least_cost
from shortlist import Binning, Constraints, Limits, Objective, learn
from shortlist.engines.every_cut import bound_over_every_cut, relaxed_problem, without_conflicts
from shortlist.engines.search import search
from shortlist.features.relax import Grids
from shortlist.problems.pose import boundaries_suffice, pose
from shortlist.tables.frames import table_of_array
from shortlist.tables.labels import labelled

PIECES, TABLES = 50, 50


def random_table(rng: random.Random, *, most_classes: int = 3):
    """A few rows of one or two columns of numbers, with ties, conflicts and missing entries."""
    n_rows, n_columns, n_classes = rng.randint(4, 11), rng.randint(1, 2), rng.randint(2, most_classes)
    values, share = rng.randint(3, 12), rng.choice([0, 0, 0.2])
    rows = [
        tuple(None if rng.random() < share else rng.randrange(values) for _ in range(n_columns)) for _ in range(n_rows)
    ]
    return rows, [rng.randrange(n_classes) for _ in range(n_rows)]


def data_of(rows, labels):
    # Halves keep small whole numbers from being cut everywhere, whatever the strategy, and 0 and 1 from being truth values.
    array = np.array([[np.nan if x is None else x + 0.25 for x in row] for row in rows])
    return labelled(table_of_array(array, [f"x{j}" for j in range(array.shape[1])]), "y", labels)


@pytest.mark.parametrize("piece", range(PIECES))
def test_t_b_cuts_between_classes_are_as_good_as_every_cut(piece):
    rng = random.Random(piece)
    for _ in range(TABLES):
        rows, labels = random_table(rng)
        price = rng.randint(1, 2)
        engine = rng.choice(["search", "search", "search", "sat"])
        found = learn(
            data_of(rows, labels), objective=Objective(f"{price}/{len(rows)}"), binning=Binning("all"), engine=engine
        )
        assert least_cost(rows, labels, price) == found.solution.cost == found.solution.lower_bound


@pytest.mark.parametrize("piece", range(10))
def test_t_b_holds_with_two_classes_whatever_errors_cost(piece):
    rng = random.Random(piece)
    for _ in range(TABLES):
        rows, labels = random_table(rng, most_classes=2)
        if len(set(labels)) < 2:
            continue
        prices = {(0, 1): rng.randint(1, 4), (1, 0): rng.randint(1, 4)}
        objective = Objective(f"1/{len(rows)}", error_prices=prices)
        found = learn(data_of(rows, labels), objective=objective, binning=Binning("all"), engine="search")
        assert least_cost(rows, labels, 1, lambda c, p, prices=prices: prices.get((c, p), 0)) == found.solution.cost


def counter_example():
    """Three classes and unequal prices: the best list cuts inside a run of rows of one class."""
    rows = [(0, 1)] * 10 + [(0, 0)] * 10 + [(1, 0), (2, 0), (3, 1), (4, 1)]
    labels = ["b"] * 20 + ["a"] * 4
    rows += [(x, 1) for x in range(10, 30, 2)] + [(x, 0) for x in range(9, 29, 2)]
    labels += ["a"] * 10 + ["c"] * 10
    prices = {(c, p): 1 if (c, p) == ("a", "b") else 10 for c in "abc" for p in "abc" if c != p}
    return rows, labels, Objective(f"3/{len(rows)}", error_prices=prices)


def test_t_b_does_not_hold_for_three_classes_with_unequal_prices_and_is_not_used_there():
    rows, labels, objective = counter_example()
    data = data_of(rows, labels)

    assert not boundaries_suffice(objective, Constraints(), data.table.names, data.classes)
    found = learn(data, objective=objective, binning=Binning("all"))
    assert 17 == found.solution.cost == found.solution.lower_bound
    assert 18 == learn(data, objective=objective, binning=Binning(cut=boundary_cuts(data))).solution.cost


def boundary_cuts(data):
    """The cuts between classes, whether or not they suffice."""
    features = pose(data, objective=Objective("3/44"), binning=Binning("all")).features
    return {
        name: [feature.value for feature in features if feature.column == name] for name in {f.column for f in features}
    }


@pytest.mark.parametrize("piece", range(10))
def test_t_b_is_not_used_with_min_rows_so_that_all_cuts_are_still_exact(piece):
    rng = random.Random(piece)
    for _ in range(TABLES):
        rows, labels = random_table(rng)
        found = learn(
            data_of(rows, labels),
            objective=Objective(f"1/{len(rows)}"),
            binning=Binning("all"),
            constraints=Constraints(min_rows=2),
            engine="search",
        )
        assert least_cost(rows, labels, 1, min_rows=2) == found.solution.cost


def test_single_forbidden_cuts_and_unequal_prices_of_three_classes_need_every_cut():
    two, three = data_of([(0,), (1,)], [0, 1]), data_of([(0,), (1,), (2,)], [0, 1, 2])
    prices = {(0, 1): 2}

    assert boundaries_suffice(Objective(), Constraints(forbid=["x0"]), two.table.names, two.classes)
    assert not boundaries_suffice(Objective(), Constraints(forbid=["x0 <= 0.5"]), two.table.names, two.classes)
    assert not boundaries_suffice(Objective(), Constraints(min_rows=1), two.table.names, two.classes)
    assert boundaries_suffice(Objective(error_prices=prices), Constraints(), two.table.names, two.classes)
    assert not boundaries_suffice(Objective(error_prices=prices), Constraints(), three.table.names, three.classes)


@pytest.mark.parametrize("piece", range(PIECES))
def test_t_e_the_optimistic_table_bounds_every_cut_and_is_exact_once_all_are_in_the_grid(piece):
    rng = random.Random(1000 + piece)
    for _ in range(TABLES):
        rows, labels = random_table(rng)
        price, data = rng.randint(1, 2), data_of(rows, labels)
        problem = pose(data, objective=Objective(f"{price}/{len(rows)}"), binning=Binning("quantile"))
        least = least_cost(rows, labels, price)
        bounds = [
            search(relaxed_problem(problem, data, Grids(data, Binning(), bins))[0], Limits()).lower_bound
            for bins in (rng.randint(1, 3), 99)
        ]

        assert bounds[-1] == least
        assert max(bounds) == least
        assert (least, True) == bound_over_every_cut(problem, data, Binning(), Limits().start(), cost=10**6)


@pytest.mark.parametrize("piece", range(10))
def test_t_e_bounds_perfect_lists(piece):
    rng = random.Random(2000 + piece)
    for _ in range(TABLES):
        rows, labels = random_table(rng)
        data = data_of(rows, labels)
        every = learn(data, objective=Objective(0), binning=Binning("all"), engine="search").solution
        problem = pose(data, objective=Objective(0), binning=Binning("quantile"))
        bound, _ = bound_over_every_cut(problem, data, Binning(), Limits().start(), cost=1000)
        assert bound <= every.cost
        clear = without_conflicts(data)
        if not len(clear):
            continue
        coarse, _ = relaxed_problem(problem, clear, Grids(clear, Binning(), 2))
        assert search(coarse, Limits()).lower_bound <= every.cost


def test_nothing_is_claimed_over_every_cut_where_cuts_were_given():
    """Regression: columns with given cuts kept only these, and the list was said to be optimal over every cut point."""
    data = data_of([(0, 3), (1, 1), (2, 2), (3, 0)] * 5, [0, 0, 1, 1] * 5)
    learned = learn(data, objective=Objective("0.05"), binning=Binning(cut={"x0": [0.5]}))

    assert learned.claim.every_cut.lower_bound is None
    assert "given" in learned.claim.every_cut.why_not


def test_a_bound_without_time_costs_none():
    data = data_of([(0,), (1,)], [0, 1])
    problem = pose(data, objective=Objective("0.05"))

    assert (0, False) == bound_over_every_cut(problem, data, Binning(), Limits(0.0).start(), cost=2)


@pytest.mark.parametrize("share", ["0.1", "0"])
def test_t_b_holds_for_sets(share):
    rng = random.Random(5)
    for _ in range(150):
        rows, labels = random_table(rng)
        data = data_of(rows, labels)
        every = {f"x{j}": sorted({row[j] + 0.5 for row in rows if row[j] is not None}) for j in range(len(rows[0]))}
        cuts = {name: at for name, at in every.items() if at and data.table[name].kind.is_ordered}
        boundary, whole = (
            learn(data, model="set", objective=Objective(share), binning=binning).solution
            for binning in (Binning("all"), Binning(cut=cuts))
        )
        assert boundary.cost == whole.cost
        assert boundary.lower_bound == whole.lower_bound


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"constraints": Constraints(min_rows=2)}, "a least number of rows for each rule (min_rows)"),
        ({"constraints": Constraints(forbid=["x0 <= 1"])}, "single literals that are forbidden (x0 <= 1)"),
        (
            {"objective": Objective(error_prices={(0, 1): 2})},
            "prices of errors (error_prices) among more than two classes",
        ),
    ],
)
def test_what_keeps_other_cut_points_from_being_bounded_is_named(options, said):
    """Regression: all three were named, whichever it was."""
    data = data_of([(0,), (1,), (2,)], [0, 1, 2])

    binning = Binning("quantile")
    assert f"that is not known with {said}" == learn(data, binning=binning, **options).claim.every_cut.why_not
