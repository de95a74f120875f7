"""Model files with something changed, against `loads` and all that is done with a model: `python -OO tests/fuzz_models.py 20000`.

`python tests/fuzz_models.py COUNT [FIRST SEED [SECONDS]]`. A failure is shrunk and kept in `tests/regressions/`, where CI replays it.
"""

import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fuzzing import command
from samples.mutated_models import check, draw, smaller

if __name__ == "__main__":
    warnings.simplefilter("ignore")  # rows that have nothing to do with a model missing_warning it
    command("models", draw, check, smaller)
