"""The program over columns, solved on as they are added, is the same as one that is solved from scratch."""

import numpy as np
import pytest
from scipy.optimize import linprog

from shortlist.engines.bracket import Stopped
from shortlist.engines.covers.master import MasterProgram
from shortlist.engines.covers.pure_rules import Columns, Prices
from shortlist.problems.limits import Limits


def add_columns(columns, rng, n_rows, number):
    """Random ones; among the first is one of all rows, so that there is always a cover."""
    for _ in range(number):
        length = int(rng.integers(1, 4))
        literals = tuple((int(feature), bool(rng.integers(2))) for feature in rng.choice(50, length, replace=False))
        rows = np.flatnonzero(rng.random(n_rows) < 0.3) if len(columns) else np.arange(n_rows)
        if len(rows):
            columns.add([(literals, 0)], [rows])


def from_scratch(columns, n_rows, most_rules):
    """The least cost of the program with a dear surplus, by scipy."""
    covers = np.zeros((n_rows, len(columns)))
    for j, rows in enumerate(columns.rows):
        covers[rows, j] = -1
    cost, limits = columns.cost.astype(float), -np.ones(n_rows)
    if most_rules is not None:
        covers = np.vstack([np.hstack([covers, np.zeros((n_rows, 1))]), np.append(np.ones(len(columns)), -1.0)])
        cost, limits = np.append(cost, 1000 * cost.max()), np.append(limits, most_rules)
    return linprog(cost, A_ub=covers, b_ub=limits).fun


@pytest.mark.parametrize("most_rules", [None, 1, 3])
@pytest.mark.parametrize("seed", range(20))
def test_values_and_duals_are_those_of_the_program_from_scratch(seed, most_rules):
    rng = np.random.default_rng(seed)
    n_rows, columns = int(rng.integers(1, 12)), Columns(Prices(2, 1, most_rules))
    program = MasterProgram(n_rows, most_rules)
    for _ in range(4):
        add_columns(columns, rng, n_rows, 6)
        values, duals = program.solve(columns, Limits().start())
        least = from_scratch(columns, n_rows, most_rules)

        dual_cost = duals[:n_rows].sum() - (0 if most_rules is None else most_rules * duals[n_rows])
        assert len(values) == len(columns)
        assert dual_cost == pytest.approx(least)
        surplus = 0 if most_rules is None else max(values.sum() - most_rules, 0) * 1000 * columns.cost.max()
        assert values @ columns.cost + surplus == pytest.approx(least)
        assert (duals > -1e-9).all()
        limit = 0 if most_rules is None else duals[n_rows]
        worth = np.array([duals[rows].sum() for rows in columns.rows])
        assert (worth <= columns.cost + limit + 1e-6).all()


def test_a_program_that_has_no_time_is_stopped_and_goes_on_later():
    columns, program = Columns(Prices(1, 1)), MasterProgram(8, None)
    add_columns(columns, np.random.default_rng(0), 8, 20)
    with pytest.raises(Stopped):
        program.solve(columns, Limits(0).start())
    values, _ = program.solve(columns, Limits().start())

    assert values @ columns.cost == pytest.approx(from_scratch(columns, 8, None))
