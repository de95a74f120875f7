"""Theorems T-A and T-C, on which those that are used rest: each against brute force over every cut point.

A rule here is a box: for each column a lower and an upper cut, either of which may be missing. Sets of rows are whole numbers, bit by bit.
"""

import random
from functools import cache
from itertools import product

import pytest

PIECES, TABLES = 25, 80


class Boxes:
    """All lists of boxes over a small table of numbers, by brute force."""

    def __init__(self, rows, labels, price):
        self.rows, self.labels, self.price = rows, labels, price
        self.every, self.classes = (1 << len(rows)) - 1, sorted(set(labels))
        self.of_class = {k: self.where(lambda i, k=k: labels[i] == k) for k in self.classes}
        cuts = [[None, *sorted({row[j] for row in rows})] for j in range(len(rows[0]))]
        sides = [[(low, high) for low in column for high in column] for column in cuts]
        self.boxes = [box for box in product(*sides) if any(cut is not None for side in box for cut in side)]
        self.covers = {box: self.cover(box) for box in self.boxes}

    def where(self, holds):
        return sum(1 << i for i in range(len(self.rows)) if holds(i))

    def cover(self, box):
        return self.where(lambda i: all(self.inside(i, j, *side) for j, side in enumerate(box)))

    def inside(self, i, j, low, high):
        x = self.rows[i][j]
        return (low is None or x > low) and (high is None or x <= high)

    def wrong(self, rows, label):
        return (rows & ~self.of_class[label]).bit_count()

    def cost(self, box):
        return self.price * (sum(cut is not None for side in box for cut in side) + 1)

    def least(self, allowed=lambda *_: True):
        """V(S) for every S, over the rules that are allowed in the state that they stand in."""

        @cache
        def value(left):
            best = self.price + min(self.wrong(left, k) for k in self.classes)
            for box, cover in self.covers.items():
                hit = cover & left
                if not hit or self.cost(box) + self.price >= best:
                    continue
                after = None
                for k in self.classes:
                    if self.cost(box) + self.wrong(hit, k) < best and allowed(box, k, left):
                        after = value(left & ~hit) if after is None else after
                        best = min(best, self.cost(box) + self.wrong(hit, k) + after)
            return best

        return value

    def is_tight(self, box, label, left):
        """T-A: next to each cut, among what is left and the other literals allow, a row of the class inside and another outside."""
        for j, (low, high) in enumerate(box):
            for cut, others in ((low, (None, high)), (high, (low, None))):
                if cut is None:
                    continue
                rest = self.cover((*box[:j], others, *box[j + 1 :])) & left
                values = {i: self.rows[i][j] for i in range(len(self.rows)) if rest >> i & 1}
                below = [x for x in values.values() if x <= cut]
                above = [x for x in values.values() if x > cut]
                if not below or not above:
                    return False
                near, far = (min(above), max(below)) if cut == low and others[0] is None else (max(below), min(above))
                group = {self.labels[i] for i, x in values.items() if x == near}
                beyond = {self.labels[i] for i, x in values.items() if x == far}
                if label not in group or not beyond - {label}:
                    return False
        return True


def random_boxes(rng):
    n_rows, n_columns, n_classes = rng.randint(4, 8), rng.randint(1, 2), rng.randint(2, 3)
    values = rng.randint(3, 5) if n_columns == 2 else 8
    rows = [tuple(rng.randrange(values) for _ in range(n_columns)) for _ in range(n_rows)]
    return Boxes(rows, [rng.randrange(n_classes) for _ in rows], rng.randint(1, 2))


@pytest.mark.parametrize("piece", range(PIECES))
def test_t_a_some_optimal_list_has_every_cut_between_its_class_and_another(piece):
    rng = random.Random(piece)
    for _ in range(TABLES):
        table = random_boxes(rng)
        assert table.least()(table.every) == table.least(table.is_tight)(table.every)


@pytest.mark.parametrize("piece", range(PIECES))
def test_t_c_one_query_bounds_a_box_of_cuts(piece):
    rng = random.Random(piece)
    for _ in range(TABLES):
        table = random_boxes(rng)
        value = table.least()
        for _ in range(5):
            tight, loose = sorted(rng.choices(list(table.covers.values()), k=2), key=int.bit_count)
            inner = tight & loose  # what every choice covers, and what some may
            left = rng.getrandbits(len(table.rows)) & table.every
            for cover in table.covers.values():
                if inner & ~cover or cover & ~loose:
                    continue
                for k in table.classes:
                    there = table.wrong(cover & left, k) + value(left & ~cover)
                    kept = inner | (loose & table.of_class[k])
                    assert there >= table.wrong(inner & left, k) + value(left & ~kept)
