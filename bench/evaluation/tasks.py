"""A task: one method on one instance within limits, with an address made of all that its result depends on."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from evaluation.measures import Record
from evaluation.methods import METHODS, Method
from harness.instances import Instance


@dataclass(frozen=True)
class Task:
    """One method on one instance; it travels between processes and machines as it is."""

    instance: Instance
    method: str
    seconds: float  # of processor time
    megabytes: int

    @property
    def address(self) -> str:
        """A digest of the instance with its tables, of the method and of the limits: the same address, the same question.

        The name counts, for a table of 0/1 columns is the same in every quantisation.
        """
        asked = {
            "instance": self.instance.name,
            "tables": [digest(path) for path in (self.instance.path, self.instance.test_path) if path is not None],
            "method": METHODS[self.method].identity,
            "limits": {"processor seconds": float(self.seconds), "megabytes": self.megabytes},
        }
        return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:20]

    @property
    def header(self) -> Record:
        """How a result begins."""
        instance = self.instance
        return {
            "address": self.address,
            "instance": instance.name,
            "quant": instance.quant,
            "dataset": instance.dataset,
            "fold": instance.fold,
            "method": self.method,
            "version": METHODS[self.method].version,
            "source": source() if METHODS[self.method].is_ours else None,
            "time_limit": self.seconds,
            "memory_limit": self.megabytes,
        }


@cache
def digest(path: Path) -> str:
    """A digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


@cache
def source() -> str | None:
    """Git's name of all of `src` as it was committed last, `+` where it has been changed since; None outside of a repository.

    It is the same in every commit that leaves `src` as it is: `git rev-parse COMMIT:src`.
    """
    root = Path(__file__).parents[2]

    def git(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=False)  # noqa: S607

    named = git("rev-parse", "--short=12", "HEAD:src")
    changed = git("diff", "--quiet", "HEAD", "--", "src").returncode != 0
    return named.stdout.strip() + "+" * changed if named.returncode == 0 else None


SHARES = (2, 1, 1)
"""What parts of a sample come from the smallest, the middle and the largest third of the tables."""


def sample(instances: Sequence[Instance], size: int | None, seed: int) -> list[Instance]:
    """So many instances at random, always the same for a seed; all if no size is given.

    Half of them are of the third of tables that have the fewest entries: slow methods end on these, and can be compared there.
    """
    if size is None or size >= len(instances):
        return list(instances)
    ordered = sorted(instances, key=lambda instance: (entries(instance.path), instance))
    source, found = random.Random(seed), list[Instance]()  # noqa: S311  # a sample, not a secret
    for place, share in enumerate(SHARES):
        third = ordered[place * len(ordered) // 3 : (place + 1) * len(ordered) // 3]
        found += source.sample(third, min(size * share // sum(SHARES), len(third)))
    left = [instance for instance in ordered if instance not in set(found)]
    return sorted(found + source.sample(left, size - len(found)))


def entries(path: Path) -> int:
    """Bytes of a packed table, unpacked: two for each 0/1 entry. They are what gzip files end with."""
    return int.from_bytes(path.read_bytes()[-4:], "little")


def tasks_of(instances: Sequence[Instance], methods: Iterable[Method], seconds: float, megabytes: int) -> list[Task]:
    """Every method on every instance, instance by instance in an order at random: a run that is cut short is one on a sample of them."""
    methods = list(methods)
    mixed = random.Random(0).sample(instances, len(instances))  # noqa: S311
    return [Task(instance, method.name, seconds, megabytes) for instance in mixed for method in methods]
