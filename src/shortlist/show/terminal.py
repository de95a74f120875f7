"""What people see in a terminal: the rules as a table, and what was proved of them."""

from __future__ import annotations

from functools import partial
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from shortlist.checks.score import Result, Tally, undecided_text
from shortlist.files.modelfile import ModelFile
from shortlist.learn import Learned
from shortlist.models.model import Model, ModelKind, Rule
from shortlist.models.text import CONDITIONAL, NO_RULE
from shortlist.problems.choice import Choice
from shortlist.show.claims import claim_strip, cost_text
from shortlist.show.no_rule import why_no_rule
from shortlist.tables.table import PLAIN, Label
from shortlist.words import amount, count, in_lines, percent, printable

_BAR = 12


def model_view(file: ModelFile, width: int = 80) -> RenderableType:
    """The rules as a table, with the strip that says what is proved under it."""
    grid = rules_grid(file.in_rows, file.target, width)
    return grid if file.claim is None else Group(grid, claim_strip(file.model, file.claim))


def plain_grid() -> Grid:
    """A table without lines, its headers dim."""
    return Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")


def rules_grid(model: Model, target: str, width: int = 80) -> Grid:
    """One line a rule: condition, class, rows covered, how many of them are right; a narrow terminal gets less."""
    extras = 3 if width >= 64 else 2 if width >= 48 else 0
    total = sum(rule.covered for rule in model.rules)
    begun = [(w, rule, rule.condition(brief=True) if w in CONDITIONAL else "") for w, rule in model.beginnings()]
    begun += [] if model.otherwise is None else [("", model.otherwise, NO_RULE)]
    texts = [(word, condition, printable(str(rule.label))) for word, rule, condition in begun]
    figures = [_counts(rule, model, total)[:extras] for _, rule, _ in begun]
    headers = ("", "condition", printable(target), *("rows", "right", "")[:extras])
    lines = [(*text, *counts) for text, counts in zip(texts, figures, strict=True)]
    widths = [max(map(len, column)) for column in zip(headers, *lines, strict=True)]
    # Of a narrow terminal classes take a quarter at most, and conditions what is left.
    widths[2] = min(widths[2], width // 4)
    widths[1] = max(width - sum(widths[:1] + widths[2:]) - 2 * (len(headers) - 1), 10)
    grid = plain_grid()
    grid.add_column("", style="dim", no_wrap=True)
    grid.add_column("condition", overflow="fold", min_width=10)
    grid.add_column(Text(in_lines(headers[2], widths[2])), style="bold", overflow="fold", min_width=widths[2])
    for header in headers[3:]:
        grid.add_column(header, justify="right" if header else "left", no_wrap=True)
    for (word, condition, label), counts in zip(texts, figures, strict=True):
        grid.add_row(word, Text(in_lines(condition, widths[1])), Text(in_lines(label, widths[2])), *counts)
    return grid


def _counts(rule: Rule, model: Model, total: int) -> tuple[str, str, Text]:
    """The rows that a rule covered in training, the share of them that is right, and both as a bar."""
    if not rule.counts:
        return "", "", Text("")
    right = rule.correct(model.classes)
    bar = _bar(right, rule.covered - right, total)
    return amount(rule.covered / model.scale), percent(rule.precision(model.classes)), bar


def _bar(right: int, wrong: int, total: int) -> Text:
    """Rows covered as a bar: right ones solid, wrong ones light."""
    cells = round(_BAR * (right + wrong) / total) if total else 0
    solid = round(_BAR * right / total) if total else 0
    return Text("█" * solid, style="green") + Text("░" * (cells - solid), style="red")


def fit_summary(learned: Learned) -> Text:
    """What the model was learned from, and what a cross-check says."""
    rows, solution = learned.problem.rows, learned.solution
    assert learned.claim is not None
    weighting = learned.data.weighting
    counted, n_rows = learned.claim.counted, int(rows.numbers.sum())
    own = rows.weight / weighting.scale
    if weighting.classes:
        own = Result.of(learned.model, learned.data.classes, counted, weighting).total.rows
    weight = "" if weighting == PLAIN or (weighting.classes and own == n_rows) else f", of weight {amount(own)}"
    table = f"{count(n_rows, 'row')} ({len(rows)} distinct{weight})"
    right = sum(row[c] for c, row in enumerate(counted.given)) / rows.weight
    said = f"{percent(right)} right"
    if weighting.classes:
        as_rows = Result.of(learned.model, learned.data.classes, counted, weighting).accuracy
        said = f"{percent(as_rows)} right ({said} with the weights of classes)"
    lines = [f"{said} on {table}; {solution.engine}, {solution.seconds:.2f} s."]
    if counted.undecided:
        left = (sum(map(sum, counted.undecided)), sum(row[c] for c, row in enumerate(counted.undecided)))
        lines.append(undecided_text(Tally(*(n / weighting.scale for n in left))))
    if learned.problem.kind is ModelKind.LIST and len(learned.model.rules) == 1:
        lines.append(why_no_rule(learned))
    if learned.tie is not None:
        rule, other, instead_of = learned.tie.rule, learned.tie.literal, learned.tie.instead_of
        lines.append(f"Another list costs the same: rule {rule} with {other} instead of {instead_of}.")
    if learned.choice is not None:
        lines.append(_choice(learned.choice))
    if learned.problem.kind is ModelKind.HYBRID:
        n = len(learned.model.lists)
        text = (
            f"{n} lists side by side: each answers"
            if n > 1
            else "No lists side by side are better than one: it answers"
        )
        lines.insert(0, f"{text} a row by its first rule that matches.")
    if learned.cross_check is not None:
        lines.append(learned.cross_check.words(partial(cost_text, learned.model, learned.claim)))
    return Text("\n".join(lines))


def _choice(choice: Choice) -> str:
    """How the price was chosen."""
    folds, score, place = len(choice.scores), choice.score.replace("_", " "), choice.shares.index(choice.chosen)
    held_out = f"{score} {choice.means[place]:.3f} ± {choice.standard_errors[place]:.3f} on held-out rows"
    text = f"A node costs {choice.chosen} of the rows, chosen by cross-validation in {folds} folds: {held_out}."
    return text + (
        " A limit ended some of its searches; with more time another price may be chosen." if choice.hurried else ""
    )


def check_view(record: dict[str, Any], file: ModelFile) -> Text:
    """What a recount found, beside what the model claims."""
    if file.claim is None:
        errors, rows = (record[name] / record["weight_scale"] for name in ("errors", "rows"))
        return Text(f"{count(errors, 'error')} in {count(rows, 'row')}; the model claims nothing.")
    if not record["same_table"]:
        return _other_table(record)
    # Told only where they differ; errors of single classes mean something of sets alone, and say of others the same twice.
    seldom = {"confusion", "silent", "undecided"} | (set() if file.model.kind is ModelKind.SET else {"class_errors"})
    lines = []
    for name, claimed in record["claimed"].items():
        here = record[name]
        if name != "weight_scale" and (name not in seldom or here != claimed):
            but = "" if here == claimed else f", but the model claims {_checked(name, claimed, file)}"
            what = name.replace("_", " ")
            if name == "rows" and file.weighed is not None:
                what = "weight of the rows" + (" with the weights of classes" if file.weighting.classes else "")
            lines.append(f"{what}: {_checked(name, here, file)}{but}")
    if record["undecided"]:
        left, right = (n / file.model.scale for n in (sum(map(sum, record["undecided"])), _own(record["undecided"])))
        lines.append(f"undecided, all among the errors: {amount(left)}; predict is right on {amount(right)} of them")
    if record["counts_hold"]:
        verdict = "Recounted from the rows: all as claimed."
        verdict += "" if record.get("certified") else " That none is better was not proved again."
    else:
        verdict = "Recounted from the rows: NOT as claimed, for this table."
    return Text("\n".join([*lines, _which_table(record["table"], file), verdict]))


def _which_table(table: str, file: ModelFile) -> str:
    """Whether the table is the one that the model was learned from, by its SHA-256."""
    known = file.provenance
    if table == "recorded":
        return "The table is the file that the model was learned from: its SHA-256 is the recorded one."
    if known is None or known.source is None:
        return "Of the table as many rows of each class are claimed; which file it was is not recorded."
    return "The table is NOT the file that the model was learned from (its SHA-256 is another), but has as many rows of each class."


def _checked(name: str, value: Any, file: ModelFile) -> Any:
    """A number of a check as people read it: costs as everywhere, what is counted by weight in the user's weights."""
    if name == "cost" and file.claim is not None and value is not None:
        return cost_text(file.model, file.claim, value)
    return _in_weights(name, value, file.model.scale)


def _in_weights(name: str, value: Any, scale: int) -> Any:
    """A number of a check as people read it: what is counted by weight in the user's weights."""
    if isinstance(value, list):
        return [_in_weights(name, n, scale) for n in value]
    return value if scale == 1 or name == "size" else amount(value / scale)


def _other_table(record: dict[str, Any]) -> Text:
    """What the model does on rows that it claims nothing of, beside what it does on its own."""
    here, there = ({**record, "said": "here"}, {**record["claimed"], "said": "there"})
    tables = [
        f"{side['said']} {count(side['rows'] / side['weight_scale'], 'row')} ({_sizes(record['classes'], side)})"
        for side in (here, there)
    ]
    shares = [f"{percent(_right(side) / side['rows'])} right {side['said']}" for side in (here, there)]
    return Text(
        f"Another table than the model was learned from: {', '.join(tables)}.\n"
        f"{', '.join(shares)}. The claim is about the rows there; `shortlist score` says more of those here."
    )


def _right(side: dict[str, Any]) -> int:
    """What `predict` gives its own class, decided or not."""
    return _own(side["confusion"]) + _own(side["undecided"])


def _own(table: list[list[int]]) -> int:
    """What stands on the diagonal: the rows of each class that are given it."""
    return sum(row[c] for c, row in enumerate(table))


def _sizes(classes: list[Label], side: dict[str, Any]) -> str:
    """How many rows of each class there are."""
    totals = [amount(sum(row) / side["weight_scale"]) for row in side["confusion"]]
    return ", ".join(f"{printable(str(c))} {total}" for c, total in zip(classes, totals, strict=False))
