"""The tables of an instance: as 0/1 columns for rivals, and a suite of such tables made from raw ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedKFold

from evaluation.measures import UNSEEN, Codes
from harness.rawtables import read_gathered

Bits = NDArray[np.uint8]

INTERVALS = (2, 3, 4)
FOLDS = 5


@dataclass(frozen=True)
class BitTables:
    """Training and test rows as 0/1 columns with the classes by number; a class that only test rows have is `UNSEEN`."""

    columns: tuple[str, ...]
    classes: tuple[str, ...]
    train: Bits
    train_classes: Codes
    test: Bits | None
    test_classes: Codes | None


def read_texts(path: Path) -> pd.DataFrame:
    """A table as it is written."""
    return pd.read_csv(path, dtype=str, keep_default_na=False)


def bit_tables(train: Path, test: Path | None) -> BitTables:
    """The tables of an instance; a column that is not 0/1 becomes one column for each value that it has in training."""
    rows = read_texts(train)
    others = None if test is None else read_texts(test)
    values = {name: sorted(set(rows[name])) for name in rows.columns[:-1]}
    asked = [(name, v) for name, found in values.items() for v in (["1"] if set(found) <= {"0", "1"} else found)]
    classes = tuple(sorted(set(rows.iloc[:, -1])))
    number = {label: k for k, label in enumerate(classes)}

    def bits(frame: pd.DataFrame) -> Bits:
        return np.column_stack([(frame[name] == value).to_numpy(dtype=np.uint8) for name, value in asked])

    def codes(frame: pd.DataFrame) -> Codes:
        return np.array([number.get(label, UNSEEN) for label in frame.iloc[:, -1]], dtype=np.int64)

    names = tuple(name if value == "1" else f"{name}={value}" for name, value in asked)
    tests = (None, None) if others is None else (bits(others), codes(others))
    return BitTables(names, classes, bits(rows), codes(rows), *tests)


def quantised(frame: pd.DataFrame, intervals: int) -> pd.DataFrame:
    """Features as the paper has them: numbers cut into intervals of equal weight, then all one-hot; missing is a value.

    The paper cuts a whole table before it is divided into folds, and so do we: cut points do not look at classes.
    """
    parts = []
    for name in frame.columns:
        column = frame[name]
        number = pd.api.types.is_numeric_dtype(column) and column.nunique() > intervals
        cut = pd.qcut(column, intervals, duplicates="drop").astype(object) if number else column.astype(object)
        known = cut.where(column.notna(), "missing").map(str)
        if known.nunique() == 2 and set(known) <= {"0", "1", "0.0", "1.0"}:
            parts.append(known.str.startswith("1").astype(int).rename(name))
        else:
            parts.extend((known == value).astype(int).rename(f"{name}={value}") for value in sorted(set(known)))
    return pd.concat(parts, axis=1)


def folds(labels: pd.Series, seed: int) -> Iterator[tuple[Codes, Codes]]:
    """Five times training and test rows, four to one, each class alike where it has enough rows."""
    split = StratifiedKFold(FOLDS, shuffle=True, random_state=seed)
    yield from split.split(np.zeros(len(labels)), labels)


def make_suite(raw: Path, suite: Path, *, seed: int = 0) -> int:
    """A suite from a folder of CSV files, the class last: `SUITE/rQ/NAME_trainF.csv.gz` and `_testF`; how many instances."""
    made = 0
    for path in sorted(raw.glob("*.csv*")):
        features, labels = read_gathered(path)
        for intervals in INTERVALS:
            folder = suite / f"r{intervals}"
            folder.mkdir(parents=True, exist_ok=True)
            table = quantised(features, intervals).assign(**{str(labels.name): labels})
            for fold, (train, test) in enumerate(folds(labels, seed), 1):
                for name, rows in (("train", train), ("test", test)):
                    target = folder / f"{path.name.partition('.')[0]}_{name}{fold}.csv.gz"
                    table.iloc[rows].to_csv(target, index=False, compression={"method": "gzip", "mtime": 0})
                made += 1
    return made
