"""The clauses of the paper for an LRAT proof: a formula that some assignment satisfies if and only if some list is cheaper than the bound.

For lrat.py, which stands beside it. Standard library only; docs/proofs.md has the numbers of the paper. The formula is about some rows T of the
table only: a list costs no less on all rows. On T it may be taken for granted that (W1) a rule decides a row of T, else it is dropped; (W2) a
literal that covers the same rows of T as another, no dearer one is exchanged for that one; (W3) the literals of a rule stand in one order.
"""

from array import array
from itertools import pairwise

LARGEST, UNLIMITED = 2**52, 10**9
MOST_LITERALS = 2 * 10**7  # of all clauses of a formula together


class Rejected(Exception):  # noqa: N818  # a verdict rather than a fault
    """The proof does not hold, in one sentence."""


def demand(holds, sentence):
    if not holds:
        raise Rejected(sentence)


class Formula:
    """Satisfiable if and only if rules and a default label cost at most `most` on the rows T = `rows`, excess included. Nodes j = 0 … N - 1
    are, one after the other, the literals of a rule and its label, then those of the next; the default rule stands behind them."""

    def __init__(self, problem, rows):
        self.problem, self.rows, self.count, self.flat, self.starts = problem, rows, 0, array("i"), array("q")
        self.distinct_literals()
        N, labels = self.nodes(), problem.rule_labels
        demand(N * len(rows) * (len(self.covers) + len(labels)) <= MOST_LITERALS, "the formula is too large")
        self.unused, self.leaf, self.default = self.new(N), self.new(N), self.new(len(problem.default_labels))
        self.literal, self.label = [self.new(len(self.covers)) for _ in range(N)], [self.new(len(labels)) for _ in range(N)]
        self.first = [self.new(len(self.covers) + len(labels) + 1) for _ in range(N)]
        self.left, self.valid = [self.new(N + 1) for _ in rows], [self.new(N) for _ in rows]
        self.levels = [self.loss_levels(row) for row in rows]
        for group in self.GROUPS:
            getattr(self, group)()

    def new(self, number):
        """So many new variables."""
        self.count += number
        demand(self.count <= MOST_LITERALS, "the formula is too large")
        return list(range(self.count - number + 1, self.count + 1))

    def add(self, *clause):
        self.starts.append(len(self.flat))
        self.flat.extend(clause)
        self.flat.append(0)
        demand(len(self.flat) <= MOST_LITERALS, "the formula is too large")

    def clause(self, number):
        """Clause 1, 2, …"""
        start = self.starts[number - 1]
        return self.flat[start : self.flat.index(0, start)]

    def distinct_literals(self):
        """W2: for each set of rows of T that a literal covers, the least price of such a literal. A rule with one that covers none is dropped."""
        p, self.covers = self.problem, {}
        for f, bit in p.literals:
            cover = "".join("01"[p.table.bits[i][f] == bit] for i in self.rows)
            if "1" in cover:
                self.covers[cover] = min(p.prices[f], self.covers.get(cover, LARGEST))

    def nodes(self):
        """The most nodes that rules within `most` can have: r rules (W1: at most as many as T has rows) cost their price; a conjunction has each
        literal once."""
        p, cheapest = self.problem, min(self.covers.values(), default=0)
        if p.most < 0 or not p.rule_labels:
            return 0
        rules = min(len(self.rows), p.most_rules, p.most // p.rule_price if p.rule_price else UNLIMITED)
        sizes = [r * (1 + min(len(self.covers), p.most_literals)) for r in range(rules + 1)]
        if cheapest:
            sizes = [min(size, r + (p.most - r * p.rule_price) // cheapest) for r, size in enumerate(sizes)]
        return max(0, min(max(sizes), p.most_size - 1))

    def loss_levels(self, row):
        """For each excess e > 0 that a label may cost the row, in rising order, a variable that says: it loses at least e. None: too much."""
        p = self.problem
        amounts = sorted({p.excess(row, c) for c in (*p.rule_labels, *p.default_labels)} - {0})
        return {e: self.new(1)[0] if e <= p.most else None for e in amounts}

    # Groups of clauses, by the numbers of the paper. s_jr and t_j of the paper are one variable for each literal here.

    def one_choice_per_node(self):
        """(1) A node is one literal, one label, or unused; `first` says that the choice is among the first so many, so that it is only one."""
        for literals, labels, unused, first in zip(self.literal, self.label, self.unused, self.first, strict=True):
            choices = [*literals, *labels, unused]
            self.add(*choices)
            for choice, here in zip(choices, first, strict=True):
                self.add(-choice, here)
            for (here, then), choice in zip(pairwise(first), choices[1:], strict=True):
                self.add(-here, then)
                self.add(-here, -choice)

    def literals_in_order(self):
        """W3: if node j is literal l, node j + 1 is none of the literals up to l."""
        for literals, first in zip(self.literal, self.first[1:], strict=False):
            for literal, here in zip(literals, first, strict=False):
                self.add(-literal, -here)

    def unused_nodes_are_last(self):
        """(2) u_j → u_{j+1}"""
        for now, then in pairwise(self.unused):
            self.add(-now, then)

    def last_used_node_is_leaf(self):
        """(3), (4) u_{j+1} → u_j ∨ leaf_j, and u_N ∨ leaf_N"""
        for now, then, leaf in zip(self.unused, self.unused[1:], self.leaf, strict=False):
            self.add(-then, now, leaf)
        if self.unused:
            self.add(self.unused[-1], self.leaf[-1])

    def leaves_have_labels(self):
        """leaf_j ↔ ⋁_c s_jc"""
        for leaf, labels in zip(self.leaf, self.label, strict=True):
            self.add(-leaf, *labels)
            for label in labels:
                self.add(-label, leaf)

    def default_rule_has_label(self):
        """⋁_c default_c"""
        self.add(*self.default)

    def rules_are_short(self):
        """Of any nodes one more than a rule may have literals, one is a leaf or unused."""
        stops, most = list(zip(self.leaf, self.unused, strict=True)), self.problem.most_literals
        for j in range(len(stops) - most):
            self.add(*(stop for node in stops[j : j + most + 1] for stop in node))

    def rules_are_few(self):
        """Σ_j leaf_j ≤ most rules"""
        if self.problem.most_rules < len(self.leaf):
            self.total([{1: leaf} for leaf in self.leaf], self.problem.most_rules)

    def rows_are_left(self):
        """(5), (6) n_i1, and n_{i,j+1} ↔ n_ij ∧ ¬(leaf_j ∧ v_ij)"""
        for left, valid in zip(self.left, self.valid, strict=True):
            self.add(left[0])
            for now, then, leaf, v in zip(left, left[1:], self.leaf, valid, strict=False):
                self.add(-then, now)
                self.add(-then, -leaf, -v)
                self.add(then, -now, leaf)
                self.add(then, -now, v)

    def rows_are_valid(self):
        """(7), (8) v_i1, and v_{i,j+1} ↔ (leaf_j ∧ n_{i,j+1}) ∨ (v_ij ∧ ⋁_l (node j is literal l, which covers i))"""
        for i, (left, valid) in enumerate(zip(self.left, self.valid, strict=True)):
            fails = [k for k, cover in enumerate(self.covers) if cover[i] == "0"]
            for first in valid[:1]:
                self.add(first)
            for j, (now, then) in enumerate(pairwise(valid)):
                leaf, failing = self.leaf[j], [self.literal[j][k] for k in fails]
                self.add(-leaf, -then, left[j + 1])
                self.add(-leaf, then, -left[j + 1])
                self.add(leaf, -then, now)
                for literal in failing:
                    self.add(-literal, -then)
                self.add(then, -now, leaf, self.unused[j], *failing)

    def wrong_labels_cost(self):
        """(9), (12) s_jc ∧ v_ij → row i loses at least the excess of c"""
        for row, levels, valid in zip(self.rows, self.levels, self.valid, strict=True):
            for labels, v in zip(self.label, valid, strict=True):
                self.losing(row, levels, [(label, v) for label in labels], self.problem.rule_labels)

    def wrong_default_costs(self):
        """(11), (13) default_c ∧ n_{i,N+1} → row i loses at least the excess of c"""
        for row, levels, left in zip(self.rows, self.levels, self.left, strict=True):
            self.losing(row, levels, [(label, left[-1]) for label in self.default], self.problem.default_labels)

    def losing(self, row, levels, conditions, labels):
        for (label, holds), c in zip(conditions, labels, strict=True):
            e = self.problem.excess(row, c)
            if e:
                self.add(-label, -holds, *([levels[e]] if levels[e] else []))

    def larger_losses_are_smaller_ones(self):
        """Who loses at least e loses at least what is less."""
        for levels in self.levels:
            for smaller, larger in pairwise([level for level in levels.values() if level]):
                self.add(-larger, smaller)

    def costs_are_within(self):
        """Prices of nodes and losses of rows are at most `most` together: none if the price is at least a and the loss more than is left."""
        most = self.problem.most
        if most < 0:
            self.add()
            return
        losses = self.total([{e: level for e, level in levels.items() if level} for levels in self.levels], most)
        prices = self.total([self.node_prices(j) for j in range(len(self.leaf))], most)
        for price, reached in prices.items():
            over = next((level for loss, level in losses.items() if loss > most - price), None)
            if over:
                self.add(*([-reached] if reached else []), -over)

    def node_prices(self, j):
        """For each price of a node a variable that says: node j costs at least that."""
        p = self.problem
        costs = [*zip(self.covers.values(), self.literal[j], strict=True), (p.rule_price, self.leaf[j])]
        levels = {price: self.new(1)[0] for price in sorted({price for price, _ in costs} - {0})}
        for price, node in costs:
            if price:
                self.add(-node, levels[price])
        for smaller, larger in pairwise(levels.values()):
            self.add(-larger, smaller)
        return levels

    def total(self, terms, most):
        """The sum of terms, each a rising {amount: variable that says at least so much}, must be at most `most`: after each term, for each value
        that the sum so far may have, a variable that says at least so much (None for 0, which always holds)."""
        reached = {0: None}
        for term in terms:
            steps = {0: None, **term}
            values = sorted({a + b for a in reached for b in steps if a + b <= most} - {0})
            then = {0: None, **dict(zip(values, self.new(len(values)), strict=True))}
            for a, before in reached.items():
                for b, step in steps.items():
                    given = [-variable for variable in (before, step) if variable]
                    if a + b > most:
                        self.add(*given)
                        break
                    if a + b:
                        self.add(*given, then[a + b])
            for smaller, larger in pairwise(list(then.values())[1:]):
                self.add(-larger, smaller)
            reached = then
        return reached

    GROUPS = (
        "one_choice_per_node",
        "literals_in_order",
        "unused_nodes_are_last",
        "last_used_node_is_leaf",
        "leaves_have_labels",
        "default_rule_has_label",
        "rules_are_short",
        "rules_are_few",
        "rows_are_left",
        "rows_are_valid",
        "wrong_labels_cost",
        "wrong_default_costs",
        "larger_losses_are_smaller_ones",
        "costs_are_within",
    )
