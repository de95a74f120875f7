"""What the fuzz commands share: run case after case for a while, shrink what fails, and keep it in `tests/regressions/`."""

import hashlib
import json
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

REGRESSIONS = Path(__file__).parent / "regressions"

Case = dict[str, Any]


def fails(check: Callable[[Case], str], case: Case) -> bool:
    """Does something go wrong that is no refusal? Running out of time or memory is a fault, too."""
    try:
        check(case)
    except Exception:  # noqa: BLE001  # whatever it is, it is what is looked for
        return True
    return False


def shrunk(check: Callable[[Case], str], case: Case, smaller: Callable[[Case], Iterator[Case]]) -> Case:
    """A case that fails, too, and of which every smaller one does not."""
    while (less := next((c for c in smaller(case) if fails(check, c)), None)) is not None:
        case = less
    return case


def keep(kind: str, case: Case) -> Path:
    """Write a case where CI replays it."""
    text = json.dumps(case, indent=1, sort_keys=True, ensure_ascii=True) + "\n"
    path = REGRESSIONS / f"{kind}-{hashlib.sha256(text.encode()).hexdigest()[:10]}.json"
    path.write_text(text, encoding="utf-8")
    return path


def command(
    kind: str,
    draw: Callable[[random.Random], Case],
    check: Callable[[Case], str],
    smaller: Callable[[Case], Iterator[Case]],
) -> None:
    """Run as the command line says: how many cases, from which seed, for how many seconds at most."""
    count, first, seconds = (*map(float, sys.argv[1:4]), *(20_000, 0, float("inf"))[len(sys.argv[1:4]) :])
    run(
        kind,
        lambda seed: draw(random.Random(seed)),
        check,
        smaller,
        count=int(count),
        first=int(first),
        seconds=seconds,
    )


def run(
    kind: str,
    draw: Callable[[int], Case],
    check: Callable[[Case], str],
    smaller: Callable[[Case], Iterator[Case]],
    *,
    count: int,
    first: int,
    seconds: float,
) -> None:
    """Check the cases of so many seeds, for so long at most; exit with 1 if some failed."""
    began, ended, failed = time.monotonic(), Counter[str](), []
    seed = first
    while seed < first + count and time.monotonic() - began < seconds:
        case = draw(seed)
        seed += 1
        try:
            ended[check(case)] += 1
        except Exception:  # noqa: BLE001  # shown, shrunk and kept
            traceback.print_exc(limit=-4)
            failed.append(keep(kind, shrunk(check, case, smaller)))
            print(f"seed {seed - 1} fails: {failed[-1]}", file=sys.stderr, flush=True)
            if len(failed) >= 20:
                break
    spent = time.monotonic() - began
    print(f"{kind}: {seed - first} cases from seed {first} in {spent:.0f} s: {dict(ended)}, {len(failed)} failed")
    sys.exit(1 if failed else 0)
