"""Compare engines with the oracle on as many random tables as wanted: `python tests/fuzz.py 20000`.

Prints the seed of the first table that fails; add that seed to the regression tests.
"""

import sys
from pathlib import Path

from joblib import Parallel, delayed

sys.path.insert(0, str(Path(__file__).parent))

from test_engines_agree import check_seed


def check_range(first: int, last: int) -> None:
    for seed in range(first, last):
        try:
            check_seed(seed)
        except BaseException:
            print(f"seed {seed} fails", file=sys.stderr)
            raise


def main() -> None:
    n_tables = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    step = 250
    tasks = (delayed(check_range)(s, min(s + step, first + n_tables)) for s in range(first, first + n_tables, step))
    done = sum(1 for _ in Parallel(n_jobs=2, return_as="generator")(tasks))
    print(f"{n_tables} tables in {done} pieces, perfect and sparse each: every cost equals the oracle's")


if __name__ == "__main__":
    main()
