"""The price of a node by cross-validation: which one gives the lists that do best on rows they were not learned from.

Rows are dealt into folds, class by class. For each fold cut points are chosen and lists are learned on the others, with prices from
dear to cheap; lists of one price serve the next. A price is a share of the rows, so that it means the same on a fold and on all
rows. The lists need not be proved optimal for this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from shortlist.engines.bracket import Stopped
from shortlist.engines.frontier import Frontier
from shortlist.errors import DataError
from shortlist.features.binarize import USUAL, Binning
from shortlist.learn import ask
from shortlist.models.model import Model
from shortlist.option import one_of, whole
from shortlist.problems.choice import Choice
from shortlist.problems.constraints import FREE, Constraints
from shortlist.problems.indexed import Lists
from shortlist.problems.limits import Clock
from shortlist.problems.naming import Names
from shortlist.problems.objective import Objective
from shortlist.problems.solution import Stop
from shortlist.tables.table import LabelledTable

SHARES = ("0.05", "0.03", "0.02", "0.014", "0.01", "0.007", "0.005", "0.0035", "0.0025", "0.0017", "0.001")
"""The prices that are tried, from dear to cheap."""

Score = Callable[[Model, LabelledTable], float]
"""How good a model is on a table: higher is better."""


def accuracy(model: Model, data: LabelledTable) -> float:
    """The share of the weight that is given its class."""
    right = model.labels(data.table) == data.labels
    return float(data.weights[right].sum() / data.weights.sum())


def balanced_accuracy(model: Model, data: LabelledTable) -> float:
    """The mean over classes of the share of their weight that is given the class."""
    right = model.labels(data.table) == data.labels
    own = np.bincount(data.labels, data.weights, len(data.classes))
    hit = np.bincount(data.labels[right], data.weights[right], len(data.classes))
    return float((hit[own > 0] / own[own > 0]).mean())


def log_likelihood(model: Model, data: LabelledTable) -> float:
    """The mean logarithm of the probability that rows' own classes are given; a rule's shares are of one row more for each class."""
    counts = np.array([rule.counts for rule in model.rules], dtype=np.float64) + 1
    shares = counts / counts.sum(axis=1, keepdims=True)
    given = shares[model.answers(data.table)[:, 0], data.labels]
    return float((np.log(given) * data.weights).sum() / data.weights.sum())


SCORES: dict[str, Score] = {
    "accuracy": accuracy,
    "balanced_accuracy": balanced_accuracy,
    "log_loss": log_likelihood,
}


def choose_share(
    data: LabelledTable,
    clock: Clock,
    *,
    shares: Sequence[str] = SHARES,
    folds: int = 5,
    one_standard_error: bool = False,
    score: str | Score = "accuracy",
    binning: Binning | None = None,
    constraints: Constraints = FREE,
) -> Choice:
    """The price with the best mean score, or the dearest within one standard error of it; the dearest on a tie.

    Each fold has its part of the time; prices that it does not come to have the score of the last.
    """
    measure = _measure(score)
    parts = assign_folds(data, whole("folds", folds, 2))
    scores, hurried = np.empty((folds, len(shares))), False
    for fold in range(folds):
        rows = parts != fold
        train, test = data.take(rows), data.take(~rows)
        share = clock.share(1 / (folds - fold))
        path, complete = _path(train, share, shares, binning or USUAL, constraints)
        scores[fold], hurried = _scored(path, test, measure), hurried or not complete
    named = score if isinstance(score, str) else getattr(score, "__name__", "score")
    best = _best(scores, one_standard_error=one_standard_error)
    return Choice(tuple(shares), scores, named, shares[best], hurried)


def _measure(score: str | Score) -> Score:
    return score if callable(score) else SCORES[one_of("the score", score, list(SCORES))]


def _best(scores: NDArray[np.float64], *, one_standard_error: bool) -> int:
    """The first price, from dear to cheap, whose mean is the best, or near enough."""
    means = scores.mean(axis=0)
    best = int(means.argmax())
    slack = scores[:, best].std(ddof=1) / np.sqrt(len(scores)) if one_standard_error else 1e-12
    return int(np.argmax(means >= means[best] - slack))


def assign_folds(data: LabelledTable, folds: int) -> NDArray[np.intp]:
    """For each row the number of its fold: the rows of each class are dealt in an order that depends on their entries alone."""
    if len(data) < folds:
        raise DataError(f"cross-validation in {folds} folds needs as many rows, got {len(data)}")
    order = data.scattered()
    by_class = order[np.argsort(data.labels[order], kind="stable")]
    parts = np.empty(len(data), dtype=np.intp)
    parts[by_class] = np.arange(len(data)) % folds
    return parts


def _path(
    train: LabelledTable, clock: Clock, shares: Sequence[str], binning: Binning, constraints: Constraints
) -> tuple[list[Model], bool]:
    """The best list found for each price, from dear to cheap, the same model where it is the same list; and was there time for all?"""
    problem = ask(train, clock, objective=Objective(shares[-1]), binning=binning, constraints=constraints).problem
    names, front, weight = Names(problem), Frontier(problem), train.weight
    named: dict[Lists, Model] = {}
    path, complete = [], True
    for k, share in enumerate(shares):
        price = Fraction(share) * weight
        try:
            if clock.left() > 0:
                front.solve(price, clock.share(1 / (len(shares) - k)), most=constraints.max_size)
            else:
                complete = False
        except Stopped as limit:
            if limit.why is Stop.INTERRUPT:
                raise KeyboardInterrupt from None
            complete = False
        lists = front.cheapest(price, constraints.max_size)
        path.append(named.setdefault(lists, names.model(lists)))
    return path, complete


def _scored(path: Sequence[Model], test: LabelledTable, score: Score) -> NDArray[np.float64]:
    """The score of each model, counted once where it is the same."""
    known = {id(model): score(model, test) for model in {id(model): model for model in path}.values()}
    return np.array([known[id(model)] for model in path])
