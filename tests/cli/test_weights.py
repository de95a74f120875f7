"""Weights of rows and of classes on the command line."""

import json

import pandas as pd
import pytest


@pytest.fixture
def weighted_csv(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b,w,y\n" + "0,u,0.5,no\n1,u,1.5,yes\n1,v,2.25,yes\n0,v,1,no\n1,v,0.75,no\n" * 4)
    return path


def test_the_command_knows_weights(call, weighted_csv, tmp_path):
    model = tmp_path / "m.json"
    done = call("fit", weighted_csv, "--weight", "w", "-r", "0.02", "-o", model)
    record = json.loads(call("fit", weighted_csv, "--weight", "w", "-r", "0.02", "--json").stdout)

    assert (0, "") == (done.returncode, done.stderr)
    assert (96, 4) == (record["rows"], record["weight_scale"])
    assert "20 rows (4 distinct, of weight 24)" in done.stdout
    weights = json.loads(model.read_text())["weights"]
    assert {"scale": 4, "column": "w", "classes": None, "rows": 20} == {
        k: v for k, v in weights.items() if k != "effective"
    }
    assert 0 == call("check", model, weighted_csv).returncode, "the model knows its weights"
    scored = json.loads(call("score", model, weighted_csv, "--json").stdout)
    assert (24, scored["rows"]) == (scored["training"]["rows"], 24)
    assert scored["accuracy"] == scored["training"]["accuracy"]


def test_a_score_without_the_column_of_weights_counts_rows_and_says_so(call, weighted_csv, tmp_path):
    model, other = tmp_path / "m.json", tmp_path / "plain.csv"
    assert 0 == call("fit", weighted_csv, "--weight", "w", "-q", "-o", model).returncode
    pd.read_csv(weighted_csv).drop(columns="w").to_csv(other, index=False)
    done = call("score", model, other)

    assert (0, "20 rows" in done.stdout) == (0, True)
    assert "there is no column w of weights as in training; each row counts once" in done.stderr
    assert 2 == call("score", model, other, "--weight", "w").returncode


def test_a_model_with_class_weights_is_checked_with_them_and_scored_without(call, tmp_path):
    model = tmp_path / "m.json"
    assert 0 == call("fit", "titanic", "--class-weight", "balanced", "-q", "-o", model).returncode
    assert 0 == call("check", model, "titanic").returncode
    record = json.loads(call("score", model, "titanic", "--json").stdout)

    assert 2201 == record["rows"] == pytest.approx(record["training"]["rows"])
    assert record["accuracy"] == pytest.approx(record["training"]["accuracy"])
    assert [rule["rows"] for rule in record["rules"]] == pytest.approx([r["training"]["rows"] for r in record["rules"]])
    text = call("fit", "titanic", "--class-weight", "yes=2.5").stdout
    assert "on 2201 rows (14 distinct); " in " ".join(text.split())
    assert "of weight" not in text  # which rows have without the weights of classes: none of their own
    done = call("fit", "titanic", "--class-weight", "yes")
    assert (2, 1) == (done.returncode, done.stderr.count("\n"))
    assert 2 == call("fit", "titanic", "--weight", "survived").returncode


def test_a_column_that_the_model_asks_for_cannot_weigh_its_rows(call, weighted_csv, tmp_path):
    model = tmp_path / "m.json"
    assert 0 == call("fit", weighted_csv, "--weight", "w", "-r", "0.02", "-q", "-o", model).returncode
    done = call("score", model, weighted_csv, "--weight", "a")

    assert (2, 1) == (done.returncode, done.stderr.count("\n"))
    assert "the column of weights must not be a feature of the model, got a" in done.stderr


def test_every_sentence_is_in_the_users_weights(call, weighted_csv, tmp_path):
    """Inside, all weights are quarters."""
    model = tmp_path / "m.json"
    text = call("fit", weighted_csv, "--weight", "w", "-r", "0.02", "--cross-check", "-o", model).stdout
    flat = " ".join(text.split())

    assert "cost 4.5 = 3 errors + 0.5 × 3 nodes" in flat
    assert "sat proves the same cost 4.5 on its own" in flat
    assert "cost: 4.5" in call("check", model, weighted_csv).stdout
    assert "cost 4.5 = 3 errors" in " ".join(call("show", model).stdout.split())


def test_a_test_file_without_the_column_of_weights_is_counted_by_rows(call, weighted_csv, tmp_path):
    other = tmp_path / "plain.csv"
    pd.read_csv(weighted_csv).drop(columns="w").to_csv(other, index=False)
    done = call("fit", weighted_csv, "--weight", "w", "--test", other)

    assert (0, True) == (done.returncode, "there is no column w of weights" in done.stderr)
    assert "right on 20 rows" in done.stdout


def test_the_front_counts_errors_in_the_users_weights(call, weighted_csv):
    record = json.loads(call("front", weighted_csv, "--weight", "w", "--up-to", "3", "--json").stdout)
    text = call("front", weighted_csv, "--weight", "w", "--up-to", "3").stdout

    assert (96, 4, [36, 12]) == (
        record["rows"],
        record["weight_scale"],
        [point["errors"] for point in record["points"]],
    )
    assert ["9", "3"] == [line.split()[2] for line in text.splitlines()[1:3]]
