"""How a model decides a row, as every language that it is written in has it to do.

Most models need nothing but the first rule that matches. Where lists stand side by side and predict several classes, the answers
of all of them are looked at: if they are of one class, it is that; if there is none, what is known of silence; if they contradict
each other, the class that the training rows of the rules that answer are of most often.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from shortlist.errors import UsageError
from shortlist.files.modelfile import ModelFile
from shortlist.models.model import Rule
from shortlist.tables.table import Kind, Label, Table

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}", re.ASCII)


@dataclass(frozen=True, slots=True)
class FirstHit:
    """The first of these rules that matches tells the class; where none does, it is `otherwise`."""

    rules: tuple[Rule, ...]
    otherwise: Label


@dataclass(frozen=True)
class Plan:
    """What decides a row: the lists, and what is said of rows that they leave undecided.

    `columns` are those that are asked for, in the order of the rules, with their kinds. `silent` is the class of rows that no list
    answers. Where answers contradict each other it is `disputed`, or the most frequent class of their training rows if that is None.
    """

    target: str
    classes: tuple[Label, ...]
    columns: dict[str, Kind]
    lists: tuple[tuple[Rule, ...], ...]
    silent: Label
    disputed: Label | None = None

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of all lists, one list after the other."""
        return tuple(rule for rules in self.lists for rule in rules)

    @cached_property
    def first_hit(self) -> FirstHit | None:
        """The model as rules of which the first that matches decides, if it can be told so.

        That is so where there is but one list, and where all rules predict one class, for then no answers contradict each other.
        """
        if len(self.lists) > 1 and len({self.place(rule) for rule in self.rules}) > 1:
            return None
        for position, rule in enumerate(self.rules):
            if not rule.literals:
                return FirstHit(self.rules[:position], rule.label)
        return FirstHit(self.rules, self.silent)

    def place(self, rule: Rule) -> int:
        """The place of the rule's class among the classes."""
        return self.classes.index(rule.label)

    def counts(self, rule: Rule) -> tuple[int, ...]:
        """For each class: the training rows that the rule answered."""
        return rule.counts or (0,) * len(self.classes)

    @property
    def may_lack_counts(self) -> bool:
        """May rules contradict each other of which no training row is known? The first class that is answered then wins."""
        return sum(not any(rule.counts) for rule in self.rules) > 1

    @cached_property
    def largest_count(self) -> int:
        """What no sum of counts goes beyond."""
        return sum(max(max(self.counts(rule)) for rule in rules) for rules in self.lists)


def plan_of(file: ModelFile, undecided: Label | None = None) -> Plan:
    """How the model of this file decides; rows that its lists do not decide are all of the class `undecided`, if one is given."""
    model = file.model
    if not model.by_column:
        # All rows are decided alike, so there is nothing to look at.
        row = Table((), 1)
        said = model.classes[model.labels(row)[0]]
        return Plan(
            file.target, model.classes, {}, (), said if undecided is None or model.decided(row)[0] else undecided
        )
    silent = model.classes[model.silent_label] if undecided is None else undecided
    columns = {name: file.kinds[name] for name in model.by_column}
    return Plan(file.target, model.classes, columns, model.lists, silent, undecided)


def variables(columns: Iterable[str], reserved: Collection[str]) -> dict[str, str]:
    """A different identifier for each column: its own name where that is short and of plain letters, if need be with a bar.

    >>> variables(["age", "class", "deep blue"], {"class"})
    {'age': 'age', 'class': 'class_', 'deep blue': 'x3'}
    """
    names: dict[str, str] = {}
    for number, name in enumerate(columns, 1):
        wanted = name if _IDENTIFIER.fullmatch(name) else f"x{number}"
        names[name] = free_name(wanted, {*reserved, *names.values()})
    return names


def free_name(name: str, taken: Collection[str]) -> str:
    """The name, with as many bars behind it as make it another than those that are taken."""
    while name in taken:
        name += "_"
    return name


def check_names(texts: Iterable[str], unfit: re.Pattern[str], language: str, what: str) -> None:
    """Refuse texts that a language has no way to write."""
    for text in texts:
        if unfit.search(text):
            raise UsageError(f"{language} cannot hold {what}, but there is one in {text!r}")
