"""What was proved of a decision set in training, as a model file keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from shortlist.checks.recount import SetRecount
from shortlist.errors import ModelFileError
from shortlist.models.model import DecisionSet
from shortlist.problems.costs import Costs
from shortlist.problems.set_problem import SetForm, SetObjective
from shortlist.problems.solution import SetPart

_PLAIN = ("status", "cost", "lower_bound", "errors", "class_errors", "size", "perfect", "rows", "engine")


@dataclass(frozen=True, slots=True)
class SetClaim:
    """What was proved of a set in training; it must agree with itself and with the set, or it is refused.

    `errors` are rows that the set does not decide rightly; `class_errors` what a separated set is charged for instead.
    """

    status: str
    cost: int
    lower_bound: int
    errors: int
    class_errors: int
    size: int
    costs: Costs
    perfect: bool
    rows: int
    engine: str
    objective: SetObjective
    form: SetForm
    parts: tuple[SetPart, ...] = ()

    def __post_init__(self) -> None:
        if self.lower_bound > self.cost or (self.status == "optimal" and self.lower_bound != self.cost):
            raise ModelFileError(
                f"a claim of status {self.status} must not have cost {self.cost}, bound {self.lower_bound}"
            )

    @property
    def form_name(self) -> str:
        """What sets it was compared with: perfect, separated sparse or complete sparse ones."""
        return "perfect" if self.perfect else f"{self.form} sparse"

    def cost_of(self, counted: SetRecount) -> int:
        """What a set costs by these prices if a recount says so."""
        return counted.cost(self.costs, perfect=self.perfect, separated=self.form is SetForm.SEPARATED)

    def check(self, model: DecisionSet) -> None:
        """The claim must be what the set's own rules say, as far as they can without the rows."""
        n_rules = len(model.rules)
        found = SetRecount(self.rows, self.errors, self.class_errors, n_rules, model.size - n_rules, ())
        said = (found.size, self.cost_of(found))
        if said != (self.size, self.cost):
            raise ModelFileError(
                f"size and cost are claimed to be {(self.size, self.cost)}, but the rules and errors say {said}"
            )


def set_claim_record(claim: SetClaim) -> dict[str, Any]:
    """The claim as plain JSON values."""
    prices = {name: getattr(claim.costs, name) for name in ("rule", "literal", "default", "error")}
    plain = {name: getattr(claim, name) for name in _PLAIN}
    named = {"objective": str(claim.objective), "form": claim.form_name}
    return plain | named | {"costs": prices, "set_parts": [set_part_record(part) for part in claim.parts]}


def set_part_record(part: SetPart) -> dict[str, Any]:
    """Classes of a set that have nothing to do with the others: their rules and what is proved of them."""
    return {
        "classes": list(part.labels),
        "status": str(part.status),
        "cost": part.cost,
        "lower_bound": part.lower_bound,
        "rules": part.rules,
        "size": part.size,
    }


def set_claim_of(record: dict[str, Any]) -> SetClaim:
    """The claim of JSON values that follow the schema."""
    missing = [name for name in (*_PLAIN, "objective", "form") if name not in record]
    if missing:
        raise ModelFileError(f"a claim of a set must have {', '.join(missing)}")
    form = SetForm.COMPLETE if record["form"] == "complete sparse" else SetForm.SEPARATED
    if (record["form"] == "perfect") != record["perfect"]:
        raise ModelFileError(f"a claim must not say perfect {record['perfect']} and form {record['form']!r}")
    parts = tuple(_part(part) for part in record.get("set_parts", ()))
    plain = {name: record[name] for name in _PLAIN}
    costs = Costs(**record["costs"])
    return SetClaim(**plain, costs=costs, objective=SetObjective(record["objective"]), form=form, parts=parts)


def _part(record: dict[str, Any]) -> SetPart:
    part = SetPart(tuple(record["classes"]), record["rules"], record["size"], record["cost"], record["lower_bound"])
    if part.lower_bound > part.cost or record["status"] != part.status:
        raise ModelFileError(
            f"a part of status {record['status']} must not have cost {part.cost}, bound {part.lower_bound}"
        )
    return part
