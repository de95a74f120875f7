"""Reason codes: at most four statements that are true of a row and tell why it was given its class, in the user's own words.

They are for notices of adverse action, so their choice and order are fixed:

1. the literals of the rules that answered with the row's class, rule by rule, each a statement that holds of the row;
2. the literals that failed in *missed* rules: rules that were read, did not fire, and give another class. Those that fail by the
   fewest literals come first, then those that stand earlier. What is stated is what the row has instead: the literal's negation, or
   that the entry is missing.

A statement, or a text of the user's, is told once.

>>> from shortlist.features.literal import Literal, Op
>>> given = {"age": "Age of applicant", "income <= 2000": "Income too low"}
>>> words_of(given, ["age", "income"], [Literal("income", Op.ABOVE, 2000)]) == given
True
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shortlist.errors import DataError, UsageError
from shortlist.explain.trace import Explanation
from shortlist.features.literal import Literal, Op
from shortlist.words import did_you_mean, visible

MOST = 4
_LARGEST_FILE = 2**20


@dataclass(frozen=True, slots=True)
class Reason:
    """A statement that is true of the row, the words for it, and the number, from 0, of the rule that it comes from."""

    words: str
    statement: Literal
    rule: int
    fired: bool
    value: Any


def reasons(explanation: Explanation, words: Mapping[str, str] | None = None, most: int = MOST) -> tuple[Reason, ...]:
    """Why the row has its class, in at most so many reasons.

    `words` has the user's text for a statement such as `income <= 2000`, or for a column; a statement comes before its column, and
    where there is neither, it stands for itself.
    """
    words, told, found = words or {}, set(), []
    for reason in _in_order(explanation, words):
        if reason.words not in told:
            told.add(reason.words)
            found.append(reason)
    return tuple(found[:most])


def _in_order(explanation: Explanation, words: Mapping[str, str]) -> Iterator[Reason]:
    label = explanation.label
    fired = [step for step in explanation.steps if step.fired and step.rule.label == label]
    missed = [step for step in explanation.steps if not step.fired and step.rule.label != label]
    for step in (*fired, *sorted(missed, key=lambda step: (len(step.failed), step.position))):
        for literal in step.rule.literals if step.fired else step.failed:
            value = explanation.values[literal.column]
            statement = literal if step.fired else _instead(literal, value)
            yield Reason(worded(statement, words), statement, step.position, step.fired, value)


def worded(statement: Literal, words: Mapping[str, str]) -> str:
    """The user's text for the statement, else for its column; where there is neither, it stands for itself."""
    return words.get(str(statement), words.get(statement.column, str(statement)))


def _instead(literal: Literal, value: Any) -> Literal:
    """What holds of an entry for which the literal does not."""
    return literal.negated() if value is not None or literal.kind is None else Literal(literal.column, Op.MISSING)


def lines_of(found: Sequence[Reason]) -> list[str]:
    """The reasons as lines of text, each with the statement that it words."""
    told = [r.words if r.words == str(r.statement) else f"{visible(r.words)} ({r.statement})" for r in found]
    return ["Reasons:" if told else "No rule gives a reason.", *(f"  {k}. {text}" for k, text in enumerate(told, 1))]


def statements(literals: Iterable[Literal]) -> set[str]:
    """All statements that these literals can give as reasons."""
    return {
        str(statement)
        for literal in literals
        for statement in (literal, literal.negated(), Literal(literal.column, Op.MISSING))
    }


def words_of(given: Any, columns: Iterable[str], literals: Iterable[Literal], where: str = "reasons") -> dict[str, str]:
    """The user's words, checked: texts by the names of columns, or by statements that these literals can give."""
    if not isinstance(given, Mapping):
        raise UsageError(f"{where} must be an object from columns or statements to texts")
    known = {*columns, *statements(literals)}
    for key, text in given.items():
        if key not in known:
            raise UsageError(
                f"{where} must name columns of the training table, or statements that its rules can make, "
                f"got {key!r}{did_you_mean(str(key), known)}"
            )
        if not isinstance(text, str) or not text.strip():
            raise UsageError(f"{where} must have a text for {key!r}, got {text!r}")
    return dict(given)


def read_words(path: str | Path, columns: Iterable[str], literals: Iterable[Literal]) -> dict[str, str]:
    """The user's words from a JSON file."""
    try:
        with Path(path).open("rb") as stream:
            raw = stream.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror or error})") from None
    if len(raw) > _LARGEST_FILE:
        raise DataError(f"{path}: a file of reasons must not be larger than {_LARGEST_FILE} bytes")
    try:
        given = json.loads(raw.decode("utf-8"), object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path}: must be JSON in UTF-8 ({error})") from None
    return words_of(given, columns, literals, str(path))


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for k, (key, _) in enumerate(pairs) if key in dict(pairs[:k]))
        raise ValueError(f"{twice!r} stands twice")
    return found
