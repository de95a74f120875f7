"""What the page is told: counts that add up, a front of the same table, groups, and no more than it has room for."""

import json
import random

import numpy as np
import pytest

from samples.random_models import random_list, random_rows
from shortlist.checks.recount import recount
from shortlist.errors import DataError, UsageError
from shortlist.files.modelfile import ModelFile, with_missing
from shortlist.files.records import front_record, model_file
from shortlist.learn import learn
from shortlist.models.model import ModelKind
from shortlist.problems.constraints import Constraints
from shortlist.problems.limits import Limits
from shortlist.problems.objective import Objective
from shortlist.problems.solution import Status
from shortlist.report.content import PageOptions, content
from shortlist.report.page import report
from shortlist.tables.frames import table_of_array
from shortlist.tables.labels import labelled
from shortlist.tables.read import read_labelled
from shortlist.tables.split import held_out
from shortlist.tables.table import Column, Kind, Table


@pytest.fixture(scope="module")
def halves():
    return held_out(read_labelled("penguins"), 0.3, 7)


@pytest.fixture(scope="module")
def file(halves):
    return model_file(learn(halves[0]))


def test_the_counts_are_those_of_a_recount(halves, file):
    record = content(file, *halves, PageOptions())

    for table, data in zip(record["tables"], halves, strict=True):
        counted = recount(file.model, data)
        assert table["rules"] == [list(counts) for counts in counted.counts]
        assert table["confusion"] == [list(row) for row in counted.given]
    assert record["claimed"]["agrees"]
    merged = record["merged"]["counts"]
    assert np.sum(merged, axis=0).tolist() == [sum(row) for row in record["tables"][0]["confusion"]]


def test_the_page_of_a_set_counts_what_it_predicts_everywhere():
    table = table_of_array(np.array([[a] for a in [0] * 70 + [1] * 30]), ["a"])
    data = labelled(table, "y", [0] * 60 + [1] * 27 + [0] * 13)
    file = model_file(learn(data, model="set", objective=Objective(0.03)))
    record = content(file, data, None, PageOptions(groups=["a"]))
    confusion = np.array(record["tables"][0]["confusion"])

    right = int((file.predict(table) == np.array(data.classes)[data.labels]).sum())
    assert [30, 17] == record["tables"][0]["undecided"]
    assert (right, right) == (
        np.trace(confusion),
        sum(np.trace(g[:2]) for g in np.array(record["groups"][0]["confusion"])),
    )


@pytest.mark.parametrize("seed", range(20))
def test_charts_show_the_rows_that_arrive(seed):
    rng = random.Random(seed)
    table, model = random_rows(rng, 80, nullable=True), random_list(rng)
    data = labelled(table, "grade", np.array([rng.choice(model.classes) for _ in range(80)]), classes=model.classes)
    record = content(ModelFile(model, "grade", table.kinds, had_missing=with_missing(table)), data, None, PageOptions())
    answers = model.answers(table)[:, 0]

    for place, (rule, charts) in enumerate(zip(model.rules, record["charts"], strict=True)):
        for name, chart in zip(dict.fromkeys(literal.column for literal in rule.literals), charts, strict=True):
            arriving = (answers >= place) & ~table[name].missing
            assert np.sum(chart["counts"], axis=0).tolist() == np.bincount(data.labels[arriving], minlength=3).tolist()


def test_another_table_than_that_of_training_is_told(halves, file):
    assert not content(file, halves[1], None, PageOptions())["claimed"]["agrees"]


def test_groups_add_up_and_numbers_are_put_into_quarters(halves, file):
    record = content(file, *halves, PageOptions(groups=("sex", "body_mass_g")))

    for group in record["groups"]:
        assert np.sum(group["confusion"]) == np.sum(group["decided"]) == sum(map(len, halves))
    assert ["female", "male", "missing"] == record["groups"][0]["groups"]
    assert len(record["groups"][1]["groups"]) in (4, 5)
    with pytest.raises(UsageError, match="there is no column 'sexx' to group by \\(did you mean sex"):
        content(file, *halves, PageOptions(groups=("sexx",)))


def test_a_front_is_shown_with_its_test_errors_and_refused_if_it_is_of_other_rows(halves, file):
    from shortlist.choose.front import front

    found = json.loads(json.dumps(front_record(front(halves[0], max_size=6, limits=Limits(20)))))

    shown = content(file, *halves, PageOptions(front=found))["front"]

    assert [point["errors"] for point in shown["points"]] == [point["errors"] for point in found["points"]]
    assert all(0 <= point["test"] <= len(halves[1]) for point in shown["points"])
    with pytest.raises(DataError, match="the front must be of the table that the model was learned from"):
        content(file, halves[1], None, PageOptions(front=found))


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"objective": Objective(0)},
        {"constraints": Constraints(max_size=5)},
        {"model": "set", "objective": Objective(0.02)},
        {"model": "set", "objective": Objective(0.02, preset="mds2*")},
        {"model": "hybrid", "objective": Objective(0.02)},
        {"objective": Objective(0.01, preset="corels")},
        {"separate": "i+"},
        {"limits": Limits(0.5), "objective": Objective(0.0001)},
    ],
)
def test_every_model_that_can_be_learned_has_its_page(asked):
    data = read_labelled("penguins")
    file = model_file(learn(data, **{"limits": Limits(5), **asked}))

    text = report(file, data)

    assert file.target in text
    record = content(file, data, None, PageOptions())
    assert record["claimed"]["agrees"]
    assert f"over {file.claim.scope}" in record["proof"]["claim"][0]
    assert record["proof"]["proved"] == (file.claim.status is Status.OPTIMAL)
    assert record["proof"]["brief"][0].startswith("Optimal") == record["proof"]["proved"]


def test_a_page_of_many_rows_stays_small():
    rng = np.random.default_rng(0)
    n = 100_000
    columns = [Column.of_numbers(f"x{k}", Kind.NUMBER, rng.normal(size=n)) for k in range(20)]
    columns += [Column.of(f"c{k}", Kind.CATEGORY, rng.choice(list("abcdef"), n).tolist()) for k in range(5)]
    table = Table(tuple(columns), n)
    labels = np.where(table["x0"].values + rng.normal(size=n) > 0, "yes", "no")
    data = labelled(table, "y", labels)
    file = model_file(learn(data, limits=Limits(5)))

    text = report(file, data, data)

    assert len(text.encode()) < 1_000_000
    assert ModelKind.LIST is file.model.kind
