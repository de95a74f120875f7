"""Models of a part of a file: the file alone suffices to say which part, and to confirm all that is claimed of it."""

import json
import random

import pytest

from shortlist import read_model


@pytest.fixture
def table(tmp_path):
    """Rows with a column that is left out, for each has a name of its own, and a date that is taken apart."""
    rng, path = random.Random(0), tmp_path / "rows.csv"
    lines = ["id,size,seen,colour,y"]
    for k in range(120):
        size, colour = rng.randrange(30), rng.choice(["red", "blue"])
        answer = "yes" if (size > 12) != (rng.random() < 0.15) else "no"
        lines.append(f"P{k:03d} of them,{size},2021-{rng.randrange(1, 13):02d}-03,{colour},{answer}")
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def model(call, table, tmp_path):
    path = tmp_path / "m.json"
    call("fit", table, "--test", "0.25", "--seed", "7", "--date-parts", "seen=month", "-q", "-o", path)
    return path


def test_the_model_says_which_rows_of_which_file(model, table):
    data = json.loads(model.read_text())["provenance"]["data"]

    assert (str(table), {"share": "1/4", "seed": 7}) == (data["source"], data["held_out"])
    assert {"id"} == read_model(model).left_out


def test_the_part_that_was_learned_from_is_found_again(call, model, table, tmp_path):
    done = call("check", model, table, "--json")
    record = json.loads(done.stdout)

    assert (0, True, 90) == (done.returncode, record["counts_hold"], record["rows"])
    assert "learned from 90 of 120 rows; the others were held out (share 1/4, seed 7)" in done.stderr
    proof, canonical = tmp_path / "m.proof", tmp_path / "m.table"
    assert 0 == call("certify", model, table, "-o", proof).returncode
    assert 0 == call("canonical", table, model, "-o", canonical).returncode
    assert "It is optimal." in call("verify", proof, canonical).stdout
    assert "Certified" in call("check", model, table, "--proof", proof).stdout


def test_the_rows_that_were_held_out_judge_it(call, model, table, tmp_path):
    card = call("card", model, table, "--group", "colour").stdout

    assert "the rows of `rows.csv` that were learned from: 90 rows" in card
    assert "the rows of `rows.csv` that were held out: 30 rows" in card
    assert "errors and counts are as claimed" in card
    page = tmp_path / "page.html"
    assert 0 == call("report", model, table, "-o", page).returncode
    assert "learned from 90 rows of rows, tested on 30 others" in page.read_text(encoding="utf-8")


def test_another_file_is_not_parted_and_a_proof_says_how_many_rows_are_wanted(call, model, table, tmp_path):
    other = tmp_path / "other.csv"
    other.write_text(table.read_text() + "Q,1,2021-01-03,red,no\n")
    done = call("certify", model, other, "-o", tmp_path / "p")

    assert 2 == done.returncode
    assert "it must have 90 rows, got 121" in done.stderr
    assert json.loads(call("check", model, other, "--json").stdout)["counts_hold"] is None


def test_columns_that_were_left_out_ask_no_question_of_a_proof(call, table, tmp_path):
    call("fit", table, "-q", "-o", tmp_path / "m.json")
    assert 0 == call("certify", tmp_path / "m.json", table, "-o", tmp_path / "p").returncode


def test_rows_of_another_table_are_not_called_training(call, model, table, tmp_path):
    other, page = tmp_path / "other.csv", tmp_path / "page.html"
    other.write_text("\n".join(table.read_text().splitlines()[:80]) + "\n")
    done = call("report", model, other, "-o", page)

    assert "these 79 rows are not the 90 rows that the model was learned from" in done.stderr
    record = page.read_text(encoding="utf-8")
    assert '"name":"other"' in record
    assert '"name":"training"' not in record
    assert "learned from other rows than these: 79 rows of other" in record
    assert "79 of this table, which are not those that it was learned from" in record
    done = call("card", model, other)
    assert "these 79 rows are not the 90 rows" in done.stderr
    assert "79 rows, not those that it was learned from." in done.stdout


def test_the_same_rows_in_another_file_are_those_of_training(call, tmp_path, table):
    lines = table.read_text().splitlines()
    shuffled = tmp_path / "shuffled.csv"
    shuffled.write_text("\n".join([lines[0], *reversed(lines[1:])]) + "\n")
    call("fit", table, "-q", "-o", tmp_path / "m.json")
    done = call("report", tmp_path / "m.json", shuffled, "-o", tmp_path / "page.html")

    assert "not the" not in done.stderr
    assert "learned from 120 rows of shuffled" in (tmp_path / "page.html").read_text(encoding="utf-8")
