"""Rows that take their time, so that a worker can be killed while they are made."""

import time

import numpy as np
import pandas as pd


def rows_of(part: int, pause: float) -> pd.DataFrame:
    """The rows of one part of a table."""
    time.sleep(pause)
    dice = np.random.default_rng(part)
    x = dice.integers(0, 30, 500)
    return pd.DataFrame({"x": x, "c": dice.choice(["u", "v"], 500), "y": (x > 12) ^ (dice.random(500) < 0.1)})
