"""Covers by pure rules: perfect decision sets and their classes."""
