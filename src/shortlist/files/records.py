"""What programs are given: one JSON record for each command, of one shape for every kind of model."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if sys.platform != "win32":
    import resource

from shortlist.checks.crosscheck import CrossCheck
from shortlist.checks.recount import Recount
from shortlist.checks.score import Score
from shortlist.files.claim import claim_record, costs_record, part_record, recount_record, scope_record
from shortlist.files.modelfile import USUAL_FORMAT, FileFormat, ModelFile, with_missing
from shortlist.files.provenance import provenance_of, provenance_record
from shortlist.files.rules import literal_record, rule_records
from shortlist.files.scores import score_record
from shortlist.files.search import search_of
from shortlist.learn import Learned, Tie
from shortlist.models.model import ModelKind
from shortlist.problems.choice import Choice
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Progress, Solution
from shortlist.scale.stream import Stream
from shortlist.tables.table import PLAIN, LabelledTable, Weighed

if TYPE_CHECKING:
    from shortlist.choose.front import Front

_OF_CLAIM = (
    *("errors", "class_errors", "confusion", "size", "forced_errors"),
    *("lower_bound_all_cuts", "all_cuts", "proved_size"),
)


def model_file(learned: Learned, file_format: FileFormat = USUAL_FORMAT) -> ModelFile:
    """The learned model with what was proved of it."""
    table = learned.data.table
    return ModelFile(
        learned.model,
        learned.data.target,
        learned.data.kinds,
        learned.claim,
        file_format,
        with_missing(table),
        learned.data.weighting,
        provenance_of(learned),
        search_of(learned),
        frozenset(learned.data.kinds) - frozenset(table.names),
        _weighed(learned),
    )


def _weighed(learned: Learned) -> Weighed | None:
    """How many rows were learned from, where they were weighted."""
    data, rows = learned.data, learned.asked.rows
    weighed = rows.weights.weighed(rows.head.weighting) if isinstance(rows, Stream) else data.weighed
    return None if data.weighting == PLAIN and weighed is not None and weighed.effective == 1 else weighed


def fit_record(
    learned: Learned, test: Score | None = None, certified: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The record that `fit --json` prints, published as `schema/fit-1.json`; fields about the model are null if none was found.

    `certified` is what a verifier accepted of a proof.
    """
    solution, problem, model = learned.solution, learned.problem, learned.found
    claimed = dict.fromkeys(_OF_CLAIM) if learned.claim is None else claim_record(learned.claim)
    return {
        "model": str(problem.kind),
        "status": str(solution.status),
        "cost": solution.cost,
        "lower_bound": solution.lower_bound,
        **{name: claimed[name] for name in _OF_CLAIM},
        "rules": None if model is None else len(model.rules),
        "literals": None if model is None else model.size - len(model.rules),
        "perfect": problem.perfect,
        "regularization": learned.asked.objective.price_text,
        "scope": scope_record(learned.asked.scope),
        "form": str(problem.form),
        "node_cost": _node_cost(problem),
        "costs": costs_record(problem.costs, problem.column_prices),
        "rows": problem.rows.weight,
        "weight_scale": learned.data.weighting.scale,
        "distinct_rows": len(problem.rows),
        "unavoidable_errors": problem.rows.unavoidable,
        "features": len(problem.features),
        "classes": list(problem.classes),
        "engine": solution.engine,
        "seconds": round(solution.seconds, 6),
        "stopped": None if solution.stopped is None else str(solution.stopped),
        "notes": [*learned.data.notes, *solution.notes],
        "peak_memory_mb": peak_memory_mb(solution),
        "target": learned.data.target,
        "kinds": {name: str(kind) for name, kind in learned.data.kinds.items()},
        "cross_check": None if learned.cross_check is None else cross_check_record(learned.cross_check),
        "tie": None if learned.tie is None else tie_record(learned.tie),
        "certified": certified,
        "provenance": provenance_record(provenance_of(learned)),
        "choice": None if learned.choice is None else choice_record(learned.choice),
        "test": None if test is None else score_record(test),
        "parts": [part_record(part) for part in solution.parts],
        "list": None if model is None else rule_records(model),
    }


def front_record(found: Front) -> dict[str, Any]:
    """The record that `front --json` prints; `least_errors` are of lists of at most 1, 2, … nodes."""
    return {
        "proved": found.proved,
        "stopped": None if found.stopped is None else str(found.stopped),
        "seconds": round(found.seconds, 6),
        "rows": found.rows,
        "weight_scale": found.points[0].model.scale,
        "scope": scope_record(found.scope),
        "least_errors": list(found.least_errors),
        "points": [
            {
                "size": point.size,
                "errors": point.errors,
                "least_errors": point.least_errors,
                "proved": point.proved,
                "list": rule_records(point.model),
            }
            for point in found.points
        ],
    }


def tie_record(tie: Tie) -> dict[str, Any]:
    """Another list of equal cost, by the one literal that it has instead of another."""
    return {"rule": tie.rule, "instead_of": literal_record(tie.instead_of), "literal": literal_record(tie.literal)}


def choice_record(choice: Choice) -> dict[str, Any]:
    """The prices that were tried in cross-validation, and how each did."""
    return {
        "chosen": choice.chosen,
        "score": choice.score,
        "folds": len(choice.scores),
        "hurried": choice.hurried,
        "shares": list(choice.shares),
        "means": [round(mean, 6) for mean in choice.means.tolist()],
        "standard_errors": [round(error, 6) for error in choice.standard_errors.tolist()],
    }


def _node_cost(problem: Problem) -> int | None:
    """The one price of a node, if there is one; a set has no default rule to pay for."""
    costs = problem.costs if problem.kind is not ModelKind.SET else replace(problem.costs, default=problem.costs.rule)
    return costs.node


def cross_check_record(found: CrossCheck) -> dict[str, Any]:
    """What the second engine says of the same problem."""
    return {
        "engine": found.solution.engine,
        "confirmed": found.confirmed,
        "status": str(found.solution.status),
        "cost": found.solution.cost,
        "lower_bound": found.solution.lower_bound,
        "seconds": round(found.solution.seconds, 6),
        "stopped": None if found.solution.stopped is None else str(found.solution.stopped),
    }


def peak_memory_mb(solution: Solution) -> float | None:
    """The most memory that this process and those of the solution's engines have held; None where no one tells."""
    if sys.platform == "win32":
        return None
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 2**10)
    return round((own + solution.peak_memory) / 2**20, 1)


def progress_record(moment: Progress) -> dict[str, float | int | None]:
    """A moment of a solve; the gap is (cost − lower bound) / cost."""
    return {
        "seconds": round(moment.seconds, 3),
        "cost": moment.cost,
        "lower_bound": moment.lower_bound,
        "gap": None if moment.gap is None else round(moment.gap, 6),
        "states": moment.states,
    }


def check_record(file: ModelFile, counted: Recount, data: LabelledTable) -> dict[str, Any]:
    """The record that `check --json` prints; `counts_hold` is null where nothing is claimed of these rows.

    Of another table than that of training nothing is: there is no cost, for prices go by the rows of training.
    """
    found: dict[str, Any] = {
        "classes": list(data.classes),
        "weight_scale": data.weighting.scale,
        **recount_record(counted),
        "size": file.model.size,
        "cost": None,
    }
    if file.claim is None:
        return {"counts_hold": None, "same_table": None, "table": None, **found, "claimed": None}
    recorded, weighed_alike = is_recorded(file, data), file.model.scale == data.weighting.scale
    same = recorded or (weighed_alike and is_same_table(file.claim.counted, counted))
    if same:
        found["cost"] = file.claim.cost_of(file.model, counted)
    claimed = {"weight_scale": file.model.scale}
    claimed |= {name: value for name, value in claim_record(file.claim).items() if name in found}
    counts = tuple(rule.counts for rule in file.model.rules)
    holds = counts == counted.counts and all(found[name] == value for name, value in claimed.items())
    table = "recorded" if recorded else "alike" if same else "other"
    return {"counts_hold": holds if same else None, "same_table": same, "table": table, **found, "claimed": claimed}


def is_recorded(file: ModelFile, data: LabelledTable) -> bool:
    """Are these the rows of the file that the model was learned from, by its SHA-256, but for those held out, weighted as there?"""
    known, here = file.provenance, data.source
    if known is None or here is None or data.weighting.column != file.weighting.column:
        return False
    return (here.sha256, here.held_out) == (known.sha256, known.held_out)


def is_training(file: ModelFile, data: LabelledTable, counted: Recount) -> bool:
    """Are these the rows that the model was learned from: those of the recorded file, or rows elsewhere that count as it claims?"""
    if is_recorded(file, data):
        return True
    claim, scale = file.claim, data.weighting.scale
    return claim is not None and (claim.counted, file.model.scale) == (counted, scale)


def is_same_table(claimed: Recount, counted: Recount) -> bool:
    """Can these be counts of one table: are there as many rows of each class?"""
    return list(map(sum, claimed.confusion)) == list(map(sum, counted.confusion))
