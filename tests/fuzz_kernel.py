"""Compare the kernel with brute force on many random tables: ``python tests/fuzz_kernel.py TABLES [SEED]``."""

import sys
import time

import numpy as np

from oracles.kernel import cheapest, cheapest_by_walk, cheapest_of_two, cost_of
from oracles.perfect import NEVER, cheapest_perfect, price_of
from samples.kernel_tables import chain_table, cube_table, dear_table, random_table
from samples.perfect_tables import random_perfect_table, tied_perfect_table
from shortlist import _kernel


def draw(rng):
    """A table and the brute force that can answer it."""
    kind = rng.random()
    if kind < 0.2:
        return dear_table(rng), cheapest
    if kind < 0.4:
        return chain_table(rng), cheapest
    if kind < 0.97:
        return random_table(rng), cheapest
    table = cube_table(rng, int(rng.integers(6, 8)))
    if kind < 0.98:
        return table | {"max_rules": int(rng.integers(1, 3))}, cheapest_of_two
    return table | {"max_literals": 1}, cheapest_by_walk


def compare(table, oracle, rng):
    """Raise if the kernel's list, cost or bound is wrong."""
    bounds = None
    # Without bounds a table of many rows takes too long.
    if len(table["features"]) < 64 and rng.random() < 0.5:
        share = rng.random()
        bounds = [name for name in _kernel.BOUNDS if rng.random() < share]
    arguments = dict(table)
    result = _kernel.search(
        arguments.pop("features"),
        arguments.pop("losses"),
        arguments.pop("weights"),
        bounds=bounds,
        pack_after=int(rng.choice([0, 1, 5, 400])),
        threads=int(rng.choice([1, 1, 1, 2, 4])),
        **arguments,
    )
    expected = oracle(table)
    if result.stop != "proved" or not expected == result.cost == result.lower_bound == cost_of(table, result.rules):
        raise AssertionError(f"{expected=} {result.cost=} {result.lower_bound=} {result.rules=} {bounds=} {table=}")


def compare_perfect(rng):
    """Raise if the perfect search's list, price or bound is wrong on a random table."""
    table = tied_perfect_table(rng) if rng.random() < 0.3 else random_perfect_table(rng)
    bounds = None
    if rng.random() < 0.3:
        bounds = [name for name in _kernel.PERFECT_BOUNDS if rng.random() < 0.7]
    arguments = dict(table)
    result = _kernel.perfect(
        arguments.pop("features"),
        arguments.pop("acceptable"),
        bounds=bounds,
        seed=int(rng.integers(5)),
        cores_alone=int(rng.choice([0, 1000, 20_000_000])),
        blank_rows=int(rng.choice([0, 0, 58, 63, 126])),
        rough_discounts=bool(rng.random() < 0.5),
        check_cores=bool(rng.random() < 0.2),
        **arguments,
    )
    expected = cheapest_perfect(table)
    found = price_of(table, result.rules) if result.rules else NEVER
    if result.stop != "proved" or not expected == result.cost == result.lower_bound == found:
        raise AssertionError(f"{expected=} {result.cost=} {result.lower_bound=} {result.rules=} {bounds=} {table=}")


def main():
    """Run as many tables as asked for."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    start = time.perf_counter()
    for seed in range(first, first + count):
        rng = np.random.default_rng(seed)
        try:
            compare(*draw(rng), rng)
            compare_perfect(rng)
        except AssertionError as error:
            sys.exit(f"seed {seed}: {error}")
        if (seed + 1 - first) % 1000 == 0:
            print(f"{seed + 1 - first} tables, {time.perf_counter() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
