"""What a verifier has accepted; apart from the verifiers, which few commands need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from shortlist.words import amount


@dataclass(frozen=True)
class Verified:
    """What a verifier accepts: no list costs less than `bound`, and the list of the proof costs `cost`."""

    cost: int
    bound: int
    sha256: str

    @property
    def optimal(self) -> bool:
        """Does no list cost less than this one?"""
        return self.bound == self.cost

    @property
    def record(self) -> dict[str, Any]:
        """The same as plain JSON values."""
        return {"sha256": self.sha256, "lower_bound": self.bound, "optimal": self.optimal}

    def words(self, unit: int = 1) -> str:
        """What is certified, by which proof; people are told costs in so many units."""
        bound = amount(self.bound / unit)
        said = "optimal" if self.optimal else f"no list costs less than {bound}, but this one costs more"
        return f"Certified, the proof was verified: {said}. SHA-256 {self.sha256}"
