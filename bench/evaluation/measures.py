"""What is measured of a model on rows: the paper's counts of errors, accuracies, and the size of explanations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Record = dict[str, Any]
Codes = NDArray[np.int64]
UNDECIDED, UNSEEN = -1, -2
"""In place of a class: of a row that is not decided; of a row whose class was never learned."""


@dataclass(frozen=True)
class Said:
    """What a model says of rows.

    Args:
        codes: the class of each row by number, or −1 where the model does not decide.
        contradicted: where it does not, because rules of several classes match (elsewhere none does).
        reading: literals to read, and one for the class, before each row is explained; None for models that cannot say.
    """

    codes: Codes
    contradicted: NDArray[np.bool_]
    reading: NDArray[np.float64] | None

    @classmethod
    def decided(cls, codes: Codes, reading: NDArray[np.float64] | None) -> Said:
        """Of a model that always decides."""
        return cls(codes, np.zeros(len(codes), dtype=np.bool_), reading)


def measured(said: Said, truth: Codes) -> Record:
    """Rows that are right, misclassified, unclassified and contradicted; a row that is not decided is an error.

    `balanced` is the mean over the classes that occur of the share of each that is right.
    """
    right = said.codes == truth
    undecided = said.codes == UNDECIDED
    record: Record = {
        "rows": len(truth),
        "misclassified": int((~right & ~undecided).sum()),
        "unclassified": int((undecided & ~said.contradicted).sum()),
        "contradicted": int((undecided & said.contradicted).sum()),
        "accuracy": round(float(right.mean()), 6),
        "balanced": round(float(np.mean([right[truth == code].mean() for code in np.unique(truth)])), 6),
    }
    return record if said.reading is None else record | {"explanation": round(float(said.reading.mean()), 4)}
