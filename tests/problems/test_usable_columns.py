"""Questions are for columns that rules may use: what is forbidden, or dear, takes no cut points away from the others."""

import numpy as np
import pytest

from shortlist import Binning, Constraints, Limits, NoListError, Objective, learn
from shortlist.engines.every_cut import bound_over_every_cut
from shortlist.tables.labels import labelled
from shortlist.tables.table import Column, Kind, Table


def copied():
    """A number that decides, a rounded copy of it, and noise."""
    rng = np.random.default_rng(0)
    x, noise = rng.random(400), rng.random(400)
    named = {"x": x, "copy": (x * 1000).round(1), "noise": noise}
    table = Table(tuple(Column.of(name, Kind.NUMBER, values) for name, values in named.items()), 400)
    return labelled(table, "y", np.where((0.3 < x) & (x < 0.7), "in", "out").tolist())


@pytest.mark.parametrize("share", ["0.005", "0"])
@pytest.mark.parametrize("model", ["list", "set"])
def test_a_forbidden_column_takes_no_cuts_and_is_not_counted(model, share):
    found = learn(copied(), model=model, objective=Objective(share), constraints=Constraints(forbid=["x"]))

    assert found.claim.counted.errors == 0
    assert [*found.model.columns] == ["copy"]
    assert found.claim.scope.columns == 1
    assert "on 1 column (guessed cut points, at most 20 a column), with nothing of x" in str(found.claim.scope)


def test_nothing_is_asked_of_a_forbidden_column_but_for_perfect_models():
    forbidden = Constraints(forbid=["x", "noise"])
    sparse, perfect = (learn(copied(), objective=Objective(k), constraints=forbidden).problem for k in ("0.005", "0"))

    assert {"copy"} == {literal.column for literal in sparse.features}
    assert {"copy", "x"} <= {literal.column for literal in perfect.features}


def test_a_dear_column_takes_no_cuts_from_cheaper_ones():
    dear = learn(copied(), objective=Objective("0.005", feature_prices={"x": 100}))
    cheap = learn(copied(), objective=Objective("0.005", feature_prices={"copy": "0.5"}))

    assert ["copy"] == [*dear.model.columns] == [*cheap.model.columns]
    assert 0 == dear.claim.counted.errors == cheap.claim.counted.errors


def test_the_parts_of_a_forbidden_date_have_cuts_of_their_own():
    days = np.arange(0, 4000, 7, dtype=np.float64)
    table = Table((Column.of("d", Kind.DATE, days * 86400.0),), len(days)).with_parts({"d": ["year"]})
    late = (table["d.year"].values >= 1975).tolist()
    found = learn(labelled(table, "y", late), constraints=Constraints(forbid=["d"]))

    assert ["d.year"] == [*found.model.columns]
    assert found.claim.counted.errors == 0


def test_what_else_is_said_of_a_forbidden_column_is_no_mistake():
    learn(copied(), constraints=Constraints(forbid=["x", "x <= 0.3"]))
    with pytest.raises(ValueError, match="must be a column or a literal as it is printed, got 'xx'"):
        learn(copied(), constraints=Constraints(forbid=["x", "xx"]))


def test_a_perfect_list_that_lacks_a_forbidden_column_says_so():
    columns = (Column.of("a", Kind.NUMBER, [0, 0, 1, 1]), Column.of("b", Kind.NUMBER, [0, 1, 0, 1]))
    data = labelled(Table(columns, 4), "y", [0, 1, 1, 1])
    with pytest.raises(NoListError, match=r"rows of different classes differ in b alone.*\(--drop b\)"):
        _ = learn(data, objective=Objective(0), constraints=Constraints(forbid=["b"])).model
    with pytest.raises(NoListError, match="constraints .at most 0 rules beside the default.; without asking"):
        _ = learn(data, objective=Objective(0), constraints=Constraints(max_rules=0)).model


def test_the_bound_over_every_cut_point_knows_the_price_of_a_column_that_is_not_asked_for():
    """Regression: such a column had the usual price there, so that the bound was above the cost of a list."""
    column = Column.of("z", Kind.NUMBER, np.arange(100) / 7)
    data = labelled(Table((column,), 100), "y", (np.arange(100) >= 95).tolist())
    objective = Objective("0.02", feature_prices={"z": "0.1"})
    every = learn(data, objective=objective, binning=Binning("all")).solution.cost
    unasked = learn(data, objective=objective, binning=Binning(cut={"z": [99]})).asked
    given = {"cost": 100, "prices": unasked.column_prices}

    assert len(unasked.problem.features) == 0
    assert every == 41  # in tenths of an error
    assert (every // 10, True) == bound_over_every_cut(unasked.problem, data, Binning(), Limits().start(), **given)
