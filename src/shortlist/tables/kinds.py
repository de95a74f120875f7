"""Texts to typed columns: which kind a column of a CSV file is, and what each of its texts means.

Nothing is guessed from a part of the column and nothing is changed silently: `NA` is a missing mark only in a column
whose other texts are all numbers or booleans, and a column with leading zeros stays text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError
from shortlist.tables.csv_text import TextColumn
from shortlist.tables.table import Column, Kind, Label
from shortlist.words import EXACT

_MOST_CODES = 10

_NUMBER = re.compile(r"[+-]?(0|[1-9]\d*|(0|[1-9]\d*)?\.\d+|(0|[1-9]\d*)\.)([eE][+-]?\d+)?")
_INTEGER = re.compile(r"-?(0|[1-9]\d*)")
_INFINITE = re.compile(r"[+-]?inf(inity)?", re.IGNORECASE)
_MARKS = frozenset({"na", "n/a", "nan", "null", "none", "?"})
_BOOLEANS = {"0": False, "1": True, "false": False, "true": True}

Where = Callable[[str], str]
"""Where a text stands, for the error sentence: `line 7`."""


def kind_of_texts(texts: Collection[str]) -> Kind:
    """The kind of a column with these different texts, missing ones left out.

    >>> [str(kind_of_texts(t)) for t in (["0", "1"], ["1.5", "NA"], ["1", "2", "3"], ["007"], ["red"])]
    ['boolean', 'number', 'code', 'category', 'category']
    """
    meant = [text for text in texts if text.lower() not in _MARKS]
    if not meant:
        return Kind.CATEGORY
    lowered = {text.lower() for text in meant}
    if lowered <= {"0", "1"} or lowered <= {"true", "false"}:
        return Kind.BOOLEAN
    if not all(_NUMBER.fullmatch(text) or _INFINITE.fullmatch(text) for text in meant):
        return Kind.CATEGORY
    if not all(_INTEGER.fullmatch(text) for text in meant):
        return Kind.NUMBER
    if not all(_is_short_integer(text) for text in meant):
        return Kind.CATEGORY
    return Kind.CODE if are_codes({int(text) for text in meant}) else Kind.NUMBER


def _is_short_integer(text: str) -> bool:
    """A whole number of at most 2**53; a longer one is a name, and is compared as a text."""
    return len(text) < 20 and _INTEGER.fullmatch(text) is not None and abs(int(text)) <= EXACT


def are_codes(numbers: Collection[int]) -> bool:
    """Are these whole numbers codes rather than quantities? At most ten different ones, close together.

    >>> are_codes({1, 2, 3}), are_codes({22, 35, 58})
    (True, False)
    """
    return len(numbers) <= _MOST_CODES and max(numbers, default=0) - min(numbers, default=0) < 2 * _MOST_CODES


def column_of_texts(
    name: str, texts: TextColumn, where: Where, *, missing: Collection[str] = ("",), kind: Kind | None = None
) -> Column:
    """The typed column; `kind` is inferred from all texts unless given, and then each text must fit it."""
    stripped = [text.strip() for text in texts.distinct]
    present = {text for text in stripped if text not in missing}
    kind = kind or kind_of_texts(present)
    values: list[object] = []
    for text, clean in zip(texts.distinct, stripped, strict=True):
        marked = clean not in present or (kind is not Kind.CATEGORY and clean.lower() in _MARKS)
        values.append(None if marked else _value(name, clean, kind, partial(where, text)))
    absent = np.array([value is None for value in values], dtype=np.bool_)
    return Column(name, kind, _filled(kind, values)[texts.codes], absent[texts.codes])


def _value(name: str, text: str, kind: Kind, where: Callable[[], str]) -> object:
    match kind:
        case Kind.CATEGORY:
            return text
        case Kind.BOOLEAN if text.lower() in _BOOLEANS:
            return _BOOLEANS[text.lower()]
        case Kind.CODE if _is_short_integer(text):
            return int(text)
        case Kind.NUMBER if _NUMBER.fullmatch(text) and np.isfinite(float(text)):
            return float(text)
    expected = {Kind.BOOLEAN: "0, 1, true or false", Kind.CODE: "a whole number", Kind.NUMBER: "a finite number"}
    raise DataError(f"{where()}, column {name!r}: must be {expected[kind]}, got {text!r}")


def _filled(kind: Kind, values: list[object]) -> NDArray[np.generic]:
    dtype, filler = {
        Kind.BOOLEAN: (np.dtype(np.bool_), False),
        Kind.CODE: (np.dtype(np.int64), 0),
        Kind.NUMBER: (np.dtype(np.float64), np.nan),
        Kind.CATEGORY: (np.dtype(object), None),
    }[kind]
    return np.array([filler if value is None else value for value in values], dtype=dtype)


def labels_of_texts(
    name: str,
    texts: Collection[str],
    where: Where,
    missing: Collection[str],
    classes: Sequence[Label] | None = None,
) -> list[Label]:
    """The class that each different text of a target column means: a whole number where all are, else the text.

    None may be missing. `classes`, where given, are the only ones there may be, and each text means the one that is written so.
    """
    stripped = {text: text.strip() for text in texts}
    numeric = kind_of_texts(set(stripped.values()) - set(missing)) is not Kind.CATEGORY
    whole = all(_is_short_integer(text) for text in stripped.values())
    written = None if classes is None else {str(label): label for label in classes}
    meaning: dict[str, Label] = {}
    for text, clean in stripped.items():
        if clean in missing or (numeric and clean.lower() in _MARKS):
            raise DataError(f"{where(text)}, column {name!r}: the target must not be missing")
        if written is not None and clean not in written:
            raise DataError(f"{where(text)}, column {name!r}: must be one of {', '.join(written)}, got {clean!r}")
        meaning[text] = written[clean] if written is not None else int(clean) if whole else clean
    return [meaning[text] for text in texts]
