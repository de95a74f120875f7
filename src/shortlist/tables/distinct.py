"""Distinct values: which different entries there are, and for each row which of them it has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Entry = TypeVar("Entry", bound=Hashable)

_SMALL_RANGE = 2**16
_SAMPLE = 1024
_FEW = 256
_MANY_ROWS = 2**12


def narrow(n_distinct: int) -> type[np.signedinteger[Any]]:
    """The smallest type that holds the places of so many values, and −1.

    >>> [narrow(n).__name__ for n in (127, 128, 40_000)]
    ['int8', 'int16', 'int32']
    """
    return np.int8 if n_distinct < 2**7 else np.int16 if n_distinct < 2**15 else np.int32


def numbered(entries: Collection[Entry]) -> tuple[tuple[Entry, ...], NDArray[np.int32]]:
    """The distinct entries in the order in which they first occur, and for each row which of them it has.

    >>> distinct, codes = numbered(["b", "a", "b"])
    >>> distinct, codes.tolist()
    (('b', 'a'), [0, 1, 0])
    """
    number: defaultdict[Entry, int] = defaultdict()
    number.default_factory = number.__len__
    codes = np.fromiter(map(number.__getitem__, entries), np.int32, len(entries))
    return tuple(number), codes


def in_order(values: NDArray[Any]) -> NDArray[Any]:
    """The different ones of these values, in order; NaN must not be among them.

    NumPy's `unique` loads its masked arrays first, and puts numbers into a hash table before it sorts them.

    >>> in_order(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    values = np.sort(values)
    is_first = np.ones(len(values), dtype=np.bool_)
    is_first[1:] = values[1:] != values[:-1]
    return values[is_first]


def has_many(values: NDArray[Any]) -> bool:
    """Does a look at some of these numbers, NaN among them or not, tell that very many are different?

    >>> has_many(np.arange(10_000)), has_many(np.arange(10_000) % 7)
    (True, False)
    """
    if len(values) < _MANY_ROWS or values.dtype.itemsize == 1:
        return False
    some = values[:: len(values) // _SAMPLE + 1]
    return len(in_order(some[~np.isnan(some)])) > _FEW


def distinct_codes(values: NDArray[np.generic]) -> tuple[NDArray[np.generic], NDArray[np.int32]]:
    """The distinct values, sorted, and for each value its place among them; NaN must not be among them.

    >>> distinct, codes = distinct_codes(np.array([3.5, 1, 3.5]))
    >>> distinct.tolist(), codes.tolist()
    ([1.0, 3.5], [1, 0, 1])
    """
    if values.dtype == np.object_:
        return _distinct_objects(values)
    if values.dtype.kind in "biu" and len(values):
        numbers: NDArray[Any] = values.view(np.uint8) if values.dtype == np.bool_ else values
        low, high = int(numbers.min()), int(numbers.max())
        if high - low < _SMALL_RANGE:
            distinct, codes = _distinct_of_small_range(numbers, low, high)
            return distinct.astype(values.dtype), codes
    return _distinct_of_few(values) or _distinct_by_sorting(values)


def _distinct_objects(values: NDArray[np.generic]) -> tuple[NDArray[np.generic], NDArray[np.int32]]:
    found, codes = numbered(values.tolist())
    order = sorted(range(len(found)), key=found.__getitem__)
    place = np.empty(len(found), dtype=np.int32)
    place[order] = np.arange(len(found))
    distinct = np.empty(len(found), dtype=object)
    distinct[place] = found
    return distinct, place[codes]


def _distinct_of_small_range(
    numbers: NDArray[np.integer[Any]], low: int, high: int
) -> tuple[NDArray[np.integer[Any]], NDArray[np.int32]]:
    """Whole numbers close together need no sorting: there is a counter for each of them."""
    if numbers.dtype == np.uint8:
        low, offsets = 0, numbers.astype(np.intp)
    elif numbers.dtype.kind == "u":
        # Such numbers fit 64 bits with a sign once the lowest is taken off, others before.
        offsets = (numbers - numbers.dtype.type(low)).astype(np.intp)
    else:
        offsets = numbers.astype(np.intp) - low
    found = np.flatnonzero(np.bincount(offsets))
    place = np.zeros(high - low + 1, dtype=np.int32)
    place[found] = np.arange(len(found))
    return found.astype(numbers.dtype) + numbers.dtype.type(low), place.take(offsets)


def _distinct_of_few(values: NDArray[np.generic]) -> tuple[NDArray[np.generic], NDArray[np.int32]] | None:
    """Where a sample shows most of the values there are, looking each up in a short list is faster than sorting all."""
    distinct = in_order(values[:: len(values) // _SAMPLE + 1])
    if len(values) < 2 * _SAMPLE or len(distinct) > _FEW:
        return None
    places = np.searchsorted(distinct, values).clip(max=len(distinct) - 1)
    others = values[distinct[places] != values]
    if len(others) > len(values) // 8:
        return None
    if len(others):
        distinct = np.union1d(distinct, others)
        places = np.searchsorted(distinct, values)
    return distinct, places.astype(np.int32)


def _distinct_by_sorting(values: NDArray[np.generic]) -> tuple[NDArray[np.generic], NDArray[np.int32]]:
    distinct, places = np.unique(values, return_inverse=True)
    return distinct, places.astype(np.int32)
