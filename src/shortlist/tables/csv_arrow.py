"""The columns of a large CSV file by Arrow: as dictionaries of texts, or as numbers where nearly all texts are different numbers.

Arrow tells the width of every row, quotes and UTF-8 apart as strictly as the csv module does, and much faster. What it would take for
a number and we do not, `007` among others, is looked for in the bytes of the texts; a column in which there is one is read again, as
texts.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from secrets import token_hex
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
from numpy.typing import NDArray

from shortlist.tables.deadline import Deadline
from shortlist.tables.distinct import narrow
from shortlist.tables.texts import MARKS, AnyColumn, CsvFile, NumberColumn, TextColumn
from shortlist.words import EXACT

_FIRST = 2**18  # bytes from which it is told which columns may be numbers
_PIECE = 2**24  # bytes at a time
_BLOCK = 2**22  # bytes that one thread parses
_SPARE = 1.02  # times as many rows as are expected are made room for
_MANY = 2**12  # different texts, and their column had better be numbers

_MARK = token_hex()
_DICTIONARY = pa.dictionary(pa.int32(), pa.string())


class Refused(Exception):  # noqa: N818  # no error of the user's: the csv module is to look
    """Arrow does not take the file."""


def read_columns(
    file: CsvFile, names: list[str], numbers: Collection[str], missing: Collection[str], deadline: Deadline
) -> tuple[dict[str, AnyColumn], int]:
    """These columns of the file, and the number of its rows; `numbers` are the names of those that may come as numbers."""
    marks = pa.array(sorted({*missing, ""}))
    reading = {name: _Column(marks, may_be_numbers=name in numbers) for name in names}
    n_rows = _read(file, reading, deadline)
    again = {name: _Column(marks, may_be_numbers=False) for name, column in reading.items() if column.failed}
    if again:
        _read(file, again, deadline)
    return {name: (again.get(name) or column).result() for name, column in reading.items()}, n_rows


def _read(file: CsvFile, columns: dict[str, _Column], deadline: Deadline) -> int:
    """Give each column its part of each piece of the file; the number of rows."""
    n_rows, parser = 0, _Parser(file)
    with ThreadPoolExecutor(cpu_count()) as threads:
        for start, end in parser.pieces():
            deadline.check(file.source, start, len(file.raw))
            table = parser.parse(start, end, columns)
            n_rows += table.num_rows
            expected = n_rows * (len(file.raw) - file.body) // (end - file.body)
            list(threads.map(lambda name, part=table, n=expected: columns[name].add(part[name], n), columns))
            del table  # before the next is made
    return n_rows


class _Parser:
    """Arrow's parser with what it has to know of this file."""

    def __init__(self, file: CsvFile) -> None:
        self._file, self._raw = file, file.raw
        self._quoted = b'"' in file.raw
        if self._quoted:
            # Arrow takes an unclosed quote for the end of the file. With a row of marks behind the end it swallows the marks.
            row = file.delimiter.join([_MARK] * len(file.header))
            self._raw = file.raw + f"\n{row}\n".encode()
        self._plain = file.raw.isascii()
        self._place = {name: str(position) for position, name in enumerate(file.header)}

    def pieces(self) -> Iterator[tuple[int, int]]:
        """Where to begin and end: a short piece first, then long ones, each ending with a line.

        With quotes, a line may end within a field: then all is one piece.
        """
        raw, start, size = self._raw, self._file.body, _FIRST
        whole = len(raw)
        while start < whole:
            end = whole if self._quoted else raw.rfind(b"\n", start, start + size) + 1
            end = whole if end <= start or whole - end < size else end
            yield start, end
            start, size = end, _PIECE

    def parse(self, start: int, end: int, columns: dict[str, _Column]) -> Any:
        """These bytes as a table of these columns; an empty text comes as null."""
        if self._raw.startswith(BOM_UTF8, start):
            raise Refused("Arrow would drop what is no mark of the encoding here")
        types = {
            self._place[name]: pa.string() if column.as_numbers else _DICTIONARY for name, column in columns.items()
        }
        try:
            table = pyarrow.csv.read_csv(
                pa.BufferReader(pa.py_buffer(self._raw).slice(start, end - start)),
                read_options=pyarrow.csv.ReadOptions(column_names=[*self._place.values()], block_size=_BLOCK),
                parse_options=pyarrow.csv.ParseOptions(
                    delimiter=self._file.delimiter,
                    quote_char='"' if self._quoted else False,
                    newlines_in_values=self._quoted,
                ),
                convert_options=pyarrow.csv.ConvertOptions(
                    column_types=types,
                    include_columns=list(types),
                    null_values=[""],
                    strings_can_be_null=True,
                    check_utf8=not self._plain,
                ),
            )
        except pa.ArrowInvalid as error:
            raise Refused(str(error)) from None
        if self._quoted:
            if str(table[0][-1]) != _MARK:
                raise Refused("a quote is not closed")
            table = table.slice(0, table.num_rows - 1)
        return table.rename_columns(list(columns))


class _Column:
    """A column while it is read: the codes of its texts, or its numbers, piece by piece.

    It begins as texts. Where these may be numbers and very many are different, it goes on as numbers, until one is none: then it has
    `failed` and must be read again.
    """

    def __init__(self, marks: Any, *, may_be_numbers: bool) -> None:
        self._marks = marks
        self._may_be_numbers = may_be_numbers
        self._number: dict[str, int] = {}
        self._whole: NDArray[Any] = np.zeros(0, dtype=np.int8)
        self._rows = 0
        self.as_numbers = self.failed = False

    def add(self, texts: Any, expected: int) -> None:
        """Take a piece of the column over, of which so many rows are expected in all; an empty text has come as null."""
        if self.as_numbers:
            self._add_numbers(texts, expected)
        else:
            self._add_texts(texts, expected)

    def _put(self, piece: NDArray[Any], expected: int) -> None:
        """Write a piece behind those before: into the place of all rows, so that nothing is held twice."""
        end = self._rows + len(piece)
        if end > len(self._whole) or piece.dtype.itemsize > self._whole.itemsize:
            whole = np.empty(max(end, int(expected * _SPARE)), dtype=np.result_type(self._whole, piece))
            whole[: self._rows] = self._whole[: self._rows]
            self._whole = whole
        self._whole[self._rows : end] = piece
        self._rows = end

    def _add_texts(self, texts: Any, expected: int) -> None:
        for chunk in texts.chunks:
            different = chunk.dictionary.to_pylist()
            if different and different[-1] == _MARK:
                different.pop()
            known = [self._number.setdefault(text, len(self._number)) for text in different]
            places = chunk.indices
            if places.null_count:
                known.append(self._number.setdefault("", len(self._number)))
                places = places.fill_null(len(known) - 1)
            self._put(np.array(known, dtype=narrow(len(self._number)))[places.to_numpy()], expected)
        if self._may_be_numbers and len(self._number) > min(_MANY, self._rows // 2):
            self._become_numbers()

    def _become_numbers(self) -> None:
        values = _numbers(pa.chunked_array([pa.array(self._number, pa.string())]), self._marks)
        if values is None:
            self._may_be_numbers = False
            return
        if len(np.unique(values[~np.isnan(values)])) < 3:
            return  # these may be truth values yet
        self._whole = values[self._whole[: self._rows]]
        self.as_numbers = True

    def _add_numbers(self, texts: Any, expected: int) -> None:
        values = None if self.failed else _numbers(texts, self._marks)
        if values is None:
            self.failed = True
            self._whole, self._rows = self._whole[:0], 0
        else:
            self._put(values, expected)

    def result(self) -> AnyColumn:
        """All rows."""
        whole = self._whole[: self._rows]
        return NumberColumn(whole) if self.as_numbers else TextColumn(tuple(self._number), whole)


def _numbers(texts: Any, marks: Any) -> NDArray[np.float64] | None:
    """The numbers that these texts are, NaN for those that mark missing entries; None if some text is neither, or not surely so."""
    values = _cast(texts) if len(marks) == 1 else None
    if values is None:
        texts = pc.utf8_trim_whitespace(texts)
        marked = pc.or_(pc.is_in(texts, marks), pc.is_in(pc.utf8_lower(texts), pa.array(sorted(MARKS))))
        texts = pc.if_else(marked, None, texts)
        values = _cast(texts)
    if values is None or any(map(_has_leading_zeros, texts.chunks)):
        return None
    # Beyond 2**53 whole numbers are names, which only the texts tell; a text may not be NaN itself.
    low, high = float(np.fmin.reduce(values, initial=0.0)), float(np.fmax.reduce(values, initial=0.0))
    absent = int(np.count_nonzero(np.isnan(values)))
    return values if absent == texts.null_count and not (low <= -EXACT or high >= EXACT) else None


def _cast(texts: Any) -> NDArray[np.float64] | None:
    try:
        values = pc.cast(texts, pa.float64())
    except pa.ArrowInvalid:
        return None
    return np.asarray(values.fill_null(np.nan).to_numpy() if values.null_count else values.to_numpy())


def _has_leading_zeros(texts: Any) -> bool:
    """Is there a text such as 007 or -01? These are no numbers, but codes."""
    _, offsets, data = texts.buffers()
    if data is None or not data.size:
        return False
    places = np.frombuffer(offsets, np.int32, len(texts) + 1, texts.offset * 4)
    starts, ends = places[:-1], places[1:]
    cells = np.frombuffer(data, np.uint8)
    last = len(cells) - 1
    starts = starts + (cells[np.minimum(starts, last)] == ord("-"))
    zeros = np.flatnonzero((cells[np.minimum(starts, last)] == ord("0")) & (ends > starts + 1))
    second = cells[starts[zeros] + 1]
    return bool(((second >= ord("0")) & (second <= ord("9"))).any())
