"""What was proved of a model, in words: the status, the cost and how it adds up, or the bracket that is left."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from shortlist.checks.claim import Claim
from shortlist.models.model import Model, ModelKind
from shortlist.problems.objective import Form
from shortlist.problems.solution import Part, Status
from shortlist.words import count, number, printable


def claim_strip(model: Model, claim: Claim) -> Text:
    """What was proved, in one line, and each part with its own cost where there are several."""
    said = _sum_of_set(model, claim) if model.kind is ModelKind.SET else _sum(model, claim)
    among = f" among {_form(claim)} sets" if model.kind is ModelKind.SET else ""
    if claim.status is Status.OPTIMAL:
        head = Text(f"Proved optimal{among}: {said}.", style="green")
    else:
        every = f"every {_form(claim)} set" if model.kind is ModelKind.SET else f"every {model.kind.noun}"
        head = Text(f"Not proved optimal: {said}; {every} costs at least {_bound(model, claim)}.", style="yellow")
    if len(claim.parts) < 2:
        return head
    return Text("\n").join([head, parts_of_set(claim.parts) if among else parts_of_list(claim.parts)])


def _form(claim: Claim) -> str:
    """Which sets a set was compared with."""
    return "perfect" if claim.perfect else f"{claim.form} sparse"


def _sum(model: Model, claim: Claim) -> str:
    """How the cost of a list adds up."""
    if claim.perfect:
        return f"size {claim.size}, {_unavoided(model, claim)}"
    if claim.costs.node is None:
        unit = "" if claim.costs.error == 1 else f" (an error costs {claim.costs.error})"
        return f"cost {claim.cost}{unit}, {count(claim.counted.errors, 'error')}, {count(claim.size, 'node')}"
    return (
        f"cost {claim.cost} = {count(claim.counted.errors, 'error')} + {claim.costs.node} × {count(claim.size, 'node')}"
    )


def _unavoided(model: Model, claim: Claim) -> str:
    noun = "set" if model.kind is ModelKind.SET else "list"
    return f"{count(claim.counted.errors, 'error')} that no {noun} avoids" if claim.counted.errors else "no error"


def _sum_of_set(model: Model, claim: Claim) -> str:
    """How the cost of a set adds up, in nodes or in rules."""
    n_rules = len(model.rules)
    if claim.perfect:
        rules = count(n_rules, "rule")
        size = {"opt": f"size {claim.size}", "mds2": rules, "mds2*": f"{rules}, then size {claim.size}"}
        return f"{size[claim.objective]}, {_unavoided(model, claim)}"
    separated = claim.form is Form.SEPARATED
    unit, n_units = ("node", claim.size) if claim.objective == "opt" else ("rule", n_rules)
    charged = count((claim.counted.class_errors if separated else claim.counted.errors), "error") + (
        " of classes" if separated else ""
    )
    price, cost = claim.costs.rule // claim.costs.error, claim.cost // claim.costs.error
    tail = f", then {count(claim.size - n_units, 'literal')}" if claim.objective == "mds2*" else ""
    wrong = f"; {count(claim.counted.errors, 'error')} of the set" if separated else ""
    return f"cost {cost} = {charged} + {price} × {count(n_units, unit)}{tail}{wrong}"


def _bound(model: Model, claim: Claim) -> str:
    if model.kind is not ModelKind.SET or claim.objective != "mds2*":
        return number(claim.lower_bound)
    unit = claim.costs.rule if claim.perfect else claim.costs.error
    first, literals = divmod(claim.lower_bound, unit)
    return f"{count(first, 'rule') if claim.perfect else number(first)}, then {count(literals, 'literal')}"


def parts_of_list(parts: Sequence[Part]) -> Text:
    """The classes of a separated list in order, each with its own cost and what is proved of its rules."""
    lines = [
        f"  {_classes(part)}: {count(part.size, 'node')}, cost {part.cost}"
        + (", proved" if part.status is Status.OPTIMAL else f", not proved: at least {part.lower_bound}")
        for part in parts
    ]
    return Text("\n".join(["Classes one after the other, each on the rows that those before it leave:", *lines]))


def parts_of_set(parts: Sequence[Part]) -> Text:
    """The classes of a set that have nothing to do with each other, and what is proved of their rules."""
    lines = [
        f"  {_classes(part)}: {count(part.rules, 'rule')}, size {part.size}"
        + (", proved" if part.status is Status.OPTIMAL else ", not proved")
        for part in parts
    ]
    return Text("\n".join(["Classes apart from each other:", *lines]))


def _classes(part: Part) -> str:
    return ", ".join(printable(str(label)) for label in part.labels)
