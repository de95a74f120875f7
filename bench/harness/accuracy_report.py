"""What trials say, as Markdown: means over tables, differences with their standard errors, and where we are behind.

A trial that failed is counted in its column and, so that no table is dropped, as if the commonest class had been said.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence

from harness.results import Record

Runs = Mapping[str, Mapping[str, Record]]
"""By method, then by `table/fold`: the record of the trial."""

CUT_OPTIONS = ("cuts", "bins", "strategy", "cut")
"""Options of ours that choose cut points: two methods that differ in these alone ask for the same cost."""

FAR = 0.02
"""Two points of accuracy."""


def table_of(task: str) -> str:
    """The table of `table/fold`."""
    return task.rpartition("/")[0]


def markdown(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def points(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.1f}"


def accuracy(record: Record) -> float:
    """On test rows; of a failure, what the commonest class reaches."""
    return float(record["accuracy"] if "accuracy" in record else record.get("majority", math.nan))


def balanced(record: Record) -> float:
    """On test rows, all classes counting alike; of a failure, what one class reaches."""
    return float(record.get("balanced", 1 / record["classes"] if "classes" in record else math.nan))


def mean_by_table(records: Mapping[str, Record], value: Callable[[Record], float]) -> dict[str, float]:
    """The mean of a value over the folds of each table."""
    values: dict[str, list[float]] = {}
    for task, record in records.items():
        values.setdefault(table_of(task), []).append(value(record))
    return {table: statistics.fmean(found) for table, found in values.items()}


def difference(
    ours: Mapping[str, Record], theirs: Mapping[str, Record], value: Callable[[Record], float]
) -> list[float]:
    """For each table: how far the one is above the other on the folds where the other did not fail."""
    both = [task for task in ours if task in theirs and "accuracy" in theirs[task]]
    mine = mean_by_table({task: ours[task] for task in both}, value)
    others = mean_by_table({task: theirs[task] for task in both}, value)
    return [mine[table] - others[table] for table in mine]


def with_error(differences: Sequence[float]) -> str:
    """Mean ± standard error, in points."""
    if len(differences) < 2:
        return "–"
    error = statistics.stdev(differences) / math.sqrt(len(differences))
    return f"{100 * statistics.fmean(differences):+.2f} ± {100 * error:.2f}"


def of_family(runs: Runs, family: str) -> dict[str, Mapping[str, Record]]:
    """The methods of one kind that were run."""
    return {
        name: records
        for name, records in runs.items()
        if any(record.get("family") == family for record in records.values())
    }


def budget(records: Mapping[str, Record]) -> int | None:
    """The size that a method keeps to."""
    return next((record["budget"] for record in records.values() if record.get("budget")), None)


def means(runs: Runs) -> str:
    """Each method in one line; where processor time is far below wall time, others kept it from what its limit allows."""
    rows = []
    for name, records in runs.items():
        if not records:
            rows.append([name, "not run", *[""] * 9])
            continue
        done = list(records.values())
        sized = [record for record in done if "nodes" in record]
        stated = [record for record in done if record["status"] in ("optimal", "feasible")]
        timed = [record["processor_seconds"] for record in done if "processor_seconds" in record]
        waited = sum(record["seconds"] for record in done if "seconds" in record)
        rows.append(
            [
                name,
                str(len({table_of(task) for task in records})),
                str(len(records)),
                points(statistics.fmean(mean_by_table(records, accuracy).values())),
                points(statistics.fmean(mean_by_table(records, balanced).values())),
                f"{statistics.fmean(r['nodes'] for r in sized):.1f}" if sized else "–",
                str(sum(record["always"] for record in sized)) if sized else "–",
                f"{sum(r['status'] == 'optimal' for r in stated)} of {len(stated)}" if stated else "–",
                str(sum(record["status"] == "failed" for record in done)),
                f"{statistics.fmean(timed):.2f}" if timed else "–",
                f"{sum(timed) / waited:.2f}" if waited else "–",
            ]
        )
    header = [
        "method",
        "tables",
        "trials",
        "accuracy",
        "balanced",
        "nodes",
        "always X",
        "proved",
        "failed",
        "CPU s",
        "CPU ÷ wall",
    ]
    return markdown(header, rows)


def differences_to(runs: Runs, against: str) -> str:
    """Each method beside one of them, table by table."""
    rows = []
    for name, records in runs.items():
        if name == against or not records:
            continue
        apart = difference(records, runs.get(against, {}), accuracy)
        fairly = difference(records, runs.get(against, {}), balanced)
        ahead, behind = sum(d > 0.005 for d in apart), sum(d < -0.005 for d in apart)
        rows.append([name, len(apart), with_error(apart), with_error(fairly), ahead, behind])
    return markdown(["method", "tables", "accuracy", "balanced", "½ point ahead on", "behind on"], rows)


def at_equal_size(runs: Runs) -> str:
    """Our lists beside trees that have as many splits and leaves as they have literals and rules."""
    rows = []
    for name, records in of_family(runs, "ours").items():
        for family in ("cart", "streed"):
            for rival, theirs in of_family(runs, family).items():
                if budget(records) == budget(theirs) is not None:
                    apart = difference(records, theirs, accuracy)
                    rows.append([budget(records), name, rival, len(apart), with_error(apart)])
    return markdown(["nodes", "method", "rival", "tables", "accuracy"], sorted(rows, key=lambda row: (row[0], row[1])))


def beaten_in_training(runs: Runs) -> str:
    """Trials in which a list of at most our size is known that makes fewer errors on the training rows than ours.

    Known lists are those of all other methods, trees written as lists among them, but for tables with missing entries: trees
    have these filled in, which no list can say.
    """
    rows = []
    for name, records in of_family(runs, "ours").items():
        size = budget(records)
        worst: dict[str, tuple[int, str]] = {}
        tried = {task: record for task, record in records.items() if "errors" in record}
        for task, record in tried.items():
            for rival, theirs in runs.items():
                other = theirs.get(task, {})
                fits = other.get("list_nodes", math.inf) <= (size or math.inf)
                fits &= other.get("family") == "ours" or not record["missing"]
                if size and fits and other.get("errors", math.inf) < record["errors"]:
                    gain = record["errors"] - other["errors"]
                    worst[task] = max(worst.get(task, (0, "")), (gain, rival))
        if size:
            said = ", ".join(f"{task} by {gain} ({rival})" for task, (gain, rival) in sorted(worst.items()))
            rows.append([size, name, f"{len(worst)} of {len(tried)}", said])
    return markdown(["nodes", "method", "beaten", "where"], rows)


def always_though(runs: Runs, against: str) -> str:
    """Tables on which we say one class always though the other is two points better on those folds."""
    rows = []
    for name, records in of_family(runs, "ours").items():
        silent = {task: record for task, record in records.items() if record.get("always")}
        theirs = {task: record for task, record in runs.get(against, {}).items() if task in silent}
        mine, others = mean_by_table(silent, accuracy), mean_by_table(theirs, accuracy)
        far = {table: others[table] - mine[table] for table in others if others[table] - mine[table] >= FAR}
        folds = {table: sum(table_of(task) == table for task in silent) for table in far}
        said = ", ".join(f"{table} ({folds[table]} folds, {100 * gap:+.1f})" for table, gap in far.items())
        rows.append([name, len(mine), len(far), said])
    return markdown(["method", "tables with “always X”", f"{against} 2 points better", "where"], rows)


def cost_by_cuts(runs: Runs) -> str:
    """Training cost ÷ the least of all methods that differ in cut points alone; geometric mean over trials."""
    asked: dict[str, dict[str, Mapping[str, Record]]] = {}
    for name, records in of_family(runs, "ours").items():
        options = next(record["options"] for record in records.values() if "options" in record)
        rest = {option: value for option, value in options.items() if option not in CUT_OPTIONS}
        asked.setdefault(str(sorted(rest.items())), {})[name] = records
    rows = []
    for same, methods in asked.items():
        if len(methods) < 2:
            continue
        priced = [
            task
            for task in next(iter(methods.values()))
            if all(records.get(task, {}).get("cost") for records in methods.values())
        ]
        least = {task: min(records[task]["cost"] for records in methods.values()) for task in priced}
        for name, records in methods.items():
            ratios = [math.log(records[task]["cost"] / least[task]) for task in priced]
            mean = f"{math.exp(statistics.fmean(ratios)):.3f}" if ratios else "–"
            rows.append([same, name, len(priced), mean, sum(ratio == 0 for ratio in ratios)])
    return markdown(["other options", "method", "trials", "cost ÷ least", "is least"], rows)


def by_table(runs: Runs, tables: Sequence[str]) -> str:
    """Accuracy of every method on every table; a star where trials failed."""
    run = {name: mean_by_table(records, accuracy) for name, records in runs.items() if records}
    failed = {(n, table_of(t)) for n, records in runs.items() for t, r in records.items() if r["status"] == "failed"}
    rows = [
        [
            table,
            *[points(run[n][table]) + "*" * ((n, table) in failed) if table in run[n] else "" for n in run],
        ]
        for table in tables
    ]
    return markdown(["table", *run], rows)


def failures(runs: Runs) -> str:
    """Every kind of failure: of which method, where, and what it said."""
    where: dict[tuple[str, str], list[str]] = {}
    for name, records in runs.items():
        for task, record in records.items():
            if record["status"] == "failed":
                where.setdefault((name, record["message"][:150]), []).append(task)
    return markdown(["method", "trials", "message"], [[n, ", ".join(t), said] for (n, said), t in where.items()])


def report(runs: Runs, *, against: str, tables: Sequence[str]) -> str:
    """All of it."""
    sections = {
        "Means over tables": means(runs),
        f"Difference to {against}, mean over tables ± standard error, in points": differences_to(runs, against),
        "At equal size": at_equal_size(runs),
        "Training errors: beaten by a known list of at most the same size": beaten_in_training(runs),
        f"“always X” though {against} is two points better": always_though(runs, against),
        "Training cost by cut points": cost_by_cuts(runs),
        "Accuracy by table": by_table(runs, tables),
        "Failed": failures(runs),
    }
    return "\n".join(f"### {title}\n\n{text}" for title, text in sections.items())
