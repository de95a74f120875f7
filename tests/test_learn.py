"""The whole chain: what an engine claims is recounted, a callback hears of every model, limits and memory count all of it."""

import sys
import time
from dataclasses import replace

import numpy as np
import pytest

from shortlist import (
    Column,
    Constraints,
    Kind,
    LabelledTable,
    Limits,
    ModelKind,
    NoListError,
    Objective,
    Solution,
    Status,
    Table,
    UsageError,
    WrongAnswerError,
    learn,
    read_labelled,
)
from shortlist.checks.recount import recount
from shortlist.engines import auto, registry
from shortlist.engines.sets import set_search
from shortlist.files.records import fit_record, peak_memory_mb
from shortlist.problems.limits import EVERY_CUT_SHARE, WITHIN_SHARE
from shortlist.tables.frames import table_of_array
from shortlist.tables.labels import labelled

CHAIN = sys.modules["shortlist.learn"]  # the name `shortlist.learn` is the function
SPARSE = Objective("0.02")


@pytest.fixture(scope="module")
def titanic():
    return read_labelled("titanic")


@pytest.fixture(scope="module")
def hard_table():
    """Random classes of many features: no engine proves this in seconds, and all find better models again and again."""
    rng = np.random.default_rng(0)
    rows = table_of_array(rng.integers(0, 2, (400, 30)), [f"f{i}" for i in range(30)])
    return labelled(rows, "y", rng.integers(0, 3, 400).tolist())


@pytest.mark.parametrize("lie", [{"cost": -1, "lower_bound": -1}, {"cost": 1}])
@pytest.mark.parametrize("kind", ModelKind)
def test_a_wrong_claim_of_an_engine_is_not_passed_on(titanic, monkeypatch, kind, lie):
    def lying(_, problem, limits, **__):
        solution = registry.solve("search", problem, limits)
        wrong = {name: getattr(solution, name) + more for name, more in lie.items()}
        return replace(solution, status=Status.FEASIBLE, **wrong)

    monkeypatch.setattr(CHAIN, "solve", lying)
    with pytest.raises(WrongAnswerError, match="claims cost"):
        learn(titanic, model=kind, objective=SPARSE)


def test_a_wrong_claim_of_the_engine_of_sets_is_not_passed_on(titanic, monkeypatch):
    def lying(problem, limits, *, on_progress=None):
        solution = set_search(problem, limits)
        return replace(solution, cost=solution.cost - 1, lower_bound=solution.cost - 1)

    monkeypatch.setattr("shortlist.engines.sets.set_search", lying)
    with pytest.raises(WrongAnswerError, match="claims cost"):
        learn(titanic, model="set", objective=SPARSE)


def test_a_perfect_model_with_avoidable_errors_is_not_passed_on(titanic, monkeypatch):
    """A sparse list is a list of its size and of no more cost, but not without errors that could be avoided."""
    sparse = learn(titanic, objective=SPARSE).solution
    monkeypatch.setattr(CHAIN, "solve", lambda *_, **__: replace(sparse, cost=3, lower_bound=3, engine="liar"))
    with pytest.raises(WrongAnswerError, match="its rules make 493 errors"):
        learn(titanic, objective=Objective(0))


def test_a_model_that_does_not_keep_to_the_constraints_is_not_passed_on(titanic, monkeypatch):
    free = learn(titanic, objective=SPARSE).solution
    monkeypatch.setattr(CHAIN, "solve", lambda *_, **__: free)
    with pytest.raises(WrongAnswerError, match="do not keep to the constraints"):
        learn(titanic, objective=SPARSE, constraints=Constraints(forbid=["sex == female"]))


@pytest.mark.parametrize("kind", [ModelKind.LIST, ModelKind.SET])
def test_forbidden_columns_are_not_used(titanic, kind):
    learned = learn(titanic, model=kind, objective=SPARSE, constraints=Constraints(forbid=["sex"]))

    assert Status.OPTIMAL is learned.solution.status
    assert "sex" not in learned.model.columns


@pytest.mark.parametrize("kind", [ModelKind.LIST, ModelKind.SET])
def test_a_perfect_model_that_must_not_use_what_it_needs_does_not_exist(titanic, kind):
    learned = learn(titanic, model=kind, objective=Objective(0), constraints=Constraints(forbid=["sex", "age"]))

    assert Status.INFEASIBLE is learned.solution.status
    assert (None, None) == (learned.found, learned.claim)
    with pytest.raises(
        NoListError, match=f"there is no perfect {kind.noun} over these questions that keeps to the constraints"
    ):
        _ = learned.model


@pytest.mark.parametrize("kind", ModelKind)
def test_a_model_that_was_not_found_is_asked_for_in_vain(titanic, kind):
    learned = learn(titanic, model=kind, objective=Objective(0), engine="maxsat", limits=Limits(0.0))

    with pytest.raises(NoListError, match=f"no {kind.noun} was found before the time limit"):
        _ = learned.model


@pytest.mark.parametrize("kind", ModelKind)
def test_a_claim_is_what_a_recount_says(titanic, kind):
    learned = learn(titanic, model=kind, objective=SPARSE)
    counted = recount(learned.model, titanic)

    learned.claim.check(learned.model, counted)
    assert counted.counts == tuple(rule.counts for rule in learned.model.rules)
    assert (learned.claim.counted.errors, learned.claim.counted.rows) == (counted.errors, len(titanic))


def test_only_models_that_there_are_can_be_learned(titanic):
    with pytest.raises(UsageError, match="the model must be one of list, set, hybrid, got 'tree'"):
        learn(titanic, model="tree")
    with pytest.raises(UsageError, match="in lists only, but the model is a set"):
        learn(titanic, model="set", separate="i+")
    with pytest.raises(UsageError, match="a cross-check is for decision lists"):
        learn(titanic, model="set", cross_check=True)


@pytest.mark.parametrize("share", [0, "0.1"])
@pytest.mark.parametrize("preset", ["opt", "mds2", "mds2*"])
def test_a_set_of_a_table_without_features_is_learned(tmp_path, preset, share):
    """A perfect set of `mds2*` once ended in a division by zero here: there is nothing that a literal could ask."""
    (tmp_path / "t.csv").write_text("a,y\n1,u\n1,u\n")
    learned = learn(read_labelled(tmp_path / "t.csv"), model="set", objective=Objective(share, preset))

    assert (Status.OPTIMAL, 1, 0) == (learned.solution.status, learned.model.size, learned.claim.counted.errors)


ENGINES = [
    (kind, engine, {}) for kind in ModelKind for engine in registry.names_of(kind) if (kind, engine) != ("list", "auto")
] + [("list", "search", {"separate": "i+"})]


@pytest.mark.parametrize(("kind", "engine", "more"), ENGINES)
def test_a_callback_hears_of_every_better_model_by_name(hard_table, kind, engine, more):
    seen = []
    learned = learn(
        hard_table,
        model=kind,
        objective=Objective("0.005"),
        engine=engine,
        limits=Limits(1.0),
        on_progress=seen.append,
        **more,
    )
    assert_every_better_model_was_named(seen, learned, hard_table)


def assert_every_better_model_was_named(seen, learned, table):
    """Where the cost falls the model is told, it costs what is said, and the last is the one that is learned."""
    best = None
    for moment in seen:
        if moment.cost != best:
            assert moment.model is not None, moment
            assert learned.claim.cost_of(moment.model, recount(moment.model, table)) == moment.cost
            best = moment.cost
    named = [moment.model for moment in seen if moment.model is not None]
    assert named
    assert learned.model == named[-1]
    assert learned.solution.cost == best


@pytest.fixture(scope="module")
def long_fit(hard_table):
    """A fit by `auto` that is long enough for children: what the callback heard, and what was learned."""
    seen = []
    learned = learn(hard_table, objective=Objective("0.005"), limits=Limits(4.0), on_progress=seen.append)
    return seen, learned


@pytest.mark.skipif(not auto.may_have_children(), reason="auto has no children here")
def test_a_callback_hears_of_models_that_children_find_by_name(long_fit, hard_table):
    seen, learned = long_fit

    assert 4 * 0.7 < learned.solution.seconds < 4.2
    assert_every_better_model_was_named(seen, learned, hard_table)


class _FirstWeakThenMore:
    """A search that finds only the list of one node in this process, so that all better ones come from children."""

    def __init__(self):
        self.search = auto.search

    def __call__(self, problem, limits, *, on_progress=None, **_):
        return self.search(problem, Limits(0.0, limits.memory), on_progress=on_progress)


@pytest.mark.skipif(not auto.may_have_children(), reason="auto has no children here")
def test_models_that_only_children_find_have_names_too(hard_table, monkeypatch):
    monkeypatch.setattr(auto, "search", _FirstWeakThenMore())
    seen = []
    learned = learn(hard_table, objective=Objective("0.005"), limits=Limits(4.0), on_progress=seen.append)
    costs = sorted({moment.cost for moment in seen if moment.cost is not None})

    assert_every_better_model_was_named(seen, learned, hard_table)
    assert any(moment.model is not None and moment.seconds > 0.2 for moment in seen)
    assert len(costs) > 1, "children have found better lists than the first"


@pytest.mark.skipif(not auto.may_have_children(), reason="auto has no children here")
def test_peak_memory_counts_the_children(long_fit):
    _, learned = long_fit
    alone = replace(learned.solution, peak_memory=0)

    assert learned.solution.peak_memory > 20 * 2**20, "a child loads an interpreter and an engine"
    assert peak_memory_mb(learned.solution) > peak_memory_mb(alone) + 20
    assert fit_record(learned)["peak_memory_mb"] >= peak_memory_mb(learned.solution) - 1


def test_peak_memory_without_children_is_the_processs_own(titanic):
    learned = learn(titanic)

    assert 0 == learned.solution.peak_memory
    assert peak_memory_mb(learned.solution) > 1


@pytest.mark.parametrize(("own", "children", "said"), [(100 * 2**10, 0, 100.0), (100 * 2**10, 50 * 2**20, 150.0)])
def test_peak_memory_is_the_sum_of_all_processes(titanic, monkeypatch, own, children, said):
    from types import SimpleNamespace

    from shortlist.files import records

    monkeypatch.setattr(records.resource, "getrusage", lambda _: SimpleNamespace(ru_maxrss=own))
    monkeypatch.setattr(records.sys, "platform", "linux")
    solution = replace(learn(titanic).solution, peak_memory=children)

    assert said == peak_memory_mb(solution)


def test_a_perfect_list_is_believed_only_if_the_raw_rows_say_so(titanic, monkeypatch):
    """An engine and the functions it shares may both be wrong; the recount is not theirs."""

    def lying(problem, limits, **_):
        return Solution(Status.OPTIMAL, ((((), 0),),), 1, 1, "search")

    monkeypatch.setattr("shortlist.engines.search.search", lying)
    monkeypatch.setattr("shortlist.problems.evaluate.is_perfect", lambda *_: True)
    with pytest.raises(WrongAnswerError, match="711 errors"):
        learn(titanic, objective=Objective(0), engine="search")


def test_an_entry_that_is_missing_in_a_row_without_weight_does_not_matter():
    column = Column.of("a", Kind.NUMBER, [1.0, 2.0, 3.0, 0.0], [False, False, False, True])
    data = LabelledTable(Table((column,), 4), "y", (0, 1), np.array([0, 1, 1, 0]), np.array([1, 1, 1, 0]))

    assert 3 == learn(data, objective=Objective(0)).claim.counted.rows


@pytest.mark.parametrize(("engine", "witness"), [("maxsat", "search"), ("sat", "search"), ("auto", "sat")])
def test_an_engine_is_checked_by_one_that_shares_nothing_with_it(titanic, engine, witness):
    checked = learn(titanic, engine=engine, cross_check=True).cross_check

    assert (witness, True) == (checked.solution.engine, checked.confirmed)


def test_what_choosing_questions_took_is_not_kept_once_more_for_the_recount(titanic, monkeypatch):
    """Regression: a fit of five seconds took three, for as long as its cut points had taken it kept for names and a recount."""
    given = []

    def slow(found, *_):
        time.sleep(1)
        return found

    def solve(engine, problem, limits, **options):
        given.append(limits.seconds)
        return registry.solve(engine, problem, limits, **options)

    monkeypatch.setattr(CHAIN, "sharpened", slow)
    monkeypatch.setattr(CHAIN, "solve", solve)
    learn(titanic, objective=SPARSE, limits=Limits(4))

    (seconds,) = given
    assert seconds > (1 - WITHIN_SHARE - EVERY_CUT_SHARE) * 3 - 0.5
