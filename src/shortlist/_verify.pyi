"""Checks proofs that no decision list costs less than a bound, in native code that shares nothing with the search."""

from array import array

class Rejected(ValueError):
    """The proof does not hold, in one sentence."""

def verify(proof: bytes, table: bytes, table_sha256: str, *, steps: int) -> tuple[int, int]:
    """The bound that is proved, and the cost of the list that is given; ``Rejected`` where the proof does not hold."""

def refute(clauses: array[int], variables: int, steps: bytes) -> None:
    """Check that the steps of LRAT derive the empty clause from these clauses, each ended by a 0; ``Rejected`` where they do not."""
