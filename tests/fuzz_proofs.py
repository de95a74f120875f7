"""False claims and changed proofs against both verifiers: `python tests/fuzz_proofs.py 20000`.

`python tests/fuzz_proofs.py COUNT [FIRST SEED [SECONDS [TABLE.csv.gz ...]]]`. Every other case is a small table, on which some dozens of
false claims are tried with all true ones as hints, each by both verifiers; the others are real proofs with something changed, of tables of
some dozens of rows, or of these files where they are given. A failure is kept in `tests/regressions/`.
"""

import sys
from collections import Counter
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fuzzing import run
from samples.proof_attacks import false_claims, mutated_file_proof, mutated_proof

TRIED = Counter()
FILES = tuple(sys.argv[4:])
ATTACKS = {
    "claims": partial(false_claims, share=1),
    "mutation": mutated_proof,
    "file": partial(mutated_file_proof, paths=FILES),
}


def check(case):
    """Raise if a verifier is fooled; the kind of the case."""
    TRIED.update(ATTACKS[case["kind"]](case["seed"]))
    return case["kind"]


def main():
    """Run as the command line says, and tell what was tried."""
    count, first, seconds = (*map(float, sys.argv[1:4]), *(20_000, 0, float("inf"))[len(sys.argv[1:4]) :])
    kinds = ("file", "file") if FILES else ("claims", "mutation")
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
