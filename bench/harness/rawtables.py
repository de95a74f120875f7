"""Raw tables out of packages: numbers, texts and blanks as their collectors left them, the target as the last column.

Packages are fetched by name without what they depend on, and never installed or imported: files are read out of the archive.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn import datasets

SEED = 0
INSTALLED = "scikit-learn"
"""The package whose tables come with it, as functions that make them; there is nothing to fetch."""

Classes = Callable[[pd.Series], pd.Series]


@dataclass(frozen=True)
class RawTable:
    """Where a table is and what is asked of it.

    Args:
        package: name and version, as the packaging index knows them.
        path: the file in the archive; after an exclamation mark, the file in the archive that it is.
        target: the column to predict, by name, or by place where the file has no names.
        drop: columns that are row numbers, other targets, or known only once the target is.
        keep: the only columns to keep, where most are of no use.
        names: of the columns, for a file without them; the empty sequence makes them up.
        classes: what makes classes of the target.
        rows: how many rows to take, at random but always the same ones; all by default.
        note: what a reader of figures should know.
    """

    package: str
    path: str
    target: str
    drop: Sequence[str] = ()
    keep: Sequence[str] = ()
    names: Sequence[str] | None = None
    classes: Classes | None = None
    rows: int | None = None
    note: str = ""


def above(cut: float) -> Classes:
    """Two classes of a quantity: above the cut, or not."""

    def classes(values: pd.Series) -> pd.Series:
        return values.gt(cut).map({True: f"above {cut:g}", False: f"at most {cut:g}"}).where(values.notna())

    return classes


def parity(values: pd.Series) -> pd.Series:
    """Odd or even."""
    return values.astype(int).mod(2).map({0: "even", 1: "odd"})


def fetch(package: str, folder: Path) -> Path:
    """The archive of a package in this version: from the folder, or fetched into it."""
    start = _plain(package) + "_"
    for _ in range(2):
        for path in sorted(folder.glob("*")):
            if _plain(path.name).startswith(start):
                return path
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), package]
        subprocess.run(command, check=True)
    raise FileNotFoundError(f"{package} was fetched, but {folder} has no archive of that name")


def _plain(name: str) -> str:
    """Name and version as archives may spell them: `Vega.data==0.9` and `vega_data-0.9` are one."""
    return re.sub(r"[-_.=]+", "_", name).lower()


def content(archive: bytes, path: str) -> bytes:
    """A file out of a zip or tar archive, its first folder left out where that names the archive; `!` goes deeper."""
    outer, _, inner = path.partition("!")
    stream = io.BytesIO(archive)
    if zipfile.is_zipfile(stream):
        with zipfile.ZipFile(stream) as files:
            found = files.read(outer)
    else:
        stream.seek(0)
        with tarfile.open(fileobj=stream) as members:
            name = next(name for name in members.getnames() if name == outer or name.partition("/")[2] == outer)
            member = members.extractfile(name)
            assert member is not None
            found = member.read()
    return content(found, inner) if inner else found


def parse(raw: RawTable, text: bytes) -> pd.DataFrame:
    """The table in a text file; empty entries, `NA` and `?` are missing, and nothing else is."""
    compression = {".gz": "gzip", ".bz2": "bz2", ".zip": "zip"}.get(Path(raw.path).suffix)
    frame = pd.read_csv(
        io.BytesIO(text),
        compression=compression,
        header=0 if raw.names is None else None,
        skipinitialspace=True,
        keep_default_na=False,
        na_values=["", "NA", "?"],
    )
    if raw.names is not None:
        made_up = [f"x{place}" for place in range(1, frame.shape[1])]
        frame.columns = [*(raw.names or made_up), "class"]
    return frame


def shaped(raw: RawTable, frame: pd.DataFrame) -> pd.DataFrame:
    """The columns that are asked for, the target last, in the rows that have one."""
    frame = frame.drop(columns=[name for name in frame.columns if not str(name) or str(name).startswith("Unnamed:")])
    features = frame[list(raw.keep)] if raw.keep else frame.drop(columns=[raw.target, *raw.drop])
    target = frame[raw.target] if raw.classes is None else raw.classes(frame[raw.target])
    whole = features.assign(**{raw.target: target})[target.notna()]
    if raw.rows is not None and raw.rows < len(whole):
        chosen = np.random.default_rng(SEED).choice(len(whole), raw.rows, replace=False)
        whole = whole.iloc[np.sort(chosen)]
    return whole.convert_dtypes()


def gather(raw: RawTable, archives: Path) -> pd.DataFrame:
    """The table as it will be learned from."""
    if raw.package == INSTALLED:
        return shaped(raw, getattr(datasets, raw.path)(as_frame=True).frame)
    return shaped(raw, parse(raw, content(fetch(raw.package, archives).read_bytes(), raw.path)))


def read_gathered(path: Path) -> tuple[pd.DataFrame, pd.Series]:
    """Features and classes of a gathered table, of the rows that have a class; only an empty entry is missing."""
    frame = pd.read_csv(path, keep_default_na=False, na_values=[""])
    frame = frame[frame.iloc[:, -1].notna()]
    return frame.iloc[:, :-1], frame.iloc[:, -1].astype(str)
