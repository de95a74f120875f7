"""The table of the README, counted from result lines and put between two marks, so that no figure there is written by hand."""

from __future__ import annotations

import math
import re
import statistics
from pathlib import Path

from evaluation.document import Table
from evaluation.lines import Lines, limit_of, processor_time, solved
from evaluation.means import values
from evaluation.pairs import faster
from evaluation.paper import INSTANCES, PRINTED
from shortlist import UsageError

BEGIN, END = "<!-- evaluation -->", "<!-- end of evaluation -->"

ROWS = {
    "sdl-0.05": "sparse lists, λ = 0.05",
    "sdl-0.05-i+": "sparse separated lists, λ = 0.05: every part",
    "sp-0.05": "sparse decision sets, λ = 0.05",
    "sdl-0.005": "sparse lists, λ = 0.005",
    "pdl": "perfect lists",
    "pdl-i+": "perfect separated lists: every part",
    "opt": "perfect decision sets, fewest literals and rules",
}


def table(lines: Lines) -> str:
    """What is proved, within which limit, in which time, beside the paper; and how many times faster than its form."""
    rows = []
    for name, title in ROWS.items():
        records = lines.of(name)
        if not records:
            continue
        done = solved(records)
        printed = PRINTED[name].solved if name in PRINTED else None
        limit = max(map(limit_of, records.values()))
        times = values(done.values(), processor_time)
        ratios = faster(lines, name, f"{name}@paper")
        rows.append(
            [
                title,
                str(limit),
                f"{len(done)} of {len(records)}",
                f"{statistics.median(times):.3f} s" if times else "–",
                "–" if printed is None else f"{100 * printed / INSTANCES:.0f} %",
                f"{math.exp(statistics.fmean(ratios)):.0f} × ({len(ratios)})" if ratios else "–",
            ]
        )
    header = [
        "model",
        "limit",
        "proved",
        "CPU time, median",
        "the paper proves, 1800 s",
        "faster than the paper’s form",
    ]
    return Table(header, rows).markdown()


def put(path: Path, lines: Lines) -> None:
    """Write the table between the marks of a file."""
    text = path.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise UsageError(f"{path}: there must be {BEGIN} and {END}, the marks that the table stands between")
    between = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    path.write_text(between.sub(f"{BEGIN}\n{table(lines)}{END}", text), encoding="utf-8")
