"""What is claimed of a model: its cost, what no model goes below, and how the cost adds up.

A claim must agree with itself, with the model's own rules, and with a recount from raw rows; what does not is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from shortlist.checks.recount import Confusion, Recount
from shortlist.errors import WrongAnswerError
from shortlist.models.model import Model, ModelKind
from shortlist.problems.costs import Costs
from shortlist.problems.objective import Form
from shortlist.problems.scope import EveryCut, Scope
from shortlist.problems.solution import Part, Status


@dataclass(frozen=True)
class Claim:
    """What was proved of a model in training.

    `scope` says among which models; `regularization` is the share that the prices come from, as it was given. `counted` is the
    recount of the training rows, `column_prices` what literals on a column cost where that is not the usual price. `form` says which
    errors are charged. `forced_errors` are those that equal rows of several classes force on every function of the columns;
    `every_cut` is what is known of lists over other cut points, None where there are no others. A list that is not proved to be the best
    of all may be so among those of at most `proved_size` nodes.
    """

    status: Status
    cost: int
    lower_bound: int
    size: int
    counted: Recount
    costs: Costs
    perfect: bool
    objective: str
    form: Form
    engine: str
    scope: Scope
    regularization: str = ""
    column_prices: Mapping[str, int] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()
    forced_errors: int | None = None
    every_cut: EveryCut | None = None
    proved_size: int | None = None

    def __post_init__(self) -> None:
        if self.status not in (Status.OPTIMAL, Status.FEASIBLE):
            raise WrongAnswerError(f"a claim must be of status optimal or feasible, got {self.status}")
        beyond = None if self.every_cut is None else self.every_cut.lower_bound
        if beyond is not None and beyond > self.lower_bound:
            raise WrongAnswerError(f"a bound over every cut point must not be above {self.lower_bound}, got {beyond}")
        if self.lower_bound > self.cost or (self.status is Status.OPTIMAL and self.lower_bound != self.cost):
            raise WrongAnswerError(
                f"a claim of status {self.status} must not have cost {self.cost}, bound {self.lower_bound}"
            )

        if self.proved_size is not None and (self.status is Status.OPTIMAL or self.proved_size < self.size):
            raise WrongAnswerError(
                f"a list of {self.size} nodes, {self.status}, must not be proved only among those of {self.proved_size}"
            )

    def cost_of(self, model: Model, found: Recount) -> int:
        """What a model costs by these prices if a recount found this: Σ prices, and losses unless it must be perfect."""
        return self._prices(model) + (0 if self.perfect else self.loss_of(found))

    def paid(self, cost: int, scale: int) -> Fraction:
        """A cost in the user's units: errors of weight 1, which count as `scale`; a perfect model pays in nodes, or by its prices.

        `mds2*` has two units at once, rules or errors and then literals, and keeps its own.
        """
        return Fraction(cost, (1 if self.perfect else scale) * (1 if self.objective == "mds2*" else self.costs.error))

    @property
    def by_size(self) -> bool:
        """Do rules and literals cost the same, so that the cheapest of perfect lists is the smallest?"""
        return self.costs.by_size and not self.column_prices

    def _prices(self, model: Model) -> int:
        by_literal = sum(self.column_prices.get(literal.column, self.costs.literal) for literal in model.literals)
        if model.kind is ModelKind.LIST:
            return self.costs.rule * (len(model.rules) - 1) + by_literal + self.costs.default
        return self.costs.rule * len(model.rules) + by_literal

    def loss_of(self, found: Recount) -> int:
        """What a recount's errors cost by these prices."""
        if self.form is Form.SEPARATED:
            return self.costs.error * found.class_errors
        if self.costs.errors is None:
            return self.costs.error * found.errors
        prices = self.costs.errors
        return sum(prices[c][p] * n for c, row in enumerate(found.confusion) for p, n in enumerate(row[:-1]))

    def check(self, model: Model, found: Recount) -> None:
        """The claim must be what the model's rules and a recount say."""
        self._check_shape(model)
        claimed, said = (self.size, self.cost), (model.size, self.cost_of(model, found))
        if claimed != said:
            raise WrongAnswerError(f"size and cost are claimed to be {claimed}, but the rules and the rows say {said}")
        said_of_rows = (tuple(rule.counts for rule in model.rules), model.silent)
        if (found.counts, found.silent) != said_of_rows or found != self.counted:
            raise WrongAnswerError("the rules are claimed to decide other rows than they do")

    def _check_shape(self, model: Model) -> None:
        """Tables must be of the model's classes, and parts of them, and parts must add up."""
        n = len(model.classes)
        if len(self.counted.confusion) != n:
            raise WrongAnswerError(f"a confusion table must be of {n} classes, got {len(self.counted.confusion)}")
        undecided = [row[-1] for row in self.counted.confusion]
        if self.counted.silent and any(a > b for a, b in zip(self.counted.silent, undecided, strict=True)):
            raise WrongAnswerError(f"rows without an answer must be among the undecided, got {self.counted.silent}")
        if [sum(row) for row in self.counted.undecided] != (undecided if any(undecided) else []):
            raise WrongAnswerError(
                f"undecided rows are claimed to be {undecided}, but what they are given adds up otherwise"
            )
        if self.costs.errors is not None and len(self.costs.errors) != n:
            raise WrongAnswerError(f"prices of errors must be for {n} classes, got {len(self.costs.errors)}")
        for part in self.parts:
            if not set(part.labels) <= set(model.classes):
                raise WrongAnswerError(f"a part must be of the classes {model.classes}, got {part.labels}")
        if self.parts and (len(model.rules), model.size) != (
            sum(part.rules for part in self.parts),
            sum(part.size for part in self.parts),
        ):
            raise WrongAnswerError("the rules and sizes of the parts must add up to those of the model")

    def check_alone(self, model: Model) -> None:
        """The claim must be what the model's rules say, as far as they can without the rows.

        The counts of a list's rules are its confusion table, and each error is one for two classes: the row's own and the one
        it is given. Of other models they are not, for rules may overlap.
        """
        found = self.counted
        if model.kind is ModelKind.LIST:
            confusion = confusion_of_list(model)
            errors = Recount(found.counts, confusion, 0).errors
            found = Recount(found.counts, confusion, 2 * errors)
        self.check(model, found)


def confusion_of_list(model: Model) -> Confusion:
    """The confusion table that the counts of a list's rules add up to.

    >>> from shortlist.models.model import Rule, decision_list
    >>> confusion_of_list(decision_list([Rule((), "yes", (2, 5))], ("no", "yes")))
    ((0, 2, 0), (0, 5, 0))
    """
    n = len(model.classes)
    table = [[0] * (n + 1) for _ in range(n)]
    for rule in model.rules:
        for c, weight in enumerate(rule.counts):
            table[c][model.classes.index(rule.label)] += weight
    return tuple(map(tuple, table))
