"""Proofs checked by the verifiers, which know nothing of this package: one in plain Python, a fast one in native code."""

from __future__ import annotations

import hashlib
import re
from itertools import pairwise
from pathlib import Path

from shortlist import _verify
from shortlist.certify.verified import Verified, Witness
from shortlist.errors import ShortlistError, UsageError
from shortlist_verifier import lrat
from shortlist_verifier import verify as plain

STEPS = 10**10
"""Conjunctions that the fast verifier looks at before it gives up; it is some hundred times as fast as the plain one."""


class ProofRejectedError(ShortlistError):
    """A verifier does not accept a proof, in one sentence."""


def verified(proof: bytes, table: bytes, *, fast: bool) -> Verified:
    """What is proved of the canonical table, or of several, one behind the other; a proof that does not hold is refused."""
    proofs, tables = pieces(proof), pieces(table)
    if len(proofs) != len(tables):
        raise ProofRejectedError(f"there must be as many proofs as tables, got {len(proofs)} and {len(tables)}")
    witness, *others = {Witness.LRAT if piece.startswith(b"shortlist-lrat ") else Witness.BOUNDS for piece in proofs}
    if others:
        raise ProofRejectedError("the proofs of all parts must be of one kind")
    found = [_verified(*pair, fast=fast) for pair in zip(proofs, tables, strict=True)]
    cost, bound = sum(cost for cost, _ in found), sum(bound for _, bound in found)
    parts = len(found) if len(found) > 1 else 0
    return Verified(cost, bound, hashlib.sha256(proof).hexdigest(), witness, parts)


def pieces(data: bytes) -> list[bytes]:
    r"""Proofs or tables that stand one behind the other; something that is neither stays whole.

    As the plain verifier divides them, which looks at every byte in the shorter way: a quarter of a fast check of a large table.

    >>> pieces(b"shortlist-table 1\nshortlist-table 2\n")
    [b'shortlist-table 1\n', b'shortlist-table 2\n']
    """
    starts = [0, *(head.end() for head in re.finditer(rb"\n(?=shortlist-)", data)), len(data)]
    return [data[start:end] for start, end in pairwise(starts)]


def _verified(proof: bytes, table: bytes, *, fast: bool) -> tuple[int, int]:
    """The cost and the bound of one proof."""
    try:
        if proof.startswith(b"shortlist-lrat "):
            found = lrat.verify(proof, table, refuted_fast if fast else lrat.refute)
            bound, cost = found["bound"], found["cost"]
        elif fast:
            bound, cost = _verify.verify(proof, table, hashlib.sha256(table).hexdigest(), steps=STEPS)
        else:
            found = plain.verify(proof, table)
            bound, cost = found["bound"], found["cost"]
    except (plain.Rejected, lrat.Rejected, _verify.Rejected) as fault:
        raise ProofRejectedError(str(fault)) from None
    except RecursionError:
        raise ProofRejectedError("the proof needs more memory than there is") from None
    return cost, bound


def refuted_fast(formula: lrat.Formula, steps: bytes) -> None:
    """Check the steps of an LRAT proof in native code; the formula is the plain verifier's."""
    _verify.refute(formula.flat, formula.count, steps)


def read_proof(path: str) -> bytes:
    """The bytes of a proof or a canonical table, unpacked where they are packed; a file that is not there proves nothing false."""
    if not Path(path).exists():
        raise UsageError(f"{path}: no such file")
    try:
        return bytes(plain.read_bytes(path))
    except plain.Rejected as fault:
        raise ProofRejectedError(str(fault)) from None
