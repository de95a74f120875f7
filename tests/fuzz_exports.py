"""Exports of random models, run where they are made for, against `predict`: `python tests/fuzz_exports.py 5000`.

`python tests/fuzz_exports.py COUNT [FIRST SEED] [--postgres URI] [--jpmml]`. With `--postgres` SQL is run by that server, too (it needs
psycopg, and makes temporary tables alone); with `--jpmml` PMML is run by its reference implementation, too (it needs Java and the
packages jpmml-evaluator and jpype1). A failure prints its seed.
"""

import argparse
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import duckdb

from export import runners
from oracles import pmml
from samples.export_cases import asked, moment, with_dates, with_dates_as_texts
from shortlist.errors import UsageError
from shortlist.export.formats import exported
from shortlist.tables.table import Kind

TYPES = {
    Kind.BOOLEAN: "boolean",
    Kind.NUMBER: "double precision",
    Kind.CODE: "bigint",
    Kind.CATEGORY: "text",
    Kind.DATE: "timestamp",
}
DUCKDB = duckdb.connect()


def by_python(case, undecided, rng):
    return runners.run_python(exported(case.file, "python", undecided=undecided), with_dates_as_texts(case, rng))


def by_javascript(case, undecided, rng):
    return runners.run_javascript(
        exported(case.file, "javascript", undecided=undecided), with_dates_as_texts(case, rng)
    )


def by_duckdb(case, undecided, rng):
    query = exported(case.file, "sql", dialect="duckdb", table="t", undecided=undecided)
    return runners.run_duckdb(query, case.rows, case.file.kinds, DUCKDB, rng)


def by_sqlite(case, undecided, rng):
    query = exported(case.file, "sql", dialect="sqlite", table="t", undecided=undecided)
    return runners.run_sqlite(query, with_dates_as_texts(case, rng), case.file.kinds)


def by_onnx(case, undecided, _):
    return runners.run_onnx(exported(case.file, "onnx", undecided=undecided), case.rows, case.file.kinds)


def by_pmml(case, undecided, _):
    return pmml.predict(exported(case.file, "pmml", undecided=undecided), with_dates(case))


def by_postgres(uri):
    """It cuts names after 63 bytes, so models with longer ones are passed over."""
    import psycopg

    connection = psycopg.connect(uri, autocommit=True)

    def decide(case, undecided, rng):
        kinds = case.file.kinds
        if any(len(name.encode()) > 63 for name in kinds):
            raise UsageError("too long a name")
        columns = ", ".join(f'"{name.replace(chr(34), chr(34) * 2)}" {TYPES[kind]}' for name, kind in kinds.items())
        connection.execute(f"DROP TABLE IF EXISTS t; CREATE TEMPORARY TABLE t ({columns})".encode())
        insert = f"INSERT INTO t VALUES ({', '.join(['%s'] * len(kinds))})"  # noqa: S608  # marks alone
        connection.cursor().executemany(insert, [_with_nan(row, kinds, rng) for row in with_dates(case)])
        expression = exported(case.file, "sql", dialect="postgres", undecided=undecided)
        found = connection.execute(f"SELECT {expression} FROM t ORDER BY ctid".encode()).fetchall()  # noqa: S608
        return [type(case.file.model.classes[0])(label) for (label,) in found]

    return decide


def _with_nan(row, kinds, rng):
    absent = {Kind.NUMBER: float("nan")}
    return [absent.get(kinds[name]) if value is None and rng.random() < 0.5 else value for name, value in row.items()]


def by_jpmml():
    from jpmml_evaluator import make_backend, make_evaluator

    backend, folder = make_backend("jpype"), tempfile.mkdtemp()

    def decide(case, undecided, _):
        path = Path(folder) / "rules.pmml"
        path.write_text(exported(case.file, "pmml", undecided=undecided), encoding="utf-8")
        evaluator = make_evaluator(str(path), backend=backend)
        rows = with_dates(case, lambda seconds: moment(seconds).isoformat())
        wanted = [{name: row[name] for name in case.file.model.columns} for row in rows]
        return [next(iter(evaluator.evaluate(row).values())) for row in wanted]

    return decide


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=5000)
    parser.add_argument("first", type=int, nargs="?", default=0)
    parser.add_argument("--postgres", metavar="URI")
    parser.add_argument("--jpmml", action="store_true")
    given = parser.parse_args()
    ways = {f.__name__: f for f in (by_python, by_javascript, by_duckdb, by_sqlite, by_onnx, by_pmml)}
    ways |= {"by_postgres": by_postgres(given.postgres)} if given.postgres else {}
    ways |= {"by_jpmml": by_jpmml()} if given.jpmml else {}
    done = Counter()
    for seed in range(given.first, given.first + given.count):
        case, undecided, expected = asked(seed)
        for name, decide in ways.items():
            try:
                found = decide(case, undecided, random.Random(seed))
            except UsageError:
                done[f"{name}, refused"] += 1
                continue
            assert found == expected, f"seed {seed}, {name}: {found} instead of {expected}"
            done[name] += 1
    print(", ".join(f"{name}: {n}" for name, n in sorted(done.items())))


if __name__ == "__main__":
    main()
