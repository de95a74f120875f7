"""Lists of every kind are certified, and both verifiers accept what is proved, and nothing more."""

import random

import numpy as np
import pytest

from oracles.proofs import Oracle
from samples.proof_cases import UNLIMITED, draw_case, draw_least_rows, problem_of
from shortlist.certify.checking import ProofRejectedError, verified
from shortlist.certify.proof import certify
from shortlist.engines.search import search
from shortlist.errors import UsageError, WrongAnswerError
from shortlist.models.model import ModelKind
from shortlist.problems.limits import Limits
from shortlist.problems.solution import Status


def both(proof, table):
    """What both verifiers say, which must be the same."""
    answers = []
    for fast in (True, False):
        try:
            found = verified(proof, table, fast=fast)
            answers.append((found.bound, found.cost))
        except ProofRejectedError:
            answers.append(None)
    assert answers[0] == answers[1]
    return answers[0]


def with_bound(proof, bound, cost=None):
    """The proof with another bound, and, so that it is not refused at once, another cost."""
    text = proof.text.decode()
    return text.replace(f"\nresult {proof.cost} {proof.bound}\n", f"\nresult {proof.cost} {bound}\n").encode()


KINDS = {
    "plain": {},
    "perfect": {"perfect": True},
    "several classes": {"labels": 4},
    "prices": {"rule": 3, "default": 0, "prices": [1, 2, 0, 3, 1, 2]},
    "free literals": {"rule": 2, "default": 0, "prices": [0] * 6},
    "perfect with prices": {"perfect": True, "rule": 3, "prices": [1, 2, 1, 3, 1, 2]},
    "errors": {"errors": [[0, 3], [1, 0]]},
    "few rules": {"most_rules": 1},
    "short rules": {"most_literals": 1},
    "small": {"most_size": 4},
    "forbidden": {"forbidden": {(0, 1), (1, 0), (2, 0)}},
    "one class": {"rule_labels": [1]},
    "perfect, one class": {"perfect": True, "rule_labels": [1]},
    "least rows": {"least_rows": 2},
    "least rows that matter": {"least_rows": 12, "rule": 0, "default": 0, "prices": [1] * 6},
    "least rows, perfect": {"least_rows": 2, "perfect": True},
}


def table_of(kind, seed):
    """A table of some dozens of rows with what the kind asks for."""
    rng = random.Random(seed)
    case = draw_case(rng, rows=28, features=6, plain=True, labels=kind.get("labels", 2), full=True)
    return case | {name: value for name, value in kind.items() if name != "labels"}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_proved_is_certified_and_verified(kind, seed):
    problem = problem_of(table_of(KINDS[kind], seed))
    solution = search(problem, Limits(30))
    if solution.status is Status.INFEASIBLE:
        pytest.skip("no such list")
    assert solution.status is Status.OPTIMAL
    proof = certify(problem, solution.lists[0], limits=Limits(30))

    assert proof.optimal
    assert (solution.cost, solution.cost) == both(proof.text, proof.table)
    assert both(with_bound(proof, proof.bound + 1), proof.table) is None


def test_a_bound_that_is_too_high_is_not_certified():
    problem = problem_of(table_of({}, 1))
    solution = search(problem, Limits(30))

    with pytest.raises(WrongAnswerError, match="finds that one does"):
        certify(problem, solution.lists[0], bound=solution.cost + 1)


def test_without_time_there_is_a_bound_all_the_same():
    rng = np.random.default_rng(0)
    case = draw_case(random.Random(0), rows=200, features=9, plain=True, full=True)
    case["counts"] = [[int(a), int(b)] for a, b in rng.integers(0, 5, (len(case["features"]), 2))]
    problem = problem_of(case)
    solution = search(problem, Limits(0.2))
    proof = certify(problem, solution.lists[0], bound=solution.lower_bound, limits=Limits(0.01))

    assert proof.bound <= solution.lower_bound
    assert both(proof.text, proof.table) == (proof.bound, solution.cost)


def test_decision_sets_are_refused():
    problem = problem_of(table_of({}, 1), kind=ModelKind.SET)

    with pytest.raises(UsageError, match="only decision lists"):
        certify(problem, (((), 0),))


def test_bounds_that_rest_on_least_rows_are_proved_by_exact_claims():
    exact = 0
    for seed in range(60):
        case = draw_least_rows(random.Random(seed)) | {"most_rules": UNLIMITED, "most_size": UNLIMITED}
        case["default_labels"] = list(range(len(case["errors"])))
        problem = problem_of(case)
        solution = search(problem, Limits(10))
        proof = certify(problem, solution.lists[0])
        oracle = Oracle(case)

        least = oracle.value(oracle.all, UNLIMITED, UNLIMITED, True) + case["default"] + sum(oracle.least)
        assert least == proof.bound == solution.cost
        assert both(proof.text, proof.table) == (least, least)
        exact += b"\nexact " in proof.text
    assert exact > 3


def test_the_oracle_agrees_on_small_tables():
    for seed in range(150):
        case = draw_case(random.Random(seed))
        case |= {"default_labels": list(range(len(case["errors"]))), "least_rows": 0}
        problem = problem_of(case)
        solution = search(problem, Limits(10))
        if solution.status is Status.INFEASIBLE:
            continue
        proof = certify(problem, solution.lists[0])
        oracle = Oracle(case | {"dear": 10**6})
        lost = 0 if case["perfect"] else sum(oracle.least)
        least = oracle.value(oracle.all, case["most_rules"], case["most_size"], False)

        assert least + case["default"] + lost == proof.bound == solution.cost
        assert both(proof.text, proof.table) == (solution.cost, solution.cost)
        assert UNLIMITED > least
