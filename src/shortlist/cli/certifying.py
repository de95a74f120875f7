"""Commands of proofs: `certify` makes one, `canonical` writes the table that it is about, `verify` checks it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from shortlist.certify.again import claims_again
from shortlist.certify.canonical import canonical_table
from shortlist.certify.checking import ProofRejectedError, read_proof, verified
from shortlist.certify.claimed import claims_of
from shortlist.certify.proof import certify_claims as by_bounds
from shortlist.certify.verified import Verified, Witness
from shortlist.cli import options
from shortlist.cli.answering import STOPPED
from shortlist.cli.judging import JUDGE_OPTIONS, print_json
from shortlist.cli.process import check_writable, remark
from shortlist.cli.reading import training_table
from shortlist.errors import UsageError
from shortlist.files.modelfile import read_model
from shortlist.interrupts import SIGNALS
from shortlist.learn import Learned
from shortlist.models.model import ModelKind
from shortlist.options import all_options, request
from shortlist.problems.indexed import all_rules
from shortlist.problems.limits import Clock
from shortlist.show.claims import cost_text
from shortlist.words import amount, count
from shortlist.writing import write_bytes

TABLE_OPTIONS = [option for option in JUDGE_OPTIONS if option.name not in ("target", "weight", "stream")]
CERTIFY_OPTIONS = [
    *TABLE_OPTIONS,
    *(option for option in all_options() if option.name in ("time_limit", "memory_limit")),
]
Output = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Write it to this file.")]


@options.takes(CERTIFY_OPTIONS)
def certify(
    context: typer.Context,
    model: options.ModelPath,
    data: options.Data,
    *,
    output: Output,
    witness: Annotated[
        Witness,
        typer.Option(help="bounds: claims about bounds; lrat: steps from the paper's clauses, for small tables."),
    ] = Witness.BOUNDS,
    as_json: options.Json = False,
    **values: Any,
) -> None:
    """Write a proof of what a model claims, which `shortlist-verify` checks; a verifier is asked at once."""
    limits = {name: values.pop(name) for name in ("time_limit", "memory_limit") if values.get(name) is not None}
    clock = request(ModelKind.LIST, limits).limits.start(context.obj)
    check_writable(output, model, data)
    file = read_model(model)
    claims, made = claims_again(file, training_table(file, data, values)), by_bounds
    if witness is Witness.LRAT:
        from shortlist.certify.witness import certify_claims_by_clauses as made  # noqa: PLC0415  # PySAT is loaded late
    proof = made(claims, clock.rest())
    SIGNALS.answering()
    assert file.claim is not None
    found = verified(proof.text, proof.table, fast=True).of(file.claim, (claimed.bound for claimed in claims))
    proof.write(output)
    remark(STOPPED.get(proof.stopped, ()))
    _tell(found, as_json=as_json, text=partial(cost_text, file.model, file.claim))


def certify_learned(learned: Learned, output: Path, clock: Clock) -> Verified | None:
    """Write a proof of what was learned, once a verifier has accepted it; None where there is no list."""
    lists = learned.solution.lists
    if lists is None or learned.claim is None:
        return None
    claims = claims_of(learned.problem, all_rules(lists), learned.claim)
    proof = by_bounds(claims, clock.rest())
    found = verified(proof.text, proof.table, fast=True).of(learned.claim, (claimed.bound for claimed in claims))
    proof.write(output)
    return found


@options.takes(TABLE_OPTIONS)
def canonical(
    data: options.Data,
    model: options.ModelPath,
    *,
    output: Output,
    **values: Any,
) -> None:
    """Write the canonical table of a model: what its proof is about, one line for each distinct row."""
    check_writable(output, model, data)
    file = read_model(model)
    claims = claims_again(file, training_table(file, data, values))
    try:
        write_bytes(output, b"".join(canonical_table(claimed.problem) for claimed in claims))
    except OSError as error:
        raise UsageError(f"{output}: cannot be written ({error.strerror or error})") from None


def verify(
    proof: Annotated[str, typer.Argument(metavar="PROOF", help="Proof written by certify.")],
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Table written by canonical.")],
    *,
    fast: Annotated[bool, typer.Option("--fast", help="By the verifier in native code.")] = False,
    as_json: options.Json = False,
) -> None:
    """Check a proof; exit with 1 if it does not hold."""
    try:
        found = verified(read_proof(proof), read_proof(table), fast=fast)
    except ProofRejectedError as fault:
        if as_json:
            print_json({"verified": False, "why": str(fault)})
        else:
            print(f"REJECTED: {fault}.")
        raise typer.Exit(1) from None
    _tell(found, as_json=as_json)


def _tell(found: Verified, *, as_json: bool, text: Callable[[int], str] = amount) -> None:
    if as_json:
        record = {"verified": True, "optimal": found.optimal, "cost": found.cost, "bound": found.bound}
        claimed = {} if found.claimed is None else {"claimed": found.claimed}
        print_json(record | claimed | {"witness": str(found.witness), "sha256": found.sha256})
        return
    bound, cost = text(found.bound), text(found.cost)
    if found.parts:
        said = f"VERIFIED: no parts cost less than {bound} together, each on its own rows; these cost {cost}."
    else:
        optimal = "It is optimal among these." if found.proved_size else "It is optimal."
        best = optimal if found.optimal else f"The list costs {cost}; whether it is the best is open."
        limits = (
            f"of at most {count(found.proved_size, 'node')}" if found.proved_size else "within the limits of the proof"
        )
        said = f"VERIFIED: no list {limits} costs less than {bound}. {best}"
    print(f"{said}{found.less_text(text)}\nSHA-256 of the {found.witness.words}: {found.sha256}")
