"""Checks proofs of optimality; one file of plain Python that imports nothing of ours."""
