"""The shortest perfect list by trying everything: slow, obvious, and sharing no code with the kernel."""

from functools import cache
from itertools import product

import numpy as np

NEVER = 1 << 60


def covers(table):
    """For each set of rows that an allowed conjunction covers, as a bit mask: the fewest literals for it."""
    rows, count = table["features"].shape
    longest = count if table["max_literals"] is None else table["max_literals"]
    fewest = {}
    for signs in product((None, False, True), repeat=count):
        used = [(f, s) for f, s in enumerate(signs) if s is not None]
        if len(used) > longest or not all(table["literals"][f, int(s)] for f, s in used):
            continue
        mask = 0
        for r in range(rows):
            if all(table["features"][r, f] == s for f, s in used):
                mask |= 1 << r
        fewest[mask] = min(len(used), fewest.get(mask, NEVER))
    return fewest


def cheapest_perfect(table):
    """The least price of a list that gives every row an acceptable label, NEVER if there is none."""
    found = covers(table)
    rows, labels = table["acceptable"].shape
    accepting = [sum(1 << r for r in range(rows) if table["acceptable"][r, c]) for c in range(labels)]
    for_rules = [accepting[c] for c in range(labels) if table["rule_labels"][c]]
    for_default = [accepting[c] for c in range(labels) if table["default_labels"][c]]

    @cache
    def price(left):
        if any(left & ~good == 0 for good in for_default):
            return table["default_price"]
        best = NEVER
        for cover, length in found.items():
            inside = left & cover
            if inside and any(inside & ~good == 0 for good in for_rules):
                rest = price(left & ~cover)
                best = min(best, table["rule_price"] + table["literal_price"] * length + rest)
        return min(best, NEVER)

    return price((1 << rows) - 1)


def price_of(table, rules):
    """The price of a list, after checking row by row that it is perfect and keeps to the constraints."""
    *body, (no_literals, default) = rules
    if no_literals or not table["default_labels"][default]:
        raise AssertionError("the last rule must be a default rule with an allowed label")
    left = np.ones(len(table["features"]), dtype=bool)
    price = table["default_price"]
    for literals, label in body:
        if not table["rule_labels"][label]:
            raise AssertionError("label not allowed")
        if table["max_literals"] is not None and len(literals) > table["max_literals"]:
            raise AssertionError("too many literals")
        if not all(table["literals"][f, int(s)] for f, s in literals):
            raise AssertionError("literal not allowed")
        covered = left.copy()
        for f, s in literals:
            covered &= table["features"][:, f] == s
        if not table["acceptable"][covered, label].all():
            raise AssertionError("a row gets a label that it does not accept")
        left &= ~covered
        price += table["rule_price"] + table["literal_price"] * len(literals)
    if not table["acceptable"][left, default].all():
        raise AssertionError("the default rule is wrong")
    return price
