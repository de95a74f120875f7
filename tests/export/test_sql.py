"""SQL in its dialects: numbers to the last digit, names that databases do not tell apart, NaN, and queries of tables."""

import random
import sqlite3
import struct

import duckdb
import pytest

from shortlist import Literal, ModelFile, Op, Rule, UsageError
from shortlist.export.formats import exported
from shortlist.export.sql_dialect import DIALECTS
from shortlist.models.model import decision_list, decision_set
from shortlist.tables.table import Kind


def floats():
    """Of any bits, and such as people write."""
    rng = random.Random(0)
    any_bits = (struct.unpack("d", rng.randbytes(8))[0] for _ in range(2000))
    yield from (x for x in any_bits if x - x == 0)
    yield from (round(rng.uniform(-1000, 1000), rng.randrange(15)) for _ in range(8000))
    yield from (0.0, -0.0, 5e-324, 147.529632565, -622.5248469, 2.0**53, 1e15, 1e22, -1e300)


@pytest.mark.parametrize("dialect", ["duckdb", "ansi", "sqlite"])
def test_numbers_are_read_as_they_are(dialect):
    """SQLite reads 147.529632565 as another number."""
    numbers = list(floats())
    written = [DIALECTS[dialect].number(x) for x in numbers]
    connection = sqlite3.connect(":memory:") if dialect == "sqlite" else duckdb.connect()
    for start in range(0, len(numbers), 500):
        row = connection.execute(f"SELECT {', '.join(written[start : start + 500])}").fetchone()

        assert numbers[start : start + 500] == list(row)


def file_of(*literals, kinds, labels=("no", "yes")):
    return ModelFile(decision_list((Rule(literals, labels[1]), Rule((), labels[0])), labels), "y", kinds)


def test_plain_lists_are_plain_cases():
    literals = (Literal("age", Op.ABOVE, 40.5), Literal("sex", Op.UNEQUAL, "it's"), Literal("in", Op.EQUAL, True))
    file = file_of(*literals, kinds={"age": Kind.NUMBER, "sex": Kind.CATEGORY, "in": Kind.BOOLEAN})

    assert (
        "CASE\n  WHEN \"age\" > 40.5E0 AND \"sex\" <> 'it''s' AND \"in\" = TRUE THEN 'yes'\n  ELSE 'no'\nEND\n"
        == exported(file, "sql")
    )
    assert "NULLIF(\"age\", CAST('NaN' AS DOUBLE PRECISION)) > 40.5E0" in exported(file, "sql", dialect="postgres")
    assert "`age` > 40.5 AND `sex` <> 'it''s' AND `in` = 1" in exported(file, "sql", dialect="sqlite")
    query = exported(file, "sql", table="main.people")
    assert query.startswith("SELECT t.*, CASE\n")
    assert query.endswith('END AS "y_predicted"\nFROM "main"."people" AS t;\n')


def test_columns_that_differ_by_case_alone_are_refused_where_they_are_the_same():
    literals = (Literal("Age", Op.ABOVE, 40), Literal("age", Op.ABOVE, 3))
    file = file_of(*literals, kinds={"Age": Kind.NUMBER, "age": Kind.NUMBER})

    assert '"Age" > 40 AND "age" > 3' in exported(file, "sql")
    for dialect in ("duckdb", "sqlite"):
        with pytest.raises(UsageError, match=f"{dialect} does not tell the columns 'Age' and 'age' apart"):
            exported(file, "sql", dialect=dialect)


@pytest.mark.parametrize("name", ["", "a\0b"])
def test_names_that_sql_does_not_have_are_refused(name):
    file = file_of(Literal(name, Op.ABOVE, 40), kinds={name: Kind.NUMBER})
    with pytest.raises(UsageError, match="SQL cannot hold a n|SQL cannot hold a NUL"):
        exported(file, "sql")


def test_sqlite_refuses_a_column_that_is_not_there():
    """In double quotes it would be a text."""
    file = file_of(Literal("gae", Op.ABOVE, 40), kinds={"gae": Kind.NUMBER})
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE t (age)")
    with pytest.raises(sqlite3.OperationalError, match="no such column: gae"):
        connection.execute(exported(file, "sql", dialect="sqlite", table="t"))


def test_sums_of_many_rows_do_not_overflow():
    """They would be integers of 32 bits."""
    rules = [Rule((Literal(name, Op.ABOVE, 0),), label, (2**31 - 2, 2**31 - 1)) for name, label in ("aX", "bY")]
    model = decision_set(rules, ("X", "Y"))
    file = ModelFile(model, "y", {"a": Kind.NUMBER, "b": Kind.NUMBER})
    query = exported(file, "sql", dialect="duckdb", table="t")
    connection = duckdb.connect()
    connection.execute("CREATE TABLE t AS SELECT 1.0::DOUBLE AS a, 1 AS b")

    assert [(1.0, 1, "Y")] == connection.execute(query).fetchall()


def test_the_expression_can_stand_in_another_query():
    rules = [Rule((Literal(name, Op.ABOVE, 0),), label, (1, 2)) for name, label in ("aX", "bY", "cX")]
    file = ModelFile(decision_set(rules, ("X", "Y")), "y", dict.fromkeys("abc", Kind.NUMBER))
    for dialect, connection in (("sqlite", sqlite3.connect(":memory:")), ("duckdb", duckdb.connect())):
        connection.execute("CREATE TABLE t (id INTEGER, a DOUBLE, b DOUBLE, c DOUBLE)")
        connection.execute("INSERT INTO t VALUES (1, 1, 0, 0), (2, 1, 1, 0), (3, 0, 0, 0), (4, NULL, 1, 0)")
        expression = exported(file, "sql", dialect=dialect)
        query = f"SELECT count(*), {expression} AS said FROM t AS people WHERE id < 4 GROUP BY said ORDER BY said"  # noqa: S608

        assert [(1, "X"), (2, "Y")] == connection.execute(query).fetchall()


@pytest.mark.parametrize("dialect", ["ansi", "duckdb", "postgres", "sqlite"])
def test_the_answer_is_not_called_as_a_column_of_the_table(dialect):
    """A table with the target, or with a column of the answer's name, would have two columns of one name."""
    model = decision_list([Rule((Literal("Y_Predicted", Op.ABOVE, 3),), "yes"), Rule((), "no")], ("no", "yes"))
    file = ModelFile(model, "y", {"Y_Predicted": Kind.NUMBER})

    query = exported(file, "sql", dialect=dialect, table="t")
    assert query.splitlines()[-2].rstrip('`"').endswith("y_predicted_")
