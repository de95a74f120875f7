"""Compare decision sets with the oracles on as many random tables as wanted: `python tests/fuzz_sets.py 5000`.

Prints the seed of the first table that fails; add that seed to the regression tests.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from engines.test_sets import check_complete, check_larger, check_perfect, check_separated, check_witness, small_table
from samples.strategies import random_table


def check_seed(seed: int) -> None:
    rng = random.Random(seed)
    table, node_cost = random_table(rng), rng.randint(1, 4)
    check_perfect(table)
    check_separated(table[:9], node_cost)
    check_complete(small_table(rng), node_cost)
    if seed % 10 == 0:
        check_witness(table[:9], node_cost)
        check_larger(seed)


def main() -> None:
    n_tables = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    for seed in range(first, first + n_tables):
        try:
            check_seed(seed)
        except BaseException:
            print(f"seed {seed} fails", file=sys.stderr)
            raise
    print(f"{n_tables} tables, every form and objective: every cost equals the oracle's")


if __name__ == "__main__":
    main()
