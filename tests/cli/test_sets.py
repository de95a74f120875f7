"""What people and programs are given of decision sets: commands, limits, Ctrl-C."""

import json
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from shortlist.engines.maxsat.sets import set_maxsat
from shortlist.engines.sets import set_search
from shortlist.models.model import ModelKind
from shortlist.problems.costs import Costs
from shortlist.problems.evaluate import cost_of
from shortlist.problems.limits import Limits
from shortlist.problems.objective import Form
from shortlist.problems.solution import Status, Stop


@pytest.fixture(scope="module")
def hard_set(hard):
    """A problem of sets that no engine proves in seconds: perfect, or sparse with a price of a node."""

    def problem(*, node_cost=None, form=Form.SEPARATED):
        costs = Costs(node_cost or 1, node_cost or 1, 0)
        return replace(hard, costs=costs, perfect=node_cost is None, kind=ModelKind.SET, form=form)

    return problem


@pytest.mark.parametrize("seconds", [0.5, 1.5])
@pytest.mark.parametrize(
    ("engine", "how"),
    [
        (set_search, {}),
        (set_search, {"node_cost": 2}),
        (set_maxsat, {"node_cost": 2, "form": Form.COMPLETE}),
        (set_maxsat, {"node_cost": 2}),
    ],
)
def test_a_time_limit_ends_a_solve_with_a_true_bracket(hard_set, engine, how, seconds):
    problem, seen = hard_set(**how), []
    start = time.perf_counter()
    solution = engine(problem, Limits(seconds), on_progress=seen.append)

    assert time.perf_counter() - start < 5 * (seconds + 0.2)
    assert (Status.FEASIBLE, Stop.TIME) == (solution.status, solution.stopped)
    assert solution.lower_bound < solution.cost == cost_of(problem, solution.lists)
    assert tuple(seen) == solution.trace
    assert sorted(moment.lower_bound for moment in seen) == [moment.lower_bound for moment in seen]


INTERRUPTED = """
import os, signal, threading, numpy as np
from shortlist.engines.sets import set_search
from shortlist.features.literal import Literal, Op
from shortlist.features.rows import merge
from shortlist.models.model import ModelKind
from shortlist.problems.costs import Costs
from shortlist.problems.limits import Limits
from shortlist.problems.objective import Form
from shortlist.problems.problem import Problem
rng = np.random.default_rng(0)
rows = merge(rng.random((500, 30)) < 0.5, rng.integers(0, 3, 500), 3)
features = tuple(Literal(f"f{i}", Op.EQUAL, True) for i in range(30))
for perfect in (True, False):
    problem = Problem(rows, features, (0, 1, 2), Costs(1, 1, 0), perfect, kind=ModelKind.SET, form=Form.SEPARATED)
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
        ["--perfect", "--objective", "mds2"],
        ["--perfect", "--objective", "mds2*"],
        ["-r", "0.02"],
        ["-r", "0.02", "--objective", "mds2*"],
        ["-r", "0.02", "--form", "complete"],
        ["-r", "0.02", "--form", "complete", "--objective", "mds2"],
        ["--perfect", "--engine", "maxsat"],
    ],
)
def test_every_command_knows_sets(call, tmp_path, options):
    path = tmp_path / "model.json"
    fitted = call("fit", "titanic", "--model", "set", "--json", "--output", path, *options)
    record = json.loads(fitted.stdout)
    checked = json.loads(call("check", path, "titanic", "--json").stdout)
    explained = json.loads(call("explain", path, "titanic", "--row", 3, "--json").stdout)
    predicted = call("predict", path, "titanic", "--rules").stdout.splitlines()

    assert ("set", "optimal") == (record["model"], record["status"])
    assert record["cost"] == record["lower_bound"]
    assert checked["counts_hold"] is True
    assert explained["then"] == predicted[3].split(",")[0]
    assert 2202 == len(predicted)
    assert "Proved optimal among" in call("show", path).stdout
    assert "survived =" in call("explain", path, "titanic").stdout
    assert all(part["status"] == "optimal" for part in record["parts"])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--model", "set", "--separate", "i+"], "--separate is for lists only"),
        (["--model", "set", "--max-rules", "3"], "--max-rules is for lists only"),
        (["--form", "complete"], "--form is for sets only, but --model is list"),
        (["--model", "hybrid", "--form", "complete"], "--form is for sets only, but --model is hybrid"),
        (["--model", "set", "--objective", "size"], "the objective of a set must be one of opt, mds2, mds2*"),
        (["--model", "set", "--form", "both"], "the form of a set must be one of separated, complete"),
        (["--model", "set", "--engine", "sat"], "the engine for a set must be one of auto, search, maxsat"),
        (
            ["--model", "set", "--form", "complete", "--engine", "search"],
            "the engine search cannot keep to form complete for a set; use maxsat",
        ),
    ],
)
def test_what_a_model_does_not_know_is_refused(call, options, sentence):
    done = call("fit", "titanic", *options)

    assert 2 == done.returncode
    assert sentence in done.stderr


@pytest.mark.parametrize("options", [["--perfect"], ["-r", "0.1"], ["-r", "0.1", "--form", "complete"]])
@pytest.mark.parametrize("objective", ["opt", "mds2", "mds2*"])
def test_a_table_without_features_has_a_set(call, tmp_path, objective, options):
    """A perfect set of `mds2*` once ended in a traceback here: a division by zero."""
    (tmp_path / "t.csv").write_text("a,y\n1,u\n1,u\n")
    done = call("fit", tmp_path / "t.csv", "--model", "set", "--objective", objective, *options)

    assert (0, 1) == (done.returncode, done.stderr.count("\n"))
    assert "column a is true in every row" in done.stderr
    assert "Proved optimal among" in done.stdout


@pytest.mark.parametrize("kind", ["set", "hybrid"])
def test_a_model_without_counts_predicts_the_class_that_its_rules_agree_on(call, tmp_path, kind):
    """It once predicted the class 1 and gave the class 0 a probability of 1."""
    rules = [
        {"if": [{"feature": "a", "op": "==", "value": value}], "then": label, "list": number}
        for number, (value, label) in enumerate([(True, "v"), (False, "w")], 1)
    ]
    columns = [{"name": "a", "kind": "boolean", "missing": False}]
    model = {"format": "shortlist-model", "version": 1, "model": kind, "target": "y", "classes": ["u", "v", "w"]}
    (tmp_path / "m.json").write_text(json.dumps(model | {"columns": columns, "rules": rules}))
    (tmp_path / "t.csv").write_text("a,y\n1,v\n0,w\n")
    predicted = call("predict", tmp_path / "m.json", tmp_path / "t.csv", "--probabilities", "--rules").stdout
    explained = json.loads(call("explain", tmp_path / "m.json", tmp_path / "t.csv", "--row", 2, "--json").stdout)
    checked = json.loads(call("check", tmp_path / "m.json", tmp_path / "t.csv", "--json").stdout)

    assert ["y,rule,P(u),P(v),P(w)", "v,1,0.0,1.0,0.0", "w,2,0.0,0.0,1.0"] == predicted.splitlines()
    assert ("w", True) == (explained["then"], explained["decided"])
    assert [0, 0, 1] == [entry["share"] for entry in explained["probabilities"]]
    assert (None, 0, [[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]) == tuple(
        checked[name] for name in ("counts_hold", "errors", "confusion")
    )


@pytest.mark.parametrize("kind", ["set", "hybrid"])
def test_a_confusion_table_that_only_the_rows_refute_is_refuted_by_check(call, tmp_path, kind):
    """Errors and cost stay as they are, so that the file agrees with itself."""
    path = tmp_path / "m.json"
    call("fit", "titanic", "--model", kind, "-r", "0.02", "-q", "-o", path)
    record = json.loads(path.read_text())
    (a, b, _), (c, d, _) = record["claim"]["confusion"]
    record["claim"] |= {"confusion": [[a, b - 1, 1], [c, d, 0]], "undecided": [[1, 0], [0, 0]]}
    path.write_text(json.dumps(record))
    done = call("check", path, "titanic", "--json")

    assert 1 == done.returncode
    assert json.loads(done.stdout)["counts_hold"] is False
    assert json.loads(done.stdout)["confusion"] != json.loads(done.stdout)["claimed"]["confusion"]
    assert "NOT as claimed" in call("check", path, "titanic").stdout
