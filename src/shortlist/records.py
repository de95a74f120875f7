"""What commands print for programs: one JSON record each, and the model file of a learned list."""

from __future__ import annotations

from typing import Any

from shortlist.check import Recount
from shortlist.explain import Explanation
from shortlist.learn import Learned
from shortlist.modelfile import Claim, ModelFile, kinds_of, rule_records
from shortlist.show import count


def model_file(learned: Learned) -> ModelFile:
    """The learned list with what was proved of it."""
    solution, problem, model = learned.solution, learned.problem, learned.model
    assert solution.cost is not None
    claim = Claim(
        status=str(solution.status),
        cost=solution.cost,
        lower_bound=solution.lower_bound,
        errors=model.errors,
        size=model.size,
        node_cost=problem.node_cost,
        perfect=problem.perfect,
        rows=problem.rows.weight,
        engine=solution.engine,
    )
    return ModelFile(model, learned.data.target, kinds_of(learned.data.table), claim)


def fit_record(learned: Learned) -> dict[str, Any]:
    """The record that `fit --json` prints."""
    solution, problem, model = learned.solution, learned.problem, learned.model
    return {
        "status": str(solution.status),
        "cost": solution.cost,
        "lower_bound": solution.lower_bound,
        "errors": model.errors,
        "size": model.size,
        "rules": len(model.rules),
        "literals": model.size - len(model.rules),
        "perfect": problem.perfect,
        "node_cost": problem.node_cost,
        "rows": problem.rows.weight,
        "distinct_rows": len(problem.rows),
        "unavoidable_errors": problem.rows.unavoidable,
        "features": len(problem.features),
        "classes": list(problem.classes),
        "engine": solution.engine,
        "seconds": round(solution.seconds, 6),
        "stopped": None if solution.stopped is None else str(solution.stopped),
        "target": learned.data.target,
        "list": rule_records(model.rules, model.classes),
    }


def fit_summary(learned: Learned) -> str:
    """What the list was learned from, for people."""
    problem, solution = learned.problem, learned.solution
    rows = f"{problem.rows.weight} rows ({len(problem.rows)} distinct), {count(len(problem.features), 'feature')}"
    right = 100 * (1 - learned.model.errors / problem.rows.weight)
    return f"{right:.1f} % right on {rows}; {solution.engine}, {solution.seconds:.2f} s."


def explanation_record(explanation: Explanation) -> dict[str, Any]:
    """The record that `explain --json` prints."""
    steps = [
        {
            "rule": step.position + 1,
            "if": [str(literal) for literal in step.rule.literals],
            "failed": [str(literal) for literal in step.failed],
            "fired": step.fired,
        }
        for step in explanation.steps
    ]
    shares = [{"class": label, "share": share} for label, share in explanation.probabilities.items()]
    return {"then": explanation.label, "probabilities": shares, "size": explanation.size, "steps": steps}


def check_record(file: ModelFile, counted: Recount) -> dict[str, Any]:
    """The record that `check --json` prints; `holds` is null where nothing is claimed."""
    claim = file.claim
    if claim is None:
        return {"holds": None, "rows": counted.rows, "errors": counted.errors, "size": counted.size}
    cost = claim.node_cost * counted.size + (0 if claim.perfect else counted.errors)
    found = {"rows": counted.rows, "errors": counted.errors, "size": counted.size, "cost": cost}
    claimed = {name: getattr(claim, name) for name in found}
    counts = tuple(rule.counts for rule in file.model.rules)
    return {"holds": found == claimed and counts == counted.counts, **found, "claimed": claimed}


def check_text(record: dict[str, Any]) -> str:
    """The same for people."""
    if record["holds"] is None:
        return f"{count(record['errors'], 'error')} in {count(record['rows'], 'row')}; the model claims nothing."
    lines = [
        f"{name}: {record[name]}" + ("" if record[name] == claimed else f", but the model claims {claimed}")
        for name, claimed in record["claimed"].items()
    ]
    if record["holds"]:
        return "\n".join([*lines, "Recounted from the rows: the claim holds."])
    return "\n".join([*lines, "Recounted from the rows: the claim does NOT hold for this table."])
