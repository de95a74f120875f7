"""Covers by pure rules: a linear program over all of them, then the few that a cheapest cover can use.

    min Σ_r price(r)·x_r   with   Σ_{r covers i} x_r ≥ 1 for each needed row i   (and Σ_r x_r ≤ most_rules, where asked).

There are too many pure rules to write down. *Column generation* solves the program over some of them, asks the kernel for
rules that are worth more (by the dual values y of the rows they cover) than they cost, adds them, and repeats until there is
none. Then, with s the dual value of the limit on rules, every cover costs at least

    z + Σ (price(r) + s − y(r)) over its rules,   z = Σ_i y_i − most_rules·s,

for the rules of a cover are worth Σ_r y(r) ≥ Σ_i y_i. A cover of cost T uses only rules with price(r) + s − y(r) ≤ T − z.
All of these are listed, and the kernel finds a cover among them or proves that there is none. The program is nearly tight:
the least cost is ⌈z⌉ or a little more.

No float decides anything: dual values are rounded to whole numbers, and the kernel's search shows in whole numbers that
no rule is worth more than it costs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from shortlist.engines.bracket import Stopped
from shortlist.engines.covers.master import MasterProgram
from shortlist.engines.covers.pure_rules import (
    SCALE,
    ClassRules,
    Columns,
    CoverTable,
    Duals,
    Numbers,
    Prices,
    RuleBatch,
)
from shortlist.engines.kernel import Cover, least_cover, local_cover, raise_if_stopped
from shortlist.problems.indexed import IndexedRule
from shortlist.problems.limits import Clock
from shortlist.problems.solution import Stop

_LARGE_MARGIN = 0.3  # of a rule's price: how much more a new column must be worth at first,
_SMALL_MARGIN = 0.02  # and then; at last nothing more, and at once where the program starts from good columns
_DEAR = 0.25  # of a rule's price: beyond what it is worth, columns are not inherited
_LEAST_GAIN = 1e-3  # what a guess must be worth more
_AT_ONCE = 300
_LARGEST_POOL = 400_000
_UNKNOWN = 2**62  # the cost of a cover, where none is known
_FEW_GUESSES = 20
_PROBED_ROWS = 30  # tied rows that are tried before one is chosen
_LEAST_RISE = 1e-4  # a class that costs nothing, so that the others still count
_NEAR = 4  # how far above the bound a known cover is, where all between is looked at in one search,
_NEAR_OF_FEW = 12  # and where the number of rules is limited, so that dearer covers have hardly more to choose from
_LOCAL_WORK = 20_000_000  # entries to look at for a cheap cover: a few hundredths of a second
_LOCAL_TIMES = 3000  # and how often each entry at most, so that small tables take no time


class PureCovers:
    """All covers of a table by pure rules. `bound` is what each costs at least, as far as proved."""

    def __init__(self, table: CoverTable, prices: Prices, parent: PureCovers | None = None) -> None:
        self.table, self.prices = table, prices
        self.values: list[tuple[float, IndexedRule]] = []
        self.needed = np.flatnonzero(table.needed)
        self.columns = Columns(prices)
        self._program = MasterProgram(len(self.needed), prices.most_rules)
        self._duals: Duals | None = None
        self._guesses = True
        short_rule = prices.rule + prices.literal
        self._margins = [0.0] if parent is not None else [0.0, _SMALL_MARGIN * short_rule, _LARGE_MARGIN * short_rule]
        known: dict[int, ClassRules] = {} if parent is None else parent.classes
        self.classes: dict[int, ClassRules] = {
            label: known[label] if label in known and known[label].serves(table) else ClassRules(table, label)
            for label in np.flatnonzero(table.right[table.needed].any(axis=0)).tolist()
        }
        self.bound = self._least_price() if len(self.needed) else 0
        self.known: list[IndexedRule] = []
        self._known_cost = _UNKNOWN if len(self.needed) else 0
        if parent is not None:
            self._inherit(parent)

    @property
    def is_tight(self) -> bool:
        """Is the linear program solved over all rules, so that `cheapest` may be asked for?"""
        return self._duals is not None

    def offer(self, rules: Iterable[IndexedRule]) -> None:
        """Those of the rules that are pure and cover a needed row become columns; if they cover all, they are a known cover."""
        mine, covered = [], np.zeros(len(self.needed), dtype=np.bool_)
        for literals, label in rules:
            cover = self.table.rows.covers(literals)
            if label in self.classes and self.table.right[cover, label].all() and self.table.needed[cover].any():
                self.columns.add([(literals, label)], [np.flatnonzero(cover[self.needed])])
                mine.append((literals, label))
                covered |= cover[self.needed]
        if covered.all() and len(mine) <= (self.prices.most_rules or len(mine)):
            self._know(mine)

    def _inherit(self, parent: PureCovers) -> None:
        """The columns of a wider problem that are pure and of use here; few of those that its program finds dear would be."""
        columns = parent.columns
        if not len(columns):
            return
        labels, sizes = np.array([label for _, label in columns.rules]), [len(covered) for covered in columns.rows]
        entries, column = parent.needed[columns.entries], np.repeat(np.arange(len(columns)), sizes)
        left = np.zeros(len(columns), dtype=np.bool_)
        left[column[~self.table.right[entries, labels[column]]]] = True
        if parent._duals is not None:
            worth = np.bincount(column, parent._duals.worth[entries], len(columns)) - parent._duals.limit
            left |= columns.cost * SCALE - worth > _DEAR * (self.prices.rule + self.prices.literal) * SCALE
        used = self.table.needed[entries] & ~left[column]
        kept, start = np.unique(column[used], return_index=True)
        places = np.split(np.searchsorted(self.needed, entries[used]), start[1:])
        self.columns.add([columns.rules[j] for j in kept], places[: len(kept)])

    def grow(self, clock: Clock) -> bool:
        """Columns by greedy growth, for each row that no other covers; false if there is no cover at all."""
        for part in self.classes.values():
            self._add(part.grow(clock))
        return len(np.unique(self.columns.entries)) == len(self.needed)

    def _add(self, batch: RuleBatch) -> None:
        places = [np.searchsorted(self.needed, batch.rows_of(k)) for k in range(len(batch))]
        self.columns.add(batch.rules, places)

    def generate(self, clock: Clock) -> None:
        """One round of column generation: more columns, or a smaller margin, or the program is solved."""
        duals = self._solve_program(clock)
        if self._guess(duals, clock):
            return
        while True:
            above, n_columns = int(self._margins[-1] * SCALE), len(self.columns)
            batches = [part.find(duals, clock, above=above, most=_AT_ONCE) for part in self.classes.values()]
            for batch in batches:
                self._add(batch)
            if len(self.columns) > n_columns:
                return
            if not any(len(batch) for batch in batches):
                scaled = duals.bound_with_margin(above, self._least_price())
                self.bound = max(self.bound, -(-scaled // SCALE))
                if above == 0:
                    self._duals = duals
                    return
            elif above == 0:
                # Rules that the program knows are worth a trifle more than they cost: its tolerance.
                duals = duals.lowered()
                continue
            self._margins.pop()

    def _guess(self, duals: Duals, clock: Clock) -> bool:
        """Columns by greedy growth, as long as they are many: the search is for what they miss."""
        if not self._guesses:
            return False
        n_columns, above = len(self.columns), int(_LEAST_GAIN * SCALE)
        for part in self.classes.values():
            self._add(part.guess(duals, clock, above=above))
        self._guesses = len(self.columns) - n_columns > _FEW_GUESSES * len(self.classes)
        return len(self.columns) > n_columns

    def _least_price(self) -> int:
        """What every rule costs at least; it has a literal unless nothing is barred."""
        may_be_empty = any(part.may_be_empty for part in self.classes.values())
        return self.prices.rule + (0 if may_be_empty else self.prices.literal)

    def _solve_program(self, clock: Clock) -> Duals:
        """The dual values of the program over the columns so far; `values` are what it makes of them."""
        values, duals = self._program.solve(self.columns, clock)
        self.values = [(float(values[j]), self.columns.rules[j]) for j in np.flatnonzero(values > 1e-9)]
        n_rows = len(self.needed)
        worth = np.zeros(len(self.table.rows))
        worth[self.needed] = duals[:n_rows]
        return Duals.rounded(worth, float(duals[n_rows]) if len(duals) > n_rows else 0.0, self.prices)

    def most_telling(self, rows: Numbers, below: int, clock: Clock) -> int:
        """Of these tied rows, one whose classes, each chosen alone, make the program dear.

        The rises are multiplied, so that a row counts for little where one of its classes costs nothing. Only covers that cost
        less than `below` are of use, so that it is all the same how much dearer a class is than that.
        """
        rows = rows[:_PROBED_ROWS]
        if len(rows) == 1:
            return int(rows[0])
        values, _ = self._program.solve(self.columns, clock)
        labels = np.array([label for _, label in self.columns.rules])
        sizes = [len(covered) for covered in self.columns.rows]
        entries, column = self.needed[self.columns.entries], np.repeat(np.arange(len(self.columns)), sizes)
        room = max(below - float(values @ self.columns.cost), _LEAST_RISE)
        best, best_score = int(rows[0]), -1.0
        for row in rows.tolist():
            through = column[entries == row]
            groups = [through[labels[through] != label] for label in np.flatnonzero(self.table.right[row]).tolist()]
            rises = self._program.rises_without(groups, clock)
            score = math.prod(min(max(rise, _LEAST_RISE), room) for rise in rises)
            if score > best_score:
                best, best_score = row, score
        return best

    def cheap(self, clock: Clock) -> tuple[list[IndexedRule], str]:
        """A cover of the columns so far that costs little, and what ended the search for it; no rule where there is none."""
        columns = self.columns
        found, stop = self._search_locally((len(self.needed), columns.start, columns.entries, columns.cost), clock)
        rules = [columns.rules[j] for j in found]
        self._know(rules)
        return rules, stop

    def cheapest(self, clock: Clock) -> list[IndexedRule] | None:
        """A cheapest cover, or None: then the bound has risen.

        Covers are looked for at the cost of the bound, and where a known one is near, for all that would be cheaper: two
        searches at once take less than one after the other.
        """
        if self._known_cost == self.bound:
            return self.known
        near = _NEAR if self.prices.most_rules is None else _NEAR_OF_FEW
        target = self._known_cost - 1 if self._known_cost - self.bound <= near else self.bound
        pool = self._rules_up_to(target, clock)
        found, stop = self._search_locally(pool.cover, clock)
        self._know(pool.rules(found))
        raise_if_stopped(stop)
        target = min(target, self._known_cost - 1)
        if target >= self.bound:
            columns, stop = least_cover(
                pool.cover, target=target, enough=self.bound, most_columns=self.prices.most_rules, clock=clock
            )
            self._know(pool.rules(columns or ()))
            if self._known_cost > self.bound:
                raise_if_stopped(stop)
            self.bound = min(target + 1, self._known_cost)
        return self.known if self._known_cost == self.bound else None

    def _search_locally(self, cover: Cover, clock: Clock) -> tuple[list[int], str]:
        """Columns that cover all rows and cost little, and what ended the search for them; none if they are too many.

        Where their number is limited it counts first: one more column costs more than all that it could save.
        """
        n_rows, start, entries, cost = cover
        work, most = min(_LOCAL_WORK, _LOCAL_TIMES * len(entries)), self.prices.most_rules
        of_column = 0 if most is None else int(cost.max(initial=0)) * n_rows + 1
        enough = self.bound + of_column * (most or 0)
        found, stop = local_cover((n_rows, start, entries, cost + of_column), work=work, enough=enough, clock=clock)
        return (found, stop) if most is None or len(found) <= most else ([], stop)

    def _know(self, rules: list[IndexedRule]) -> None:
        """Keep a cover if it is the cheapest so far."""
        if rules and self.prices.of(rules) < self._known_cost:
            self.known, self._known_cost = rules, self.prices.of(rules)

    def _rules_up_to(self, target: int, clock: Clock) -> _Pool:
        """The rules that a cover of this cost can use."""
        assert self._duals is not None
        room = target * SCALE - self._duals.bound
        batches = [
            part.find(self._duals, clock, above=-room - 1, most=_LARGEST_POOL, whole=True)
            for part in self.classes.values()
        ]
        if not all(batch.is_complete for batch in batches):
            raise Stopped(Stop.MEMORY)
        return _Pool.of(batches, self.needed, self.prices)


@dataclass(frozen=True, eq=False)
class _Pool:
    """Rules that the kernel listed, and the covering problem over them."""

    batches: list[RuleBatch]
    cover: Cover

    @classmethod
    def of(cls, batches: list[RuleBatch], needed: Numbers, prices: Prices) -> _Pool:
        """The rows that are needed, by their number among these, in columns of these rules."""
        start = np.cumsum(np.concatenate([[0], *(np.diff(batch.row_start) for batch in batches)]), dtype=np.int64)
        rows = np.searchsorted(needed, np.concatenate([batch.rows for batch in batches]))
        cost = prices.rule + prices.literal * np.concatenate([batch.sizes for batch in batches])
        return cls(batches, (len(needed), start, rows, cost))

    def rules(self, columns: Iterable[int]) -> list[IndexedRule]:
        """The rules of these columns."""
        first = np.cumsum([0, *map(len, self.batches)])
        parts = [(int(np.searchsorted(first, j, side="right")) - 1, j) for j in columns]
        return [self.batches[part].rule(j - int(first[part])) for part, j in parts]
