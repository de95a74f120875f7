"""How numbers and names are written, and the largest whole number that every part can hold exactly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from fractions import Fraction

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


def count(n: float, noun: str) -> str:
    """A number, or a sum of weights, with its noun.

    >>> count(1, "node"), count(3, "node"), count(2.5, "error")
    ('1 node', '3 nodes', '2.5 errors')
    """
    return f"{amount(n)} {noun}{'' if n == 1 else 's'}"


def percent(share: float | None) -> str:
    """A share as people write it; a dash where there is none.

    >>> percent(0.9273), percent(1), percent(None)
    ('92.7 %', '100.0 %', '–')
    """
    return "–" if share is None else f"{100 * share:.1f} %"


def amount(value: float | Fraction) -> str:
    """A sum of weights, with as many decimals as one reads: whole numbers in full, else four digits.

    >>> amount(2201), amount(417.491969), amount(339.0), amount(12345.678), amount(2.25)
    ('2201', '417.5', '339', '12345.7', '2.25')
    """
    value = float(value)
    if value.is_integer():
        return str(int(value))
    text = f"{value:.1f}" if abs(value) >= 1000 else f"{value:.4g}"
    return text.removesuffix(".0")


def printable(text: str) -> str:
    r"""A name or a value as it stands in a rule: quoted where it could be misread, control characters as escapes.

    >>> print(printable("größe"), printable("deep blue"), printable("x and y"), printable("a\x1b[31m"), printable(""))
    größe deep blue "x and y" "a\x1b[31m" ""
    """
    if _PLAIN.fullmatch(text) and text.isprintable() and not _WORDS & set(text.split(" ")):
        return text
    escaped = text.replace("\\", r"\\").replace('"', r"\"")
    return f'"{visible(escaped)}"'


def visible(text: str) -> str:
    r"""The text with control characters as escapes, so that no terminal obeys them.

    >>> print(visible("größe\x1b[31m"))
    größe\x1b[31m
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def clipped(text: str, most: int = 400) -> str:
    """The text; of one that is very long, for a value of the user's may be, the middle is left out.

    >>> clipped("short"), clipped("a very long text", most=9)
    ('short', 'a ve … xt')
    """
    return text if len(text) <= most else f"{text[: most // 2]} … {text[len(text) - most // 2 + 2 :]}"


def in_lines(text: str, width: int) -> str:
    r"""The text in lines of at most so many letters: broken between words, and one that is too long behind its underscores.

    >>> in_lines("the_number_of_visits > 3 and age <= 40", 12).split("\n")
    ['the_number_', 'of_visits >', '3 and age <=', '40']
    """
    lines = [""]
    for word in text.split(" "):
        for piece in [word] if len(word) <= width else re.findall(r"[^_]*_+|[^_]+", word):
            gap = " " if lines[-1] and word.startswith(piece) else ""
            if lines[-1] and len(lines[-1] + gap + piece) > width:
                lines.append(piece)
            else:
                lines[-1] += gap + piece
    return "\n".join(lines)


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
