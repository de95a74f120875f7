"""Intervals of weighted rows are as wide as the rows allow, and rows are told apart from what they weigh."""

import json
import re

import numpy as np
import pytest

from shortlist import DecisionListClassifier, read_model
from shortlist.checks.score import Tally
from shortlist.tables.table import Weighed
from shortlist.words import amount

X = np.array([[a, b] for a in (0, 1) for b in (0, 1)] * 30)
Y = np.array([int(a == 1) ^ (k % 7 == 0) for k, (a, _) in enumerate(X)])


def test_effective_rows_are_kishs():
    weights = np.array([1.0, 1.0, 4.0])
    weighed = Weighed.of(weights)

    assert (3, pytest.approx(6 / 18, abs=1e-6)) == (weighed.rows, weighed.effective)
    assert weighed == Weighed.of(np.array([1.0, 4.0, 0.0]), np.array([2, 1, 9]))
    assert Weighed(0, 1.0) == Weighed.of(np.zeros(0))


@pytest.mark.parametrize("weight", [1000, 0.25, 10_000_000])
def test_a_weight_that_all_rows_have_tells_nothing(weight):
    """Of rows of weight 1000 the interval was that of a thousand times as many rows."""
    plain = DecisionListClassifier(0.02).fit(X, Y)
    heavy = DecisionListClassifier(0.02).fit(X, Y, sample_weight=np.full(len(Y), weight))
    weights = np.full(len(Y), weight)

    one, two = plain.judge(X, Y).here, heavy.judge(X, Y, sample_weight=weights).here
    assert one.total.interval == pytest.approx(two.total.interval, abs=1e-6)
    assert [pytest.approx(tally.interval) for tally in one.rules] == [tally.interval for tally in two.rules]
    training = heavy.judge(X, Y, sample_weight=weights).training
    assert one.total.interval == pytest.approx(training.total.interval, abs=1e-6)
    assert f"on 120 rows of weight {amount(120 * weight)}" in str(heavy.judge(X, Y, sample_weight=weights))


def test_the_interval_of_unequal_weights_is_wider():
    weights = np.where(np.arange(len(Y)) % 10 == 0, 20.0, 1.0)
    found = DecisionListClassifier(0.02).fit(X, Y).judge(X, Y, sample_weight=weights).here.total

    low, high = Tally(found.rows, found.right).interval
    assert found.interval[0] < low
    assert found.interval[1] > high


def test_files_tell_rows_and_their_weight_apart(call, tmp_path):
    table, model = tmp_path / "t.csv", tmp_path / "m.json"
    lines = [f"{a},{b},{0.5 + k % 3},{y}" for k, ((a, b), y) in enumerate(zip(X, Y, strict=True))]
    table.write_text("\n".join(["a,b,w,y", *lines]) + "\n")
    call("fit", table, "--weight", "w", "-q", "-o", model)
    weighed = read_model(model).weighed

    assert (120, pytest.approx(180 / 350, abs=1e-5)) == (weighed.rows, weighed.effective)
    assert "Learned from 120 rows of weight 180:" in call("card", model, table).stdout
    assert "weight of the rows: 180\n" in call("check", model, table).stdout
    assert "on 120 rows of weight 180" in call("score", model, table).stdout
    call("fit", table, "--weight", "w", "--stream", "-q", "-o", tmp_path / "s.json")
    assert weighed == read_model(tmp_path / "s.json").weighed
    record = json.loads(model.read_text())
    del record["weights"]["effective"]
    model.write_text(json.dumps(record))
    assert read_model(model).weighed is None


def test_weights_of_classes_are_told_with_and_without(call):
    said = " ".join(call("fit", "titanic", "--class-weight", "balanced").stdout.split())
    shares = re.search(r"([0-9.]+) % right \(([0-9.]+) % right with the weights of classes\) on 2201 rows", said)
    found = json.loads(call("fit", "titanic", "--class-weight", "balanced", "--json").stdout)["confusion"]

    right = [row[k] / sum(row) for k, row in enumerate(found)]
    assert [
        pytest.approx(100 * (1490 * right[0] + 711 * right[1]) / 2201, abs=0.06),
        pytest.approx(50 * sum(right), abs=0.06),
    ] == [*map(float, shares.groups())]
