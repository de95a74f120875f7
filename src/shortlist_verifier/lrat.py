"""Check an LRAT proof that no decision list costs less than it says: ``python lrat.py PROOF TABLE [CNF]``.

One file, standard library only, nothing of Shortlist is imported, nor of verify.py: this is a proof of another kind, with nothing in
common with bound logs but the header and the table. The clauses of the paper (docs/proofs.md has their numbers) are written here once
more, from the table alone: a formula that some assignment satisfies if and only if some list is cheaper than the bound. The proof derives
the empty clause from it, one clause at a time, each by unit propagation over the clauses that it names. With CNF the formula is written to
a file of that name, in DIMACS, so that any other checker of LRAT can be asked as well.

Losses are counted beyond the cheapest label of a row (*excess*); what is left of the bound for rules and for excess is `most`. The formula
is about some rows T of the table only: a list costs no less on all rows. On T it may be taken for granted that (W1) a rule decides a row of T,
else it is dropped; (W2) a literal that covers the same rows of T as another, no dearer one is exchanged for that one; (W3) the literals of a
rule stand in one order.
"""

import gzip
import hashlib
import re
import sys
import zlib
from array import array
from itertools import pairwise

LARGEST, UNLIMITED, MOST_BYTES = 2**52, 10**9, 2**31
MOST_LITERALS = 2 * 10**7  # of all clauses of a formula together
MOST_LOOKS = 10**9  # literals that are looked at before the steps are given up; native code has more


class Rejected(Exception):  # noqa: N818  # a verdict rather than a fault
    """The proof does not hold, in one sentence."""


def demand(holds, sentence):
    if not holds:
        raise Rejected(sentence)


def whole(word, least=0, most=LARGEST):
    """A whole number between two others; * stands for no limit."""
    digits = word.removeprefix("-")
    demand(word == "*" or (digits.isdigit() and len(digits) <= 18), f"expected a whole number, got {word[:40]!r}")
    value = UNLIMITED if word == "*" else int(word)
    demand(least <= value <= most, f"numbers must be from {least} to {most}, got {value}")
    return value


def lines_of(data):
    plain = data.endswith(b"\n") and not data.translate(None, bytes(range(32, 127)) + b"\n")
    demand(plain, "a file must be lines of plain ASCII text")
    return data.decode("ascii").split("\n")[:-1]


class Table:
    """Distinct rows: the bits of each, its counts of classes, and the number of raw rows behind it."""

    def __init__(self, data):
        lines = [line.split(" ") for line in lines_of(data)]
        demand(lines[0][:2] == ["shortlist-table", "1"] and len(lines[0]) == 5, "the table has no head")
        rows, self.features, self.classes = [whole(word, most=10**7) for word in lines[0][2:]]
        lines = lines[1 + self.features + self.classes :]
        demand(0 < rows == len(lines) and self.classes, "the table must have the lines that it says")
        demand(all(len(line) == self.classes + 2 for line in lines), "a row must have bits, counts and a number")
        self.bits = [line[0] if self.features else line[0].removeprefix("-") for line in lines]
        good = all(len(bits) == self.features and not bits.strip("01") for bits in self.bits)
        demand(good and all(a < b for a, b in pairwise(self.bits)), "rows must be sorted and different")
        self.counts = [[whole(word) for word in line[1:-1]] for line in lines]
        self.numbers = [whole(line[-1]) for line in lines]


class Problem:
    """What is asked and claimed: the header of a proof. Literals are pairs of a feature and the bit that it must have."""

    def __init__(self, table, proof):
        head, _, body = proof.partition(b"\nformula ")
        self.table, self.lines, self.at, n = table, lines_of(head + b"\n"), 0, table.classes
        self.sizes, _, self.steps = body.partition(b"\n")
        demand(self.take("shortlist-lrat") == ["1"], "the proof must be of version 1")
        self.digest, lists = self.take("table"), self.take("lists")
        demand(lists in (["sparse"], ["perfect"]), "lists must be sparse or perfect")
        self.rule_price, self.default_price = self.read("prices", [2])
        prices = self.read("literals", [1, table.features])
        self.prices = prices * table.features if len(prices) == 1 else prices
        errors = self.read("errors", [1, n * n])
        self.rule_labels, self.default_labels = self.read("rule-labels"), self.read("default-labels")
        labels = sorted({*self.rule_labels, *self.default_labels})
        named = [*self.rule_labels, -1, *self.default_labels]
        demand(self.default_labels and labels[-1] < n, "labels must be classes, the default must have one")
        demand(all(a < b for a, b in pairwise(named) if b >= 0), "labels must rise")
        forbidden = {self.literal(word) for word in self.take("forbidden")}
        self.literals = [(f, bit) for f in range(table.features) for bit in "10" if (f, bit) not in forbidden]
        self.most_rules, self.most_literals, self.most_size, self.least_rows = self.read("limits", [4])
        self.rules = []
        while self.lines[self.at : self.at + 1] and self.lines[self.at].split(" ")[0] == "rule":
            label, *literals = self.take("rule") or [""]
            self.rules.append((whole(label, most=n - 1), [self.literal(word) for word in literals]))
        (self.default_label,), (self.cost, self.bound) = self.read("default", [1]), self.read("result", [2])
        demand(self.default_label < n, "the default label must be a class")
        price = [[errors[k * n + c] if len(errors) > 1 else errors[0] * (k != c) for k in range(n)] for c in range(n)]
        self.losses = [[sum(map(int.__mul__, counts, price[c])) for c in range(n)] for counts in table.counts]
        demand(sum(map(max, self.losses)) <= LARGEST, f"losses must add up to at most {LARGEST}")
        self.least = [min(row[c] for c in labels) for row in self.losses]
        self.perfect, self.unavoidable = lists == ["perfect"], sum(self.least)
        # A list is cheaper than the bound if its rules cost at most `most` together with what rows lose beyond the unavoidable.
        self.most = self.bound - 1 - self.default_price - (0 if self.perfect else self.unavoidable)

    def take(self, keyword):
        """The words of the next line, which begins with this one."""
        first, _, rest = self.lines[self.at].partition(" ") if self.at < len(self.lines) else ("", "", "")
        demand(first == keyword, f"line {self.at + 1} must begin with {keyword}")
        self.at += 1
        return rest.split(" ") if rest else []

    def read(self, keyword, sizes=None):
        found = [whole(word) for word in self.take(keyword)]
        demand(sizes is None or len(found) in sizes, f"{keyword} must have {sizes} numbers")
        return found

    def literal(self, word):
        """3 is the third feature, -3 its negation."""
        value = whole(word, -self.table.features, self.table.features)
        demand(value != 0, "literals are numbered by features, from 1")
        return abs(value) - 1, "01"[value > 0]

    def excess(self, row, label):
        """What the label costs the row beyond the cheapest one; in perfect lists more than there is."""
        lost = self.losses[row][label] - self.least[row]
        return max(self.most, 0) + 1 if self.perfect and lost else lost

    def formula(self):
        """The formula of the rows that the proof names, of the size that it says."""
        rows = [whole(word, most=len(self.table.bits) - 1) for word in self.take("rows")]
        demand(len({*rows}) == len(rows) and self.at == len(self.lines), "different rows must be named, and then the formula")
        formula = Formula(self, rows)
        sizes = f"{formula.count} {len(formula.starts)}"
        demand(self.sizes == sizes.encode(), f"the formula has {sizes} variables and clauses")
        return formula

    def recount(self):
        """What the list costs, row by row; it must keep to every limit."""
        table, lost, decided = self.table, 0, [0] * len(self.rules)
        for i, bits in enumerate(table.bits):
            first = next((k for k, (_, literals) in enumerate(self.rules) if all(bits[f] == b for f, b in literals)), None)
            label = self.default_label if first is None else self.rules[first][0]
            lost += self.losses[i][label] - self.least[i]
            if first is not None:
                decided[first] += table.numbers[i]
        for (label, literals), rows in zip(self.rules, decided, strict=True):
            known = {*literals} <= {*self.literals} and label in self.rule_labels
            once = len({f for f, _ in literals}) == len(literals) <= self.most_literals
            demand(known and once and rows >= self.least_rows, "a rule of the list does not keep to what is asked")
        size = 1 + sum(1 + len(literals) for _, literals in self.rules)
        fits = len(self.rules) <= self.most_rules and size <= self.most_size and self.default_label in self.default_labels
        demand(fits, "the list is too large, or its default label is forbidden")
        demand(not self.perfect or lost == 0, "the list must make no avoidable error")
        price = sum(self.rule_price + sum(self.prices[f] for f, _ in literals) for _, literals in self.rules)
        return self.default_price + price + (0 if self.perfect else lost + self.unavoidable)


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


def refute(formula, steps):
    """Derive the empty clause. A step is "number clause 0 numbers 0": suppose that the clause is false; then of each clause named, in turn, all
    literals are false but one, which must be true, until one has none left. So the clause follows from those before it."""
    given, derived, looks = len(formula.starts), [], MOST_LOOKS
    for line in lines_of(steps):
        name, words = given + len(derived) + 1, line.split(" ")
        demand(words[0] == str(name) and words[1:].count("0") == 2 and words[-1] == "0", f"step {name} has not the form of one")
        middle = words.index("0", 1)
        clause = [whole(word, -formula.count, formula.count) for word in words[1:middle]]
        hints = [whole(word, 1, name - 1) for word in words[middle + 1 : -1]]
        demand(0 not in clause, f"step {name} has a literal 0")
        true, follows = {-literal for literal in clause}, False
        for hint in hints:
            used = formula.clause(hint) if hint <= given else derived[hint - given - 1]
            left, looks = [k for k in used if -k not in true], looks - len(used)
            demand(looks >= 0, "the proof has more and longer steps than allowed")
            demand(len(left) <= 1 and not follows, f"step {name} does not follow from clause {hint}")
            follows = not left
            true.update(left)
        demand(follows, f"step {name} does not follow")
        derived.append(clause)
    demand(derived and not derived[-1], "the proof must end with the empty clause")


def verify(proof, table, refute=refute):
    """What a proof says of a table, both as bytes; `Rejected` is raised where it does not hold. Steps may be checked by another function."""
    p = Problem(Table(table), proof)
    demand(p.digest == [hashlib.sha256(table).hexdigest()], "the proof is of another table")
    cost = p.recount()
    demand(p.bound <= cost == p.cost, f"the list costs {cost}, not {p.cost}, or less than the bound")
    refute(p.formula(), p.steps)
    return {"bound": p.bound, "cost": cost, "sha256": hashlib.sha256(proof).hexdigest()}


def read_bytes(path):
    try:
        with open(path, "rb") as stream:
            opened = gzip.open if stream.read(2) == b"\x1f\x8b" else open
        with opened(path, "rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise Rejected(f"{path} cannot be read: {error}") from None
    demand(len(data) <= MOST_BYTES, f"{path} must have at most {MOST_BYTES} bytes")
    return data


def write_dimacs(formula, steps, path):
    """The formula, and beside it the steps alone: what other checkers of LRAT take."""
    with open(path, "w", encoding="ascii") as stream:
        stream.write(f"p cnf {formula.count} {len(formula.starts)}\n")
        stream.writelines(" ".join(map(str, [*formula.clause(k + 1), 0])) + "\n" for k in range(len(formula.starts)))
    with open(f"{path}.lrat", "wb") as stream:
        stream.write(steps)


def pieces(data):
    """Proofs, or tables, that stand one behind the other: one for each part of a model."""
    *ended, last = re.split(rb"\n(?=shortlist-)", data)
    return [*(piece + b"\n" for piece in ended), last]


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: python lrat.py PROOF TABLE [CNF]")
    try:
        proofs, tables = (pieces(read_bytes(path)) for path in sys.argv[1:3])
        demand(len(proofs) == len(tables), "there must be as many proofs as tables")
        if len(sys.argv) == 4:
            demand(len(proofs) == 1, "a formula is written of one proof alone")
            problem = Problem(Table(tables[0]), proofs[0])
            write_dimacs(problem.formula(), problem.steps, sys.argv[3])
        for found in [verify(*pair) for pair in zip(proofs, tables, strict=True)]:
            print(f"VERIFIED: no list costs less than {found['bound']}; the list given costs {found['cost']}. SHA-256 {found['sha256']}")
    except (Rejected, MemoryError, OSError) as fault:
        sys.exit(f"REJECTED: {fault or 'there is not enough memory'}.")


if __name__ == "__main__":
    main()
