"""No verifier accepts what is false, the two agree, and what is no proof is refused in one sentence."""

import gzip
from collections import Counter

import pytest

from samples.proof_attacks import false_claims, mutated_proof, real_proof
from samples.proof_cases import header_text, table_text
from shortlist.certify.checking import ProofRejectedError, read_proof, verified
from shortlist.errors import UsageError


def test_false_claims_are_rejected():
    tried = Counter()
    for seed in range(120):
        tried.update(false_claims(seed))

    assert tried["false"] > 2000
    assert tried["false, fast"] > 150
    assert tried["packing"] > 20
    assert tried["true, not accepted"] < tried["true"] / 20


def test_changed_proofs_prove_nothing_above_the_optimum():
    tried = Counter()
    for seed in range(400):
        tried.update(mutated_proof(seed))

    assert tried["rejected"] > 200


def a_proof():
    case, rules, default, cost, bound, body = next(filter(None, map(real_proof, range(50))))
    return header_text(case, rules, default, cost, bound) + body, table_text(case)


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda proof, table: (proof[:0], table), "lines of plain ASCII"),
        (lambda proof, table: (proof, table[:0]), "lines of plain ASCII"),
        (lambda proof, table: (proof[:-1], table), "lines of plain ASCII"),
        (lambda proof, table: (proof.replace("sparse", "spärlich"), table), "lines of plain ASCII"),
        (lambda proof, table: (proof.replace("-proof 1", "-proof 2"), table), "version 1"),
        (lambda proof, table: (proof, table.replace("-table 1", "-table 2")), "has no head"),
        (lambda proof, table: (proof, table + "x\n"), "lines that it says"),
        (lambda proof, table: (proof, table.replace('"f1"', '"f9"')), "another table"),
        (lambda proof, table: (proof.replace("\nresult ", "\nresult 1"), table), "costs"),
        (lambda proof, table: (proof + "goal\n", table), "end with its goal"),
        (lambda proof, table: (proof.partition("goal")[0], table), "begin"),
        (lambda proof, table: (proof.partition("goal")[0] + "goal 999999\n", table), "not proved"),
    ],
)
def test_what_is_no_proof_is_refused_in_one_sentence(change, why, fast):
    proof, table = change(*a_proof())

    with pytest.raises(ProofRejectedError, match=why):
        verified(proof.encode(), table.encode(), fast=fast)


def test_a_proof_may_be_packed_and_a_broken_pack_is_refused(tmp_path):
    packed = gzip.compress(a_proof()[0].encode())
    (tmp_path / "good.gz").write_bytes(packed)
    (tmp_path / "bad.gz").write_bytes(packed[:-9])

    assert a_proof()[0].encode() == read_proof(str(tmp_path / "good.gz"))
    for name in ("bad.gz", "."):
        with pytest.raises(ProofRejectedError, match="cannot be read"):
            read_proof(str(tmp_path / name))
    with pytest.raises(UsageError, match="no such file"):
        read_proof(str(tmp_path / "none"))
