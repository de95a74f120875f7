"""Every engine keeps to what it is asked, or it is refused in one sentence before the solve."""

import random
import re
from dataclasses import replace

import pytest

from samples.strategies import problem_of, set_problem_of
from shortlist.engines.registry import ENGINES, engine_for, load, names_of, solve
from shortlist.errors import UsageError
from shortlist.models.model import ModelKind
from shortlist.problems.constraints import FREE, Constraints
from shortlist.problems.costs import Costs
from shortlist.problems.evaluate import cost_of, is_perfect, keeps_constraints
from shortlist.problems.limits import Limits
from shortlist.problems.objective import Form
from shortlist.problems.solution import Status

CONSTRAINTS = [
    Constraints(max_rules=0),
    Constraints(max_rules=1),
    Constraints(max_rules=2),
    Constraints(max_literals=1),
    Constraints(max_literals=2),
    Constraints(max_size=1),
    Constraints(max_size=4),
    Constraints(min_rows=2),
    Constraints(min_rows=4),
    Constraints(negations=False),
    Constraints(positive=["f0"]),
    Constraints(forbid=["f0"]),
    Constraints(forbid=["not f1", "f2"]),
    Constraints(rule_classes=[1]),
    Constraints(rule_classes=[]),
]
SEVERAL_PRICES = [
    Costs(2, 1, 0),
    Costs(1, 1, 1, by_feature=(2, 1, 0)),
    Costs(1, 1, 1, errors=((0, 2, 1), (1, 0, 3), (2, 2, 0))),
]
REFUSAL = re.compile(r"the engine \S+ cannot keep to [a-z ,]+ for a (perfect )?[a-z ]+; (no engine can|use [a-z -]+)")
FAMILIES = ["list", "separated list", "set", "complete set", "hybrid"]


def tiny_table(seed):
    """Three features, three classes, and rows of several classes."""
    rng = random.Random(seed)
    table = [(tuple(rng.random() < 0.5 for _ in range(3)), rng.randrange(3)) for _ in range(9)]
    return [*table, ((True, True, False), 2)]


def problem_for(family, table, *, perfect):
    node_cost = None if perfect else 1
    if family in ("set", "complete set"):
        return set_problem_of(
            table, "opt", node_cost=node_cost, form=Form.SEPARATED if family == "set" else Form.COMPLETE
        )
    kind = ModelKind.HYBRID if family == "hybrid" else ModelKind.LIST
    return replace(problem_of(table, node_cost=node_cost), kind=kind)


def engines_of(family):
    return names_of(family.removeprefix("complete "))


def solved_or_refused(family, engine, problem):
    """The solution, or None if it was refused; then the sentence names the others that can, and they can."""
    separate = family == "separated list"
    options = {"order": "i+"} if separate else {}
    try:
        engine_for(engine, problem, separate=separate)
    except UsageError as refusal:
        sentence = str(refusal)
        assert REFUSAL.fullmatch(sentence), sentence
        for other in sentence.partition("; use ")[2].split(" or "):
            assert not other or engine_for(other, problem, separate=separate)
        with pytest.raises(UsageError, match=re.escape(sentence)):
            solve(engine, problem, Limits(), **options)
        return None
    return solve(engine, problem, Limits(), **options)


def assert_is_kept(problem, solution):
    if solution.lists is None:
        assert problem.perfect
        assert Status.INFEASIBLE is solution.status
        return
    assert keeps_constraints(problem, solution.lists)
    assert cost_of(problem, solution.lists) == solution.cost
    assert not problem.perfect or is_perfect(problem, solution.lists)


def assert_all_keep_or_refuse(family, problem):
    """Every engine of the family; those that prove something prove the same."""
    proved = set()
    for engine in engines_of(family):
        solution = solved_or_refused(family, engine, problem)
        if solution is not None:
            assert_is_kept(problem, solution)
            if solution.status is not Status.FEASIBLE:
                proved.add((solution.status, solution.cost))
    assert len(proved) <= 1


@pytest.mark.parametrize("perfect", [False, True], ids=["sparse", "perfect"])
@pytest.mark.parametrize("constraints", CONSTRAINTS, ids=lambda c: ",".join(f"{n}={getattr(c, n)}" for n in c.asked))
@pytest.mark.parametrize("family", FAMILIES)
def test_each_constraint_is_kept_or_refused_by_each_engine(family, constraints, perfect):
    for seed in range(4):
        problem = replace(problem_for(family, tiny_table(seed), perfect=perfect), constraints=constraints)
        assert_all_keep_or_refuse(family, problem)


@pytest.mark.parametrize("perfect", [False, True], ids=["sparse", "perfect"])
@pytest.mark.parametrize("costs", SEVERAL_PRICES, ids=["of rules", "of features", "of errors"])
@pytest.mark.parametrize("family", ["list", "separated list", "hybrid"])
def test_several_prices_are_paid_or_refused_by_each_engine(family, costs, perfect):
    for seed in range(4):
        problem = replace(problem_for(family, tiny_table(seed), perfect=perfect), costs=costs)
        assert_all_keep_or_refuse(family, problem)


@pytest.mark.parametrize("perfect", [False, True], ids=["sparse", "perfect"])
@pytest.mark.parametrize("family", FAMILIES)
def test_what_asks_for_nothing_is_solved_by_each_engine(family, perfect):
    problem = problem_for(family, tiny_table(1), perfect=perfect)
    for engine in engines_of(family):
        solution = solved_or_refused(family, engine, problem)
        if solution is None:
            assert ("complete set", "search", False) == (family, engine, perfect)
        else:
            assert_is_kept(problem, solution)


@pytest.mark.parametrize(
    ("family", "engine", "changes", "sentence"),
    [
        ("list", "maxsat", {"constraints": Constraints(max_rules=1)},
         "the engine maxsat cannot keep to max rules for a list; use auto or search or greedy or sat"),
        ("list", "sat", {"constraints": Constraints(min_rows=2)},
         "the engine sat cannot keep to min rows for a list; use auto or search or greedy"),
        ("list", "greedy", {"perfect": True, "constraints": Constraints(max_rules=1)},
         "the engine greedy cannot keep to max rules for a perfect list; use auto or search or sat"),
        ("complete set", "search", {}, "the engine search cannot keep to form complete for a set; use maxsat"),
        ("set", "auto", {"constraints": Constraints(max_rules=1)},
         "the engine search cannot keep to max rules for a set; no engine can"),
        ("hybrid", "auto", {"constraints": Constraints(forbid=["f0"])},
         "the engine maxsat cannot keep to forbid for a hybrid; no engine can"),
    ],
)  # fmt: skip
def test_refusals_say_what_cannot_be_kept_and_who_can(family, engine, changes, sentence):
    problem = replace(problem_for(family, tiny_table(0), perfect=False), **changes)
    with pytest.raises(UsageError, match=re.escape(sentence)):
        engine_for(engine, problem)


def test_auto_is_the_first_engine_that_can_where_there_is_none_of_that_name():
    separated, complete = (problem_for(family, tiny_table(0), perfect=False) for family in ("set", "complete set"))

    assert ENGINES["set"]["search"] is engine_for("auto", separated)
    assert ENGINES["set"]["maxsat"] is engine_for("auto", complete)
    assert ENGINES["hybrid"]["maxsat"] is engine_for("auto", problem_for("hybrid", tiny_table(0), perfect=False))


@pytest.mark.parametrize(
    ("family", "names"),
    [
        ("list", "auto, search, greedy, sat, maxsat, maxsat-paper"),
        ("set", "auto, search, maxsat"),
        ("hybrid", "auto, maxsat, maxsat-paper, search"),
    ],
)
def test_an_unknown_engine_is_refused_with_those_that_there_are(family, names):
    with pytest.raises(UsageError, match=f"must be one of {names}, got 'magic'"):
        engine_for("magic", problem_for(family, tiny_table(0), perfect=False))


def test_every_engine_can_be_loaded():
    assert all(callable(load(engine.function)) for family in ENGINES.values() for engine in family.values())


def test_every_constraint_is_tried():
    assert {name for constraints in CONSTRAINTS for name in constraints.asked} == set(FREE.__dataclass_fields__)
