"""Prices, in errors: of rules, literals, the default rule, and of each kind of error. Integers, all of them.

The paper's objective gives each node the price Λ = ⌈λ·M⌉, with λ read as the exact fraction that its decimal text says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import UsageError

_EXPONENT = re.compile(r"[^eE]*[eE]([+-]?\d+)")


@dataclass(frozen=True, slots=True)
class Costs:
    """What a list pays: for each rule with literals, for each literal, for its default rule, and for each error.

    `by_feature[k]`, where given, is the price of a literal on feature k instead of `literal`. `errors[c][p]`, where given,
    is the price of predicting class p for an example of class c instead of `error`; it is 0 where p is c. An `error` costs
    more than 1 where prices were fractions of it.
    """

    rule: int
    literal: int
    default: int
    by_feature: tuple[int, ...] | None = None
    errors: tuple[tuple[int, ...], ...] | None = None
    error: int = 1

    def __post_init__(self) -> None:
        if self.error < 1:
            raise UsageError(f"the price of an error must be at least 1, got {self.error}")
        prices = {"rule": (self.rule,), "literal": (self.literal, *(self.by_feature or ())), "default": (self.default,)}
        for name, values in prices.items():
            if min(values) < 0:
                raise UsageError(f"the price of a {name} must not be negative, got {min(values)}")
        for c, row in enumerate(self.errors or ()):
            if len(row) != len(self.errors or ()) or min(row) < 0 or row[c] != 0:
                raise UsageError("prices of errors must be a square table, not negative, and 0 on the diagonal")

    @classmethod
    def per_node(cls, price: int) -> Costs:
        """The paper's objective: each literal and each rule is a node and costs the same."""
        return cls(price, price, price)

    @property
    def node(self) -> int | None:
        """The one price of a node, or None if there are several prices."""
        plain = self.by_feature is None and self.errors is None and self.error == 1
        return self.rule if plain and self.rule == self.literal == self.default else None

    @property
    def exact_node(self) -> Fraction | None:
        """The one price of a node in errors, which may be a fraction of one; None if there are several prices."""
        return Fraction(self.rule, self.error) if self.by_size and self.errors is None else None

    @property
    def by_size(self) -> bool:
        """Do rules, literals and the default rule cost the same, so that the cheapest of perfect lists is the smallest?"""
        return self.by_feature is None and self.rule == self.literal == self.default

    def times(self, factor: Fraction) -> Costs:
        """The same with rules, literals and the default rule so many times as dear beside errors.

        >>> Costs.per_node(3).times(Fraction(1, 2))
        Costs(rule=3, literal=3, default=3, by_feature=None, errors=None, error=2)
        """
        more, less = factor.numerator, factor.denominator
        by_feature = None if self.by_feature is None else tuple(price * more for price in self.by_feature)
        errors = None if self.errors is None else tuple(tuple(price * less for price in row) for row in self.errors)
        return Costs(self.rule * more, self.literal * more, self.default * more, by_feature, errors, self.error * less)

    def literal_prices(self, n_features: int) -> NDArray[np.int64]:
        """The price of a literal on each feature."""
        if self.by_feature is None:
            return np.full(n_features, self.literal, dtype=np.int64)
        return np.array(self.by_feature, dtype=np.int64)

    def losses(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each row of class counts and each class p: what predicting p costs, Σ_c n_c · errors[c][p]."""
        if self.errors is None:
            # NumPy's sum of few classes for many rows takes many times as long.
            wrong = np.asarray(np.einsum("...c->...", counts)[..., None] - counts)
            return wrong if self.error == 1 else wrong * self.error
        return np.asarray(counts @ np.array(self.errors, dtype=np.int64))

    def loss(self, counts: NDArray[np.int64], labels: Sequence[int]) -> int:
        """What rules that decide these rows of each class pay when they predict these classes."""
        return int(self.losses(counts)[np.arange(len(labels)), list(labels)].sum())


def node_cost(regularization: str | float | Fraction, weight: int) -> int:
    """Λ = ⌈λ·M⌉, with λ read exactly: 0.05 means 5/100, not the nearest binary fraction.

    >>> node_cost(0.05, 100), node_cost("0.07", 100), node_cost(1e-9, 5)
    (5, 7, 1)
    """
    exact = exact_fraction(regularization, "the regularization")
    if not 0 < exact <= 1:
        raise UsageError(
            f"the regularization must be above 0 and at most 1 (0 asks for a perfect list), got {regularization}"
        )
    return rounded_up(exact, weight)


def rounded_up(share: Fraction, weight: int) -> int:
    """⌈share · weight⌉, by whole numbers alone.

    >>> rounded_up(Fraction(1, 20), 101)
    6
    """
    return -(-share.numerator * weight // share.denominator)


def exact_fraction(number: str | float | Fraction, name: str) -> Fraction:
    """The fraction that the number's decimal text says.

    >>> exact_fraction(0.1, "it"), exact_fraction("1/3", "it")
    (Fraction(1, 10), Fraction(1, 3))
    """
    if isinstance(number, Fraction):
        return number
    # A short text has a short exponent: 1e999999999 would be a number of a billion digits.
    text = str(number)
    plausible = len(text) <= 40 and abs(int(_EXPONENT.sub(r"\1", text) if _EXPONENT.fullmatch(text) else 0)) <= 300
    try:
        return Fraction(text if plausible else "")
    except (ValueError, ZeroDivisionError):
        within = "" if plausible else " of at most 40 characters, from 1e-300 to 1e300"
        raise UsageError(f"{name} must be a number{within}, got {text[:60]!r}") from None


def as_decimal(number: Fraction) -> str:
    """The number as `exact_fraction` reads it: a decimal where there is one.

    >>> as_decimal(Fraction(43, 125)), as_decimal(Fraction(1, 3))
    ('0.344', '1/3')
    """
    rest = number.denominator
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    if rest > 1:
        return str(number)
    return format(Context(prec=60).divide(Decimal(number.numerator), Decimal(number.denominator)), "f")
