"""Proofs checked by the verifiers, which know nothing of this package: one in plain Python, a fast one in native code."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from shortlist import _verify
from shortlist.errors import ShortlistError
from shortlist.words import amount
from shortlist_verifier import verify as plain

STEPS = 10**10
"""Conjunctions that the fast verifier looks at before it gives up; it is some hundred times as fast as the plain one."""


class ProofRejectedError(ShortlistError):
    """A verifier does not accept a proof, in one sentence."""


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


def verified(proof: bytes, table: bytes, *, fast: bool) -> Verified:
    """What is proved of the canonical table; a proof that does not hold is refused."""
    try:
        if fast:
            bound, cost = _verify.verify(proof, table, hashlib.sha256(table).hexdigest(), steps=STEPS)
        else:
            found = plain.verify(proof, table)
            bound, cost = found["bound"], found["cost"]
    except (plain.Rejected, _verify.Rejected) as fault:
        raise ProofRejectedError(str(fault)) from None
    except RecursionError:
        raise ProofRejectedError("the proof needs more memory than there is") from None
    return Verified(cost, bound, hashlib.sha256(proof).hexdigest())


def read_proof(path: str) -> bytes:
    """The bytes of a proof or a canonical table, unpacked where they are packed."""
    try:
        return bytes(plain.read_bytes(path))
    except plain.Rejected as fault:
        raise ProofRejectedError(str(fault)) from None
