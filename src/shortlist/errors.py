"""What Shortlist says when it cannot go on: one sentence, naming what, where and what was expected.

Every exception raised on purpose is a `ShortlistError`; the command line prints its sentence and exits with 2.
"""

from __future__ import annotations


class ShortlistError(Exception):
    """Anything that Shortlist refuses, said in one sentence."""


class DataError(ShortlistError, ValueError):
    """The table cannot be used as it is: the sentence names file, line and column where they are known."""


class UsageError(ShortlistError, ValueError):
    """An option or a parameter has a value that it must not have."""


class ModelFileError(ShortlistError, ValueError):
    """A file is not a model of ours, or one of a version that this release does not know."""


class NoListError(ShortlistError, RuntimeError):
    """A limit was reached before any list was found, or there is none that keeps to the constraints."""


class WrongAnswerError(ShortlistError, RuntimeError):
    """An engine's claim did not survive the recount; nothing of it may be used."""
