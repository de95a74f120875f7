"""What a model must keep to: how large it and its rules may be, how many rows a rule needs, what it may not use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import UsageError
from shortlist.features.literal import Literal
from shortlist.option import check_columns, one_of, option, several, whole
from shortlist.tables.table import Label
from shortlist.words import count, did_you_mean, printable

_LEAST = {"max_rules": 0, "max_literals": 1, "max_size": 1, "min_rows": 0}


@dataclass(frozen=True)
class Constraints:
    """In the user's words; by default nothing is asked.

    Whether a model keeps to them is `evaluate.keeps_constraints`, which engines can is `engines/registry.py`.
    """

    max_rules: int | None = option(None, "Most rules, the default rule not counted.", kinds=("list",))
    max_literals: int | None = option(None, "Most literals in a rule.", kinds=("list",))
    max_size: int | None = option(None, "Most literals and rules together.", kinds=("list",))
    min_rows: int = option(
        0, "Each rule must be the first to cover at least so many rows, whatever they weigh.", kinds=("list",)
    )
    negations: bool = option(
        True, "Allow literals that say what an entry is not: colour != red, not smoker.", kinds=("list", "set")
    )
    positive: Sequence[str] = option(
        (), "Column whose literals may not be negations.", metavar="COLUMN", each="positive", kinds=("list", "set")
    )
    forbid: Sequence[str] = option(
        (), "Columns, or literals as printed, not to be used.", metavar="TEXT", each="forbid", kinds=("list", "set")
    )
    rule_classes: Sequence[Label] | None = option(
        None,
        "Classes that rules may predict, the default rule excepted (default: all).",
        metavar="CLASS",
        each="rule_class",
        kinds=("list",),
    )

    def __post_init__(self) -> None:
        for name, low in _LEAST.items():
            value = getattr(self, name)
            if value is not None or name == "min_rows":
                object.__setattr__(self, name, whole(name, value, low))
        for name in ("forbid", "positive", "rule_classes"):
            value = getattr(self, name)
            if value is not None or name != "rule_classes":
                object.__setattr__(self, name, several(name, value))

    @cached_property
    def asked(self) -> frozenset[str]:
        """The names of those that ask for anything."""
        return frozenset(known.name for known in fields(self) if getattr(self, known.name) != known.default)

    def words(self) -> str:
        """What is asked, as the end of a sentence that says "with".

        >>> Constraints(max_rules=1, forbid=["age"], negations=False).words()
        'at most 1 rule beside the default, no negations, nothing of age'
        """
        said = [
            "" if self.max_rules is None else f"{_at_most(self.max_rules, 'rule')} beside the default",
            "" if self.max_literals is None else f"{_at_most(self.max_literals, 'literal')} in a rule",
            _at_most(self.max_size, "node"),
            f"at least {count(self.min_rows, 'row')} for each rule but the default" if self.min_rows else "",
            "" if self.negations else "no negations",
            f"no negations of {_listed(self.positive)}" if self.positive else "",
            f"nothing of {_listed(self.forbid)}" if self.forbid else "",
            "" if self.rule_classes is None else f"rules for {_listed(self.rule_classes) or 'no class'} only",
        ]
        return ", ".join(filter(None, said))

    def columns(self, names: Sequence[str]) -> frozenset[str]:
        """Which of these columns no rule may use at all."""
        return frozenset(self.forbid) & frozenset(names)

    def literals(self, features: Sequence[Literal]) -> NDArray[np.bool_]:
        """For each feature: may it be used negated, and may it be used as it is?"""
        allowed = np.ones((len(features), 2), dtype=np.bool_)
        texts, plain = frozenset(self.forbid), frozenset(self.positive)
        if self.negations and not texts and not plain:
            return allowed
        for k, feature in enumerate(features):
            for value, literal in ((1, feature), (0, feature.negated())):
                forbidden = feature.column in texts or str(literal) in texts
                only_plain = not self.negations or feature.column in plain
                allowed[k, value] = not forbidden and not (only_plain and literal.is_negation)
        return allowed

    def classes(self, classes: Sequence[Label]) -> NDArray[np.bool_]:
        """For each class: may a rule predict it?"""
        if self.rule_classes is None:
            return np.ones(len(classes), dtype=np.bool_)
        named = {str(label) for label in self.rule_classes}
        return np.array([str(label) in named for label in classes], dtype=np.bool_)

    def check_names(self, features: Sequence[Literal], columns: Sequence[str], classes: Sequence[Label]) -> None:
        """Refuse what names no column, literal or class."""
        self.check_columns(columns, classes)
        # What else is said of a column that is forbidden anyway has no literal to be compared with.
        whole_columns = self.columns(columns)
        for text in self.forbid:
            named = any(text in (str(feature), str(feature.negated())) for feature in features)
            of_forbidden = any(
                text in (column, f"not {column}") or text.startswith(f"{column} ") for column in whole_columns
            )
            if not named and not of_forbidden:
                near = did_you_mean(text, [*columns, *map(str, features)])
                raise UsageError(
                    f"what is forbidden must be a column or a literal as it is printed, got {text!r}{near}"
                )

    def check_columns(self, columns: Sequence[str], classes: Sequence[Label]) -> None:
        """Refuse what cannot name a column or a class, whatever the features are."""
        check_columns("columns without negations (--positive)", self.positive, columns)
        for label in self.rule_classes or ():
            one_of("a rule's class", str(label), [str(known) for known in classes])


def _at_most(limit: int | None, noun: str) -> str:
    return "" if limit is None else f"at most {count(limit, noun)}"


def _listed(names: Sequence[Label]) -> str:
    return ", ".join(printable(str(name)) for name in names)


FREE = Constraints()
"""No constraint at all."""
