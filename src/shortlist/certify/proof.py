"""Proofs that no list costs less than a bound: made by the kernel, written for verifiers that trust none of it."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path

from shortlist.certify.canonical import canonical_table, header, in_order
from shortlist.engines.kernel import proof_of
from shortlist.engines.search import learned_cores_apply
from shortlist.errors import UsageError, WrongAnswerError
from shortlist.models.model import ModelKind
from shortlist.problems.evaluate import cost_of
from shortlist.problems.indexed import IndexedRule, one_list
from shortlist.problems.limits import Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Stop
from shortlist.writing import write_bytes


@dataclass(frozen=True)
class Proof:
    """A proof about the canonical table: no list costs less than `bound`, and the list that it names costs `cost`."""

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
    if problem.kind is not ModelKind.LIST:
        raise UsageError(f"only decision lists can be certified so far, but the model is a {problem.kind.noun}")
    problem, cost = in_order(problem), cost_of(problem, one_list(rules))
    bound = cost if bound is None else bound
    cores = problem.perfect and learned_cores_apply(problem)
    log = proof_of(problem, bound, (limits or Limits()).start(), by_cores=cores)
    if log.refuted and problem.constraints.min_rows:
        raise UsageError(
            f"that no list costs less than {bound} cannot be certified: it rests on rules that decide too few rows, "
            "and proofs know of these only as far as lists that have them are no cheaper"
        )
    if log.refuted:
        raise WrongAnswerError(f"no list is said to cost less than {bound}, but the certifier finds that one does")
    table = canonical_table(problem)
    digest = hashlib.sha256(table).hexdigest()
    proved = max(log.bound, 0)
    text = header(problem, digest, rules, cost, proved) + log.text
    return Proof(text.encode("ascii"), table, cost, proved, log.stopped)
