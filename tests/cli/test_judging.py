"""`score`, `fit --test`, and `check` on other rows than those of training."""

import json
import os
from importlib import resources

import jsonschema
import numpy as np
import pandas as pd
import pytest

from shortlist import read_model

KINDS = {"list": [], "set": ["--model", "set", "-r", "0.02"], "hybrid": ["--model", "hybrid", "-r", "0.05"]}


def schema(name):
    text = resources.files("shortlist").joinpath("files", "schema", f"{name}.json").read_text(encoding="utf-8")
    return jsonschema.Draft202012Validator(json.loads(text))


@pytest.fixture(scope="module")
def halves(call, tmp_path_factory):
    """The penguins in two halves, and a list learned from the first."""
    folder = tmp_path_factory.mktemp("halves")
    text = (resources.files("shortlist") / "data" / "penguins.csv").read_text(encoding="utf-8").splitlines()
    rows = [text[1:][k] for k in np.random.default_rng(0).permutation(len(text) - 1)]
    for name, part in (("one", rows[:200]), ("two", rows[200:])):
        (folder / f"{name}.csv").write_text("\n".join([text[0], *part]) + "\n")
    assert 0 == call("fit", folder / "one.csv", "-q", "-o", folder / "m.json").returncode
    return folder


def test_score_says_how_other_rows_are_decided_beside_training(call, halves):
    done = call("score", halves / "m.json", halves / "two.csv")
    record = json.loads(call("score", halves / "m.json", halves / "two.csv", "--json").stdout)
    frame = pd.read_csv(halves / "two.csv")
    model = read_model(halves / "m.json")

    assert (0, "") == (done.returncode, done.stderr)
    schema("score-1").validate(record)
    assert len(frame) == record["rows"] == sum(map(sum, record["confusion"]))
    assert f"{100 * record['accuracy']:.1f} % right on {len(frame)} rows" in done.stdout
    assert [rule.covered for rule in model.model.rules] == [rule["training"]["rows"] for rule in record["rules"]]
    assert all(low <= rule["precision"] <= high for rule in record["rules"] for low, high in [rule["interval"]])
    assert "in training" in done.stdout


@pytest.mark.parametrize("width", [80, 60, 40])
def test_a_score_fits_its_terminal(run, halves, width):
    done = run("score", halves / "m.json", halves / "two.csv", env={**os.environ, "COLUMNS": str(width)})

    assert 0 == done.returncode
    assert max(map(len, done.stdout.splitlines())) <= width
    assert "found" in done.stdout


def test_rows_of_a_class_never_seen_are_counted_and_said(call, halves, tmp_path):
    text = (halves / "two.csv").read_text().splitlines()
    (tmp_path / "t.csv").write_text(
        "\n".join([*text[:11], text[11].replace(text[11].split(",")[-1], "Emperor")]) + "\n"
    )
    done = call("score", halves / "m.json", tmp_path / "t.csv", "--target", text[0].split(",")[-1])

    assert (0, True) == (done.returncode, "Emperor was never seen in training: its 1 row counts" in done.stdout), done


@pytest.mark.parametrize("kind", KINDS)
def test_a_share_can_be_held_out_of_a_fit(call, kind):
    done = call("fit", "titanic", "--test", "0.25", *KINDS[kind])
    record = json.loads(call("fit", "titanic", "--test", "0.25", "--json", *KINDS[kind]).stdout)

    assert (0, "") == (done.returncode, done.stderr)
    assert "On 550 of 2201 rows, held out (stratified, seed 0):" in done.stdout
    schema("fit-1").validate(record)
    assert (1651, 550) == (record["rows"], record["test"]["rows"])
    assert record["test"]["training"]["rows"] == record["rows"]
    assert record["test"]["training"]["errors"] == record["errors"]
    assert record == json.loads(call("fit", "titanic", "--test", "0.25", "--json", *KINDS[kind]).stdout) | {
        name: record[name] for name in ("seconds", "peak_memory_mb", "provenance")
    }


def test_a_file_can_be_the_test(call, halves):
    record = json.loads(call("fit", halves / "one.csv", "--test", halves / "two.csv", "--json").stdout)

    assert record["test"] == json.loads(call("score", halves / "m.json", halves / "two.csv", "--json").stdout)
    assert f"On the rows of {halves / 'two.csv'}:" in call(
        "fit", halves / "one.csv", "--test", halves / "two.csv"
    ).stdout.replace("\n", "")
    assert json.loads(call("fit", halves / "one.csv", "--json").stdout)["test"] is None


@pytest.mark.parametrize("test", ["0", "1", "1.5", "-0.2"])
def test_a_test_that_is_no_share_is_refused(call, test):
    done = call("fit", "titanic", f"--test={test}")

    assert (2, 1) == (done.returncode, done.stderr.count("\n"))
    assert "--test must be a file, or a share of the rows between 0 and 1" in done.stderr


def test_a_test_file_that_does_not_fit_is_refused_before_the_solve(call, halves, tmp_path):
    (tmp_path / "t.csv").write_text("a,b\n1,2\n")
    for test in (tmp_path / "t.csv", "nowhere.csv"):
        done = call("fit", halves / "one.csv", "--test", test)
        assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))


def test_check_compares_another_table_instead_of_failing(call, halves):
    done = call("check", halves / "m.json", halves / "two.csv")
    record = json.loads(call("check", halves / "m.json", halves / "two.csv", "--json").stdout)

    assert 0 == done.returncode
    assert "Another table than the model was learned from: here 144 rows" in done.stdout
    assert "right here" in done.stdout
    assert "NOT as claimed" not in done.stdout
    assert (None, False, None) == (record["counts_hold"], record["same_table"], record["cost"])
    assert 200 == record["claimed"]["rows"]


def test_check_still_tells_other_counts_of_the_same_table(call, halves, tmp_path):
    lines = (halves / "one.csv").read_text().splitlines()
    cells = [line.split(",") for line in lines]
    columns = [cells[0].index(name) for name in ("flipper_length_mm", "bill_length_mm", "bill_depth_mm")]
    for row in cells[1:]:
        for column in columns:
            row[column] = "1"
    (tmp_path / "t.csv").write_text("\n".join(map(",".join, cells)) + "\n")
    done = call("check", halves / "m.json", tmp_path / "t.csv")

    assert (1, True) == (done.returncode, "NOT as claimed" in done.stdout)
    assert 0 == call("check", halves / "m.json", halves / "one.csv").returncode


def test_entries_missing_only_now_are_said_beside_the_predictions(call, tmp_path):
    """Of a column that had missing entries in training nothing is said."""
    (tmp_path / "t.csv").write_text("age,height,y\n" + "20,1.5,low\n30,,low\n60,1.7,high\n70,1.8,high\n" * 6)
    (tmp_path / "new.csv").write_text("age,height,y\n,1.5,low\n65,,high\n,1.6,low\n")
    model = tmp_path / "m.json"
    assert 0 == call("fit", tmp_path / "t.csv", "-q", "-o", model).returncode
    sentence = "shortlist: missing: age in 2 rows, but nowhere in training; no comparison holds for a missing entry\n"
    for command in ("predict", "explain", "score"):
        done = call(command, model, tmp_path / "new.csv")
        assert (0, sentence) == (done.returncode, done.stderr), command
    assert "" == call("predict", model, tmp_path / "t.csv").stderr
    done = call("fit", tmp_path / "t.csv", "--test", tmp_path / "new.csv")
    assert (0, sentence) == (done.returncode, done.stderr)
