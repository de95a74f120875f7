"""What a proof says of a model, for the commands that name one: it is verified first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from shortlist.certify.again import problem_again, rules_again
from shortlist.certify.canonical import canonical_table, header, in_order
from shortlist.certify.checking import ProofRejectedError, read_proof, verified
from shortlist.certify.verified import Verified
from shortlist.cli.reading import training_table
from shortlist.files.modelfile import ModelFile


def certified_by(path: str, file: ModelFile, data: str, values: dict[str, Any]) -> Verified:
    """What a proof says of a model, verified against the table that the model was learned from; it must be of this model's list."""
    problem = problem_again(file, training_table(file, data, dict(values)))
    text, table = read_proof(path), canonical_table(in_order(problem))
    found = verified(text, table, fast=True)
    # The header behind the digest is what the model would be given, up to the bound.
    own = header(problem, "", rules_again(file, problem), found.cost, found.bound).encode("ascii")
    if own.partition(b"lists ")[2] not in text:
        raise ProofRejectedError("the proof is of another list, or of other prices or limits")
    return found


def certificate_of(file: ModelFile, data: str, proof: Path, values: dict[str, Any]) -> str:
    """What a proof says of a model, in words, once a verifier has accepted it."""
    found = certified_by(str(proof), file, data, values)
    perfect = file.claim is not None and file.claim.perfect
    return f"{found.words(1 if perfect else file.model.scale)} ({proof.name}); shortlist verify checks it again"
