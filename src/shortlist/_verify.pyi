"""Checks proofs that no decision list costs less than a bound, in native code that shares nothing with the search."""

class Rejected(ValueError):
    """The proof does not hold, in one sentence."""

def verify(proof: bytes, table: bytes, table_sha256: str, *, steps: int) -> tuple[int, int]:
    """The bound that is proved, and the cost of the list that is given; ``Rejected`` where the proof does not hold."""
