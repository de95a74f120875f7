"""Model files with something changed, against `loads` and all that is done with a model: `python -OO tests/fuzz_models.py 20000`.

`python tests/fuzz_models.py COUNT [FIRST SEED [SECONDS]]`. A failure is shrunk and kept in `tests/regressions/`, where CI replays it.
"""

import random
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fuzzing import run
from samples.mutated_models import check, draw, smaller


def main() -> None:
    warnings.simplefilter("ignore")  # rows that have nothing to do with a model surprise it
    count, first, seconds = (*map(float, sys.argv[1:4]), *(20_000, 0, float("inf"))[len(sys.argv[1:4]) :])
    run(
        "models",
        lambda seed: draw(random.Random(seed)),
        check,
        smaller,
        count=int(count),
        first=int(first),
        seconds=seconds,
    )


if __name__ == "__main__":
    main()
