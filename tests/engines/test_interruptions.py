"""Ctrl-C during a fit: the best model so far; before there is one, `KeyboardInterrupt`, never an answer that hides it."""

from importlib import import_module

import pytest

from shortlist import Objective, Status, learn, read_labelled
from shortlist.engines.registry import solve
from shortlist.estimators.decision_list import DecisionListClassifier
from shortlist.problems.limits import Limits
from shortlist.problems.solution import Progress, Stop


def interrupted(*_, **__):
    raise KeyboardInterrupt


@pytest.fixture(scope="module")
def titanic():
    return read_labelled("titanic")


@pytest.mark.parametrize(
    ("options", "step"),
    [
        ({"engine": "maxsat"}, "shortlist.engines.maxsat.lists.first_list"),
        ({"engine": "sat"}, "shortlist.engines.sat.sat._start"),
        ({"engine": "greedy"}, "shortlist.engines.greedy._pure_list"),
        ({"model": "hybrid", "engine": "maxsat"}, "shortlist.engines.maxsat.hybrid.first_list"),
        ({"model": "set"}, "shortlist.engines.sets.PerfectPart.start"),
        ({"model": "set", "engine": "maxsat"}, "shortlist.engines.maxsat.sets.grow"),
        ({"separate": "i+"}, "shortlist.engines.covers.perfect_cover.PerfectCover._begin"),
    ],
)
def test_a_fit_that_is_interrupted_before_there_is_a_model_raises(titanic, monkeypatch, options, step):
    """Regression: it ended as `NoListError`, and a loop of fits went on."""
    monkeypatch.setattr(step, interrupted)
    with pytest.raises(KeyboardInterrupt):
        _ = learn(titanic, objective=Objective(0), **options).model


def test_an_estimator_that_is_interrupted_before_there_is_a_list_raises(titanic, monkeypatch):
    pd = pytest.importorskip("pandas")
    monkeypatch.setattr("shortlist.engines.maxsat.lists.first_list", interrupted)
    frame = pd.DataFrame({"a": [0, 1, 0, 1], "b": [0, 0, 1, 1]})
    with pytest.raises(KeyboardInterrupt):
        DecisionListClassifier(0, engine="maxsat").fit(frame, [0, 1, 1, 0])


def test_what_an_engine_told_is_kept_when_it_is_interrupted_between_two_steps(hard, monkeypatch):
    told = Progress(0.5, 400, 100, lists=((((), 0),),))

    def engine(problem, limits, *, on_progress):
        on_progress(Progress(0.1, None, 20))
        on_progress(told)
        on_progress(Progress(0.6, 400, 120))
        raise KeyboardInterrupt

    monkeypatch.setattr("shortlist.engines.registry.load", lambda _: engine)
    solution = solve("search", hard, Limits())

    assert (Status.FEASIBLE, told.lists, 400, 120) == (
        solution.status,
        solution.lists,
        solution.cost,
        solution.lower_bound,
    )
    assert Stop.INTERRUPT == solution.stopped


@pytest.mark.parametrize("step", ["verified", "_over_every_cut", "compare"])
def test_an_interruption_after_the_search_does_not_lose_its_model(monkeypatch, step):
    module = import_module("shortlist.learn")
    real, calls = getattr(module, step), []

    def once(*arguments, **options):
        calls.append(step)
        if len(calls) == 1:
            raise KeyboardInterrupt
        return real(*arguments, **options)

    monkeypatch.setattr(module, step, once)
    learned = learn(read_labelled("penguins"), cross_check=step == "compare")

    assert learned.model.size > 1
    assert Stop.INTERRUPT == learned.solution.stopped
    if step != "compare":
        assert "the fit was interrupted" == learned.claim.every_cut.why_not
