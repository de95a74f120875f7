"""Two engines that share no code, one claim: what the second confirms of the first, or that one of them is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from shortlist.errors import WrongAnswerError
from shortlist.problems.solution import Solution, Status
from shortlist.words import amount


@dataclass(frozen=True)
class CrossCheck:
    """What the second engine says, and whether it proves the same as the first; if not, it does not contradict it.

    People are told costs in so many units.
    """

    solution: Solution
    confirmed: bool
    unit: int = 1

    def __str__(self) -> str:
        return self.words(lambda cost: amount(cost / self.unit))

    def words(self, text: Callable[[int], str]) -> str:
        """What the second engine says; `text` tells a cost."""
        other = self.solution
        if other.status is Status.INFEASIBLE:
            return f"Cross-check: {other.engine} proves, too, that there is no such list."
        if self.confirmed:
            return f"Cross-check: {other.engine} proves the same cost {text(other.cost or 0)} on its own."
        best = "no list" if other.cost is None else f"a list of cost {text(other.cost)}"
        return (
            f"Cross-check: {other.engine} contradicts nothing, but proves less: "
            f"it finds {best} and that none costs less than {text(other.lower_bound)}."
        )


def compare(first: Solution, second: Solution, unit: int = 1) -> CrossCheck:
    """Set two solutions of one problem against each other; a bound above the other's cost is a wrong answer.

    Both costs are recounted before, so a contradiction means that a bound, a proof, is wrong.
    """
    for one, other in ((first, second), (second, first)):
        if other.cost is not None and one.status is Status.INFEASIBLE:
            raise WrongAnswerError(
                f"engine {one.engine} proves that there is no list, but {other.engine} has one of cost {other.cost}"
            )
        if other.cost is not None and one.lower_bound > other.cost:
            raise WrongAnswerError(
                f"engine {one.engine} proves that no list costs less than {one.lower_bound}, "
                f"but {other.engine} has one of cost {other.cost}"
            )
    proved = {Status.OPTIMAL, Status.INFEASIBLE}
    return CrossCheck(second, confirmed=first.status in proved and first.status is second.status, unit=unit)
