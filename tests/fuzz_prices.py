"""Tiny tables with extreme weights and prices, every engine, against the oracle: `python -OO tests/fuzz_prices.py 50000`.

`python tests/fuzz_prices.py COUNT [FIRST SEED [SECONDS]]`. A failure is shrunk and kept in `tests/regressions/`, where CI replays it.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fuzzing import run
from samples.price_cases import check, draw, smaller


def main() -> None:
    count, first, seconds = (*map(float, sys.argv[1:4]), *(20_000, 0, float("inf"))[len(sys.argv[1:4]) :])
    run(
        "prices",
        lambda seed: draw(random.Random(seed)),
        check,
        smaller,
        count=int(count),
        first=int(first),
        seconds=seconds,
    )


if __name__ == "__main__":
    main()
