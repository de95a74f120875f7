"""A table that is read part by part, or by DuckDB, is learned from as if it were in memory: same questions, lists, costs and counts."""

import random

import numpy as np
import pytest

from samples.adult_like import adult_like
from samples.mixed_tables import mixed_frame
from shortlist.features import sample
from shortlist.learn import learn
from shortlist.problems.limits import Limits
from shortlist.problems.objective import Objective
from shortlist.scale.duck import DuckRows
from shortlist.scale.in_files import stream_of
from shortlist.scale.in_parts import FileParts, PartRows
from shortlist.tables import parts
from shortlist.tables.hints import COMMAND, screened
from shortlist.tables.parted import survey
from shortlist.tables.read import read_labelled
from shortlist.tables.weights import class_weighted

N_TABLES = 12  # tests/fuzz_streams.py tries more


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    small_parts_for(monkeypatch)


def small_parts_for(monkeypatch):
    monkeypatch.setattr(parts, "BYTES", 700)
    monkeypatch.setattr(parts, "ROWS", 23)


def in_memory(path, class_weight=None, **reading):
    data = screened(read_labelled(path, **reading), named=("w",))
    return class_weighted(data, class_weight)


def streams(path, class_weight=None, **reading):
    """The same table by parts and by DuckDB."""
    table = survey(path, **reading)
    for rows in (PartRows(FileParts(table), table.target, table.classes), DuckRows(table)):
        stream = stream_of(table, rows).screened(named=("w",), most_categories=50, ways=COMMAND)
        yield stream.weighed(class_weight)


def check_equal(data, stream, regularization):
    objective, limits = Objective(regularization), Limits(600)  # with little time questions are fewer
    one, two = (learn(rows, objective=objective, limits=limits, engine="search") for rows in (data, stream))

    assert one.problem.features == two.problem.features
    assert np.array_equal(one.problem.rows.bits, two.problem.rows.bits)
    assert np.array_equal(one.problem.rows.counts, two.problem.rows.counts)
    assert np.array_equal(one.problem.rows.numbers, two.problem.rows.numbers)
    assert one.problem.costs == two.problem.costs
    assert str(one.model) == str(two.model)
    assert one.claim.counted == two.claim.counted
    assert (one.claim.cost, one.claim.scope) == (two.claim.cost, two.claim.scope)
    assert one.data.kinds == two.data.kinds
    assert one.data.weighting == two.data.weighting
    assert one.data.notes == two.data.notes


def check_seed(seed, folder, monkeypatch):
    """A random table, in CSV or Parquet, in memory and in parts; every third has more rows than a sample."""
    rng = random.Random(seed)
    frame = mixed_frame(rng)
    if seed % 3 == 0:
        monkeypatch.setattr(sample, "MOST_ROWS", 40)
        monkeypatch.setattr("shortlist.scale.duck.MOST_ROWS", 40)
    path = folder / ("t.parquet" if seed % 2 else "t.csv")
    _ = frame.to_parquet(path) if seed % 2 else frame.to_csv(path, index=False)
    reading = {"weight": "w"} if rng.random() < 0.6 else {"drop": ["w"]}
    class_weight = rng.choice([None, None, "balanced"])
    data = in_memory(path, class_weight, **reading)
    for stream in streams(path, class_weight, **reading):
        check_equal(data, stream, rng.choice(["0.04", "0.08"]))


def check_adult_like(n_rows, folder):
    """A table like adult, of so many rows, in CSV and in Parquet."""
    frame = adult_like(n_rows)
    frame.to_csv(folder / "adult.csv", index=False)
    frame.to_parquet(folder / "adult.parquet")
    for path in (folder / "adult.csv", folder / "adult.parquet"):
        data = in_memory(path)
        for stream in streams(path):
            check_equal(data, stream, "0.05")


def test_a_table_like_adult_is_learned_from_as_in_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(parts, "BYTES", 2**16)
    monkeypatch.setattr(parts, "ROWS", 700)
    check_adult_like(2500, tmp_path)


@pytest.mark.parametrize("seed", [*range(N_TABLES), 155])  # 155: a value that no row of the sample has moved a cut
def test_lists_costs_and_counts_are_those_of_the_table_in_memory(seed, tmp_path, monkeypatch):
    check_seed(seed, tmp_path, monkeypatch)
