"""Our systems: what the paper's names ask of `learn`, and what the learned models say of rows. Public API alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from evaluation.measures import UNDECIDED, UNSEEN, Codes, Record, Said, measured
from shortlist import (
    Constraints,
    LabelledTable,
    Learned,
    Limits,
    Model,
    NoListError,
    Objective,
    Status,
    learn,
    read_labelled,
)

Options = Mapping[str, Any]
"""`model`, `price` (0 means perfect), `preset`, `separate`, `max_literals` and `engine`."""

_MEGABYTE = 2**20


def learned_by(options: Options, data: LabelledTable, seconds: float, megabytes: int) -> Learned:
    """The model that a system learns."""
    return learn(
        data,
        model=options.get("model", "list"),
        objective=Objective(options["price"], options.get("preset")),
        constraints=Constraints(max_literals=options.get("max_literals")),
        separate=options.get("separate"),
        engine=options["engine"],
        limits=Limits(seconds, megabytes * _MEGABYTE),
    )


def facts_of(learned: Learned) -> Record:
    """Size, cost, what is proved of it, and whether the system has done what it sets out to.

    A separated list is solved when every part is proved: no rules of its class cost less on the rows that earlier parts leave.
    """
    solution = learned.solution
    facts: Record = {
        "status": str(solution.status),
        "cost": solution.cost,
        "lower_bound": solution.lower_bound,
        "gap": solution.gap,
        "stopped": None if solution.stopped is None else str(solution.stopped),
        "solver_seconds": round(solution.seconds, 6),
        "features": len(learned.problem.features),
        "distinct_rows": len(learned.problem.rows),
        "tied_rows": int((learned.problem.rows.best_classes().sum(axis=1) > 1).sum()),
    }
    parts = solution.parts if learned.problem.kind.value == "list" else ()
    proved = all(part.status is Status.OPTIMAL for part in parts) if parts else solution.status is Status.OPTIMAL
    try:
        model = learned.model
    except NoListError:
        return facts | {"solved": False}
    rules, literals = len(model.rules), len(model.literals)
    return facts | {"solved": proved, "size": model.size, "rules": rules, "literals": literals}


def said_of(model: Model, data: LabelledTable) -> tuple[Said, Codes]:
    """What a model says of rows, and what they are; a class that was never learned is `UNSEEN`."""
    answers = model.answers(data.table)
    codes = model.labels_of(answers).astype(np.int64)
    codes[~model.decided(data.table)] = UNDECIDED
    contradicted = (codes == UNDECIDED) & (answers >= 0).any(axis=1)
    number = {label: code for code, label in enumerate(model.classes)}
    truth = np.array([number.get(label, UNSEEN) for label in data.classes], dtype=np.int64)[data.labels]
    return Said(codes, contradicted, model.explanation_sizes(data.table)), truth


@dataclass
class Ours:
    """One of our systems at work on an instance."""

    options: Options
    train: Path
    test: Path | None

    def read(self) -> None:
        """The training rows."""
        self.data = read_labelled(self.train)

    def learn(self, seconds: float, megabytes: int) -> Record:
        """Learn within limits."""
        self.learned = learned_by(self.options, self.data, seconds, megabytes)
        return facts_of(self.learned)

    def judge(self) -> Record:
        """What the model says of training and of test rows; nothing where there is none."""
        if self.learned.found is None:
            return {}
        model = self.learned.model
        judged = {"train": measured(*said_of(model, self.data))}
        if self.test is None:
            return judged
        kinds = {literal.column: literal.kind for literal in model.literals if literal.kind is not None}
        others = read_labelled(self.test, classes=model.classes, more=True, kinds=kinds)
        return judged | {"test": measured(*said_of(model, others))}
