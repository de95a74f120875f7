"""Random tables in memory, in parts, by DuckDB and by Dask: the same questions, lists, costs and counts.

python tests/fuzz_streams.py 200
"""

import sys
import tempfile
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from scale.test_dask import check_dask
from scale.test_streams import check_seed, small_parts_for

for seed in range(int(sys.argv[1])):
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as monkeypatch:
        small_parts_for(monkeypatch)
        try:
            check_seed(seed, Path(folder), monkeypatch)
            check_dask(seed)
        except BaseException:
            print(f"seed {seed}")
            raise
    print(f"{seed + 1} tables", end="\r", flush=True)
print()
