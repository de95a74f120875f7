"""Random tables in the kernel's raw array form, for the tests and the long fuzz run."""

import numpy as np

OPEN = {"max_rules": None, "max_literals": None, "max_size": None, "min_rows": 0}


def random_losses(rng, rows, labels):
    """Losses as they arise in practice: pure rows, conflicting rows, or a cost matrix."""
    kind = rng.integers(4)
    if kind == 0:
        weight = rng.integers(1, 6, rows)
        right = rng.integers(0, labels, rows)
        losses = np.repeat(weight[:, None], labels, axis=1)
        losses[np.arange(rows), right] = 0
    elif kind == 1:
        counts = rng.integers(0, 4, (rows, labels))
        losses = counts.sum(axis=1, keepdims=True) - counts
    elif kind == 2:
        losses = rng.integers(0, 8, (rows, labels))
    else:
        right = rng.integers(0, labels, rows)
        losses = np.ones((rows, labels), dtype=np.int64)
        losses[np.arange(rows), right] = 0
    return np.ascontiguousarray(losses, dtype=np.int64)


def random_prices(rng, features):
    """Equal prices as in the paper, free literals as in CORELS, or anything."""
    kind = rng.integers(4)
    price = int(rng.integers(0, 5))
    if kind == 0:
        return {"rule_price": price, "literal_prices": np.full(features, price), "default_price": price}
    if kind == 1:
        return {"rule_price": price, "literal_prices": np.zeros(features, dtype=np.int64), "default_price": 0}
    return {
        "rule_price": price,
        "literal_prices": rng.integers(0, 4, features),
        "default_price": int(rng.integers(0, 3)),
    }


def random_labels(rng, labels):
    """All labels for everyone, one class against the default, or any restriction."""
    everyone = np.ones(labels, dtype=bool)
    kind = rng.integers(4)
    if kind <= 1 or labels == 1:
        return {"rule_labels": everyone, "default_labels": everyone.copy()}
    if kind == 2:
        rule = np.arange(labels) == 0
        return {"rule_labels": rule, "default_labels": ~rule}
    default = rng.random(labels) < 0.6
    default[rng.integers(labels)] = True
    return {"rule_labels": rng.random(labels) < 0.7, "default_labels": default}


def random_constraints(rng, rows):
    """None, one, or several constraints."""
    chosen = dict(OPEN)
    if rng.random() < 0.5:
        return chosen
    if rng.random() < 0.4:
        chosen["max_rules"] = int(rng.integers(0, 4))
    if rng.random() < 0.4:
        chosen["max_literals"] = int(rng.integers(0, 4))
    if rng.random() < 0.4:
        chosen["max_size"] = int(rng.integers(1, 10))
    if rng.random() < 0.4:
        chosen["min_rows"] = int(rng.integers(0, max(2, rows)))
    return chosen


def random_table(rng, rows=None, features=None, *, constrained=True):
    """One small table with random prices, labels and constraints."""
    large = rng.random() < 0.1
    rows = int(rng.integers(1, 12 if large else 10)) if rows is None else rows
    features = int(rng.integers(0, 7 if large else 6)) if features is None else features
    labels = int(rng.choice([1, 2, 2, 2, 3, 3, 4, 5]))
    literals = np.ones((features, 2), dtype=bool)
    if rng.random() < 0.3:
        literals = rng.random((features, 2)) < 0.8
    table = {
        "features": rng.random((rows, features)) < rng.choice([0.3, 0.5, 0.7]),
        "losses": random_losses(rng, rows, labels),
        "weights": rng.integers(1, 4, rows) if rng.random() < 0.7 else np.ones(rows, dtype=np.int64),
        "literals": literals,
        **random_prices(rng, features),
        **random_labels(rng, labels),
        **(random_constraints(rng, rows) if constrained else OPEN),
    }
    table["literal_prices"] = np.ascontiguousarray(table["literal_prices"], dtype=np.int64)
    table["weights"] = np.ascontiguousarray(table["weights"], dtype=np.int64)
    return table


def cube_table(rng, features=7, *, labels=None):
    """All value combinations of a few features as rows: more than 64 of them, so sets need several words."""
    rows = 1 << features
    table = random_table(rng, rows, features, constrained=False)
    if labels is not None:
        table["losses"] = random_losses(rng, rows, labels)
        everyone = np.ones(labels, dtype=bool)
        table |= {"rule_labels": everyone, "default_labels": everyone}
    table["features"] = np.array([[r >> f & 1 for f in range(features)] for r in range(rows)], dtype=bool)
    table["features"] = np.ascontiguousarray(table["features"][rng.permutation(rows)])
    scale = int(rng.integers(1, 12))
    table["rule_price"] = max(1, table["rule_price"]) * scale  # with everything free there is nothing to prune
    table["literal_prices"] = table["literal_prices"] * scale
    return table


def dear_table(rng):
    """Literals that cost about as much as a few rows: many lists of nearly the same cost."""
    rows, features = int(rng.integers(6, 11)), int(rng.integers(3, 6))
    table = random_table(rng, rows, features, constrained=False)
    scale = int(rng.integers(1, 6))
    table["losses"] = table["losses"] * scale + rng.integers(0, scale, table["losses"].shape)
    table["rule_price"] = int(rng.integers(0, 4))
    table["literal_prices"] = rng.integers(1, 12, features)
    if rng.random() < 0.5:
        table["literal_prices"][:] = table["literal_prices"][0]
    return table


def larger_table(seed, rows=60, features=8, labels=2):
    """A table beyond brute force that the search still proves at once."""
    rng = np.random.default_rng(seed)
    everyone = np.ones(labels, dtype=bool)
    values = rng.random((rows, features)) < 0.5
    right = (values[:, 0] & values[:, 1] | values[:, 2]).astype(int) % labels
    noise = rng.random(rows) < 0.2
    right[noise] = rng.integers(0, labels, noise.sum())
    losses = np.ones((rows, labels), dtype=np.int64)
    losses[np.arange(rows), right] = 0
    return {
        "features": values,
        "losses": losses * rng.integers(1, 4, (rows, 1)),
        "weights": np.ones(rows, dtype=np.int64),
        "rule_price": 3,
        "literal_prices": rng.integers(2, 5, features),
        "default_price": 3,
        "rule_labels": everyone,
        "default_labels": everyone,
        "literals": np.ones((features, 2), dtype=bool),
        "max_rules": None,
        "max_literals": None,
        "max_size": None,
        "min_rows": 0,
    }


def hard_table(rows=400, features=40):
    """Noise: no search proves this one soon."""
    rng = np.random.default_rng(7)
    table = larger_table(7, rows, features)
    table["features"] = rng.random((rows, features)) < 0.5
    table["losses"] = np.eye(2, dtype=np.int64)[rng.integers(0, 2, rows)]
    return table | {"rule_price": 1, "literal_prices": np.ones(features, dtype=np.int64), "default_price": 1}


def chain_table(rng):
    """Columns of numbers asked by their thresholds, in any order, some with missing entries, and a yes/no column or two."""
    table = random_table(rng, int(rng.integers(4, 12)), 8)
    rows = len(table["features"])
    questions, literals = [], []
    for cuts in ([7], [5], [4, 3], [4], [3, 2])[rng.integers(5)]:
        numbers = rng.integers(0, cuts + 1, rows)
        missing = rng.random(rows) < 0.2 if rng.random() < 0.3 else np.zeros(rows, dtype=bool)
        below = [(numbers <= cut) & ~missing for cut in range(cuts)]
        if missing.any() and cuts <= 4 and not questions:
            questions += below + [~known & ~missing for known in below]
            literals += [(False, True)] * (2 * cuts)
        else:
            questions += below
            literals += [(True, True)] * cuts
    del questions[8:], literals[8:]
    while len(questions) < 8 and rng.random() < 0.5:
        questions.append(rng.random(rows) < 0.5)
        literals.append((True, True))
    order = rng.permutation(len(questions))
    table["features"] = np.ascontiguousarray(np.array(questions).T[:, order])
    table["literals"] = np.array(literals)[order] & (rng.random((len(order), 2)) < rng.choice([0.8, 1.0]))
    table["literal_prices"] = table["literal_prices"][: len(order)].copy()
    if rng.random() < 0.6:
        table["literal_prices"][:] = max(1, int(table["literal_prices"][0]))
        table["rule_price"] = max(1, table["rule_price"])
    return table
