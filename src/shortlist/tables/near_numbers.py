"""Texts that are nearly numbers: `$1,000`, `1.234,5`, `12 kg`, or `unknown` among ages.

As texts they can only be equal or not; as numbers they could be compared. They are never changed here: whoever gave them is told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shortlist.tables.kinds import meaning
from shortlist.words import number

_FEWEST = 3
_SAMPLE = 500
_MOST_UNITS = 3
_SEPARATED = r"\d{1,3}(?:[., '’\u00a0\u202f]\d{3})+(?:[.,]\d+)?"
_DECORATED = re.compile(
    rf"(?:[<>~≈]=?\s*)?([+-]?)\s*(?:[$€£¥]|[A-Z]{{3}}\s)?\s*({_SEPARATED}|\d+(?:[.,]\d+)?)"
    r"\s*(\+?\s*(?:[%$€£¥]|[^\W\d_]{1,8}[²³]?(?:/[^\W\d_]{1,4})?)?\.?)"
)
_ORDINALS = frozenset({"st", "nd", "rd", "th"})
_UNITS_OF_ONE_LETTER = frozenset("mghskKMlLtdywVWAC")
_LEADING_ZERO = re.compile(r"0\d+")


@dataclass(frozen=True, slots=True)
class NearNumbers:
    """The texts of a column that are numbers but for something around them, and those that are none; all others are numbers.

    `plain` is the first of the decorated ones as it should be written.
    """

    decorated: tuple[str, ...]
    others: tuple[str, ...]
    plain: str = ""


def near_numbers(texts: Sequence[str]) -> NearNumbers | None:
    """What keeps these distinct texts from being numbers; None if they are not nearly numbers.

    >>> near_numbers(["31", "42", "unknown", "58"])
    NearNumbers(decorated=(), others=('unknown',), plain='')
    >>> near_numbers(["$1,000", "$20", "$3,500.50"])
    NearNumbers(decorated=('$1,000', '$20', '$3,500.50'), others=(), plain='1000')
    >>> near_numbers(["red", "12 kg"]), near_numbers(["01234", "90210", "10115", "80331"])
    (None, None)
    """
    if len(texts) > 2 * _SAMPLE and near_numbers(texts[:: len(texts) // _SAMPLE]) is None:
        return None  # prose is told from numbers by a part of it
    numeric = [type(meaning(text)) in (int, float) for text in texts]
    plain = [text for text, is_number in zip(texts, numeric, strict=True) if is_number]
    rest = [text for text, is_number in zip(texts, numeric, strict=True) if not is_number]
    if any(_LEADING_ZERO.fullmatch(text) for text in rest):
        return None  # codes such as postal ones, which are better not numbers
    found = {text: match for text in rest if (match := _DECORATED.fullmatch(text))}
    units = {match[3].strip() for match in found.values()}
    letters = {unit for unit in units if len(unit) == 1 and unit.isalpha()}
    if len(units) > _MOST_UNITS or units & _ORDINALS or letters - _UNITS_OF_ONE_LETTER:
        found = {}  # names with a number in them
    others = [text for text in rest if text not in found]
    if len(plain) + len(found) < _FEWEST or len(others) > max(1, len(texts) // 5):
        return None
    example = next((_plain(match[1], match[2]) for match in found.values()), "")
    return NearNumbers(tuple(found), tuple(others), example)


def _plain(sign: str, digits: str) -> str:
    """The number as a program writes it: of two kinds of separators the last is the decimal one, and groups of three are thousands.

    >>> _plain("", "1.234,5"), _plain("-", "1,000"), _plain("", "2,5")
    ('1234.5', '-1000', '2.5')
    """
    marks = [c for c in digits if not c.isdigit()]
    thousands = len(set(marks)) == 1 and re.fullmatch(r"\d{1,3}(?:\D\d{3})+", digits)
    whole, _, decimals = (digits, "", "") if thousands or not marks else digits.rpartition(marks[-1])
    value = float(f"{sign}{re.sub(r'[^0-9]', '', whole)}.{decimals or 0}")
    return number(value)
