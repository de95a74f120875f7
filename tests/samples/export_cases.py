"""Random models of every kind with rows to decide: cut points that need all their digits, values never seen, missing ones, ties."""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from samples.random_models import plain_row
from shortlist.features.literal import Literal, Op
from shortlist.files.modelfile import ModelFile
from shortlist.models.model import Model, ModelKind, Rule
from shortlist.tables.dates import date_of, date_text, seconds_of
from shortlist.tables.table import Column, Kind, Table

HOSTILE = (
    *(
        'say "x"',
        "it's",
        "`tick`",
        "</script><!--",
        "line\nfeed",
        "carriage\rreturn",
        "tab\t",
        "bidi\u202e\u2066",
        "\u2028",
    ),
    *(
        "a\\b",
        "50 % & $x_1^2 #{}~",
        "--",
        "``?`",
        "'; DROP TABLE t; --",
        "row",
        "class",
        "predict",
        "x1",
        "null",
        "NaN",
    ),
    *(
        "__proto__",
        "constructor",
        "toString",
        "{0}",
        "%s",
        "${x}",
        "#{x}",
        "<b>&amp;",
        "|",
        "*_[x](y)",
        "größe 😀",
        "]]>",
        " ",
    ),
    *(
        "eval(1)",
        "_list1",
        "_said0",
        "self",
        "None",
        "answers",
        "a.b",
        "signed.year",
        "=1+1",
        "-1",
        "0",
        "\ufeff",
        "n" * 10_000,
    ),
)
"""Names and values that could be taken for something else."""

DATES = ("0099-12-31", "1969-07-20", "1970-01-01", "2020-02-29T12:30", "2021-03-04", "2021-03-04T15:30:01.250000")
KINDS = {
    "smoker": Kind.BOOLEAN,
    "weight": Kind.NUMBER,
    "floor": Kind.CODE,
    "colour": Kind.CATEGORY,
    "signed": Kind.DATE,
}
LABELS = (("no", "yes"), ("low", "middle", "high"), (0, 1, 2), (-3, 7), (False, True), (0.1, 2.5, 1e300), ("", "NULL"))


@dataclass(frozen=True)
class Case:
    """A model, the rows as plain values and as a table, and the class of each that is right."""

    file: ModelFile
    table: Table
    rows: list[dict[str, object]]
    expected: list[object]

    def expected_if_undecided(self, label):
        """The same where undecided rows are all of one class."""
        decided = self.file.model.decided(self.table).tolist()
        return [e if known else label for e, known in zip(self.expected, decided, strict=True)]


def random_case(seed: int, *, kind: ModelKind | None = None, hostile: bool = False, n_rows: int = 12) -> Case:
    """One case by its seed; if `hostile`, names and texts are such as no one would choose."""
    rng = random.Random(seed)
    kind = kind or rng.choice(list(ModelKind))
    words = rng.sample(HOSTILE, 12) if hostile else ["red", "deep blue", "(b)", "unseen", "Red", "red "]
    names = dict(zip(KINDS, rng.sample(HOSTILE, len(KINDS)) if hostile else KINDS, strict=True))
    labels = tuple(rng.sample(HOSTILE, 3)) if hostile else rng.choice(LABELS)
    cuts = [*(_number(rng) for _ in range(4)), 0.0, 2]
    model = _model(rng, kind, labels, lambda: _literal(rng, names, words, cuts))
    table = _table(rng, names, words, cuts, n_rows)
    file = ModelFile(model, rng.choice(HOSTILE) if hostile else "risk", {names[n]: kind for n, kind in KINDS.items()})
    rows = [plain_row(table, row) for row in range(n_rows)]
    return Case(file, table, rows, model.predict(table).tolist())


def asked(seed: int) -> tuple[Case, object, list[object]]:
    """The case of a seed, all kinds in turn and some with hostile names; what undecided rows are to be, and what must be said of all."""
    case = random_case(seed, kind=list(ModelKind)[seed % 3], hostile=seed % 5 == 0)
    if seed % 4:
        return case, None, case.expected
    label = case.file.model.classes[-1]
    return case, label, case.expected_if_undecided(label)


def _number(rng):
    return rng.choice(
        [
            lambda: rng.uniform(-3, 5),
            lambda: rng.uniform(-1, 1) * 10.0 ** rng.randint(-300, 300),
            lambda: round(rng.uniform(-30, 30), rng.randint(0, 3)),
            lambda: rng.choice([5e-324, 2.0**53 - 1, 1e15, 1e16, 1e22, 0.1 + 0.2, -1e-7, math.pi * 1e20]),
        ]
    )()


def _model(rng, kind, labels, literal):
    size = rng.choice([0, 1, 2, 5])

    def rule():
        literals = tuple(literal() for _ in range(rng.randint(1, 3)))
        return Rule(literals, rng.choice(labels), _counts(rng, labels))

    if kind is ModelKind.LIST:
        lists = ((*(rule() for _ in range(size)), Rule((), rng.choice(labels), _counts(rng, labels))),)
    elif kind is ModelKind.SET:
        rules = [rule() for _ in range(size)] + [Rule((), rng.choice(labels), _counts(rng, labels))] * (
            rng.random() < 0.1
        )
        lists = tuple((rule,) for rule in rules)
    else:
        lists = tuple(tuple(rule() for _ in range(rng.randint(1, 3))) for _ in range(rng.randint(1, 4)))
    silent = tuple(rng.randrange(3) for _ in labels) if rng.random() < 0.5 else ()
    return Model(kind, lists, labels, silent=silent)


def _counts(rng, labels):
    """Few rows, so that classes tie; sometimes none, or so many that floats do not tell sums of them apart."""
    if rng.random() < 0.2:
        return () if rng.random() < 0.5 else (0,) * len(labels)
    many = 2**51 if rng.random() < 0.2 else 0
    return tuple(many + rng.randrange(3) for _ in labels)


def _literal(rng, names, words, cuts):
    number, date = sorted(rng.sample(cuts, 2)), sorted(rng.sample(DATES, 2), key=seconds_of)
    known = words[: len(words) // 2]
    literal = rng.choice(
        [
            Literal("smoker", Op.EQUAL, True),
            Literal("weight", Op.AT_MOST, rng.choice(cuts)),
            Literal("weight", Op.WITHIN, tuple(number)),
            Literal("floor", Op.EQUAL, rng.randrange(4)),
            Literal("floor", Op.AMONG, tuple(sorted(rng.sample(range(4), 2)))),
            Literal("colour", Op.EQUAL, rng.choice(known)),
            Literal("colour", Op.AMONG, tuple(rng.sample(known, rng.randint(1, 3)))),
            Literal("signed", Op.AT_MOST, rng.choice(DATES)),
            Literal("signed", Op.WITHIN, tuple(date)),
            Literal(rng.choice(list(KINDS)), Op.MISSING),
        ]
    )
    literal = Literal(names[literal.column], literal.op, literal.value)
    return literal.negated() if rng.random() < 0.5 else literal


def _table(rng, names, words, cuts, n_rows):
    def near(cut):
        return rng.choice([cut, np.nextafter(cut, -np.inf), np.nextafter(cut, np.inf)])

    draw = {
        "smoker": lambda: rng.random() < 0.5,
        "weight": lambda: float(near(rng.choice(cuts)) if rng.random() < 0.8 else _number(rng)),
        "floor": lambda: rng.choice([0, 1, 2, 3, 99, -(2**53)]),
        "colour": lambda: rng.choice(words),
        "signed": lambda: seconds_of(rng.choice(DATES)) + rng.choice([0, 0, -1, 0.001, 5e7]),
    }
    columns = []
    for name, kind in KINDS.items():
        missing = [rng.random() < 0.25 for _ in range(n_rows)]
        columns.append(Column.of(names[name], kind, [draw[name]() for _ in range(n_rows)], missing))
    return Table(tuple(columns), n_rows)


def moment(seconds: float) -> datetime:
    """A date as Python has it."""
    return date_of(seconds).replace(tzinfo=None)


def with_dates(case: Case, write: Callable[[float], object] = moment) -> list[dict[str, object]]:
    """The rows with dates as Python has them, or written otherwise."""
    dates = {name for name, kind in case.file.kinds.items() if kind is Kind.DATE}
    return [{n: write(v) if n in dates and v is not None else v for n, v in row.items()} for row in case.rows]


def with_dates_as_texts(case: Case, rng: random.Random) -> list[dict[str, object]]:
    """The rows with dates as ISO has them, in several ways."""
    return with_dates(case, lambda seconds: _written(seconds, rng))


def _written(seconds, rng):
    text = date_text(seconds)
    if "T" in text and rng.random() < 0.5:
        text = text.replace("T", " ")
    if ":" in text and rng.random() < 0.5:
        text += "Z"
    return text
