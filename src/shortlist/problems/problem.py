"""The problem that every engine solves: distinct rows, named features, which models are meant, and what they pay.

A sparse model costs its errors and the prices of its rules and literals. A perfect one makes only the errors that no function of
the features avoids, and costs its prices alone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import UsageError
from shortlist.features.literal import Literal
from shortlist.features.rows import DistinctRows
from shortlist.models.model import ModelKind
from shortlist.problems.constraints import FREE, Constraints
from shortlist.problems.costs import Costs
from shortlist.problems.objective import Form
from shortlist.tables.table import Label


@dataclass(frozen=True, eq=False)
class Problem:
    """Find the model of this kind that costs least for these rows; `perfect` ones must make no avoidable error.

    `negatable`, where given, tells for each feature whether its negation is a literal; in a column with missing entries it is none.
    """

    rows: DistinctRows
    features: tuple[Literal, ...]
    classes: tuple[Label, ...]
    costs: Costs
    perfect: bool = False
    constraints: Constraints = FREE
    kind: ModelKind = ModelKind.LIST
    form: Form = Form.COMPLETE
    negatable: NDArray[np.bool_] | None = None

    def __post_init__(self) -> None:
        n_features, n_classes = self.rows.n_features, self.rows.counts.shape[1]
        if (n_features, n_classes) != (len(self.features), len(self.classes)):
            raise UsageError(
                f"a problem with {n_features} features and {n_classes} classes must name as many, "
                f"got {len(self.features)} and {len(self.classes)}"
            )
        if self.costs.by_feature is not None and len(self.costs.by_feature) != n_features:
            raise UsageError(f"prices by feature must be {n_features}, got {len(self.costs.by_feature)}")
        if self.costs.errors is not None and len(self.costs.errors) != n_classes:
            raise UsageError(f"prices of errors must be for {n_classes} classes, got {len(self.costs.errors)}")

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone: what was worked out of them is not sent to other processes."""
        return {known.name: getattr(self, known.name) for known in fields(self)}

    @property
    def node_cost(self) -> int:
        """Λ, the price of one node, for engines that know only one price."""
        if self.costs.node is None:
            raise UsageError(f"this engine needs one price for rules, literals and default, got {self.costs}")
        return self.costs.node

    def within_budget(self, size: int) -> Problem:
        """The same rows, asked for the fewest errors with at most so many nodes, then the fewest nodes."""
        costs = replace(Costs.per_node(1), error=size + 1)
        return replace(self, costs=costs, constraints=replace(self.constraints, max_size=size))

    @property
    def is_budget(self) -> bool:
        """Are errors to be the fewest with at most so many nodes, before nodes count? (The objective `budget`.)"""
        most, costs = self.constraints.max_size, self.costs
        plain = (
            costs.by_feature is None
            and costs.errors is None
            and (costs.rule, costs.literal, costs.default) == (1, 1, 1)
        )
        return most is not None and plain and costs.error == most + 1 and not self.perfect

    @cached_property
    def asked(self) -> frozenset[str]:
        """Names of what is asked beyond the paper's plain problem; an engine must support each (`engines/registry.py`)."""
        form = {"form complete"} if self.kind is ModelKind.SET and self.is_complete and not self.perfect else set()
        prices = {"several prices"} if self.costs.node is None and self.kind is not ModelKind.SET else set()
        return self.constraints.asked | form | prices

    @property
    def is_complete(self) -> bool:
        """Are errors those of the whole model, rather than of each class for itself?"""
        return self.form is Form.COMPLETE

    @cached_property
    def losses(self) -> NDArray[np.int64]:
        """For each distinct row and class: what predicting the class costs."""
        return self.costs.losses(self.rows.counts)

    @cached_property
    def avoidable(self) -> NDArray[np.int64]:
        """For each distinct row and class: what predicting the class costs beyond what every model pays for the row."""
        return np.asarray(self.losses - self.losses.min(axis=1, keepdims=True))

    @cached_property
    def unavoidable(self) -> int:
        """What every model pays for errors, at least: Σ_r min_p losses[r, p]."""
        return int(self.losses.min(axis=1).sum())

    def unavoidable_without(self, columns: Collection[str]) -> int:
        """What every model pays for errors, at least, that uses nothing of these columns: rows that only they tell apart are one."""
        kept = [k for k, feature in enumerate(self.features) if feature.column not in columns]
        if len(kept) == len(self.features):
            return self.unavoidable
        _, number = np.unique(self.rows.features[:, kept], axis=0, return_inverse=True)
        losses = np.zeros((int(number.max(initial=-1)) + 1, len(self.classes)), dtype=np.int64)
        np.add.at(losses, number.ravel(), self.losses)
        return int(losses.min(axis=1).sum())

    @cached_property
    def literals(self) -> NDArray[np.bool_]:
        """For each feature: may it be used negated, and may it be used as it is?"""
        allowed = self.constraints.literals(self.features)
        if self.negatable is not None:
            allowed[:, 0] &= self.negatable
        return allowed

    @cached_property
    def rule_classes(self) -> NDArray[np.bool_]:
        """For each class: may a rule predict it?"""
        return self.constraints.classes(self.classes)

    @cached_property
    def literal_prices(self) -> NDArray[np.int64]:
        """The price of a literal on each feature."""
        return self.costs.literal_prices(len(self.features))

    @property
    def column_prices(self) -> dict[str, int]:
        """The price of a literal on each column, where columns have prices of their own."""
        prices = self.costs.by_feature or ()
        return {feature.column: price for feature, price in zip(self.features, prices, strict=bool(prices))}

    @property
    def trivial_bound(self) -> int:
        """What every list pays: its default rule and the unavoidable loss; a perfect one a rule for each further class.

        A perfect list predicts every class that alone is right for some row.
        """
        if not self.perfect:
            return self.costs.default + self.unavoidable
        right = self.avoidable == 0
        needed = int(right[right.sum(axis=1) == 1].any(axis=0).sum())
        return self.costs.default + max(needed - 1, 0 if self.is_trivial else 1) * self.cheapest_rule

    @property
    def cheapest_rule(self) -> int:
        """What a rule costs at least: it has a literal."""
        return self.costs.rule + min(self.literal_prices.tolist(), default=0)

    @cached_property
    def is_trivial(self) -> bool:
        """Does the one-node list already lose only what is unavoidable?"""
        return not self.avoidable.sum(axis=0).all()

    def reduced(self) -> tuple[Problem, list[int]]:
        """The problem without features that are constant or, up to negation, equal to an earlier one; and what is kept.

        Such a feature covers nothing that another literal does not cover as well, so the least cost is the same. Where
        literals have prices of their own all are kept, and features are exchangeable only if the same of their literals are allowed.
        """
        if self.costs.by_feature is not None or self.constraints.forbid:
            return self, list(range(len(self.features)))
        nothing = bytes(self.rows.packed.shape[1])
        kept: list[int] = []
        seen: set[tuple[bytes, ...]] = set()
        for feature, (column, allowed) in enumerate(zip(self.rows.packed, self.literals, strict=True)):
            # Columns that are equal up to negation are equal once each is negated where it holds for the first row.
            turned = bool((column[:1] >= 0x80).any())
            rows = (self.rows.lacked[feature] if turned else column).tobytes()
            key = (rows, allowed[:: -1 if turned else 1].tobytes())
            if rows != nothing and key not in seen:
                seen.add(key)
                kept.append(feature)
        smaller = replace(
            self,
            rows=DistinctRows(self.rows.features[:, kept], self.rows.counts, self.rows.merged),
            features=tuple(self.features[feature] for feature in kept),
            negatable=None if self.negatable is None else self.negatable[kept],
        )
        return smaller, kept
