"""The command line for separated lists, other objectives, the greedy engine and lists side by side."""

import csv
import io
import json

import pytest

from shortlist.errors import ModelFileError
from shortlist.files.modelfile import loads, read_model


def test_a_separated_list_shows_its_parts_and_keeps_them(call, example_1, tmp_path):
    done = call("fit", example_1, "--perfect", "--separate", "1,0", "-o", tmp_path / "m.json")
    record = json.loads(call("fit", example_1, "--perfect", "--separate", "1,0", "--json").stdout)

    assert 0 == done.returncode
    assert "1: 5 nodes, cost 5, proved" in done.stdout
    assert "Not proved optimal: size 6" in done.stdout
    assert [(1, "optimal", 5), (0, "optimal", 1)] == [
        (p["classes"][0], p["status"], p["cost"]) for p in record["parts"]
    ]
    assert "1: 5 nodes, cost 5, proved" in call("show", tmp_path / "m.json").stdout
    assert 0 == call("check", tmp_path / "m.json", example_1).returncode


def test_a_part_that_contradicts_itself_is_refused(call, example_1, tmp_path):
    call("fit", example_1, "--perfect", "--separate", "1,0", "-o", tmp_path / "m.json")
    record = json.loads((tmp_path / "m.json").read_text())
    record["claim"]["parts"][0]["lower_bound"] = 3
    with pytest.raises(ModelFileError, match="a part of status optimal must not have cost 5, bound 3"):
        loads(json.dumps(record))


def test_prices_are_kept_and_recounted(call, example_1, tmp_path):
    prices = ["--rule-price", "1", "--literal-price", "0.5", "--feature-price", "A=2", "--error-price", "1:0=4.5"]
    done = call("fit", example_1, "--objective", "customizable", *prices, "-o", tmp_path / "m.json", "--json")
    record = json.loads(done.stdout)

    assert "optimal" == record["status"]
    assert {"rule": 2, "literal": 1, "default": 0, "error": 2} == {k: record["costs"][k] for k in ("rule", "literal", "default", "error")}  # fmt: skip
    assert [[0, 2], [9, 0]] == record["costs"]["errors"]
    assert 4 == record["costs"]["columns"]["A"]
    assert 0 == call("check", tmp_path / "m.json", example_1).returncode
    assert record["costs"]["errors"] == [list(row) for row in read_model(tmp_path / "m.json").claim.costs.errors]


def test_corels_prices_rules_alone(call, example_1):
    record = json.loads(call("fit", example_1, "--objective", "corels", "-r", "0.05", "--json").stdout)

    assert ({"rule": 2, "literal": 0, "default": 0, "error": 5}, None) == (record["costs"], record["node_cost"])
    assert "optimal" == record["status"]


def test_the_greedy_engine_answers(call, example_1):
    record = json.loads(call("fit", "penguins", "--engine", "greedy", "--cuts", "intervals", "--json").stdout)

    assert "feasible" == record["status"]
    assert record["lower_bound"] < record["cost"]


def test_lists_side_by_side_are_fitted_shown_checked_and_applied(call, example_1, tmp_path):
    model = tmp_path / "m.json"
    done = call("fit", example_1, "--model", "hybrid", "--perfect", "-o", model)
    record = json.loads(call("fit", example_1, "--model", "hybrid", "--perfect", "--json").stdout)

    assert (0, 6, "optimal") == (done.returncode, record["size"], record["status"])
    assert 6 == sum(len(rule["if"]) + 1 for rule in record["list"])
    assert "side by side" in done.stdout
    assert 0 == call("check", model, example_1).returncode
    rows = list(csv.DictReader(io.StringIO(call("predict", model, example_1, "--rules", "--probabilities").stdout)))
    assert [*"11001100"] == [row["H"] for row in rows]
    assert "hybrid" == json.loads(call("show", model, "--format", "json").stdout)["model"]
    explained = json.loads(call("explain", model, example_1, "--row", 2, "--json").stdout)
    assert (rows[1]["H"], True) == (str(explained["then"]), explained["decided"])
    assert "H = 0" in call("explain", model, example_1, "--row", 3).stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--separate", "j+"], "the order must be one of i+, i-, a+, a-, c+, c-, all"),
        (["--separate", "no,maybe"], "an order must name each of the classes no, yes once"),
        (
            ["--separate", "i+", "--engine", "sat"],
            "the engine for a separated list must be one of auto, search, maxsat, maxsat-paper",
        ),
        (["--objective", "gini"], "the objective of a list must be one of paper, corels, customizable"),
        (["--objective", "customizable"], "needs the prices of a rule and of a literal"),
        (["--feature-price", "sex"], "--feature-price must be COLUMN=PRICE"),
        (["--feature-price", "nope=1"], "columns of the table, got 'nope'"),
        (["--error-price", "yes:maybe=1"], "--error-price must be ACTUAL:PREDICTED=PRICE with classes among no, yes"),
        (["--model", "tree"], "is not one of"),
        (
            ["--model", "hybrid", "--objective", "corels"],
            "--objective is for lists and sets only, but --model is hybrid",
        ),
        (["--model", "hybrid", "--cross-check"], "a cross-check is for decision lists that are not separated"),
        (["--separate", "i+", "--cross-check"], "a cross-check is for decision lists that are not separated"),
        (["--model", "hybrid", "--separate", "i+"], "--separate is for lists only, but --model is hybrid"),
        (
            ["--model", "hybrid", "--engine", "greedy"],
            "the engine for a hybrid must be one of auto, maxsat, maxsat-paper, search",
        ),
    ],
)
def test_what_does_not_go_together_is_one_sentence(call, arguments, sentence):
    done = call("fit", "titanic", *arguments)

    assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
    assert sentence in done.stderr
