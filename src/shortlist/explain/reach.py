"""Which classes a box of rows reaches: an exact search for a row of it that is given one of some classes.

A rule can be the answer of its list if the box has a row that satisfies it and none of the rules before it. The search chooses an
answer for each list, cuts the box down to the rows that satisfy it, and keeps each rule before it as a *clause*: in one of its
columns the entry must be outside of what it asks for. Clauses of one column cut the box down further; where only longer ones are
left, the shortest is split. To decide this is NP-hard, so steps are counted, one for each rule that is looked at, and `OutOfWork` is
raised where there are too many.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from shortlist.explain.space import Asked, Box, Space, with_entry
from shortlist.models.model import SILENT

Clauses = tuple[Asked, ...]


class OutOfWork(Exception):  # noqa: N818  # no error: the search says that it was not allowed to go on
    """The steps that a search may take are used up."""


@dataclass
class Work:
    """Steps that are left."""

    left: int

    def step(self, n: int = 1) -> None:
        """Take so many steps."""
        self.left -= n
        if self.left < 0:
            raise OutOfWork


def reach(space: Space, box: Box, wanted: AbstractSet[int], work: Work) -> Box | None:
    """A box within this one all of whose rows are given one of the wanted classes, all by the same rules; None if there is no such row."""
    return _Search(space, wanted, work).answered(box, (), ())


@dataclass(frozen=True)
class _Search:
    space: Space
    wanted: AbstractSet[int]
    work: Work

    def answered(self, box: Box, clauses: Clauses, answers: tuple[int, ...]) -> Box | None:
        """Rows of the box that satisfy the clauses and have a wanted class, where the first lists give these answers."""
        place = len(answers)
        if place == len(self.space.lists):
            return _satisfied(box, clauses, self.work) if self.space.label_of(answers) in self.wanted else None
        if not self.space.is_list and not self._attainable(box, answers):
            return None
        for answer, inside, before in self._options(place, box):
            # A contradiction among the clauses so far is worth finding before the next list is looked at.
            left = _propagated(inside, (*clauses, *before), self.work)
            found = None if left is None else self.answered(*left, (*answers, answer))
            if found is not None:
                return found
        return None

    def _options(self, place: int, box: Box) -> list[tuple[int, Box, Clauses]]:
        """What a list may answer within the box: the rule, the rows that satisfy it, and the rules before it; wanted classes first."""
        self.work.step(len(self.space.lists[place]))
        found: list[tuple[int, Box, Clauses]] = []
        before: list[Asked] = []
        for k, asked in enumerate(self.space.lists[place], self.space.firsts[place]):
            inside = _inside(box, asked)
            if inside is None:
                continue
            found.append((k, inside, tuple(before)))
            if inside == box:
                break
            before.append(asked)
        else:
            found.append((SILENT, box, tuple(before)))
        labels = self.space.labels
        if self.space.is_list:
            return [option for option in found if labels[option[0]] in self.wanted]
        return sorted(found, key=lambda option: option[0] == SILENT or 2 * (labels[option[0]] not in self.wanted))

    def _attainable(self, box: Box, answers: tuple[int, ...]) -> bool:
        """May one of the wanted classes still be given? False only if it cannot.

        Lists agree on a class if each of them may answer it or be silent, and one may answer it. Where they do not agree, the class
        is the commonest among the training rows of the answers, so no other class may have more of these whatever is answered.
        """
        space = self.space
        if space.undecided in self.wanted:
            return True
        later = range(len(answers), len(space.lists))
        options = [{answer} for answer in answers]
        options += [{answer for answer, _, _ in self._options(place, box)} for place in later]
        if all(SILENT in each for each in options) and space.label_of([SILENT] * len(options)) in self.wanted:
            return True
        labels = [{space.labels[k] for k in each if k != SILENT} for each in options]
        for label in self.wanted:
            may = [label in mine for mine in labels]
            if any(may) and all(yes or SILENT in each for yes, each in zip(may, options, strict=True)):
                return True
        return space.undecided is None and any(self._may_be_commonest(label, options) for label in self.wanted)

    def _may_be_commonest(self, label: int, options: list[set[int]]) -> bool:
        counts = self.space.counts
        return all(
            sum(max(0 if k == SILENT else counts[k][label] - counts[k][other] for k in each) for each in options) >= 0
            for other in range(len(self.space.model.classes))
        )


def _inside(box: Box, asked: Asked) -> Box | None:
    """The rows of the box that satisfy a rule; None if there is none."""
    cut = list(box)
    for column, parts in asked:
        cut[column] &= parts
        if not cut[column]:
            return None
    return tuple(cut)


def _propagated(box: Box, clauses: Clauses, work: Work) -> tuple[Box, Clauses] | None:
    """The box without rows that a clause of one column forbids, and the clauses that are still open; None if no row is left."""
    cut, waiting = list(box), clauses
    changed = True
    while changed:
        changed = False
        still: list[Asked] = []
        work.step(len(waiting))
        for clause in waiting:
            if any(not cut[column] & parts for column, parts in clause):
                continue
            outside = [pair for pair in clause if cut[pair[0]] & ~pair[1]]
            if not outside:
                return None
            if len(outside) == 1:
                column, parts = outside[0]
                cut[column] &= ~parts
                changed = True
            else:
                still.append(tuple(outside))
        waiting = tuple(still)
    return tuple(cut), waiting


def _satisfied(box: Box, clauses: Clauses, work: Work) -> Box | None:
    """A box within this one all of whose rows satisfy the clauses; None if there is no such row."""
    left = _propagated(box, clauses, work)
    if left is None or not left[1]:
        return None if left is None else left[0]
    box, clauses = left
    shortest = min(clauses, key=len)
    column, parts = shortest[0]
    # The rows whose entry is outside of these parts, then those whose entry is among them.
    for kept in (box[column] & ~parts, box[column] & parts):
        found = _satisfied(with_entry(box, column, kept), clauses, work)
        if found is not None:
            return found
    return None
