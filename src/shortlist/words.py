"""How numbers and names are written, and the largest whole number that every part can hold exactly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

EXACT = 2**53
"""Up to here, and down to its negative, whole numbers are told apart by floats and by every JSON reader."""

_PLAIN = re.compile(r"[\w.+/%°#:-]+( [\w.+/%°#:-]+)*")
_WORDS = frozenset({"and", "or", "not", "is", "in", "missing", "IF", "THEN", "ELSE", "true"})


def number(value: float) -> str:
    """A number as people write it: no trailing `.0`, all digits that matter.

    >>> number(35.0), number(0.1), number(1e21)
    ('35', '0.1', '1e+21')
    """
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return repr(value)


def count(n: int, noun: str) -> str:
    """A number with its noun.

    >>> count(1, "node"), count(3, "node")
    ('1 node', '3 nodes')
    """
    return f"{number(n)} {noun}{'' if n == 1 else 's'}"


def printable(text: str) -> str:
    r"""A name or a value as it stands in a rule: quoted where it could be misread, control characters as escapes.

    >>> print(printable("größe"), printable("deep blue"), printable("x and y"), printable("a\x1b[31m"), printable(""))
    größe deep blue "x and y" "a\x1b[31m" ""
    """
    if _PLAIN.fullmatch(text) and text.isprintable() and not _WORDS & set(text.split(" ")):
        return text
    escaped = text.replace("\\", r"\\").replace('"', r"\"")
    shown = (c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in escaped)
    return f'"{"".join(shown)}"'


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """What to add to a sentence about a word that is not known: the known one that is nearest, if any is near.

    >>> did_you_mean("Agee", ["age", "sex"]), did_you_mean("height", ["age", "sex"])
    (' (did you mean age?)', '')
    """
    by_letters = {name.casefold(): name for name in known}
    near = get_close_matches(word.casefold(), by_letters, n=1)
    return f" (did you mean {printable(by_letters[near[0]])}?)" if near else ""


def listed(names: Sequence[str], most: int = 20) -> str:
    """Names one after the other; of very many only the first.

    >>> listed(["age", "x and y"]), listed("abcd", most=2)
    ('age, "x and y"', 'a, b and 2 more')
    """
    shown = ", ".join(map(printable, names[:most]))
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
