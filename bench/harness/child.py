"""Learning from one table in a child process: one that dies or hangs costs only its own line.

    python bench/harness/child.py TABLE '{"regularization": "0.05", "engine": "search", "time_limit": 10}'

prints the record that `shortlist fit --json` prints. Options are those of an estimator, and `model`. Limits begin once the
table is read, so that a run is not about reading.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

Record = dict[str, Any]


def learn_in_a_child(table: Path, **options: Any) -> Record:
    """What is learned from a table with these options, and the seconds that the child took."""
    command = [sys.executable, __file__, str(table), json.dumps(options)]
    began = time.perf_counter()
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=3 * options["time_limit"] + 120, check=False
        )
    except subprocess.TimeoutExpired:
        return {"status": "hung"}
    wall = {"wall_seconds": round(time.perf_counter() - began, 3)}
    if not done.stdout:
        return wall | {"status": "failed", "message": done.stderr.strip()[-300:]}
    return wall | json.loads(done.stdout)


def main() -> None:
    """Learn, print."""
    from shortlist import ModelKind, read_labelled  # noqa: PLC0415  # the child alone needs it
    from shortlist.files.records import fit_record  # noqa: PLC0415
    from shortlist.options import request  # noqa: PLC0415

    table, options = sys.argv[1], json.loads(sys.argv[2])
    kind = ModelKind(options.pop("model", "list"))
    learned = request(kind, options).learn(read_labelled(table))
    tied = int((learned.problem.rows.best_classes().sum(axis=1) > 1).sum())
    print(json.dumps(fit_record(learned) | {"tied_rows": tied}))


if __name__ == "__main__":
    main()
