"""Commands of proofs: `certify` makes one, `canonical` writes the table that it is about, `verify` checks it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from shortlist.certify.again import problem_again, rules_again
from shortlist.certify.canonical import canonical_table, in_order
from shortlist.certify.checking import ProofRejectedError, read_proof, verified
from shortlist.certify.proof import certify as make_proof
from shortlist.certify.verified import Verified
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
from shortlist.problems.limits import Clock
from shortlist.words import amount
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
    as_json: options.Json = False,
    **values: Any,
) -> None:
    """Write a proof of what a model claims, which `shortlist-verify` checks; a verifier is asked at once."""
    limits = {name: values.pop(name) for name in ("time_limit", "memory_limit") if values.get(name) is not None}
    clock = request(ModelKind.LIST, limits).limits.start(context.obj)
    check_writable(output)
    file = read_model(model)
    problem = problem_again(file, training_table(file, data, values))
    assert file.claim is not None
    rules = rules_again(file, problem)
    proof = make_proof(problem, rules, bound=file.claim.lower_bound, limits=clock.rest())
    SIGNALS.answering()
    found = verified(proof.text, proof.table, fast=True)
    proof.write(output)
    remark(STOPPED.get(proof.stopped, ()))
    unit = 1 if problem.perfect else file.weighting.scale
    _tell(found, as_json=as_json, unit=unit)


def certify_learned(learned: Learned, output: Path, clock: Clock) -> Verified | None:
    """Write a proof of what was learned, once a verifier has accepted it; None where there is no list."""
    if learned.solution.lists is None:
        return None
    proof = make_proof(
        learned.problem, learned.solution.lists[0], bound=learned.solution.lower_bound, limits=clock.rest()
    )
    found = verified(proof.text, proof.table, fast=True)
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
    check_writable(output)
    file = read_model(model)
    problem = problem_again(file, training_table(file, data, values))
    try:
        write_bytes(output, canonical_table(in_order(problem)))
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


def _tell(found: Verified, *, as_json: bool, unit: int = 1) -> None:
    if as_json:
        record = {"verified": True, "optimal": found.optimal, "cost": found.cost, "bound": found.bound}
        print_json(record | {"sha256": found.sha256})
        return
    bound, cost = amount(found.bound / unit), amount(found.cost / unit)
    said = "It is optimal." if found.optimal else f"The list costs {cost}; whether it is the best is open."
    print(f"VERIFIED: no list costs less than {bound}. {said}\nSHA-256 of the proof: {found.sha256}")
