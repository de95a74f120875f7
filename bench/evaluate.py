"""The paper's evaluation, rerun and extended.

    python bench/evaluate.py suite RAW SUITE                     # a suite from raw CSV tables, the class last
    python bench/evaluate.py suite RAW SUITE --gather            # the same of tables out of packages, fetched into RAW
    python bench/evaluate.py methods                             # all methods by name
    python bench/evaluate.py run SUITE --methods perfect sparse rivals --results results.jsonl
    python bench/evaluate.py report results.jsonl --output docs/evaluation
    python bench/evaluate.py throughput SUITE --methods perfect --workers 1 2   # tasks a second, turn by turn

A run does what is missing in its results file and no more. `--workers N` carries it out by a local Dask cluster, `--dask ADDRESS` by one
that is there, `--list-tasks` prints one command for each missing task.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from functools import partial
from pathlib import Path

from evaluation import cluster
from evaluation.methods import GROUPS, METHODS, chosen
from evaluation.running import left, one_by_one, run
from evaluation.tables import make_suite
from evaluation.tasks import Task, sample, tasks_of
from harness.instances import instances
from shortlist import UsageError


def asked_tasks(asked: argparse.Namespace) -> list[Task]:
    """The tasks that the options mean."""
    found = sample(instances(asked.suite.resolve(), asked.folds, asked.only), asked.sample, asked.seed)
    if not found:
        raise UsageError(f"{asked.suite}: no SUITE/QUANT/NAME_trainFOLD.csv.gz of these folds and names is there")
    return tasks_of(found, chosen(asked.methods), asked.time_limit, asked.memory_limit)


def command_of(task: Task, asked: argparse.Namespace) -> str:
    """The command that carries out this task alone."""
    words = [sys.executable, sys.argv[0], "run", str(asked.suite.resolve()), "--results", str(asked.results.resolve())]
    words += ["--methods", task.method, "--folds", str(task.instance.fold), "--instance", task.instance.name]
    words += ["--time-limit", f"{task.seconds:g}", "--memory-limit", str(task.megabytes)]
    return shlex.join(words)


def run_command(asked: argparse.Namespace) -> int:
    """Carry out what is missing."""
    tasks = [task for task in asked_tasks(asked) if asked.instance in (None, task.instance.name)]
    missing = left(tasks, asked.results, retry=asked.retry)
    if asked.list_tasks:
        print("\n".join(command_of(task, asked) for task in missing))
        return 0
    if not missing:
        print(f"nothing to do: the results of all {len(tasks)} tasks are in {asked.results}")
        return 0
    if asked.dask or asked.workers:
        with cluster.at(asked.dask) if asked.dask else cluster.local(asked.workers) as client:
            done = run(missing, asked.results, cluster.results(client, missing))
    else:
        done = run(missing, asked.results, one_by_one(missing))
    print(f"{done} of {len(tasks)} tasks were carried out; the others were in {asked.results} before")
    return 0


def throughput_command(asked: argparse.Namespace) -> int:
    """Compare numbers of workers."""
    from evaluation.throughput import compare, table  # noqa: PLC0415  # Dask takes a while

    print(table(compare(asked_tasks(asked), asked.workers, asked.turns, partial(print, flush=True))).markdown())
    return 0


def methods_command(_: argparse.Namespace) -> int:
    """Name all methods."""
    for method in METHODS.values():
        print(f"{method.name:26}{method.label}{'   (not installed)' if method.missing else ''}")
    for group, names in GROUPS.items():
        print(f"\n{group}: {', '.join(names)}")
    return 0


def suite_command(asked: argparse.Namespace) -> int:
    """Make a suite."""
    from harness.gathering import gather_all  # noqa: PLC0415  # scikit-learn's tables take a while

    if asked.gather is not None and gather_all(asked.raw, partial(print, flush=True), asked.gather):
        raise UsageError("some tables could not be had; without --gather a suite is made of those that are there")
    made = make_suite(asked.raw, asked.suite, seed=asked.seed)
    if not made:
        raise UsageError(f"{asked.raw}: there must be CSV files, the class last, but there is none")
    print(f"{made} instances in {asked.suite}")
    return 0


def report_command(asked: argparse.Namespace) -> int:
    """Write the report."""
    from evaluation.lines import Lines  # noqa: PLC0415
    from evaluation.readme import put  # noqa: PLC0415
    from evaluation.report import write_report  # noqa: PLC0415  # matplotlib takes a while

    for path in write_report(asked.results, asked.output, price=asked.price, optima=asked.optima, raw=asked.raw):
        print(path)
    if asked.readme:
        put(asked.readme, Lines.read(asked.results))
    return 0


def tasks_parser() -> argparse.ArgumentParser:
    """The options that say which tasks are meant."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--methods", nargs="+", required=True, metavar="METHOD", help="names, groups or patterns")
    parser.add_argument("--folds", type=int, nargs="+", default=[1])
    parser.add_argument("--only", default="", help="only instances whose name contains this")
    parser.add_argument(
        "--sample", type=int, help="so many instances at random, half of them small ones; the same for a seed"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--time-limit", type=float, default=10, help="seconds of processor time for learning")
    parser.add_argument("--memory-limit", type=int, default=2000, help="megabytes")
    return parser


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    making = commands.add_parser("suite", help="a suite from raw tables")
    making.add_argument("raw", type=Path, help="a folder of CSV files, the class last")
    making.add_argument("suite", type=Path)
    making.add_argument("--seed", type=int, default=0)
    making.add_argument(
        "--gather",
        nargs="*",
        metavar="TABLE",
        help="fetch these tables of the catalogue into RAW first; all if none is named",
    )
    making.set_defaults(command=suite_command)
    commands.add_parser("methods", help="all methods by name").set_defaults(command=methods_command)
    running = commands.add_parser("run", help="carry out what is missing", parents=[tasks_parser()])
    running.add_argument("--results", type=Path, required=True, help="JSON lines; made if it is not there")
    running.add_argument("--instance", help="only the instance of this name")
    running.add_argument("--retry", action="store_true", help="failures once more")
    running.add_argument("--workers", type=int, help="a local Dask cluster of so many processes")
    running.add_argument("--dask", metavar="ADDRESS", help="the Dask cluster there")
    running.add_argument("--list-tasks", action="store_true", help="print a command for each missing task")
    running.set_defaults(command=run_command)
    comparing = commands.add_parser("throughput", help="tasks a second by several workers", parents=[tasks_parser()])
    comparing.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    comparing.add_argument("--turns", type=int, default=4)
    comparing.set_defaults(command=throughput_command)
    reporting = commands.add_parser("report", help="tables and plots of results")
    reporting.add_argument("results", type=Path, nargs="+")
    reporting.add_argument("--output", type=Path, required=True, help="a folder")
    reporting.add_argument(
        "--raw", type=Path, nargs="+", default=[], help="results on raw tables, for a section of their own"
    )
    reporting.add_argument("--price", default="0.05", help="the λ of the plots of sparse models")
    reporting.add_argument("--optima", type=Path, help="known costs to compare with")
    reporting.add_argument("--readme", type=Path, help="a file with marks to put the short table between")
    reporting.set_defaults(command=report_command)
    return parser


def main() -> int:
    """Parse and do; what cannot be done is told in a sentence."""
    asked = parser().parse_args()
    try:
        return int(asked.command(asked))
    except (UsageError, OSError) as refusal:
        print(refusal, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
