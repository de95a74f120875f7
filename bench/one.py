"""A benchmark's child: learn from one table and print the record that `shortlist fit --json` prints.

    python bench/one.py TABLE '{"regularization": "0.05", "engine": "search", "seconds": 10, "megabytes": 2000}'

Limits begin once the table is read, so that a run is not about reading. A `form` or a set's `objective` asks for a set.
"""

from __future__ import annotations

import json
import sys

from shortlist import Limits, learn, learn_set, read_labelled
from shortlist.files.records import fit_record
from shortlist.files.set_records import set_fit_record


def main() -> None:
    """Learn, print."""
    table, options = sys.argv[1], json.loads(sys.argv[2])
    data = read_labelled(table)
    limits = Limits(options.pop("seconds"), options.pop("megabytes") * 2**20)
    if "form" in options:
        of_set = learn_set(data, limits=limits, **options)
        record, rows = set_fit_record(of_set), of_set.problem.rows
    else:
        of_list = learn(data, limits=limits, **options)
        record, rows = fit_record(of_list), of_list.problem.rows
    tied = int((rows.best_classes().sum(axis=1) > 1).sum())
    print(json.dumps(record | {"tied_rows": tied}))


if __name__ == "__main__":
    main()
