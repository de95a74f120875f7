"""The command line for separated lists, other objectives, the greedy engine and lists side by side."""

import csv
import io
import json
import subprocess
import sys

import pytest

from shortlist.features.literal import Literal, Op
from shortlist.files.modelfile import ModelFile, ModelFileError, dumps, loads, read_model
from shortlist.models.hybrid import DecisionLists
from shortlist.models.model import Rule
from shortlist.tables.table import Kind

EXAMPLE_1 = "A,B,C,D,E,H\n1,0,1,0,0,1\n1,1,0,1,1,1\n0,1,0,1,0,0\n0,1,1,0,1,0\n0,0,1,0,1,1\n0,0,1,1,0,1\n0,0,0,1,0,0\n0,0,0,1,1,0\n"


def run(*arguments):
    command = [sys.executable, "-c", "from shortlist.cli.app import main; main()", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def example_1(tmp_path):
    path = tmp_path / "example1.csv"
    path.write_text(EXAMPLE_1)
    return path


def test_a_separated_list_shows_its_parts_and_keeps_them(example_1, tmp_path):
    done = run("fit", example_1, "--perfect", "--separate", "1,0", "-o", tmp_path / "m.json")
    record = json.loads(run("fit", example_1, "--perfect", "--separate", "1,0", "--json").stdout)

    assert 0 == done.returncode
    assert "1: 5 nodes, cost 5, proved" in done.stdout
    assert "Not proved optimal: size 6" in done.stdout
    assert [(1, "optimal", 5), (0, "optimal", 1)] == [(p["class"], p["status"], p["cost"]) for p in record["parts"]]
    assert "1: 5 nodes, cost 5, proved" in run("show", tmp_path / "m.json").stdout
    assert 0 == run("check", tmp_path / "m.json", example_1).returncode


def test_a_part_that_contradicts_itself_is_refused(example_1, tmp_path):
    run("fit", example_1, "--perfect", "--separate", "1,0", "-o", tmp_path / "m.json")
    record = json.loads((tmp_path / "m.json").read_text())
    record["claim"]["parts"][0]["lower_bound"] = 3
    with pytest.raises(ModelFileError, match="a part of status optimal must not have cost 5, bound 3"):
        loads(json.dumps(record))


def test_prices_are_kept_and_recounted(example_1, tmp_path):
    prices = ["--rule-price", "1", "--literal-price", "0.5", "--feature-price", "A=2", "--error-price", "1:0=4.5"]
    done = run("fit", example_1, "--objective", "customizable", *prices, "-o", tmp_path / "m.json", "--json")
    record = json.loads(done.stdout)

    assert "optimal" == record["status"]
    assert {"rule": 2, "literal": 1, "default": 0, "error": 2} == {k: record["costs"][k] for k in ("rule", "literal", "default", "error")}  # fmt: skip
    assert [[0, 2], [9, 0]] == record["costs"]["errors"]
    assert 4 == record["costs"]["columns"]["A"]
    assert 0 == run("check", tmp_path / "m.json", example_1).returncode
    assert record["costs"]["errors"] == [list(row) for row in read_model(tmp_path / "m.json").claim.costs.errors]


def test_corels_prices_rules_alone(example_1):
    record = json.loads(run("fit", example_1, "--objective", "corels", "-r", "0.05", "--json").stdout)

    assert ({"rule": 2, "literal": 0, "default": 0, "error": 5}, None) == (record["costs"], record["node_cost"])
    assert "optimal" == record["status"]


def test_the_greedy_engine_answers(example_1):
    record = json.loads(run("fit", "penguins", "--engine", "greedy", "--json").stdout)

    assert "feasible" == record["status"]
    assert 5 == record["lower_bound"]


def test_lists_side_by_side_are_fitted_shown_checked_and_applied(example_1, tmp_path):
    model = tmp_path / "m.json"
    done = run("fit", example_1, "--model", "hybrid", "--perfect", "-o", model)
    record = json.loads(run("fit", example_1, "--model", "hybrid", "--perfect", "--json").stdout)

    assert (0, 6, "optimal") == (done.returncode, record["size"], record["status"])
    assert 6 == sum(len(rule["if"]) + 1 for rules in record["lists"] for rule in rules)
    assert "side by side" in done.stdout
    assert 0 == run("check", model, example_1).returncode
    rows = list(csv.DictReader(io.StringIO(run("predict", model, example_1, "--rules", "--probabilities").stdout)))
    assert [*"11001100"] == [row["H"] for row in rows]
    assert "hybrid" == json.loads(run("show", model, "--format", "json").stdout)["model"]
    explained = json.loads(run("explain", model, example_1, "--row", 2, "--json").stdout)
    assert (rows[1]["H"], True) == (str(explained["then"]), explained["decided"])
    assert "H = 0" in run("explain", model, example_1, "--row", 3).stdout


def two_lists():
    a, b = (Literal(name, Op.EQUAL, True) for name in "AB")
    lists = ((Rule((a,), 1, (0, 2)),), (Rule((b,), 0, (3, 0)), Rule((), 1, (1, 4))))
    return ModelFile(DecisionLists(lists, (0, 1)), "y", {"A": Kind.BOOLEAN, "B": Kind.BOOLEAN})


def test_lists_side_by_side_can_be_written_and_read_back():
    assert two_lists() == loads(dumps(two_lists()))


@pytest.mark.parametrize("numbers", [(1, 3, 3), (2, 1, 1), (1, None, 2), (0, 1, 1)])
def test_rules_that_do_not_name_their_lists_in_order_are_refused(numbers):
    record = json.loads(dumps(two_lists()))
    for rule, number in zip(record["rules"], numbers, strict=True):
        rule.pop("list")
        if number is not None:
            rule["list"] = number
    with pytest.raises(ModelFileError, match=r"lists 1, 2|schema"):
        loads(json.dumps(record))


def test_a_plain_list_names_no_lists():
    record = json.loads(dumps(two_lists())) | {"model": "list"}
    with pytest.raises(ModelFileError, match="only the rules of a hybrid model"):
        loads(json.dumps(record))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--separate", "j+"], "the order must be one of i+, i-, a+, a-, c+, c-, all"),
        (["--separate", "no,maybe"], "an order must name each of the classes no, yes once"),
        (["--separate", "i+", "--engine", "sat"], "engine for separated lists must be one of"),
        (["--objective", "gini"], "the objective must be one of"),
        (["--objective", "customizable"], "needs the prices of a rule and of a literal"),
        (["--feature-price", "sex"], "--feature-price must be COLUMN=PRICE"),
        (["--feature-price", "nope=1"], "columns of the table, got 'nope'"),
        (["--error-price", "yes:maybe=1"], "--error-price must be ACTUAL:PREDICTED=PRICE with classes among no, yes"),
        (["--model", "tree"], "is not one of"),
        (["--model", "hybrid", "--separate", "i+"], "--separate is for lists only, but --model is hybrid"),
        (["--model", "hybrid", "--engine", "greedy"], "engine for lists side by side must be one of"),
    ],
)
def test_what_does_not_go_together_is_one_sentence(arguments, sentence):
    done = run("fit", "titanic", *arguments)

    assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
    assert sentence in done.stderr
