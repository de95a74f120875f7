"""Compare a family of models with its oracle on as many random tables as wanted: `python tests/fuzz.py 20000`.

The families are lists (the default), separated, objective and hybrid: `python tests/fuzz.py 20000 1000000 separated`.
Prints the seed of the first table that fails; add that seed to the regression tests.
"""

import sys
from pathlib import Path

from joblib import Parallel, delayed

sys.path.insert(0, str(Path(__file__).parent))

from engines import test_engines_agree, test_hybrid, test_separated
from problems import test_objective

FAMILIES = {
    "lists": test_engines_agree.check_seed,
    "separated": test_separated.check_seed,
    "objective": test_objective.check_seed,
    "hybrid": test_hybrid.check_seed,
}


def check_range(family: str, first: int, last: int) -> None:
    for seed in range(first, last):
        try:
            FAMILIES[family](seed)
        except BaseException:
            print(f"{family}: seed {seed} fails", file=sys.stderr)
            raise


def main() -> None:
    n_tables = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    family = sys.argv[3] if len(sys.argv) > 3 else "lists"
    step = 250
    starts = range(first, first + n_tables, step)
    tasks = (delayed(check_range)(family, s, min(s + step, first + n_tables)) for s in starts)
    done = sum(1 for _ in Parallel(n_jobs=2, return_as="generator")(tasks))
    print(f"{family}: {n_tables} tables in {done} pieces, perfect and sparse: every cost equals the oracle's")


if __name__ == "__main__":
    main()
