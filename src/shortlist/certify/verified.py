"""What a verifier has accepted; apart from the verifiers, which few commands need."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from shortlist.checks.claim import Claim
from shortlist.words import amount, count


class Witness(StrEnum):
    """What a proof is made of: claims about bounds, or steps from the paper's clauses to the empty one."""

    BOUNDS = "bounds"
    LRAT = "lrat"

    @property
    def words(self) -> str:
        """What such a proof is called."""
        return "LRAT proof" if self is Witness.LRAT else "proof"


@dataclass(frozen=True)
class Verified:
    """What a verifier accepts: no list costs less than `bound`, and the list of the proof costs `cost`.

    Of a model of so many parts, each of which is charged for itself (0: a whole list), they are sums over the parts. `proved_size` is
    the number of nodes that lists were narrowed to, where only that could be proved. `claimed` is the bound that the model claims.
    """

    cost: int
    bound: int
    sha256: str
    witness: Witness = Witness.BOUNDS
    parts: int = 0
    proved_size: int | None = None
    claimed: int | None = None

    def of(self, claim: Claim, bounds: Iterable[int]) -> Verified:
        """The same, of the model that this is claimed of, with the bounds that are claimed of the whole or of each part."""
        return replace(self, parts=len(claim.parts), proved_size=claim.proved_size, claimed=sum(bounds))

    @property
    def proves_less(self) -> bool:
        """Is a higher bound claimed than is proved?"""
        return self.claimed is not None and self.bound < self.claimed

    @property
    def optimal(self) -> bool:
        """Does no list cost less than this one?"""
        return self.bound == self.cost

    @property
    def record(self) -> dict[str, Any]:
        """The same as plain JSON values."""
        parts = {"parts": self.parts} if self.parts else {}
        found = {
            "sha256": self.sha256,
            "lower_bound": self.bound,
            "optimal": self.optimal,
            "proves_less": self.proves_less,
            "witness": str(self.witness),
        }
        return found | parts | ({} if self.proved_size is None else {"proved_size": self.proved_size})

    def words(self, text: Callable[[int], str] = amount) -> str:
        """What is certified, by which proof; `text` tells a cost."""
        bound = text(self.bound)
        if self.parts:
            each = "each of its parts costs least on its rows"
            said = each if self.optimal else f"its parts cost no less than {bound} together, but these cost more"
        else:
            few = "" if self.proved_size is None else f" of at most {count(self.proved_size, 'node')}"
            best = f"optimal among lists{few}" if few else "optimal"
            said = best if self.optimal else f"no list{few} costs less than {bound}, but this one costs more"
        return f"Certified, the {self.witness.words} was verified: {said}.{self.less_text(text)} SHA-256 {self.sha256}"

    def less_text(self, text: Callable[[int], str] = amount) -> str:
        """That less is proved than is claimed, where it is so, with a blank before it."""
        if self.claimed is None or not self.proves_less:
            return ""
        return f" THIS IS LESS THAN CLAIMED: the model claims a bound of {text(self.claimed)}, proved is {text(self.bound)}."
