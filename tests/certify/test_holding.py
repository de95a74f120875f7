"""Proofs where people ask for them: `fit --certify`, `check --proof`, and the estimator."""

import hashlib
import json
import re

import numpy as np
import pytest

from shortlist import DecisionListClassifier
from shortlist.certify.checking import ProofRejectedError, verified
from shortlist.cli.app import make_app
from shortlist.errors import UsageError


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def command(*words):
    return make_app()(list(words), standalone_mode=False)


def test_fit_writes_a_proof_and_check_verifies_it(folder, capsys):
    command("fit", "titanic", "-r", "0.02", "-o", "list.json", "--certify", "list.proof", "--json")
    fitted = json.loads(capsys.readouterr().out)
    command("check", "list.json", "titanic", "--proof", "list.proof", "--json")
    checked = json.loads(capsys.readouterr().out)

    assert fitted["certified"] == checked["certified"] != None  # noqa: E711
    assert (fitted["cost"], True) == (fitted["certified"]["lower_bound"], fitted["certified"]["optimal"])
    command("check", "list.json", "titanic", "--proof", "list.proof")
    told = " ".join(capsys.readouterr().out.split())
    assert "all as claimed. Certified, the proof was verified: optimal." in told


def test_a_proof_of_another_list_certifies_nothing(folder):
    for price, name in (("0.02", "one"), ("0.05", "two")):
        command("fit", "titanic", "-r", price, "-q", "-o", f"{name}.json", "--certify", f"{name}.proof")

    with pytest.raises(ProofRejectedError, match="another list"):
        command("check", "one.json", "titanic", "--proof", "two.proof")


PARTS = {
    "separated": ["--separate", "i+"],
    "separated, perfect": ["--separate", "i-", "--perfect"],
    "separated, least rows": ["--separate", "i+", "--min-rows", "30", "-r", "0.002"],
    "perfect set": ["--model", "set", "--perfect"],
    "perfect set, rules first": ["--model", "set", "--perfect", "--objective", "mds2"],
    "sparse set": ["--model", "set", "-r", "0.02"],
}


@pytest.mark.parametrize("kind", PARTS)
def test_models_of_parts_are_certified_part_by_part(kind, folder, capsys):
    command("fit", "titanic", "-q", "-o", "model.json", "--certify", "fit.proof", *PARTS[kind])
    command("certify", "model.json", "titanic", "-o", "model.proof")
    command("canonical", "titanic", "model.json", "-o", "model.table")
    proof, table = ((folder / name).read_bytes() for name in ("model.proof", "model.table"))
    capsys.readouterr()
    command("check", "model.json", "titanic", "--proof", "model.proof", "--json")
    told = json.loads(capsys.readouterr().out)["certified"]

    assert (folder / "fit.proof").read_bytes() == proof
    assert (True, 2) == (told["optimal"], told["parts"])
    assert verified(proof, table, fast=False) == verified(proof, table, fast=True)
    raised = re.sub(rb"(?m)^result (\d+) (\d+)$", lambda found: b"result %b %d" % (found[1], int(found[2]) + 1), proof)
    with pytest.raises(ProofRejectedError):
        verified(raised, table, fast=True)


LISTS = {
    "corels": ["--objective", "corels"],
    "customizable": [
        "--objective",
        "customizable",
        "--rule-price",
        "3",
        "--literal-price",
        "1/2",
        "--feature-price",
        "sex=2",
    ],
    "errors and weights": ["--class-weight", "balanced", "--error-price", "yes:no=2"],
    "budget": ["--objective", "budget", "--max-size", "5"],
    "limits": ["--max-rules", "2", "--max-literals", "1", "--max-size", "6", "-r", "0.005"],
    "rule classes": ["--rule-class", "yes"],
    "forbidden": ["--forbid", "sex == female"],
    "least rows": ["--min-rows", "200", "-r", "0.001"],
}


@pytest.mark.parametrize("kind", LISTS)
def test_lists_of_every_objective_and_constraint_are_certified(kind, folder, capsys):
    command("fit", "titanic", "-q", "-o", "list.json", *LISTS[kind])
    command("certify", "list.json", "titanic", "-o", "list.proof")
    command("canonical", "titanic", "list.json", "-o", "list.table")
    proof, table = ((folder / name).read_bytes() for name in ("list.proof", "list.table"))

    assert verified(proof, table, fast=False).optimal
    assert verified(proof, table, fast=True).optimal


@pytest.mark.parametrize(
    "words", [["--model", "hybrid", "--perfect"], ["--model", "set", "--form", "complete", "-r", "0.1"]]
)
def test_what_cannot_be_certified_is_refused(words, folder):
    with pytest.raises(UsageError, match="certified"):
        command("fit", "titanic", "-q", "--time-limit", "10", "--certify", "any.proof", *words)


def test_weights_classes_and_prices_are_found_again(folder):
    words = ["--class-weight", "balanced", "--error-price", "yes:no=2", "--objective", "customizable"]
    prices = ["--rule-price", "3", "--literal-price", "1/2", "--feature-price", "sex=2"]
    command("fit", "titanic", "-q", "-o", "list.json", *words, *prices)
    command("certify", "list.json", "titanic", "-o", "list.proof")

    assert None is command("check", "list.json", "titanic", "--proof", "list.proof")


def test_another_table_is_refused(folder):
    command("fit", "titanic", "-q", "-o", "list.json")
    (folder / "few.csv").write_text("class,age,sex,survived\nfirst,adult,male,yes\nthird,child,female,no\n")

    with pytest.raises(ValueError, match="the one that the model was learned from"):
        command("certify", "list.json", "few.csv", "-o", "list.proof")


def test_an_estimator_certifies_its_list(folder):
    rng = np.random.default_rng(1)
    X = rng.integers(0, 3, (200, 4))
    y = (X[:, 0] > 1) | (X[:, 1] == X[:, 2])
    clf = DecisionListClassifier(regularization=0.02).fit(X, y, np.arange(200) % 3 + 1)
    found = clf.certify("clf.proof", X, y, np.arange(200) % 3 + 1)

    assert (clf.objective_, clf.status_ == "optimal") == (found.cost, found.optimal)
    assert (folder / "clf.proof").read_bytes().startswith(b"shortlist-proof 1\n")
    with pytest.raises(ValueError, match="learned from"):
        clf.certify("clf.proof", X[:50], y[:50])


@pytest.mark.parametrize("writer", ["report", "card"])
def test_pages_and_cards_name_a_proof_only_once_it_is_verified(writer, folder):
    command("fit", "titanic", "-q", "-r", "0.005", "-o", "list.json", "--certify", "list.proof")
    command("fit", "titanic", "-q", "-r", "0.02", "-o", "other.json", "--certify", "other.proof")
    digest = hashlib.sha256((folder / "list.proof").read_bytes()).hexdigest()

    command(writer, "list.json", "titanic", "--proof", "list.proof", "-o", "page")
    assert digest in (folder / "page").read_text(encoding="utf-8")
    with pytest.raises(ProofRejectedError):
        command(writer, "list.json", "titanic", "--proof", "other.proof", "-o", "page")
