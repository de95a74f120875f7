"""The page's sentences about a model: its headline, what is proved of it and what is not, and where it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from shortlist.checks.claim import Claim
from shortlist.files.modelfile import ModelFile
from shortlist.files.provenance import chosen_text, option_text
from shortlist.files.search import Search, Witness
from shortlist.models.model import Model, ModelKind
from shortlist.problems.objective import Form
from shortlist.problems.solution import Status
from shortlist.report.judged import OTHER, Judged, short
from shortlist.show.claims import bound_text, errors_within, how_it_adds_up, models_compared, proved_scope
from shortlist.words import amount, count

_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NOT_PROVED = "that it does as well on other rows, that these are the right columns, or that one thing causes another."


def spelled(n: int, noun: str) -> str:
    """A number of things, small ones in letters.

    >>> spelled(2, "rule"), spelled(1, "rule"), spelled(40, "rule")
    ('two rules', 'one rule', '40 rules')
    """
    return f"{_SMALL[n] if n < len(_SMALL) else n} {noun}{'' if n == 1 else 's'}"


def headline(model: Model, target: str) -> str:
    """What decides, in one line."""
    if model.kind is ModelKind.LIST:
        rules = len(model.rules) - 1
        what = (
            f"{spelled(rules, 'rule')} and a default decide"
            if rules
            else f"always {model.rules[0].label}: no rule decides"
        )
    elif model.kind is ModelKind.SET:
        what = f"{spelled(len(model.rules), 'rule')} in no order decide"
    else:
        what = f"{spelled(len(model.lists), 'list')} side by side decide"
    what = what.replace("decide", "decides") if what.startswith("one ") and "default" not in what else what
    return f"{what[0].upper()}{what[1:]} {target}"


def origin(file: ModelFile, tables: Sequence[Judged], title: str) -> str:
    """What it is of, and where the rows are from."""
    noun = {"list": "Decision list", "set": "Decision set", "hybrid": "Decision lists side by side"}[file.model.kind]
    test = f", tested on {len(tables[1].data)} others" if len(tables) > 1 else ""
    rows = f"{count(len(tables[0].data), 'row')} of {title}"
    if tables[0].name != OTHER:
        return f"{noun} for {file.target}, learned from {rows}{test}"
    return f"{noun} for {file.target}, learned from other rows than these: {rows}{test}"


def proof_record(file: ModelFile, certificate: str | None) -> dict[str, Any] | None:
    """What is proved, in words and numbers; None where nothing is claimed."""
    claim, model = file.claim, file.model
    if claim is None:
        return None
    proved = claim.status is Status.OPTIMAL
    models = models_compared(model, claim)
    return {
        "proved": proved,
        "headline": _headline(model, claim),
        "how": _price(model, claim),
        "stamp": _stamp(claim),
        "claim": [*_claimed(model, claim, models), *_every_cut(claim)],
        "facts": [
            ["Cost", how_it_adds_up(model, claim).removeprefix("cost ")],
            ["Bound and gap", _gap(model, claim, file)],
            ["Every cut point", _other_cuts(model, claim)],
            ["Second engine, no shared code", _second(None if file.search is None else file.search.witness)],
            ["Certificate", certificate or "none with this model"],
        ],
        "not_proved": NOT_PROVED,
        "ruler": ruler(model, claim),
        "brief": _brief(model, claim),
    }


def _stamp(claim: Claim) -> str:
    if claim.status is Status.OPTIMAL:
        return "✓ Proved optimal"
    if claim.proved_size is not None:
        return f"◐ Proved optimal up to {count(claim.proved_size, 'node')}"
    return "◐ Not proved optimal: bound and gap"


def _headline(model: Model, claim: Claim) -> str:
    noun = model.kind.noun
    scope = proved_scope(claim)
    if scope is not None:
        few = "" if claim.proved_size is None else f" of at most {count(claim.proved_size, 'node')}"
        return f"No {noun}{few} over these {scope.questions} questions does better on the training rows"
    mark = ruler(model, claim)
    if mark is None:
        return "The search was stopped before the proof"
    away = amount(mark["cost"] - mark["bound"])
    return f"At most {away} above the least possible {mark['unit']}; the search was stopped"


def _price(model: Model, claim: Claim) -> str:
    """What is paid for."""
    if claim.perfect:
        by_size = claim.by_size or model.kind is ModelKind.SET
        first, best = ("size", "smallest") if by_size else ("prices", "cheapest")
        return f"Errors come first, then {first}: of all that make the fewest errors, the {best} was asked for."
    if claim.objective == "budget":
        return f"The fewest errors with at most {count(claim.scope.constraints.max_size or 0, 'node')}, then the fewest nodes."
    if model.kind is ModelKind.SET:
        unit = "nodes" if claim.objective == "opt" else "rules"
        errors = "errors of each class" if claim.form is Form.SEPARATED else "errors"
        return f"Cost = {errors} + {amount(claim.costs.rule // claim.costs.error / model.scale)} × {unit}."
    node = claim.costs.exact_node
    if node is None:
        return "Cost = errors + what rules and conditions are priced at."
    price = amount(node / model.scale)
    return f"Cost = errors + {price} × nodes: each node is priced at {count(float(node) / model.scale, 'error')}."


def _claimed(model: Model, claim: Claim, models: str) -> list[str]:
    said, scope = how_it_adds_up(model, claim), proved_scope(claim)
    if scope is not None:
        best = f"Among all {models} over {scope}, none is better on the training rows: {said}."
        larger = f"Of larger ones none costs less than {bound_text(model, claim)}."
        return [best] if claim.status is Status.OPTIMAL else [best, larger]
    return [
        (
            f"Among all {models} over {claim.scope}, none costs less than {bound_text(model, claim)}; this one: {said}. "
            "Whether there is one in between is not known."
        )
    ]


def _every_cut(claim: Claim) -> list[str]:
    known = claim.every_cut
    if known is None or known.lower_bound is None or known.lower_bound != claim.cost:
        return []
    return ["No other cut points of the numbers give a better list: it is optimal over every cut point, too."]


def _gap(model: Model, claim: Claim, file: ModelFile) -> str:
    seconds = "" if file.provenance is None else f" after {seconds_text(file.provenance.seconds)}"
    if claim.status is Status.OPTIMAL:
        return f"{bound_text(model, claim)}; no gap{seconds}"
    stopped = None if file.search is None else file.search.stopped
    why = "" if stopped is None else f", stopped by the {stopped.noun}"
    share = f" ({100 * (claim.cost - claim.lower_bound) / claim.cost:.1f} %)" if claim.cost else ""
    gap = ruler(model, claim)
    away = "" if gap is None else f"; gap {amount(gap['cost'] - gap['bound'])}{share}"
    return f"{bound_text(model, claim)}{away}{why}{seconds}"


def _other_cuts(model: Model, claim: Claim) -> str:
    known, mark = claim.every_cut, ruler(model, claim)
    if known is None:
        return "there are no others to ask for"
    if known.lower_bound is None:
        return f"nothing is proved of others: {known.why_not}"
    if known.lower_bound == claim.cost:
        return "none gives a better list"
    if mark is None or mark["every_cut"] is None:
        return "a better list over others is not excluded"
    over = f"; {known.why_not}" if known.why_not else ""
    return f"bound {amount(mark['every_cut'])}: at most {amount(mark['cost'] - mark['every_cut'])} to gain{over}"


def _second(witness: Witness | None) -> str:
    if witness is None:
        return "not asked for"
    said = "the same cost and bound" if witness.confirmed else "contradicts nothing, but proves less"
    return f"{'✓ ' if witness.confirmed else ''}{witness.engine}: {said}, {seconds_text(witness.seconds)}"


def _brief(model: Model, claim: Claim) -> list[str]:
    """The key figure of the proof and the line under it."""
    mark = ruler(model, claim)
    if claim.status is Status.OPTIMAL:
        paid = "" if mark is None else f"{mark['unit']} {amount(mark['cost'])}; "
        return ["Optimal", f"{paid}none lower over {claim.scope.questions} questions"]
    if claim.proved_size is not None:
        least = bound_text(model, claim)
        return [f"Best up to {count(claim.proved_size, 'node')}", f"none lower; of larger ones none below {least}"]
    if mark is None:
        return ["Not proved", f"none below {bound_text(model, claim)}"]
    return [
        f"Gap of {amount(mark['cost'] - mark['bound'])}",
        f"{mark['unit']} {amount(mark['cost'])}, none below {amount(mark['bound'])}",
    ]


def ruler(model: Model, claim: Claim) -> dict[str, Any] | None:
    """Cost, bound and the bound over every cut point in one unit, where there is one: errors of weight 1, or nodes."""
    every = None if claim.every_cut is None else claim.every_cut.lower_bound
    if claim.objective == "budget":
        bound = errors_within(model, claim, claim.lower_bound)
        beyond = None if every is None else errors_within(model, claim, every)
        return _marks("errors", claim.counted.errors / model.scale, bound, beyond)
    if claim.objective == "mds2*":
        return None
    cost, bound = (float(claim.paid(paid, model.scale)) for paid in (claim.cost, claim.lower_bound))
    beyond = None if every is None else float(claim.paid(every, model.scale))
    by_size = claim.by_size or model.kind is ModelKind.SET
    return _marks("size" if claim.perfect and by_size else "cost", cost, bound, beyond)


def _marks(unit: str, cost: float, bound: float, every_cut: float | None) -> dict[str, Any]:
    beyond = None if every_cut is None else short(every_cut)
    return {"unit": unit, "cost": short(cost), "bound": short(bound), "every_cut": beyond}


def trace_record(file: ModelFile) -> list[list[float | None]] | None:
    """The moments of the search in the ruler's unit; None where they are not known, or have no such unit."""
    claim, search = file.claim, file.search
    mark = None if claim is None else ruler(file.model, claim)
    if claim is None or search is None or mark is None or mark["unit"] == "errors" or not claim.cost:
        return None
    unit = claim.cost / mark["cost"] if mark["cost"] else 1
    return [
        [seconds, None if cost is None else short(cost / unit), short(bound / unit)]
        for seconds, cost, bound in search.moments
    ]


def seconds_text(seconds: float) -> str:
    """A time as people write it.

    >>> seconds_text(0.0004), seconds_text(0.1234), seconds_text(75.2)
    ('less than 0.01 s', '0.12 s', '75.2 s')
    """
    return "less than 0.01 s" if seconds < 0.01 else f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s"


def foot_record(file: ModelFile, tables: Sequence[Judged], search: Search | None) -> list[list[str]]:
    """Where the model and the page come from, as names and texts."""
    known, distinct = file.provenance, "" if search is None else f" ({search.distinct_rows} distinct)"
    weight = round(float(tables[0].data.own_weights.sum()), 4)
    weighs = "" if weight == len(tables[0].data) else f", of weight {amount(weight)}"
    rows = f"{len(tables[0].data)} training{distinct}{weighs}"
    if tables[0].name == OTHER:
        rows = f"{len(tables[0].data)} of this table, which are not those that it was learned from"
    rows += f", {len(tables[1].data)} test" if len(tables) > 1 else ", none to test on"
    lines = [["Rows", rows]]
    if known is not None:
        options = ", ".join(f"{name} = {option_text(value)}" for name, value in known.given.items())
        chosen = [] if known.chosen is None else [["Chosen", chosen_text(known.chosen)]]
        lines = [["Learned with", options or "the usual options"], *chosen, *lines]
        lines.append(
            ["SHA-256", f"{'training rows' if known.source is None else PurePath(known.source).name}: {known.sha256}"]
        )
        versions = ", ".join(f"{name} {version}" for name, version in known.versions.items())
        lines.append(["Learned", f"{known.created}; {versions}; {seconds_text(known.seconds)}"])
    return lines
