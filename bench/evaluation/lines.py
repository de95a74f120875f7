"""Result lines, sorted for a report: by method, limit and instance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluation import store
from evaluation.measures import Record
from evaluation.methods import METHODS

ByInstance = Mapping[str, Record]


class Limit(float):
    """A time limit, in seconds of processor time."""

    def __str__(self) -> str:
        return f"{self:g} s CPU"


def limit_of(record: Record) -> Limit:
    """The limit of a result."""
    return Limit(record["time_limit"])


@dataclass(frozen=True)
class Lines:
    """All results; those of methods that are not known any more are left out."""

    records: tuple[Record, ...]

    @classmethod
    def read(cls, paths: Iterable[Path]) -> Lines:
        """The lines of several files."""
        found = {record["address"]: record for path in paths for record in store.read_lines(path)}
        return cls(tuple(record for record in found.values() if record["method"] in METHODS))

    def of(self, method: str, limit: Limit | None = None) -> ByInstance:
        """A method's results at a limit; without one, at the limit that it was given most instances with."""
        mine = [record for record in self.records if record["method"] == method]
        if limit is None:
            limits = Counter(map(limit_of, mine))
            limit = max(limits, key=lambda known: (limits[known], known), default=None)
        return {record["instance"]: record for record in mine if limit_of(record) == limit}

    def longest(self, method: str) -> ByInstance:
        """A method's results, of each instance that with the longest limit."""
        return {name: record for limit in self.limits(method) for name, record in self.of(method, limit).items()}

    def together(self, methods: Sequence[str]) -> dict[str, ByInstance]:
        """The results of several methods at one limit: that which most of them were given, and then with most instances."""
        given = Counter(limit for method in methods for limit in self.limits(method))

        def worth(limit: Limit) -> tuple[int, int]:
            return given[limit], sum(len(self.of(method, limit)) for method in methods)

        best = max(given, key=worth, default=None)
        runs = {method: self.of(method, best) for method in methods}
        return {method: records for method, records in runs.items() if records}

    def methods(self, wanted: Callable[[str], bool] = lambda _: True) -> list[str]:
        """The methods that have results, in the order of `METHODS`."""
        there = {record["method"] for record in self.records}
        return [name for name in METHODS if name in there and wanted(name)]

    def limits(self, method: str) -> list[Limit]:
        """The limits that a method was given, in rising order."""
        return sorted({limit_of(record) for record in self.records if record["method"] == method})

    def beside(self, method: str, other: str) -> list[tuple[Record, Record]]:
        """The two on the same instances within the same limit."""
        limits = set(self.limits(method)) & set(self.limits(other))
        pairs = []
        for limit in sorted(limits):
            mine, theirs = self.of(method, limit), self.of(other, limit)
            pairs += [(mine[name], theirs[name]) for name in mine if name in theirs]
        return pairs


def is_ours(name: str) -> bool:
    """Is it one of the paper's systems by our own engine?"""
    return METHODS[name].kind != "rival" and "@" not in name


def solved(records: ByInstance) -> dict[str, Record]:
    """The instances that were solved."""
    return {name: record for name, record in records.items() if record["solved"]}


def _of_test_rows(record: Record, name: str) -> float | None:
    """A measure on test rows; None without them."""
    found = record.get("test", {}).get(name)
    return None if found is None else float(found)


def test_error(record: Record) -> float | None:
    """Percent of the test rows that are not right."""
    right = accuracy(record)
    return None if right is None else 100 - right


def accuracy(record: Record) -> float | None:
    """Percent of the test rows that are right."""
    share = _of_test_rows(record, "accuracy")
    return None if share is None else 100 * share


def balanced(record: Record) -> float | None:
    """The same, classes counting alike."""
    share = _of_test_rows(record, "balanced")
    return None if share is None else 100 * share


def explanation(record: Record) -> float | None:
    """The mean size of explanations of test rows."""
    return _of_test_rows(record, "explanation")


def size(record: Record) -> float | None:
    """Literals + rules; None of a model that has none."""
    found = record.get("size")
    return None if found is None else float(found)


def processor_time(record: Record) -> float | None:
    """Seconds of processor time for learning."""
    found = record.get("processor_seconds")
    return None if found is None else float(found)


@dataclass(frozen=True)
class Measure:
    """A value of a record, as plots show it: what it is called, its axis, and the least that a logarithmic axis tells apart."""

    name: str
    axis: str
    of: Callable[[Record], float | None]
    least: float | None = None


TIME = Measure("time", "seconds of processor time, at least 0.001", processor_time, 0.001)
SIZE = Measure("size", "literals + rules", size, 1)
EXPLANATION = Measure("explanation", "literals to read + 1, mean over test rows", explanation, 1)
ERROR = Measure("error", "test error, %", test_error)
