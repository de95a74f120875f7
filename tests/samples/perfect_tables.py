"""Random tables for the perfect search, in the kernel's raw array form."""

import numpy as np


def perfect_table(features, acceptable, **options):
    """A table without constraints and with unit prices, but for the options."""
    labels = acceptable.shape[1]
    return {
        "features": np.ascontiguousarray(features),
        "acceptable": np.ascontiguousarray(acceptable),
        "rule_price": 1,
        "literal_price": 1,
        "default_price": 1,
        "rule_labels": np.ones(labels, dtype=bool),
        "default_labels": np.ones(labels, dtype=bool),
        "literals": np.ones((features.shape[1], 2), dtype=bool),
        "max_literals": None,
    } | options


def distinct_rows(rng, rows, features, density=0.5):
    """At most so many rows, no two of them equal."""
    return np.unique(rng.random((rows, features)) < density, axis=0)


def random_acceptable(rng, rows, labels, ties):
    """One label for each row, and a share of rows that accept more."""
    acceptable = rng.random((rows, labels)) < 0.5 * (rng.random((rows, 1)) < ties)
    acceptable[np.arange(rows), rng.integers(0, labels, rows)] = True
    return acceptable


def random_perfect_table(rng, *, constrained=True):
    """A tiny table: one to four labels, ties, copied and constant columns, sometimes prices and constraints."""
    features = distinct_rows(rng, int(rng.integers(1, 12)), int(rng.integers(1, 6)), rng.choice([0.3, 0.5]))
    if rng.random() < 0.2:
        column = features[:, rng.integers(features.shape[1])]
        extra = [column, ~column, np.ones(len(features), dtype=bool)][rng.integers(3)]
        features = np.column_stack([features, extra])
    labels = int(rng.choice([1, 2, 2, 2, 3, 3, 4]))
    table = perfect_table(features, random_acceptable(rng, len(features), labels, rng.choice([0, 0.3])))
    if not constrained or rng.random() < 0.5:
        return table
    if rng.random() < 0.3:
        table["rule_price"], table["literal_price"], table["default_price"] = map(int, rng.integers(0, 4, 3))
    if rng.random() < 0.3:
        table["literals"] = rng.random(table["literals"].shape) < 0.8
    if rng.random() < 0.3:
        table["max_literals"] = int(rng.integers(0, 4))
    if rng.random() < 0.3:
        table["rule_labels"] = rng.random(labels) < 0.7
    if rng.random() < 0.3:
        table["default_labels"] = rng.random(labels) < 0.7
        table["default_labels"][rng.integers(labels)] = True
    table["acceptable"] |= ~(table["acceptable"] & (table["rule_labels"] | table["default_labels"])).any(
        axis=1, keepdims=True
    )
    return table


def formula_table(rng, rows, features, labels=2, noise=0.1):
    """More rows, labelled by a short list and some noise: beyond brute force, but proved soon."""
    values = distinct_rows(rng, rows, features)
    right = np.where(values[:, 0] & values[:, 1], 1, np.where(values[:, 2] & ~values[:, 3], labels - 1, 0))
    wrong = rng.random(len(values)) < noise
    right[wrong] = rng.integers(0, labels, wrong.sum())
    return perfect_table(values, np.eye(labels, dtype=bool)[right])


def tied_perfect_table(rng):
    """A tiny table of several labels with many ties and all kinds of prices; sometimes the default rule may not predict all labels."""
    features = distinct_rows(rng, int(rng.integers(4, 12)), int(rng.integers(3, 6)))
    labels = int(rng.integers(2, 5))
    table = perfect_table(features, random_acceptable(rng, len(features), labels, rng.choice([0, 0.3, 0.6])))
    table["rule_price"], table["literal_price"] = map(int, rng.integers(0, 4, 2))
    if rng.random() < 0.3:
        table["default_labels"] = rng.random(labels) < 0.6
        table["default_labels"][0] = True
    return table
