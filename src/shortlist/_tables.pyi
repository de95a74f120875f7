"""Reads and merges tables, in native code that knows nothing of the search."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

class Refused(Exception):
    """The text is not of the form that is read here; the csv module knows why, and in which line."""

class Fields:
    """Some whole rows of a CSV file, and where their fields stand."""

    @property
    def rows(self) -> int:
        """How many rows these are."""
    @property
    def end(self) -> int:
        """Where the row behind them begins."""

class Column:
    """A column of a CSV file while it is read: codes of its distinct texts, or numbers where very many are different."""

    def __init__(self, position: int, *, may_be_numbers: bool, many: int, marks: Sequence[str]) -> None:
        """The column at this position; from so ``many`` different texts on, none of the ``marks``, it had better be numbers."""
    @property
    def is_numbers(self) -> bool:
        """Has it become numbers?"""
    @property
    def failed(self) -> bool:
        """Has it become numbers, and then had too many texts that are none?"""
    def texts(self) -> list[str]:
        """The distinct texts, in the order of their codes; of numbers only those that are not surely numbers."""
    def codes(self) -> NDArray[np.signedinteger]:
        """For each row the number of its text. The column is empty afterwards."""
    def values(self) -> NDArray[np.float64]:
        """For each row its number, NaN for an empty text. The column is empty afterwards."""
    def others(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The rows whose texts are not surely numbers, and the numbers of these texts."""

def split(raw: bytes | bytearray, start: int, bytes: int, *, delimiter: str, width: int) -> Fields:  # noqa: A002
    """The rows from ``start`` on until so many ``bytes`` are passed; ``Refused`` if one has another width."""

def add(columns: Sequence[Column], fields: Fields, *, expected: int) -> None:
    """Give these columns, of which so many rows are expected in all, their fields."""

class Pattern:
    """Features that go together: for each entry of a column, and last for a missing one, words of their bits."""

    def __init__(self, codes: NDArray[np.signedinteger], bits: NDArray[np.uint64], first_word: int) -> None:
        """Row i has the bits of entry ``codes[i]``, of a missing one if that is −1, from this word of the row on."""

class Merger:
    """Equal rows of bits become one, with its examples counted."""

    def __init__(self, words: int, classes: int) -> None:
        """Rows of so many words."""
    def add_rows(self, rows: NDArray[np.uint64], labels: NDArray[np.int64], weights: NDArray[np.int64]) -> None:
        """Add rows of a class and a weight each."""
    def add_patterns(
        self, patterns: Sequence[Pattern], first: int, labels: NDArray[np.int64], weights: NDArray[np.int64]
    ) -> None:
        """Add the rows of these patterns from the ``first`` on, of a class and a weight each."""
    def merged(self, bytes: int) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:  # noqa: A002
        """In the order of their bits: so many bytes of each distinct row, the counts of its classes, and how many rows it is."""
