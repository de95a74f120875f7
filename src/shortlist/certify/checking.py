"""Proofs checked by the verifiers, which know nothing of this package: one in plain Python, a fast one in native code."""

from __future__ import annotations

import hashlib

from shortlist import _verify
from shortlist.certify.verified import Verified
from shortlist.errors import ShortlistError
from shortlist_verifier import verify as plain

STEPS = 10**10
"""Conjunctions that the fast verifier looks at before it gives up; it is some hundred times as fast as the plain one."""


class ProofRejectedError(ShortlistError):
    """A verifier does not accept a proof, in one sentence."""


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
