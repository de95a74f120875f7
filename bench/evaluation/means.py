"""Tables of means: of all solved instances, of those that all methods solve, beside the paper's figures; of rivals; of each dataset."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from evaluation.document import Table
from evaluation.lines import ByInstance, Lines, accuracy, balanced, explanation, limit_of, processor_time, size, solved
from evaluation.measures import Record
from evaluation.methods import METHODS
from evaluation.paper import INSTANCES, PRINTED, Printed

Value = Callable[[Record], float | None]


def values(records: Iterable[Record], value: Value) -> list[float]:
    """What there is of a value."""
    return [found for found in map(value, records) if found is not None]


def mean(found: Sequence[float], digits: int = 1) -> str:
    """A mean in print."""
    return f"{statistics.fmean(found):.{digits}f}" if found else "–"


def with_error(found: Sequence[float], digits: int = 1) -> str:
    """Mean ± standard error."""
    if len(found) < 2:
        return mean(found, digits)
    error = statistics.stdev(found) / math.sqrt(len(found))
    return f"{statistics.fmean(found):.{digits}f} ± {error:.{digits}f}"


def by_dataset(records: Iterable[Record], value: Value) -> dict[str, float]:
    """The mean of a value over quantisations and folds of each dataset: these are not independent, datasets are."""
    found: dict[str, list[float]] = {}
    for record in records:
        known = value(record)
        if known is not None:
            found.setdefault(record["dataset"], []).append(known)
    return {dataset: statistics.fmean(known) for dataset, known in found.items()}


def solved_by_all(runs: Mapping[str, ByInstance]) -> set[str]:
    """The instances that every method solves."""
    each = [set(solved(records)) for records in runs.values()]
    return set.intersection(*each) if each else set()


def beside_the_paper(lines: Lines, methods: Sequence[str]) -> Table:
    """Solved, size, explanation and test accuracy of each method at each limit that it was given many instances with, beside the paper's."""
    common = solved_by_all(lines.together(methods))
    rows = []
    for name in methods:
        most = len(lines.of(name))
        for limit in lines.limits(name):
            records = lines.of(name, limit)
            if 4 * len(records) > most:
                rows.append([METHODS[name].label, limit, *_solved_row(records, common, PRINTED.get(name, Printed()))])
    header = ["method", "limit", "folds", "solved", "", "paper", "size", f"common ({len(common)})", "paper"]
    header += ["explanation", "common", "paper", "accuracy", "common", "paper", "CPU s, median", "all"]
    return Table(header, rows)


def _solved_row(records: ByInstance, common: Collection[str], printed: Printed) -> list[object]:
    """The figures of one method at one limit."""
    done = solved(records)
    both = [done[instance] for instance in sorted(common) if instance in done]
    folds = ", ".join(map(str, sorted({record["fold"] for record in records.values()})))
    row: list[object] = [folds, f"{len(done)} of {len(records)}"]
    row += [f"{100 * len(done) / len(records):.0f} %", _share(printed.solved)]
    for value, told in ((size, printed.size), (explanation, printed.explanation), (accuracy, printed.accuracy)):
        row += [mean(values(done.values(), value)), mean(values(both, value)), _told(told)]
    times = values(done.values(), processor_time)
    return [*row, f"{statistics.median(times):.4f}" if times else "–", f"{sum(times):.1f}"]


def _share(count: int | None) -> str:
    return "–" if count is None else f"{100 * count / INSTANCES:.0f} % ({count})"


def _told(figure: float | None) -> str:
    return "–" if figure is None else f"{figure:g}"


def rivals(lines: Lines, methods: Sequence[str], instances: Collection[str]) -> Table:
    """Each method on the instances that all were given: accuracy with its error over datasets, size, explanations, time, failures."""
    rows = []
    for name in methods:
        records = [record for instance, record in lines.longest(name).items() if instance in instances]
        good = [record for record in records if "test" in record]
        ended = Counter(record["status"] for record in records)
        rows.append(
            [
                METHODS[name].label,
                ", ".join(map(str, sorted(set(map(limit_of, records))))),
                f"{len(good)} of {len(records)}",
                with_error([*by_dataset(good, accuracy).values()]),
                mean([*by_dataset(good, balanced).values()]),
                mean(values(good, size)),
                mean(values(good, explanation)),
                mean(values(good, processor_time), 2),
                ", ".join(f"{count} {status}" for status, count in sorted(ended.items())),
            ]
        )
    header = [
        "method",
        "limit",
        "judged",
        "accuracy ± s.e.",
        "balanced",
        "size",
        "explanation",
        "CPU s",
        "how tasks ended",
    ]
    return Table(header, rows)


def details(lines: Lines, methods: Sequence[str]) -> Table:
    """For each dataset and method: instances solved of those tried, and the mean test accuracy of what was learned."""
    runs = {name: lines.of(name) for name in methods}
    datasets = sorted({record["dataset"] for records in runs.values() for record in records.values()})
    rows = []
    for dataset in datasets:
        row: list[object] = [dataset]
        for records in runs.values():
            mine = [record for record in records.values() if record["dataset"] == dataset]
            row.append(
                f"{sum(r['solved'] for r in mine)}/{len(mine)}, {mean(values(mine, accuracy), 0)}" if mine else ""
            )
        rows.append(row)
    return Table(["dataset", *(METHODS[name].label for name in methods)], rows, f"{len(rows)} datasets")


def failures(lines: Lines) -> Table:
    """What did not end well, never left out: by method, how, how often, and an example of what was said."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for record in lines.records:
        if record["status"] in ("failed", "died", "timeout", "memory", "missing"):
            said = "".join("N" if sign.isdigit() else sign for sign in record["message"])[:120]
            found.setdefault((record["method"], record["status"], said), []).append(record["instance"])
    rows = [
        [METHODS[name].label, how, len(where), said, where[0]] for (name, how, said), where in sorted(found.items())
    ]
    return Table(["method", "how", "tasks", "message", "for example"], rows)
