"""What is known while an engine runs: it only improves, a contradiction is an error, and a limit loses nothing."""

from dataclasses import replace

import pytest

from samples.strategies import problem_of
from shortlist.engines.bracket import Bracket, Run, Stopped
from shortlist.errors import WrongAnswerError
from shortlist.problems.evaluate import cost_of, majority_list
from shortlist.problems.indexed import one_list
from shortlist.problems.limits import Limits
from shortlist.problems.solution import Progress, Status, Stop

SOME, OTHER = one_list([([], 0)]), one_list([([], 1)])
TABLE = [((True, False), 0), ((True, True), 1), ((False, True), 1), ((False, False), 1)]


def bracket_of(cost, lower_bound):
    return Bracket(SOME, cost, lower_bound)


def run_on(problem, **options):
    return Run.start("tested", problem, Limits(), options.get("on_progress"))


def test_a_bound_above_a_known_cost_is_a_wrong_answer():
    bracket = bracket_of(10, 4)
    with pytest.raises(WrongAnswerError, match="a bound of 11 was claimed, but a model of cost 10 is known"):
        bracket.raise_bound(11)

    assert (10, 4) == (bracket.cost, bracket.lower_bound)


def test_a_cost_below_a_proven_bound_is_a_wrong_answer():
    for bracket in (Bracket(lower_bound=5), bracket_of(10, 5)):
        before = bracket.cost
        with pytest.raises(WrongAnswerError, match="a bound of 5 was claimed, but a model of cost 4 is known"):
            bracket.offer(OTHER, 4)
        assert before == bracket.cost


def test_a_bracket_keeps_the_cheapest_lists_and_the_highest_bound():
    bracket = Bracket()
    assert bracket.offer(SOME, 10)
    assert not bracket.offer(OTHER, 10), "the first of equal cost is kept"
    assert not bracket.offer(OTHER, 12)
    assert SOME == bracket.lists
    bracket.raise_bound(3)
    bracket.raise_bound(2)
    assert bracket.offer(OTHER, 7)

    assert (OTHER, 7, 3, False) == (bracket.lists, bracket.cost, bracket.lower_bound, bracket.closed)


def test_a_bracket_is_closed_when_both_ends_meet_or_there_is_nothing():
    bracket = bracket_of(7, 3)
    bracket.raise_bound(7)
    assert bracket.closed
    assert Bracket(infeasible=True).closed
    assert not Bracket().closed


def test_a_bound_of_models_that_are_not_known_yet_goes_up_to_the_cost():
    bracket = bracket_of(7, 3)
    bracket.raise_bound_capped(100)
    assert (7, True) == (bracket.lower_bound, bracket.closed)
    without = Bracket()
    without.raise_bound_capped(100)
    assert 100 == without.lower_bound


def test_whoever_listens_hears_of_improvements_alone():
    heard = []
    bracket = Bracket(on_change=lambda: heard.append((bracket.cost, bracket.lower_bound)))
    bracket.offer(SOME, 9)
    bracket.offer(SOME, 9)
    bracket.raise_bound(2)
    bracket.raise_bound(1)

    assert [(9, 0), (9, 2)] == heard


@pytest.mark.parametrize(
    ("end", "why"),
    [
        (Stopped(Stop.TIME), Stop.TIME),
        (Stopped(Stop.MEMORY), Stop.MEMORY),
        (KeyboardInterrupt(), Stop.INTERRUPT),
    ],
)
def test_what_is_known_is_kept_whatever_stops_the_work(end, why):
    bracket = Bracket()
    with bracket.until_stopped():
        bracket.offer(SOME, 9)
        bracket.raise_bound(4)
        raise end
    assert (SOME, 9, 4, why) == (bracket.lists, bracket.cost, bracket.lower_bound, bracket.stopped)

    with bracket.until_stopped():
        bracket.raise_bound(9)
    assert (9, None) == (bracket.lower_bound, bracket.stopped), "what goes on to the end was not stopped"


def test_other_faults_are_passed_on():
    with pytest.raises(WrongAnswerError), bracket_of(5, 0).until_stopped():
        raise WrongAnswerError("a fault")


def test_a_run_counts_what_lists_cost_itself():
    problem = problem_of(TABLE, node_cost=1)
    run = run_on(problem)
    lists = one_list([([(1, True)], 1), ([], 0)])

    assert run.improve(lists)
    assert cost_of(problem, lists) == run.cost
    assert not run.improve(lists)


def test_a_run_does_not_take_a_list_that_must_be_perfect_and_is_not():
    run = run_on(problem_of(TABLE, node_cost=None))
    with pytest.raises(WrongAnswerError, match="must make no avoidable error"):
        run.improve(majority_list(run.problem))
    assert run.lists is None


def test_a_run_hears_others_and_tells_what_is_new():
    told = []
    run = run_on(problem_of(TABLE, node_cost=1), on_progress=told.append)
    run.update(Progress(0.0, 5, 2, lists=SOME))
    run.update(Progress(0.1, 6, 1, lists=OTHER))  # no news
    run.update(Progress(0.2, None, 4, states=7))

    assert (SOME, 5, 4) == (run.lists, run.cost, run.lower_bound)
    assert [(5, 0), (5, 2), (5, 4)] == [(moment.cost, moment.lower_bound) for moment in run.trace]
    assert [moment.states for moment in told if moment.states] == [7]
    with pytest.raises(WrongAnswerError):
        run.update(Progress(0.3, None, 6))
    with pytest.raises(WrongAnswerError):
        run.update(Progress(0.3, 3, 0, lists=OTHER))


def test_time_that_is_over_stops_a_run():
    problem = problem_of(TABLE, node_cost=1)
    run = Run.start("tested", problem, Limits(0.0), None)
    with run.until_stopped():
        run.pause()
    assert Stop.TIME is run.stopped
    with pytest.raises(Stopped):
        Run.start("tested", problem, Limits(10.0), None).pause(needed=20.0)


@pytest.mark.parametrize(
    ("known", "status", "stopped"),
    [
        ({"lists": SOME, "cost": 5, "lower_bound": 5}, Status.OPTIMAL, None),
        ({"lists": SOME, "cost": 5, "lower_bound": 4}, Status.FEASIBLE, Stop.TIME),
        ({"lower_bound": 4}, Status.UNKNOWN, Stop.TIME),
        ({"infeasible": True}, Status.INFEASIBLE, None),
    ],
)
def test_a_solution_says_what_is_known_and_why_it_is_not_more(known, status, stopped):
    run = replace(run_on(problem_of(TABLE, node_cost=1)), stopped=Stop.TIME, **known)

    assert (status, stopped, "tested") == (run.solution().status, run.solution().stopped, run.solution().engine)
