"""False claims and changed proofs against both verifiers: `python tests/fuzz_proofs.py 20000`.

`python tests/fuzz_proofs.py COUNT [FIRST SEED [SECONDS]]`. Every other case is a small table, on which some dozens of false claims are tried
with all true ones as hints; the others are real proofs with something changed. A failure is kept in `tests/regressions/`.
"""

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fuzzing import run
from samples.proof_attacks import false_claims, mutated_proof

TRIED = Counter()


def check(case):
    """Raise if a verifier is fooled; the kind of the case."""
    attack = {"claims": false_claims, "mutation": mutated_proof}[case["kind"]]
    TRIED.update(attack(case["seed"]))
    return case["kind"]


def main():
    """Run as the command line says, and tell what was tried."""
    count, first, seconds = (*map(float, sys.argv[1:4]), *(20_000, 0, float("inf"))[len(sys.argv[1:4]) :])
    kinds = ("claims", "mutation")
    try:
        run(
            "proofs",
            lambda seed: {"kind": kinds[seed % 2], "seed": seed},
            check,
            lambda _: iter(()),
            count=int(count),
            first=int(first),
            seconds=seconds,
        )
    finally:
        print(f"tried: {dict(TRIED)}")


if __name__ == "__main__":
    main()
