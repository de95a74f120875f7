"""The canonical table is what any database counts, and proofs of the documentation are what the commands write."""

import hashlib
from pathlib import Path

import duckdb
import pytest

from shortlist import read_labelled
from shortlist.certify.canonical import canonical_table
from shortlist.certify.claimed import in_order
from shortlist.features.literal import Op
from shortlist.problems.objective import Objective
from shortlist.problems.pose import pose
from shortlist.tables.sources import EMBEDDED

DOCUMENTATION = Path(__file__).parents[2] / "docs" / "proofs.md"


def condition(literal):
    """The literal as SQL; no comparison holds for a missing entry."""
    column, value = '"' + literal.column + '"', literal.value
    if literal.op is Op.MISSING:
        return f"{column} IS NULL"
    if literal.op is Op.PRESENT:
        return f"{column} IS NOT NULL"
    operator = {Op.EQUAL: "=", Op.UNEQUAL: "<>", Op.AT_MOST: "<=", Op.ABOVE: ">"}[literal.op]
    text = f"'{value}'" if isinstance(value, str) else repr(float(value))
    return f"coalesce({column} {operator} {text}, false)"


def file_of(name):
    import shortlist

    return Path(shortlist.__file__).parent / "data" / f"{name}.csv"


@pytest.mark.parametrize("name", EMBEDDED)
def test_duckdb_counts_the_same_rows(name):
    problem = pose(read_labelled(name), objective=Objective("0.05"))
    bits = " || ".join(f"CASE WHEN {condition(literal)} THEN '1' ELSE '0' END" for literal in problem.features)
    classes = ", ".join(f"count(*) FILTER (target = '{label}')" for label in problem.classes)
    file, target = file_of(name), read_labelled(name).target
    query = f"""
        SELECT bits, {classes}, count(*) FROM (SELECT {bits} AS bits, "{target}" AS target
        FROM read_csv('{file}', nullstr=['', 'NA'])) GROUP BY bits ORDER BY bits
    """  # noqa: S608  # our own table
    rows = [" ".join(map(str, row)) for row in duckdb.sql(query).fetchall()]

    lines = canonical_table(in_order(problem)).decode().splitlines()
    assert rows == lines[1 + len(problem.features) + len(problem.classes) :]


def test_the_order_of_rows_does_not_matter():
    problem = pose(read_labelled("titanic"), objective=Objective("0.05"))
    rows = problem.rows
    turned = type(rows)(rows.features[::-1].copy(), rows.counts[::-1].copy(), rows.numbers[::-1].copy())
    problem_turned = type(problem)(turned, problem.features, problem.classes, problem.costs)

    assert canonical_table(in_order(problem)) == canonical_table(in_order(problem_turned))


def test_the_example_by_hand_is_what_certify_writes(call, example_1, tmp_path):
    model, proof, table = (tmp_path / name for name in ("model.json", "model.proof", "model.table"))
    assert 0 == call("fit", example_1, "--perfect", "-q", "-o", model).returncode
    assert 0 == call("certify", model, example_1, "-o", proof).returncode
    assert 0 == call("canonical", example_1, model, "-o", table).returncode
    body = proof.read_text().partition("\nresult ")[2].splitlines()[1:]

    assert "\n".join(f"    {line}" for line in body) in DOCUMENTATION.read_text(encoding="utf-8")
    assert hashlib.sha256(table.read_bytes()).hexdigest() in proof.read_text()
    for fast in ([], ["--fast"]):
        told = call("verify", proof, table, *fast)
        assert (0, True) == (
            told.returncode,
            told.stdout.startswith("VERIFIED: no list within the limits of the proof costs less than 6."),
        )
    broken = tmp_path / "broken.proof"
    broken.write_text(proof.read_text().replace("core 5", "core 6"))
    told = call("verify", broken, table)
    assert (1, "REJECTED: claim 3 does not follow: rule L.\n") == (told.returncode, told.stdout)
