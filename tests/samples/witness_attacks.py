"""Attacks on the verifiers of LRAT proofs: bounds that are too high, with steps that nearly hold, and real proofs with something changed."""

import random
from collections import Counter
from functools import cache

from oracles.proofs import Oracle
from samples.proof_attacks import FooledError, _mutated, _some_list
from samples.proof_cases import draw_case, header_text, problem_of, table_text
from shortlist import _verify
from shortlist.certify.checking import refuted_fast
from shortlist.certify.witness import certify_by_clauses
from shortlist.engines.kernel import trimmed_lrat
from shortlist.engines.sat.oracle import refutation
from shortlist.engines.search import search
from shortlist.problems.limits import Limits
from shortlist.problems.solution import Status
from shortlist_verifier import lrat


def a_case(rng, **size):
    """A table with prices and limits as they may be asked of us: every class may be the default, and rules need no rows."""
    case = draw_case(rng, **size)
    return case | {"default_labels": list(range(len(case["errors"]))), "least_rows": 0}


def header_of(case, rules, default, cost, bound):
    """The header of an LRAT proof."""
    return header_text(case, rules, default, cost, bound).replace("shortlist-proof", "shortlist-lrat", 1)


def answers(text, table, checkers=(refuted_fast, lrat.refute)):
    """The bound that is accepted, None where it is rejected: with steps checked by native code, and by plain Python."""
    found = []
    for checker in checkers:
        try:
            found.append(lrat.verify(text.encode("latin-1"), table, checker)["bound"])
        except (lrat.Rejected, _verify.Rejected):
            found.append(None)
    return found


def false_bound(seed, checkers=(refuted_fast, lrat.refute)):
    """Claim more than the optimum that brute force knows. The steps refute the formula with some clauses more, which are then left out."""
    rng = random.Random(seed)
    case = a_case(rng) | {"dear": 10**6}
    rules, default, cost = _some_list(case)
    oracle = Oracle(case)
    fixed = case["default"] + (0 if case["perfect"] else sum(oracle.least))
    least = oracle.value(oracle.all, case["most_rules"], case["most_size"], False) + fixed
    if cost <= least:
        return Counter({"nothing": 1})
    head, table = header_of(case, rules, default, cost, rng.randint(least + 1, cost)), table_text(case).encode()
    rows = rng.sample(range(len(case["features"])), rng.randint(0, len(case["features"])))
    formula = lrat.Formula(lrat.Problem(lrat.Table(table), head.encode()), rows)
    given = [formula.clause(k + 1).tolist() for k in range(len(formula.starts))]
    steps = _steps_from_more(rng, given, formula.count)
    said = " ".join(["rows", *map(str, rows)]) + f"\nformula {formula.count} {len(given)}\n"
    for text in (steps, _mutated(rng, steps)):
        found = answers(head + said + text, table, checkers)
        if any(bound is not None for bound in found):
            raise FooledError(f"seed {seed}: a bound above {least} was accepted, {found}")
    return Counter({"false": 2})


def _steps_from_more(rng, given, variables):
    """Steps of a refutation of these clauses and some units, whose numbers are then of clauses that are given."""
    more = []
    while (proof := refutation([*given, *more], most_bytes=2**20, pause=lambda *_: None)) is None:
        more += [[rng.choice([-1, 1]) * rng.randint(1, variables)] for _ in range(rng.randint(1, 3))]
    steps = trimmed_lrat(proof, len(given) + len(more)).decode().split("\n")[:-1]
    return "".join(f"{_renumbered(rng, line, len(given), len(more))}\n" for line in steps)


def _renumbered(rng, line, given, more):
    name, *words = line.split(" ")
    end = words.index("0") + 1

    def number(word):
        value = int(word)
        return word if value <= given else str(rng.randint(1, given) if value <= given + more else value - more)

    return " ".join([number(name), *words[:end], *map(number, words[end:])])


@cache
def real_witness(seed):
    """An LRAT proof of the optimum of a table of some rows, with its canonical table; None without one."""
    rng = random.Random(seed)
    problem = problem_of(a_case(rng, rows=rng.randint(4, 12), features=4, full=True))
    solution = search(problem, Limits(10))
    return certify_by_clauses(problem, solution.lists[0]) if solution.status is Status.OPTIMAL else None


def mutated_witness(seed):
    """A real proof with something changed behind its header, or with a bound one higher: the verifiers agree, and none accepts more."""
    rng = random.Random(seed)
    proof = real_witness(rng.randrange(300))
    if proof is None:
        return Counter({"nothing": 1})
    head, mark, body = proof.text.decode().partition("\nrows ")
    if rng.random() < 0.2:
        head = head.replace(f"\nresult {proof.cost} {proof.bound}", f"\nresult {proof.cost + 1} {proof.bound + 1}")
    elif rng.random() < 0.1:
        head = _mutated(rng, head)
        found = answers(head + mark + body, proof.table)
        if found[0] != found[1]:
            raise FooledError(f"seed {seed}: the verifiers disagree, {found}")
        return Counter({"another problem": 1})
    found = answers(head + mark + _mutated(rng, body), proof.table)
    if found[0] != found[1] or (found[0] or 0) > proof.bound:
        raise FooledError(f"seed {seed}: {found} was accepted")
    return Counter({"rejected" if found[0] is None else "accepted": 1})
