"""The evaluation: a suite from raw tables, runs that go on where they were cut off, limits from outside, and the report."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import evaluate
from evaluation import child, readme, store
from evaluation.child import carry_out
from evaluation.lines import Lines
from evaluation.measures import UNDECIDED, Said, measured
from evaluation.methods import METHODS, chosen
from evaluation.rival_models import Leaf, ListRule, RuleList, Split, Tree
from evaluation.running import left
from evaluation.tables import FOLDS, bit_tables, make_suite, quantised
from evaluation.tasks import Task, sample, tasks_of
from harness.instances import instances

ROOT = Path(__file__).parents[2]
TINY = ROOT / "bench" / "tiny"
OURS = (
    "pdl",
    "pdl-i+",
    "pdl-i-",
    "opt",
    "mds2",
    "mds2star",
    "sdl-0.05",
    "sdl-0.05-i+",
    "sp-0.05",
    "preset-corels-0.05",
)
OTHERS = ("sdl-0.05@paper", "cart-8", "ripper", "ebm")


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    folder = tmp_path_factory.mktemp("suite")
    assert 3 * 3 * FOLDS == make_suite(TINY, folder)
    return folder


def command(*words):
    return [sys.executable, str(ROOT / "bench" / "evaluate.py"), *map(str, words)]


def call(*words):
    return subprocess.run(command(*words), capture_output=True, text=True, check=False)


def test_a_suite_is_made_of_0_1_columns_in_folds_that_cover_every_row_once(suite):
    raw = pd.read_csv(TINY / "loans.csv")
    found = instances(suite, range(1, FOLDS + 1), only="r3_loans")
    tests = pd.concat([pd.read_csv(instance.test_path) for instance in found])

    assert FOLDS == len(found)
    assert len(raw) == len(tests)
    assert {0, 1} == set(np.unique(tests.iloc[:, :-1]))
    assert sorted(raw["granted"]) == sorted(tests["granted"])


def test_intervals_have_equal_weight_and_missing_is_a_value():
    table = quantised(pd.DataFrame({"x": [*range(9), None], "b": [0, 1] * 5}), 3)

    assert [3, 3, 3, 1] == [int(table[name].sum()) for name in table if name.startswith("x")]
    assert "x=missing" in table
    assert [0, 1] * 5 == table["b"].tolist()


def test_rows_are_misclassified_unclassified_or_contradicted():
    codes, contradicted = np.array([0, 1, UNDECIDED, UNDECIDED]), np.array([False, False, True, False])
    record = measured(Said(codes, contradicted, np.array([1.0, 2.0, 3.0, 4.0])), np.array([0, 0, 0, 1]))

    assert (1, 1, 1) == tuple(record[name] for name in ("misclassified", "unclassified", "contradicted"))
    assert (0.25, round(1 / 6, 6), 2.5) == tuple(record[name] for name in ("accuracy", "balanced", "explanation"))


def test_run_and_report_on_the_tiny_suite(suite, tmp_path):
    results = tmp_path / "results.jsonl"
    asked = ("run", suite, "--results", results, "--only", "r2_", "--time-limit", "5", "--methods", *OURS, *OTHERS)
    first, second = call(*asked), call(*asked)
    lines = {(r["instance"], r["method"]): r for r in store.read_lines(results)}

    assert (0, 0) == (first.returncode, second.returncode), first.stderr + second.stderr
    assert 3 * (len(OURS) + len(OTHERS)) == len(lines) == len(results.read_text().splitlines())
    assert second.stdout.startswith("nothing to do: the results of all")
    assert all(r["solved"] and r["test"]["rows"] > 0 for (_, method), r in lines.items() if method in OURS)
    switch = lines["r2_switch_1", "pdl"]
    assert (7, 0, "optimal") == (switch["size"], switch["train"]["misclassified"], switch["status"])
    assert lines["r2_loans_1", "sdl-0.05@paper"]["cost"] == lines["r2_loans_1", "sdl-0.05"]["cost"]
    assert {"failed", "missing"} >= {lines["r2_shapes_1", "ripper"]["status"]}, "it knows two classes only, and says so"

    output = tmp_path / "report"
    assert 0 == call("report", results, "--output", output).returncode
    text, page = (output / "report.md").read_text(), (output / "page.html").read_text()
    assert 13 == len(list(output.glob("plots/*.svg"))) == len(list(output.glob("plots/*.png"))) == page.count("<figure")
    assert "| pdl∪ | 5 s | 3 of 3 | 100 % | 27 % (283) |" in text
    assert "RIPPER" in text.partition("What did not end well")[2]
    assert not re.search(r'(?:src|href)="(?!#)', page.replace("xlink:href", "href")), "one file that needs no other"
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_a_killed_run_leaves_whole_lines_and_goes_on_where_it_was_cut_off(suite, tmp_path):
    results = tmp_path / "results.jsonl"
    asked = ("run", suite, "--results", results, "--methods", *OURS)
    running = subprocess.Popen(command(*asked), start_new_session=True, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while time.monotonic() < until and (not results.exists() or results.read_bytes().count(b"\n") < 5):
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    before = results.read_text().splitlines()
    with results.open("a") as stream:
        stream.write('{"address": "torn", "inst')

    assert all(json.loads(line)["solved"] for line in before)
    assert len(before) == len(store.read_lines(results)) >= 5
    done = call(*asked)
    after = results.read_text().splitlines()
    assert 0 == done.returncode, done.stderr
    assert before == after[: len(before)]
    assert 9 * len(OURS) == len(after) == len({json.loads(line)["address"] for line in after})


def test_limits_are_enforced_from_outside(suite, monkeypatch):
    (instance,) = instances(suite, [1], only="r2_loans")

    slow = carry_out(Task(instance, "cart-cv", 0.01, 2000))
    assert ("timeout", False) == (slow["status"], slow["solved"])
    monkeypatch.setattr(child, "SLACK", -5000)
    large = carry_out(Task(instance, "pdl", 5, 2000))
    assert ("memory", False) == (large["status"], large["solved"])


def test_an_address_changes_with_tables_method_and_limits(suite):
    first, second, *_ = instances(suite, [1])
    tasks = [Task(first, "pdl", 5, 2000), Task(second, "pdl", 5, 2000), Task(first, "opt", 5, 2000)]
    tasks += [Task(first, "pdl", 6, 2000), Task(first, "pdl", 5, 2001)]

    assert len(tasks) == len({task.address for task in tasks})
    assert tasks[0].address == Task(first, "pdl", 5, 2000).address


def test_failures_are_done_again_only_when_asked(suite, tmp_path):
    results = tmp_path / "results.jsonl"
    tasks = tasks_of(instances(suite, [1])[:1], chosen(["pdl"]), 5, 2000)
    store.append(results, [tasks[0].header | {"status": "died", "solved": False, "message": "gone"}])

    assert [] == left(tasks, results)
    assert tasks == left(tasks, results, retry=True)


def test_a_sample_is_the_same_for_a_seed_and_another_for_others(suite):
    found = instances(suite, [1])

    assert sample(found, 4, 1) == sample(found, 4, 1)
    assert len({tuple(sample(found, 4, seed)) for seed in range(9)}) > 1
    assert found == sample(found, None, 1) == sample(found, 99, 1)


def test_the_tasks_are_listed_as_commands_that_do_one_each(suite, tmp_path):
    results = tmp_path / "results.jsonl"
    asked = ("run", suite, "--results", results, "--methods", "pdl", "opt", "--only", "switch", "--list-tasks")
    commands = call(*asked).stdout.splitlines()

    assert 6 == len(commands)
    assert 0 == subprocess.run(commands[3], shell=True, check=False, capture_output=True).returncode  # noqa: S602
    (line,) = store.read_lines(results)
    assert (line["instance"], line["method"]) == ("r3_switch_1", "opt")
    assert [text for text in commands if text != commands[3]] == call(*asked).stdout.splitlines()


@pytest.mark.parametrize("words", [("--methods", "nonsense"), ("--methods", "pdl", "--only", "nowhere")])
def test_what_cannot_be_run_is_told_in_a_sentence(suite, tmp_path, words, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["evaluate.py", "run", str(suite), "--results", str(tmp_path / "r"), *words])

    assert 2 == evaluate.main()
    assert re.search("nonsense|no SUITE", capsys.readouterr().err)


def test_the_readme_has_the_table_of_the_committed_results():
    lines = Lines.read([ROOT / "docs" / "evaluation" / "results.jsonl"])

    assert f"{readme.BEGIN}\n{readme.table(lines)}{readme.END}" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name, method in METHODS.items() if method.kind == "rival"])
def test_every_rival_that_is_installed_learns_two_classes(suite, name):
    pytest.importorskip(METHODS[name].needs)
    (instance,) = instances(suite, [1], only="r4_loans")
    tables = bit_tables(instance.path, instance.test_path)
    model = METHODS[name].rival(tables.train, tables.train_classes, 5.0)
    facts, said = model.facts(), model.said(tables.train)
    commonest = np.bincount(tables.train_classes).max() / len(tables.train_classes)

    assert (said.codes == tables.train_classes).mean() >= commonest
    if "size" in facts:
        assert facts["size"] == facts["literals"] + facts["rules"]
    if said.reading is not None:
        assert 1 <= said.reading.min() <= said.reading.max() <= facts["literals"] + 1


def test_a_tree_and_a_list_decide_and_count_what_is_read():
    rows = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.uint8)
    tree = Tree(Split(0, Leaf(0), Split(1, Leaf(1), Leaf(2))), {})
    rules = RuleList((ListRule(((0, 1), (1, 0)), 1), ListRule(((0, 1),), 2), ListRule((), 0)), {})

    assert [0, 0, 1, 2] == tree.said(rows).codes.tolist() == rules.said(rows).codes.tolist()
    assert ([2, 2, 3, 3], [4, 4, 3, 4]) == (tree.said(rows).reading.tolist(), rules.said(rows).reading.tolist())
    assert (5, 6) == (tree.facts()["size"], rules.facts()["size"])
