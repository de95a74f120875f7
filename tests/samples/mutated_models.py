"""Model files with something changed: values, keys, lists, letters. Each must be read as a whole model, or refused in one sentence.

Nothing here rests on `assert`, so that it can run under `python -OO`.
"""

import copy
import io
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np
from rich.console import Console

from samples.random_models import random_list, random_rows
from shortlist import (
    Binning,
    Constraints,
    ModelFile,
    ModelFileError,
    Objective,
    ShortlistError,
    learn,
    model_file,
    read_labelled,
)
from shortlist.card.sections import Judged, model_card
from shortlist.checks.recount import recount
from shortlist.explain.question import Question
from shortlist.explain.reasons import reasons
from shortlist.explain.space import Space
from shortlist.explain.trace import explain
from shortlist.export.formats import FORMATS, exported
from shortlist.files.explanations import explanation_record
from shortlist.files.modelfile import FileFormat, dumps, loads
from shortlist.files.records import check_record
from shortlist.show.explanation import answers_view, explanation_view
from shortlist.show.terminal import model_view
from shortlist.tables.table import Column, Kind, LabelledTable, Table

Case = dict[str, Any]

ODD: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 5, 1.0, 0.5, -0.0, 1e308, 2**31, 2**53, 2**53 + 1, 2**63, 2**64, 10**40),
    *(
        "",
        "x",
        "0",
        "1e5",
        "2021-03-04",
        "9999-12-31",
        "=",
        "==",
        "list",
        "set",
        "\x1b[31m",
        "\u2028",
        "\ud83d\ude00",
        "a" * 300,
    ),
    *([], [1], [None], [[]], [5, 5, 5], {}, {"x": 1}, [1, "x"]),
]


class Wrong(Exception):  # noqa: N818  # it is a finding
    """A model was read that cannot be used, or a refusal is no sentence."""


@cache
def originals() -> tuple[str, ...]:
    """Models of each kind as texts: lists, sets and lists side by side, with claims, weights, prices, dates and constraints."""
    titanic, penguins = read_labelled("titanic"), read_labelled("penguins")
    learned = [
        learn(titanic),
        learn(titanic, objective=Objective(0)),
        learn(titanic, model="set", objective=Objective(0.02)),
        learn(titanic, model="hybrid", objective=Objective(0.02), engine="search"),
        learn(penguins, constraints=Constraints(max_rules=3, forbid=["island"])),
        learn(titanic, separate="i+", objective=Objective(0.02)),
        learn(
            titanic,
            objective=Objective(
                preset="customizable",
                rule_price=2,
                literal_price="0.5",
                feature_prices={"age": 3},
                error_prices={("no", "yes"): 2},
            ),
        ),
        learn(penguins, binning=Binning("intervals"), objective=Objective(0.05)),
    ]
    texts = [dumps(model_file(found, FileFormat(("?",)))) for found in learned]
    kinds = {"smoker": "boolean", "weight": "number", "floor": "code", "colour": "category", "signed": "date"}
    for seed in range(6):
        model = random_list(random.Random(seed))
        texts.append(dumps(ModelFile(model, "risk", {name: Kind(kind) for name, kind in kinds.items()})))
    return tuple(texts)


def draw(rng: random.Random) -> Case:
    """One of the models, changed in one to three places, or as a text."""
    text = rng.choice(originals())
    if rng.random() < 0.15:
        return {"text": _torn(text, rng)}
    record = json.loads(text)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        _change(record, rng)
    return {"text": json.dumps(record)}


def _torn(text: str, rng: random.Random) -> str:
    """The text with a few letters left out, doubled or exchanged."""
    for _ in range(rng.randint(1, 4)):
        at, length = rng.randrange(len(text)), rng.choice([1, 1, 2, 10, 1000])
        text = (
            text[:at]
            + rng.choice(["", text[at : at + length] * 2, rng.choice('{}[]",:0-e\\\x00é')])
            + text[at + length :]
        )
    return text


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container with a key or position of it."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield value, key
        yield from _places(child)


def _change(record: Any, rng: random.Random) -> None:
    places = list(_places(record))
    if not places:
        return
    holder, key = rng.choice(places)
    other_holder, other_key = rng.choice(places)
    way = rng.random()
    if way < 0.5:
        holder[key] = copy.deepcopy(rng.choice(ODD))
    elif way < 0.65:
        del holder[key]
    elif way < 0.8:
        holder[key] = copy.deepcopy(other_holder[other_key])
    elif isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(holder[key]))
    elif isinstance(holder[key], int):
        holder[key] += rng.choice([-1, 1, 2**31])


def check(case: Case) -> str:
    """Raise if reading fails but by a sentence, or what was read cannot be used; else "read" or "refused"."""
    try:
        file = loads(case["text"])
    except ModelFileError as refusal:
        said = str(refusal)
        if not said or len(said) > 1000 or "\n" in said:
            raise Wrong(f"a refusal must be one sentence, got {said[:300]!r}") from None
        return "refused"
    again = loads(dumps(file))
    if again != file:
        raise Wrong("what was read is not what is written")
    use(file)
    return "read"


def use(file: ModelFile) -> None:
    """Everything that is done with a model: print it, decide rows by it, explain and check it."""
    console = Console(file=io.StringIO(), width=90)
    console.print(model_view(file, 90))
    for name in FORMATS:
        with suppress(ShortlistError):  # some models cannot be said in some formats
            exported(file, name)
    file.model._repr_html_()
    table = _rows_for(file)
    file.predict(table)
    file.model.probabilities(table)
    file.model.explanation_sizes(table)
    explain_all(file, table, console)
    labels = np.arange(len(table)) % len(file.model.classes)
    data = LabelledTable(table, file.target, file.model.classes, labels, np.ones(len(table), dtype=np.int64))
    check_record(file, recount(file.model, data), data)
    file.score(data)
    model_card(file, "model.json", "", rows=Judged(data, "these rows"))


def explain_all(file: ModelFile, table: Table, console: Console) -> None:
    """All that is said of one row; why and what if must agree with what the model decides."""
    explanation = explain(file.model, table, 0, file.target)
    question = Question.of(Space.of(file.model, file.kinds), table, 0, file.target, most_steps=5000)
    why = question.why(2)
    changes = [question.what_if(k, 2) for k in range(len(file.model.classes))]
    if not (explanation.label == why.label and changes[question.label].changes in ((), ((),))):
        raise Wrong(f"a row of class {explanation.label!r} is explained as {why.label!r}")
    found = reasons(explanation)
    explanation_record(explanation, why, changes, found)
    console.print(explanation_view(explanation))
    console.print(answers_view(why, changes, found))


def _rows_for(file: ModelFile) -> Table:
    """A few rows with the columns of a model; nothing in them has to do with its rules."""
    by_kind = {column.kind: column for column in random_rows(random.Random(0), 12, nullable=False)}
    columns = [(name, by_kind[kind]) for name, kind in file.kinds.items()]
    return Table(tuple(Column(name, c.kind, c.distinct, c.codes) for name, c in columns), 12)


def smaller(case: Case) -> Iterator[Case]:
    """The same without one of its parts, the large ones first."""
    try:
        record = json.loads(case["text"])
    except ValueError:
        return
    places = sorted(_places(record), key=lambda place: -len(json.dumps(place[0][place[1]])))
    for k in range(len(places)):
        copied = copy.deepcopy(record)
        holder, key = sorted(_places(copied), key=lambda place: -len(json.dumps(place[0][place[1]])))[k]
        del holder[key]
        yield {"text": json.dumps(copied)}
