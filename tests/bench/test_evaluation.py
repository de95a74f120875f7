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
import psutil
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
from evaluation.tasks import Task, entries, sample, tasks_of
from evaluation.watching import NOTHING, usage
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


def call_here(monkeypatch, capsys, *words):
    """The same without a process of its own, which takes seconds to start."""
    monkeypatch.setattr(sys, "argv", ["evaluate.py", *map(str, words)])
    code, said = evaluate.main(), capsys.readouterr()
    return code, said.out + said.err


def test_a_suite_is_made_of_0_1_columns_in_folds_that_cover_every_row_once(suite):
    raw = pd.read_csv(TINY / "loans.csv")
    found = instances(suite, range(1, FOLDS + 1), only="r3_loans")
    tests = pd.concat([pd.read_csv(instance.test_path) for instance in found])

    assert FOLDS == len(found)
    assert len(raw) == len(tests)
    assert {0, 1} == set(np.unique(tests.iloc[:, :-1]))
    assert sorted(raw["granted"]) == sorted(tests["granted"])


def test_a_suite_is_made_of_tables_out_of_packages(tmp_path, monkeypatch, capsys):
    code, said = call_here(monkeypatch, capsys, "suite", tmp_path / "raw", tmp_path / "suite", "--gather", "iris")

    assert 0 == code, said
    assert "| choosing | iris | 150 | 4 | 0 | 0 | 3 | scikit-learn |" in said
    assert {"r2_iris_1", "r3_iris_1", "r4_iris_1"} == {found.name for found in instances(tmp_path / "suite", [1])}


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


def test_run_and_report_on_the_tiny_suite(suite, tmp_path, monkeypatch, capsys):
    results = tmp_path / "results.jsonl"
    asked = ("run", suite, "--results", results, "--only", "r2_", "--time-limit", "5", "--methods", *OURS, *OTHERS)
    first = call(*asked)
    code, said = call_here(monkeypatch, capsys, *asked)
    lines = {(r["instance"], r["method"]): r for r in store.read_lines(results)}

    assert (0, 0) == (first.returncode, code), first.stderr
    assert 3 * (len(OURS) + len(OTHERS)) == len(lines) == len(results.read_text().splitlines())
    assert said.startswith("nothing to do: the results of all")
    assert all(r["solved"] and r["test"]["rows"] > 0 for (_, method), r in lines.items() if method in OURS)
    switch = lines["r2_switch_1", "pdl"]
    assert (7, 0, "optimal") == (switch["size"], switch["train"]["misclassified"], switch["status"])
    assert lines["r2_loans_1", "sdl-0.05@paper"]["cost"] == lines["r2_loans_1", "sdl-0.05"]["cost"]
    assert {"failed", "missing"} >= {lines["r2_shapes_1", "ripper"]["status"]}, "it knows two classes only, and says so"

    output = tmp_path / "report"
    raw = ("--raw", results)  # any results will do
    assert 0 == call_here(monkeypatch, capsys, "report", results, "--output", output, *raw)[0]
    text, page = (output / "report.md").read_text(), (output / "page.html").read_text()
    assert 14 == len(list(output.glob("plots/*.svg"))) == len(list(output.glob("plots/*.png"))) == page.count("<figure")
    assert "| pdl∪ | 5 s CPU | 1 | 3 of 3 | 100 % | 27 % (283) |" in text
    assert "RIPPER" in text.partition("What did not end well")[2]
    assert not re.search(r'(?:src|href)="(?!#)', page.replace("xlink:href", "href")), "one file that needs no other"
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_a_killed_run_leaves_whole_lines_and_goes_on_where_it_was_cut_off(suite, tmp_path):
    results = tmp_path / "results.jsonl"
    methods = ("pdl", "opt", "sdl-0.05", "sdl-0.5", "sp-0.05")
    asked = ("run", suite, "--results", results, "--only", "r2_", "--methods", *methods)
    running = subprocess.Popen(command(*asked), start_new_session=True, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while time.monotonic() < until and (not results.exists() or results.read_bytes().count(b"\n") < 3):
        time.sleep(0.01)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    before = results.read_text().splitlines()
    with results.open("a") as stream:
        stream.write('{"address": "torn", "inst')

    assert all(json.loads(line)["solved"] for line in before)
    assert len(before) == len(store.read_lines(results)) >= 3
    done = call(*asked)
    after = results.read_text().splitlines()
    assert 0 == done.returncode, done.stderr
    assert before == after[: len(before)]
    assert 3 * len(methods) == len(after) == len({json.loads(line)["address"] for line in after})


def test_limits_are_enforced_from_outside(suite, monkeypatch):
    (instance,) = instances(suite, [1], only="r2_loans")

    slow = carry_out(Task(instance, "cart-cv", 0.01, 2000))
    assert ("timeout", False) == (slow["status"], slow["solved"])
    ticks = 0.05  # processor time is told in steps of 10 ms, for each thread
    assert 0 <= slow["processor_seconds"] <= os.cpu_count() * slow["seconds"] + ticks
    monkeypatch.setattr(child, "SLACK", -5000)
    large = carry_out(Task(instance, "pdl", 5, 2000))
    assert ("memory", False) == (large["status"], large["solved"])


@pytest.fixture(scope="module")
def hard(tmp_path_factory):
    """A suite of one random table, on which nothing perfect is proved for a long time."""
    folder = tmp_path_factory.mktemp("hard")
    (folder / "r2").mkdir()
    noise = np.random.default_rng(0).integers(0, 2, (400, 13))
    pd.DataFrame(noise).to_csv(folder / "r2" / "noise_train1.csv.gz", index=False)
    return folder


def test_a_limit_is_of_processor_time_however_long_that_takes_on_the_clock(hard):
    (instance,) = instances(hard, [1])
    record = carry_out(Task(instance, "pdl", 0.4, 2000))
    assert ("feasible", "interrupt", False) == (record["status"], record["stopped"], record["solved"])
    assert 0.2 < record["processor_seconds"] < 0.7


def test_what_a_process_uses_is_that_of_its_children_too():
    burn = "import time\nend = time.process_time() + 0.3\nwhile time.process_time() < end: pass\ninput()"
    middle = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {burn!r}])"
    running = subprocess.Popen([sys.executable, "-c", middle], stdin=subprocess.PIPE)
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and usage(running.pid).seconds < 0.3:
            time.sleep(0.02)
        used = usage(running.pid)
        alone = sum(psutil.Process(running.pid).cpu_times()[:2])
    finally:
        running.communicate(b"\n")

    assert used.seconds >= 0.3 > alone
    assert used.megabytes >= 5
    assert NOTHING == usage(running.pid)


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


def test_half_of_a_sample_is_of_small_tables_and_it_is_the_same_for_a_seed(suite):
    found = instances(suite, [1])
    small = sorted(found, key=lambda instance: entries(instance.path))[:3]

    assert all(2 <= len(set(sample(found, 4, seed)) & set(small)) <= 3 for seed in range(9))
    assert sample(found, 4, 1) == sample(found, 4, 1)
    assert len({tuple(sample(found, 4, seed)) for seed in range(9)}) > 1
    assert found == sample(found, None, 1) == sample(found, 99, 1)


def test_a_table_of_zeros_and_ones_has_two_bytes_an_entry(suite):
    (instance,) = instances(suite, [1], only="r2_switch")
    frame = pd.read_csv(instance.path)

    assert entries(instance.path) == len(frame.to_csv(index=False)) == frame.size * 2 + len(",".join(frame)) + 1


def test_the_tasks_are_listed_as_commands_that_do_one_each(suite, tmp_path):
    results = tmp_path / "results.jsonl"
    asked = ("run", suite, "--results", results, "--methods", "pdl", "opt", "--only", "switch", "--list-tasks")
    commands = call(*asked).stdout.splitlines()

    assert 6 == len(commands)
    assert 0 == subprocess.run(commands[3], shell=True, check=False, capture_output=True).returncode  # noqa: S602
    (line,) = store.read_lines(results)
    assert f"--methods {line['method']} --folds 1 --instance {line['instance']} " in commands[3]
    assert [text for text in commands if text != commands[3]] == call(*asked).stdout.splitlines()


@pytest.mark.parametrize("words", [("--methods", "nonsense"), ("--methods", "pdl", "--only", "nowhere")])
def test_what_cannot_be_run_is_told_in_a_sentence(suite, tmp_path, words, monkeypatch, capsys):
    code, said = call_here(monkeypatch, capsys, "run", suite, "--results", tmp_path / "r", *words)

    assert 2 == code
    assert re.search("nonsense|no SUITE", said)


def test_methods_are_told_within_one_limit_and_judged_by_the_longest():
    def line(method, instance, seconds):
        return {"method": method, "instance": instance, "time_limit": seconds}

    longer = [line(method, "a", 2.0) for method in ("pdl", "opt")]
    lines = Lines((*longer, line("pdl", "a", 1.0), line("pdl", "b", 1.0)))

    assert {"a", "b"} == set(lines.of("pdl"))
    assert {"pdl": {"a": longer[0]}, "opt": {"a": longer[1]}} == lines.together(["pdl", "opt"])
    assert {"a": longer[0], "b": lines.records[3]} == lines.longest("pdl")
    assert ["1 s CPU", "2 s CPU"] == [str(limit) for limit in lines.limits("pdl")]


def test_the_readme_has_the_table_of_the_committed_results():
    lines = Lines.read([ROOT / "docs" / "evaluation" / "results.jsonl"])

    assert f"{readme.BEGIN}\n{readme.table(lines)}{readme.END}" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name, method in METHODS.items() if method.kind == "rival"])
def test_every_rival_that_is_installed_learns_two_classes(suite, name):
    pytest.importorskip(METHODS[name].package)
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
