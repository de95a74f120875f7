"""The canonical table of a problem, and the header of a proof about it: the text that a verifier reads (docs/proofs.md).

The table is what is left of the user's rows once questions are asked: for each distinct answer the examples of each class, and how many
rows of the user's table they were. Its bytes are sorted and have one form, so that SHA-256 names it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

import numpy as np

from shortlist.certify.claimed import Claimed
from shortlist.problems.indexed import IndexedLiteral
from shortlist.problems.problem import Problem


def canonical_table(problem: Problem) -> bytes:
    """The distinct rows, sorted by their features, behind the names of features and classes."""
    rows = problem.rows
    lines = [f"shortlist-table 1 {len(rows)} {rows.n_features} {len(problem.classes)}"]
    lines += [json.dumps(str(name)) for name in (*problem.features, *problem.classes)]
    numbers = np.column_stack((rows.counts, rows.numbers)).tolist()
    bits = rows.features.astype(np.uint8) + ord("0")
    features = [line.tobytes().decode("ascii") or "-" for line in bits]
    lines += sorted(" ".join((held, *map(str, counts))) for held, counts in zip(features, numbers, strict=True))
    return ("\n".join(lines) + "\n").encode("ascii")


def header(claimed: Claimed, digest: str, bound: int) -> str:
    """What is asked, the list that is given, what it costs, and what is proved: no list costs less than the bound."""
    problem, rules = claimed.problem, claimed.rules
    costs, constraints = problem.costs, problem.constraints
    limits = (constraints.max_rules, constraints.max_literals, constraints.max_size)
    prices = sorted(set(problem.literal_prices.tolist()))
    errors = [costs.error] if costs.errors is None else [price for row in costs.errors for price in row]
    forbidden = [(k, bool(value)) for k, value in np.argwhere(~problem.literals).tolist()]
    lines = [
        "shortlist-proof 1",
        f"table {digest}",
        f"lists {'perfect' if problem.perfect else 'sparse'}",
        f"prices {costs.rule} {costs.default}",
        _line("literals", prices if len(prices) == 1 else problem.literal_prices.tolist()),
        _line("errors", errors),
        _line("rule-labels", np.flatnonzero(claimed.labels.rules)),
        _line("default-labels", np.flatnonzero(claimed.labels.default)),
        _line("forbidden", map(literal_text, forbidden)),
        _line("limits", [*map(_limit, limits), constraints.min_rows]),
        *(_line("rule", (label, *map(literal_text, literals))) for literals, label in rules[:-1]),
        f"default {rules[-1][1]}",
        f"result {claimed.cost} {bound}",
    ]
    return "\n".join(lines) + "\n"


def literal_text(literal: IndexedLiteral) -> str:
    """3 is the third feature, -3 its negation.

    >>> literal_text((2, True)), literal_text((0, False))
    ('3', '-1')
    """
    feature, value = literal
    return f"{'' if value else '-'}{feature + 1}"


def _limit(limit: int | None) -> str:
    return "*" if limit is None else str(limit)


def _line(keyword: str, words: Iterable[object]) -> str:
    return " ".join((keyword, *map(str, words)))
