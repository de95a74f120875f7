"""Check a proof that no decision list costs less than it says: ``python verify.py PROOF TABLE``.

One file, standard library only, nothing of Shortlist is imported: read it, and you know what you trust. Each rule used here (D, U, K, B, L, X, N,
G, F, R, M, E) is proved in docs/proofs.md, in the same words. A *literal* is a feature of the table or its negation. A *list* has rules A -> c (a
conjunction of literals, a label) and a default label d; the first rule that covers a row decides it. The *excess* e_c(i) is what label c costs
row i beyond its cheapest label; m_i = max_c e_c(i). E_c(X) and m(X) are sums over the rows X. Beyond its default rule and what is unavoidable, a
list pays for the rows S at least V(S) = min( alone(S),  min over rules A -> c, A not empty, of  price(A) + E_c(S & A) + V(S - A) ), where
alone(S) is the least E_d(S) of a default label d, or rule + E_c(S) of a rule without literals.

    monotony     T within S  gives  V(T) <= V(S): a list for S serves T.
    slow change  V(Q) >= V(T) - m(T - Q): a list for Q serves T, too, and loses at most m_i on each further row.

In perfect lists an avoidable error costs `target`, the bound that is to be proved: no list below it may make one. Where a rule must decide so many
rows, V is of all lists, which can only be cheaper, and *exact* claims are of those that keep to it. Sets of rows are whole numbers, bit i for row i.
"""

import gzip
import hashlib
import re
import sys
import zlib
from functools import lru_cache, reduce
from itertools import compress
from math import gcd
from operator import and_, itemgetter
from types import SimpleNamespace

LARGEST, UNLIMITED = 2**52, 10**9  # counts, prices and costs; the fast verifier keeps to the same limits
MOST_BYTES, MOST_LITERALS, STEPS = 2**31, 400, 10**8  # of a file; of a conjunction; conjunctions that are looked at


class Rejected(Exception):  # noqa: N818  # a verdict rather than a fault
    """The proof does not hold, in one sentence."""


def demand(holds, sentence):
    if not holds:
        raise Rejected(sentence)


def number(text):
    digits = text.removeprefix("-")  # * stands for no limit
    demand(text == "*" or (digits.isdigit() and len(digits) <= 18), f"expected a whole number, got {text[:40]!r}")
    return UNLIMITED if text == "*" else int(text)


def numbers(words, most=LARGEST):
    plain = all(words) and "".join(words).isdigit() and max(map(len, words)) <= 18
    found = [*map(int if plain else number, words)]
    demand(all(0 <= value <= most for value in found), f"numbers must be from 0 to {most}")
    return found


def bits_of(flags):  # the set of the rows that are flagged; the first is row 0
    return int("".join(["01"[flag] for flag in flags])[::-1] or "0", 2)


def lines_of(data):
    demand(data.endswith(b"\n") and not data.translate(None, bytes(range(32, 127)) + b"\n"), "a file must be lines of plain ASCII text")
    return [line.split(" ") for line in data.decode("ascii").split("\n")[:-1]]


class Table:
    """Distinct rows: what each literal covers, and counts of each class with the number of raw rows behind them."""

    def __init__(self, data):
        lines = lines_of(data)
        demand(lines[0][:2] == ["shortlist-table", "1"] and len(lines[0]) == 5, "the table has no head")
        self.rows, self.features, self.classes = numbers(lines[0][2:], 10**7)
        rows, self.all = lines[1 + self.features + self.classes :], (1 << self.rows) - 1
        demand(self.classes and 0 < len(rows) == self.rows, "the table must have the lines that it says")
        bits = [words[0] if self.features else words[0].removeprefix("-") for words in rows]
        good = all(len(flags) == self.features and not flags.strip("01") for flags in bits) and bits == sorted({*bits})
        demand(good and {*map(len, rows)} == {self.classes + 2}, "rows must be sorted and different, with features, counts and a number")
        self.counts = [numbers(words[1:]) for words in rows]
        self.holds = [int(flags.translate({48: "01", 49: "10"})[::-1] or "0", 2) for flags in bits]  # literals of each row
        sets = [int("".join(flags)[::-1], 2) for flags in zip(*bits, strict=True)]
        self.cover = [side for rows in sets for side in (rows, self.all ^ rows)]  # literal 2f is feature f, 2f + 1 its negation


def adder(amounts):
    """A function that adds up the amounts of a set of rows, by counting the bits of sets: one for each binary digit."""
    unit = gcd(*amounts) or 1
    planes = [(unit << k, bits_of(a // unit >> k & 1 for a in amounts)) for k in range((max(amounts, default=0) // unit).bit_length())]
    (a, p), (b, q) = [*planes, (0, 0), (0, 0)][:2]  # one or two, nearly always: added up in full, as most of the time goes by here
    few = [lambda rows: a * (rows & p).bit_count(), lambda rows: a * (rows & p).bit_count() + b * (rows & q).bit_count()]
    return few[b > 0] if len(planes) < 3 else lambda rows: sum([weight * (rows & plane).bit_count() for weight, plane in planes])


class Problem:
    """What is asked: prices, labels and limits of the header, with the list that is given and the bound that is claimed."""

    def __init__(self, table, proof, steps):
        self.table, self.steps, self.lines, self.at, self.list, n = table, steps, [*lines_of(proof), [""]], 0, [], table.classes
        demand(self.take("shortlist-proof") == ["1"], "the proof must be of version 1")
        self.digest, lists = self.take("table"), self.take("lists")
        demand(lists in (["sparse"], ["perfect"]), "lists must be sparse or perfect")
        (self.rule, self.default), prices = self.read("prices", [2]), self.read("literals", [1, table.features])
        errors = self.read("errors", [1, n * n])
        self.prices = [prices[k // 2 % len(prices)] for k in range(2 * table.features)]
        self.rule_labels, self.default_labels = self.read("rule-labels"), self.read("default-labels")
        self.labels = sorted({*self.rule_labels, *self.default_labels})
        demand(self.default_labels and self.labels[-1] < n, "labels must be classes, the default must have one")
        self.usable = sorted({*range(2 * table.features)} - {*map(self.literal, self.take("forbidden"))})
        self.cheapest = min((self.prices[k] for k in self.usable), default=0)
        self.most_rules, self.most_literals, self.most_size, self.least_rows = self.read("limits", [4])
        while self.lines[self.at][0] == "rule":
            self.list.append((number((words := self.take("rule"))[0]), [*map(self.literal, words[1:])]))
        (self.default_label,), (self.cost, self.bound) = self.read("default", [1]), self.read("result", [2])
        price = [[errors[k * n + c] if len(errors) > 1 else errors[0] * (k != c) for k in range(n)] for c in range(n)]
        losses = [[sum(map(int.__mul__, counts, price[c])) for c in range(n)] for counts in table.counts]
        least, rows, raw = [min(row[c] for c in self.labels) for row in losses], range(table.rows), [row[-1] for row in table.counts]
        self.perfect, self.unavoidable = lists == ["perfect"], sum(least)
        self.target = self.bound - self.default - (0 if self.perfect else self.unavoidable)
        wrong = (lambda e: max(self.target, 1) * (e > 0)) if self.perfect else int
        excess = {c: [wrong(losses[i][c] - least[i]) for i in rows] for c in self.labels}
        worst = [max(values[i] for values in excess.values()) for i in rows]
        demand(max(sum(map(max, losses)), sum(worst), sum(raw)) <= LARGEST, f"losses and rows must add up to at most {LARGEST}")
        gains = {c: [worst[i] - values[i] for i in rows] for c, values in excess.items()}
        self.E, self.gain = ({c: adder(values) for c, values in kind.items()} for kind in (excess, gains))
        self.shortest, self.sides = self.rule + self.cheapest, max(len(self.labels) - 1, 1) if self.usable and self.rule_labels else 0
        self.m, self.number, self.least_m = adder(worst), adder(raw), min(filter(None, worst), default=0)
        ends = [(self.rule * (c not in self.default_labels), self.E[c]) for c in self.labels]
        self.alone = lambda rows: min([price + add(rows) for price, add in ends])  # the default rule, or one without literals before it
        self.live = {c: bits_of(g > 0 for g in values) for c, values in gains.items()}
        self.zero = {c: bits_of(e == 0 for e in values) for c, values in excess.items()}
        self.choosy = bits_of(m > 0 for m in worst)  # to the others every label costs the same: they may be left out
        self.single = bits_of(sum(values[i] > 0 for values in gains.values()) == 1 for i in rows)
        self.cap = [min((values[i] for values in excess.values() if values[i]), default=0) for i in rows]
        self.heavy = lru_cache(99)(lambda c, bound: bits_of(e >= bound for e in excess[c]))  # rows to which label c costs so much
        self.step = gcd(self.rule, *self.prices, *(e for values in excess.values() for e in values)) or 1  # V is a multiple of it

    def take(self, keyword):  # the words of the next line, which begins with this one
        demand(self.lines[self.at][0] == keyword, f"line {self.at + 1} must begin with {keyword}")
        self.at += 1
        return self.lines[self.at - 1][1:] or [""] * (keyword == "rule")

    def read(self, keyword, sizes=None):
        found = numbers(self.take(keyword))
        demand(sizes is None or len(found) in sizes, f"{keyword} must have {sizes} numbers")
        return found

    def literal(self, word):
        value = number(word)  # 3 is the third feature, -3 its negation
        demand(0 < abs(value) <= self.table.features, "literals are numbered by features, from 1")
        return 2 * (abs(value) - 1) + (value < 0)

    def spend(self, length):
        self.steps -= 1
        demand(self.steps >= 0 and length <= MOST_LITERALS, "the proof needs more steps or longer rules than allowed")

    def recount(self):
        """What the list costs, counted row by row; it must keep to every limit."""
        left, lost, price, size = self.table.all, 0, self.default, 1
        for label, literals in self.list:
            cover, features = reduce(int.__and__, (self.table.cover[k] for k in literals), left), {k // 2 for k in literals}
            demand(len(features) == len(literals) <= self.most_literals, "a rule is too long, or asks for a feature twice")
            demand({*literals} <= {*self.usable} and label in self.rule_labels, "the list uses what is forbidden")
            demand(self.number(cover) >= self.least_rows, "a rule decides too few rows")
            lost, price = lost + self.E[label](cover), price + self.rule + sum(self.prices[k] for k in literals)
            left, size = left & ~cover, size + 1 + len(literals)
        fits = len(self.list) <= self.most_rules and size <= self.most_size
        demand(fits and self.default_label in self.default_labels, "the list is too large, or its default label is forbidden")
        lost += self.E[self.default_label](left)  # beyond what is unavoidable
        demand(not self.perfect or lost == 0, "the list must make no avoidable error")
        return price + (0 if self.perfect else lost + self.unavoidable)


class Packing:
    """K. Amounts t on pairs of rows without a common best label, and u on single rows, over a common unit. V(Q) >= (sum of t within Q + sum of
    u in Q - what is spared) / unit, rounded up, if (a) the amounts of a row are at most its least positive excess, and (b) for each conjunction
    A and rule label c: the t of pairs with one end in A, c best for it, and the u of such rows in A are together at most price(A). Why: a list
    for Q pays each amount. Where a row gets a label that is not best for it, it pays by (a). Else the ends of a pair get different labels, and
    the first rule that covers one of them covers only this one and pays by (b); so does the rule that covers a single row. Spared are at most
    the u of rows that default label d suits, or that c suits less the price of a rule without literals."""

    def __init__(self, problem, words):
        self.p, self.pairs, (self.unit,) = problem, [], numbers(words[:1] or [""], 2**20)
        left, touching, singles = [cap * self.unit for cap in problem.cap], [0] * len(problem.cap), [0] * len(problem.cap)
        for word in words[1:]:
            row, *rest = numbers(word.split(":"), 10**18)  # 5:3 is an amount of row 5; 5:6:2:8:4 are those of its pairs with rows 6 and 8
            alone, others = len(rest) == 1, [row] if len(rest) == 1 else rest[::2]
            demand((alone or (rest and len(rest) % 2 == 0)) and max(row, *others) < len(left), "a packing has rows and pairs with amounts")
            for j, amount in zip(others, rest[not alone :: 2], strict=True):
                demand(alone or not any(b >> row & b >> j & 1 for b in problem.zero.values()), "a pair must have no common best label")
                for i in {row, j}:
                    left[i], touching[i], singles[i] = left[i] - amount, touching[i] + amount * (1 + alone), singles[i] + amount * alone
                self.pairs.append((row, j, amount))  # a single row is its own partner
        demand(self.unit and min(left) >= 0, "the amounts of a row must be at most its least excess")
        demand((total := sum(a for *_, a in self.pairs)) <= 2**62, "the amounts of a packing must add up to at most 2^62")
        self.known = (total // self.unit + problem.step, 0, (LARGEST, LARGEST, False, self))  # as a claim: it shows less than that
        nears, fars, self.amounts = zip(*self.pairs, (0, 0, 0), (0, 0, 0), strict=True)  # two at least: the getters give tuples
        self.touching, self.near_rows, self.far_rows = adder(touching), itemgetter(*nears), itemgetter(*fars)
        suited = {c: adder([a * (best >> i & 1) for i, a in enumerate(singles)]) for c, best in problem.zero.items()}
        self.spared = [(suited[c], problem.rule * self.unit * (c not in problem.default_labels)) for c in problem.labels]
        for c in problem.rule_labels:
            self.check_label(c)

    def at_least(self, rows, need):
        least = (need - 1) // self.p.step * self.p.step * self.unit  # a multiple of the step is at least need if it is above
        if self.touching(rows) <= 2 * least:
            return False  # at most half of what touches the rows lies within them
        inside = bin(rows | 1 << self.p.table.rows)[:2:-1].encode().translate(bytes.maketrans(b"01", b"\0\1"))
        held = sum(compress(self.amounts, map(and_, self.near_rows(inside), self.far_rows(inside))))
        return held - max([suited(rows) - price for suited, price in self.spared]) > least

    def check_label(self, c):  # condition (b)
        best, p = bin(self.p.zero[c] | 1 << self.p.table.rows)[:2:-1], self.p
        ends = [(i, j, a) if best[i] == "1" else (j, i, a) for i, j, a in self.pairs if "1" in (best[i], best[j])]
        self.weights = adder([a for *_, a in ends])
        flags = {k: bin(p.table.cover[k] | 1 << p.table.rows)[:2:-1] + "0" for k in p.usable}  # place -1 is covered by none
        near, far = itemgetter(*[i for i, _, _ in ends], -1, -1), itemgetter(*[j if i != j else -1 for i, j, _ in ends], -1, -1)
        self.near, self.far = ({k: int("".join(end(text))[::-1], 2) for k, text in flags.items()} for end in (near, far))
        self.only = {k: self.near[k] & ~self.far[k] for k in p.usable}
        self.walk((1 << len(ends)) - 1, 0, p.rule, p.usable, 1)

    def walk(self, inside, parted, price, candidates, length):
        """A shortest A that breaks (b) gains more than the price of l by each of its literals l over A - l, else
        A - l would break it; and what l gains falls when literals are added. So it is enough to follow such l."""
        p, unit, weigh = self.p, self.unit, self.weights
        p.spend(length)
        good = [k for k in candidates if weigh(inside & self.only[k]) > p.prices[k] * unit]
        for at, k in enumerate(good if length <= p.most_literals else ()):
            both, one = inside & self.near[k] & self.far[k], parted & self.near[k] | inside & self.only[k]
            demand(weigh(one) <= (price + p.prices[k]) * unit, "a packing charges a rule more than its price")
            if weigh(one | both) > (price + p.prices[k] + p.cheapest) * unit:
                self.walk(both, one, price + p.prices[k], good[at + 1 :], length + 1)


class Proof:
    """Packings and claims that hold. A wrong hint can lead to rejection, never to acceptance: it only says what to try."""

    def __init__(self, problem):
        self.p, self.packings, self.claims = problem, [], []

    def known(self, name):
        hint = number(name)  # 1 is the claim before this one, 2 the one before that; -1 is the first packing
        demand(0 < hint <= len(self.claims) or 0 < -hint <= len(self.packings), f"{name} is not proved where it is used")
        return self.claims[-hint] if hint > 0 else self.packings[-hint - 1].known

    def read_claim(self, kind, words):
        """V(rows) >= bound for lists of at most so many rules and so large a size. Hints say what to use at which conjunctions: 17@3,-4>1 is the
        claim 17 lines before, for label 1, where the literals 3 and -4 are."""
        p, split = self.p, words.index(":") if ":" in words else 0
        bound, *limits = numbers(words[0].split("/")) if split else [0, 0]
        demand(len(limits) in (0, 2), "a claim must have a bound, limits, rows and hints")
        (rules, size), rows, gone, hints = limits or (UNLIMITED, UNLIMITED), 0 if kind == "core" else p.table.all, 0, []
        for word in words[1:split]:
            if kind == "core":
                low, high = numbers((word if "-" in word else f"{word}-{word}").split("-", 1), p.table.rows - 1)
                rows |= (2 << high) - (1 << min(low, high + 1))
            else:
                gone |= reduce(int.__and__, [p.table.cover[p.literal(part)] for part in word.split(",")])
        for word in words[split + 1 :]:
            name, _, where = word.partition("@")
            scope, _, label = where.partition(">")
            bits = sum({1 << p.literal(part) for part in scope.split(",")} if scope else ())
            hints.append((bits, number(label) if label else None, self.known(name)))
        rows &= ~gone & (p.table.all if kind == "exact" else p.choosy)
        return SimpleNamespace(bound=bound, rules=rules, size=size, rows=rows, hints=hints, exact=kind == "exact", core=kind == "core")

    def at_least(self, rows, need, rules, size, hints, exact):
        """Is V(rows) >= need for lists of so many rules and such a size, by structure or by one of the hints? U, use of a claim V(T) >= v:
        V(Q) >= v - m(T - Q) by slow change. An exact one is of its very rows."""
        p, most, m, least_m, outside = self.p, min(rules, (size - 1) // 2, self.p.sides), self.p.m, self.p.least_m, self.p.table.all ^ rows
        if need <= 0 or p.alone(rows) < need:
            return need <= 0  # the default rule alone is cheaper: no claim and no packing says otherwise
        glance = most <= 0 or need <= p.shortest  # no rule has literals, or each that has them is dear enough
        worth_it = most < p.sides or need <= most * p.shortest  # of rules that suffice for all labels B knows no more than their price
        if glance or (worth_it and any(self.structure(part, most) >= need for part in {rows, rows & p.single})):
            return True
        for bound, proved, how in hints:
            if bound - least_m * (proved & outside).bit_count() >= need:  # at a glance: each row of T - Q loses at least least_m
                most_rules, most_size, is_exact, packing = how
                follows = exact and rows == proved if is_exact else bound - m(proved & outside) >= need
                if follows and rules <= most_rules and size <= most_size and (packing is None or packing.at_least(rows, need)):
                    return True
        return False

    def structure(self, rows, most):
        """B: a list has no rule with literals, or n >= 1 of them and at most n + 1 labels; of its m_i a row is spared at most the sum of m_i - e_c
        over these labels. It may be asked of fewer rows (monotony): of those that one label alone spares."""
        total, spared = self.p.m(rows), sorted([add(rows) for add in self.p.gain.values()], reverse=True)
        return min([self.p.alone(rows)] + [n * self.p.shortest + max(0, total - sum(spared[: n + 1])) for n in range(1, most + 1)])

    def add(self, claim):
        """Accept a claim if no list for its rows S is cheaper. Suppose one is: take a cheapest, with the fewest rules, then literals. D: it does
        not begin with its default rule or a rule without literals. So it has a first rule A -> c, and each A is closed in the tree of its label."""
        p, S, self.claim, self.name = self.p, claim.rows, claim, f"claim {len(self.claims) + 1}"
        demand(p.alone(S) >= claim.bound, f"{self.name} does not follow: rule D")
        self.longest = min(p.most_literals, claim.size - 2) if claim.rules else 0
        for c in p.rule_labels if self.longest > 0 else ():
            self.c, self.heavy, hints = c, claim.core and p.heavy(c, claim.bound), {0: []}
            for bits, known in [(bits, known) for bits, label, known in claim.hints if label in (None, c)]:
                hints.setdefault(bits, []).append(known)
            self.expand((), S, [k for k, _ in self.distinct(S, p.usable)], p.rule, hints)
        self.claims.append((claim.bound, S, (claim.rules, claim.size, claim.exact, None)))

    def distinct(self, covered, literals):
        """E: of literals that cover the same rows of S & P a later one is not needed unless cheaper: exchange them; one that covers none: G."""
        least, kept, cover, prices = {0: 0}, [], self.p.table.cover, self.p.prices
        for k in literals:
            rows = covered & cover[k]
            if least.get(rows, LARGEST + 1) > prices[k]:
                least[rows] = prices[k]
                kept.append((k, rows))
        return kept

    def expand(self, path, covered, allowed, price, hints):
        """Close all conjunctions that add allowed literals to P: `covered` = S & P, `price` = price(P), `path`: each literal of P with what S & P is
        without it, `hints` by the literals that P lacks for them. A literal that is closed with all its extensions is added to no other: open ones are combined, in one order."""
        p, claim, c, S, length, cover, E = self.p, self.claim, self.c, self.claim.rows, len(path) + 1, self.p.table.cover, self.p.E[self.c]
        p.spend(length)
        (branch, later), rules, size, still_open = self.branch(covered, allowed), claim.rules - 1, claim.size - length - 1, []
        for k, rows in self.distinct(covered, branch):
            if p.gain[c](rows) <= (cost := price + p.prices[k]):
                continue  # G: without the rule its rows lose at most m_i each; extensions cover less for more
            if claim.exact and p.number(rows) < p.least_rows:
                continue  # F: the rule decides too few rows, and so does each extension
            lost, without = E(rows), [(k, covered), *[(j, more & cover[k]) for j, more in path]]
            # N: a literal keeps at most its price of excess out of the rule, which without it is no dearer and leaves fewer rows; the same
            # in each extension. In an exact claim it keeps no row out: rules behind could decide too few.
            if any(more == rows if claim.exact else E(more) - lost <= p.prices[j] for j, more in without):
                continue
            left, tried = S ^ rows, hints[0] + hints.get(1 << k, [])  # L: the rule P + k itself
            demand(self.at_least(left, claim.bound - cost - lost, rules, size, tried, claim.exact), f"{self.name} does not follow: rule L")
            # X: each extension A leaves S - A, and its rows that are not live have paid m_i, so they are given back for nothing:
            # E_c(S & A) + V(S - A) >= V(Q) for Q = S without the live rows of P + k, hence also without all of them.
            need, ways = claim.bound - cost - p.cheapest, ((S ^ rows & p.live[c], tried), (left, []))  # of fewer rows hints say no more
            closed = length >= self.longest or (lost <= p.cheapest and not claim.exact)  # then L has shown it
            if not (closed or any(self.at_least(Q, need, rules, size - 1, use, False) for Q, use in ways)):
                still_open.append((k, rows, cost, without))
        for at, (k, rows, cost, without) in enumerate(still_open if later else still_open[:-1]):
            others = [other for other, *_ in still_open[at + 1 :]] + later
            bit, within = 1 << k, sum([1 << other for other in (k, *others)])
            lacking = {bits & ~bit: hints.get(bits & ~bit, []) + hints.get(bits | bit, []) for bits in hints if not bits & ~within}
            self.expand(without, rows, others, cost, lacking)

    def branch(self, covered, allowed):
        """R: a rule that covers a row with e_c >= bound costs that much; another one has a literal that fails on the row. So begin with such
        literals, for the row that has fewest, and have the others later. M: of these, l is not needed if another, no dearer, keeps all rows of
        excess 0 that l keeps, none of excess m_i that l drops, and the same others: exchange them; rows given back cost at most what they paid."""
        if not covered & self.heavy:
            return allowed, []
        cover, prices, zero, live = self.p.table.cover, self.p.prices, self.p.zero[self.c], self.p.live[self.c]
        members, named = [i for i, flag in enumerate(bin(covered & self.heavy)[:1:-1]) if flag == "1"], sum([1 << k for k in allowed])
        row = max(members, key=lambda i: (self.p.table.holds[i] & named).bit_count())
        failing, later = ([k for k in allowed if cover[k] >> row & 1 == side] for side in (0, 1))
        good, bad, others, kept = covered & zero, covered & ~zero & ~live, covered & ~zero & live, []
        parts = [((cover[k] ^ bad) & (good | bad), cover[k] & others, prices[k], k) for k in failing]  # good rows kept, bad ones dropped
        for right, same, price, k in parts:
            no_worse = [(r, cheap, j) for r, s, cheap, j in parts if r & right == right and s == same and cheap <= price]
            if not any((r, cheap) != (right, price) or j < k for r, cheap, j in no_worse):
                kept.append(k)
        return kept, later


def verify(proof, table, steps=STEPS):
    """What a proof says of a table, both as bytes; `Rejected` is raised where it does not hold."""
    proved = Proof(p := Problem(Table(table), proof, steps))
    demand(p.digest == [hashlib.sha256(table).hexdigest()], "the proof is of another table")
    demand(p.bound <= (cost := p.recount()) == p.cost, f"the list costs {cost}, not {p.cost}, or less than the bound")
    while p.lines[p.at][0] == "pack":
        proved.packings.append(Packing(p, p.take("pack")))
    while (kind := p.lines[p.at][0]) in ("core", "rest", "exact"):
        proved.add(proved.read_claim(kind, p.take(kind)))
    hints = [proved.known(word) for word in p.take("goal")]
    demand(p.lines[p.at :] == [[""]], "the proof must end with its goal")
    demand(proved.at_least(p.table.all, p.target, p.most_rules, p.most_size, hints, True), f"the bound {p.bound} does not follow")
    return {"bound": p.bound, "cost": cost, "sha256": hashlib.sha256(proof).hexdigest()}


def read_bytes(path):
    try:
        with open(path, "rb") as raw, gzip.open(raw) if raw.peek(2)[:2] == b"\x1f\x8b" else raw as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise Rejected(f"{path} cannot be read: {error}") from None
    demand(len(data) <= MOST_BYTES, f"{path} must have at most {MOST_BYTES} bytes")
    return data


def pieces(data):  # proofs, or tables, that stand one behind the other: one for each part of a model
    return re.split(rb"(?<=\n)(?=shortlist-)", data)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: python verify.py PROOF TABLE")
    try:
        proofs, tables = (pieces(read_bytes(path)) for path in sys.argv[1:])
        demand(len(proofs) == len(tables), "there must be as many proofs as tables")
        for found in [verify(*pair) for pair in zip(proofs, tables, strict=True)]:
            print(f"VERIFIED: no list in its limits costs less than {found['bound']}; this one {found['cost']}. SHA-256 {found['sha256']}")
    except (Rejected, RecursionError, MemoryError) as fault:
        sys.exit(f"REJECTED: {fault or 'there is not enough memory'}.")


if __name__ == "__main__":
    main()
