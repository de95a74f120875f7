"""Proofs that others can check."""
