"""What a proof says of a model, for the commands that name one: it is verified first."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from shortlist.certify.again import claims_again
from shortlist.certify.canonical import canonical_table, header
from shortlist.certify.checking import ProofRejectedError, pieces, read_proof, verified
from shortlist.certify.verified import Verified
from shortlist.cli.reading import training_table
from shortlist.files.modelfile import ModelFile
from shortlist.show.claims import cost_text


def certified_by(path: str, file: ModelFile, data: str, values: dict[str, Any]) -> Verified:
    """What a proof says of a model, verified against the table that the model was learned from; it must be of this model's list."""
    claims = claims_again(file, training_table(file, data, dict(values)))
    text, table = read_proof(path), b"".join(canonical_table(claimed.problem) for claimed in claims)
    found = verified(text, table, fast=True)
    # The header behind the digest is what the model would be given, up to the bound.
    for claimed, piece in zip(claims, pieces(text), strict=True):
        own = header(claimed, "", 0).encode("ascii").partition(b"lists ")[2].removesuffix(b" 0\n")
        if own not in piece:
            raise ProofRejectedError("the proof is of another list, or of other prices or limits")
    assert file.claim is not None
    return found.of(file.claim, (claimed.bound for claimed in claims))


def certificate_of(file: ModelFile, data: str, proof: Path, values: dict[str, Any]) -> str:
    """What a proof says of a model, in words, once a verifier has accepted it."""
    found = certified_by(str(proof), file, data, values)
    assert file.claim is not None
    return f"{found.words(partial(cost_text, file.model, file.claim))} ({proof.name}); shortlist verify checks it again"
