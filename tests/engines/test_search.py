"""The engine search: lists that get better while it takes long, and what is kept of them."""

from dataclasses import replace

from samples.strategies import problem_of
from shortlist.engines.greedy import first_list, greedy
from shortlist.engines.search import learned_cores_apply, search
from shortlist.problems.constraints import Constraints
from shortlist.problems.costs import Costs
from shortlist.problems.evaluate import cost_of, keeps_constraints
from shortlist.problems.limits import Limits
from shortlist.problems.solution import Status, Stop


def test_bounds_rise_costs_fall_and_time_goes_on(hard):
    seen = []
    solution = search(hard, Limits(1.0), on_progress=seen.append)

    for moments in (seen, solution.trace):
        costs = [moment.cost for moment in moments if moment.cost is not None]
        assert sorted(costs, reverse=True) == costs
        bounds, seconds = [moment.lower_bound for moment in moments], [moment.seconds for moment in moments]
        assert sorted(bounds) == bounds
        assert sorted(seconds) == seconds


def test_a_search_that_takes_long_is_no_dearer_than_a_greedy_list_under_constraints(hard):
    """Annealing keeps to them, too."""
    for constraints in (Constraints(), Constraints(max_rules=3, min_rows=10, negations=False), Constraints(max_size=9)):
        problem = replace(hard, constraints=constraints)
        solution = search(problem, Limits(1.5))

        assert keeps_constraints(problem, solution.lists)
        assert cost_of(problem, solution.lists) == solution.cost
        assert solution.cost <= greedy(problem, Limits(5.0)).cost


def test_ctrl_c_inside_a_callback_keeps_the_best_list(hard):
    def impatient(moment):
        if moment.cost is not None:
            raise KeyboardInterrupt

    solution = search(hard, Limits(20), on_progress=impatient)

    assert Stop.INTERRUPT is solution.stopped
    assert solution.cost == cost_of(hard, solution.lists)


def test_a_perfect_search_has_a_pure_list_soon(hard):
    """The kernel's own first lists are three times as large on such tables."""
    perfect = replace(hard, perfect=True, costs=Costs.per_node(1))
    pure = first_list(perfect, Limits().start())

    assert search(perfect, Limits(1.0)).cost <= cost_of(perfect, pure)


def test_a_perfect_problem_without_a_list_keeps_the_bound_that_is_proved():
    """Rows of several classes shifted the bound of a problem that has no list."""
    table = [((True, False), 0), ((True, False), 1), ((True, False), 1), ((False, True), 0), ((False, False), 1)]
    problem = replace(problem_of(table, node_cost=None), constraints=Constraints(max_rules=0))
    solution = search(problem, Limits())

    assert (Status.INFEASIBLE, True) == (solution.status, solution.lower_bound >= 0)


def test_prices_that_the_search_for_perfect_lists_does_not_take_go_the_other_way():
    problem = problem_of([((True,), 1), ((False,), 0)], node_cost=None)
    dear = replace(problem, costs=Costs(2_000_000, 1, 0))

    assert not learned_cores_apply(dear)
    assert (Status.OPTIMAL, 2_000_001) == (search(dear, Limits()).status, search(dear, Limits()).cost)
