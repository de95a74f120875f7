"""The columns of a large CSV file by native code: as distinct texts, or as numbers where nearly all texts are different numbers.

The native code tells rows and fields apart as the csv module does, and refuses what is wrong without a word of the line. It takes for
a number only what surely is one; other texts of a column of numbers are told by `kinds.meaning`, each once. A column in which there
is one that is no number is read again, as texts.
"""

from __future__ import annotations

import math
from codecs import getincrementaldecoder
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count

import numpy as np
from numpy.typing import NDArray

from shortlist import _tables
from shortlist.tables.deadline import Deadline
from shortlist.tables.kinds import meaning
from shortlist.tables.texts import AnyColumn, CsvFile, NumberColumn, TextColumn
from shortlist.words import EXACT

Refused = _tables.Refused

_FIRST = 2**18  # bytes after which it is told which columns had better be numbers
_PIECE = 2**22  # bytes at a time
_SPARE = 1.02  # times as many rows as are expected are made room for
_MANY = 2**12  # different texts, and their column had better be numbers


def read_columns(
    file: CsvFile, names: Sequence[str], numbers: Collection[str], missing: Collection[str], deadline: Deadline
) -> tuple[dict[str, AnyColumn], int]:
    """These columns of the file, and the number of its rows; `numbers` are the names of those that may come as numbers."""
    place = {name: position for position, name in enumerate(file.header)}
    marks = sorted({*missing} - {""})

    def column(name: str, *, may_be_numbers: bool) -> _tables.Column:
        return _tables.Column(place[name], may_be_numbers=may_be_numbers, many=_MANY, marks=marks)

    reading = {name: column(name, may_be_numbers=name in numbers) for name in names}
    n_rows = _read(file, list(reading.values()), deadline)
    found = {name: _finished(column, missing) for name, column in reading.items()}
    again = {name: column(name, may_be_numbers=False) for name, finished in found.items() if finished is None}
    if again:
        _read(file, list(again.values()), deadline)
    for name, texts in again.items():
        found[name] = _finished(texts, missing)
    return {name: finished for name, finished in found.items() if finished is not None}, n_rows


def _read(file: CsvFile, columns: list[_tables.Column], deadline: Deadline) -> int:
    """Give each column its part of each piece of the file; the number of rows."""
    raw, start, size, n_rows = file.raw, file.body, _FIRST, 0
    n_threads = cpu_count() or 1
    shares = [share for first in range(n_threads) if (share := columns[first::n_threads])]
    if not raw.isascii():
        _check_utf8(file, deadline)
    with ThreadPoolExecutor(n_threads) as threads:
        while start < len(raw):
            deadline.check(file.source, start, len(raw))
            fields = _tables.split(raw, start, size, delimiter=file.delimiter, width=len(file.header))
            n_rows, start, size = n_rows + fields.rows, fields.end, _PIECE
            expected = math.ceil(n_rows * (len(raw) - file.body) / (start - file.body) * _SPARE)
            list(threads.map(lambda share, part=fields, n=expected: _tables.add(share, part, expected=n), shares))
    return n_rows


def _check_utf8(file: CsvFile, deadline: Deadline) -> None:
    """Refuse bytes that are not UTF-8, whether their column is read or not."""
    decoder = getincrementaldecoder("utf-8")()
    try:
        for start in range(file.body, len(file.raw), _PIECE):
            deadline.check(file.source, start, len(file.raw))
            decoder.decode(file.raw[start : start + _PIECE])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        raise Refused(str(error)) from None


def _finished(column: _tables.Column, missing: Collection[str]) -> AnyColumn | None:
    """All rows of the column; None if it was taken for numbers and has something else."""
    if not column.is_numbers:
        return TextColumn(tuple(column.texts()), column.codes())
    told = None if column.failed else _told(column.texts(), missing)
    if told is None:
        return None
    values = column.values()
    rows, texts = column.others()
    values[rows] = told[texts]
    return NumberColumn(values)


def _told(texts: Sequence[str], missing: Collection[str]) -> NDArray[np.float64] | None:
    """The numbers that these texts are, NaN for those that mark missing entries; None if one is neither.

    Beyond 2**53 whole numbers are names, which only the texts tell.
    """
    told = np.full(len(texts), np.nan)
    for place, text in enumerate(map(str.strip, texts)):
        value = None if not text or text in missing else meaning(text)
        if value is None:
            continue
        # Truth values are no numbers here, so isinstance would not do.
        if type(value) not in (int, float) or not -EXACT < float(value) < EXACT:
            return None
        told[place] = value
    return told
