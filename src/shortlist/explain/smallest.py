"""The smallest sets that are good, where a set with more elements is good if one with fewer is.

A set is bad exactly if what it lacks is a superset of what some largest bad set lacks; so the good sets are those that hit, for each
largest bad set, one of the elements that it lacks. The search keeps what it knows of these, proposes the first smallest set that
hits them all, and has it judged: it is good, or it grows to a largest bad set, of which one more is known (implicit hitting sets;
Reiter 1987, Ignatiev et al. 2015). Sets of elements 0, 1, … are written as the bits of a whole number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from shortlist.explain.reach import OutOfWork, Work

Judge = Callable[[int], int | None]
"""None for a set that is good; for one that is bad a bad set that it is within, such as itself."""


def minimal_sets(judge: Judge, universe: int, work: Work) -> Iterator[int]:
    """The good sets of which no smaller part is good: by size, and of one size those of earlier elements first.

    >>> judge = lambda chosen: None if chosen & 0b001 and chosen & 0b110 else chosen
    >>> [bin(found) for found in minimal_sets(judge, 0b111, Work(100))]
    ['0b11', '0b101']
    """
    to_hit: list[int] = []
    found: list[int] = []
    for size in range(universe.bit_count() + 1):
        while (chosen := _first_hitting(to_hit, found, universe, size, work)) is not None:
            worse = judge(chosen)
            if worse is None:
                found.append(chosen)
                yield chosen
                continue
            lacking = universe & ~_grown(judge, worse, universe)
            if not lacking:
                return
            to_hit.append(lacking)


def shrunk(judge: Judge, universe: int) -> int | None:
    """A good set from which the judge lets no single element be taken; None if the universe is not good.

    A judge that is out of work is taken to say that a set is bad.
    """

    def good(chosen: int) -> bool:
        try:
            return judge(chosen) is None
        except OutOfWork:
            return False

    if not good(universe):
        return None
    kept = universe
    for element in reversed([*_elements(universe)]):
        if good(kept & ~element):
            kept &= ~element
    return kept


def _grown(judge: Judge, bad: int, universe: int) -> int:
    """A largest bad set that a bad one is within."""
    for element in _elements(universe):
        if not bad & element:
            bad = judge(bad | element) or bad
    return bad


def _elements(chosen: int) -> Iterator[int]:
    while chosen:
        yield chosen & -chosen
        chosen &= chosen - 1


def _first_hitting(to_hit: Sequence[int], found: Sequence[int], universe: int, size: int, work: Work) -> int | None:
    """The first set of this size that has an element of each of these sets and holds none that was found; None if there is none."""
    work.step()
    if _disjoint(to_hit) > size or 0 in found:
        return None
    if not size:
        return 0
    if universe.bit_count() < size:
        return None
    first = universe & -universe
    rest = universe & ~first
    missed = [each for each in to_hit if not each & first]
    # Of a set that was found, only what is not chosen yet must not be chosen; one that has gone by is no danger.
    chosen = _first_hitting(missed, [each & ~first for each in found], rest, size - 1, work)
    if chosen is not None:
        return chosen | first
    left = [each & ~first for each in to_hit]
    if 0 in left:
        return None
    return _first_hitting(left, [each for each in found if not each & first], rest, size, work)


def _disjoint(sets: Sequence[int]) -> int:
    """How many of these sets, taken one after the other, have nothing in common: as many elements are needed at least."""
    taken, n = 0, 0
    for each in sorted(sets, key=int.bit_count):
        if not taken & each:
            taken |= each
            n += 1
    return n
