"""Random tables of all kinds of columns, random lists over them, and a reader of printed lists.

`decide_by_text` knows only the printed text and a row as plain Python values: it is how a person applies a list by hand.
"""

import random
import re
from datetime import datetime

import numpy as np

from shortlist.features.literal import Literal, Op
from shortlist.models.model import Model, Rule, decision_list
from shortlist.tables.labels import labelled
from shortlist.tables.table import Column, Kind, Table

COLOURS = ("red", "deep blue", "x and floor == 1", "a or missing", 'say "THEN"', "(b)", "not", "")
CUTS = (-1.5, 0, 2, 3.25)
DATES = ("1969-07-20", "1970-01-01", "2020-02-29T12:30", "2021-03-04")


def random_rows(rng: random.Random, n_rows: int, *, nullable: bool) -> Table:
    """One column of each kind; numbers fall on cut points often."""

    def column(name, kind, draw, dtype, filler):
        values = [draw() for _ in range(n_rows)]
        missing = np.array([nullable and rng.random() < 0.3 for _ in range(n_rows)], dtype=bool)
        array = np.empty(n_rows, dtype=dtype)
        array[:] = [filler if gone else value for value, gone in zip(values, missing, strict=True)]
        return Column.of(name, kind, array, missing)

    number = lambda: rng.choice([*CUTS, rng.uniform(-3, 5)])  # noqa: E731
    columns = (
        column("smoker", Kind.BOOLEAN, lambda: rng.random() < 0.5, bool, False),
        column("weight", Kind.NUMBER, number, np.float64, np.nan),
        column("floor", Kind.CODE, lambda: rng.randrange(4), np.int64, 0),
        column("colour", Kind.CATEGORY, lambda: rng.choice(COLOURS), object, None),
        column("signed", Kind.DATE, lambda: seconds(rng.choice(DATES)) + rng.choice([0, 0, -1, 5e7]), np.float64, 0),
    )
    return Table(columns, n_rows)


def seconds(text: str) -> float:
    """From 1970 to a date."""
    return datetime.fromisoformat(f"{text}+00:00" if "T" in text else f"{text}T00:00+00:00").timestamp()


def random_literal(rng: random.Random) -> Literal:
    low, high = sorted(rng.sample(CUTS, 2))
    literal = rng.choice(
        [
            Literal("smoker", Op.EQUAL, True),
            Literal("weight", Op.AT_MOST, rng.choice(CUTS)),
            Literal("weight", Op.ABOVE, rng.choice(CUTS)),
            Literal("weight", Op.WITHIN, (low, high)),
            Literal("floor", Op.EQUAL, rng.randrange(4)),
            Literal("colour", Op.EQUAL, rng.choice(COLOURS)),
            Literal("colour", Op.AMONG, tuple(rng.sample(["red", "deep blue", "not", "(b)"], 2))),
            Literal("floor", Op.AMONG, tuple(sorted(rng.sample(range(4), 2)))),
            Literal("signed", rng.choice([Op.AT_MOST, Op.ABOVE]), rng.choice(DATES)),
            Literal("signed", Op.WITHIN, tuple(sorted(rng.sample(DATES, 2)))),
            Literal(rng.choice(["smoker", "weight", "floor", "colour", "signed"]), Op.MISSING),
        ]
    )
    return literal.negated() if rng.random() < 0.5 else literal


def random_list(rng: random.Random) -> Model:
    classes = ("low", "middle", "high")
    rules = [
        Rule(
            tuple(random_literal(rng) for _ in range(rng.randint(1, 3))),
            rng.choice(classes),
            tuple(rng.randrange(9) for _ in classes),
        )
        for _ in range(rng.randint(0, 4))
    ]
    return decision_list((*rules, Rule((), rng.choice(classes), (1, 2, 3))), classes)


def random_labels(rng: random.Random, table: Table):
    return labelled(table, "risk", [rng.choice(["low", "middle", "high"]) for _ in range(len(table))] or ["low"])


def plain_row(table: Table, row: int) -> dict[str, object]:
    return {
        c.name: None if c.missing[row] else c.values[row].item() if hasattr(c.values[row], "item") else c.values[row]
        for c in table
    }


def decide_by_text(text: str, row: dict[str, object]) -> str:
    """Apply a printed list to a row."""
    quoted: list[str] = []

    def hide(match):
        quoted.append(match[0][1:-1].replace(r"\"", '"').replace(r"\\", "\\"))
        return f"quoted{len(quoted) - 1}quoted"

    text = re.sub(r'"(?:[^"\\]|\\.)*"', hide, text)
    row = {name: f"quoted{quoted.index(v)}quoted" if v in quoted else v for name, v in row.items()}
    text = re.sub(r"quoted(\d+)quoted", lambda m: f"quoted{quoted.index(quoted[int(m[1])])}quoted", text)
    for line in text.splitlines():
        decision = re.sub(r"\s+\(covers .*\)$", "", line)
        if " THEN " not in decision:
            return decision.removeprefix("ELSE").strip()
        condition, label = decision.split(" THEN ")
        condition = re.sub(r"^(ELSE )?IF\s+", "", condition).strip()
        if all(holds_by_text(part.strip("()"), row) for part in condition.split(" and ")):
            return label.strip()
    raise AssertionError("a list must decide")


def holds_by_text(literal: str, row: dict[str, object]) -> bool:
    if match := re.fullmatch(r"(\w+) is( not)? missing", literal):
        return (row[match[1]] is None) != bool(match[2])
    if match := re.fullmatch(r"(not )?(\S+) < (\w+) <= (\S+)", literal):
        value = row[match[3]]
        return value is not None and (point(match[2]) < value <= point(match[4])) != bool(match[1])
    if match := re.fullmatch(r"(not )?(\w+)", literal):
        value = row[match[2]]
        return value is not None and value != bool(match[1])
    if match := re.fullmatch(r"(\w+) (not )?in {(.+)}", literal):
        value = row[match[1]]
        return value is not None and (str(value) in match[3].split(", ")) != bool(match[2])
    name, op, text = re.fullmatch(r"(\w+) (==|!=|<=|>) (.+)", literal).groups()
    value = row[name]
    if value is None:
        return False
    compare = {"<=": lambda: value <= point(text), ">": lambda: value > point(text)}
    return (str(value) == text) == (op == "==") if op in ("==", "!=") else compare[op]()


def point(text: str) -> float:
    """What a cut point means that is a number or a date."""
    return seconds(text) if re.match(r"\d{4}-", text) else float(text)
