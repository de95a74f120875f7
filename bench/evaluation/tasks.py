"""A task: one method on one instance within limits, with an address made of all that its result depends on."""

from __future__ import annotations

import hashlib
import json
import random
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
    seconds: float
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
            "limits": [float(self.seconds), self.megabytes],
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
            "time_limit": self.seconds,
            "memory_limit": self.megabytes,
        }


@cache
def digest(path: Path) -> str:
    """A digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def sample(instances: Sequence[Instance], size: int | None, seed: int) -> list[Instance]:
    """So many instances at random, always the same for a seed; all if no size is given."""
    if size is None or size >= len(instances):
        return list(instances)
    return sorted(random.Random(seed).sample(list(instances), size))  # noqa: S311  # a sample, not a secret


def tasks_of(instances: Iterable[Instance], methods: Iterable[Method], seconds: float, megabytes: int) -> list[Task]:
    """Every method on every instance, instance by instance, so that a run that is cut short has compared something."""
    methods = list(methods)
    return [Task(instance, method.name, seconds, megabytes) for instance in instances for method in methods]
