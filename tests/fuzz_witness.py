"""False bounds and changed LRAT proofs against both checkers, and the encoder against brute force: `python tests/fuzz_witness.py 20000`.

`python tests/fuzz_witness.py COUNT [FIRST SEED [SECONDS]]`. A failure is kept in `tests/regressions/`.
"""

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fuzzing import command
from samples.witness_attacks import false_bound, mutated_witness
from samples.witness_questions import Question
from shortlist_verifier.lrat import Formula

TRIED = Counter()


def formula(seed):
    """The formula of a small table has a model if and only if some list is cheap enough."""
    assert Question(seed).is_right(Formula), seed
    return Counter({"formula": 1})


KINDS = {"false": false_bound, "mutation": mutated_witness, "formula": formula}


def check(case):
    """Raise if a verifier is fooled or the encoder is wrong; the kind of the case."""
    TRIED.update(KINDS[case["kind"]](case["seed"]))
    return case["kind"]


def draw(rng):
    """One of the attacks, or a formula."""
    return {"kind": rng.choice(list(KINDS)), "seed": rng.randrange(10**9)}


if __name__ == "__main__":
    try:
        command("witness", draw, check, lambda _: iter(()))
    finally:
        print(f"tried: {dict(TRIED)}")
