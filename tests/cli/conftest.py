"""What tests of the command line share."""

import numpy as np
import pytest


@pytest.fixture(scope="session")
def hard_csv(tmp_path_factory):
    """Random classes of many features: no engine proves this in seconds."""
    rng = np.random.default_rng(0)
    table = np.column_stack([rng.random((300, 25)) < 0.5, rng.integers(0, 2, 300)]).astype(int)
    path = tmp_path_factory.mktemp("hard") / "hard.csv"
    path.write_text(
        "\n".join([",".join([*(f"x{i}" for i in range(25)), "y"]), *(",".join(map(str, r)) for r in table)])
    )
    return path
