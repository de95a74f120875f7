"""Columns of very many values, and tables that do not merge: what is then known nearly, and what is refused."""

import duckdb
import numpy as np
import pandas as pd
import pytest

from shortlist.errors import DataError
from shortlist.features import sample
from shortlist.features.binarize import Binning
from shortlist.learn import learn
from shortlist.problems.limits import Limits
from shortlist.problems.objective import Objective
from shortlist.problems.pose import pose
from shortlist.scale import duck as by_duckdb
from shortlist.scale import part_summary
from shortlist.scale.cells import cells_of
from shortlist.scale.duck import DuckRows, cells_query
from shortlist.scale.files import read_stream, relation_stream
from shortlist.scale.in_files import stream_of
from shortlist.scale.in_parts import FileParts, PartRows
from shortlist.tables.hints import COMMAND
from shortlist.tables.parted import survey
from shortlist.tables.read import read_labelled

N = 3000


@pytest.fixture(autouse=True)
def few_values(monkeypatch):
    monkeypatch.setattr(by_duckdb, "MOST_DISTINCT", 100)
    monkeypatch.setattr(by_duckdb, "_FEW_NUMBERS", 20)
    monkeypatch.setattr(part_summary, "MOST_DISTINCT", 100)


@pytest.fixture
def path(tmp_path):
    dice = np.random.default_rng(0)
    x = dice.normal(0, 1, N)
    frame = pd.DataFrame(
        {
            "row": np.arange(N) * 3,
            "id": dice.permutation(N) * 1000,
            "x": x,
            "name": [f"name {k}" for k in range(N)],
            "c": dice.choice(["u", "v"], N),
            "y": np.where((x > 0.3) ^ (dice.random(N) < 0.05), "yes", "no"),
        }
    )
    frame.to_parquet(tmp_path / "t.parquet")
    return tmp_path / "t.parquet"


def streams(path, **reading):
    table = survey(path, **reading)
    for rows in (PartRows(FileParts(table), table.target, table.classes), DuckRows(table)):
        yield stream_of(table, rows)


def test_of_many_values_it_is_nearly_known_how_many_there_are(path):
    for stream in streams(path):
        for seen in stream.summaries():
            assert seen.complete == (seen.name == "c")
            assert seen.complete or 0.8 * N < seen.n_distinct < 1.2 * N
            assert seen.in_order == (seen.name == "row")


def test_row_ids_and_names_are_left_out(path):
    for stream in streams(path):
        screened = stream.screened(named=(), most_categories=50, ways=COMMAND)

        assert {"x", "c"} == set(screened.names) - {"row"}, "numbers three apart may say something"
        assert any("column name has" in note for note in screened.notes)


@pytest.mark.parametrize("cuts", ["guess", "wide", "quantile", "uniform", "intervals"])
def test_cuts_of_many_values_are_those_of_the_sample(path, cuts):
    data = read_labelled(path, drop=["row", "id", "name"])
    problem = pose(data, objective=Objective("0.02"), binning=Binning(cuts))
    for stream in streams(path, drop=["row", "id", "name"]):
        # The sample is the whole table, for it has few rows.
        assert problem.features == pose(stream, objective=Objective("0.02"), binning=Binning(cuts)).features


def test_an_entry_that_is_missing_beside_the_sample_is_not_forgotten(tmp_path, monkeypatch):
    """Otherwise a literal and its opposite would be taken for each other's negation."""
    monkeypatch.setattr(sample, "MOST_ROWS", 200)
    monkeypatch.setattr(by_duckdb, "MOST_ROWS", 200)
    dice = np.random.default_rng(1)
    x = dice.normal(0, 1, N)
    frame = pd.DataFrame({"x": x, "c": dice.choice(["u", "v"], N), "y": np.where(x > 0.3, "yes", "no")})
    frame.loc[7, "x"] = None
    frame.to_parquet(tmp_path / "t.parquet")
    problem = pose(read_labelled(tmp_path / "t.parquet"), objective=Objective("0.02"))

    assert "x is missing" in map(str, problem.features)
    for stream in streams(tmp_path / "t.parquet"):
        assert not stream.sample().data.table["x"].has_missing
        assert problem.features == pose(stream, objective=Objective("0.02")).features


def test_what_would_ask_for_every_value_is_refused(path):
    for stream in streams(path, drop=["row", "id", "name"]):
        with pytest.raises(
            DataError, match=r"column 'x' has about [\d,]+ different values, too many for every cut point"
        ):
            pose(stream, binning=Binning("all"))
    for stream in streams(path, drop=["row", "id", "x"]):
        with pytest.raises(DataError, match="column 'name' has about .* too many to ask for; drop it"):
            pose(stream)


def test_a_table_that_does_not_merge_is_refused(path, monkeypatch):
    monkeypatch.setattr(by_duckdb, "MOST_CELLS", 3)
    *_, stream = streams(path, drop=["row", "id", "name"])
    with pytest.raises(DataError, match="tell more than 3 rows apart, which is too many: ask fewer"):
        pose(stream, objective=Objective("0.02"))


def test_groups_that_do_not_fit_memory_are_put_on_disk(path, tmp_path):
    """DuckDB gets by with very little, or says so in one sentence."""
    table = survey(path, drop=["row", "id", "name"])
    stream = stream_of(table, DuckRows(table, memory=2**26, folder=tmp_path))
    found = learn(stream, objective=Objective("0.02"), limits=Limits(60), engine="search")

    assert (
        found.solution.cost
        == learn(
            read_labelled(path, drop=["row", "id", "name"]),
            objective=Objective("0.02"),
            limits=Limits(60),
            engine="search",
        ).solution.cost
    )


def test_relations_of_duckdb_and_files_are_streams(path):
    options = {"objective": Objective("0.02"), "limits": Limits(60), "engine": "search"}
    expected = learn(read_labelled(path, drop=["row", "id", "name"]), **options).solution.cost
    with duckdb.connect() as connection:
        stream = relation_stream(connection.read_parquet(str(path)).select("x", "c", "y"))

    assert expected == learn(stream, **options).solution.cost
    assert expected == learn(read_stream(path, drop=["row", "id", "name"]), **options).solution.cost


def test_the_query_that_merges_needs_no_more_than_case_and_group_by(path):
    """So that another database that has the typed rows can run it."""
    table = survey(path, drop=["row", "id", "name"])
    rows = DuckRows(table)
    stream = stream_of(table, rows)
    literals = pose(stream, objective=Objective("0.02")).features
    query = cells_query(
        rows.relation, cells_of(literals, {"x": stream.head.table["x"].kind, "c": stream.head.table["c"].kind})
    )
    words = {word for word in query.replace("(", " ").replace(")", " ").split() if word.isalpha() and word.isupper()}

    assert words <= {
        "SELECT",
        "FROM",
        "WHERE",
        "CASE",
        "WHEN",
        "THEN",
        "ELSE",
        "END",
        "IS",
        "NULL",
        "AS",
        "CAST",
        "BIGINT",
        "DOUBLE",
        "GROUP",
        "BY",
    }
