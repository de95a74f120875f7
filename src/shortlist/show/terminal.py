"""What people see in a terminal: the list as a table, what was proved of it, and the walk of one row through it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from shortlist.explain.trace import Explanation
from shortlist.files.modelfile import Claim, ModelFile
from shortlist.files.set_claim import SetClaim
from shortlist.learn import Learned
from shortlist.learn_hybrid import LearnedHybrid
from shortlist.models.hybrid import DecisionLists
from shortlist.models.model import DecisionList, DecisionSet, Rule
from shortlist.problems.solution import Part, Status
from shortlist.show.set_terminal import set_claim_strip
from shortlist.words import count, printable

_BAR = 12


def model_view(file: ModelFile, width: int = 80) -> RenderableType:
    """The rules as a table, with the strip that says what is proved under it."""
    grid = rules_grid(file.model, file.target, width)
    if file.claim is None:
        return grid
    if isinstance(file.claim, SetClaim):
        return Group(grid, set_claim_strip(file.claim))
    parts = [parts_strip(file.claim.parts)] if file.claim.parts else []
    return Group(grid, claim_strip(file.claim), *parts)


def rules_grid(model: DecisionList | DecisionSet | DecisionLists, target: str, width: int = 80) -> Grid:
    """One line a rule: condition, class, rows covered, how many of them are right; a narrow terminal gets less."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column("", style="dim", no_wrap=True)
    grid.add_column("condition", overflow="fold", min_width=10)
    grid.add_column(Text(printable(target)), style="bold", overflow="fold", min_width=4)
    extras = 3 if width >= 64 else 2 if width >= 48 else 0
    for header in ("rows", "right", "")[:extras]:
        grid.add_column(header, justify="right" if header else "left", no_wrap=True)
    total = sum(rule.covered for rule in model.rules)
    for word, rule in _words(model):
        counts = _counts(rule, rule.correct(model.classes), total) if rule.counts else ("", "", Text(""))
        condition = Text(rule.condition() if rule.literals else "")
        grid.add_row(word, condition, Text(printable(str(rule.label))), *counts[:extras])
    return grid


def _words(model: DecisionList | DecisionSet | DecisionLists) -> Iterator[tuple[str, Rule]]:
    """How each rule begins: `if` for the first of a list and for each of a set, else `else if`, `else` for a default."""
    if isinstance(model, DecisionSet):
        yield from (("if", rule) for rule in model.rules)
        return
    for rules in model.lists if isinstance(model, DecisionLists) else (model.rules,):
        for position, rule in enumerate(rules):
            first, later = ("if", "else if") if rule.literals else ("always", "else")
            yield later if position else first, rule


def _counts(rule: Rule, correct: int, total: int) -> tuple[str, str, Text]:
    share = f"{100 * correct / rule.covered:.1f} %" if rule.covered else "–"
    return str(rule.covered), share, _bar(correct, rule.covered - correct, total)


def _bar(right: int, wrong: int, total: int) -> Text:
    """Rows covered as a bar: right ones solid, wrong ones light."""
    cells = round(_BAR * (right + wrong) / total) if total else 0
    solid = round(_BAR * right / total) if total else 0
    return Text("█" * solid, style="green") + Text("░" * (cells - solid), style="red")


def claim_strip(claim: Claim) -> Text:
    """What was proved, in one line: the status, the cost and how it adds up, or the bracket that is left."""
    if claim.status == "optimal":
        return Text(f"Proved optimal: {_sum(claim)}.", style="green")
    return Text(f"Not proved optimal: {_sum(claim)}; every list costs at least {claim.lower_bound}.", style="yellow")


def parts_strip(parts: Sequence[Part]) -> Text:
    """The classes of a separated list in order, each with its own cost and what is proved of its rules."""
    lines = [
        f"  {printable(str(part.label))}: {count(part.size, 'node')}, cost {part.cost}"
        + (", proved" if part.status is Status.OPTIMAL else f", not proved: at least {part.lower_bound}")
        for part in parts
    ]
    return Text("\n".join(["Classes one after the other, each on the rows that those before it leave:", *lines]))


def _sum(claim: Claim) -> str:
    if claim.perfect:
        avoided = f"{count(claim.errors, 'error')} that no list avoids" if claim.errors else "no error"
        return f"size {claim.size}, {avoided}"
    if claim.costs.node is None:
        unit = "" if claim.costs.error == 1 else f" (an error costs {claim.costs.error})"
        return f"cost {claim.cost}{unit}, {count(claim.errors, 'error')}, {count(claim.size, 'node')}"
    return f"cost {claim.cost} = {count(claim.errors, 'error')} + {claim.costs.node} × {count(claim.size, 'node')}"


def fit_summary(learned: Learned | LearnedHybrid) -> Text:
    """What the model was learned from, and what a cross-check says."""
    if isinstance(learned, LearnedHybrid):
        return _hybrid_summary(learned)
    rows, solution = learned.problem.rows, learned.solution
    table = f"{rows.weight} rows ({len(rows)} distinct), {count(len(learned.problem.features), 'feature')}"
    right = 100 * (1 - learned.model.errors / rows.weight)
    line = f"{right:.1f} % right on {table}; {solution.engine}, {solution.seconds:.2f} s."
    return Text(line if learned.cross_check is None else f"{line}\n{learned.cross_check}")


def _hybrid_summary(learned: LearnedHybrid) -> Text:
    """What the lists side by side were learned from."""
    rows, solution = learned.problem.rows, learned.solution
    assert solution.errors is not None
    table = f"{rows.weight} rows ({len(rows)} distinct), {count(len(learned.problem.features), 'feature')}"
    right = 100 * (1 - solution.errors / rows.weight)
    lists = f"{count(len(learned.model.lists), 'list')} side by side: each answers a row by its first rule that matches"
    return Text(f"{lists}.\n{right:.1f} % right on {table}; {solution.engine}, {solution.seconds:.2f} s.")


def check_view(record: dict[str, Any]) -> Text:
    """What a recount found, beside what the model claims."""
    if record["counts_hold"] is None:
        return Text(f"{count(record['errors'], 'error')} in {count(record['rows'], 'row')}; the model claims nothing.")
    lines = [
        f"{name}: {record[name]}" + ("" if record[name] == claimed else f", but the model claims {claimed}")
        for name, claimed in record["claimed"].items()
    ]
    if record["counts_hold"]:
        verdict = "Recounted from the rows: all as claimed. That none is better was not proved again."
    else:
        verdict = "Recounted from the rows: NOT as claimed, for this table."
    return Text("\n".join([*lines, verdict]))


def explanation_view(explanation: Explanation, target: str) -> RenderableType:
    """The rules read, each with the literals that failed, then the decision."""
    lines: list[RenderableType] = []
    for step in explanation.steps:
        where = "default rule" if not step.rule.literals else f"rule {step.position + 1}"
        head = Text(f"{where}: {step.rule.condition()}" if step.rule.literals else where)
        if step.fired:
            lines.append(Text("✔ ", style="green") + head)
        else:
            lines.append(Text("✘ ", style="red") + head)
            lines.append(Text(f"    fails: {', '.join(map(str, step.failed))}", style="dim"))
    shares = ", ".join(f"{printable(str(c))} {100 * p:.1f} %" for c, p in explanation.probabilities.items())
    lines.append(Text(f"{printable(target)} = {printable(str(explanation.label))}", style="bold"))
    lines.append(Text(f"among the training rows of this rule: {shares}; explanation size {explanation.size}"))
    return Group(*lines)
