"""Of guessed cut points the most useful are kept, all else untouched; lists cost hardly more, and claims say what was asked."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from samples.first_questions import first_questions
from shortlist.certify.again import problem_again
from shortlist.engines import useful_cuts as module
from shortlist.engines.bracket import Stopped
from shortlist.engines.search import search
from shortlist.engines.sharpen import annealed_rules
from shortlist.engines.useful_cuts import only_useful
from shortlist.errors import DataError
from shortlist.features.binarize import Binning
from shortlist.features.literal import Op
from shortlist.files.records import model_file
from shortlist.learn import learn
from shortlist.models.model import ModelKind
from shortlist.problems.constraints import Constraints
from shortlist.problems.limits import Limits
from shortlist.problems.objective import Objective
from shortlist.problems.solution import Stop
from shortlist.tables.labels import labelled
from shortlist.tables.read import read_labelled
from shortlist.tables.table import Column, Kind, Table

WHOLE = Binning()
IS_EASY = module._is_easy


@pytest.fixture(autouse=True)
def no_proof_is_quick(monkeypatch):
    """Tables of tests are small, and would keep all of their cuts."""
    monkeypatch.setattr(module, "_is_easy", lambda *_: False)


def noisy(seed, missing=0.0, n_rows=300):
    """Two columns that matter, two that do not, one of few whole numbers, one of categories, and noise in the classes."""
    rng = np.random.default_rng(seed)
    x, z, u, v = rng.random((4, n_rows)).round(3)
    stage, colour = rng.integers(0, 5, n_rows), rng.choice(["red", "blue", "green"], n_rows)
    truth = (x > 0.6) | ((z < 0.3) & (colour == "red"))
    truth = np.where(rng.random(n_rows) < 0.15, ~truth, truth)
    columns = [
        Column.of(name, Kind.NUMBER, k, rng.random(n_rows) < missing)
        for name, k in zip("xzuv", (x, z, u, v), strict=True)
    ]
    columns += [Column.of("stage", Kind.NUMBER, stage), Column.of("colour", Kind.CATEGORY, colour)]
    return labelled(Table(tuple(columns), n_rows), "y", truth.tolist())


def cuts_of(problem):
    """The cut points of each column."""
    found = defaultdict(set)
    for literal in problem.features:
        if literal.op in (Op.AT_MOST, Op.ABOVE):
            found[literal.column].add(literal.value)
    return found


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_fewer_cuts_are_left_and_lists_cost_hardly_more(missing):
    costs = np.zeros(2)
    for seed in range(8):
        found = first_questions(noisy(seed, missing))
        useful = only_useful(found, Limits().start(), WHOLE)
        before, after = cuts_of(found.problem), cuts_of(useful.problem)

        assert useful.useful
        assert all(after[name] <= before[name] for name in after)
        assert 2 * sum(map(len, after.values())) < sum(map(len, before.values()))
        assert after["stage"] in (set(), before["stage"]), "a column of few whole numbers is complete, or of no use"
        others = [
            {k for k in problem.features if k.op not in (Op.AT_MOST, Op.ABOVE)}
            for problem in (found.problem, useful.problem)
        ]
        assert others[0] == others[1], "categories, and what is missing, are asked for as before"
        costs += [search(problem, Limits(20)).cost for problem in (found.problem, useful.problem)]
    assert costs[0] <= costs[1] <= 1.02 * costs[0]


def test_where_a_proof_over_all_questions_is_quick_all_are_asked(monkeypatch):
    found = first_questions(noisy(0), objective=Objective("0.1"))
    assert only_useful(found, Limits().start(), WHOLE).useful
    monkeypatch.setattr(module, "_is_easy", IS_EASY)

    assert only_useful(found, Limits().start(), WHOLE) is found


def test_few_questions_are_all_asked():
    data = noisy(0)
    found = first_questions(replace(data, table=data.table.only(["x", "stage", "colour"])))

    assert 4 < len(found.problem.features) <= module._FEW_QUESTIONS
    assert only_useful(found, Limits().start(), WHOLE) is found


def test_the_same_cuts_every_time_and_in_whatever_order_rows_are():
    data = noisy(3)
    turned = data.take(np.arange(len(data))[::-1])
    one, two, three = (
        cuts_of(only_useful(first_questions(d), Limits().start(), WHOLE).problem) for d in (data, data, turned)
    )

    assert one == two == three


@pytest.mark.parametrize(
    "options",
    [
        {"binning": Binning("wide")},
        {"binning": Binning("quantile")},
        {"binning": Binning(cut={"u": [0.25, 0.5]})},
        {"kind": ModelKind.SET},
        {"objective": Objective(0)},
        {"objective": Objective("0.02", feature_prices={"u": 9})},
        {"constraints": Constraints(min_rows=3)},
        {"constraints": Constraints(forbid=["colour == red"])},
    ],
)
def test_what_was_not_guessed_or_has_no_bound_over_other_cuts_stays_as_it_is(options):
    found = first_questions(noisy(1), **options)

    assert found is only_useful(found, Limits().start(), options.get("binning", WHOLE))


@pytest.mark.parametrize("is_easy", [IS_EASY, lambda *_: False])
def test_without_time_all_are_kept(monkeypatch, is_easy):
    """Regression: the quick proof refused the seconds that were left, for they were fewer than none."""
    monkeypatch.setattr(module, "_is_easy", is_easy)
    found = first_questions(noisy(1))
    late = Limits(0.0).start()
    while late.left() == 0:
        pass

    assert only_useful(found, late, WHOLE) is found


def test_where_time_is_over_between_lists_all_are_kept(monkeypatch):
    clock = Limits(100).start()
    moments = iter([False, False, False, True, *[True] * 100])
    monkeypatch.setattr(clock, "past", lambda _: lambda: next(moments))
    found = first_questions(noisy(1))

    assert only_useful(found, clock, WHOLE) is found


def test_budgets_keep_what_lists_of_their_size_and_smaller_ones_ask_for():
    found = first_questions(noisy(2), objective=Objective(), constraints=Constraints(max_size=7))
    useful = only_useful(found, Limits().start(), WHOLE)

    assert len(useful.problem.features) < len(found.problem.features)
    for size in (3, 5, 7):
        lists = [
            search(asked_of, Limits(20)).cost
            for problem in (found.problem, useful.problem)
            for asked_of in [problem.within_budget(size)]
        ]
        assert lists[0] == lists[1]


def test_weights_too_large_for_cheaper_nodes_are_no_obstacle():
    data = noisy(4)
    heavy = replace(
        data, weights=2**43 + 2 * np.arange(len(data)) + 1
    )  # these are just countable, four times as much is not
    found = first_questions(heavy, objective=Objective(node_price=2**46 + 1))
    with pytest.raises(DataError, match="2\\*\\*52"):
        annealed_rules(replace(found.problem, costs=found.problem.costs.times(Fraction(1, 4))), Limits().start())

    assert only_useful(found, Limits().start(), WHOLE).useful


@pytest.mark.parametrize(
    ("name", "raised"), [("annealed_rules", KeyboardInterrupt), ("is_quickly_proved", Stopped(Stop.INTERRUPT))]
)
def test_ctrl_c_before_there_is_a_model_is_ctrl_c(monkeypatch, name, raised):
    def interrupted(*_, **__):
        raise raised

    monkeypatch.setattr(module, "_is_easy", IS_EASY)
    monkeypatch.setattr(module, "is_quickly_proved", lambda *_, **__: False)
    monkeypatch.setattr(module, name, interrupted)
    with pytest.raises(KeyboardInterrupt):
        only_useful(first_questions(noisy(1)), Limits().start(), WHOLE)


def test_proofs_of_what_was_asked_can_be_made_later(monkeypatch):
    """The questions are those of the claim, whether there was time to choose among them or not."""
    data = noisy(5)
    few = learn(data, objective=Objective("0.02"))
    monkeypatch.setattr(module, "USEFUL_SHARE", 0.0)
    many = learn(data, objective=Objective("0.02"), limits=Limits(60))
    monkeypatch.undo()
    monkeypatch.setattr(module, "_is_easy", lambda *_: False)

    assert len(few.problem.features) < len(many.problem.features)
    for learned in (few, many):
        assert problem_again(model_file(learned), data).features == learned.problem.features


def test_proofs_can_be_made_later_where_there_was_no_time_to_see_that_all_questions_are_easy(monkeypatch):
    data = noisy(0)
    monkeypatch.setattr(module, "_is_easy", IS_EASY)
    monkeypatch.setattr(module, "QUICK_SHARE", 0.0)
    learned = learn(data, objective=Objective("0.1"), limits=Limits(60))
    monkeypatch.undo()

    assert "most useful" in str(learned.claim.scope)
    assert problem_again(model_file(learned), data).features == learned.problem.features
    assert len(learn(data, objective=Objective("0.1")).problem.features) > len(learned.problem.features)


def test_claims_say_which_guessed_cuts_were_asked():
    penguins = read_labelled("penguins")
    scopes = [str(learn(penguins, binning=Binning(cuts)).claim.scope) for cuts in ("guess", "wide")]

    assert "(the most useful guessed cut points, at most 20 a column)" in scopes[0]
    assert "(guessed cut points, at most 20 a column)" in scopes[1]
    few, many = (int(scope.split()[0]) for scope in scopes)
    assert few < many
