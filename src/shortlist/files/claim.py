"""Claims as plain JSON values, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shortlist.checks.claim import Claim
from shortlist.checks.recount import Recount
from shortlist.errors import ModelFileError
from shortlist.problems.constraints import Constraints
from shortlist.problems.costs import Costs
from shortlist.problems.objective import Form
from shortlist.problems.scope import EveryCut, Scope
from shortlist.problems.solution import Part, Status

_PRICES = ("rule", "literal", "default", "error")


def claim_record(claim: Claim) -> dict[str, Any]:
    """The claim, with the rows and errors that its confusion table adds up to."""
    return {
        "status": str(claim.status),
        "cost": claim.cost,
        "lower_bound": claim.lower_bound,
        "size": claim.size,
        **recount_record(claim.counted),
        "perfect": claim.perfect,
        "objective": claim.objective,
        "form": str(claim.form),
        "engine": claim.engine,
        "regularization": claim.regularization,
        "scope": scope_record(claim.scope),
        "forced_errors": claim.forced_errors,
        "lower_bound_all_cuts": None if claim.every_cut is None else claim.every_cut.lower_bound,
        "all_cuts": None if claim.every_cut is None else claim.every_cut.why_not,
        "proved_size": claim.proved_size,
        "costs": costs_record(claim.costs, claim.column_prices),
        "parts": [part_record(part) for part in claim.parts],
    }


def scope_record(scope: Scope) -> dict[str, Any]:
    """Among which models the claim holds; of the constraints those that ask for anything."""
    constraints = {name: getattr(scope.constraints, name) for name in sorted(scope.constraints.asked)}
    plain = {name: list(kept) if isinstance(kept, tuple) else kept for name, kept in constraints.items()}
    return {"questions": scope.questions, "columns": scope.columns, "cuts": scope.cuts, "constraints": plain}


def recount_record(counted: Recount) -> dict[str, Any]:
    """What a model does on a table; the counts of its rules stand with the rules."""
    return {
        "rows": counted.rows,
        "errors": counted.errors,
        "class_errors": counted.class_errors,
        "confusion": [list(row) for row in counted.confusion],
        "silent": list(counted.silent),
        "undecided": [list(row) for row in counted.undecided],
    }


def costs_record(costs: Costs, column_prices: Mapping[str, int]) -> dict[str, Any]:
    """The prices; those that columns or kinds of errors have of their own only where there are any."""
    record: dict[str, Any] = {name: getattr(costs, name) for name in _PRICES}
    if column_prices:
        record["columns"] = dict(column_prices)
    if costs.errors is not None:
        record["errors"] = [list(row) for row in costs.errors]
    return record


def part_record(part: Part) -> dict[str, Any]:
    """Classes that are charged for themselves: their rules, and what is proved of them."""
    return {
        "classes": list(part.labels),
        "status": str(part.status),
        "cost": part.cost,
        "lower_bound": part.lower_bound,
        "rules": part.rules,
        "size": part.size,
        "errors": part.errors,
    }


def claim_of(record: dict[str, Any], counts: tuple[tuple[int, ...], ...]) -> Claim:
    """The claim of JSON values that follow the schema, of a model whose rules have these counts."""
    prices = record["costs"]
    errors = prices.get("errors")
    confusion = tuple(map(tuple, record["confusion"]))
    if any(len(row) != len(confusion) + 1 for row in confusion):
        raise ModelFileError("a confusion table must have a row for each class, and a column for each and one more")
    silent = tuple(record["silent"])
    if len(silent) not in (0, len(confusion)):
        raise ModelFileError(
            f"rows without an answer must be counted for each of {len(confusion)} classes, got {silent}"
        )
    undecided = tuple(map(tuple, record.get("undecided", ())))
    if undecided and [*map(len, undecided)] != [len(confusion)] * len(confusion):
        raise ModelFileError(
            f"undecided rows must be counted for each of {len(confusion)} classes by each, got {undecided}"
        )
    counted = Recount(counts, confusion, record["class_errors"], silent, undecided)
    if (counted.rows, counted.errors) != (record["rows"], record["errors"]):
        raise ModelFileError(
            f"rows and errors are claimed to be {(record['rows'], record['errors'])}, "
            f"but the confusion table says {(counted.rows, counted.errors)}"
        )
    return Claim(
        status=Status(record["status"]),
        cost=record["cost"],
        lower_bound=record["lower_bound"],
        size=record["size"],
        counted=counted,
        costs=Costs(
            **{name: prices[name] for name in _PRICES}, errors=None if errors is None else tuple(map(tuple, errors))
        ),
        perfect=record["perfect"],
        objective=record["objective"],
        form=Form(record["form"]),
        engine=record["engine"],
        scope=Scope(**record["scope"] | {"constraints": Constraints(**record["scope"]["constraints"])}),
        regularization=record["regularization"],
        forced_errors=record["forced_errors"],
        every_cut=None if record["all_cuts"] is None else EveryCut(record["lower_bound_all_cuts"], record["all_cuts"]),
        proved_size=record.get("proved_size"),
        column_prices=prices.get("columns", {}),
        parts=tuple(_part(part) for part in record["parts"]),
    )


def _part(record: dict[str, Any]) -> Part:
    part = Part(
        tuple(record["classes"]),
        record["rules"],
        record["size"],
        record["cost"],
        record["lower_bound"],
        record["errors"],
    )
    if part.lower_bound > part.cost or record["status"] != part.status:
        raise ModelFileError(
            f"a part of status {record['status']} must not have cost {part.cost}, bound {part.lower_bound}"
        )
    return part
