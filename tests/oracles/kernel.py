"""The cheapest decision list by trying everything: slow, obvious, and sharing no code with the kernel.

``cheapest`` looks at all subsets of a few rows, ``cheapest_by_walk`` at those that some prefix of rules can leave,
``cheapest_of_two`` at all pairs of rules by matrix products, for any number of rows.
"""

from functools import cache
from itertools import product

import numpy as np

INFINITE = 1 << 62


def conjunctions(table):
    """Every allowed conjunction as (covered rows, price, length), the empty one included."""
    rows, count = table["features"].shape
    longest = table["max_literals"] if table["max_literals"] is not None else count
    for signs in product((None, False, True), repeat=count):
        used = [(f, s) for f, s in enumerate(signs) if s is not None]
        if len(used) > longest or not all(table["literals"][f, int(s)] for f, s in used):
            continue
        covered = np.ones(rows, dtype=bool)
        for f, s in used:
            covered &= table["features"][:, f] == s
        price = table["rule_price"] + sum(int(table["literal_prices"][f]) for f, _ in used)
        yield covered, price, len(used)


def useful_rules(table):
    """For each cover its prices, without those that are longer and no cheaper."""
    by_cover = {}
    for covered, price, length in conjunctions(table):
        mask = sum(1 << int(r) for r in np.flatnonzero(covered))
        if mask:
            by_cover.setdefault(mask, set()).add((length, price))
    for mask, options in by_cover.items():
        for length, price in options:
            if not any(a <= length and b <= price and (a, b) != (length, price) for a, b in options):
                yield mask, length, price


def cheapest(table):
    """The least cost of any list, by tables over all subsets of the rows: at most a dozen rows.

    ``value[q][z][S]`` is the least cost for the rows S with q rules and size z left; each layer follows from
    the one before by trying every rule on every subset. More rules than rows are never of use.
    """
    rows = len(table["losses"])
    subsets = np.arange(1 << rows)
    member = (subsets[:, None] >> np.arange(rows)) & 1
    loss = member @ table["losses"]
    default_loss = loss[:, table["default_labels"]].min(axis=1)
    rule_loss = np.full(len(subsets), INFINITE)
    if table["rule_labels"].any():
        rule_loss = loss[:, table["rule_labels"]].min(axis=1)
    rule_loss[member @ table["weights"] < table["min_rows"]] = INFINITE
    most_rules = rows if table["max_rules"] is None else min(rows, table["max_rules"])
    sizes = range(1, 2 if table["max_size"] is None else table["max_size"] + 1)
    rules = list(useful_rules(table))
    value = dict.fromkeys(sizes, default_loss)
    for _ in range(most_rules):
        following = {}
        for z in sizes:
            best = default_loss.copy()
            for cover, length, price in rules:
                left = z if table["max_size"] is None else z - length - 1
                if left < 1:
                    continue
                cost = np.minimum(rule_loss[subsets & cover], INFINITE // 2) + price + value[left][subsets & ~cover]
                np.minimum(best, cost, out=best)
            following[z] = best
        if all((following[z] == value[z]).all() for z in sizes):
            break
        value = following
    return table["default_price"] + int(value[sizes[-1]][-1])


def cheapest_by_walk(table):
    """The least cost of any list, over every set of undecided rows that some prefix of rules can leave."""
    rules = list(useful_rules(table))
    losses = table["losses"].tolist()
    weights = table["weights"].tolist()
    rule_labels = np.flatnonzero(table["rule_labels"]).tolist()
    default_labels = np.flatnonzero(table["default_labels"]).tolist()

    def members(mask):
        return [r for r in range(len(losses)) if mask >> r & 1]

    @cache
    def rule_loss(mask):
        rows = members(mask)
        if sum(weights[r] for r in rows) < table["min_rows"]:
            return INFINITE
        return min((sum(losses[r][c] for r in rows) for c in rule_labels), default=INFINITE)

    @cache
    def default_loss(mask):
        return min(sum(losses[r][c] for r in members(mask)) for c in default_labels)

    @cache
    def value(mask, rules_left, size_left):
        best = default_loss(mask)
        if rules_left == 0:
            return best
        for cover, length, price in rules:
            if not cover & mask or (size_left is not None and size_left < length + 2):
                continue
            loss = rule_loss(cover & mask)
            if price + loss >= best:
                continue
            rest = value(
                mask & ~cover,
                None if rules_left is None else rules_left - 1,
                None if size_left is None else size_left - length - 1,
            )
            best = min(best, price + loss + rest)
        return best

    everything = (1 << len(losses)) - 1
    return table["default_price"] + value(everything, table["max_rules"], table["max_size"])


def cheapest_of_two(table):
    """The least cost of a list of at most two rules and the default rule."""
    best = {}
    for covered, price, length in conjunctions(table):
        key = covered.tobytes()
        options = best.setdefault(key, [])
        options.append((price, length, covered))
    rules = [min(options, key=lambda option: option[:2]) for options in best.values()]
    # Whole numbers below 2**53 are exact as floats, and their matrix products are fast.
    prices = np.array([float(price) for price, _, _ in rules])
    covers = np.array([covered for _, _, covered in rules], dtype=float)
    losses = table["losses"].astype(float)
    rule_labels = np.flatnonzero(table["rule_labels"])
    default_labels = np.flatnonzero(table["default_labels"])

    def least(rows_by_sets, labels):
        return np.min([rows_by_sets(losses[:, c]) for c in labels], axis=0)

    found = min(int(losses[:, c].sum()) for c in default_labels)
    if rule_labels.size and (table["max_rules"] is None or table["max_rules"] >= 1):
        first = prices + least(lambda loss: covers @ loss, rule_labels)
        found = min(found, int((first + least(lambda loss: (1 - covers) @ loss, default_labels)).min()))
        if table["max_rules"] is None or table["max_rules"] >= 2:
            outside = 1 - covers
            second = least(lambda loss: (outside * loss) @ covers.T, rule_labels)
            rest = least(lambda loss: (outside * loss) @ outside.T, default_labels)
            found = min(found, int((first[:, None] + prices[None, :] + second + rest).min()))
    return table["default_price"] + found


def cost_of(table, rules):
    """The cost of a list, counted row by row; raises where a constraint is violated."""
    *body, (no_literals, default) = rules
    if no_literals or not table["default_labels"][default]:
        raise AssertionError("the last rule must be a default rule with an allowed label")
    if table["max_rules"] is not None and len(body) > table["max_rules"]:
        raise AssertionError("too many rules")
    size = 1 + sum(1 + len(literals) for literals, _ in body)
    if table["max_size"] is not None and size > table["max_size"]:
        raise AssertionError("too large")
    cost = table["default_price"]
    left = list(range(len(table["features"])))
    for literals, label in body:
        if not table["rule_labels"][label]:
            raise AssertionError("label not allowed")
        if table["max_literals"] is not None and len(literals) > table["max_literals"]:
            raise AssertionError("too many literals")
        if not all(table["literals"][f, int(s)] for f, s in literals):
            raise AssertionError("literal not allowed")
        if len({f for f, _ in literals}) != len(literals):
            raise AssertionError("feature used twice")
        cost += table["rule_price"] + sum(int(table["literal_prices"][f]) for f, _ in literals)
        covered = [r for r in left if all(table["features"][r, f] == s for f, s in literals)]
        if sum(int(table["weights"][r]) for r in covered) < table["min_rows"]:
            raise AssertionError("too few rows")
        cost += sum(int(table["losses"][r, label]) for r in covered)
        left = [r for r in left if r not in set(covered)]
    return cost + sum(int(table["losses"][r, default]) for r in left)
