"""What was proved of a model, in words: the status, the cost and how it adds up, or the bracket that is left."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rich.text import Text

from shortlist.checks.claim import Claim
from shortlist.models.model import Model, ModelKind
from shortlist.problems.objective import Form
from shortlist.problems.scope import NO_TIME, EveryCut, Scope
from shortlist.problems.solution import Part, Status
from shortlist.words import amount, count, printable


def claim_strip(model: Model, claim: Claim) -> Text:
    """What was proved and among which models, over every cut point too, and each part by itself where there are several."""
    is_set = model.kind is ModelKind.SET
    lines = [_what_is_proved(model, claim), *_over_every_cut(model, claim)]
    if claim.counted.undecided:
        undecided = sum(map(sum, claim.counted.undecided)) / model.scale
        lines.append(Text(f"{count(undecided, 'undecided row')} among the errors, whatever is answered there."))
    if len(claim.parts) > 1:
        paid = 1 if claim.perfect else model.scale
        lines.append(parts_of_set(claim.parts) if is_set else parts_of_list(claim.parts, paid))
    return Text("\n").join(lines)


def _what_is_proved(model: Model, claim: Claim) -> Text:
    """That it is the best, of all models or of those of few nodes; or that this is not proved; and what no other goes below."""
    said, scope = how_it_adds_up(model, claim), proved_scope(claim)
    if scope is None:
        head = Text(f"Not proved optimal: {said}.", style="yellow")
        fewer = f"makes fewer than {amount(errors_within(model, claim, claim.lower_bound))} errors"
        less = fewer if claim.objective == "budget" else f"costs less than {bound_text(model, claim)}"
        return head + Text(f" No {models_compared(model, claim, 1)} over {claim.scope} {less}.")
    head = Text(f"Proved optimal among all {models_compared(model, claim)} over {scope}: {said}.", style="green")
    if claim.status is Status.OPTIMAL:
        return head
    return head + Text(f" Not proved of larger ones: none costs less than {bound_text(model, claim)}.", style="yellow")


def proved_scope(claim: Claim) -> Scope | None:
    """Among which models it is proved to be the best: all, those of few nodes, or none."""
    if claim.status is Status.OPTIMAL:
        return claim.scope
    return None if claim.proved_size is None else claim.scope.within(claim.proved_size)


def models_compared(model: Model, claim: Claim, n: int = 2) -> str:
    """Which models it was compared with."""
    perfect = "perfect " if claim.perfect else ""
    noun = {"list": "list", "set": "set", "hybrid": "model"}[model.kind] + ("s" if n > 1 else "")
    form = f"{claim.form} sparse " if model.kind is ModelKind.SET and not claim.perfect else ""
    return f"{perfect}{form}{noun}" + (" of lists side by side" if model.kind is ModelKind.HYBRID else "")


def _over_every_cut(model: Model, claim: Claim) -> list[Text]:
    """What is known of other cut points than those that were asked."""
    known = claim.every_cut
    if known is None:
        return []
    if known.lower_bound is None:
        return [_nothing_proved(known.why_not)]
    if known.lower_bound == claim.cost:
        return [Text("Optimal over every cut point, too: no others give a better list.", style="green")]
    if claim.objective == "budget":
        fewest = errors_within(model, claim, known.lower_bound)
        if fewest == 0 and claim.counted.errors:
            return [_nothing_proved(NO_TIME)]
        return [_from_the_best(claim.counted.errors / model.scale - fewest, "error", known)]
    if claim.perfect and claim.by_size:
        return [_from_the_best(claim.cost - known.lower_bound, "node", known)]
    if claim.perfect:
        less = _paid(model, claim, claim.cost - known.lower_bound)
        over = f" ({known.why_not})" if known.why_not else ""
        return [Text(f"Over every cut point no list costs less by more than {less}{over}.")]
    return [_from_the_best(float(claim.paid(claim.cost - known.lower_bound, model.scale)), "error", known)]


def _nothing_proved(why: str) -> Text:
    return Text(f"Nothing is proved of other cut points: {why}.", style="dim")


def _from_the_best(better: float, unit: str, known: EveryCut) -> Text:
    """How much better lists with other cut points may be, and whether there was time to say it exactly."""
    text, over = amount(better), f" ({known.why_not})" if known.why_not else ""
    return Text(f"Over every cut point at most {text} {unit}{'' if text == '1' else 's'} from the best list{over}.")


def errors_within(model: Model, claim: Claim, bound: int) -> float:
    """The errors that a bound of a budget leaves: cost = (k + 1) · errors + nodes, and there are at most k nodes."""
    most = claim.scope.constraints.max_size or 0
    return max(-((most - bound) // claim.costs.error), 0) / model.scale


def how_it_adds_up(model: Model, claim: Claim) -> str:
    """What the model costs, and of what that is the sum."""
    return _sum_of_set(model, claim) if model.kind is ModelKind.SET else _sum(model, claim)


def _sum(model: Model, claim: Claim) -> str:
    """How the cost of a list adds up."""
    if claim.perfect:
        size = f"size {claim.size}"
        said = size if claim.by_size else f"cost {_paid(model, claim, claim.cost)} ({size})"
        return f"{said}, {_unavoided(model, claim)}"
    errors, nodes = _errors(model, claim), count(claim.size, "node")
    if claim.objective == "budget":
        return f"{errors}, {nodes} (fewest errors, then nodes)"
    node = claim.costs.exact_node
    if node is None:
        return f"cost {_paid(model, claim, claim.cost)}, {errors}, {nodes}"
    price = _decimal(node) if model.scale == 1 else amount(node / model.scale)
    return f"cost {_paid(model, claim, claim.cost)} = {errors} + {price} × {nodes}"


def _paid(model: Model, claim: Claim, cost: int) -> str:
    """What a sparse model pays, in errors of weight 1, where prices of nodes were fractions of one, too."""
    paid = claim.paid(cost, model.scale)
    return _decimal(paid) if model.scale == 1 or claim.perfect else amount(paid)


def _decimal(price: Fraction) -> str:
    """The number, or the fraction where no few decimals are exactly it."""
    short = f"{float(price):.6g}"
    return short if Fraction(short) == price else str(price)


def _errors(model: Model, claim: Claim) -> str:
    """The errors of the model, by weight."""
    return count(claim.counted.errors / model.scale, "error")


def _unavoided(model: Model, claim: Claim) -> str:
    if not claim.counted.errors:
        return "no error"
    noun = "set" if model.kind is ModelKind.SET else "list"
    if claim.costs.errors is not None:
        # It is their price that is the least: other lists may make fewer errors, but dearer ones.
        price = amount(claim.loss_of(claim.counted) / (claim.costs.error * model.scale))
        return f"{_errors(model, claim)} of price {price}, the least that a {noun} over these questions pays for errors"
    avoidable = claim.counted.errors - (claim.forced_errors or 0)
    part = amount((claim.forced_errors or 0) / model.scale)
    forced = "all forced by equal rows" if not avoidable else f"{part} of them forced by equal rows"
    return f"{_errors(model, claim)} that no {noun} over these questions avoids ({forced})"


def _sum_of_set(model: Model, claim: Claim) -> str:
    """How the cost of a set adds up, in nodes or in rules."""
    n_rules = len(model.rules)
    if claim.perfect:
        rules = count(n_rules, "rule")
        size = {"opt": f"size {claim.size}", "mds2": rules, "mds2*": f"{rules}, then size {claim.size}"}
        return f"{size[claim.objective]}, {_unavoided(model, claim)}"
    separated = claim.form is Form.SEPARATED
    unit, n_units = ("node", claim.size) if claim.objective == "opt" else ("rule", n_rules)
    charged = (
        f"{count(claim.counted.class_errors / model.scale, 'error')} of classes" if separated else _errors(model, claim)
    )
    price, cost = (amount(paid // claim.costs.error / model.scale) for paid in (claim.costs.rule, claim.cost))
    tail = f", then {count(claim.size - n_units, 'literal')}" if claim.objective == "mds2*" else ""
    wrong = f"; {_errors(model, claim)} of the set" if separated else ""
    return f"cost {cost} = {charged} + {price} × {count(n_units, unit)}{tail}{wrong}"


def bound_text(model: Model, claim: Claim) -> str:
    """What no model costs less than."""
    return cost_text(model, claim, claim.lower_bound)


def cost_text(model: Model, claim: Claim, cost: int) -> str:
    """A cost, or a bound of costs, as people are told it everywhere: in errors of weight 1 or nodes, of a budget in errors and nodes."""
    if claim.objective == "budget":
        errors, nodes = divmod(cost, claim.costs.error)
        return count(errors / model.scale, "error") + (f", {count(nodes, 'node')}" if nodes else "")
    if model.kind is not ModelKind.SET or claim.objective != "mds2*":
        return _paid(model, claim, cost)
    unit = claim.costs.rule if claim.perfect else claim.costs.error
    first, literals = divmod(cost, unit)
    return (
        f"{count(first, 'rule') if claim.perfect else amount(first / model.scale)}, then {count(literals, 'literal')}"
    )


def parts_of_list(parts: Sequence[Part], scale: int = 1) -> Text:
    """The classes of a separated list in order, each with its own cost and what is proved of its rules."""
    lines = [
        f"  {_classes(part)}: {count(part.size, 'node')}, cost {amount(part.cost / scale)}"
        + (
            ", proved"
            if part.status is Status.OPTIMAL
            else f", not proved: at least {amount(part.lower_bound / scale)}"
        )
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
