"""Small random problems, with the canonical table and the header of a proof: for attacks on the verifiers."""

import hashlib

import numpy as np

from shortlist.features.literal import Literal, Op
from shortlist.features.rows import DistinctRows
from shortlist.models.model import ModelKind
from shortlist.problems.constraints import Constraints
from shortlist.problems.costs import Costs
from shortlist.problems.problem import Problem

UNLIMITED = 10**9


def draw_case(rng, rows=6, features=4, *, plain=None, labels=None, full=False):
    """A table of at most so many rows and features with random prices, labels and limits; plain ones often enough.

    A full one has as many rows and features as it may have.
    """
    n_rows, n_features = (rows, features) if full else (rng.randint(2, rows), rng.randint(1, features))
    n_labels = labels or (2 if full else rng.choice([2, 2, 2, 3, 4]))
    bits = sorted(rng.sample(range(1 << n_features), min(n_rows, 1 << n_features)))
    vectors = [[b >> (n_features - 1 - f) & 1 for f in range(n_features)] for b in bits]
    counts = [_counts(rng, n_labels) for _ in vectors]
    perfect = rng.random() < 0.3 and not plain
    plain = rng.random() < 0.5 if plain is None else plain
    price = rng.choice([0, 1, 1, 1, 1, 1, 2, 2, 3, 4])
    matrix = [[int(k != c) for c in range(n_labels)] for k in range(n_labels)]
    case = {
        "features": vectors,
        "counts": counts,
        "numbers": [rng.randint(1, 3) for _ in vectors],
        "perfect": perfect,
        "rule": price,
        "default": price,
        "prices": [price] * n_features,
        "errors": matrix,
        "rule_labels": list(range(n_labels)),
        "default_labels": list(range(n_labels)),
        "forbidden": set(),
        "most_rules": UNLIMITED,
        "most_literals": UNLIMITED,
        "most_size": UNLIMITED,
        "least_rows": 0,
        "dear": 0,
    }
    if not plain:
        _vary(rng, case, n_features, n_labels)
    return case


def draw_least_rows(rng):
    """A small table with cheap rules that must decide some rows: there the order of rules and longer rules than needed can pay."""
    case = draw_case(rng)
    case |= {"perfect": False, "least_rows": rng.randint(2, 4), "rule": rng.choice([0, 0, 1])}
    case["prices"] = [rng.choice([0, 1]) for _ in case["prices"]]
    for counts in case["counts"]:
        counts[:] = [rng.randint(0, 6) for _ in counts]
        counts[0] += not any(counts)
    return case


def _counts(rng, n_labels):
    kind = rng.random()
    if kind < 0.5:
        counts = [0] * n_labels
        counts[rng.randrange(n_labels)] = rng.randint(1, 5)
        return counts
    counts = [rng.randint(0, 3) for _ in range(n_labels)]
    return counts if any(counts) else [1] * n_labels


def _vary(rng, case, n_features, n_labels):
    case["rule"], case["default"] = rng.randint(0, 4), rng.randint(0, 2)
    if rng.random() < 0.6:
        case["prices"] = [rng.randint(0, 3) for _ in range(n_features)]
    if rng.random() < 0.4:
        case["errors"] = [[rng.randint(0, 3) * (k != c) for c in range(n_labels)] for k in range(n_labels)]
    if rng.random() < 0.3:
        case["rule_labels"] = sorted(rng.sample(range(n_labels), rng.randint(1, n_labels)))
    if rng.random() < 0.2:
        case["default_labels"] = sorted(rng.sample(range(n_labels), rng.randint(1, n_labels)))
    if rng.random() < 0.3:
        literals = [(f, s) for f in range(n_features) for s in (0, 1)]
        case["forbidden"] = set(rng.sample(literals, rng.randint(1, len(literals) - 1)))
    if rng.random() < 0.25:
        case["most_rules"] = rng.randint(0, 3)
    if rng.random() < 0.25:
        case["most_literals"] = rng.randint(1, 3)
    if rng.random() < 0.25:
        case["most_size"] = rng.randint(1, 8)
    if rng.random() < 0.3:
        case["least_rows"] = rng.randint(1, 5)


def table_text(case):
    """The canonical table."""
    n_features, n_labels = len(case["prices"]), len(case["errors"])
    lines = [f"shortlist-table 1 {len(case['features'])} {n_features} {n_labels}"]
    lines += [f'"f{f + 1}"' for f in range(n_features)] + [f'"c{c}"' for c in range(n_labels)]
    for vector, counts, number in zip(case["features"], case["counts"], case["numbers"], strict=True):
        lines.append(" ".join(["".join(map(str, vector)), *map(str, counts), str(number)]))
    return "\n".join(lines) + "\n"


def header_text(case, rules, default, cost, bound):
    """The header of a proof for this list; a literal is (feature, sign)."""
    digest = hashlib.sha256(table_text(case).encode()).hexdigest()
    errors = case["errors"]
    limits = {
        name: "*" if case[name] == UNLIMITED else case[name] for name in ("most_rules", "most_literals", "most_size")
    }
    lines = [
        "shortlist-proof 1",
        f"table {digest}",
        f"lists {'perfect' if case['perfect'] else 'sparse'}",
        f"prices {case['rule']} {case['default']}",
        " ".join(["literals", *map(str, case["prices"])]),
        f"errors {' '.join(str(price) for row in errors for price in row)}",
        " ".join(["rule-labels", *map(str, case["rule_labels"])]),
        " ".join(["default-labels", *map(str, case["default_labels"])]),
        " ".join(["forbidden", *(literal_text(f, s) for f, s in sorted(case["forbidden"]))]),
        " ".join(["limits", *map(str, limits.values()), str(case["least_rows"])]),
        *(" ".join(["rule", str(label), *(literal_text(f, s) for f, s in literals)]) for literals, label in rules),
        f"default {default}",
        f"result {cost} {bound}",
    ]
    return "\n".join(lines) + "\n"


def literal_text(feature, sign):
    return f"{'' if sign else '-'}{feature + 1}"


def rows_text(rows):
    """The numbers of the rows of a set."""
    return " ".join(str(i) for i in range(rows.bit_length()) if rows >> i & 1)


def problem_of(case, kind=ModelKind.LIST):
    """The same as a problem of ours; the default rule may have any label there."""
    names = [Literal(f"f{f + 1}", Op.EQUAL, "a") for f in range(len(case["prices"]))]
    forbidden = [str(names[f] if s else names[f].negated()) for f, s in sorted(case["forbidden"])]
    limits = {f"max_{name}": case[f"most_{name}"] for name in ("rules", "literals", "size")}
    constraints = Constraints(
        **{name: None if value == UNLIMITED else value for name, value in limits.items()},
        min_rows=case["least_rows"],
        forbid=forbidden,
        rule_classes=[f"c{c}" for c in case["rule_labels"]],
    )
    rows = DistinctRows(
        np.array(case["features"], dtype=bool), np.array(case["counts"], dtype=np.int64), np.array(case["numbers"])
    )
    costs = Costs(
        case["rule"],
        max(case["prices"], default=0),
        case["default"],
        None if len(set(case["prices"])) == 1 else tuple(case["prices"]),
        tuple(map(tuple, case["errors"])),
    )
    classes = tuple(f"c{c}" for c in range(len(case["errors"])))
    return Problem(rows, tuple(names), classes, costs, case["perfect"], constraints, kind)
