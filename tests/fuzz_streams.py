"""Random tables in memory, in parts, by DuckDB and by Dask: the same questions, lists, costs and counts.

python tests/fuzz_streams.py 200
python tests/fuzz_streams.py --large 1000000    # one table like adult of so many rows
"""

import sys
import tempfile
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from scale.test_dask import check_adult_like_by_dask, check_dask
from scale.test_streams import check_adult_like, check_seed, small_parts_for


def many(n_tables: int) -> None:
    """Check so many random tables."""
    for seed in range(n_tables):
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


if __name__ == "__main__":
    if sys.argv[1] == "--large":
        with tempfile.TemporaryDirectory() as folder:
            check_adult_like(int(sys.argv[2]), Path(folder))
        check_adult_like_by_dask(int(sys.argv[2]))
        print(f"{sys.argv[2]} rows: the same in memory, in parts, by DuckDB and by Dask")
    else:
        many(int(sys.argv[1]))
