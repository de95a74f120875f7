"""All that the page shows, as one record of plain JSON values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from shortlist._version import __version__
from shortlist.files.modelfile import ModelFile
from shortlist.files.records import is_training
from shortlist.report.charts import charts_of
from shortlist.report.columns import columns_of
from shortlist.report.fronts import front_record
from shortlist.report.groups import groups_record
from shortlist.report.judged import OTHER, Judged
from shortlist.report.rows import merged_record, pick, rows_record
from shortlist.report.rules import rule_list
from shortlist.report.words import foot_record, headline, origin, proof_record, trace_record
from shortlist.tables.table import LabelledTable

_MOST_ALIGNED, _MOST_CHARTED = 8, 16


@dataclass(frozen=True)
class PageOptions:
    """What the page is to have beside the model: columns to group by, a front, the user's own words for questions and reasons, and
    whether it may hold rows.

    `title` is what the table is called; `certificate` what is known of a proof.
    """

    title: str = "a table"
    groups: Sequence[str] = ()
    front: Mapping[str, Any] | None = None
    questions: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] | None = None
    rows: bool = True
    certificate: str | None = None


def content(
    file: ModelFile, training: LabelledTable, test: LabelledTable | None, options: PageOptions
) -> dict[str, Any]:
    """The record of the page: what a model says, does and is proved to be.

    `training` are the rows that it was learned from; where they are others, the page says so.
    """
    model = file.model
    first = Judged("training", model, training)
    if not is_training(file, training, first.counted):
        first = Judged(OTHER, model, training)
    tables = [first, *([] if test is None else [Judged("test", model, test)])]
    picked = pick(tables, len(training.table.columns)) if options.rows else []
    shown = [mine.rows for mine in picked] or [np.zeros(0, dtype=np.intp) for _ in tables]
    columns = columns_of(file, [judged.data.table for judged in tables], shown)
    place = {known.name: k for k, known in enumerate(columns)}
    n_asked = sum(known.asked for known in columns)
    charted = n_asked <= _MOST_ALIGNED and len(model.rules) <= _MOST_CHARTED
    return {
        "version": __version__,
        "kind": str(model.kind),
        "target": file.target,
        "headline": headline(model, file.target),
        "origin": origin(file, tables, options.title),
        "classes": [str(label) for label in model.classes],
        "columns": [known.record(options.questions.get(known.name)) for known in columns],
        "rules": rule_list(model, place, options.reasons),
        "reasons": options.reasons is not None,
        "silent": list(model.silent),
        "size": model.size,
        "tables": [judged.record() for judged in tables],
        "charts": charts_of(tables[0], columns) if charted else None,
        "proof": proof_record(file, options.certificate),
        "trace": trace_record(file),
        "forced": None if file.claim is None else file.claim.forced_errors,
        "claimed": None if file.claim is None else _claimed(file, tables[0]),
        "merged": merged_record(tables[0], columns) if options.rows else None,
        "rows": rows_record(tables, picked, columns) if options.rows else None,
        "front": None if options.front is None else front_record(options.front, file, tables, place),
        "groups": groups_record(tables, options.groups),
        "foot": foot_record(file, tables, file.search),
    }


def _claimed(file: ModelFile, training: Judged) -> dict[str, Any]:
    """What the model file says of its training rows, and whether the rows given for the page agree; whole-number weights."""
    assert file.claim is not None
    return {
        "counts": [list(rule.counts) for rule in file.model.rules],
        "errors": file.claim.counted.errors,
        "scale": file.model.scale,
        "agrees": training.counted == file.claim.counted,
    }
