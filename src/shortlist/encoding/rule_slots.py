"""Lists as a row of rule slots: the paper's n and v for whole rules instead of nodes, and literals as a set.

A slot holds a conjunction and a class, or nothing; empty slots come first, the default rule stands after the last slot.
`decided[i, k]` is the paper's ⋁_c s_jc ∧ v_ij at the leaf of rule k, `left[i, k]` its n_ij before the rule. The nodes of a
sequence have an order that means nothing to a conjunction; a slot has none, so there is less to refute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from shortlist.encoding.decision_list import clauses
from shortlist.encoding.decision_set import rule_of_slot
from shortlist.encoding.sums import Clauses, Sum, added, at_most, total
from shortlist.encoding.variables import Numbering, Numbers, true_in
from shortlist.problems.indexed import IndexedRule
from shortlist.problems.problem import Problem

Blocks = Iterator[Numbers | Clauses]
SlotConstraint = Callable[["RuleSlots"], Blocks]


class RuleSlots(Numbering):
    """The variables: literal[k, r, value], used[k], label[k, c], where label[-1] is of the default rule.

    chosen[k, r] says that rule k has a literal on feature r. `prices` is the sum that a list pays for its rules and
    literals, the default rule not counted; `losses` that for its errors.
    Rows may be added at any time.
    """

    def __init__(self, problem: Problem, budget: int) -> None:
        super().__init__()
        self.problem = problem
        self.most = budget - problem.costs.default
        n_slots, k, n_classes = most_rules(problem, budget), len(problem.features), len(problem.classes)
        self.literal, self.used = self.new(n_slots, k, 2), self.new(n_slots)
        self.label = self.new(n_slots + 1, n_classes)
        self.chosen = self.new(n_slots, k)
        self.prices: Sum = []
        self.losses: Sum = []

    def predicted_clauses(self, rows: NDArray[np.int64]) -> int:
        """About how many clauses these rows will need, and the shape if there are none yet."""
        (n_slots, k), n_classes = self.chosen.shape, self.label.shape[1]
        once = 0 if self.prices else n_slots * k * (12 + n_classes + min(k, self.most))
        sums = 0 if self.problem.perfect else self._predicted_sums(rows)
        return int(once + len(rows) * n_slots * (k + n_classes + 6) + sums)

    def _predicted_sums(self, rows: NDArray[np.int64]) -> int:
        """About how many clauses add up what these rows lose: there are no more sums than subsets, nor than values that sums have."""
        known, reached = len(self.losses), self.losses[-1][0] if self.losses else 0
        unit = max(int(np.gcd.reduce(self.problem.avoidable, axis=None)), 1)
        needed = 0
        for losses in self.problem.avoidable[rows].tolist():
            different = len({*losses} - {0})
            reached += max(losses)
            sums = max(min((known + 1) * (different + 1) - 1, min(self.most, reached) // unit), 0)
            needed += (known + 1) * different + known + sums
            known = sums
        return needed

    def shape(self) -> Blocks:
        """What every list keeps to, whatever the rows are."""
        for constraint in SHAPE:
            yield from constraint(self)

    def rows(self, rows: NDArray[np.int64]) -> Blocks:
        """What these rows of the problem ask for.

        A perfect list loses nothing beyond the unavoidable; what a sparse one loses is added to the sum.
        """
        features = self.problem.rows.features[rows]
        losses = self.problem.avoidable[rows]
        decided, left = self.new(len(features), len(self.used)), self.new(len(features), len(self.used) + 1)
        missed = None if self.problem.perfect else one_for_each_loss(self.new(*losses.shape), losses)
        yield from first_rule_that_holds_decides(self, decided, left)
        yield from decided_rows_satisfy_their_rule(self, features, decided)
        yield from rows_that_satisfy_a_rule_are_right(self, features, losses, left, missed)
        yield from rows_left_to_the_default_are_right(self, losses, left, missed)
        if missed is not None:
            terms = [miss_levels(row, lost) for row, lost in zip(missed.tolist(), losses.tolist(), strict=True)]
            yield [[-high, low] for term in terms for (_, low), (_, high) in pairwise(term)]
            for term in terms:
                self.losses, summed = added(self.losses, term, self.most, self.fresh)
                yield summed

    def within(self, budget: int) -> tuple[Clauses, list[int]]:
        """Clauses and assumptions that say: prices plus avoidable losses are at most the budget.

        Slots beyond those that the budget pays for are empty. This follows, but by no single step of a solver.
        """
        paid = most_rules(self.problem, budget)
        empty = [-int(self.used[-paid - 1])] if paid < len(self.used) else []
        return at_most(self.prices, self.losses, budget - self.problem.costs.default), empty

    def decode(self, model: Iterable[int]) -> list[IndexedRule]:
        """The rules of the used slots and the default rule."""
        true = true_in(model, self.count)
        used = np.flatnonzero(true[self.used])
        rules = [rule_of_slot(true[self.literal[k]], true[self.label[k]]) for k in used]
        return [*rules, ((), int(true[self.label[-1]].argmax()))]


def most_rules(problem: Problem, budget: int) -> int:
    """How many rules a list within the budget may need: a rule that decides no row is of no use."""
    constraints, price = problem.constraints, problem.cheapest_rule
    limits = [len(problem.rows) - 1 if problem.features else 0]
    if price:
        limits.append((budget - problem.costs.default) // price)
    if constraints.max_size is not None:
        limits.append((constraints.max_size - 1) // 2)
    if constraints.max_rules is not None:
        limits.append(constraints.max_rules)
    return max(0, min(limits))


# -- the shape of a list ----------------------------------------------------------------------------


def empty_slots_are_first(x: RuleSlots) -> Blocks:
    """(R1) used_k → used_{k+1}."""
    yield clauses(-x.used[:-1], x.used[1:])


def used_rules_have_one_class(x: RuleSlots) -> Blocks:
    """(R2) Σ_c label_kc = used_k, and 1 for the default rule."""
    yield np.concatenate([-x.used[:, None], x.label[:-1]], axis=1)
    yield x.label[-1:]
    yield clauses(-x.label[:-1], x.used[:, None])
    first, second = np.triu_indices(x.label.shape[1], 1)
    yield clauses(-x.label[:, first], -x.label[:, second])


def used_rules_have_literals(x: RuleSlots) -> Blocks:
    """(R3) used_k ↔ ⋁_r chosen_kr, chosen_kr ↔ literal_kr^0 ∨ literal_kr^1, and not both."""
    yield np.concatenate([-x.used[:, None], x.chosen], axis=1)
    yield clauses(-x.chosen, x.used[:, None])
    yield clauses(-x.literal, x.chosen[:, :, None])
    yield clauses(-x.chosen, x.literal[:, :, 0], x.literal[:, :, 1])
    yield clauses(-x.literal[:, :, 0], -x.literal[:, :, 1])


def prices_add_up(x: RuleSlots) -> Blocks:
    """(R4) prices = Σ_k (rule · used_k + Σ_r literal_r · chosen_kr)."""
    costs, (n_slots, k) = x.problem.costs, x.chosen.shape
    slots: list[Sum] = []
    if costs.by_feature is None and costs.literal and n_slots:
        counts = x.new(n_slots, min(k, (x.most - costs.rule) // costs.literal), k)
        yield from literals_are_counted(x, counts)
        prices = [costs.rule + count * costs.literal for count in range(1, counts.shape[1] + 1)]
        slots = [list(zip(prices, slot, strict=True)) for slot in counts[:, :, -1].tolist()]
    else:
        literals = x.problem.literal_prices.tolist()
        for used, chosen in zip(x.used.tolist(), x.chosen.tolist(), strict=True):
            terms = [[(costs.rule, used)], *([(price, number)] for price, number in zip(literals, chosen, strict=True))]
            slot, summed = total(terms, x.most, x.fresh)
            slots.append(slot)
            yield summed
    x.prices, summed = total(slots, x.most, x.fresh)
    yield summed


def literals_are_counted(x: RuleSlots, counts: Numbers) -> Blocks:
    """Among features up to r rule k has at least i literals: counts_kir ← counts_k,i,r−1 ∨ (chosen_kr ∧ counts_k,i−1,r−1).

    There are no more than `counts` has room for. Sinz, *Towards an Optimal CNF Encoding of Boolean Cardinality Constraints*,
    CP 2005.
    """
    yield clauses(-x.chosen, counts[:, 0])
    yield clauses(-counts[:, :, :-1], counts[:, :, 1:])
    yield clauses(-x.chosen[:, None, 1:], -counts[:, :-1, :-1], counts[:, 1:, 1:])
    yield clauses(-x.chosen[:, 1:], -counts[:, -1, :-1])


def constraints_are_kept(x: RuleSlots) -> Blocks:
    """(R5) Only allowed literals and classes; at most `max_literals` in a rule and `max_size` nodes."""
    constraints = x.problem.constraints
    yield clauses(-x.literal[:, ~x.problem.literals])
    yield clauses(-x.label[:-1, ~x.problem.rule_classes])
    if constraints.max_literals is not None:
        for slot in x.chosen.tolist():
            yield total([[(1, number)] for number in slot], constraints.max_literals, x.fresh)[1]
    if constraints.max_size is not None:
        nodes = [*x.used.tolist(), *x.chosen.ravel().tolist()]
        yield total([[(1, number)] for number in nodes], constraints.max_size - 1, x.fresh)[1]


def last_rule_differs_from_default(x: RuleSlots) -> Blocks:
    """(R6) ¬(label_last,c ∧ label_default,c).

    Rows that such a last rule decides would get the same class from the default rule, so some list without it is no dearer.
    """
    if len(x.used):
        yield clauses(-x.label[-2], -x.label[-1])


SHAPE: tuple[SlotConstraint, ...] = (
    empty_slots_are_first,
    used_rules_have_one_class,
    used_rules_have_literals,
    prices_add_up,
    constraints_are_kept,
    last_rule_differs_from_default,
)

# -- how rows pass through it -----------------------------------------------------------------------


def first_rule_that_holds_decides(x: RuleSlots, decided: Numbers, left: Numbers) -> Blocks:
    """(R7) left_i1, left_{i,k+1} ↔ left_ik ∧ ¬decided_ik, decided_ik → left_ik ∧ used_k; for (5) and (6) of the paper."""
    now, then = left[:, :-1], left[:, 1:]
    yield clauses(left[:, 0])
    yield clauses(-now, decided, then)
    yield clauses(-then, now)
    yield clauses(-then, -decided)
    yield clauses(-decided, now)
    yield clauses(-decided, x.used)


def decided_rows_satisfy_their_rule(x: RuleSlots, features: NDArray[np.bool_], decided: Numbers) -> Blocks:
    """(R8) decided_ik → ¬literal_kr^value, where row i has the other value; for (7) and (8) of the paper."""
    yield clauses(-decided[:, :, None], -against(x, features))


def rows_that_satisfy_a_rule_are_right(
    x: RuleSlots, features: NDArray[np.bool_], losses: NDArray[np.int64], left: Numbers, missed: Numbers | None
) -> Blocks:
    """(R9) left_ik ∧ used_k → ⋁_{c better} label_kc ∨ ⋁_r literal_kr^{¬π_i[r]} ∨ missed_ip; for (9) and (12) of the paper.

    For each loss that i may have, p being a class of that loss and the better ones those of a smaller. A row that
    satisfies a rule of a right class may still count as left. That is harmless: it only has to meet more clauses.
    """
    row, label = different_losses(losses, missed)
    now = left[row, :-1]
    head = [-now, np.broadcast_to(-x.used, now.shape)]
    if missed is not None:
        head.append(np.broadcast_to(missed[row, label, None], now.shape))
    parts = [np.stack(head, axis=2), better(losses, row, label, x.label[:-1], -now), against(x, features)[row]]
    block = np.concatenate(parts, axis=2)
    yield block.reshape(-1, block.shape[2])


def rows_left_to_the_default_are_right(
    x: RuleSlots, losses: NDArray[np.int64], left: Numbers, missed: Numbers | None
) -> Blocks:
    """(R10) left_i,last → ⋁_{c better} label_default,c ∨ missed_ip; for (11) and (13) of the paper."""
    row, label = different_losses(losses, missed)
    last = -left[row, -1:]
    head = [last] if missed is None else [last, missed[row, label, None]]
    yield np.concatenate([*head, better(losses, row, label, x.label[-1:], last)[:, 0]], axis=1)


def different_losses(losses: NDArray[np.int64], missed: Numbers | None) -> tuple[Numbers, Numbers]:
    """Pairs of a row and a class, one for each loss of the row that is not 0; only the least of them where none is allowed."""
    if missed is None:
        least = np.where(losses == 0, np.iinfo(np.int64).max, losses).argmin(axis=1)
        row = np.flatnonzero(losses.any(axis=1))
        return row, least[row]
    first = (losses[:, :, None] == losses[:, None, :]).argmax(axis=2) == np.arange(losses.shape[1])
    row, label = np.nonzero(first & (losses > 0))
    return row, label


def better(losses: NDArray[np.int64], row: Numbers, label: Numbers, labels: Numbers, filling: Numbers) -> Numbers:
    """For each pair and slot: the classes of smaller loss than the pair's class; `filling` stands for the others."""
    smaller = losses[row] < losses[row, label][:, None]
    return np.where(smaller[:, None, :], labels[None], filling[:, :, None])


def against(x: RuleSlots, features: NDArray[np.bool_]) -> Numbers:
    """For each row, slot and feature: the literal that does not hold for the row."""
    return np.moveaxis(x.literal[:, np.arange(features.shape[1]), (~features).astype(np.int64)], 0, 1)


def one_for_each_loss(missed: Numbers, losses: NDArray[np.int64]) -> Numbers:
    """Classes that cost a row the same share one variable, that of the first of them."""
    first = (losses[:, :, None] == losses[:, None, :]).argmax(axis=2)
    return np.take_along_axis(missed, first, axis=1)


def miss_levels(missed: Sequence[int], losses: Sequence[int]) -> Sum:
    """A row's loss as a sum: one step for each different loss that is not 0."""
    return sorted({(loss, number) for loss, number in zip(losses, missed, strict=True) if loss})
