"""A model card as Markdown, for people who sign for a model: what is known is written, and what only a person can say is left blank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from shortlist._version import __version__
from shortlist.card.groups import Group, groups_of
from shortlist.card.markdown import code, plain, table
from shortlist.checks.recount import recount
from shortlist.checks.score import Score, Tally, rows_text, undecided_text
from shortlist.files.modelfile import ModelFile
from shortlist.files.provenance import chosen_text, option_text
from shortlist.files.records import check_record, is_training
from shortlist.models.model import Model, ModelKind
from shortlist.show.claims import claim_strip
from shortlist.tables.table import Label, LabelledTable
from shortlist.words import amount, count, percent

BLANK = "________________"
_FEW_CLASSES = 3
_TO_FILL = (
    ("Intended use", "who uses it, for which decisions, on whom"),
    ("Uses that it is not fit for", "populations, times, places, stakes"),
    ("How the rows were collected", "when, by whom, who is missing from them"),
    ("How the classes were determined", "by whom, how reliably"),
    ("What an error costs, and whom", "for each kind of error above"),
    ("Who may overrule it, and how one appeals", ""),
    ("Who watches it in use, and when it is to be learned again", ""),
    ("Approved by, on", ""),
)
_ALWAYS = (
    "Counts are of the rows that are named here; other rows may be decided better or worse.",
    "A rule says what goes together in the training rows, not what causes what.",
    "No comparison holds for a missing entry; a category that was not seen in training is like any other that no rule names.",
)


@dataclass(frozen=True)
class Judged:
    """Rows that a model is judged by, and where they come from."""

    data: LabelledTable
    said: str


def model_card(
    file: ModelFile,
    name: str,
    sha256: str,
    *,
    rows: Judged,
    test: Judged | None = None,
    groups: Sequence[str] = (),
    certificate: str | None = None,
) -> str:
    """The card of a model file of this name and digest: judged by these rows, and by others where there are some.

    `certificate` is what a verifier said of a proof.
    """
    judged = [rows, *([] if test is None else [test])]
    sections = [
        [f"# Model card: {plain(name)}", _summary(file)],
        ["## What it decides", *_rules(file)],
        ["## Data", *_data(file, rows, test)],
        ["## Objective", *_objective(file)],
        ["## What was proved", *_proved(file, rows, certificate)],
        ["## Errors", *(text for each in judged for text in _errors(file, each))],
        *(
            [["## Errors by group", *(text for each in judged for text in _by_group(file, each, groups))]]
            if groups
            else []
        ),
        ["## Limits of use", *_limits()],
        ["## Versions and digests", *_versions(file, name, sha256)],
    ]
    return "\n\n".join(text for section in sections for text in section) + "\n"


def _summary(file: ModelFile) -> str:
    noun = {"list": "decision list", "set": "decision set", "hybrid": "model of decision lists side by side"}
    rules = count(len(file.model.rules), "rule")
    return (
        f"A {noun[file.model.kind]} of {rules} and {count(file.model.size, 'node')} that decides {code(file.target)}."
    )


def _rules(file: ModelFile) -> Iterator[str]:
    """Classes, rules, and the columns that they ask for."""
    model = file.in_rows
    how = {
        "list": "The first rule whose condition holds decides.",
        "set": f"A row is decided where at least one condition holds and all that hold agree. {_undecided(model)}",
        "hybrid": f"In each list the first rule whose condition holds answers; a row is decided where all that answer agree. {_undecided(model)}",
    }
    one_list = len(model.lists) == 1 and not model.lists[0][-1].literals and model.kind is ModelKind.HYBRID
    decides = how["list" if one_list else model.kind]
    yield f"It gives each row one of the classes {', '.join(code(str(label)) for label in model.classes)}. {decides}"
    lines = []
    for number, (rule, place) in enumerate(((r, k) for rules in model.lists for k, r in enumerate(rules)), 1):
        default = not rule.literals and model.kind is not ModelKind.SET
        condition = ("otherwise" if place else "always") if default else code(rule.condition())
        effective = 1.0 if file.weighed is None else file.weighed.effective
        tally = Tally(rule.covered / model.scale, rule.correct(model.classes) / model.scale, effective)
        lines.append(
            [
                str(number),
                condition,
                code(str(rule.label)),
                *([amount(tally.rows), str(tally)] if rule.counts else ["–", "–"]),
            ]
        )
    yield table(["", "if", "then", "training rows", "right (95 %, Wilson)"], lines, left=3)
    asked = [f"{code(column)} ({kind})" for column, kind in file.kinds.items() if column in model.columns]
    others = [code(column) for column in file.kinds if column not in model.columns]
    yield f"It asks for {', '.join(asked) if asked else 'no column'}." + (
        f" It does not look at {', '.join(others)}." if others else ""
    )


def _undecided(model: Model) -> str:
    """What is answered where the rules do not decide."""
    return (
        f"Where no rule holds, {code(str(model.classes[model.silent_label]))} is answered; where rules contradict each other, the class "
        "with the most training rows behind it."
    )


def _data(file: ModelFile, rows: Judged, test: Judged | None) -> Iterator[str]:
    """What it was learned from, and what it is judged by here."""
    known, claim = file.provenance, file.claim
    if claim is not None:
        sizes = [amount(size) for size in file.class_totals]
        yield (
            f"Learned from {rows_text(sum(file.class_totals), file.weighed)}: "
            + ", ".join(f"{code(str(label))} {size}" for label, size in zip(file.model.classes, sizes, strict=False))
            + ("." if known is None else f"; {code(known.source or 'a table in memory')}, on {known.created[:10]}.")
        )
    if file.weighting.column is not None:
        yield f"Rows were weighted by {code(file.weighting.column)}."
    if file.class_weights:
        given = ", ".join(
            f"{code(str(label))} {amount(Fraction(weight))}" for label, weight in file.class_weights.items()
        )
        counts = "without" if file.model.kind is ModelKind.LIST else "with"
        yield f"The search counted each row as so many of its class: {given}. Counts of rules are {counts} these weights."
    others = (
        "" if is_training(file, rows.data, recount(file.model, rows.data)) else ", not those that it was learned from"
    )
    yield f"Judged here by {rows.said}: {count(len(rows.data), 'row')}{others}."
    if test is not None:
        yield f"And by {test.said}: {count(len(test.data), 'row')}."


def _objective(file: ModelFile) -> Iterator[str]:
    """What was minimised, and which options were not the usual ones."""
    claim = file.claim
    if claim is None:
        yield "Not known: the model file makes no claim."
        return
    if claim.perfect:
        then = (
            "the smallest model"
            if claim.by_size or file.model.kind is ModelKind.SET
            else "the cheapest model by its prices"
        )
        yield f"The fewest errors that are possible over the questions that were asked, and then {then}."
    elif claim.objective == "budget":
        most = count(claim.scope.constraints.max_size or 0, "node")
        yield f"The fewest errors with at most {most}, and then the fewest nodes."
    else:
        price = f", with a regularization of {plain(claim.regularization)}" if claim.regularization else ""
        yield f"Errors and size together at their prices (objective {code(claim.objective)}{price})."
    known = file.provenance
    if known is not None and known.given:
        given = (f"{code(name)} = {code(option_text(value))}" for name, value in known.given.items())
        yield f"Options that were given: {', '.join(given)}."
    if known is not None and known.chosen is not None:
        yield plain(chosen_text(known.chosen))


def _proved(file: ModelFile, rows: Judged, certificate: str | None) -> Iterator[str]:
    """What is proved with its scope, whether the counts hold on these rows, and what is not proved."""
    if file.claim is None:
        yield "Nothing: the model file makes no claim."
    else:
        yield from (plain(line) for line in claim_strip(file.model, file.claim).plain.splitlines())
        yield f"Found by the engine {code(file.claim.engine)}."
        found = check_record(file, recount(file.model, rows.data), rows.data)
        is_file = file.provenance is None or file.provenance.source is None or found["table"] == "recorded"
        other = "" if is_file else " The file is not the one that it was learned from: its SHA-256 is another."
        yield {
            True: f"Recounted from {rows.said}: errors and counts are as claimed.{other}",
            False: f"**Recounted from {rows.said}: errors and counts are NOT as claimed.**{other}",
            None: "The claim was not recounted: the rows here are not those that it was learned from.",
        }[found["counts_hold"]]
        yield "No proof came with it." if certificate is None else plain(certificate)
    yield "Not proved: that the model does as well on other rows, that its columns are causes, that it is fair."


def _errors(file: ModelFile, judged: Judged) -> Iterator[str]:
    """Shares that are right, and the confusion table."""
    score: Score = file.score(judged.data)
    here = score.here
    yield f"### On {judged.said}"
    yield f"{here.total} of {here.rows_text} are right (95 % interval: Wilson)." + (
        f" {undecided_text(here.undecided)}" if here.undecided.rows else ""
    )
    given = map(str, file.model.classes)
    lines = [
        [code(str(label)), *map(amount, line), str(tally)]
        for label, line, tally in zip(here.classes, here.confusion, here.by_class, strict=True)
    ]
    yield table([f"{code(file.target)} in fact", *(f"given {code(name)}" for name in given), "found (95 %)"], lines)


def _by_group(file: ModelFile, judged: Judged, names: Sequence[str]) -> Iterator[str]:
    """For each column of groups a table: rows, wrong ones, and of few classes how often each is given, is there and is found."""
    yield f"### On {judged.said}"
    classes = file.model.classes if len(file.model.classes) <= _FEW_CLASSES else ()
    headers = [head for label in classes for head in (f"given {code(str(label))}", "in fact", "found")]
    for name in names:
        lines = [
            [
                "*missing*" if group.value is None else code(group.value),
                amount(group.result.total.rows),
                str(group.result.total.missed),
                *(cell for label in classes for cell in _rates(group, label)),
            ]
            for group in groups_of(file.model, judged.data, judged.data.table[name])
        ]
        yield table([code(name), "rows", "wrong (95 %)", *headers], lines)


def _rates(group: Group, label: Label) -> list[str]:
    """How often a class is given in a group, how often it is there, and how much of it is found."""
    result = group.result
    place, rows = result.classes.index(label), result.total.rows
    given = sum(line[place] for line in result.confusion)
    mine = result.by_class[place]
    return [percent(given / rows if rows else None), percent(mine.rows / rows if rows else None), percent(mine.share)]


def _limits() -> Iterator[str]:
    """What holds of every model, and blanks for a person."""
    yield "\n".join(f"- {sentence}" for sentence in _ALWAYS)
    yield "To be filled in by a person:"
    yield "\n".join(f"- **{what}**{f' ({hint})' if hint else ''}: {BLANK}" for what, hint in _TO_FILL)


def _versions(file: ModelFile, name: str, sha256: str) -> Iterator[str]:
    """Who learned it, and how to tell that model and data are those of this card."""
    lines = [["model file", code(name)], ["SHA-256 of the model file", code(sha256)]]
    known = file.provenance
    if known is not None:
        lines += [
            ["training data", code(known.source or "a table in memory")],
            ["SHA-256 of the training data", code(known.sha256)],
            ["learned", code(known.created)],
            *([what, code(version)] for what, version in known.versions.items()),
        ]
    lines.append(["this card", code(f"shortlist {__version__}")])
    yield table(["", ""], lines, left=2)
