"""Among which models a claim holds: the yes/no questions that were asked, where numbers were cut, and what was to be kept to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from shortlist.problems.constraints import FREE, Constraints
from shortlist.words import count


@dataclass(frozen=True)
class Scope:
    """What is proved is proved among all models over these questions that keep to these constraints.

    `cuts` says how numbers were cut, and which categories were put together; it is empty where there was nothing to choose.

    >>> str(Scope(34, 7, "guessed cut points", Constraints(max_rules=3)))
    '34 yes/no questions on 7 columns (guessed cut points), with at most 3 rules beside the default'
    """

    questions: int
    columns: int
    cuts: str = ""
    constraints: Constraints = FREE

    def within(self, max_size: int) -> Scope:
        """The same among models of at most so many nodes."""
        return replace(self, constraints=replace(self.constraints, max_size=max_size))

    def __str__(self) -> str:
        over = f"{count(self.questions, 'yes/no question')} on {count(self.columns, 'column')}"
        cuts = f" ({self.cuts})" if self.cuts else ""
        kept = self.constraints.words()
        return f"{over}{cuts}{', with ' if kept else ''}{kept}"


NO_TIME = "there was no time for a bound"
TIME_OVER = "the time for this bound was over"


@dataclass(frozen=True)
class EveryCut:
    """What is known of lists over every cut point, not only over those that were asked: a bound, or why there is none.

    Of a bound that more time might have raised, `why_not` says so.
    """

    lower_bound: int | None = None
    why_not: str = ""
