"""Each rule of inference is needed by some real proof, and a wrong variant of it is caught by false claims on small tables."""

import random
import re
import types
from pathlib import Path

import pytest

from samples.proof_attacks import FooledError, false_claims
from samples.proof_cases import draw_case, problem_of
from shortlist.certify.proof import certify
from shortlist.engines.search import search
from shortlist.problems.limits import Limits
from shortlist_verifier import verify as plain

SOURCE = Path(plain.__file__).read_text(encoding="utf-8")


def changed(*replacements):
    """The verifier with some of its text replaced."""
    text = SOURCE
    for old, new in replacements:
        assert old in text, old
        text = text.replace(old, new)
    module = types.ModuleType("changed")
    exec(compile(text, "changed", "exec"), module.__dict__)  # noqa: S102  # our own text
    return module


@pytest.fixture(scope="module")
def proofs():
    """Real proofs of several kinds, with the steps that they take."""
    found = []
    for seed in range(16):
        rng = random.Random(seed)
        case = draw_case(rng, rows=12 + seed % 5, features=5, plain=True, labels=2 + seed % 3, full=True)
        case["perfect"] = seed % 2 == 0
        if seed == 7:  # each feature twice
            case["features"] = [[value for value in row for _ in range(2)] for row in case["features"]]
            case["prices"] *= 2
        if seed == 9:  # one packing is enough
            case = draw_case(random.Random(1), rows=100, features=7, plain=True, labels=2, full=True)
            case |= {"rule": 6, "default": 6, "prices": [6] * 7}
        if seed > 9:  # a rule must decide some rows
            case |= {"least_rows": seed - 4, "perfect": False}
        problem = problem_of(case)
        proof = certify(problem, search(problem, Limits(20)).lists[0])
        found.append((proof.text, proof.table, steps_of(proof)))
    return found


def steps_of(proof):
    """The conjunctions that the verifier looks at."""
    counted = changed(("    return {", "    return p.steps, {"))
    return 10**8 - counted.verify(proof.text, proof.table)[0]


def is_rejected(verifier, proof, table, steps):
    try:
        verifier.verify(proof, table, steps=steps)
    except verifier.Rejected:
        return True
    return False


LEFT_OUT = {
    "U": [("follows and rules <= most_rules", "packing and rules <= most_rules")],
    "U of exact claims": [("exact and rows == proved if is_exact else", "False if is_exact else")],
    "K": [("(packing is None or packing.at_least(rows, need))", "packing is None")],
    "B": [("if glance or (worth_it and any(", "if False and (worth_it and any(")],
    "B of single rows": [("for part in {rows, rows & p.single})", "for part in (rows,))")],
    "X": [("for Q, use in ways)", "for Q, use in ())"), ("closed = length >= self.longest or (lost", "closed = length >= self.longest or (False and lost")],
    "X with rows given back": [("((S ^ rows & p.live[c], tried), (left, []))", "((left, tried),)")],
    "N": [("if any(more == rows if claim.exact else E(more) - lost <= p.prices[j] for", "if any(claim.exact and more == rows for")],
    "N of exact claims": [("if any(more == rows if claim.exact else", "if any(False if claim.exact else")],
    "F": [("if claim.exact and p.number(rows) < p.least_rows:", "if False:")],
    "G": [("if p.gain[c](rows) <= (cost := price + p.prices[k]):", "if p.gain[c](rows) < 0 * (cost := price + p.prices[k]):")],
    "R": [("if not covered & self.heavy:", "if True:")],
    "M": [("        return kept, later\n", "        return failing, later\n")],
    "E": [("if least.get(rows, LARGEST + 1) > prices[k]:", "if True:")],
}  # fmt: skip


@pytest.mark.parametrize("rule", LEFT_OUT)
def test_some_real_proof_fails_without_the_rule(rule, proofs):
    """Or it takes more steps: some rules only keep the tree of conjunctions small."""
    verifier = changed(*LEFT_OUT[rule])

    assert any(is_rejected(verifier, *proof) for proof in proofs)


WRONG = {
    "D, left out": [("demand(p.alone(S) >= claim.bound", "demand(True")],
    "D, one off": [("demand(p.alone(S) >= claim.bound", "demand(p.alone(S) + 1 >= claim.bound")],
    "D, rules without literals forgotten": [("for price, add in ends])", "for price, add in ends if not price])")],
    "U, rows outside cost nothing": [("bound - m(proved & outside) >= need", "True"), ("bound - least_m * (proved & outside).bit_count() >= need", "bound >= need")],
    "U, one off": [("bound - m(proved & outside) >= need", "bound - m(proved & outside) >= need - 1"), (".bit_count() >= need:", ".bit_count() >= need - 1:")],
    "U, limits forgotten": [(" and rules <= most_rules and size <= most_size", "")],
    "U, exact claims of other rows": [("exact and rows == proved if is_exact else", "exact and not proved & outside if is_exact else")],
    "U, exact claims for all lists": [("exact and rows == proved if is_exact else", "rows == proved if is_exact else")],
    "K, rows charged too much": [("self.unit and min(left) >= 0", "self.unit")],
    "K, rules charged too much": [("demand(weigh(one) <= (price", "demand(weigh(one) <= (1 + price")],
    "K, pairs with a common label": [("demand(alone or not any(b >> row", "demand(True or not any(b >> row")],
    "K, the default rule forgotten": [("- max([suited(rows) - price for", "- max([0 for")],
    "K, rules without literals forgotten": [("in self.spared]) > least", "in self.spared if not price]) > least")],
    "K, rounded up too far": [("in self.spared]) > least", "in self.spared]) >= least")],
    "B, a label too few": [("sum(spared[: n + 1])", "sum(spared[:n])"), ("need <= most * p.shortest", "True")],
    "B, a rule too dear": [("self.shortest, self.sides = self.rule + self.cheapest,", "self.shortest, self.sides = self.rule + self.cheapest + 1,")],
    "L, left out": [("demand(self.at_least(left, claim.bound - cost - lost, rules", "demand(True or self.at_least(left, claim.bound - cost - lost, rules")],
    "L, lost twice": [("claim.bound - cost - lost, rules", "claim.bound - cost - 2 * lost - 1, rules")],
    "L, the rule is longer": [("claim.size - length - 1, []", "claim.size - length - 2, []")],
    "X, a literal too many": [("claim.bound - cost - p.cheapest,", "claim.bound - cost - p.cheapest - 1,")],
    "X, by exact claims": [("self.at_least(Q, need, rules, size - 1, use, False)", "self.at_least(Q, need, rules, size - 1, use, claim.exact)"), ("(left, []))  #", "(left, tried))  #")],
    "X, live rows given back": [("S ^ rows & p.live[c]", "S ^ rows & ~p.live[c]")],
    "N, one off": [("- lost <= p.prices[j] for", "- lost <= p.prices[j] + 1 for")],
    "N, rows given to a rule of an exact claim": [("if any(more == rows if claim.exact else", "if any(E(more) - lost <= p.prices[j] if claim.exact else")],
    "F, one row too many": [("p.number(rows) < p.least_rows:", "p.number(rows) <= p.least_rows:")],
    "F, in every claim": [("if claim.exact and p.number(rows) < p.least_rows:", "if p.number(rows) < p.least_rows:")],
    "G, one off": [("<= (cost := price + p.prices[k]):", "<= 1 + (cost := price + p.prices[k]):")],
    "R, rows not heavy enough": [("bits_of(e >= bound for e in excess[c])", "bits_of(e > 0 for e in excess[c])")],
    "R, the others forgotten": [("        return kept, later\n", "        return kept, []\n")],
    "M, good rows forgotten": [("(cover[k] ^ bad) & (good | bad)", "bad & ~cover[k]")],
    "M, bad rows forgotten": [("(cover[k] ^ bad) & (good | bad)", "cover[k] & good")],
    "M, prices forgotten": [(" and cheap <= price]", "]")],
    "E, prices forgotten": [("if least.get(rows, LARGEST + 1) > prices[k]:", "if rows not in least:")],
}  # fmt: skip


def test_every_rule_of_the_documentation_is_tried():
    """Rules that close conjunctions are left out, too. D and L are demands: without them more is accepted, which is a wrong variant."""
    text = (Path(__file__).parents[2] / "docs" / "proofs.md").read_text(encoding="utf-8")
    rules = set(re.findall(r"^\| \*\*(.)\*\* \|", text, re.MULTILINE))

    assert rules == {*"DUKBLXGFNRME"}
    assert rules == {variant[0] for variant in WRONG}
    assert rules - {"D", "L"} == {rule[0] for rule in LEFT_OUT}


FIRST = {
    "U, one off": 200,
    "U, limits forgotten": 320,
    "K, rules without literals forgotten": 1850,
    "L, the rule is longer": 1500,
    "X, by exact claims": 600,
    "N, rows given to a rule of an exact claim": 7260,
}
"""Where the attack on some rarer variants begins."""


@pytest.mark.parametrize("variant", WRONG)
def test_a_wrong_variant_of_the_rule_is_caught(variant):
    verifier, first = changed(*WRONG[variant]), FIRST.get(variant, 0)

    with pytest.raises(FooledError):
        sum(false_claims(seed, verifier, fast=False).total() for seed in range(first, first + 200))
