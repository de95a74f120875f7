"""Two methods on the same instances: how many times faster within the same limit, who is more accurate, whose costs differ."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from itertools import product

from evaluation.document import Table, Text
from evaluation.lines import Lines, accuracy, limit_of
from evaluation.means import by_dataset, with_error
from evaluation.measures import Record
from evaluation.methods import METHODS

SHORTEST = 1e-4
"""Seconds of processor time below which clocks are not believed: a shorter solve counts as so long."""


def faster(lines: Lines, ours: str, other: str) -> list[float]:
    """Logarithms of the other's processor time ÷ ours on the instances that both solve within the same limit."""
    pairs = lines.beside(ours, other)
    return [math.log(_seconds(b) / _seconds(a)) for a, b in pairs if a["solved"] and b["solved"]]


def speed_ups(lines: Lines) -> Table:
    """Each system by the paper's form beside ours: who proves what, costs that differ, and processor time of those that both prove."""
    rows = []
    for name in lines.methods(lambda name: "@" in name):
        ours = name.partition("@")[0]
        pairs = lines.beside(ours, name)
        if not pairs:
            continue
        both = [(mine, theirs) for mine, theirs in pairs if mine["solved"] and theirs["solved"]]
        ratios = faster(lines, ours, name)
        # Parts of separated lists are each the cheapest; which of several is taken decides what later parts cost.
        exact = [pair for pair in both if all(record["status"] == "optimal" for record in pair)]
        rows.append(
            [
                METHODS[name].label,
                limit_of(pairs[0][0]),
                len(pairs),
                sum(theirs["solved"] for _, theirs in pairs),
                sum(mine["solved"] for mine, _ in pairs),
                len(both),
                f"{math.exp(statistics.fmean(ratios)):.0f} ×" if ratios else "–",
                f"{math.exp(min(ratios)):.1f} to {math.exp(max(ratios)):.0f} ×" if ratios else "–",
                sum(mine["cost"] != theirs["cost"] for mine, theirs in exact),
            ]
        )
    header = ["the other form", "limit", "instances", "it proves", "ours proves", "both"]
    return Table([*header, "its CPU time ÷ ours, geometric mean", "from … to", "costs differ"], rows)


def _seconds(record: Record) -> float:
    return max(float(record["processor_seconds"]), SHORTEST)


def judged_both(lines: Lines, mine: str, rival: str) -> list[tuple[Record, Record]]:
    """The instances whose test rows both were judged on, each as it was learned within its longest limit."""
    first, second = lines.longest(mine), lines.longest(rival)
    pairs = [(first[name], second[name]) for name in first if name in second]
    return [(a, b) for a, b in pairs if "test" in a and "test" in b]


def apart(pairs: Sequence[tuple[Record, Record]]) -> list[float]:
    """How many points the first is more accurate than the second, for each dataset."""
    marked = [{"dataset": a["dataset"], "points": (accuracy(a) or 0) - (accuracy(b) or 0)} for a, b in pairs]
    return [*by_dataset(marked, lambda pair: float(pair["points"])).values()]


def wins(lines: Lines, ours: Sequence[str], rivals: Sequence[str]) -> Table:
    """Ours against each rival: instances on which ours is more, equally and less accurate on test rows, and the mean difference."""
    rows = []
    for mine, rival in product(ours, rivals):
        pairs = judged_both(lines, mine, rival)
        if not pairs:
            continue
        points = [(accuracy(a) or 0) - (accuracy(b) or 0) for a, b in pairs]
        counts = (sum(d > 0 for d in points), sum(d == 0 for d in points), sum(d < 0 for d in points))
        sizes = statistics.fmean(a.get("size", math.nan) - b.get("size", math.nan) for a, b in pairs)
        row = [METHODS[mine].label, METHODS[rival].label, *counts, with_error(apart(pairs), 2)]
        rows.append([*row, "–" if math.isnan(sizes) else f"{sizes:+.1f}"])
    header = ["ours", "rival", "wins", "ties", "losses", "accuracy − rival’s ± s.e., points", "nodes − rival’s"]
    return Table(header, rows)


def behind(lines: Lines, ours: Sequence[str], rivals: Sequence[str]) -> Text:
    """Where ours is less accurate than a rival by more than two standard errors, in a sentence."""
    said = []
    for mine, rival in product(ours, rivals):
        points = apart(judged_both(lines, mine, rival))
        if len(points) > 1 and statistics.fmean(points) < -2 * statistics.stdev(points) / math.sqrt(len(points)):
            said.append(f"{METHODS[mine].label} behind {METHODS[rival].label} ({with_error(points)})")
    return Text(
        f"Less accurate by more than two standard errors: {'; '.join(said) or 'none of ours behind any rival'}."
    )


def against_known(lines: Lines, optima: Mapping[str, Mapping[str, int]]) -> Table:
    """Costs that were proved beside known ones; a perfect list may be smaller where rows are tied, for these are free here."""
    rows = []
    for name in lines.methods(lambda name: name.partition("@")[0] in optima):
        known = optima[name.partition("@")[0]]
        proved = [
            record
            for record in lines.records
            if record["method"] == name and record["status"] == "optimal" and record["instance"] in known
        ]
        differ = [record for record in proved if record["cost"] != known[record["instance"]]]
        tied = [record for record in differ if record["cost"] < known[record["instance"]] and _ties_are_free(record)]
        rows.append([METHODS[name].label, len(proved), len(differ) - len(tied), len(tied)])
    return Table(["method", "compared", "wrong", "smaller by tied rows"], rows)


def _ties_are_free(record: Record) -> bool:
    return METHODS[record["method"]].kind == "perfect" and record["tied_rows"] > 0
