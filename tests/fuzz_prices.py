"""Tiny tables with extreme weights and prices, every engine, against the oracle: `python -OO tests/fuzz_prices.py 50000`.

`python tests/fuzz_prices.py COUNT [FIRST SEED [SECONDS]]`. A failure is shrunk and kept in `tests/regressions/`, where CI replays it.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fuzzing import command
from samples.price_cases import check, draw, smaller

if __name__ == "__main__":
    command("prices", draw, check, smaller)
