"""A table like the census table `adult`: the same columns, kinds and oddities, with entries made up."""

import numpy as np
import pandas as pd

_EDUCATION = ["9th", "HS-grad", "Some-college", "Bachelors", "Masters", "Doctorate"]
_WORK = ["Private", "Self-emp-not-inc", "Local-gov", "?", "Federal-gov"]
_JOBS = [f"occupation-{k}" for k in range(13)] + ["?"]


def adult_like(n_rows: int, seed: int = 0) -> pd.DataFrame:
    """So many rows; the class is in the last column."""
    dice = np.random.default_rng(seed)
    level = dice.choice(len(_EDUCATION), n_rows, p=[0.06, 0.34, 0.24, 0.22, 0.1, 0.04])
    age, hours = dice.integers(17, 91, n_rows), dice.integers(1, 100, n_rows)
    gain = np.where(dice.random(n_rows) < 0.08, dice.integers(1, 100_000, n_rows), 0)
    married = dice.random(n_rows) < np.clip((age - 17) / 40, 0, 0.7)
    frame = pd.DataFrame(
        {
            "age": age,
            "workclass": dice.choice(_WORK, n_rows, p=[0.7, 0.1, 0.1, 0.05, 0.05]),
            "fnlwgt": dice.integers(12_285, 1_484_705, n_rows),
            "education": np.array(_EDUCATION)[level],
            "education-num": np.array([5, 9, 10, 13, 14, 16])[level],
            "marital-status": np.where(married, "Married-civ-spouse", "Never-married"),
            "occupation": dice.choice(_JOBS, n_rows),
            "sex": dice.choice(["Male", "Female"], n_rows, p=[0.67, 0.33]),
            "capital-gain": gain,
            "capital-loss": np.where(dice.random(n_rows) < 0.05, dice.integers(155, 4356, n_rows), 0),
            "hours-per-week": hours,
            "native-country": dice.choice([f"country-{k}" for k in range(41)], n_rows, p=[0.9] + [0.1 / 40] * 40),
        }
    )
    rich = (gain > 7000) | (married & (level >= 3) & (hours > 30))
    frame["income"] = np.where(rich ^ (dice.random(n_rows) < 0.08), ">50K", "<=50K")
    return frame
