"""Objectives as presets of prices: what a rule, a literal, the default rule and an error cost.

| objective | rule | literal | default rule | source |
|---|---|---|---|---|
| `paper` | Λ = ⌈λ·M⌉ | Λ | Λ | Yu et al. 2021: nodes |
| `corels` | λ·M | 0 | 0 | Angelino et al. 2018: rules |
| `customizable` | C | C₁ | 0 | Rudin and Ertekin 2018: rules and literals, dearer features, unequal errors |

Any single price can be given beside a preset, in errors; it then takes the place of the preset's. Prices are read exactly
(0.1 is a tenth). Only the paper rounds Λ up; λ·M and given prices may be fractions, and then all prices are multiplied by
their common denominator, which `Costs.error` tells: the price of one error in the units of the costs. A perfect list pays no
errors; there Λ and λ·M are 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from shortlist.errors import UsageError
from shortlist.features.literal import Literal
from shortlist.problems.costs import Costs, exact_fraction, node_cost
from shortlist.tables.table import Label

OBJECTIVES = ("paper", "corels", "customizable")

Number = str | float | Fraction
_LARGEST_UNIT = 10**6


def costs_of(
    objective: str,
    regularization: Number,
    weight: int,
    features: Sequence[Literal],
    classes: Sequence[Label],
    *,
    columns: Sequence[str] = (),
    rule_price: Number | None = None,
    literal_price: Number | None = None,
    feature_prices: Mapping[str, Number] | None = None,
    error_prices: Mapping[tuple[Label, Label], Number] | None = None,
) -> Costs:
    """The prices of an objective for a table of this weight, with those that are given in place of the preset's.

    `columns` are those that prices may be given for beside the features' own: a constant column has no feature.

    >>> costs_of("corels", "0.05", 105, (), (0, 1))
    Costs(rule=21, literal=0, default=0, by_feature=None, errors=None, error=4)
    >>> costs_of("customizable", "0.01", 100, (), (0, 1), rule_price=1, literal_price="1/2")
    Costs(rule=2, literal=1, default=0, by_feature=None, errors=None, error=2)
    """
    rule, literal, default = _preset(objective, regularization, weight)
    rule = rule if rule_price is None else _price(rule_price, "a rule")
    literal = literal if literal_price is None else _price(literal_price, "a literal")
    if rule is None or literal is None:
        raise UsageError("the objective customizable needs the prices of a rule and of a literal")
    by_feature = _by_feature(feature_prices or {}, features, columns, literal)
    errors = _errors(error_prices or {}, classes)
    every = [rule, literal, default, *(by_feature or ()), *(price for row in errors or () for price in row)]
    unit = math.lcm(*(price.denominator for price in every))
    if unit > _LARGEST_UNIT:
        raise UsageError(f"prices must have a common denominator of at most {_LARGEST_UNIT}, got {unit}")
    return Costs(
        int(rule * unit),
        int(literal * unit),
        int(default * unit),
        None if by_feature is None else tuple(int(price * unit) for price in by_feature),
        None if errors is None else tuple(tuple(int(price * unit) for price in row) for row in errors),
        unit,
    )


def _preset(objective: str, regularization: Number, weight: int) -> tuple[Fraction | None, Fraction | None, Fraction]:
    """The prices of a rule, a literal and the default rule; None where they must be given."""
    share = exact_fraction(regularization, "the regularization")
    match objective:
        case "paper":
            price = Fraction(1 if share == 0 else node_cost(share, weight))
            return price, price, price
        case "corels":
            if not 0 <= share <= 1:
                raise UsageError(f"the regularization must be from 0 to 1, got {regularization}")
            return Fraction(1) if share == 0 else share * weight, Fraction(0), Fraction(0)
        case "customizable":
            return None, None, Fraction(0)
    raise UsageError(f"the objective must be one of {', '.join(OBJECTIVES)}, got {objective!r}")


def _price(number: Number, of: str) -> Fraction:
    price = exact_fraction(number, f"the price of {of}")
    if price < 0:
        raise UsageError(f"the price of {of} must not be negative, got {number}")
    return price


def _by_feature(
    prices: Mapping[str, Number], features: Sequence[Literal], columns: Sequence[str], usual: Fraction
) -> list[Fraction] | None:
    """The price of a literal on each feature: that of its column, where it has one."""
    exact = {column: _price(price, f"a literal on {column!r}") for column, price in prices.items()}
    unknown = sorted(set(exact) - {feature.column for feature in features} - set(columns))
    if unknown:
        raise UsageError(f"prices of literals must be for columns of the table, got {unknown[0]!r}")
    return [exact.get(feature.column, usual) for feature in features] if exact else None


def _errors(prices: Mapping[tuple[Label, Label], Number], classes: Sequence[Label]) -> list[list[Fraction]] | None:
    """What it costs to predict the second class for an example of the first: 1 where nothing else is said."""
    if not prices:
        return None
    index = {str(label): k for k, label in enumerate(classes)}
    table = [[Fraction(int(c != p)) for p in range(len(classes))] for c in range(len(classes))]
    for (actual, predicted), price in prices.items():
        for label in (actual, predicted):
            if str(label) not in index:
                raise UsageError(f"the price of an error must be of classes among {', '.join(index)}, got {label!r}")
        if str(actual) == str(predicted):
            raise UsageError(f"predicting {actual!r} for {predicted!r} is no error and has no price")
        table[index[str(actual)]][index[str(predicted)]] = _price(price, "an error")
    return table
