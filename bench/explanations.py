"""How long why and what if take: rows of the suite before the lists that are learned of its tables.

    python bench/explanations.py SUITE --regularization 0.005 --time-limit 2 --rows 5

Of each table some rows, evenly spread, are asked *why* (the smallest set of entries) and *what if* (the fewest changes for each other
class). Printed are processor times of one row, with and without the model's cells, which are made once for all rows.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from harness.instances import Instance, chosen_instances, suite_parser
from shortlist import Limits, Objective, learn, read_labelled
from shortlist.explain.question import Question
from shortlist.explain.space import Space


def processor_ms(step: Callable[[], Any]) -> tuple[float, Any]:
    """Milliseconds of processor time that a step takes, and what it gives."""
    start = time.process_time()
    found = step()
    return 1000 * (time.process_time() - start), found


def measured(instance: Instance, regularization: str, seconds: float, n_rows: int) -> dict[str, list[float]]:
    """The times of each part for each row, how many answers were not proved, and the sizes of the list."""
    data = read_labelled(instance.path)
    model = learn(data, objective=Objective(regularization), limits=Limits(seconds)).model
    times: dict[str, list[float]] = {"cells": [], "why": [], "what if": [], "a row in all": [], "not proved": []}
    for row in range(0, len(data), max(len(data) // n_rows, 1))[:n_rows]:
        first, space = processor_ms(lambda: Space.of(model, data.kinds))
        reading, question = processor_ms(lambda row=row, space=space: Question.of(space, data.table, row))
        why_ms, why = processor_ms(question.why)
        others = [k for k in range(len(model.classes)) if k != question.label]
        what_if_ms, changes = processor_ms(
            lambda question=question, others=others: [question.what_if(k) for k in others]
        )
        parts = {"cells": first, "why": why_ms, "what if": what_if_ms}
        for name, value in (parts | {"a row in all": reading + sum(parts.values())}).items():
            times[name].append(value)
        times["not proved"].append(float(not all(answer.proved for answer in (why, *changes))))
    print(
        f"{instance.name:40} rules {len(model.rules):3} columns {len(model.columns):3} {max(times['a row in all']):8.2f} ms",
        flush=True,
    )
    return times


def line(name: str, times: Sequence[float]) -> str:
    """Median, 95 % and most of these times."""
    high = sorted(times)[int(0.95 * (len(times) - 1))]
    return f"{name:14} median {statistics.median(times):7.2f} ms   95 % {high:7.2f} ms   most {max(times):7.2f} ms"


def main() -> int:
    """Measure, print."""
    parser = suite_parser(__doc__)
    parser.add_argument("--regularization", default="0.005")
    parser.add_argument("--time-limit", type=float, default=2)
    parser.add_argument("--rows", type=int, default=5)
    options = parser.parse_args()
    found = [
        measured(instance, options.regularization, options.time_limit, options.rows)
        for instance in chosen_instances(options)
    ]
    for name in ("cells", "why", "what if", "a row in all"):
        print(line(name, [value for each in found for value in each[name]]))
    rows = [value for each in found for value in each["not proved"]]
    print(
        f"{len(rows)} rows of {len(found)} tables, {sum(rows):.0f} of them with an answer that is not proved to be the smallest"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
