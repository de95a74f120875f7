"""Check a proof that no decision list costs less than it says: ``python verify.py PROOF TABLE``.

One file, standard library only, nothing of Shortlist is imported: read it, and you know what you trust. What is used here is proved,
rule by rule, in docs/proofs.md; the letters D, U, K, B, L, X, N, G, R, M, E are the same there.

Words. A *table* has distinct rows with counts for each class, and yes/no features. A *literal* is a feature or its negation. A *list* has
rules (a conjunction of literals and a label) and a default label; the first rule that covers a row decides it. A row's *excess*
e_c(i) is what label c costs it beyond its cheapest label; m_i = max_c e_c(i). E_c(X) and m(X) are sums over the rows X.

    V(S) = min( min_d E_d(S),  min over rules A -> c of  price(A) + E_c(S & A) + V(S - A) )

is the least that a list pays for the rows S beyond its default rule and what is unavoidable. Two facts are used everywhere:
    monotony     T within S  gives  V(T) <= V(S): a list for S serves T.
    slow change  V(Q) >= V(T) - m(T - Q): a list for Q serves T, too, and loses at most m_i on each further row.
For perfect lists an avoidable error costs `target`, the bound that is to be proved: no list below it may make one.

Sets of rows are whole numbers, bit i for row i. Numbers are Python's own: nothing overflows.
"""

import gzip
import hashlib
import sys
import zlib
from itertools import pairwise
from math import gcd

LARGEST = 2**52  # counts, prices and costs; the fast verifier keeps to the same limits
MOST_BYTES = 2**31
MOST_LITERALS = 400  # of a conjunction that has to be looked at
UNLIMITED = 10**9
STEPS = 10**8  # conjunctions that are looked at before the proof is given up


class Rejected(Exception):  # noqa: N818  # a verdict rather than a fault
    """The proof does not hold, in one sentence."""


def demand(holds, sentence):
    if not holds:
        raise Rejected(sentence)


# --- reading ----------------------------------------------------------------------------------------------------------------


def number(text, most=LARGEST):
    demand(0 < len(text) <= 18 and text.isdigit(), f"expected a whole number, got {text[:40]!r}")
    demand(int(text) <= most, f"expected a number up to {most}, got {text}")
    return int(text)


def limit(text):
    return UNLIMITED if text == "*" else number(text, 10**6)


def signed(text):
    return -number(text[1:]) if text.startswith("-") else number(text)


def bits_of(flags):
    """The set of the rows whose flag is "1" or true; the first is row 0."""
    return int("".join("1" if flag in ("1", True) else "0" for flag in flags)[::-1] or "0", 2)


def members(rows):
    return [i for i, flag in enumerate(bin(rows)[:1:-1]) if flag == "1"]


def lines_of(data, name):
    demand(not data.translate(None, bytes(range(32, 127)) + b"\n"), f"the {name} must be plain ASCII text")
    demand(data.endswith(b"\n"), f"the {name} must end with a line feed")
    return [line.split(" ") for line in data.decode("ascii").split("\n")[:-1]]


class Table:
    """Distinct rows: what each literal covers, counts of each class, and how many raw rows each is."""

    def __init__(self, data):
        lines = lines_of(data, "table")
        demand(
            len(lines[0]) == 5 and lines[0][:2] == ["shortlist-table", "1"],
            "the table must begin with shortlist-table 1",
        )
        self.rows, self.features, self.classes = (number(word, 10**7) for word in lines[0][2:])
        names = 1 + self.features + self.classes
        demand(
            self.rows and self.classes and len(lines) == names + self.rows, "the table must have the lines that it says"
        )
        rows = lines[names:]
        for words in rows:
            demand(len(words) == self.classes + 2, f"a row must have features, {self.classes} counts and a number")
            good = len(words[0]) == self.features and not words[0].strip("01")
            demand(good or (not self.features and words[0] == "-"), f"a row must have {self.features} features 0 or 1")
        demand(all(a[0] < b[0] for a, b in pairwise(rows)), "rows must be different and sorted")
        self.counts = [[number(word) for word in words[1:-1]] for words in rows]
        self.numbers = [number(words[-1]) for words in rows]
        self.all = (1 << self.rows) - 1
        columns = zip(*(words[0] for words in rows), strict=True) if self.features else ()
        sets = [int("".join(flags)[::-1], 2) for flags in columns]
        self.cover = [
            side for rows in sets for side in (rows, self.all ^ rows)
        ]  # literal 2f is feature f, 2f + 1 its negation


class Weights:
    """Amounts of rows, as sets of the rows whose amount has a binary digit: adding up is counting bits."""

    def __init__(self, amounts):
        unit = gcd(*amounts) or 1
        digits = range((max(amounts, default=0) // unit).bit_length())
        planes = [(unit << k, bits_of(a // unit >> k & 1 == 1 for a in amounts)) for k in digits]
        self.planes = [(weight, rows) for weight, rows in planes if rows]

    def of(self, rows):
        return sum([weight * (rows & plane).bit_count() for weight, plane in self.planes])


class Problem:
    """What is asked: the prices, labels and limits of the header, with the list that is given and the bound that is claimed."""

    def __init__(self, table, proof, steps):
        self.table, self.steps, self.lines, self.at = table, steps, lines_of(proof, "proof"), 0
        demand(self.take("shortlist-proof") == ["1"], "the proof must be of version 1")
        self.digest = self.take("table")
        lists = self.take("lists")
        demand(lists in (["sparse"], ["perfect"]), "lists must be sparse or perfect")
        self.perfect = lists == ["perfect"]
        self.rule, self.default = number(self.one("price", "rule")), number(self.one("price", "default"))
        prices, n = [number(word) for word in self.take("price", "literals")], table.classes
        demand(len(prices) in (1, table.features), "there must be one price of literals, or one for each feature")
        self.prices = [p for p in (prices * table.features if len(prices) == 1 else prices) for _ in range(2)]
        errors = [number(word) for word in self.take("price", "errors")]
        demand(len(errors) in (1, n * n), "there must be one price of errors, or one for each pair of classes")
        self.rule_labels, self.default_labels = self.labels_of("rules"), self.labels_of("default")
        demand(self.default_labels, "the default rule must have a label")
        self.labels = sorted({*self.rule_labels, *self.default_labels})
        self.usable = sorted({*range(2 * table.features)} - {*map(self.literal, self.take("forbidden"))})
        self.cheapest = min((self.prices[k] for k in self.usable), default=0)
        self.most_rules, self.most_literals = limit(self.one("most", "rules")), limit(self.one("most", "literals"))
        self.most_size, self.least_rows = limit(self.one("most", "size")), number(self.one("least", "rows"))
        self.list = []
        while self.next_is("rule"):
            label, *literals = self.take("rule") or [""]
            self.list.append((number(label), [self.literal(word) for word in literals]))
        self.default_label = number(self.one("default"))
        self.cost, self.bound = number(self.one("cost")), number(self.one("bound"))
        price = [[errors[k * n + c] if len(errors) > 1 else errors[0] * (k != c) for k in range(n)] for c in range(n)]
        self.losses = [[sum(map(int.__mul__, counts, price[c])) for c in range(n)] for counts in table.counts]
        self.prepare()

    def next_is(self, keyword):
        return self.at < len(self.lines) and self.lines[self.at][0] == keyword

    def take(self, *keywords):
        """The words of the next line, behind these."""
        words = self.lines[self.at] if self.at < len(self.lines) else []
        demand(words[: len(keywords)] == [*keywords], f"line {self.at + 1} must begin with {' '.join(keywords)}")
        self.at += 1
        return words[len(keywords) :]

    def one(self, *keywords):
        words = self.take(*keywords)
        return words[0] if len(words) == 1 else ""

    def labels_of(self, whose):
        labels = [number(word, self.table.classes - 1) for word in self.take("labels", whose)]
        demand(all(a < b for a, b in pairwise(labels)), "labels must be different and sorted")
        return labels

    def literal(self, word):
        """3 is the third feature, -3 its negation."""
        value = number(word.removeprefix("-"), self.table.features)
        demand(value > 0, "literals are numbered from 1")
        return 2 * (value - 1) + word.startswith("-")

    def scope(self, word):
        """The literals and the label of 3,-4>1; any label without one."""
        literals, at, label = word.partition(">")
        c = number(label, self.table.classes - 1) if at else None
        demand(c is None or c in self.labels, "a label must be one of those in use")
        return [self.literal(part) for part in literals.split(",")], c

    def prepare(self):
        """The normal form: excesses, and what follows from them."""
        least = [min(row[c] for c in self.labels) for row in self.losses]
        self.unavoidable, rows = sum(least), range(self.table.rows)
        self.target = self.bound - self.default - (0 if self.perfect else self.unavoidable)
        excess = {c: [row[c] - low for row, low in zip(self.losses, least, strict=True)] for c in self.labels}
        if self.perfect:
            excess = {c: [max(self.target, 1) * (e > 0) for e in values] for c, values in excess.items()}
        worst = [max(values[i] for values in excess.values()) for i in rows]
        demand(max(sum(map(max, self.losses)), sum(worst)) <= LARGEST, f"losses must add up to at most {LARGEST}")
        gains = {c: [m - e for m, e in zip(worst, values, strict=True)] for c, values in excess.items()}
        self.excess, self.E = excess, {c: Weights(values) for c, values in excess.items()}
        self.gain, self.m = {c: Weights(values) for c, values in gains.items()}, Weights(worst)
        self.mass = Weights(self.table.numbers)
        self.live = {c: bits_of(g > 0 for g in values) for c, values in gains.items()}
        self.zero = {c: bits_of(e == 0 for e in values) for c, values in excess.items()}
        self.choosy = bits_of(m > 0 for m in worst)  # to the others every label costs the same: they may be left out
        self.single = bits_of(sum(values[i] > 0 for values in gains.values()) == 1 for i in rows)
        self.best = [{c for c in self.labels if excess[c][i] == 0} for i in rows]
        self.cap = [min((values[i] for values in excess.values() if values[i]), default=0) for i in rows]
        self.step = (
            gcd(self.rule, *self.prices, *(e for values in excess.values() for e in values)) or 1
        )  # V is a multiple

    def spend(self, length):
        self.steps -= 1
        demand(self.steps >= 0, "the proof needs more steps than are allowed")
        demand(length <= MOST_LITERALS, f"the proof needs rules of more than {MOST_LITERALS} literals")

    def recount(self):
        """What the list costs, counted row by row; it must keep to every limit."""
        left, lost, price, size = self.table.all, 0, self.default, 1
        for label, literals in [*self.list, (self.default_label, None)]:
            cover = left
            for k in literals or ():
                demand(k in self.usable, "the list must use no forbidden literal")
                cover &= self.table.cover[k]
            labels = self.default_labels if literals is None else self.rule_labels
            demand(label in labels, "the list must use labels that are allowed")
            lost += sum(self.losses[i][label] for i in members(cover))
            left &= ~cover
            if literals is not None:
                demand(
                    literals and len({k // 2 for k in literals}) == len(literals),
                    "a rule must ask for each feature once",
                )
                demand(len(literals) <= self.most_literals, "a rule of the list is too long")
                demand(self.mass.of(cover) >= self.least_rows, "a rule of the list decides too few rows")
                price, size = price + self.rule + sum(self.prices[k] for k in literals), size + 1 + len(literals)
        demand(len(self.list) <= self.most_rules and size <= self.most_size, "the list is too large")
        demand(not self.perfect or lost == self.unavoidable, "the list must make no avoidable error")
        return price + (0 if self.perfect else lost)


# --- bounds -----------------------------------------------------------------------------------------------------------------


class Packing:
    """Amounts t on pairs of rows without a common best label, and u on single rows, over a common unit.

    K: V(Q) >= (sum of t within Q + sum of u in Q - max_d u of rows that default label d suits) / unit, rounded up, if
    (a) the amounts of a row are at most its least positive excess, and (b) for each conjunction A and rule label c: the t of pairs
    with one end in A, c best for it, and the u of such rows in A are together at most price(A). Why: a list for Q pays each amount.
    Where a row gets a label that is not best for it, it pays by (a). Else the ends of a pair get different labels, and the first
    rule that covers one of them covers only this one and pays by (b); so does the rule that covers a single row.
    """

    def __init__(self, problem, words):
        self.p, self.unit = problem, number(words[0] if words else "", 2**20)
        self.pairs, self.singles = [], []
        left, touching, best = [cap * self.unit for cap in problem.cap], [0] * problem.table.rows, problem.best
        for word in words[1:]:
            *rows, amount = [number(part, 10**18) for part in word.split(":")]
            demand(
                len(rows) in (1, 2) and max(rows) < len(left),
                "a packing has rows and pairs of rows with an amount each",
            )
            demand(len(rows) == 1 or not best[rows[0]] & best[rows[1]], "a pair must have no common best label")
            for i in rows:
                left[i] -= amount
                touching[i] += amount * (3 - len(rows))
            (self.pairs if len(rows) == 2 else self.singles).append((*rows, amount))
        demand(self.unit and min(left) >= 0, "the amounts of a row must be at most its least excess")
        self.touching = Weights(touching)
        for c in problem.rule_labels:
            self.check_label(c)

    def rounded_up(self, amount):
        return -(-amount // (self.unit * self.p.step)) * self.p.step

    def at_least(self, rows, need):
        if self.rounded_up(self.touching.of(rows) // 2) < need:
            return False  # at most half of what touches the rows lies within them
        inside = bin(rows | 1 << self.p.table.rows)[:2:-1]
        total = sum([a for i, j, a in self.pairs if inside[i] == "1" == inside[j]])
        alone = [(i, a) for i, a in self.singles if inside[i] == "1"]
        served = max(sum(a for i, a in alone if d in self.p.best[i]) for d in self.p.default_labels)
        return self.rounded_up(total + sum(a for _, a in alone) - served) >= need

    def check_label(self, c):
        """Condition (b) for label c. A shortest A that breaks it gains more than the price of l by each of its literals l over
        A - l, else A - l would break it; and what l gains falls when literals are added. So it is enough to follow such l.
        """
        best, p = self.p.best, self.p
        ends = [(i, j, a) if c in best[i] else (j, i, a) for i, j, a in self.pairs if c in best[i] | best[j]]
        ends += [(i, None, a) for i, a in self.singles if c in best[i]]
        self.weights = Weights([a for *_, a in ends])
        flags = {k: bin(p.table.cover[k] | 1 << p.table.rows)[:2:-1] for k in p.usable}
        self.near = {k: bits_of([flags[k][i] for i, _, _ in ends]) for k in p.usable}
        self.far = {k: bits_of([j is not None and flags[k][j] for _, j, _ in ends]) for k in p.usable}
        self.walk((1 << len(ends)) - 1, 0, p.rule, p.usable, 1)

    def walk(self, inside, parted, price, candidates, length):
        p, unit, weigh = self.p, self.unit, self.weights.of
        p.spend(length)
        good = [k for k in candidates if weigh(inside & self.near[k] & ~self.far[k]) > p.prices[k] * unit]
        for at, k in enumerate(good if length <= p.most_literals else ()):
            both, one = inside & self.near[k] & self.far[k], (parted | inside & ~self.far[k]) & self.near[k]
            most = price + p.prices[k]
            demand(weigh(one) <= most * unit, "a packing charges a rule more than its price")
            if weigh(one | both) > (most + p.cheapest) * unit:
                self.walk(both, one, most, good[at + 1 :], length + 1)


class Claim:
    """V(rows) >= bound for lists of at most so many rules and so large a size; an exact one (flag x) keeps to the least number of rows.

    Lists that need not keep to it can only be cheaper, and V without it is monotone: all other claims are about these.
    """

    def __init__(self, p, words):
        split = words.index("using") if "using" in words else 0
        demand(split >= 5 and words[4] in ("rows", "minus"), "a claim must have bound, flag, limits, rows and hints")
        self.bound, self.flag, self.rules, self.size = number(words[0]), words[1], limit(words[2]), limit(words[3])
        demand(self.flag in ("-", "r", "x"), "the flag of a claim must be -, r or x")
        if words[4] == "rows":
            named = {number(word, p.table.rows - 1) for word in words[5:split]}
            self.rows = bits_of(i in named for i in range(p.table.rows))
        else:
            self.rows = p.table.all
            for literals, label in map(p.scope, words[5:split]):
                gone = p.table.all if label is None else p.live[label]
                for k in literals:
                    gone &= p.table.cover[k]
                self.rows &= ~gone
        if self.flag != "x":
            self.rows &= p.choosy
        self.hints = []
        for word in words[split + 1 :]:
            name, at, scope = word.partition("@")
            literals, label = p.scope(scope) if at else ([], None)
            self.hints.append((sum(1 << k for k in set(literals)), label, signed(name)))


# --- proofs -----------------------------------------------------------------------------------------------------------------


class Proof:
    """Packings and claims that hold. Hints only say what to try where: a wrong one can lead to rejection, never to acceptance."""

    def __init__(self, problem):
        self.p, self.packings, self.claims = problem, [], []

    def check_hint(self, hint):
        demand(0 < hint <= len(self.claims) or 0 < -hint <= len(self.packings), f"{self.name} uses what is not proved")

    def at_least(self, rows, need, rules, size, hints, *, exact=False):
        """Is V(rows) >= need for lists of so many rules and such a size, by structure or by one of the hints?

        U, use of a claim V(T) >= v: V(Q) >= v - m(T - Q) by slow change; an exact one serves its own rows only.
        """
        if need <= 0:
            return True
        for claim in [self.claims[hint - 1] for hint in hints if hint > 0]:
            served = claim.bound >= need and rules <= claim.rules and size <= claim.size
            if served and (claim.flag != "x" or (exact and claim.rows == rows)):
                if claim.bound - self.p.m.of(claim.rows & ~rows) >= need:
                    return True
        if self.structure(rows, rules, size) >= need or self.structure(rows & self.p.single, rules, size) >= need:
            return True
        return any(self.packings[-hint - 1].at_least(rows, need) for hint in hints if hint < 0)

    def structure(self, rows, rules, size):
        """B: a list has no rule, or n >= 1 rules with a literal each and at most n + 1 labels; of its m_i a row is spared at most
        the sum of m_i - e_c over these labels. It may be asked of fewer rows (monotony): of those that one label alone spares.
        """
        p, total = self.p, self.p.m.of(rows)
        spared = {c: p.gain[c].of(rows) for c in p.labels}
        bounds, most = [total - max(spared[d] for d in p.default_labels)], sorted(spared.values(), reverse=True)
        counts = range(1, max(len(most), 2) if p.usable and p.rule_labels else 1)
        counts = [n for n in counts if n <= rules and 2 * n + 1 <= size]
        return min(bounds + [n * (p.rule + p.cheapest) + max(0, total - sum(most[: n + 1])) for n in counts])

    def add(self, claim):
        """Accept a claim if no list for its rows S is cheaper. Suppose one is: take a cheapest, with the fewest rules, then literals.
        D: it is not the default rule alone. So it has a first rule A -> c, and each A is closed in the tree of its label.
        """
        p, S, self.claim, self.name = self.p, claim.rows, claim, f"claim {len(self.claims) + 1}"
        for _, _, hint in claim.hints:
            self.check_hint(hint)
        demand(min(p.E[d].of(S) for d in p.default_labels) >= claim.bound, f"{self.name} does not follow: rule D")
        self.longest = min(p.most_literals, claim.size - 2) if claim.rules else 0
        literals = self.distinct(S, p.usable)
        for c in p.rule_labels if self.longest > 0 else ():
            hints = [(bits, hint) for bits, label, hint in claim.hints if label in (None, c)]
            self.c, self.heavy = c, bits_of(e >= claim.bound for e in p.excess[c]) if claim.flag == "r" else 0
            self.expand((), S, literals, p.rule, 0, hints)
        self.claims.append(claim)

    def distinct(self, covered, literals):
        """E: of literals that cover the same rows of S & P a later one is not needed unless it is cheaper: exchange them. One that
        covers none is not needed at all (G).
        """
        least, kept = {0: 0}, []
        for k in literals:
            rows = covered & self.p.table.cover[k]
            if least.get(rows, LARGEST + 1) > self.p.prices[k]:
                least[rows] = self.p.prices[k]
                kept.append(k)
        return kept

    def expand(self, path, covered, allowed, price, scope, hints):
        """Close every conjunction that adds some of the allowed literals to P: `covered` = S & P, `price` = price(P), `scope` = P.

        `path` has each literal of P with what S & P would be without it. A literal that is closed with all its extensions need
        not be added to any other, so only those that stay open are combined, each set in one order.
        """
        p, claim, c, S, length = self.p, self.claim, self.c, self.claim.rows, len(path) + 1
        p.spend(length)
        branch, later = self.branch(covered, allowed)
        rules, left_size, still_open = claim.rules - 1, claim.size - length - 1, []
        for k in self.distinct(covered, branch):
            rows, cost = covered & p.table.cover[k], price + p.prices[k]
            if p.gain[c].of(rows) <= cost:
                continue  # G: without the rule its rows lose at most m_i each; extensions cover less for more
            if claim.flag == "x" and p.mass.of(rows) < p.least_rows:
                continue  # the rule, and each extension, decides too few rows
            lost, without = p.E[c].of(rows), [*((j, more & p.table.cover[k]) for j, more in path), (k, covered)]
            if (path or c in p.default_labels) and any(self.needless(j, more, rows, lost) for j, more in without):
                continue  # N
            left, inside = S & ~rows, scope | 1 << k
            tried = [hint for wanted, hint in hints if not wanted & ~inside]
            # L: the rule P + k itself, by the recursion
            closed = self.at_least(left, claim.bound - cost - lost, rules, left_size, tried, exact=claim.flag == "x")
            demand(closed, f"{self.name} does not follow: rule L")
            # X: each extension A leaves S - A, and its rows that are not live have paid m_i, so they are given back for nothing:
            # E_c(S & A) + V(S - A) >= V(Q) for Q = S without the live rows of P + k, hence also without all of them.
            ways = (left, S & ~(rows & p.live[c])) if length < self.longest else ()
            need = claim.bound - cost - p.cheapest
            if ways and not any(self.at_least(Q, need, rules, left_size - 1, tried) for Q in ways):
                still_open.append((k, rows, cost, without))
        for at, (k, rows, cost, without) in enumerate(still_open):
            others = [other for other, *_ in still_open[at + 1 :]] + later
            inside = scope | 1 << k
            within = inside | sum(1 << other for other in others)
            if others:
                self.expand(without, rows, others, cost, inside, [h for h in hints if not h[0] & ~within])

    def needless(self, k, more, rows, lost):
        """N: literal k keeps at most its price of excess out of the rule, which without it is no dearer and leaves fewer rows; the
        same holds in each extension. An exact claim needs that k keeps no row out.
        """
        return more == rows if self.claim.flag == "x" else self.p.E[self.c].of(more) - lost <= self.p.prices[k]

    def branch(self, covered, allowed):
        """R: a rule that covers a row with e_c >= bound costs that much; another one has a literal that fails on the row. So it is
        enough to begin with such literals, for the row that has fewest, and to have the others later.
        M: of these, l is not needed if another, no dearer, keeps all rows of excess 0 that l keeps, none of excess m_i that l drops,
        and the same others: exchange them; rows given back cost at most the m_i that they had paid. Ties go by number.
        """
        if not covered & self.heavy:
            return allowed, []
        cover, prices = self.p.table.cover, self.p.prices
        branch = min(([k for k in allowed if not cover[k] >> n & 1] for n in members(covered & self.heavy)), key=len)
        good, bad = covered & self.p.zero[self.c], covered & ~self.p.zero[self.c] & ~self.p.live[self.c]
        parts = [(cover[k] & good, bad & ~cover[k], cover[k] & covered & ~good & ~bad, k) for k in branch]

        def better(one, two):
            (g, b, o, k), (g2, b2, o2, j) = one, two
            no_worse = o == o2 and prices[j] <= prices[k] and not g & ~g2 and not b & ~b2
            return no_worse and ((g, b, prices[k]) != (g2, b2, prices[j]) or j < k)

        kept = [one[-1] for one in parts if not any(better(one, two) for two in parts)]
        return kept, [k for k in allowed if k not in set(branch)]


def verify(proof, table, steps=STEPS):
    """What a proof says of a table, both as bytes; `Rejected` is raised where it does not hold."""
    p = Problem(Table(table), proof, steps)
    demand(p.digest == [hashlib.sha256(table).hexdigest()], "the proof is of another table")
    cost, proved = p.recount(), Proof(p)
    demand(cost == p.cost, f"the list costs {cost}, not {p.cost}")
    demand(p.bound <= cost, "the bound must not be above the cost of the list")
    while p.next_is("pack"):
        proved.packings.append(Packing(p, p.take("pack")))
    while p.next_is("claim"):
        proved.add(Claim(p, p.take("claim")))
    hints, proved.name = [signed(word) for word in p.take("goal")], "the goal"
    for hint in hints:
        proved.check_hint(hint)
    demand(p.at == len(p.lines), "the proof must end with its goal")
    reached = proved.at_least(p.table.all, p.target, p.most_rules, p.most_size, hints, exact=True)
    demand(reached, f"it does not follow that no list costs less than {p.bound}")
    return {"bound": p.bound, "cost": cost, "optimal": p.bound == cost, "sha256": hashlib.sha256(proof).hexdigest()}


def read_bytes(path):
    """The bytes of a file, unpacked if it is packed by gzip."""
    try:
        with open(path, "rb") as stream:
            opened = gzip.open if stream.read(2) == b"\x1f\x8b" else open
        with opened(path, "rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise Rejected(f"{path} cannot be read: {error}") from None
    demand(len(data) <= MOST_BYTES, f"{path} must have at most {MOST_BYTES} bytes")
    return data


def main():
    if len(sys.argv) != 3:
        print("usage: python verify.py PROOF TABLE", file=sys.stderr)
        return 2
    try:
        found = verify(*map(read_bytes, sys.argv[1:]))
    except (Rejected, RecursionError, MemoryError) as fault:
        print(f"REJECTED: {fault or 'there is not enough memory'}.")
        return 1
    said = "It is optimal." if found["optimal"] else f"The list given costs {found['cost']}; it is not proved optimal."
    print(f"VERIFIED: no list costs less than {found['bound']}. {said}\nSHA-256 of the proof: {found['sha256']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
