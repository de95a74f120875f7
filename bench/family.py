"""The paper's other models over a folder of tables: of how many instances separated lists and decision sets are proved.

    python bench/family.py SUITE [--models separated opt mds2 'mds2*' sparse complete] [--time-limit 10] [--lines]

One child process each, one JSON line each; a run goes on where it was cut off (`--fresh` begins anew). A separated list counts
as proved when every part is: no rules of its class cost less on the rows that earlier parts leave. The paper's shares are of
1065 instances, 1800 s each.
"""

from __future__ import annotations

import statistics
from functools import partial

from harness.child import learn_in_a_child
from harness.instances import chosen_instances, suite_parser
from harness.results import Record, carry_out

MODELS = {
    "separated": ("separated list `i+`, λ = 0.05: every part", "78 %", {"separate": "i+", "engine": "search"}),
    "sparse": ("separated sparse set, λ = 0.05", "84 %", {"model": "set"}),
    "complete": ("complete sparse set, λ = 0.05", "–", {"model": "set", "form": "complete"}),
    "opt": ("perfect set, fewest literals and rules (`opt`)", "33 %", {"model": "set", "regularization": 0}),
    "mds2": (
        "perfect set, fewest rules (`mds2`)",
        "54 %",
        {"model": "set", "regularization": 0, "objective": "mds2"},
    ),
    "mds2*": (
        "perfect set, fewest rules, then literals (`mds2*`)",
        "37 %",
        {"model": "set", "regularization": 0, "objective": "mds2*"},
    ),
}


def is_proved(record: Record) -> bool:
    """Is the model optimal, or every part of a separated list?"""
    if record["status"] not in ("optimal", "feasible"):
        return False
    parts = record["parts"] if record["model"] == "list" else []
    return all(part["status"] == "optimal" for part in parts) if parts else record["status"] == "optimal"


def print_lines(records: list[Record]) -> None:
    """One line an instance."""
    for r in sorted(records, key=lambda r: r["task"]):
        said = [r.get(name) for name in ("distinct_rows", "features", "status", "rules", "size", "cost", "lower_bound")]
        print(f"{r['task']:36}", *(f"{value!s:>9}" for value in [*said, r.get("seconds")]))


def main() -> None:
    """Parse, run, print."""
    parser = suite_parser(__doc__)
    parser.add_argument(
        "--models", nargs="+", default=["separated", "sparse", "opt", "mds2", "mds2*"], choices=list(MODELS)
    )
    parser.add_argument("--time-limit", type=float, default=10)
    parser.add_argument("--memory-limit", type=int, default=2000)
    parser.add_argument("--lines", action="store_true", help="print each instance, too")
    options = parser.parse_args()
    print("| model | proved | seconds of the proved: median, total | the paper |\n|---|---|---|---|")
    for name in options.models:
        title, paper, how = MODELS[name]
        asked = {"regularization": "0.05"} | how
        asked |= {"time_limit": options.time_limit, "memory_limit": options.memory_limit}
        tasks = {i.name: partial(learn_in_a_child, i.path, **asked) for i in chosen_instances(options)}
        records = list(carry_out(f"family-{name}-{options.time_limit:g}s", tasks, fresh=options.fresh))
        seconds = [r["seconds"] for r in records if is_proved(r)]
        median = statistics.median(seconds) if seconds else float("nan")
        print(
            f"| {title} | {len(seconds)} of {len(records)} | {median:.3f}, {sum(seconds):.1f} | {paper} |", flush=True
        )
        if options.lines:
            print_lines(records)


if __name__ == "__main__":
    main()
