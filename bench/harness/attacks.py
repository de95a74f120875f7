"""What no verifier of proofs may accept."""

from __future__ import annotations

from shortlist.certify.checking import ProofRejectedError, verified
from shortlist.certify.proof import Proof


def is_fooled(proof: Proof) -> bool:
    """Does the fast verifier accept a bound that is one too high, of a list that is said to cost one more?"""
    result, higher = f"\nresult {proof.cost} {proof.bound}\n", f"\nresult {proof.cost} {proof.bound + 1}\n"
    try:
        verified(proof.text.replace(result.encode(), higher.encode()), proof.table, fast=True)
    except ProofRejectedError:
        return False
    return True
