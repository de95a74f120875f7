"""The cheapest pure rules that decide every needed row, each for one class: a perfect decision set, or one class of it.

Where each row has one right class, classes have nothing to do with each other, and a cheapest cover of each (`program`)
decides its rows. A row with several right classes may be given any of them, but only one; it holds these classes
together. Where a cheapest cover covers such a row for two classes it is only a bound, and the search goes on with each of the
row's classes in turn as its only one. What is open is taken by its bound, the lowest first, so that the first cover that
decides every row is a cheapest one.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from shortlist.engines.bracket import Bracket
from shortlist.engines.covers.program import PureCovers
from shortlist.engines.covers.pure_rules import ClassRules, CoverTable, Prices
from shortlist.engines.kernel import raise_if_stopped
from shortlist.problems.indexed import IndexedRule, Lists, all_rules, set_of
from shortlist.problems.limits import Clock

_FEW_TIES = 8


@dataclass(eq=False)
class _Node:
    """Some rows' classes are chosen: parts that have nothing to do with each other, and the rules of those solved."""

    parts: list[PureCovers]
    solved: list[IndexedRule] = field(default_factory=list)
    solved_cost: int = 0
    depth: int = 0
    floor: int = 0

    @property
    def bound(self) -> int:
        """What every cover costs here, as far as proved here or where this comes from."""
        return max(self.floor, self.solved_cost + sum(part.bound for part in self.parts))


class PerfectCover(Bracket):
    """The cheapest choice of rules: the bracket of the best so far, which `solve` narrows.

    After a limit `solve` may be called again with more time.
    """

    def __init__(
        self,
        table: CoverTable,
        prices: Prices,
        rules: Lists | None = None,
        on_change: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(rules, None if rules is None else prices.of(all_rules(rules)), on_change=on_change)
        self.table, self.prices = table, prices
        self._open: list[tuple[int, int, int, _Node]] | None = None
        self._entries = 0
        self._rounds = self._tight = 0

    def start(self, clock: Clock) -> None:
        """Some choice, at once."""
        if self.lists is None:
            self._complete([], clock)

    def solve(self, clock: Clock) -> PerfectCover:
        """Close the bracket, or narrow it until a limit is reached."""
        with self.until_stopped():
            if self._open is None:
                self._begin(clock)
            while self._open and not self.closed:
                self._step(self._open[0][-1], clock)
                if self._open:
                    self.raise_bound_capped(self._open[0][0])
        if self._open:
            self.raise_bound_capped(min(node.bound for *_, node in self._open))
        elif self._open == []:  # all is solved: the best so far is the cheapest
            self.infeasible = self.cost is None
            self.raise_bound(self.cost or 0)
        return self

    def _begin(self, clock: Clock) -> None:
        self.start(clock)
        root = PureCovers(self.table, self.prices)
        root.offer(all_rules(self.lists or ()))
        nodes = [_Node([root])] if root.grow(clock) else []
        self._open = [(node.bound, 0, 0, node) for node in nodes]

    def _step(self, node: _Node, clock: Clock) -> None:
        """Advance the first part of a node that is not solved."""
        part, *others = node.parts
        if not part.is_tight:
            part.generate(clock)
            self._rounds += 1
            self._tight += part.is_tight
            if (self._tight if part.is_tight else self._rounds).bit_count() == 1:
                solved = [(2.0, rule) for rule in node.solved]
                self._complete([*solved, *part.values], clock)
                cheap, stop = part.cheap(clock)
                self._complete([*solved, *((1.0, rule) for rule in cheap)], clock)
                raise_if_stopped(stop)
            self._replace(node, [node])
            return
        known = part.known
        rules = part.cheapest(clock)
        if part.known is not known:
            self._complete([(2.0, rule) for rule in [*node.solved, *part.known]], clock)
        if rules is None:
            ties = np.flatnonzero(part.table.tied)
            self._replace(node, self._split(node, ties, clock) if 0 < len(ties) <= _FEW_TIES else [node])
            return
        rows = contradicted(part.table, rules)
        if len(rows):
            self._replace(node, self._split(node, rows, clock))
            return
        rest = _Node(others, [*node.solved, *rules], node.solved_cost + part.bound, node.depth, node.floor)
        if not others:
            self._keep(rest.solved)
        self._replace(node, [rest] if others else [])

    def _split(self, node: _Node, rows: NDArray[np.int64], clock: Clock) -> list[_Node]:
        """One node for each class that one of the rows may have."""
        part, *others = node.parts
        elsewhere = node.solved_cost + sum(other.bound for other in others)
        row = part.most_telling(rows, (self.cost or 0) - elsewhere, clock)
        nodes = []
        for label in np.flatnonzero(part.table.right[row]).tolist():
            narrower = part.table.with_class(row, label)
            # A limit on all rules together holds the classes together, too.
            pieces = narrower.parts() if self.prices.most_rules is None else [narrower]
            covers = [PureCovers(piece, self.prices, part) for piece in pieces]
            for cover in covers:
                cover.offer(all_rules(self.lists or ()))
            if len(covers) == 1:
                covers[0].bound = part.bound
            if all(piece.grow(clock) for piece in covers):
                nodes.append(_Node([*covers, *others], node.solved, node.solved_cost, node.depth + 1, node.bound))
        return nodes

    def _replace(self, node: _Node, nodes: list[_Node]) -> None:
        """Put nodes in the place of an open one, all at once: whatever interrupts us, nothing open is ever forgotten.

        Of equal bounds the deepest goes first.
        """
        entries = [entry for entry in self._open or () if entry[-1] is not node]
        for new in nodes:
            self._entries += 1
            entries.append((new.bound, -new.depth, self._entries, new))
        heapq.heapify(entries)
        self._open = entries

    def _keep(self, rules: list[IndexedRule]) -> None:
        """Offer rules, if they are no more than there may be."""
        if self.prices.most_rules is None or len(rules) <= self.prices.most_rules:
            self.offer(set_of(rules), self.prices.of(rules))

    def _complete(self, values: Iterable[tuple[float, IndexedRule]], clock: Clock) -> None:
        """Take rules by falling value as long as they do not contradict each other, then grow what is missing."""
        table, label_of = self.table, np.full(len(self.table.rows), -1)
        chosen: list[tuple[IndexedRule, NDArray[np.bool_]]] = []
        for _, (literals, label) in sorted(values, key=lambda valued: -valued[0]):
            cover = table.rows.covers(literals)
            if (label_of[cover & table.needed] == -1).any() and np.isin(label_of[cover], (-1, label)).all():
                label_of[cover] = label
                chosen.append(((literals, label), cover))
        missing = table.needed & (label_of == -1)
        commonest = table.right * (1 + table.right.sum(axis=0))
        label_of = np.where(missing, commonest.argmax(axis=1), label_of)
        for label in np.unique(label_of[missing]).tolist():
            mine = table.right[:, label] & ((label_of == label) | (label_of == -1))
            fixed = replace(table, right=mine[:, None], needed=missing & mine)
            for literals, _ in ClassRules(fixed, 0).grow(clock).rules:
                chosen.append(((literals, label), table.rows.covers(literals)))
        rules = without_needless(chosen, table.needed, self.prices)
        if rules is not None:
            self._keep(rules)


def without_needless(
    chosen: Sequence[tuple[IndexedRule, NDArray[np.bool_]]], needed: NDArray[np.bool_], prices: Prices
) -> list[IndexedRule] | None:
    """The rules but those whose needed rows others cover as well, the dearest first; None if a row is not covered."""
    times = np.zeros(len(needed), dtype=np.int64)
    for _, cover in chosen:
        times += cover
    if not times[needed].all():
        return None
    kept = []
    for rule, cover in sorted(chosen, key=lambda pair: -prices.of([pair[0]])):
        if (times[cover & needed] > 1).all():
            times -= cover
        else:
            kept.append(rule)
    return kept


def contradicted(table: CoverTable, rules: Sequence[IndexedRule]) -> NDArray[np.int64]:
    """The rows that rules of several classes cover."""
    votes = np.zeros(table.right.shape, dtype=np.bool_)
    for literals, label in rules:
        votes[:, label] |= table.rows.covers(literals)
    return np.flatnonzero(votes.sum(axis=1) > 1)
