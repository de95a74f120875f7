"""What cross-validation found: the prices that were tried, how each did, and which was chosen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Choice:
    """For each fold and each price of a node, a share of the rows: the score on the rows that were held out; higher is better.

    `hurried`: the time limit ended some search in a fold, so that with more time another price might be chosen.
    """

    shares: tuple[str, ...]
    scores: NDArray[np.float64]
    score: str
    chosen: str
    hurried: bool = False

    @property
    def means(self) -> NDArray[np.float64]:
        """The mean score of each price."""
        return np.asarray(self.scores.mean(axis=0))

    @property
    def standard_errors(self) -> NDArray[np.float64]:
        """The standard error of each mean."""
        return np.asarray(self.scores.std(axis=0, ddof=1) / np.sqrt(len(self.scores)))
