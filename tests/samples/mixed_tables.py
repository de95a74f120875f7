"""Random tables of mixed kinds as data frames: missing entries, weights, hostile names, equal rows."""

import random

import numpy as np
import pandas as pd

HOSTILE = ['a"b', "c'd", "e.f", "x;--", "ä ö", "select", " v", "{z}", "c0", "%s"]


def mixed_frame(rng: random.Random, n_rows: int | None = None) -> pd.DataFrame:
    """Some columns of each kind, then `w`, weights, and `y`, the class, which depends on some of the columns."""
    n = n_rows or rng.randint(30, 160)
    dice = np.random.default_rng(rng.randrange(2**32))
    names = rng.sample(HOSTILE, 6)
    days = pd.Timestamp("2020-01-01") + pd.to_timedelta(dice.integers(0, 900, n), "D")
    frame = pd.DataFrame(
        {
            names[0]: np.round(dice.normal(0, 50, n), rng.choice([0, 1, 3])),
            names[1]: dice.integers(0, rng.choice([2, 5, 40]), n),
            names[2]: dice.choice(["red", "blue", "it's", 'a"q', "", "Ω", "NA"][: rng.randint(2, 7)], n),
            names[3]: dice.random(n) < 0.4,
            names[4]: days.strftime("%Y-%m-%d"),
            names[5]: dice.choice([0.0, -0.0, 1.5, 2.5, 1e300, -7.25], n),
        }
    )
    for name in frame.columns:
        if rng.random() < 0.4:
            frame[name] = frame[name].astype(object).mask(dice.random(n) < 0.15, None)
    said = (pd.to_numeric(frame[names[0]], errors="coerce").fillna(0) > 5) ^ (frame[names[2]] == "red")
    noise = dice.random(n) < 0.1
    kinds = rng.choice([["no", "yes"], ["no", "yes", "?!"], [0, 1, 2]])
    frame["w"] = dice.choice([1, 2, 0.5, 0.25, 0][: rng.randint(1, 5)], n)
    frame["y"] = [
        kinds[0 if flip else int(flag) + (len(kinds) > 2 and k % 7 == 0)]
        for k, (flag, flip) in enumerate(zip(said, noise, strict=True))
    ]
    return frame
