"""A second engine confirms a claim, or says that it does less; a contradiction is never passed on."""

import json
from dataclasses import replace

import pytest

from shortlist import Constraints, Limits, Objective, UsageError, WrongAnswerError, learn, read_labelled
from shortlist.checks.crosscheck import compare
from shortlist.engines.search import search
from shortlist.problems.evaluate import cost_of, majority_list
from shortlist.problems.solution import Solution, Status

TITANIC = read_labelled("titanic")


@pytest.mark.parametrize("engine", ["search", "sat", "maxsat"])
@pytest.mark.parametrize("regularization", ["0", "0.01"])
def test_the_witness_confirms_the_optimum(engine, regularization):
    learned = learn(TITANIC, objective=Objective(regularization), engine=engine, cross_check=True)
    other = learned.cross_check.solution

    assert learned.cross_check.confirmed
    assert ("sat" if engine == "search" else "search") == other.engine
    assert learned.solution.cost == other.cost == other.lower_bound


def test_no_list_at_all_is_confirmed_too():
    learned = learn(TITANIC, objective=Objective(0), constraints=Constraints(max_size=3), cross_check=True)

    assert Status.INFEASIBLE == learned.solution.status
    assert learned.cross_check.confirmed
    assert "there is no such list" in str(learned.cross_check)


def test_a_witness_without_time_says_what_it_knows():
    learned = learn(read_labelled("penguins"), objective=Objective(0), limits=Limits(0.0), cross_check=True)

    assert not learned.cross_check.confirmed
    assert "contradicts nothing" in str(learned.cross_check)


def test_constraints_that_the_witness_cannot_keep_are_refused_before_the_solve():
    with pytest.raises(UsageError, match="the engine sat cannot keep to min rows for a list; use auto or search"):
        learn(TITANIC, constraints=Constraints(min_rows=5), cross_check=True)


def bracket(cost, lower_bound, engine):
    status = Status.OPTIMAL if cost == lower_bound else Status.FEASIBLE
    return Solution(status, ((((), 0),),), cost, lower_bound, engine)


def test_brackets_that_overlap_are_no_contradiction():
    assert not compare(bracket(10, 5, "a"), bracket(12, 8, "b")).confirmed
    assert not compare(bracket(10, 10, "a"), bracket(12, 8, "b")).confirmed
    assert compare(bracket(10, 10, "a"), bracket(10, 10, "b")).confirmed


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (bracket(10, 10, "a"), bracket(9, 9, "b")),
        (bracket(10, 8, "a"), bracket(7, 3, "b")),
        (bracket(7, 3, "a"), bracket(10, 8, "b")),
        (bracket(10, 8, "a"), Solution(Status.INFEASIBLE, None, None, 3, "b")),
    ],
)
def test_brackets_that_do_not_overlap_are_an_error(first, second):
    with pytest.raises(WrongAnswerError, match="engine (a|b) proves"):
        compare(first, second)


def too_high(problem, limits, *, on_progress=None):
    """An engine that calls a list optimal that is not."""
    honest = search(problem, limits)
    lists = majority_list(problem)
    cost = cost_of(problem, lists)
    return replace(honest, lists=lists, cost=cost, lower_bound=cost)


def test_a_false_proof_is_found_out(monkeypatch):
    monkeypatch.setattr("shortlist.engines.search.search", too_high)
    with pytest.raises(
        WrongAnswerError, match="engine search proves that no list costs less than 723, but sat has one"
    ):
        learn(TITANIC, engine="search", cross_check=True)


@pytest.mark.parametrize("options", [{"model": "set"}, {"model": "hybrid"}, {"separate": "i+"}])
def test_what_has_no_witness_is_refused_before_the_solve(options):
    with pytest.raises(UsageError, match="a cross-check is for decision lists that are not separated"):
        learn(TITANIC, cross_check=True, **options)


def test_the_command_says_it_in_a_line_and_in_the_record(call):
    fit = ("fit", "titanic", "--cross-check")
    assert "Cross-check: sat proves the same cost" in call(*fit, "--engine", "search").stdout
    record = json.loads(call(*fit, "--perfect", "--json").stdout)

    assert ("sat", True, "optimal") == tuple(record["cross_check"][name] for name in ("engine", "confirmed", "status"))
    assert record["cost"] == record["cross_check"]["cost"]
