"""What no verifier of proofs may accept."""

from __future__ import annotations

import re

from shortlist.certify.checking import ProofRejectedError, verified
from shortlist.certify.proof import Proof


def is_fooled(proof: Proof, *, fast: bool = True) -> bool:
    """Does a verifier accept a bound that is one too high, of the best list with a rule more?"""
    try:
        verified(with_needless_rule(proof, proof.bound + 1), proof.table, fast=fast)
    except ProofRejectedError:
        return False
    return True


def with_needless_rule(proof: Proof, bound: int) -> bytes:
    """The proof with another bound, and with a list that is dearer, so that the bound is not above its cost.

    The last rule, before the default, asks for the first feature and gives the default label: it changes no answer.
    """
    text = proof.text.decode("ascii")
    rule, literal = (int(_line(text, word).split()[0]) for word in ("prices", "literals"))
    default = _line(text, "default")
    text = text.replace(f"\ndefault {default}\n", f"\nrule {default} 1\ndefault {default}\n", 1)
    result = f"\nresult {proof.cost + rule + literal} {bound}\n"
    return text.replace(f"\nresult {_line(text, 'result')}\n", result, 1).encode("ascii")


def _line(text: str, word: str) -> str:
    found = re.search(rf"^{word} (.*)$", text, re.MULTILINE)
    assert found is not None
    return found[1]
