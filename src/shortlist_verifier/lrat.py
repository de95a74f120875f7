"""Check an LRAT proof that no decision list costs less than it says: ``python lrat.py PROOF TABLE [CNF]``.

Two files, this one and clauses.py beside it; standard library only, nothing else of Shortlist is imported, nor of verify.py: this is a proof of
another kind, with nothing in common with bound logs but the header and the table. The clauses of the paper are written once more by clauses.py,
from the table alone: a formula that some assignment satisfies if and only if some list is cheaper than the bound. The proof derives the empty
clause from it, one clause at a time, each by unit propagation over the clauses that it names. With CNF the formula is written to a file of that
name, in DIMACS, so that any other checker of LRAT can be asked as well.

Losses are counted beyond the cheapest label of a row (*excess*); what is left of the bound for rules and for excess is `most`.
"""

import gzip
import hashlib
import re
import sys
import zlib
from itertools import pairwise

if __package__:
    from shortlist_verifier.clauses import LARGEST, UNLIMITED, Formula, Rejected, demand
else:  # run by itself
    from clauses import LARGEST, UNLIMITED, Formula, Rejected, demand

MOST_BYTES = 2**31
MOST_LOOKS = 10**9  # literals that are looked at before the steps are given up; native code has more


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
            print(f"VERIFIED: no list in its limits costs less than {found['bound']}; this one {found['cost']}. SHA-256 {found['sha256']}")
    except (Rejected, MemoryError, OSError) as fault:
        sys.exit(f"REJECTED: {fault or 'there is not enough memory'}.")


if __name__ == "__main__":
    main()
