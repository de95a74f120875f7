"""Attacks on proofs that benchmarks count."""

import pytest

from harness.attacks import is_fooled, with_needless_rule
from shortlist import Limits, Objective, read_labelled
from shortlist.certify.checking import verified
from shortlist.certify.proof import certify
from shortlist.engines.search import search
from shortlist.problems.pose import pose


@pytest.mark.parametrize("price", ["0.3", "0.01", "0"])
@pytest.mark.parametrize("fast", [False, True])
def test_the_attack_is_refused_for_its_bound_and_for_nothing_else(price, fast):
    """Regression: the bound was above the cost of the list that was told, so that no proof was even looked at."""
    problem = pose(read_labelled("titanic"), objective=Objective(price))
    proof = certify(problem, search(problem, Limits()).lists[0])
    dearer = verified(with_needless_rule(proof, proof.bound), proof.table, fast=fast)

    assert proof.optimal
    assert proof.bound == dearer.bound < dearer.cost
    assert not is_fooled(proof, fast=fast)
