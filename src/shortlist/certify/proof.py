"""Proofs that no list costs less than a bound: made by the kernel, written for verifiers that trust none of it."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from shortlist.certify.canonical import canonical_table, header
from shortlist.certify.claimed import Claimed, whole_list
from shortlist.engines.kernel import Log, proof_of
from shortlist.engines.search import learned_cores_apply
from shortlist.errors import UsageError, WrongAnswerError
from shortlist.problems.indexed import IndexedRule
from shortlist.problems.limits import Clock, Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Stop
from shortlist.writing import write_bytes

_SHARE_WITHOUT_LEAST_ROWS = 1 / 3


@dataclass(frozen=True)
class Proof:
    """A proof about the canonical table: no list costs less than `bound`, and the list that it names costs `cost`.

    For a model of several parts it is a proof behind the other, and so are the tables; costs and bounds are their sums.
    """

    text: bytes
    table: bytes
    cost: int
    bound: int
    stopped: Stop | None = None

    @property
    def optimal(self) -> bool:
        """Does no list cost less than this one?"""
        return self.bound == self.cost

    @property
    def sha256(self) -> str:
        """SHA-256 of its text."""
        return hashlib.sha256(self.text).hexdigest()

    def write(self, path: str | Path) -> None:
        """Write the proof, packed where the name ends with .gz."""
        packed = gzip.compress(self.text, mtime=0) if str(path).endswith(".gz") else self.text
        try:
            write_bytes(path, packed)
        except OSError as error:
            raise UsageError(f"{path}: cannot be written ({error.strerror or error})") from None


def certify(
    problem: Problem, rules: tuple[IndexedRule, ...], *, bound: int | None = None, limits: Limits | None = None
) -> Proof:
    """Prove that no list costs less than `bound` (this list's own cost, if nothing is said), or as much as the limits allow."""
    return certify_claims([whole_list(problem, rules, bound)], limits)


def certify_claims(claims: Sequence[Claimed], limits: Limits | None = None) -> Proof:
    """Prove what is claimed of a model, or as much as the limits allow; the parts share the time."""
    clock = (limits or Limits()).start()
    proofs = [_proof(claimed, clock.share(1 / (len(claims) - k))) for k, claimed in enumerate(claims)]
    return joined(proofs)


def joined(proofs: Sequence[Proof]) -> Proof:
    """The proof of a model that has several parts, from those of the parts."""
    stops = [proof.stopped for proof in proofs if proof.stopped is not None]
    texts, tables = (b"".join(parts) for parts in zip(*((p.text, p.table) for p in proofs), strict=True))
    costs, bounds = (sum(values) for values in zip(*((p.cost, p.bound) for p in proofs), strict=True))
    return Proof(texts, tables, costs, bounds, stops[-1] if stops else None)


def _proof(claimed: Claimed, clock: Clock) -> Proof:
    log = _log(claimed, clock)
    if log.refuted:
        raise WrongAnswerError(
            f"no list is said to cost less than {claimed.bound}, but the certifier finds that one does"
        )
    table, proved = canonical_table(claimed.problem), max(log.bound, 0)
    text = header(claimed, hashlib.sha256(table).hexdigest(), proved) + log.text
    return Proof(text.encode("ascii"), table, claimed.cost, proved, log.stopped)


def _log(claimed: Claimed, clock: Clock) -> Log:
    """Where rules must decide so many rows, that is used only if the bound does not hold without."""
    problem, labels, bound = claimed.problem, claimed.labels, claimed.bound
    if not problem.constraints.min_rows:
        by_cores = problem.perfect and learned_cores_apply(problem)
        return proof_of(problem, labels, bound, clock, by_cores=by_cores)
    without = proof_of(problem, labels, bound, clock.share(_SHARE_WITHOUT_LEAST_ROWS), by_cores=False)
    if not without.refuted and without.bound == bound:
        return without
    return proof_of(problem, labels, bound, clock, by_cores=False, exact=True)
