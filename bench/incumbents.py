"""How good is the list that is shown after a second? Its cost beside the least that is known, on tables that are not proved by then.

    python bench/incumbents.py SUITE [--prices 0.002 0.005] [--every 4] [--first 1] [--long 60]

The least that is known is that of `search` for half of the long time, and, for the other half, of `search` on the same table with its
columns in other orders, which other random moves come with. Beside it stand lists of rivals, charged as ours are: errors + Λ × nodes,
a tree written as a list. All seconds are of the processor. Answers are kept as JSON lines, and a run goes on where it was cut off.
"""

from __future__ import annotations

import contextlib
import math
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from evaluation.measures import measured
from evaluation.rival_models import Leaf, RivalModel, Split, Tree
from evaluation.rivals import TwoClassesError, cart, ripper, streed
from evaluation.tables import BitTables, bit_tables
from harness.instances import Instance, chosen_instances, suite_parser
from harness.processor import processor_limit
from harness.results import Record, carry_out
from harness.trees import Tree as NestedPairs
from harness.trees import list_nodes, pruned
from shortlist import Objective, read_labelled
from shortlist.engines.greedy import greedy
from shortlist.engines.search import search
from shortlist.problems.pose import pose
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Solution
from shortlist.tables.table import LabelledTable

ORDERS = 6
LEAVES = (4, 8, 16, 32)
SECONDS_OF_RIVAL = 20.0


def solved(problem: Problem, seconds: float) -> Solution:
    """What `search` has after so many seconds."""
    with processor_limit(seconds) as limits:
        return search(problem, limits)


def reordered(data: LabelledTable, seed: int) -> LabelledTable:
    """The same table with its columns in another order."""
    columns = list(data.table)
    order = np.random.default_rng(seed).permutation(len(columns))
    return replace(data, table=replace(data.table, columns=tuple(columns[k] for k in order)))


def nested(node: Split | Leaf) -> NestedPairs:
    """A tree as pairs of its sides."""
    return node.code if isinstance(node, Leaf) else (nested(node.no), nested(node.yes))


def own_cost(model: RivalModel, tables: BitTables, node_price: int) -> int:
    """What a rival's model costs by our objective."""
    facts = measured(model.said(tables.train), tables.train_classes)
    errors = facts["misclassified"] + facts["unclassified"] + facts["contradicted"]
    size = list_nodes(pruned(nested(model.root))) if isinstance(model, Tree) else model.facts()["size"]
    return int(errors + node_price * size)


def costs_of_rivals(instance: Instance, problem: Problem, price: str) -> dict[str, int]:
    """The cheapest list of each rival that learns this table in time."""
    tables = bit_tables(instance.path, None)
    learners: dict[str, list[Callable[..., RivalModel]]] = {
        "CART": [partial(cart, leaves=leaves) for leaves in LEAVES],
        "STreeD": [partial(streed, depth=depth, price=float(price)) for depth in (3, 4)],
        "RIPPER": [ripper],
    }
    found = {}
    for name, ways in learners.items():
        with contextlib.suppress(TwoClassesError, ImportError, KeyboardInterrupt), processor_limit(SECONDS_OF_RIVAL):
            models = [way(tables.train, tables.train_classes, SECONDS_OF_RIVAL) for way in ways]
            found[name] = min(own_cost(model, tables, problem.costs.rule) for model in models)
    with processor_limit(SECONDS_OF_RIVAL) as limits:
        by_greedy = greedy(problem, limits).cost
    return found if by_greedy is None else found | {"greedy": by_greedy}


def compare(instance: Instance, price: str, options: Namespace) -> Record:
    """One table at one price: the cost after the first second, the least of the long runs, and those of rivals."""
    data, objective = read_labelled(instance.path), Objective(price)
    problem = pose(data, objective=objective)
    first = solved(problem, options.first)
    record: Record = {"price": price, "first": first.cost, "proved": first.status == "optimal"}
    if record["proved"]:
        return record
    long = solved(problem, options.long / 2).cost
    others = [
        solved(pose(reordered(data, seed), objective=objective), options.long / 2 / ORDERS).cost
        for seed in range(ORDERS)
    ]
    return record | {"long": long, "others": others, "rivals": costs_of_rivals(instance, problem, price)}


def least(record: Record) -> int:
    """The least cost that is known of a table."""
    return int(min([record["first"], record["long"], *record["others"], *record["rivals"].values()]))


def told(price: str, records: Sequence[Record]) -> str:
    """One line of the table: ratios to the least known, and rivals that are ahead."""
    open_ones = [record for record in records if not record["proved"]]
    ratios = [record["first"] / least(record) for record in open_ones]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else 1.0
    ahead = [
        f"{name} on {record['task']}"
        for record in open_ones
        for name, cost in record["rivals"].items()
        if cost < record["first"]
    ]
    cells = [
        price,
        len(records),
        len(open_ones),
        f"{mean:.4f}",
        f"{max(ratios, default=1.0):.3f}",
        ", ".join(ahead) or "none",
    ]
    return f"| {' | '.join(map(str, cells))} |"


def main() -> int:
    """Parse, run, print."""
    parser = suite_parser(__doc__)
    parser.add_argument("--prices", nargs="+", default=["0.002", "0.005"])
    parser.add_argument("--every", type=int, default=1, help="only every so-manieth instance")
    parser.add_argument("--first", type=float, default=1, help="seconds after which the list is looked at")
    parser.add_argument("--long", type=float, default=60, help="seconds for the least cost that is known")
    options = parser.parse_args()
    chosen = chosen_instances(options)[:: options.every]
    tasks = {f"{i.name} {price}": partial(compare, i, price, options) for price in options.prices for i in chosen}
    records = list(carry_out(f"incumbents-{options.first:g}s", tasks, fresh=options.fresh))
    print("| λ | tables | not proved | cost ÷ least known, geometric mean | worst | rivals ahead |")
    print("|---|---|---|---|---|---|")
    for price in options.prices:
        print(told(price, [record for record in records if record["price"] == price]))
    for record in sorted(records, key=lambda r: -r["first"] / (1 if r["proved"] else least(r))):
        if not record["proved"] and record["first"] > least(record):
            print(f"{record['task']:44} {record['first']} beside {least(record)}: {record['long']}, {record['others']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
