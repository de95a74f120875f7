"""What people and programs are given of decision sets: commands, records, model files, the estimator, limits."""

import json
import random
import subprocess
import sys
import time

import numpy as np
import pytest

from samples.random_models import random_labels, random_list, random_rows
from shortlist import (
    DecisionSet,
    DecisionSetClassifier,
    ModelFileError,
    NotProvedWarning,
    UsageError,
    WrongAnswerError,
    learn_set,
    read_labelled,
    read_model,
    set_model_file,
    write_model,
)
from shortlist.checks.recount import recount_set
from shortlist.engines.maxsat.sets import set_maxsat
from shortlist.engines.sets import set_search
from shortlist.explain.trace import explain_set
from shortlist.features.literal import Literal, Op
from shortlist.features.rows import merge
from shortlist.files.modelfile import dumps, loads
from shortlist.problems.set_problem import SetForm, SetObjective, SetProblem
from shortlist.problems.solution import Limits, Status, Stop


def shortlist(*arguments):
    command = [sys.executable, "-m", "shortlist", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture(scope="module")
def hard():
    """Random labels on many features: no engine proves this in seconds."""
    rng = np.random.default_rng(0)
    features = tuple(Literal(f"f{i}", Op.EQUAL, True) for i in range(30))
    rows = merge(rng.random((500, 30)) < 0.5, rng.integers(0, 3, 500), 3)
    return lambda **how: SetProblem(
        rows,
        features,
        (0, 1, 2),
        SetObjective.OPT,
        how.get("node_cost", 1),
        "node_cost" not in how,
        how.get("form", SetForm.SEPARATED),
    )


@pytest.mark.parametrize("seconds", [0.5, 1.5])
@pytest.mark.parametrize(
    ("engine", "how"),
    [
        (set_search, {}),
        (set_search, {"node_cost": 2}),
        (set_maxsat, {"node_cost": 2, "form": SetForm.COMPLETE}),
        (set_maxsat, {"node_cost": 2}),
    ],
)
def test_a_time_limit_ends_a_solve_with_a_true_bracket(hard, engine, how, seconds):
    problem, seen = hard(**how), []
    start = time.perf_counter()
    solution = engine(problem, Limits(seconds), on_progress=seen.append)

    assert time.perf_counter() - start < 5 * (seconds + 0.2)
    assert (Status.FEASIBLE, Stop.TIME) == (solution.status, solution.stopped)
    assert solution.lower_bound < solution.cost == problem.cost(problem.indexed(solution.model))
    assert tuple(seen) == solution.trace
    assert sorted(moment.lower_bound for moment in seen) == [moment.lower_bound for moment in seen]


INTERRUPTED = """
import os, signal, threading, numpy as np
from shortlist.engines.sets import set_search
from shortlist.features.literal import Literal, Op
from shortlist.features.rows import merge
from shortlist.problems.set_problem import SetObjective, SetProblem
from shortlist.problems.solution import Limits
rng = np.random.default_rng(0)
rows = merge(rng.random((500, 30)) < 0.5, rng.integers(0, 3, 500), 3)
features = tuple(Literal(f"f{i}", Op.EQUAL, True) for i in range(30))
for perfect in (True, False):
    problem = SetProblem(rows, features, (0, 1, 2), SetObjective.OPT, 1, perfect)
    threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT)).start()
    solution = set_search(problem, Limits(30))
    print(solution.status, solution.stopped, solution.seconds < 8)
"""


def test_ctrl_c_returns_the_best_set():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60, check=True)

    assert ["feasible interrupt True"] * 2 == done.stdout.splitlines()


@pytest.mark.parametrize(
    "options",
    [
        ["--perfect"],
        ["--perfect", "--set-objective", "mds2"],
        ["--perfect", "--set-objective", "mds2*"],
        ["-r", "0.02"],
        ["-r", "0.02", "--set-objective", "mds2*"],
        ["-r", "0.02", "--set-form", "complete"],
        ["-r", "0.02", "--set-form", "complete", "--set-objective", "mds2"],
        ["--perfect", "--engine", "maxsat"],
    ],
)
def test_every_command_knows_sets(tmp_path, options):
    path = tmp_path / "model.json"
    fitted = shortlist("fit", "titanic", "--model", "set", "--json", "--output", path, *options)
    record = json.loads(fitted.stdout)
    checked = json.loads(shortlist("check", path, "titanic", "--json").stdout)
    explained = json.loads(shortlist("explain", path, "titanic", "--row", 3, "--json").stdout)
    predicted = shortlist("predict", path, "titanic", "--rules").stdout.splitlines()

    assert ("set", "optimal") == (record["model"], record["status"])
    assert record["cost"] == record["lower_bound"]
    assert checked["counts_hold"] is True
    assert explained["then"] == predicted[3].split(",")[0]
    assert 2202 == len(predicted)
    assert "Proved optimal among" in shortlist("show", path).stdout
    assert "survived =" in shortlist("explain", path, "titanic").stdout
    assert all(part["status"] == "optimal" for part in record["parts"])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--model", "set", "--separate", "i+"], "--separate is for lists only"),
        (["--model", "set", "--max-rules", "3"], "--max-rules is for lists only"),
        (["--set-form", "complete"], "--set-form is for sets only"),
        (["--model", "set", "--set-objective", "size"], "the objective of a set must be one of opt, mds2, mds2*"),
        (["--model", "set", "--set-form", "both"], "the form of a set must be one of separated, complete"),
        (["--model", "set", "--engine", "sat"], "the engine of a set must be one of auto, search, maxsat"),
        (["--model", "set", "--set-form", "complete", "--engine", "search"], "does not fall into classes"),
    ],
)
def test_what_a_model_does_not_know_is_refused(options, sentence):
    done = shortlist("fit", "titanic", *options)

    assert 2 == done.returncode
    assert sentence in done.stderr


@pytest.fixture
def record():
    return json.loads(dumps(set_model_file(learn_set(read_labelled("titanic"), regularization="0.02"))))


def test_a_set_is_read_as_it_was_written(record, tmp_path):
    file = loads(json.dumps(record))
    write_model(file, tmp_path / "set.json")

    assert isinstance(file.model, DecisionSet)
    assert file == read_model(tmp_path / "set.json")
    assert record == json.loads(dumps(file))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"cost": 1}, "bound"),
        ({"cost": 1167, "status": "feasible"}, "claimed to be"),
        ({"size": 5}, "claimed to be"),
        ({"class_errors": 985}, "claimed to be"),
        ({"form": "perfect"}, "must not say perfect"),
        ({"form": "complete sparse"}, "claimed to be"),
        ({"objective": "size"}, "schema"),
        (
            {
                "set_parts": [
                    {"classes": ["no"], "status": "optimal", "cost": 9, "lower_bound": 8, "rules": 1, "size": 2}
                ]
            },
            "part",
        ),
    ],
)
def test_a_claim_that_does_not_agree_with_itself_is_refused(record, change, sentence):
    with pytest.raises(ModelFileError, match=sentence):
        loads(json.dumps(record | {"claim": record["claim"] | change}))


def test_a_claim_must_have_what_a_set_is_charged_for(record):
    del record["claim"]["class_errors"]
    with pytest.raises(ModelFileError, match="class_errors"):
        loads(json.dumps(record))


def test_a_recount_counts_what_predict_says():
    for seed in range(100):
        rng = random.Random(seed)
        nullable = rng.random() < 0.5
        table = random_rows(rng, rng.randint(1, 20), nullable=nullable)
        data = random_labels(rng, table)
        rules = tuple(rule for rule in random_list(rng, nullable=nullable).rules if rule.label in data.classes)
        model = DecisionSet(tuple(type(rule)(rule.literals, rule.label) for rule in rules), data.classes)
        decided = model.decided(table)
        right = decided & (model.predict(table) == np.array(data.classes)[data.labels])
        counted = recount_set(model, data)

        assert len(data) - right.sum() == counted.errors
        assert model.fired(table).sum() == sum(map(sum, counted.counts))
        for row in range(len(table)):
            explanation = explain_set(model, table, row)
            assert decided[row] == explanation.decided
            assert model.predict(table)[row] == explanation.label
            assert [step.fired for step in explanation.steps] == model.fired(table)[row].tolist()


def test_a_wrong_claim_of_an_engine_is_not_passed_on(monkeypatch):
    from dataclasses import replace

    def lying(problem, limits, *, on_progress=None):
        solution = set_search(problem, limits)
        return replace(solution, cost=solution.cost - 1, lower_bound=solution.cost - 1)

    monkeypatch.setattr("shortlist.engines.sets.set_search", lying)
    with pytest.raises(WrongAnswerError, match="claims cost"):
        learn_set(read_labelled("titanic"), regularization="0.02")


def test_undecided_rows_are_predicted_as_asked():
    rows = np.array([[0, 0], [0, 1], [1, 0]] * 10)
    labels = np.array(["a", "b", "c"] * 10)
    labels[3] = "a"
    clf = DecisionSetClassifier(regularization=0.1, undecided="commonest").fit(rows, labels)
    new = np.array([[1, 1], [0, 0]])

    assert clf.set_.decided(clf._table(new, reset=False)).tolist() == clf.decided(new).tolist()
    assert all(clf.predict(new)[~clf.decided(new)] == "a")
    assert {"a", "b", "c"} >= set(clf.set_params(undecided="matching").fit(rows, labels).predict(new))
    with pytest.raises(UsageError, match="undecided"):
        DecisionSetClassifier(undecided="abstain").fit(rows, labels)


def test_a_fit_that_ends_early_warns():
    rng = np.random.default_rng(1)
    with pytest.warns(NotProvedWarning, match="the set costs"):
        DecisionSetClassifier(regularization=0, time_limit=0.4).fit(
            rng.random((300, 25)) < 0.5, rng.integers(0, 2, 300)
        )


def test_forbidden_columns_are_not_used():
    data = read_labelled("titanic")
    learned = learn_set(data, regularization="0.02", forbid=["sex"])

    assert Status.OPTIMAL is learned.solution.status
    assert "sex" not in {literal.column for rule in learned.model.rules for literal in rule.literals}


def test_a_perfect_set_that_must_not_use_what_it_needs_does_not_exist():
    data = read_labelled("titanic")
    solution = learn_set(data, regularization="0", forbid=["sex", "age"]).solution

    assert Status.INFEASIBLE is solution.status
