"""What programs are told of how a model does on a table."""

from __future__ import annotations

from typing import Any

from shortlist.checks.score import Result, Score, Tally
from shortlist.files.rules import rule_records


def score_record(score: Score) -> dict[str, Any]:
    """The record that `score --json` prints, published as `schema/score-1.json`; the `test` of a fit's record is the same."""
    here, training = score.here, score.training
    return {
        "target": score.target,
        **_result_record(here),
        "classes": list(here.classes),
        "unseen_classes": [{"class": label, "rows": rows} for label, rows in here.unseen.items()],
        "confusion": [list(row) for row in here.confusion],
        "commonest": None
        if score.commonest is None
        else dict(zip(("class", "accuracy"), score.commonest, strict=True)),
        "training": None if training is None else _result_record(training),
        "rules": [
            {name: rule[name] for name in ("if", "then", "list")}
            | tally_record(tally)
            | {"training": None if training is None else tally_record(training.rules[k])}
            for k, (rule, tally) in enumerate(zip(rule_records(score.model), here.rules, strict=True))
        ],
    }


def _result_record(result: Result) -> dict[str, Any]:
    total = result.total
    return {
        "rows": total.rows,
        "errors": total.rows - total.right,
        "undecided": result.undecided.rows,
        "undecided_right": result.undecided.right,
        "accuracy": result.accuracy,
        "balanced_accuracy": result.balanced_accuracy,
    }


def tally_record(tally: Tally) -> dict[str, Any]:
    """Rows, right ones, their share (null without a row) and its interval."""
    return {"rows": tally.rows, "right": tally.right, "precision": tally.share, "interval": list(tally.interval)}
