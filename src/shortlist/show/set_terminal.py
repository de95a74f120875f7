"""What people see of decision sets in a terminal: what was proved of a set, and what it says of one row."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from shortlist.explain.trace import SetExplanation
from shortlist.files.set_claim import SetClaim
from shortlist.learn_set import LearnedSet
from shortlist.problems.set_problem import SetForm, SetObjective
from shortlist.problems.solution import SetPart, Status
from shortlist.words import count, number, printable


def set_claim_strip(claim: SetClaim) -> Text:
    """What was proved, in a line, and each part with its own cost where there are several."""
    if claim.status == "optimal":
        head = Text(f"Proved optimal among {claim.form_name} sets: {_sum(claim)}.", style="green")
    else:
        least = f"every {claim.form_name} set costs at least {_bound(claim)}"
        head = Text(f"Not proved optimal: {_sum(claim)}; {least}.", style="yellow")
    return head if len(claim.parts) < 2 else Text("\n").join([head, _parts(claim.parts)])


def _sum(claim: SetClaim) -> str:
    errors = count(claim.errors, "error")
    if claim.perfect:
        avoided = f"{errors} that no set avoids" if claim.errors else "no error"
        return f"{_size(claim)}, {avoided}"
    price = claim.costs.rule // claim.costs.error
    unit = "node" if claim.objective is SetObjective.OPT else "rule"
    n_units = claim.size if claim.objective is SetObjective.OPT else _n_rules(claim)
    charged = count(claim.class_errors, "error") + " of classes" if claim.form is SetForm.SEPARATED else errors
    wrong = "" if claim.form is SetForm.COMPLETE else f"; {errors} of the set"
    tail = f", then {count(claim.size - n_units, 'literal')}" if claim.objective is SetObjective.MDS2_STAR else ""
    return f"cost {claim.cost // claim.costs.error} = {charged} + {price} × {count(n_units, unit)}{tail}{wrong}"


def _n_rules(claim: SetClaim) -> int:
    """The rules, by what they and their literals cost and how many both are."""
    errors = claim.class_errors if claim.form is SetForm.SEPARATED else claim.errors
    prices = claim.cost - (0 if claim.perfect else claim.costs.error * errors)
    return (prices - claim.costs.literal * claim.size) // (claim.costs.rule - claim.costs.literal)


def _size(claim: SetClaim) -> str:
    if claim.objective is SetObjective.OPT:
        return f"size {claim.size}"
    rules = count(_n_rules(claim), "rule")
    return rules if claim.objective is SetObjective.MDS2 else f"{rules}, then size {claim.size}"


def _bound(claim: SetClaim) -> str:
    if claim.objective is not SetObjective.MDS2_STAR:
        return number(claim.lower_bound)
    unit = claim.costs.rule if claim.perfect else claim.costs.error
    first, literals = divmod(claim.lower_bound, unit)
    return f"{count(first, 'rule') if claim.perfect else number(first)}, then {count(literals, 'literal')}"


def _parts(parts: Sequence[SetPart]) -> Text:
    lines = [
        f"  {', '.join(printable(str(label)) for label in part.labels)}: {count(part.rules, 'rule')}, size {part.size}"
        + (", proved" if part.status is Status.OPTIMAL else ", not proved")
        for part in parts
    ]
    return Text("\n".join(["Classes apart from each other:", *lines]))


def set_summary(learned: LearnedSet) -> Text:
    """What the set was learned from."""
    rows, solution = learned.problem.rows, learned.solution
    table = f"{rows.weight} rows ({len(rows)} distinct), {count(len(learned.problem.features), 'feature')}"
    assert learned.recount is not None
    right = 100 * (1 - learned.recount.errors / rows.weight)
    return Text(f"{right:.1f} % right on {table}; {solution.engine}, {solution.seconds:.2f} s.")


def set_explanation_view(explanation: SetExplanation, target: str) -> RenderableType:
    """Each rule with the literals that failed, then what the rules that hold agree on, or do not."""
    lines: list[RenderableType] = []
    for step in explanation.steps:
        head = Text(f"rule {step.position + 1}: {step.rule.condition()} → {printable(str(step.rule.label))}")
        lines.append(Text("✔ ", style="green") + head if step.fired else Text("✘ ", style="red") + head)
        if step.failed:
            lines.append(Text(f"    fails: {', '.join(map(str, step.failed))}", style="dim"))
    if not any(step.fired for step in explanation.steps):
        lines.append(Text("no rule holds: this row is left undecided", style="yellow"))
    elif not explanation.decided:
        lines.append(Text("rules of several classes hold and contradict each other", style="yellow"))
    shares = ", ".join(f"{printable(str(c))} {100 * p:.1f} %" for c, p in explanation.probabilities.items())
    lines.append(Text(f"{printable(target)} = {printable(str(explanation.label))}", style="bold"))
    lines.append(Text(f"among the training rows of these rules: {shares}; explanation size {explanation.size:g}"))
    return Group(*lines)
