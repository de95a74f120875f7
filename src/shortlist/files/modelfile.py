"""Models as JSON files: written exactly, read with suspicion.

Format and version are published as `schema/model-1.json`. Reading validates against it, executes nothing, and refuses
what it does not know in one sentence.
"""

from __future__ import annotations

import json
import math
import re
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist._version import __version__
from shortlist.checks.claim import Claim
from shortlist.checks.recount import Recount, recount
from shortlist.checks.score import Score, in_weights, score_of
from shortlist.errors import ModelFileError, ShortlistError
from shortlist.files.claim import claim_of, claim_record
from shortlist.files.provenance import Provenance, provenance_from, provenance_record
from shortlist.files.rules import rule_of, rule_records
from shortlist.files.search import Search, search_from, search_record
from shortlist.models.model import Model, ModelKind, Rule
from shortlist.packaged import packaged
from shortlist.tables.dates import whole_and_part
from shortlist.tables.table import PLAIN, Kind, Label, LabelledTable, Table, Weighed, Weighting
from shortlist.words import count, printable
from shortlist.writing import write_or_refuse

_SURROGATE = re.compile("[\ud800-\udfff]")
FORMAT, VERSION = "shortlist-model", 1
_LARGEST_FILE = 64 * 2**20
_MOST_FAULTS = 100


@dataclass(frozen=True, slots=True)
class FileFormat:
    """How the training file was written, as far as the user said: other files are read in the same way.

    `missing_marks` are the texts that mark missing entries, beside the empty one.
    """

    missing_marks: tuple[str, ...] = ()
    delimiter: str | None = None


USUAL_FORMAT = FileFormat()
"""Nothing was said."""


_DECIMALS = 10**4  # of weights that people are told


@dataclass(frozen=True)
class ModelFile:
    """A model with the column kinds it was trained on, the name of its target, and what is claimed of it.

    `file_format` says how the training file was written, `had_missing` which columns had missing entries, `left_out` which were not
    learned from. `weighting` says what the weights of the training rows were; its scale is the model's. `provenance` says where the
    model comes from, `search` how it was found. `weighed` says how many rows there were, where these were weighted.
    """

    model: Model
    target: str
    kinds: dict[str, Kind]
    claim: Claim | None = None
    file_format: FileFormat = USUAL_FORMAT
    had_missing: frozenset[str] = frozenset()
    weighting: Weighting = PLAIN
    provenance: Provenance | None = field(default=None, compare=False)
    search: Search | None = field(default=None, compare=False)
    left_out: frozenset[str] = frozenset()
    weighed: Weighed | None = None

    @property
    def kinds_used(self) -> dict[str, Kind]:
        """The kinds of the columns that some rule asks for, and of the dates that they are parts of."""
        used = {name: self.kinds[name] for name in self.model.columns}
        wholes = {self._whole(name) for name in used} - {None}
        return used | {name: kind for name, kind in self.kinds.items() if name in wholes}

    @property
    def kinds_read(self) -> dict[str, Kind]:
        """The kinds of the columns that the training table had itself; parts of its dates stand behind these."""
        names = list(self.kinds)
        while names and self._whole(names[-1]) is not None:
            names.pop()
        return {name: self.kinds[name] for name in names}

    def _whole(self, name: str) -> str | None:
        """The date that a column is a part of."""
        found = whole_and_part(name)
        return found[0] if found is not None and self.kinds.get(found[0]) is Kind.DATE else None

    def predict(self, rows: Any) -> NDArray[np.generic]:
        """For each row of a table or a data frame: its class, see `Model.labels`; warns of missing entries, see `missing_warning`."""
        table = self.model.table_of(rows, self.kinds_used)
        said = self.missing_warning(table)
        if said:
            warnings.warn(said, UserWarning, stacklevel=2)
        return self.model.predict(table)

    @property
    def class_weights(self) -> dict[Label, str] | None:
        """What the weights of training rows were multiplied by, for each class; None where they were not."""
        return dict(zip(self.model.classes, self.weighting.classes, strict=True)) if self.weighting.classes else None

    @property
    def in_rows(self) -> Model:
        """The model as people are told of it: its rules count rows, or the user's weights of these, without the weights of classes.

        Where rules can leave a row undecided, its answer depends on their counts, which stay as they were learned.
        """
        if not self.weighting.classes or self.model.kind is not ModelKind.LIST:
            return self.model
        scale = 1 if self._rows_are_whole else _DECIMALS
        rules = [
            replace(rule, counts=tuple(round(n * scale) for n in self._rows_of(rule.counts)))
            for rule in self.model.rules
        ]
        return replace(self.model, lists=(tuple(rules),), scale=scale)

    @property
    def class_totals(self) -> list[float]:
        """How many training rows each class has, or what they weigh without the weights of classes; empty where no one knows."""
        if self.claim is not None:
            return self._rows_of([sum(row) for row in self.claim.counted.confusion])
        always = [rules for rules in self.model.lists if not rules[-1].literals and all(rule.counts for rule in rules)]
        counts = [rule.counts for rule in always[0]] if always else []
        return self._rows_of([sum(column) for column in zip(*counts, strict=True)])

    def _rows_of(self, counts: Sequence[int]) -> list[float]:
        """Counts of each class in rows, which are whole, or in the user's weights of these."""
        if not counts:
            return []
        found = in_weights([counts], self.weighting, len(counts))[0]
        return [round(n) for n in found] if self.weighting.classes and self._rows_are_whole else found

    @property
    def _rows_are_whole(self) -> bool:
        """Did each training row weigh 1, but for the weights of classes, which may be rounded?"""
        return self.weighting.column is None and (
            self.weighed is None or math.isclose(self.weighed.effective, 1, rel_tol=1e-4)
        )

    def score(self, data: LabelledTable, undecided: int | None = None) -> Score:
        """How the model does on these rows, whose first classes are the model's, beside what it claims.

        Rows that the rules leave undecided are of the most probable class, or of the class `undecided` where that is given.
        """
        return self.score_of(data, recount(self.model, data), undecided)

    def score_of(self, data: LabelledTable, counted: Recount, undecided: int | None = None) -> Score:
        """The same of what was counted on rows of these classes and weights."""
        training = None if self.claim is None else self.claim.counted
        if undecided is not None:
            counted, training = counted.undecided_as(undecided), training and training.undecided_as(undecided)
        return score_of(self.model, data, counted, training, weighting=self.weighting, weighed=self.weighed)

    def missing_warning(self, table: Table) -> str:
        """What to say where entries are missing in columns that had none missing in training; nothing where that is not so."""
        return self.missing_warning_of(self.missing_in(table))

    def missing_in(self, table: Table) -> Counter[str]:
        """For columns that had no entry missing in training: the rows that lack one here."""
        asked = sorted(self.model.columns - self.had_missing)
        return Counter({name: int(table[name].missing.sum()) for name in asked if table[name].has_missing})

    @staticmethod
    def missing_warning_of(counts: Mapping[str, int]) -> str:
        """What to say of entries that are missing in so many rows."""
        said = ", ".join(f"{printable(name)} in {count(n, 'row')}" for name, n in counts.items())
        return f"missing: {said}, but nowhere in training; no comparison holds for a missing entry" if said else ""


def with_missing(table: Table) -> frozenset[str]:
    """The columns that have missing entries."""
    return frozenset(column.name for column in table if column.has_missing)


def write_model(file: ModelFile, path: str | Path) -> None:
    """Write the model as JSON, in one step: where it cannot be written, a file that was there stays as it was."""
    write_or_refuse(path, dumps(file) + "\n", ModelFileError)


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
    if _SURROGATE.search(text) or (
        "\\ud" in text.lower() and _SURROGATE.search(json.dumps(record, ensure_ascii=False))
    ):
        raise ModelFileError("must be a Shortlist model in JSON, but holds half a character")
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise ModelFileError(f"must be a Shortlist model, a JSON object with format {FORMAT!r}")
    if record.get("version") != VERSION:
        raise ModelFileError(
            f"must be of model version {VERSION}, the only one known here, got {record.get('version')!r}"
        )
    _check_schema(record)
    try:
        return _from_record(_with_whole_numbers(record))
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
        "model": str(file.model.kind),
        "target": file.target,
        "classes": list(file.model.classes),
        "columns": [
            {"name": name, "kind": str(kind), "missing": name in file.had_missing}
            | ({"left_out": True} if name in file.left_out else {})
            for name, kind in file.kinds.items()
        ],
        "rules": rule_records(file.model),
    }
    if file.file_format.missing_marks:
        record["missing_marks"] = list(file.file_format.missing_marks)
    if file.file_format.delimiter is not None:
        record["delimiter"] = file.file_format.delimiter
    if file.weighting != PLAIN or file.weighed is not None:
        given = file.weighting
        record["weights"] = {"scale": given.scale, "column": given.column, "classes": list(given.classes) or None}
        record["weights"] |= {} if file.weighed is None else asdict(file.weighed)
    if file.provenance is not None:
        record["provenance"] = provenance_record(file.provenance)
    if file.search is not None:
        record["search"] = search_record(file.search)
    return record if file.claim is None else record | {"claim": claim_record(file.claim)}


def _from_record(record: dict[str, Any]) -> ModelFile:
    kinds = {column["name"]: Kind(column["kind"]) for column in record["columns"]}
    if len(kinds) != len(record["columns"]):
        raise ModelFileError("column names must be different")
    classes = tuple(record["classes"])
    if len(set(classes)) != len(classes):
        raise ModelFileError(f"classes must be different, got {classes}")
    weighting = _weighting(record.get("weights"), classes)
    model = replace(_model(record, kinds, classes), scale=weighting.scale)
    claim = None
    if "claim" in record:
        if not all(rule.counts for rule in model.rules):
            raise ModelFileError("a model of which something is claimed must have the counts of each of its rules")
        claim = claim_of(record["claim"], tuple(rule.counts for rule in model.rules))
        model = replace(model, silent=claim.counted.silent)
        claim.check_alone(model)
    had_missing = frozenset(column["name"] for column in record["columns"] if column["missing"])
    file_format = FileFormat(tuple(record.get("missing_marks", ())), record.get("delimiter"))
    provenance = provenance_from(record["provenance"]) if "provenance" in record else None
    search = search_from(record["search"]) if "search" in record else None
    return ModelFile(
        model,
        record["target"],
        kinds,
        claim,
        file_format,
        had_missing,
        weighting,
        provenance,
        search,
        frozenset(column["name"] for column in record["columns"] if column.get("left_out", False)),
        _weighed(record.get("weights", {})),
    )


def _weighed(record: dict[str, Any]) -> Weighed | None:
    return Weighed(record["rows"], float(record["effective"])) if {"rows", "effective"} <= set(record) else None


def _weighting(record: dict[str, Any] | None, classes: tuple[Label, ...]) -> Weighting:
    if record is None:
        return PLAIN
    factors = tuple(record["classes"] or ())
    if len(factors) not in (0, len(classes)):
        raise ModelFileError(f"weights of classes must be {len(classes)}, got {len(factors)}")
    return Weighting(record["scale"], record["column"], factors)


def _model(record: dict[str, Any], kinds: dict[str, Kind], classes: tuple[Label, ...]) -> Model:
    numbers = [rule["list"] for rule in record["rules"]]
    if numbers != sorted(numbers) or set(numbers) != set(range(1, len(set(numbers)) + 1)):
        raise ModelFileError(f"rules must name the lists 1, 2, … that they are in, in order, got {numbers}")
    lists: list[list[Rule]] = [[] for _ in set(numbers)]
    for rule in record["rules"]:
        lists[rule["list"] - 1].append(rule_of(rule, kinds, classes))
    return Model(ModelKind(record["model"]), tuple(map(tuple, lists)), classes)


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    if math.isinf(float(text)):
        raise ValueError(f"{text} is too large")
    return float(text)


def _with_whole_numbers(value: Any) -> Any:
    """The record with 1.0 as 1, which to the schema are the same, but where it is a number of the user's: a cut point has its type."""
    if isinstance(value, dict):
        return {k: child if k in ("value", "provenance") else _with_whole_numbers(child) for k, child in value.items()}
    if isinstance(value, list):
        return [_with_whole_numbers(child) for child in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _check_schema(record: dict[str, Any]) -> None:
    """Refuse what does not follow the schema; of several faults the outermost is told, the first on a tie."""
    faults = list(islice(_validator().iter_errors(record), _MOST_FAULTS))
    if faults:
        fault = min(faults, key=lambda fault: len(fault.instance_path))
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in fault.instance_path)
        raise ModelFileError(f"must follow the model schema, but ${where} does not: {fault.message[:200]}")


@cache
def _validator() -> Any:
    """What knows the schema; only reading a model needs it."""
    import jsonschema_rs  # noqa: PLC0415  # slow to import

    path = packaged("files", "schema", f"model-{VERSION}.json")
    return jsonschema_rs.Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))
