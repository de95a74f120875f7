"""What programs are given: one JSON record for each command, and the model file of a learned list."""

from __future__ import annotations

import sys
from typing import Any

if sys.platform != "win32":
    import resource

from shortlist.checks.crosscheck import CrossCheck
from shortlist.checks.recount import Recount
from shortlist.explain.trace import Explanation
from shortlist.files.modelfile import (
    Claim,
    ModelFile,
    costs_record,
    kinds_of,
    literal_record,
    part_record,
    rule_records,
)
from shortlist.learn import Learned
from shortlist.learn_hybrid import LearnedHybrid
from shortlist.models.hybrid import DecisionLists
from shortlist.models.model import DecisionSet
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Solution


def model_file(learned: Learned | LearnedHybrid) -> ModelFile:
    """The learned model with what was proved of it."""
    solution, problem, model, errors = learned.solution, learned.problem, learned.model, _errors(learned)
    assert solution.cost is not None
    assert errors is not None
    claim = Claim(
        status=str(solution.status),
        cost=solution.cost,
        lower_bound=solution.lower_bound,
        errors=errors,
        size=model.size,
        costs=problem.costs,
        perfect=problem.perfect,
        rows=problem.rows.weight,
        engine=solution.engine,
        column_prices=_column_prices(problem),
        parts=solution.parts if isinstance(solution, Solution) else (),
    )
    return ModelFile(model, learned.data.target, kinds_of(learned.data.table), claim)


def _errors(learned: Learned | LearnedHybrid) -> int | None:
    """The errors of the model, if there is one."""
    if isinstance(learned, LearnedHybrid):
        return learned.solution.errors
    return None if learned.solution.model is None else learned.solution.model.errors


def _column_prices(problem: Problem) -> dict[str, int]:
    """The price of a literal on each column, where columns have prices of their own."""
    prices = problem.costs.by_feature
    return {} if prices is None else {f.column: price for f, price in zip(problem.features, prices, strict=True)}


def fit_record(learned: Learned | LearnedHybrid) -> dict[str, Any]:
    """The record that `fit --json` prints; lists side by side have `lists` in place of `list`."""
    solution, problem, model = learned.solution, learned.problem, learned.solution.model
    record = {
        "status": str(solution.status),
        "cost": solution.cost,
        "lower_bound": solution.lower_bound,
        "errors": _errors(learned),
        "size": None if model is None else model.size,
        "rules": None if model is None else len(model.rules),
        "literals": None if model is None else model.size - len(model.rules),
        "perfect": problem.perfect,
        "node_cost": problem.costs.node,
        "costs": costs_record(problem.costs, _column_prices(problem)),
        "rows": problem.rows.weight,
        "distinct_rows": len(problem.rows),
        "unavoidable_errors": problem.rows.unavoidable,
        "features": len(problem.features),
        "classes": list(problem.classes),
        "engine": solution.engine,
        "seconds": round(solution.seconds, 6),
        "stopped": None if solution.stopped is None else str(solution.stopped),
        "notes": list(solution.notes),
        "peak_memory_mb": peak_memory_mb(),
        "target": learned.data.target,
        "kinds": {column.name: str(column.kind) for column in learned.data.table},
    }
    return record | (_of_lists(learned) if isinstance(learned, LearnedHybrid) else _of_list(learned))


def _of_list(learned: Learned) -> dict[str, Any]:
    solution, model = learned.solution, learned.solution.model
    return {
        "cross_check": None if learned.cross_check is None else cross_check_record(learned.cross_check),
        "parts": [part_record(part) for part in solution.parts],
        "list": None if model is None else rule_records(model.rules, model.classes),
    }


def _of_lists(learned: LearnedHybrid) -> dict[str, Any]:
    model = learned.solution.model
    return {"lists": None if model is None else [rule_records(rules, model.classes) for rules in model.lists]}


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


def peak_memory_mb() -> float | None:
    """The most memory that this process has held so far; None where the system does not tell."""
    if sys.platform == "win32":
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (2**20 if sys.platform == "darwin" else 2**10), 1)


def explanation_record(explanation: Explanation) -> dict[str, Any]:
    """The record that `explain --json` prints."""
    steps = [
        {
            "rule": step.position + 1,
            "if": [literal_record(literal) for literal in step.rule.literals],
            "failed": [literal_record(literal) for literal in step.failed],
            "fired": step.fired,
        }
        for step in explanation.steps
    ]
    shares = [{"class": label, "share": share} for label, share in explanation.probabilities.items()]
    return {"then": explanation.label, "probabilities": shares, "explanation_size": explanation.size, "steps": steps}


def check_record(file: ModelFile, counted: Recount) -> dict[str, Any]:
    """The record that `check --json` prints; `counts_hold` is null where nothing is claimed."""
    found = {"rows": counted.rows, "errors": counted.errors, "size": counted.size}
    if not isinstance(file.claim, Claim) or isinstance(file.model, DecisionSet):
        return {"counts_hold": None, **found}
    if isinstance(file.model, DecisionLists):
        found["cost"] = file.claim.cost_of_lists(file.model, counted.errors)
    else:
        found["cost"] = file.claim.cost_of(file.model, counted.counts)
    claimed = {name: getattr(file.claim, name) for name in found}
    counts = tuple(rule.counts for rule in file.model.rules)
    return {"counts_hold": found == claimed and counts == counted.counts, **found, "claimed": claimed}
