"""Who is decided by which rule: for each group of rows, the rules that decide them and the classes that they are given."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import UsageError
from shortlist.models.model import ModelKind
from shortlist.report.judged import Judged, short
from shortlist.tables.table import Column
from shortlist.words import did_you_mean

_MOST_GROUPS, _MOST_COLUMNS = 8, 12
_QUARTERS = (0.25, 0.5, 0.75)


def groups_record(tables: Sequence[Judged], asked: Sequence[str]) -> list[dict[str, Any]]:
    """Each column that is asked for as a view by group; where none is, all columns of few values."""
    known = tables[0].data.table
    for name in asked:
        if name not in known:
            raise UsageError(f"there is no column {name!r} to group by{did_you_mean(name, known.names)}")
    small = [c.name for c in known if not c.kind.is_ordered and 1 < int(c.occurs.sum()) <= _MOST_GROUPS]
    names = list(asked) or small[:_MOST_COLUMNS]
    return [_by_group(tables, name) for name in names]


def _by_group(tables: Sequence[Judged], name: str) -> dict[str, Any]:
    """The rows of all tables by group: how many, by which rule or class they are decided, and given against own class."""
    texts, groups = _groups([judged.data.table[name] for judged in tables])
    model = tables[0].model
    n, known = len(texts), len(model.classes)
    by_rule = np.zeros((n, len(model.rules) if model.kind is ModelKind.LIST else known))
    confusion = np.zeros((n, known + 1, known))
    for judged, group in zip(tables, groups, strict=True):
        weights = judged.data.own_weights
        label = np.minimum(judged.data.labels, known)
        which = judged.answers[:, 0] if model.kind is ModelKind.LIST else judged.given
        np.add.at(by_rule, (group, which), weights)
        np.add.at(confusion, (group, label, judged.given), weights)
    shown = [k for k in range(n) if by_rule[k].any()]
    return {
        "column": name,
        "groups": [texts[k] for k in shown],
        "decided": [[short(v) for v in by_rule[k]] for k in shown],
        "confusion": [[[short(v) for v in row] for row in confusion[k]] for k in shown],
    }


def _groups(columns: Sequence[Column]) -> tuple[list[str], list[NDArray[np.intp]]]:
    """The names of the groups, and for each column the group of each row; missing is a group, numbers are put into quarters."""
    first = columns[0]
    if first.kind.is_ordered and len(first.distinct) > _MOST_GROUPS:
        values = np.asarray(first.distinct, dtype=np.float64)[first.codes[first.codes >= 0]]
        cuts = np.unique(np.quantile(values, _QUARTERS, method="lower"))
        texts = _ranges([first.written(cut) for cut in cuts.tolist()])
        numbers = [np.asarray(column.values, dtype=np.float64) for column in columns]
        places = [np.where(np.isnan(v), len(texts), np.searchsorted(cuts, v)).astype(np.intp) for v in numbers]
    else:
        known = dict.fromkeys(c.written(v) for c in columns for v in c.distinct.tolist())
        texts = list(known)
        if len(texts) > _MOST_GROUPS**2:
            raise UsageError(
                f"a view by group must have at most {_MOST_GROUPS**2} groups, but column {first.name!r} has {len(texts)} values"
            )
        place = {text: k for k, text in enumerate(texts)}
        places = [
            c.pick(np.array([*(place[c.written(v)] for v in c.distinct.tolist()), len(texts)], dtype=np.intp))
            for c in columns
        ]
    return [*texts, "missing"], places


def _ranges(cuts: list[str]) -> list[str]:
    """The names of the ranges between cuts.

    >>> _ranges(["10", "20"])
    ['at most 10', '> 10 to 20', 'more than 20']
    """
    between = [f"> {low} to {high}" for low, high in itertools.pairwise(cuts)]
    return [f"at most {cuts[0]}", *between, f"more than {cuts[-1]}"]
