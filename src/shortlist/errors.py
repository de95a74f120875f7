"""What Shortlist says when it cannot go on: one sentence, naming what, where and what was expected.

Every exception raised on purpose is a `ShortlistError`; the command line prints its sentence and exits with 2. Where several
things are wrong at once, each has its line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

T = TypeVar("T")
Other = TypeVar("Other")


_LONGEST = 1000  # letters of a sentence


def shortened(sentences: str) -> str:
    """The sentences, one a line; of one that is very long, for it quotes what it was given, the middle is left out.

    >>> len(shortened("x" * 10_000)), shortened("short")
    (1000, 'short')
    """
    half = _LONGEST // 2
    return "\n".join(
        line if len(line) <= _LONGEST else f"{line[: half - 3]} … {line[-half:]}" for line in sentences.split("\n")
    )


class ShortlistError(Exception):
    """Anything that Shortlist refuses, said in one sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(shortened(sentence))


class DataError(ShortlistError, ValueError):
    """The table cannot be used as it is: the sentence names file, line and column where they are known."""


class DataWarning(UserWarning):
    """What was noticed in a table that is being learned from: a line for each column, with what to do about it."""


class UsageError(ShortlistError, ValueError):
    """An option or a parameter has a value that it must not have."""


class ModelFileError(ShortlistError, ValueError):
    """A file is not a model of ours, or one of a version that this release does not know."""


class NoListError(ShortlistError, RuntimeError):
    """A limit was reached before any list was found, or there is none that keeps to the constraints."""


class NoProofError(ShortlistError, RuntimeError):
    """A limit was reached before there was a proof of what is claimed."""


class WrongAnswerError(ShortlistError, RuntimeError):
    """An engine's claim did not survive the recount; nothing of it may be used."""


def together(steps: Iterable[Callable[[], T]]) -> list[T]:
    """The results of all these steps; where some are refused, one error says why each of them is, a line for each.

    >>> def refused(why):
    ...     raise DataError(why)
    >>> together([lambda: refused("age must be a number"), lambda: 1, lambda: refused("size must be a number")])
    Traceback (most recent call last):
    shortlist.errors.DataError: age must be a number
    size must be a number
    """
    results, refusals = [], []
    for step in steps:
        try:
            results.append(step())
        except (DataError, UsageError) as refusal:
            refusals.append(refusal)
    if refusals:
        raise type(refusals[0])("\n".join(dict.fromkeys(map(str, refusals))))
    return results


def both(one: Callable[[], T], other: Callable[[], Other]) -> tuple[T, Other]:
    """The results of two steps, see `together`."""
    found: list[Any] = together([one, other])
    return found[0], found[1]
