"""Trials and what is said of them."""

import doctest

import numpy as np
import pandas as pd
import pytest

import harness.trees
from harness import accuracy_report as said
from harness.methods import METHODS
from harness.trees import list_nodes, pruned
from harness.trials import FOLDS, fold_rows, trial


@pytest.fixture
def table(tmp_path):
    """A table with numbers, texts and missing entries, and a target that both decide."""
    rng = np.random.default_rng(0)
    size, city = rng.integers(0, 100, 120).astype(float), rng.choice(["Rome", "Oslo"], 120)
    bought = np.where((size > 40) & (city == "Rome"), "yes", "no")
    frame = pd.DataFrame({"size": np.where(rng.random(120) < 0.2, np.nan, size), "city": city, "bought": bought})
    path = tmp_path / "shop.csv"
    frame.to_csv(path, index=False)
    return path


def test_folds_are_the_same_for_all_and_cover_every_row_once():
    labels = np.array(["a"] * 30 + ["b"] * 20)
    tests = [fold_rows(labels, fold)[1] for fold in range(FOLDS)]

    assert list(range(50)) == sorted(np.concatenate(tests))
    assert [(6, 4)] * FOLDS == [((labels[rows] == "a").sum(), (labels[rows] == "b").sum()) for rows in tests]


@pytest.mark.parametrize("name", ["majority", "logistic", "cart-8", "default", "list-5n"])
def test_every_method_learns_from_raw_columns(table, name):
    record = trial(table, 0, name, None, 2.0)

    assert record["status"] in ("done", "optimal", "feasible")
    assert record["accuracy"] >= record["majority"]
    assert name == "majority" or record["errors"] < 20
    assert record.get("list_nodes", 0) <= 5 or name != "list-5n"


def test_options_without_a_name_and_failures_are_lines_of_their_own(table):
    assert "optimal" == trial(table, 0, "few", {"max_rules": 2}, 2.0)["status"]

    failed = trial(table, 0, "wrong", {"max_rules": -1}, 2.0)
    assert ("failed", True) == (failed["status"], "max_rules" in failed["message"])
    assert failed["majority"] == said.accuracy(failed)


def test_a_tree_is_written_as_a_list_with_the_smaller_side_first():
    assert 0 == doctest.testmod(harness.trees).failed
    assert 5 == list_nodes((0, (1, 0)))  # a → 0; b → 1; else 0
    assert 8 == list_nodes(((0, 1), (1, 0)))  # a, b → 0; a → 1; b → 1; else 0
    assert 1 == list_nodes(pruned(((0, 0), 0)))


def ours(accuracy, **facts):
    found = {"family": "ours", "status": "optimal", "options": {}, "classes": 2, "majority": 0.5, "missing": 0}
    return found | {"accuracy": accuracy, "balanced": accuracy, "always": False, "nodes": 3, "list_nodes": 3} | facts


def tree(accuracy, **facts):
    return ours(accuracy, family="cart", status="done") | facts


def test_differences_are_over_tables_and_a_failure_counts_as_the_commonest_class():
    mine = {"a/0": ours(0.9), "a/1": ours(0.7), "b/0": {"status": "failed", "majority": 0.5, "classes": 2}}
    theirs = {"a/0": tree(0.8), "a/1": tree(0.6), "b/0": tree(0.6)}

    assert pytest.approx([0.1, -0.1]) == said.difference(mine, theirs, said.accuracy)
    assert "+0.00 ± 10.00" == said.with_error([0.1, -0.1])
    assert [] == said.difference({"a/0": ours(0.9)}, {"a/0": {"status": "failed"}}, said.accuracy)


def test_known_lists_that_beat_ours_in_training_are_named():
    runs = {
        "list-5n": {"a/0": ours(0.9, errors=9, budget=5), "b/0": ours(0.9, errors=9, budget=5, missing=3)},
        "cart": {"a/0": tree(0.9, errors=7, list_nodes=5), "b/0": tree(0.9, errors=7, list_nodes=5)},
        "large": {"a/0": tree(0.9, errors=1, list_nodes=6)},
    }
    assert "| 5 | list-5n | 1 of 2 | a/0 by 2 (cart) |" in said.beaten_in_training(runs)


def test_one_class_always_is_held_against_us_where_a_tree_is_two_points_better():
    runs = {
        "default": {"a/0": ours(0.7, always=True), "b/0": ours(0.7, always=True), "c/0": ours(0.7)},
        "cart-8": {"a/0": tree(0.73), "b/0": tree(0.71), "c/0": tree(0.9)},
    }
    assert "| default | 2 | 1 | a (1 folds, +3.0) |" in said.always_though(runs, "cart-8")


def test_costs_are_compared_between_cut_points_only():
    runs = {
        "four": {"a/0": ours(0.7, cost=110, options={"bins": 4})},
        "eight": {"a/0": ours(0.7, cost=100, options={"bins": 8})},
        "cheap": {"a/0": ours(0.7, cost=50, options={"regularization": 0.001})},
    }
    text = said.cost_by_cuts(runs)
    assert "| [] | four | 1 | 1.100 | 0 |" in text
    assert "| [] | eight | 1 | 1.000 | 1 |" in text
    assert "cheap" not in text


def test_the_report_says_what_was_not_run_and_what_failed():
    runs = {"default": {"a/0": {"status": "failed", "message": "hung"}}, "cart-8": {"a/0": tree(0.8)}, "streed-5n": {}}
    text = said.report(runs, against="cart-8", tables=["a"])
    assert "| streed-5n | not run |" in text
    assert "| default | a/0 | hung |" in text


def test_sizes_of_rivals_at_equal_size_are_those_of_lists():
    assert {5, 9, 19} <= {m.nodes for m in METHODS.values() if m.family == "cart"}
    assert {5, 9, 19} == {m.nodes for m in METHODS.values() if m.family == "streed"}
