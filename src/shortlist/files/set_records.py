"""What programs are given of decision sets: one JSON record for each command, and the model file of a learned set."""

from __future__ import annotations

from typing import Any

from shortlist.checks.recount import SetRecount
from shortlist.explain.trace import SetExplanation
from shortlist.files.modelfile import ModelFile, kinds_of, literal_record, rule_records
from shortlist.files.records import peak_memory_mb
from shortlist.files.set_claim import SetClaim, set_claim_record, set_part_record
from shortlist.learn_set import LearnedSet


def set_model_file(learned: LearnedSet) -> ModelFile:
    """The learned set with what was proved of it."""
    solution, problem, model = learned.solution, learned.problem, learned.model
    assert solution.cost is not None
    assert learned.recount is not None
    claim = SetClaim(
        status=str(solution.status),
        cost=solution.cost,
        lower_bound=solution.lower_bound,
        errors=learned.recount.errors,
        class_errors=learned.recount.class_errors,
        size=model.size,
        costs=problem.costs,
        perfect=problem.perfect,
        rows=problem.rows.weight,
        engine=solution.engine,
        objective=problem.objective,
        form=problem.form,
        parts=solution.parts,
    )
    return ModelFile(model, learned.data.target, kinds_of(learned.data.table), claim)


def set_fit_record(learned: LearnedSet) -> dict[str, Any]:
    """The record that `fit --model set --json` prints; without a set, all that is claimed of one is null."""
    solution, problem, model = learned.solution, learned.problem, learned.solution.model
    claimed: dict[str, Any] = dict.fromkeys(("errors", "class_errors", "size", "rules", "literals", "set"))
    if model is not None:
        claim = set_model_file(learned).claim
        assert isinstance(claim, SetClaim)
        record = set_claim_record(claim)
        claimed = {name: record[name] for name in ("errors", "class_errors", "size")}
        claimed |= {"rules": len(model.rules), "literals": model.size - len(model.rules)}
        claimed |= {"set": rule_records(model.rules, model.classes)}
    return {
        "model": "set",
        "status": str(solution.status),
        "cost": solution.cost,
        "lower_bound": solution.lower_bound,
        **claimed,
        "objective": str(problem.objective),
        "form": "perfect" if problem.perfect else f"{problem.form} sparse",
        "perfect": problem.perfect,
        "node_cost": problem.node_cost,
        "costs": {name: getattr(problem.costs, name) for name in ("rule", "literal", "default", "error")},
        "rows": problem.rows.weight,
        "distinct_rows": len(problem.rows),
        "unavoidable_errors": problem.rows.unavoidable,
        "features": len(problem.features),
        "classes": list(problem.classes),
        "engine": solution.engine,
        "seconds": round(solution.seconds, 6),
        "stopped": None if solution.stopped is None else str(solution.stopped),
        "peak_memory_mb": peak_memory_mb(),
        "target": learned.data.target,
        "kinds": {column.name: str(column.kind) for column in learned.data.table},
        "parts": [set_part_record(part) for part in solution.parts],
    }


def set_explanation_record(explanation: SetExplanation) -> dict[str, Any]:
    """The record that `explain --json` prints for a set, or for lists side by side."""
    rules = [
        {
            "rule": step.position + 1,
            "if": [literal_record(literal) for literal in step.rule.literals],
            "then": step.rule.label,
            "failed": [literal_record(literal) for literal in step.failed],
            "fired": step.fired,
        }
        for step in explanation.steps
    ]
    shares = [{"class": label, "share": share} for label, share in explanation.probabilities.items()]
    return {
        "then": explanation.label,
        "decided": explanation.decided,
        "probabilities": shares,
        "explanation_size": explanation.size,
        "rules": rules,
    }


def set_check_record(file: ModelFile, counted: SetRecount) -> dict[str, Any]:
    """The record that `check --json` prints for a set; `counts_hold` is null where nothing is claimed."""
    found = {name: getattr(counted, name) for name in ("rows", "errors", "class_errors", "size")}
    if not isinstance(file.claim, SetClaim):
        return {"counts_hold": None, **found}
    found["cost"] = file.claim.cost_of(counted)
    claimed = {name: getattr(file.claim, name) for name in found}
    counts = tuple(rule.counts for rule in file.model.rules)
    return {"counts_hold": found == claimed and counts == counted.counts, **found, "claimed": claimed}
