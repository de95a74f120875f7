"""Recount a model from raw rows, by whole-number arithmetic.

This shares nothing with the engines, nor with the vectorised `predict` of the models: it reads the entries of the table
and the words of the rules, and counts. Sets of rows are whole numbers, one bit a row, so that a list of thousands of rules
is recounted in a moment. Only what undecided rows are given all the same is asked of the model: its rules do not say it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from operator import add, and_, or_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError
from shortlist.features.literal import Literal, Op
from shortlist.models.model import Model, Rule
from shortlist.tables.table import Column, Label, LabelledTable

Confusion = tuple[tuple[int, ...], ...]
"""For each class of the rows: the weight of those predicted as each class, and last of those that are not decided."""


@dataclass(frozen=True, slots=True)
class Recount:
    """What a model does on a table, by weight: for each rule the rows of each class that it answers, and the confusion table.

    `class_errors` are those of each class's rules alone, added up: rows of the class that they leave out, and rows of others
    that they cover. `silent` are the rows of each class that no rule answers, `undecided` the rows of each class that are not decided
    by the class that `predict` gives them all the same; each is empty where there are none.
    """

    counts: tuple[tuple[int, ...], ...]
    confusion: Confusion
    class_errors: int
    silent: tuple[int, ...] = ()
    undecided: Confusion = ()

    @property
    def rows(self) -> int:
        """The weight of all rows."""
        return sum(map(sum, self.confusion))

    @property
    def errors(self) -> int:
        """Rows that are not given their own class, or not decided."""
        return self.rows - sum(row[c] for c, row in enumerate(self.confusion))

    @property
    def given(self) -> Confusion:
        """For each class of the rows: the weight of those that `predict` gives each class, decided or not."""
        decided = tuple(row[:-1] for row in self.confusion)
        return _added(decided, self.undecided) if self.undecided else decided

    def undecided_as(self, label: int) -> Recount:
        """The same where `predict` gives all undecided rows this class."""
        places = range(len(self.confusion))
        undecided = tuple(tuple(row[-1] if p == label else 0 for p in places) for row in self.confusion)
        return replace(self, undecided=undecided if self.undecided else ())


def recount(model: Model, data: LabelledTable) -> Recount:
    """Pass the rows through each list, each rule taking its own from those that are left, and count."""
    rows = _Rows(model.rules, data)
    answered = [hit for rules in model.lists for hit in rows.answered(rules)]
    given = rows.given(model.rules, answered)
    class_errors = sum(rows.weigh(own ^ given[label]) for label, own in rows.of_class.items())
    counts = tuple(tuple(rows.by_class(hit)) for hit in answered)
    silent = tuple(rows.by_class(rows.every & ~reduce(or_, answered, 0)))
    confusion = rows.confusion(given)
    undecided = _undecided(model, data) if any(row[-1] for row in confusion) else ()
    return Recount(counts, confusion, class_errors, silent if any(silent) else (), undecided)


def _undecided(model: Model, data: LabelledTable) -> Confusion:
    """The weight of the undecided rows of each class by the class that the model gives them all the same."""
    rows = data.take(~model.decided(data.table))
    table = [[0] * len(data.classes) for _ in data.classes]
    given = [data.classes.index(label) if label in data.classes else None for label in model.classes]
    for own, said, weight in zip(
        rows.labels.tolist(), model.labels(rows.table).tolist(), rows.weights.tolist(), strict=True
    ):
        place = given[said]
        if place is not None:
            table[own][place] += weight
    return tuple(map(tuple, table))


def add_recounts(parts: Iterable[Recount]) -> Recount:
    """What a model does on a table, from what it does on each of its parts; all of them have the same classes."""
    several = iter(parts)
    first = next(several, None)
    if first is None:
        raise DataError("there must be at least one part of the table")
    return reduce(_sum, several, first)


def _sum(one: Recount, two: Recount) -> Recount:
    silent = tuple(map(add, one.silent, two.silent)) if one.silent and two.silent else one.silent or two.silent
    confusion, errors = _added(one.confusion, two.confusion), one.class_errors + two.class_errors
    undecided = (
        _added(one.undecided, two.undecided) if one.undecided and two.undecided else one.undecided or two.undecided
    )
    return Recount(_added(one.counts, two.counts), confusion, errors, silent, undecided)


def _added(a: Confusion, b: Confusion) -> Confusion:
    return tuple(tuple(map(add, x, y)) for x, y in zip(a, b, strict=True))


def forced_errors(data: LabelledTable) -> int:
    """Errors that every function of the columns makes: rows that are equal in all columns and of several classes."""
    _, counts = data.equal_rows()
    return int((counts.sum(axis=1) - counts.max(axis=1)).sum())


class _Rows:
    """The rows of a table as sets: whole numbers in which bit i stands for row i.

    `every` has all rows, `of_class` those of each class, in order.
    """

    def __init__(self, rules: Sequence[Rule], data: LabelledTable) -> None:
        self.every = (1 << len(data)) - 1
        self.of_class = {c: _bits(data.labels == k) for k, c in enumerate(data.classes)}
        digits = range(int(data.weights.max(initial=0)).bit_length())
        self._of_digit = [_bits(data.weights & (1 << digit) != 0) for digit in digits]
        self._all_weigh_one = self._of_digit == [self.every]
        literals = dict.fromkeys(literal for rule in rules for literal in rule.literals)
        columns = {name: data.table[name] for name in {literal.column for literal in literals}}
        self._holding = {literal: _holding(literal, columns[literal.column]) for literal in literals}

    def weigh(self, rows: int) -> int:
        """The weight of these rows: Σ_d 2^d · (those whose weight has the binary digit d)."""
        if self._all_weigh_one:
            return rows.bit_count()
        return sum((rows & mine).bit_count() << digit for digit, mine in enumerate(self._of_digit))

    def by_class(self, rows: int) -> Iterator[int]:
        """The weight of each class in these rows."""
        for own in self.of_class.values():
            mine = rows & own
            yield self.weigh(mine)
            rows ^= mine  # mostly nothing is left, for most rules are pure

    def answered(self, rules: Iterable[Rule]) -> list[int]:
        """For each rule of a list: the rows that it is the first to cover."""
        left, answered = self.every, []
        for rule in rules:
            answered.append(reduce(and_, map(self._holding.__getitem__, rule.literals), left))
            left ^= answered[-1]
        return answered

    def given(self, rules: Iterable[Rule], sets: Iterable[int]) -> dict[Label, int]:
        """For each class, of the table or of a rule: the rows to which some rule gives it, each rule to its set."""
        given = dict.fromkeys(self.of_class, 0)
        for rule, rows in zip(rules, sets, strict=True):
            given[rule.label] = given.get(rule.label, 0) | rows
        return given

    def confusion(self, given: dict[Label, int]) -> Confusion:
        """For each class of the table: the weight of its rows that are given each class and no other, and of all the rest."""
        only = {
            label: rows & ~reduce(or_, (given[other] for other in given if other != label), 0)
            for label, rows in given.items()
        }
        table = []
        for own in self.of_class.values():
            decided = [self.weigh(own & only[label]) for label in self.of_class]
            table.append((*decided, self.weigh(own) - sum(decided)))
        return tuple(table)


def _holding(literal: Literal, column: Column) -> int:
    """The rows on which the literal holds; where distinct entries are known, each of them is asked once."""
    if column.numbers is not None:
        return _bits(_holds(literal, column.values))
    distinct = column.distinct.astype(np.float64) if column.kind.is_ordered else column.distinct
    held = _holds(literal, distinct)
    (places,) = held.nonzero()
    if len(places) == 1:
        # Mostly it is one category, true or false: rows need not be looked up.
        return _bits(column.narrow_codes == int(places[0]))
    return _bits(np.append(held, literal.op is Op.MISSING).take(column.narrow_codes))


def _holds(literal: Literal, entries: NDArray[Any]) -> NDArray[np.bool_]:
    """For each entry, NaN if it is missing: does the literal hold?"""
    there = entries == entries
    match literal.op:
        case Op.MISSING | Op.PRESENT:
            return np.asarray(there if literal.op is Op.PRESENT else ~there)
        case Op.EQUAL | Op.UNEQUAL:
            held = entries == literal.value
        case Op.AT_MOST | Op.ABOVE:
            held = entries <= _point(literal.value)
        case Op.AMONG | Op.NOT_AMONG:
            held = np.array([entry in literal.values for entry in entries.tolist()], dtype=np.bool_)
        case _:
            low, high = map(_point, literal.values)
            held = (entries > low) & (entries <= high)
    plain = literal.op in (Op.EQUAL, Op.AT_MOST, Op.AMONG, Op.WITHIN)
    return np.asarray(there & (held if plain else ~held))


def _bits(flags: NDArray[np.bool_]) -> int:
    """Bit i is set if the i-th flag is true."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def _point(cut: Any) -> Any:
    """What an entry is compared with: a number, or the seconds from 1970 to a date."""
    if not isinstance(cut, str):
        return cut
    return (datetime.fromisoformat(cut) - datetime(1970, 1, 1)).total_seconds()  # noqa: DTZ001  # cuts have no time zone
