"""Objectives as presets of prices: what a rule, a literal, the default rule and an error cost.

| model | preset | rule | literal | default rule | source |
|---|---|---|---|---|---|
| list, lists side by side | `paper` | Λ = ⌈λ·M⌉ | Λ | Λ | Yu et al. 2021: nodes |
| list | `corels` | λ·M | 0 | 0 | Angelino et al. 2018: rules |
| list | `customizable` | C | C₁ | 0 | Rudin and Ertekin 2018: rules and literals, dearer features, unequal errors |
| list | `budget` | 1/(k + 1) | 1/(k + 1) | 1/(k + 1) | the fewest errors with at most k nodes, then the fewest nodes |
| set | `opt` | Λ | Λ | | the paper's sets: literals and rules |
| set | `mds2` | Λ | 0 | | rules |
| set | `mds2*` | Λ·W | 1 | | rules, then literals |

For lists any single price can be given beside a preset, in errors; it then takes the place of the preset's. Prices are read
exactly (0.1 is a tenth). Only the paper rounds Λ up; λ·M and given prices may be fractions, and then all prices are multiplied
by their common denominator, which `Costs.error` tells: the price of one error in the units of the costs. A perfect model pays no
errors; there Λ and λ·M are 1. `node_price` is Λ itself, exactly: on 150 rows λ = 0.005 and 0.002 are the same Λ = 1, and a price of
0.75 lies between it and a perfect list. With k = `max_size` and no price at all, the objective is `budget`. For `mds2*`, W is above what any useful set has literals, and an error costs W, too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from shortlist.errors import DataError, UsageError
from shortlist.features.literal import Literal
from shortlist.features.rows import DistinctRows
from shortlist.models.model import ModelKind
from shortlist.option import by_name, check_columns, one_of, option
from shortlist.problems.costs import Costs, exact_fraction, node_cost, rounded_up
from shortlist.tables.table import Label

PRESETS = {
    ModelKind.LIST: ("paper", "corels", "customizable", "budget"),
    ModelKind.SET: ("opt", "mds2", "mds2*"),
    ModelKind.HYBRID: ("paper",),
}
"""The presets of each kind of model, its default first."""

Number = str | float | Fraction
USUAL_SHARE = "0.005"
_LARGEST_UNIT = 10**6
LARGEST_PRICE = 2**52  # a few of them fit 64 bits, and each is exact as a float
_OF_A_BUDGET = (
    8  # a leaf of the tree that guesses cut points has at least this part of the rows that a node of the budget has
)


class Form(StrEnum):
    """What an error of a sparse model is.

    `separated`, for sets (section "Separated Models"): an example counts once for its own class if no rule of the class covers
    it, and once for each other class whose rules cover it. `complete`: an example is wrong, once, unless it is given its class.
    """

    SEPARATED = "separated"
    COMPLETE = "complete"


@dataclass(frozen=True)
class Objective:
    """What is minimised: a preset of prices, or the prices themselves; a regularization of 0 asks for a perfect model."""

    regularization: Number | None = option(
        None,
        "Price of a node as a share of all rows; 0 allows no avoidable error (default: 0.005; with a largest size alone, none).",
        metavar="SHARE",
        short="-r",
    )
    preset: str | None = option(
        None,
        "Prices: paper, corels, customizable or budget for lists; opt, mds2 or mds2* for sets (default: the first).",
        name="objective",
        metavar="NAME",
        kinds=("list", "set"),
    )
    form: str | None = option(
        None,
        "Errors of a sparse set: of each class for itself (separated, the default), or of the set (complete).",
        metavar="NAME",
        kinds=("set",),
    )
    rule_price: Number | None = option(
        None, "Price of a rule in errors (default: the objective's).", metavar="PRICE", kinds=("list",)
    )
    literal_price: Number | None = option(
        None, "Price of a literal in errors (default: the objective's).", metavar="PRICE", kinds=("list",)
    )
    feature_prices: Mapping[str, Number] | None = option(
        None, "Prices of literals by column.", metavar="COLUMN=PRICE", each="feature_price", kinds=("list",)
    )
    error_prices: Mapping[tuple[Label, Label], Number] | None = option(
        None,
        "Prices of predicting the second class for the first (default: 1).",
        metavar="ACTUAL:PREDICTED=PRICE",
        each="error_price",
        kinds=("list",),
    )
    node_price: Number | None = option(
        None, "Price of a node in errors, exactly; takes the place of the share.", metavar="PRICE", kinds=("list",)
    )

    def __post_init__(self) -> None:
        for name in ("feature_prices", "error_prices"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, by_name(name, getattr(self, name)))
        for pair in self.error_prices or ():
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise UsageError(f"the price of an error must be of a pair (actual, predicted), got {pair!r}")

    @property
    def perfect(self) -> bool:
        """Must a model make no avoidable error?"""
        return self.node_price is None and self.share == 0

    @cached_property
    def share(self) -> Fraction:
        """λ, the price of a node as a share of all rows."""
        given = USUAL_SHARE if self.regularization is None else self.regularization
        return exact_fraction(given, "the regularization")

    @property
    def price_text(self) -> str:
        """The share, or the exact price of a node, as it was given."""
        if self.node_price is not None:
            return f"{self.node_price} errors a {'rule' if self.preset == 'corels' else 'node'}"
        return str(USUAL_SHARE if self.regularization is None else self.regularization)

    def within(self, max_size: int | None) -> Objective:
        """What is asked with this largest size: if it is all that is asked, the fewest errors, then the fewest nodes."""
        if self.node_price is not None and self.regularization is not None:
            raise UsageError("the regularization and the price of a node exclude each other")
        if self.preset == "budget" and max_size is None:
            raise UsageError("the objective budget needs a largest size")
        if max_size is None or not (self == Objective() or self.preset == "budget"):
            return self
        budget = Objective(preset="budget", node_price=Fraction(1, max_size + 1))
        if self not in (Objective(), Objective(preset="budget"), budget):
            raise UsageError(
                "the objective budget has no prices: it asks for the fewest errors, then the fewest nodes; leave it out to be asked for prices within the largest size"
            )
        return budget

    @property
    def has_prices(self) -> bool:
        """Is some single price given?"""
        given = (
            self.node_price,
            self.rule_price,
            self.literal_price,
            self.feature_prices or None,
            self.error_prices or None,
        )
        return any(price is not None for price in given)

    def check_columns(self, columns: Sequence[str]) -> None:
        """Refuse prices of what is no column."""
        check_columns("prices of literals (--feature-price)", self.feature_prices or (), columns)

    def preset_of(self, kind: ModelKind) -> str:
        """The name of the preset."""
        known = PRESETS[kind]
        return known[0] if self.preset is None else one_of(f"the objective of a {kind.noun}", self.preset, known)

    def form_of(self, kind: ModelKind) -> Form:
        """How errors are counted: `separated` sets unless asked otherwise; all else knows `complete` only."""
        if self.form is not None:
            one_of("the form of a set", self.form, list(Form))
        if kind is not ModelKind.SET:
            if self.form is not None:
                raise UsageError("the form of errors can be chosen for sets only")
            return Form.COMPLETE
        return Form.SEPARATED if self.form is None else Form(self.form)


def costs_of(
    objective: Objective,
    kind: ModelKind,
    rows: DistinctRows,
    features: Sequence[Literal],
    classes: Sequence[Label],
    *,
    columns: Sequence[str] = (),
    scale: int = 1,
) -> Costs:
    """The prices of an objective for these rows.

    `columns` are those that prices may be given for beside the features' own: a constant column has no feature. Prices are given in
    errors of weight 1, which count as `scale`; a perfect model pays no errors.

    >>> import numpy as np
    >>> rows = DistinctRows(np.zeros((2, 3), bool), np.full((2, 2), 25))
    >>> costs_of(Objective("0.025", "corels"), ModelKind.LIST, rows, (), (0, 1))
    Costs(rule=5, literal=0, default=0, by_feature=None, errors=None, error=2)
    >>> costs_of(Objective(0.05, "opt"), ModelKind.SET, rows, (), (0, 1))
    Costs(rule=5, literal=5, default=0, by_feature=None, errors=None, error=1)
    """
    preset = objective.preset_of(kind)
    if rows.weight > LARGEST_PRICE:
        raise DataError(f"the weights of all rows together must not be above 2**52, got {rows.weight}")
    if kind is not ModelKind.LIST and objective.has_prices:
        raise UsageError(f"prices of rules, literals and errors can be given for lists only, but the model is a {kind}")
    if kind is ModelKind.SET:
        return _set_costs(preset, _node_cost(objective, rows.weight), rows)
    rule, literal, default, by_column = _list_prices(objective, rows.weight, scale)
    check_columns(
        "prices of literals (--feature-price)", by_column, [*columns, *(feature.column for feature in features)]
    )
    by_feature = [by_column.get(feature.column, literal) for feature in features] if by_column else None
    errors = _errors(objective.error_prices or {}, classes)
    every = [rule, literal, default, *(by_feature or ()), *(price for row in errors or () for price in row)]
    unit = math.lcm(*(price.denominator for price in every))
    if unit > _LARGEST_UNIT:
        raise UsageError(f"prices must have a common denominator of at most {_LARGEST_UNIT}, got {unit}")

    def units(price: Fraction) -> int:
        return price.numerator * (unit // price.denominator)

    by_error = None if errors is None else tuple(tuple(map(units, row)) for row in errors)
    dearest_error = unit if by_error is None else max(map(max, by_error))
    check_prices(max(map(units, every)), dearest_error * rows.weight)
    return Costs(
        units(rule),
        units(literal),
        units(default),
        None if by_feature is None else tuple(map(units, by_feature)),
        by_error,
        unit,
    )


def check_prices(dearest: Fraction | int, all_errors: Fraction | int) -> None:
    """Refuse prices that the engines could not add up, counted in the smallest price."""
    if max(dearest, all_errors) > LARGEST_PRICE:
        raise UsageError(
            "prices, and that of all rows as errors, must not be above 2**52 times the unit that all of them are multiples of"
        )


def by_price(objective: Objective, columns: Sequence[str], weight: int, scale: int = 1) -> list[frozenset[str]]:
    """The columns in groups on which a literal costs the same, the cheapest first."""
    if not objective.feature_prices:
        return [frozenset(columns)]
    _, usual, _, own = _list_prices(objective, weight, scale)
    prices = {name: own.get(name, usual) for name in columns}
    return [frozenset(k for k in columns if prices[k] == price) for price in sorted({*prices.values()})]


def column_prices(objective: Objective, unit: int, weight: int, scale: int = 1) -> dict[str, int]:
    """What a literal costs on each column that has a price of its own, in units of which an error costs so many; rounded down."""
    own = _list_prices(objective, weight, scale)[3] if objective.feature_prices else {}
    return {name: int(price * unit) for name, price in own.items()}


def least_rule_gain(objective: Objective, weight: int, scale: int = 1) -> int:
    """About what a rule must get right to pay for itself: the price of a node, at least 1; an error of weight 1 is `scale`."""
    if objective.preset == "budget":
        price = exact_fraction(objective.node_price or 1, "the price of a node")
        return max(rounded_up(price / _OF_A_BUDGET, weight), 1)
    if objective.node_price is None:
        return max(min(rounded_up(objective.share, weight), weight), 1)
    return max(rounded_up(exact_fraction(objective.node_price, "the price of a node"), scale), 1)


def _node_cost(objective: Objective, weight: int) -> int:
    """Λ: 1 for perfect models."""
    return 1 if objective.perfect else node_cost(objective.share, weight)


def _set_costs(preset: str, price: int, rows: DistinctRows) -> Costs:
    """The prices of a set when a unit of size costs so many errors."""
    if preset == "opt":
        return Costs(price, price, 0)
    if preset == "mds2":
        return Costs(price, 0, 0)
    # A useful set has no more rules than rows for each class, and no more literals in a rule than features.
    most_literals = len(rows) * rows.counts.shape[1] * rows.n_features
    check_prices(price * (most_literals + 1), rows.weight * (most_literals + 1))
    return Costs(price * (most_literals + 1), 1, 0, error=most_literals + 1)


def _list_prices(
    objective: Objective, weight: int, scale: int
) -> tuple[Fraction, Fraction, Fraction, dict[str, Fraction]]:
    """What a rule, a literal and the default rule of a list cost, and a literal on columns with a price of their own."""
    preset = objective.preset_of(ModelKind.LIST)
    scale = 1 if objective.perfect or preset == "budget" else scale
    rule, literal, default = _preset(preset, objective, weight, scale)
    rule = rule if objective.rule_price is None else _price(objective.rule_price, "a rule") * scale
    literal = literal if objective.literal_price is None else _price(objective.literal_price, "a literal") * scale
    if rule is None or literal is None:
        raise UsageError("the objective customizable needs the prices of a rule and of a literal")
    given = (objective.feature_prices or {}).items()
    return rule, literal, default, {name: _price(price, f"a literal on {name!r}") * scale for name, price in given}


def _preset(
    preset: str, objective: Objective, weight: int, scale: int
) -> tuple[Fraction | None, Fraction | None, Fraction]:
    """The prices of a rule, a literal and the default rule; None where they must be given."""
    share = objective.share
    if preset in ("paper", "budget"):
        price = Fraction(_node_cost(objective, weight))
        if objective.node_price is not None:
            price = _price(objective.node_price, "a node") * scale
            if not price:
                raise UsageError("the price of a node must be above 0; a regularization of 0 asks for a perfect list")
        return price, price, price
    if preset == "customizable":
        if objective.node_price is not None:
            raise UsageError("the objective customizable has prices of a rule and of a literal, not of a node")
        return None, None, Fraction(0)
    if objective.node_price is not None:
        return _price(objective.node_price, "a rule") * scale, Fraction(0), Fraction(0)
    if not 0 <= share <= 1:
        raise UsageError(f"the regularization must be from 0 to 1, got {objective.regularization}")
    return Fraction(1) if share == 0 else share * weight, Fraction(0), Fraction(0)


def _price(number: Number, of: str) -> Fraction:
    price = exact_fraction(number, f"the price of {of}")
    if price < 0:
        raise UsageError(f"the price of {of} must not be negative, got {number}")
    return price


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
