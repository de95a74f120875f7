"""Tiny weighted tables with extreme prices, as plain JSON values: drawn at random, checked against the oracle, and shrunk.

Nothing here rests on `assert`, so that it can run under `python -OO`.
"""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from oracles.prices import least_cost_of_rows
from shortlist import Constraints, DataError, Limits, NoListError, Objective, UsageError, learn
from shortlist.problems.costs import node_cost
from shortlist.problems.solution import Status
from shortlist.tables.frames import table_of_array
from shortlist.tables.labels import labelled

Case = dict[str, Any]

PRICES = [
    *(
        "0",
        "1",
        "2",
        "1/3",
        "0.5",
        "0.000001",
        "1e-6",
        "0.75",
        "1e-9",
        "999999.999999",
        "2000000",
        "1048577",
        "1e15",
        "1e300",
    ),
    *(str(2**k) for k in (10, 20, 21, 31, 32, 40, 51, 52, 53, 62, 63, 64)),
    *(str(2**k - 1) for k in (20, 31, 40, 52, 53, 63)),
]
SHARES = ["0", "0.005", "0.05", "0.3", "1", "1e-9", "1/7", "1e-300"]
LIST_ENGINES = ["search", "sat", "maxsat", "auto", "greedy"]


class Wrong(Exception):  # noqa: N818  # it is a finding
    """The library's answer is not the oracle's."""


def draw(rng: random.Random) -> Case:
    """A table of a few rows, and what is asked of it."""
    n_features, n_classes = rng.randint(1, 3), rng.randint(1, 3)
    unit = rng.choice([1, 1, 2, 7, 2**20, 2**24, 2**33, 10**6, 3 * 2**18])
    rows = [
        [
            [int(rng.random() < 0.5) for _ in range(n_features)],
            rng.randrange(n_classes),
            min(_weight(rng) * unit, 2**54),
        ]
        for _ in range(rng.randint(1, 6))
    ]
    case: Case = {"rows": rows, "engine": rng.choice(LIST_ENGINES), "regularization": rng.choice(SHARES)}
    if rng.random() < 0.2:
        return case | {"model": rng.choice(["set", "hybrid"]), "engine": rng.choice(["auto", "search", "maxsat"])}
    if rng.random() < 0.4:
        case |= {"rule_price": rng.choice(PRICES), "literal_price": rng.choice(PRICES)}
    if rng.random() < 0.2:
        case |= {"feature_prices": {"f0": rng.choice(PRICES)}}
    if rng.random() < 0.2 and n_classes > 1:
        case |= {"error_prices": [[0, 1, rng.choice(PRICES)]]}
    if rng.random() < 0.2 and case["regularization"] != "0":
        case |= {"regularization": None, "node_price": rng.choice(PRICES)}
    if case["engine"] == "maxsat" and len(case) > 3 and "node_price" not in case:
        case["engine"] = "search"
    if rng.random() < 0.2 and case["engine"] != "maxsat":
        case |= {rng.choice(["max_rules", "max_literals"]): rng.choice([1, 2, 3, 2**31, 2**53, 2**63])}
    return case


def _weight(rng: random.Random) -> int:
    return rng.choice([1, 1, 2, 3, 5, rng.randint(1, 40), 2 ** rng.randint(0, 30), 10 ** rng.randint(0, 9)])


def check(case: Case) -> str:
    """Raise if the answer is wrong; else how it ended: optimal, feasible, infeasible, unknown or refused."""
    features = np.array([row for row, _, _ in case["rows"]], dtype=bool)
    labels, weights = [c for _, c, _ in case["rows"]], np.array([w for _, _, w in case["rows"]], dtype=np.int64)
    try:
        data = labelled(table_of_array(features, [f"f{k}" for k in range(features.shape[1])]), "y", labels, weights)
        objective = Objective(
            case["regularization"],
            rule_price=case.get("rule_price"),
            literal_price=case.get("literal_price"),
            feature_prices=case.get("feature_prices"),
            error_prices={(a, p): price for a, p, price in case.get("error_prices", ())} or None,
            node_price=case.get("node_price"),
        )
        constraints = Constraints(max_rules=case.get("max_rules"), max_literals=case.get("max_literals"))
        learned = learn(
            data,
            model=case.get("model", "list"),
            objective=objective,
            constraints=constraints,
            engine=case["engine"],
            limits=Limits(case.get("seconds", 2.0), 2**30),
        )
    except (UsageError, DataError):
        return "refused"
    solution, unit = learned.solution, learned.problem.costs.error
    if solution.status is Status.INFEASIBLE or case.get("model", "list") != "list":
        expected = None
    else:
        expected = _least(case, data.classes)
    if case.get("model", "list") == "list":
        _compare(
            case, solution, unit, expected if solution.status is not Status.INFEASIBLE else _least(case, data.classes)
        )
    elif solution.status is Status.OPTIMAL:
        _compare_engines(case, data, objective, solution)
    try:
        str(learned.model)
    except NoListError:
        return str(solution.status)
    return str(solution.status)


def _compare(case: Case, solution: Any, unit: int, expected: Fraction | None) -> None:
    cost = None if solution.cost is None else Fraction(solution.cost, unit)
    bound = Fraction(solution.lower_bound, unit)
    if solution.status is Status.INFEASIBLE:
        good = expected is None
    elif expected is None:
        good = cost is None
    else:
        good = bound <= expected and (cost is None or expected <= cost)
    if not good or (solution.status is Status.OPTIMAL and cost != expected):
        raise Wrong(f"{solution.status} with cost {cost} and bound {bound}, but the least cost is {expected}: {case}")


def _compare_engines(case: Case, data: Any, objective: Objective, solution: Any) -> None:
    """Sets and lists side by side: two engines that share nothing must agree."""
    other = "maxsat" if case["engine"] in ("auto", "search") else "search"
    second = learn(data, model=case["model"], objective=objective, engine=other, limits=Limits(2.0, 2**30)).solution
    if second.lower_bound > solution.cost or (second.cost is not None and second.cost < solution.lower_bound):
        raise Wrong(f"{case['engine']} says {solution.cost}, {other} says {second.cost}: {case}")


def _least(case: Case, classes: tuple[Any, ...]) -> Fraction | None:
    """What the oracle says; prices as the documentation has them."""
    merged: dict[tuple[bool, ...], Counter[int]] = {}
    for row, label, weight in case["rows"]:
        merged.setdefault(tuple(map(bool, row)), Counter())[classes.index(label)] += weight
    total = sum(weight for *_, weight in case["rows"])
    price, perfect = case.get("node_price"), False
    if price is not None:
        node = Fraction(price)
    else:
        perfect = Fraction(case["regularization"]) == 0
        node = Fraction(1 if perfect else node_cost(case["regularization"], total))
    n_features = len(case["rows"][0][0])
    literal = Fraction(case.get("literal_price", node))
    own = {(classes.index(a), classes.index(p)): Fraction(e) for a, p, e in case.get("error_prices", ())}
    return least_cost_of_rows(
        list(merged),
        list(merged.values()),
        rule=Fraction(case.get("rule_price", node)),
        literal=[Fraction(case.get("feature_prices", {}).get(f"f{k}", literal)) for k in range(n_features)],
        default=node,
        error=lambda c, p: Fraction(0) if c == p else own.get((c, p), Fraction(1)),
        max_literals=min(case.get("max_literals", n_features), n_features),
        n_classes=len(classes),
        max_rules=min(case.get("max_rules", len(merged)), len(merged)),
        perfect=perfect,
    )


def smaller(case: Case) -> Iterator[Case]:
    """Cases that ask for less."""
    for k in range(len(case["rows"])):
        if len(case["rows"]) > 1:
            yield case | {"rows": case["rows"][:k] + case["rows"][k + 1 :]}
    for name in ("rule_price", "literal_price", "feature_prices", "error_prices", "max_rules", "max_literals"):
        if name in case:
            yield {key: value for key, value in case.items() if key != name}
    n_features = len(case["rows"][0][0])
    for f in range(1, n_features):
        yield case | {"rows": [[row[:f] + row[f + 1 :], c, w] for row, c, w in case["rows"]]}
    for k, (row, label, weight) in enumerate(case["rows"]):
        for less in {1, weight // 2} - {0, weight}:
            yield case | {"rows": [*case["rows"][:k], [row, label, less], *case["rows"][k + 1 :]]}
