"""Models as JSON files: written exactly, read with suspicion.

Format and version are published as `schema/model-1.json`. Reading validates against it, executes nothing, and refuses
what it does not know in one sentence.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from shortlist._version import __version__
from shortlist.errors import ModelFileError, ShortlistError
from shortlist.features.literal import Literal, Op, Value
from shortlist.files.set_claim import SetClaim, set_claim_of, set_claim_record
from shortlist.models.hybrid import DecisionLists
from shortlist.models.model import DecisionList, DecisionSet, Rule
from shortlist.problems.costs import Costs
from shortlist.problems.solution import Part
from shortlist.tables.table import Kind, Label, Table
from shortlist.words import EXACT

_SURROGATE = re.compile("[\ud800-\udfff]")
FORMAT, VERSION = "shortlist-model", 1
_LARGEST_FILE = 64 * 2**20
_KINDS = {DecisionList: "list", DecisionSet: "set", DecisionLists: "hybrid"}
_PLAIN_CLAIMS = ("status", "cost", "lower_bound", "errors", "size", "perfect", "rows", "engine")


@dataclass(frozen=True, slots=True)
class Claim:
    """What was proved of a list in training; it must agree with itself, or it is refused."""

    status: str
    cost: int
    lower_bound: int
    errors: int
    size: int
    costs: Costs
    perfect: bool
    rows: int
    engine: str
    column_prices: Mapping[str, int] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()

    def __post_init__(self) -> None:
        if self.lower_bound > self.cost or (self.status == "optimal" and self.lower_bound != self.cost):
            raise ModelFileError(
                f"a claim of status {self.status} must not have cost {self.cost}, bound {self.lower_bound}"
            )

    def cost_of(self, model: DecisionList, counts: Sequence[Sequence[int]]) -> int:
        """What the list costs by these prices if its rules decide so many rows of each class."""
        literals = (literal for rule in model.rules for literal in rule.literals)
        by_literal = sum(self.column_prices.get(literal.column, self.costs.literal) for literal in literals)
        prices = self.costs.rule * (len(model.rules) - 1) + by_literal + self.costs.default
        return prices if self.perfect else prices + self.costs.loss(counts, model.label_indices)

    def cost_of_lists(self, model: DecisionLists, errors: int) -> int:
        """What lists side by side cost by these prices if they make that many errors."""
        price = self.costs.rule * len(model.rules) + self.costs.literal * (model.size - len(model.rules))
        return price if self.perfect else price + self.costs.error * errors

    def check_lists(self, model: DecisionLists) -> None:
        """The claim must be what the rules say; errors of lists side by side cannot be told from counts of single rules."""
        said = (model.size, self.cost_of_lists(model, self.errors))
        if said != (self.size, self.cost):
            raise ModelFileError(f"size and cost are claimed to be {(self.size, self.cost)}, but the rules say {said}")

    def check(self, model: DecisionList) -> None:
        """The claim must be what the list's own rules and counts say."""
        rows = sum(rule.covered for rule in model.rules)
        counts = [rule.counts or (0,) * len(model.classes) for rule in model.rules]
        said = (rows, model.errors, model.size, self.cost_of(model, counts))
        if said != (self.rows, self.errors, self.size, self.cost):
            raise ModelFileError(
                f"rows, errors, size and cost are claimed to be {(self.rows, self.errors, self.size, self.cost)}, "
                f"but the rules say {said}"
            )


@dataclass(frozen=True)
class ModelFile:
    """A model with the column kinds it was trained on, the name of its target, and what is claimed of it.

    `missing_marks` are the texts that marked missing entries in the training file, beside the empty one.
    """

    model: DecisionList | DecisionSet | DecisionLists
    target: str
    kinds: dict[str, Kind]
    claim: Claim | SetClaim | None = None
    missing_marks: tuple[str, ...] = ()

    @property
    def columns_used(self) -> set[str]:
        """The columns that some rule asks for: all that a prediction needs."""
        return {literal.column for rule in self.model.rules for literal in rule.literals}

    @property
    def kinds_used(self) -> dict[str, Kind]:
        """The kinds of those columns."""
        return {name: self.kinds[name] for name in self.columns_used}


def kinds_of(table: Table) -> dict[str, Kind]:
    """The kind of each column, as a model file keeps it."""
    return {column.name: column.kind for column in table}


def write_model(file: ModelFile, path: str | Path) -> None:
    """Write the model as JSON."""
    try:
        Path(path).write_text(dumps(file) + "\n", encoding="utf-8")
    except OSError as error:
        raise ModelFileError(f"{path}: cannot be written ({error})") from None


def read_model(path: str | Path) -> ModelFile:
    """Read a model that `write_model` wrote."""
    try:
        with Path(path).open("rb") as stream:
            raw = stream.read(_LARGEST_FILE + 1)
    except FileNotFoundError:
        raise ModelFileError(f"{path}: no such file") from None
    except OSError as error:
        raise ModelFileError(f"{path}: cannot be read ({error})") from None
    if len(raw) > _LARGEST_FILE:
        raise ModelFileError(f"{path}: a model file must not be larger than {_LARGEST_FILE} bytes")
    try:
        return loads(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise ModelFileError(f"{path}: must be a Shortlist model in JSON, but is not UTF-8 text") from None
    except ModelFileError as error:
        raise ModelFileError(f"{path}: {error}") from None


def dumps(file: ModelFile) -> str:
    """The model as JSON text."""
    return json.dumps(to_record(file), indent=2, ensure_ascii=False, allow_nan=False)


def loads(text: str) -> ModelFile:
    """The model of a JSON text."""
    try:
        record = json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise ModelFileError(f"must be a Shortlist model in JSON, but is not JSON ({error})") from None
    if _SURROGATE.search(text) or _SURROGATE.search(json.dumps(record, ensure_ascii=False)):
        raise ModelFileError("must be a Shortlist model in JSON, but holds half a character")
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise ModelFileError(f"must be a Shortlist model, a JSON object with format {FORMAT!r}")
    if record.get("version") != VERSION:
        raise ModelFileError(
            f"must be of model version {VERSION}, the only one known here, got {record.get('version')!r}"
        )
    _check_schema(record)
    try:
        return _from_record(record)
    except ModelFileError:
        raise
    except ShortlistError as error:
        raise ModelFileError(str(error)) from None


def to_record(file: ModelFile) -> dict[str, Any]:
    """The model as plain JSON values."""
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "created_by": f"shortlist {__version__}",
        "model": _KINDS[type(file.model)],
        "target": file.target,
        "classes": list(file.model.classes),
        "columns": [{"name": name, "kind": str(kind)} for name, kind in file.kinds.items()],
        "rules": rule_records(file.model.rules, file.model.classes),
    }
    if isinstance(file.model, DecisionLists):
        numbers = [number for number, rules in enumerate(file.model.lists, 1) for _ in rules]
        for rule, number in zip(record["rules"], numbers, strict=True):
            rule["list"] = number
    if file.missing_marks:
        record["missing_marks"] = list(file.missing_marks)
    if file.claim is None:
        return record
    claim = set_claim_record(file.claim) if isinstance(file.claim, SetClaim) else _claim_record(file.claim)
    return record | {"claim": claim}


def _claim_record(claim: Claim) -> dict[str, Any]:
    plain = {name: getattr(claim, name) for name in _PLAIN_CLAIMS}
    record = plain | {"costs": costs_record(claim.costs, claim.column_prices)}
    return record | {"parts": [part_record(part) for part in claim.parts]} if claim.parts else record


def costs_record(costs: Costs, column_prices: Mapping[str, int]) -> dict[str, Any]:
    """The prices; those that columns or kinds of errors have of their own only where there are any."""
    record: dict[str, Any] = {name: getattr(costs, name) for name in ("rule", "literal", "default", "error")}
    if column_prices:
        record["columns"] = dict(column_prices)
    if costs.errors is not None:
        record["errors"] = [list(row) for row in costs.errors]
    return record


def part_record(part: Part) -> dict[str, Any]:
    """One class of a separated list: its nodes, its own errors, and what is proved of its rules."""
    return {
        "class": part.label,
        "status": str(part.status),
        "cost": part.cost,
        "lower_bound": part.lower_bound,
        "errors": part.errors,
        "size": part.size,
    }


def rule_records(rules: Iterable[Rule], classes: Sequence[Label]) -> list[dict[str, Any]]:
    """Each rule as `{"if": […], "then": class, "covered": n, "correct": n, "counts": […]}`."""
    records = []
    for rule in rules:
        record: dict[str, Any] = {"if": [literal_record(literal) for literal in rule.literals], "then": rule.label}
        if rule.counts:
            record |= {"covered": rule.covered, "correct": rule.correct(tuple(classes)), "counts": list(rule.counts)}
        records.append(record)
    return records


def literal_record(literal: Literal) -> dict[str, Any]:
    """A literal as `{"feature": …, "op": …, "value": …}`."""
    value = list(literal.value) if isinstance(literal.value, tuple) else literal.value
    record = {"feature": literal.column, "op": str(literal.op), "value": value}
    return record if literal.missing is None else record | {"missing": literal.missing}


def _from_record(record: dict[str, Any]) -> ModelFile:
    kinds = {column["name"]: Kind(column["kind"]) for column in record["columns"]}
    if len(kinds) != len(record["columns"]):
        raise ModelFileError("column names must be different")
    classes = tuple(record["classes"])
    if len(set(classes)) != len(classes):
        raise ModelFileError(f"classes must be different, got {classes}")
    rules = tuple(_rule(rule, kinds, classes) for rule in record["rules"])
    marks, claimed = tuple(record.get("missing_marks", ())), record.get("claim")
    model = _model(record, rules, classes)
    claim: Claim | SetClaim | None = None
    if claimed is not None and isinstance(model, DecisionSet):
        claim = set_claim_of(claimed)
        claim.check(model)
    elif claimed is not None and not isinstance(model, DecisionSet):
        claim = _claim(claimed)
        claim.check(model) if isinstance(model, DecisionList) else claim.check_lists(model)
    return ModelFile(model, record["target"], kinds, claim, marks)


def _model(
    record: dict[str, Any], rules: tuple[Rule, ...], classes: tuple[Label, ...]
) -> DecisionList | DecisionSet | DecisionLists:
    numbers = [rule.get("list") for rule in record["rules"]]
    if record["model"] != "hybrid":
        if any(number is not None for number in numbers):
            raise ModelFileError("only the rules of a hybrid model name the list they are in")
        return DecisionList(rules, classes) if record["model"] == "list" else DecisionSet(rules, classes)
    if numbers != sorted(number or 0 for number in numbers) or set(numbers) != set(range(1, len(set(numbers)) + 1)):
        raise ModelFileError(f"the rules of a hybrid model must name lists 1, 2, … in order, got {numbers}")
    lists = (tuple(r for r, n in zip(rules, numbers, strict=True) if n == number) for number in sorted(set(numbers)))
    return DecisionLists(tuple(lists), classes)


def _claim(record: dict[str, Any]) -> Claim:
    prices = dict(record["costs"])
    columns = prices.pop("columns", {})
    errors = prices.pop("errors", None)
    costs = Costs(**prices, errors=None if errors is None else tuple(map(tuple, errors)))
    plain = {name: record[name] for name in _PLAIN_CLAIMS}
    parts = tuple(_part(part) for part in record.get("parts", ()))
    return Claim(**plain, costs=costs, column_prices=columns, parts=parts)


def _part(record: dict[str, Any]) -> Part:
    part = Part(record["class"], record["size"], record["errors"], record["cost"], record["lower_bound"])
    if part.lower_bound > part.cost or record["status"] != part.status:
        raise ModelFileError(
            f"a part of status {record['status']} must not have cost {part.cost}, bound {part.lower_bound}"
        )
    return part


def _rule(record: dict[str, Any], kinds: dict[str, Kind], classes: tuple[Label, ...]) -> Rule:
    literals = tuple(_literal(literal, kinds) for literal in record["if"])
    rule = Rule(literals, record["then"], tuple(record.get("counts", ())))
    if sum(rule.counts) > EXACT:
        raise ModelFileError("a rule must not cover more than 2**53 rows")
    if rule.counts and rule.label in classes:
        said = (record.get("covered", rule.covered), record.get("correct", rule.correct(classes)))
        if said != (rule.covered, rule.correct(classes)):
            raise ModelFileError(
                f"a rule's counts {rule.counts} must add up to what it covers and gets right, got {said}"
            )
    return rule


def _literal(record: dict[str, Any], kinds: dict[str, Kind]) -> Literal:
    raw = record["value"]
    value: Value = (raw[0], raw[1]) if isinstance(raw, list) else raw
    if any(isinstance(number, int) and abs(number) > EXACT for number in (raw if isinstance(raw, list) else [raw])):
        raise ModelFileError(f"numbers must be at most 2**53 without a decimal point, got {raw}")
    if record["op"] in ("==", "!=") and isinstance(raw, float):
        raise ModelFileError(f"a code must be a whole number without a decimal point, got {raw}")
    literal = Literal(record["feature"], Op(record["op"]), value, record.get("missing"))
    if literal.column not in kinds:
        raise ModelFileError(f"a rule asks for column {literal.column!r}, which is not among the columns")
    if literal.kind not in (None, kinds[literal.column]):
        raise ModelFileError(f"'{literal}' cannot be asked of a column of kind {kinds[literal.column]}")
    return literal


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    if math.isinf(float(text)):
        raise ValueError(f"{text} is too large")
    return float(text)


def _check_schema(record: dict[str, Any]) -> None:
    import jsonschema  # noqa: PLC0415  # slow to import, and only reading a model needs it

    schema = (
        resources.files("shortlist").joinpath("files", "schema", f"model-{VERSION}.json").read_text(encoding="utf-8")
    )
    fault = jsonschema.exceptions.best_match(jsonschema.Draft202012Validator(json.loads(schema)).iter_errors(record))
    if fault is not None:
        raise ModelFileError(f"must follow the model schema, but {fault.json_path} does not: {fault.message[:200]}")
