"""Hostile files: `python tests/fuzz_files.py 5000 [FIRST]` reads so many mutated CSV, gzip and Parquet files, one for each seed.

A CSV file must be read as Python's csv module reads it, by native code in short pieces as well as by ourselves, or refused with a sentence;
anything else may be read or refused. A file in which something else happens is kept in `tests/regressions/`, named by its seed.
"""

from __future__ import annotations

import csv
import gzip
import io
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq

from shortlist.errors import DataError
from shortlist.tables import csv_native, csv_text
from shortlist.tables.csv_text import open_csv, read_csv
from shortlist.tables.read import read_table

KEPT = Path(__file__).parent / "regressions"
AT_ONCE = 500
PARTS = [
    *[
        "0",
        "1",
        "007",
        "-0",
        "-01",
        "1.5",
        "1e3",
        "1e999",
        "nan",
        "NA",
        "inf",
        "+5",
        " 7 ",
        "9007199254740993",
        "",
        "true",
    ],
    *[
        "red",
        "größe",
        '"',
        '""',
        '"a,b"',
        '"x\ny"',
        "a\rb",
        "\u2028",
        "\x04",
        "\x1b[31m",
        "2021-03-04",
        "x" * 300,
        "'",
        "\\",
        "#",
    ],
]
BYTES = [
    b'"',
    b",",
    b";",
    b"\n",
    b"\r",
    b"\r\n",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\xc3",
    b" ",
    b"\n\n",
    b'"\n',
    b"0",
    b"-",
    b"\x04",
]


def csv_bytes(rng: random.Random) -> bytes:
    """A table of few or many rows, written in some way, and then spoiled in some places, or not at all."""
    width, end = rng.randint(1, 5), rng.choice(["\n", "\n", "\r\n", "\r"])
    delimiter = rng.choice(",,;|\t")
    columns = [rng.choices(PARTS, k=rng.randint(1, 4)) for _ in range(width)]
    numbers = [rng.random() < 0.5 for _ in range(width)]
    lines = [delimiter.join(f"c{i}" for i in range(width))]
    for _ in range(rng.choice([0, 1, 2, 5, 30])):
        row = [
            str(rng.randrange(10**6) / 100) if many else rng.choice(few)
            for few, many in zip(columns, numbers, strict=True)
        ]
        lines.append(delimiter.join(row))
    raw = bytearray((end.join(lines) + rng.choice(["", end])).encode())
    for _ in range(rng.choice([0, 0, 1, 1, 2, 5])):
        place = rng.randrange(len(raw) + 1)
        raw[place : place + rng.choice([0, 0, 1, 3])] = rng.choice([*BYTES, bytes(raw[place : place + 9])])
    return bytes(raw)


def by_csv(raw: bytes, delimiter: str) -> tuple[list[str], list[list[str]]] | None:
    """Names and columns by nothing but the csv module; None if the file is to be refused."""
    try:
        text = raw.removeprefix(b"\xef\xbb\xbf").decode()
        if "\0" in text:
            return None
        plain = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
        marked = list(csv.reader(io.StringIO(f"{text}\nend", newline=""), delimiter=delimiter))
    except (UnicodeDecodeError, csv.Error):
        return None
    while plain and not plain[0]:
        plain.pop(0)
    if not plain or not marked or marked[-1] != ["end"]:
        return None
    names = [name.strip() for name in plain[0]]
    rows = [row or [""] for row in plain[1:] if row or len(names) == 1]
    if len(set(names)) < len(names) or not all(names) or not rows or any(len(row) != len(names) for row in rows):
        return None
    return names, [list(column) for column in zip(*rows, strict=True)]


def ours(raw: bytes) -> tuple[list[str], list[list[str]]] | None:
    """The same by our reader; None if it refuses."""
    try:
        file = open_csv("t.csv", raw)
        table = read_csv(file, file.names)
    except DataError:
        return None
    columns = [table.texts(name) for name in file.names]
    return list(file.names), [[column.distinct[code] for code in column.codes] for column in columns]


def typed(path: Path) -> object:
    """The typed table of a file, or the sentence that refuses it."""
    try:
        table = read_table(path)
    except DataError as refusal:
        return str(refusal)
    return [(c.name, c.kind, c.distinct.tolist(), c.codes.tolist()) for c in table]


def native(*, on: bool) -> patch.multiple:
    """Let native code read everything, in short pieces, or nothing."""
    for name, size in (("_FIRST", 40), ("_PIECE", 60), ("_MANY", 1)):
        setattr(csv_native, name, size)
    return patch.object(csv_text, "_SMALL", 0 if on else 2**30)


def check_csv(rng: random.Random, path: Path) -> None:
    """Read a CSV file in all ways."""
    raw = csv_bytes(rng)
    path.write_bytes(gzip.compress(raw) if rng.random() < 0.2 else raw)
    results = []
    for on in (False, True):
        with native(on=on):
            found = ours(raw)
            results.append(typed(path))
            header = csv_text._guess_delimiter(raw.removeprefix(b"\xef\xbb\xbf"))
            expected = by_csv(raw, header)
            # An unnamed first column is an index, of which the csv module knows nothing.
            if expected is not None or not raw.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n").startswith(
                (header.encode(), b" ", b'"')
            ):
                assert expected == found, (on, expected, found)
    assert results[0] == results[1], results


def check_broken_gzip(rng: random.Random, path: Path) -> None:
    """Read gzipped bytes of which some are others."""
    raw = bytearray(gzip.compress(csv_bytes(rng)))
    for _ in range(rng.randint(1, 3)):
        raw[rng.randrange(len(raw))] = rng.randrange(256)
    path.write_bytes(raw[: rng.choice([len(raw), rng.randrange(len(raw))])])
    typed(path)


def check_parquet(rng: random.Random, path: Path) -> None:
    """Read a Parquet file of which some bytes are others."""
    n = rng.choice([1, 7, 200])
    made = {
        "i": [rng.randrange(5) for _ in range(n)],
        "f": [rng.choice([None, rng.random()]) for _ in range(n)],
        "s": [rng.choice(["a", "größe", None]) for _ in range(n)],
        "b": [rng.random() < 0.5 for _ in range(n)],
    }
    stream = io.BytesIO()
    pq.write_table(pa.table(made), stream, compression=rng.choice(["none", "snappy", "zstd"]))
    raw = bytearray(stream.getvalue())
    for _ in range(rng.randint(1, 4)):
        raw[rng.randrange(len(raw))] = rng.randrange(256)
    path.write_bytes(raw[: rng.choice([len(raw), len(raw), rng.randrange(len(raw))])])
    typed(path)


def check(seed: int, folder: Path) -> Path:
    """Make the file of this seed and read it; where it is."""
    rng = random.Random(seed)
    way = rng.choice([check_csv, check_csv, check_csv, check_broken_gzip, check_parquet])
    path = folder / f"{seed}.{'parquet' if way is check_parquet else 'csv'}"
    try:
        way(rng, path)
    except Exception as error:  # noqa: BLE001  # whatever it is, it is not what a reader may do
        KEPT.mkdir(exist_ok=True)
        kept = KEPT / path.name
        kept.write_bytes(path.read_bytes())
        print(f"{kept}: {type(error).__name__}: {str(error)[:300]}", flush=True)
    path.unlink(missing_ok=True)
    return path


def main() -> None:
    """Read files in children of some hundreds each, so that one that kills its reader is found, too."""
    if sys.argv[1] == "--child":
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(int(sys.argv[2]), int(sys.argv[3])):
                print(seed, file=sys.stderr, flush=True)
                check(seed, Path(folder))
        return
    n, first, dead = int(sys.argv[1]), int((sys.argv[2:] or [0])[0]), 0
    while first < (end := int((sys.argv[2:] or [0])[0]) + n):
        command = [sys.executable, __file__, "--child", str(first), str(min(first + AT_ONCE, end))]
        child = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
        if child.returncode:
            seeds = [line for line in child.stderr.splitlines() if line.isdigit()]
            print(f"seed {seeds[-1]}: the reader ended with {child.returncode}", flush=True)
            dead, first = dead + 1, int(seeds[-1]) + 1
        else:
            first += AT_ONCE
    print(f"{n} files, {dead} dead readers")


if __name__ == "__main__":
    main()
