"""What a look at a training table tells its owner, all at once: row ids, constant columns, texts that are nearly numbers, too many
categories.

Each hint names the column, an example and what to do. A column whose values are nearly all different, so that no question about
it says anything of other rows, is left out of the questions unless the user speaks of it.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

import numpy as np

from shortlist.tables.deadline import NO_DEADLINE, Deadline
from shortlist.tables.kinds import meaning
from shortlist.tables.near_numbers import NearNumbers, near_numbers
from shortlist.tables.summary import ColumnSummary, summary_of
from shortlist.tables.table import Column, Kind, Label, LabelledTable, Table
from shortlist.tables.texts import MARKS
from shortlist.words import EXACT, count, listed, number, printable

_FEWEST_ROWS = 20  # a shorter column may have all different values by chance
_DIFFERENT = 0.9  # of the texts, and they are names or prose rather than categories
_ABOUT_DIFFERENT = 0.75  # the same where it is only estimated how many there are
_SPREAD = 2  # whole numbers that are all different are row ids if at least every so-many-th is there
_YEARS = (1500, 2100)
_LONGEST_EXAMPLE = 40
_ID_NAME = re.compile(
    r"(?i:(?:.*[\W_])?(?:ids?|index|rowid|rownames?|obs|case|uuid|guid|unnamed: \d+|__index_level_\d+__))|.*[a-z]I[dD]"
)
_TIME_NAME = re.compile(r"(?i:time|year|month|week|day|date|age|rank)")
_WRITTEN_DATE = re.compile(
    r"\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})|\d{4}[/.]\d{1,2}[/.]\d{1,2}|\d{1,2}\.? ?[A-Z][a-z]{2,8}\.?,? \d{4}"
)


@dataclass(frozen=True, slots=True)
class Hint:
    """A sentence about a column, and whether the column is left out of the questions."""

    column: str
    sentence: str
    leave_out: bool = False


@dataclass(frozen=True, slots=True)
class Ways:
    """How the user says what a hint advises: on the command line, or in Python."""

    kind: str
    drop: str
    missing: str
    date: str
    most: str

    def ask(self, column: Column) -> str:
        """How to ask for a column that is left out."""
        pair = f"{column.name}={column.kind}"
        return self.kind.format(name=column.name, kind=column.kind, pair=_quoted(pair))


COMMAND = Ways("--kind {pair}", "--drop {quoted}", "{texts}", "written as 2021-03-31", "--max-categories {n}")
PYTHON = Ways(
    "kinds={{{name!r}: '{kind}'}}",
    "X.drop(columns=[{name!r}])",
    "pandas.to_numeric(X[{name!r}], errors='coerce')",
    "by pandas.to_datetime(X[{name!r}])",
    "max_categories={n}",
)


def screened(
    data: LabelledTable,
    *,
    named: Collection[str] = (),
    most_categories: int = 50,
    ways: Ways = COMMAND,
    deadline: Deadline = NO_DEADLINE,
) -> LabelledTable:
    """The table without the columns that had better not be asked for, and with a note for each hint.

    Of columns that the user has `named`, whatever for, nothing is left out or doubted. The last column is never left out.
    """

    def seen(column: Column) -> ColumnSummary:
        deadline.check_merging(0, len(data))
        return summary_of(column, exact=False)

    kept, notes = screened_columns(
        map(seen, data.table),
        named=named,
        most_categories=most_categories,
        ways=ways,
    )
    notes = [*notes, *target_notes(data.target, data.classes, len(data))]
    table = Table(tuple(column for column in data.table if column.name in kept), len(data))
    return replace(data, table=table, notes=(*data.notes, *notes), kinds_read=data.kinds)


def target_notes(target: str, classes: Sequence[Label], n_rows: int) -> list[str]:
    """A note where a class is written as missing entries are, or nearly every row has a class of its own."""
    missing = [
        f"the target {printable(target)} has the class {_shown(str(label))}: if that means none, leave its rows out "
        f"(--missing {label} --drop-missing-target)"
        for label in classes
        if str(label).lower() in MARKS - {"none"}  # which is the name of many a class
    ]
    if n_rows < _FEWEST_ROWS or len(classes) < _DIFFERENT * n_rows:
        return missing
    many = f"the target {printable(target)} has {len(classes)} different classes in {count(n_rows, 'row')}"
    return [*missing, f"{many}, such as {_shown(str(classes[0]))}: names of rows, of which nothing can be learned"]


def screened_columns(
    columns: Iterable[ColumnSummary], *, named: Collection[str] = (), most_categories: int = 50, ways: Ways = COMMAND
) -> tuple[list[str], list[str]]:
    """The names of the columns that are to be asked for, and a note for each hint."""
    known = list(columns)
    found = [hint for column in known for hint in hints_of(column, named, most_categories, ways)]
    left_out = {hint.column for hint in found if hint.leave_out}
    kept = [column.name for column in known if column.name not in left_out]
    if not kept:
        found, kept = [hint for hint in found if not hint.leave_out], [column.name for column in known]
    return kept, [hint.sentence for hint in found]


def hints_of(
    seen: ColumnSummary, named: Collection[str] = (), most_categories: int = 50, ways: Ways = COMMAND
) -> Iterator[Hint]:
    """At most one hint for a column; of one that is named only that it has many categories.

    >>> unit = Column.of("unit", Kind.CATEGORY, ["kg", "kg"])
    >>> [hint.sentence for hint in hints_of(summary_of(unit))]
    ['column unit is kg in every row, so there is nothing to ask (--drop unit)']
    """
    doubt = _constant(seen, ways) or _numbered_rows(seen, ways) or _texts(seen, ways)
    hint = (None if seen.name in named else doubt) or _many_categories(seen, most_categories, ways)
    if hint is not None:
        yield hint


def _constant(seen: ColumnSummary, ways: Ways) -> Hint | None:
    """A column without an entry, or with the same in every row."""
    column = seen.column
    if len(column.distinct) > 1 or (len(column.distinct) == 1 and seen.has_missing):
        return None
    what = f"is {_example(column, column.distinct[0])}" if len(column.distinct) else "is empty"
    advice = _drop(column, ways)
    return Hint(
        column.name, f"column {printable(column.name)} {what} in every row, so there is nothing to ask ({advice})"
    )


def _drop(column: Column, ways: Ways) -> str:
    return ways.drop.format(name=column.name, quoted=_quoted(column.name))


def _numbered_rows(seen: ColumnSummary, ways: Ways) -> Hint | None:
    """Whole numbers that are different in every row: under the name of an id, or close together and in order.

    In another order they may be ranks, and between 1500 and 2100 years: these say something of a row.
    """
    column = seen.column
    if column.kind not in (Kind.NUMBER, Kind.CODE) or not _all_different(seen):
        return None
    values = column.distinct.astype(np.float64)
    if (values != np.floor(values)).any():
        return None
    low, high = float(values[0]), float(values[-1])
    named = _ID_NAME.fullmatch(column.name) is not None
    if not named and (high - low >= _SPREAD * seen.n_distinct or (low >= _YEARS[0] and high <= _YEARS[1])):
        return None
    said = f"column {printable(column.name)} has a different whole number in every row, from {number(low)} to {number(high)}"
    if named or (seen.in_order and not _TIME_NAME.search(column.name)):
        taken = f"taken for a row id and left out ({ways.ask(column)} asks for it)"
        return Hint(column.name, f"{said}: {taken}", leave_out=True)
    return Hint(column.name, f"{said}: ranks, times, or a row id ({_drop(column, ways)} leaves it out)")


def _all_different(seen: ColumnSummary) -> bool:
    """Has each row an entry of its own? Of very many it is nearly known, unless they are in order."""
    if seen.missing or seen.entries < _FEWEST_ROWS:
        return False
    if not seen.estimated:
        return seen.n_distinct == seen.entries
    return seen.in_order or seen.n_distinct >= _ABOUT_DIFFERENT * seen.entries


def _texts(seen: ColumnSummary, ways: Ways) -> Hint | None:
    """Texts that are nearly numbers, dates in another form, names or prose."""
    column = seen.column
    if column.kind is not Kind.CATEGORY:
        return None
    texts = [text for text in column.distinct.tolist() if isinstance(text, str)]
    entries, different = seen.entries, min(seen.n_distinct, seen.entries)
    unlike = entries >= _FEWEST_ROWS and different >= (_ABOUT_DIFFERENT if seen.estimated else _DIFFERENT) * entries
    name = printable(column.name)
    left_out = f"; as texts they are {'left out' if unlike else 'categories'}"
    if _beyond_floats(texts):
        advice = ways.kind.format(name=column.name, kind=Kind.NUMBER, pair=_quoted(f"{column.name}={Kind.NUMBER}"))
        sentence = f"column {name} holds whole numbers beyond 2**53, such as {_shown(texts[-1])} ({advice} compares them, rounded)"
        return Hint(column.name, f"{sentence}{left_out}", leave_out=unlike)
    near = near_numbers(texts)
    if near is not None:
        return Hint(column.name, f"column {name} {_near_sentence(seen, near, ways)}{left_out}", leave_out=unlike)
    if len(texts) >= 2 and all(_WRITTEN_DATE.fullmatch(text) for text in texts):
        advice = ways.date.format(name=column.name)
        sentence = f"column {name} holds dates such as {_shown(texts[0])}; {advice} they are read as dates"
        return Hint(column.name, f"{sentence}{left_out}", leave_out=unlike)
    if unlike:
        sentence = (
            f"column {name} has {different} different texts in {count(entries, 'row')}, such as {_shown(texts[0])}: "
            f"taken for names or prose and left out ({ways.ask(column)} asks for it)"
        )
        return Hint(column.name, sentence, leave_out=True)
    return None


def _beyond_floats(texts: Sequence[str]) -> bool:
    """Are these whole numbers of which some are too large to be told apart as floats, and that are names for it?"""
    values = (meaning(text) for text in texts)
    sizes = list(takewhile(lambda size: size is not None, (abs(v) if type(v) is int else None for v in values)))
    return len(sizes) == len(texts) > 0 and max(filter(None, sizes), default=0) > EXACT


def _near_sentence(seen: ColumnSummary, near: NearNumbers, ways: Ways) -> str:
    if near.others:
        rows = count(int(seen.numbers[np.isin(seen.column.distinct, near.others)].sum()), "row")
        advice = ways.missing.format(name=seen.name, texts=_flags("--missing", near.others))
        return f"holds numbers, but in {rows} {listed(near.others, 3)} ({advice} reads them as missing)"
    if near.decorated:
        return f"holds numbers such as {_shown(near.decorated[0])} (write them as plain numbers, {near.plain})"
    return "holds numbers written as texts (convert them)"


def _flags(flag: str, texts: Sequence[str]) -> str:
    """The same option for several texts, of many only the first."""
    given = " ".join(f"{flag} {_quoted(text)}" for text in texts[:3])
    return given if len(texts) <= 3 else f"{given} …"


def _many_categories(seen: ColumnSummary, most: int, ways: Ways) -> Hint | None:
    """More categories than are asked for one by one."""
    column, n = seen.column, seen.n_distinct
    if column.kind not in (Kind.CATEGORY, Kind.CODE) or n <= most + 1:
        return None
    rarest = column.distinct[int(np.argmin(seen.numbers))]
    sentence = (
        f"column {printable(column.name)} has {n} categories: the {most} commonest are asked for one by one, the other "
        f"{n - most}, such as {_example(column, rarest)}, as one group ({ways.most.format(n=n)} asks for each)"
    )
    return Hint(column.name, sentence)


def _quoted(text: str) -> str:
    """A text as a shell takes it; one that a terminal must not be sent is only shown."""
    return shlex.quote(text) if text.isprintable() else printable(text)


def _example(column: Column, value: object) -> str:
    """A value as it is written; only texts can be misread, and so need quotes."""
    return _shown(str(value)) if column.kind is Kind.CATEGORY else column.written(value)


def _shown(text: str) -> str:
    """An example, shortened where it is long."""
    return printable(text if len(text) <= _LONGEST_EXAMPLE else f"{text[: _LONGEST_EXAMPLE - 1]}…")
