"""Attacks on the verifiers: false claims on small tables, with all true ones as hints, and real proofs with something changed.

A verifier is given as a module with `Table`, `Problem`, `Packing`, `Proof` and `Rejected`, so that a wrong one can be tried as well.
"""

import random
from collections import Counter
from functools import cache
from itertools import product

from oracles.proofs import Oracle
from samples.proof_cases import (
    UNLIMITED,
    draw_case,
    draw_least_rows,
    header_text,
    literal_text,
    problem_of,
    rows_text,
    table_text,
)
from shortlist import Objective, read_labelled
from shortlist.certify.checking import ProofRejectedError, verified
from shortlist.certify.proof import certify
from shortlist.engines.search import search
from shortlist.problems.limits import Limits
from shortlist.problems.pose import pose
from shortlist.problems.solution import Status
from shortlist_verifier import verify as plain

DOES_NOT_FOLLOW = "does not follow: rule"


class FooledError(AssertionError):
    """A verifier accepted what is false, or the two disagree."""


def false_claims(seed, verifier=plain, *, fast=True, share=0.1):
    """Try to have false claims and packings of a small table accepted; how many were tried, by what became of them.

    The fast verifier is given this share of them, too, each in a proof of its own.
    """
    rng, ended = random.Random(seed), Counter()
    case = draw_case(rng) if seed % 3 else draw_least_rows(rng)
    case["dear"] = rng.randint(1, 12)
    rules, default, cost = _some_list(case)
    case["dear"] = max(min(case["dear"], cost - case["default"]), 1)
    bound = min(case["dear"] + case["default"], cost) if case["perfect"] else 0
    header, oracle = header_text(case, rules, default, cost, bound), Oracle(case)
    table = table_text(case).encode()
    problem = verifier.Problem(verifier.Table(table), header.encode(), 10**9)
    lines, proof = [], verifier.Proof(problem)
    for text in _random_packings(rng, len(case["features"])):
        ended[_try_packing(verifier, problem, proof, oracle, text)] += 1
        if len(proof.packings) > len(lines):
            lines.append(f"pack {text}")
    limits = [(UNLIMITED, UNLIMITED)]
    if rng.random() < 0.3:
        limits.append((rng.randint(0, 3), rng.choice([UNLIMITED, rng.randint(1, 8)])))
        rng.shuffle(limits)
    kinds = rng.choice([["core"], ["rest"], ["core", "rest"]])
    if case["least_rows"]:
        kinds = ["exact", rng.choice(kinds)]
    for (rules_left, size), rows in product(limits, range(1, oracle.all + 1)):
        kind = rng.choice(kinds)
        value = oracle.value(rows, rules_left, size, kind == "exact")
        text = _claim(rng, case, proof, kind, rows, limits=(rules_left, size))
        ended[_try_claim(proof, verifier, text, value + 1, true=False)] += 1
        if fast and rng.random() < share:
            said = _fast(header, [*lines, text.format(value + 1)], table)
            if DOES_NOT_FOLLOW not in said:
                raise FooledError(f"seed {seed}: the fast verifier says {said!r} of {text.format(value + 1)}")
            ended["false, fast"] += 1
        how = _try_claim(proof, verifier, text, value, true=True)
        ended[how] += 1
        fast &= how == "true"  # what was not accepted has a number here, but would have none in a file
        lines.append(text.format(value))
    if fast and DOES_NOT_FOLLOW in _fast(header, lines, table):
        raise FooledError(f"seed {seed}: the fast verifier does not follow what the plain one does")
    return ended


def _some_list(case):
    """The default rule alone; or, of perfect lists, a rule for each row. With its cost."""
    if not case["perfect"]:
        default = case["default_labels"][0]
        return [], default, case["default"] + sum(_losses(case, row)[default] for row in case["counts"])
    labels = list(range(len(case["errors"])))
    case |= {"rule_labels": labels, "default_labels": labels, "forbidden": set(), "least_rows": 0}
    case |= {"most_rules": UNLIMITED, "most_literals": UNLIMITED, "most_size": UNLIMITED}
    rules = []
    for vector, counts in zip(case["features"], case["counts"], strict=True):
        losses = _losses(case, counts)
        rules.append((list(enumerate(vector)), losses.index(min(losses))))
    return rules, 0, case["default"] + len(rules) * (case["rule"] + sum(case["prices"]))


def _losses(case, counts):
    errors = case["errors"]
    return [sum(n * errors[k][c] for k, n in enumerate(counts)) for c in range(len(errors))]


def _random_packings(rng, rows):
    for _ in range(3):
        words = [str(rng.choice([1, 2, 4]))]
        for _ in range(rng.randint(1, 5)):
            ends = [rng.randrange(rows) for _ in range(2 if rng.random() < 0.7 else 1)]
            words.append(":".join(map(str, [*ends, rng.randint(1, 4)])))
        yield " ".join(words)


def _try_packing(verifier, problem, proof, oracle, text):
    try:
        packing = verifier.Packing(problem, text.split(" "))
    except verifier.Rejected:
        return "packing rejected"
    for rows in range(oracle.all + 1):
        if packing.at_least(rows, oracle.value(rows, UNLIMITED, UNLIMITED, False) + 1):
            raise FooledError(f"packing {text} is above V of {rows}")
    proof.packings.append(packing)
    return "packing"


def _claim(rng, case, proof, kind, rows, *, limits):
    """A claim whose bound is left open, with some of what is proved as hints."""
    known = [*range(1, len(proof.claims) + 1), *(-k for k in range(1, len(proof.packings) + 1))]
    hints = rng.sample(known, min(len(known), rng.choice([3, 30, 300])))
    told = "".join("/*" if limit == UNLIMITED else f"/{limit}" for limit in limits)
    vectors = case["features"]
    gone = [vector for i, vector in enumerate(vectors) if not rows >> i & 1]
    taken = [",".join(literal_text(f, sign) for f, sign in enumerate(vector)) for vector in gone]
    named = rows_text(rows).split(" ") if kind == "core" else taken
    no_limits = set(limits) == {UNLIMITED} and rng.random() < 0.5
    return " ".join([kind, "{}" + ("" if no_limits else told), *named, ":", *map(str, hints)])


def _try_claim(proof, verifier, text, bound, *, true):
    kind, *words = text.format(bound).split(" ")
    try:
        proof.add(proof.read_claim(kind, words))
    except verifier.Rejected:
        if true:
            claim = proof.read_claim(kind, words)  # it is true all the same
            proof.claims.append((claim.bound, claim.rows, (claim.rules, claim.size, claim.exact, None)))
            return "true, not accepted"
        return "false"
    if not true:
        raise FooledError(f"{text.format(bound)} was accepted")
    return "true"


def _fast(header, lines, table):
    """What the fast verifier says of a proof that ends without a goal worth the name."""
    try:
        verified((header + "\n".join([*lines, "goal"]) + "\n").encode(), table, fast=True)
    except ProofRejectedError as fault:
        return str(fault)
    return "accepted"


@cache
def real_proof(seed):
    """A proof of the optimum of a table of some dozens of rows, and the same with a header that claims one more; None without one."""
    rng = random.Random(seed)
    case = draw_case(rng, rows=rng.randint(8, 26), features=5, plain=rng.random() < 0.5, full=True)
    case |= {"default_labels": list(range(len(case["errors"]))), "least_rows": 0}
    case["perfect"] = rng.random() < 0.4
    if case["perfect"]:
        _some_list(case)
    problem = problem_of(case)
    solution = search(problem, Limits(10))
    if solution.status is not Status.OPTIMAL:
        return None
    proof = certify(problem, solution.lists[0])
    body = proof.text.decode().partition("\nresult ")[2].partition("\n")[2]
    rules, default, cost = _some_list(case)
    return None if cost <= proof.cost else (case, rules, default, cost, proof.bound, body)


def mutated_proof(seed):
    """A real proof with something changed, which claims one more than the optimum: no verifier may accept it, both must agree."""
    rng = random.Random(seed)
    found = real_proof(rng.randrange(400))
    if found is None:
        return Counter({"nothing": 1})
    case, rules, default, cost, bound, body = found
    if case["perfect"]:
        # An avoidable error costs as much as the bound: the header decides what the claims mean.
        bound += rng.choice([0, 0, 1]) - 1
    table, text = table_text(case).encode(), header_text(case, rules, default, cost, bound + 1)
    text += _mutated(rng, body) if rng.random() < 0.9 else body
    other_problem = rng.random() < 0.1
    if other_problem:
        text = _mutated(rng, text)
    answers = [_answer(text, table, fast=fast) for fast in (True, False)]
    if answers[0] != answers[1]:
        raise FooledError(f"seed {seed}: the fast verifier says {answers[0]}, the plain one {answers[1]}")
    if answers[0] is not None and answers[0] > found[4] and not other_problem:
        raise FooledError(f"seed {seed}: a bound above the optimum was accepted")
    return Counter({"rejected" if answers[0] is None else "accepted": 1})


@cache
def _proof_of_file(path, price):
    """The proof of a table of a file, with a list that is dearer by a rule that decides nothing; None where there is none soon."""
    problem = pose(read_labelled(path), objective=Objective(price))
    solution = search(problem, Limits(2))
    if solution.status is not Status.OPTIMAL or len(solution.lists[0]) == 1:
        return None
    proof = certify(problem, solution.lists[0], limits=Limits(5))
    lines = proof.text.decode().split("\n")
    first = next(k for k, line in enumerate(lines) if line.startswith("rule "))
    literals = len(lines[first].split(" ")) - 2
    more = problem.costs.rule + literals * problem.costs.literal
    if not proof.optimal or len(lines) > 300:
        return None
    lines.insert(first, lines[first])
    result = next(k for k, line in enumerate(lines) if line.startswith("result "))
    return lines[:result], proof.cost + more, proof.bound, lines[result + 1 :], proof.table


def mutated_file_proof(seed, paths):
    """The same of a table of a file, sparse or perfect: a bound of one more, or of the optimum by a changed proof."""
    rng = random.Random(seed)
    found = _proof_of_file(rng.choice(paths), rng.choice(["0.05", "0.02", "0.01", "0"]))
    if found is None:
        return Counter({"no proof": 1})
    head, cost, bound, body, table = found
    claimed = bound + rng.choice([0, 1, 1, 1])
    text = "\n".join(
        [*head, f"result {cost} {claimed}", _mutated(rng, "\n".join(body)) if rng.random() < 0.95 else "\n".join(body)]
    )
    answers = [_answer(text, table, fast=fast) for fast in (True, False)]
    if answers[0] != answers[1] or (answers[0] or 0) > bound:
        raise FooledError(f"seed {seed}: the fast verifier says {answers[0]}, the plain one {answers[1]}, of {bound}")
    return Counter(
        {"file, rejected" if answers[0] is None else "file, accepted": 1, f"file, one more: {claimed > bound}": 1}
    )


def _answer(text, table, *, fast):
    try:
        return verified(text.encode("latin-1"), table, fast=fast).bound
    except ProofRejectedError:
        return None


def mutated_bytes(rng, data):
    """A table with a proof behind it, with some words, lines or bytes changed."""
    if rng.random() < 0.7:
        return _mutated(rng, data.decode("latin-1")).encode("latin-1")
    changed = bytearray(data)
    for _ in range(rng.choice([1, 2, 8])):
        at = rng.randrange(len(changed) + 1)
        changed[at : at + rng.choice([0, 1, 1, 20])] = rng.choice(
            [b"", b"\n", bytes([rng.randrange(256)]), changed[:at][-30:]]
        )
    return bytes(changed)


def _mutated(rng, text):
    """The text with one to four changes of a word, a line or a letter."""
    for _ in range(rng.choice([1, 1, 2, 4])):
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        words, kind = lines[at].split(" "), rng.random()
        word = rng.randrange(len(words))
        if kind < 0.4:
            words[word] = _changed(rng, words[word])
            lines[at] = " ".join(words)
        elif kind < 0.5:
            del words[word]
            lines[at] = " ".join(words)
        elif kind < 0.6:
            del lines[at]
        elif kind < 0.7:
            lines.insert(at, lines[rng.randrange(len(lines))])
        elif kind < 0.8:
            lines[at], lines[word % len(lines)] = lines[word % len(lines)], lines[at]
        elif kind < 0.9:
            # All claims say one more.
            lines = [_raised(line) for line in lines]
        else:
            letter = rng.choice("0123456789-*@>:,; \n\x00\xffr")
            place = rng.randrange(len(text) + 1)
            lines = (text[:place] + letter + text[place + rng.randint(0, 1) :]).split("\n")
        text = "\n".join(lines)
    return text


def _changed(rng, word):
    """The word with another number in it, or another word."""
    digits = word.lstrip("-")
    if digits.isdigit() and rng.random() < 0.8:
        return str(int(word) + rng.choice([-2, -1, 1, 1, 2, 10, 10**17]))
    return rng.choice(
        [
            "core",
            "rest",
            "exact",
            "*",
            ":",
            "0",
            "1",
            "-1",
            "",
            "1@1",
            "2@-1>0",
            "9" * 19,
            "1@2,3>1",
            "0-3",
            "3/1/*",
            "1-",
        ]
    )


def _raised(line):
    words = line.split(" ")
    if words[0] in ("core", "rest", "exact") and len(words) > 1 and words[1].isdigit():
        words[1] = str(int(words[1]) + 1)
    return " ".join(words)
