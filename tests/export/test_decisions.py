"""Every export that can be run decides every row as `predict` does: random models of all kinds, missing and unseen values."""

import random

import duckdb
import pytest

from export.runners import run_duckdb, run_javascript, run_onnx, run_python, run_sqlite
from oracles import pmml
from samples.export_cases import asked, with_dates, with_dates_as_texts
from shortlist.export.formats import exported
from shortlist.export.plan import plan_of

CHUNKS, EACH = 24, 50
SEEDS = [range(chunk * EACH, (chunk + 1) * EACH) for chunk in range(CHUNKS)]
"""1200 random models for each language, a third of them lists, sets, and lists side by side; a fifth with hostile names."""


def cases(seeds):
    """What is asked of each of these models, and what must come of it."""
    for seed in seeds:
        case, undecided, expected = asked(seed)
        yield case, random.Random(seed), undecided, expected


@pytest.mark.parametrize("seeds", SEEDS)
def test_python_decides_as_predict(seeds):
    for case, rng, undecided, expected in cases(seeds):
        text = exported(case.file, "python", undecided=undecided)

        assert expected == run_python(text, with_dates_as_texts(case, rng)), text


@pytest.mark.parametrize("seeds", SEEDS)
def test_javascript_decides_as_predict(seeds):
    for case, rng, undecided, expected in cases(seeds):
        text = exported(case.file, "javascript", undecided=undecided)

        assert expected == run_javascript(text, with_dates_as_texts(case, rng)), text


@pytest.mark.parametrize("seeds", SEEDS)
def test_duckdb_decides_as_predict(seeds):
    """Its own dialect and standard SQL by turns."""
    connection = duckdb.connect()
    for k, (case, rng, undecided, expected) in enumerate(cases(seeds)):
        dialect = ("duckdb", "ansi")[k // 4 % 2]  # undecided rows have a class of their own in every fourth case
        query = exported(case.file, "sql", dialect=dialect, table="t", undecided=undecided)
        nan = rng if dialect == "duckdb" else None

        assert expected == run_duckdb(query, case.rows, case.file.kinds, connection, nan), query


@pytest.mark.parametrize("seeds", SEEDS)
def test_sqlite_decides_as_predict(seeds):
    for case, rng, undecided, expected in cases(seeds):
        query = exported(case.file, "sql", dialect="sqlite", table="t", undecided=undecided)

        assert expected == run_sqlite(query, with_dates_as_texts(case, rng), case.file.kinds), query


@pytest.mark.parametrize("seeds", SEEDS)
def test_onnx_decides_as_predict(seeds):
    for case, _, undecided, expected in cases(seeds):
        model = exported(case.file, "onnx", undecided=undecided)

        assert expected == run_onnx(model, case.rows, case.file.kinds)


@pytest.mark.parametrize("seeds", SEEDS)
def test_pmml_decides_as_predict(seeds):
    for case, _, undecided, expected in cases(seeds):
        if plan_of(case.file).largest_count > 2**53:
            continue  # refused, see test_pmml.py
        text = exported(case.file, "pmml", undecided=undecided)

        assert expected == pmml.predict(text, with_dates(case)), text
