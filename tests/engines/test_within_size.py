"""Lists that are proved among those of few nodes: what is said is what brute force says, and nothing more."""

import json
import random
from dataclasses import replace
from importlib import import_module, resources

import jsonschema
import pytest

from oracles.lists import least_errors_by_size, least_sparse_cost
from samples.strategies import problem_of, random_table
from shortlist import DecisionListClassifier, NotProvedWarning
from shortlist.certify.again import claims_again
from shortlist.cli.certifying import certify_learned
from shortlist.engines import within_size
from shortlist.engines.search import search
from shortlist.engines.within_size import may_be_narrowed, price_of_nodes, proved_within_size
from shortlist.errors import WrongAnswerError
from shortlist.files.claim import claim_of, claim_record
from shortlist.files.records import fit_record, model_file
from shortlist.learn import learn
from shortlist.problems.constraints import Constraints
from shortlist.problems.costs import Costs
from shortlist.problems.evaluate import cost_of
from shortlist.problems.indexed import one_list, size_of
from shortlist.problems.limits import Limits
from shortlist.problems.solution import Solution, Status, Stop
from shortlist.show.claims import claim_strip
from shortlist.tables.read import read_labelled

LEARNING = import_module("shortlist.learn")  # the package has a function of that name
COMMONEST = one_list([((), 0)])


def unproved(problem):
    """What is known before a search: the default rule alone."""
    return Solution(Status.FEASIBLE, COMMONEST, cost_of(problem, COMMONEST), 0, "auto", stopped=Stop.TIME)


def never_beyond(most):
    """A search that has no time for lists of more nodes."""

    def searched(problem, limits, incumbent):
        if problem.constraints.max_size <= most:
            return search(problem, limits, incumbent=incumbent)
        return Solution(Status.FEASIBLE, incumbent, cost_of(problem, incumbent), 0, "search", stopped=Stop.TIME)

    return searched


@pytest.mark.parametrize("piece", range(10))
def test_sizes_rise_until_all_is_proved(piece):
    rng = random.Random(piece)
    for _ in range(30):
        table, price = random_table(rng), rng.randint(1, 2)
        problem = problem_of(table, node_cost=price)
        found = proved_within_size(problem, unproved(problem), Limits(60).start())

        assert (Status.OPTIMAL, least_sparse_cost(table, price)) == (found.status, found.cost)
        assert cost_of(problem, found.lists) == found.cost


@pytest.mark.parametrize("most", [1, 3, 4, 5, 6])
def test_what_is_proved_within_a_size_is_what_brute_force_says(most, monkeypatch):
    monkeypatch.setattr(within_size, "search", never_beyond(most))
    rng, proved = random.Random(most), 0
    for _ in range(100):
        table = 4 * random_table(rng)  # errors that are dear beside nodes
        problem = problem_of(table, node_cost=1)
        found = proved_within_size(problem, unproved(problem), Limits(60).start())
        if found.proved_size is not None and found.status is Status.FEASIBLE:
            proved += 1
            errors = least_errors_by_size(table, found.proved_size)

            assert size_of(found.lists[0]) <= found.proved_size
            assert min(errors[k] + k for k in errors) == found.cost, "no list of so few nodes is cheaper"
    assert proved > 5


def test_a_list_that_grew_beyond_what_was_proved_is_not_said_to_be(monkeypatch):
    table = [((True, False), 0)] * 9 + [((False, True), 1)] * 9 + [((False, False), 2)] * 9
    problem = problem_of(table, node_cost=1)
    best = search(problem, Limits())
    monkeypatch.setattr(within_size, "search", lambda *_, **__: replace(best, status=Status.FEASIBLE, lower_bound=0))
    known = replace(unproved(problem), proved_size=4, stopped=None)
    clock = Limits(0.02).start()
    found = proved_within_size(problem, known, clock)

    assert (5, None) == (size_of(found.lists[0]), found.proved_size)


def test_the_largest_size_is_the_whole_question(monkeypatch):
    problem = replace(problem_of(random_table(random.Random(3)), node_cost=1), constraints=Constraints(max_size=1))
    monkeypatch.setattr(within_size, "search", None)

    assert proved_within_size(problem, unproved(problem), Limits(60).start()).proved_size is None


def test_interruptions_are_passed_on(monkeypatch):
    problem = problem_of([((True,), 0), ((False,), 1)] * 9, node_cost=1)
    ended = replace(unproved(problem), stopped=Stop.INTERRUPT)
    monkeypatch.setattr(within_size, "search", lambda *_, **__: ended)

    assert Stop.INTERRUPT is proved_within_size(problem, unproved(problem), Limits(60).start()).stopped


def test_only_sparse_lists_with_prices_are_asked_again():
    table = [((True,), 0), ((False,), 1)]
    sparse = problem_of(table, node_cost=1)
    budget = replace(sparse, costs=Costs(1, 1, 1, error=4), constraints=Constraints(max_size=3))

    assert [True, False, False] == [may_be_narrowed(p) for p in (sparse, problem_of(table, node_cost=None), budget)]


def test_nodes_have_a_price_that_no_list_goes_below():
    problem = problem_of([((True,), 0), ((True,), 1), ((False,), 1)], node_cost=2)

    assert 2 * 5 + 1 == price_of_nodes(problem, 5), "five nodes, and one error that cannot be avoided"


def test_the_claim_says_within_which_size_and_what_is_known_of_larger_lists(monkeypatch):
    data = read_labelled("penguins")

    def stopped(_engine, problem, _limits, **_):
        return replace(unproved(problem), lower_bound=7)

    monkeypatch.setattr(LEARNING, "solve", stopped)
    monkeypatch.setattr(within_size, "search", never_beyond(4))
    learned = learn(data, limits=Limits(20.0))
    said = claim_strip(learned.model, learned.claim).plain

    assert (Status.FEASIBLE, 4) == (learned.claim.status, learned.claim.proved_size)
    assert ", with at most 4 nodes: cost" in said
    assert said.split("\n")[0].endswith(f"Not proved of larger ones: none costs less than {learned.claim.lower_bound}.")
    assert 4 == fit_record(learned)["proved_size"]
    assert learned.claim == claim_of(claim_record(learned.claim), learned.claim.counted.counts)


def test_estimators_say_it_in_their_warning(monkeypatch):
    monkeypatch.setattr(LEARNING, "solve", lambda _engine, problem, _limits, **_: unproved(problem))
    monkeypatch.setattr(within_size, "search", never_beyond(3))
    X = [[0, 0], [0, 1], [1, 0], [1, 1]] * 9
    with pytest.warns(NotProvedWarning, match="with at most 3 nodes costs less; no larger one costs less than"):
        clf = DecisionListClassifier("0.01").fit(X, [0, 1, 1, 1] * 9)

    assert ("feasible", 3) == (clf.status_, clf.proved_size_)


@pytest.mark.parametrize(("status", "bound", "size"), [(Status.OPTIMAL, 0, 9), (Status.FEASIBLE, -1, 2)])
def test_a_claim_that_contradicts_itself_is_refused(status, bound, size):
    claim = learn(read_labelled("titanic")).claim
    with pytest.raises(WrongAnswerError, match="must not be proved only among"):
        replace(claim, status=status, lower_bound=claim.cost + bound, proved_size=size)


def test_what_is_proved_within_a_size_can_be_certified(monkeypatch, tmp_path):
    data = read_labelled("penguins")
    monkeypatch.setattr(LEARNING, "solve", lambda _engine, problem, _limits, **_: unproved(problem))
    monkeypatch.setattr(within_size, "search", never_beyond(4))
    learned = learn(data, limits=Limits(20.0))
    found = certify_learned(learned, tmp_path / "model.proof", Limits(60).start())

    assert (True, 4) == (found.optimal, found.proved_size)
    assert "optimal among lists of at most 4 nodes" in found.words()
    assert b"\nlimits * * 4 0\n" in (tmp_path / "model.proof").read_bytes()
    again = claims_again(model_file(learned), data)[0]
    assert (4, learned.claim.cost) == (again.problem.constraints.max_size, again.bound)
    schema = resources.files("shortlist").joinpath("files", "schema", "fit-1.json").read_text(encoding="utf-8")
    record = fit_record(learned, None, found.record)
    jsonschema.Draft202012Validator(json.loads(schema)).validate(json.loads(json.dumps(record)))


def test_an_interruption_of_a_narrower_proof_leaves_the_list(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(LEARNING, "solve", lambda _engine, problem, _limits, **_: unproved(problem))
    monkeypatch.setattr(LEARNING, "proved_within_size", interrupted)
    learned = learn(read_labelled("penguins"), limits=Limits(20.0))

    assert (Stop.INTERRUPT, 1) == (learned.solution.stopped, learned.model.size)
