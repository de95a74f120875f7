"""The least cost V of lists for every subset of a few rows, by trying everything: what no claim of a proof may exceed."""

from functools import cache
from itertools import product

UNLIMITED = 10**9


class Oracle:
    """V for a case as `samples/proof_cases.py` draws it: excesses, prices, labels and limits as the header says."""

    def __init__(self, case):
        self.case = case
        rows, features = len(case["features"]), len(case["prices"])
        self.all = (1 << rows) - 1
        counts, errors = case["counts"], case["errors"]
        labels = sorted({*case["rule_labels"], *case["default_labels"]})
        losses = [[sum(n * errors[k][c] for k, n in enumerate(row)) for c in range(len(errors))] for row in counts]
        self.least = [min(row[c] for c in labels) for row in losses]
        self.losses = losses
        self.excess = [[value - low for value in row] for row, low in zip(losses, self.least, strict=True)]
        if case["perfect"]:
            self.excess = [[case["dear"] * (value > 0) for value in row] for row in self.excess]
        self.rules = {}
        for signs in product((None, 0, 1), repeat=features):
            used = [(f, s) for f, s in enumerate(signs) if s is not None]
            if not used or len(used) > case["most_literals"] or any((f, s) in case["forbidden"] for f, s in used):
                continue
            cover = sum(1 << i for i, row in enumerate(case["features"]) if all(row[f] == s for f, s in used))
            price = case["rule"] + sum(case["prices"][f] for f, _ in used)
            self.rules.setdefault(cover, set()).add((len(used), price))
        self.value = cache(self._value)

    def loss(self, rows, c):
        return sum(self.excess[i][c] for i in range(len(self.excess)) if rows >> i & 1)

    def mass(self, rows):
        return sum(n for i, n in enumerate(self.case["numbers"]) if rows >> i & 1)

    def _value(self, rows, rules, size, exact):
        """V(rows) for lists of at most so many rules and such a size; `exact` ones keep to the least number of rows."""
        best = min(self.loss(rows, d) for d in self.case["default_labels"])
        if rules <= 0:
            return best
        if size >= 2 and not (exact and self.mass(rows) < self.case["least_rows"]):
            # A rule without literals decides all that is left.
            best = min([best, *(self.case["rule"] + self.loss(rows, c) for c in self.case["rule_labels"])])
        for cover, ways in self.rules.items():
            hit = rows & cover
            # A rule that decides no row costs and changes nothing, unless it is free, and then it is of no use either.
            if not hit or (exact and self.mass(hit) < self.case["least_rows"]):
                continue
            lost = min((self.loss(hit, c) for c in self.case["rule_labels"]), default=None)
            for length, price in ways:
                if lost is None or size < length + 2 or price + lost >= best:
                    continue
                fewer = UNLIMITED if rules == UNLIMITED else rules - 1
                smaller = UNLIMITED if size == UNLIMITED else size - length - 1
                best = min(best, price + lost + self.value(rows & ~hit, fewer, smaller, exact))
        return best
