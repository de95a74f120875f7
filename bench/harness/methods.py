"""What is compared: each method by its name, one line each in `METHODS`.

A method makes a learner for a time limit; a learner fits raw columns (numbers, texts, missing entries), predicts, and tells
the facts of what it has learned. To compare new options of ours, add a line: `"guess": shortlist(cuts="guess")`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.compose import make_column_transformer
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from harness.trees import Tree, list_nodes, pruned, splits, tree_of_cart, tree_of_streed
from shortlist import DecisionListClassifier

Facts = dict[str, Any]
Labels = NDArray[np.str_]


class Learner(Protocol):
    """What a trial asks of a method."""

    def fit(self, frame: pd.DataFrame, labels: Labels) -> None:
        """Learn from raw columns."""

    def predict(self, frame: pd.DataFrame) -> Labels:
        """The class of each row."""

    def facts(self) -> Facts:
        """What was learned: `nodes`, `list_nodes` (as a decision list), `always` one class?, `status` and cost."""


def _marked(texts: pd.DataFrame) -> pd.DataFrame:
    """Missing texts as a text of their own."""
    return texts.astype(object).where(texts.notna(), "missing").astype(str)


def numbers_of(frame: pd.DataFrame) -> Any:
    """What makes numbers of raw columns: a 0/1 column a category; the median, and a 0/1 column, for missing numbers."""
    texts = [name for name in frame if not pd.api.types.is_numeric_dtype(frame[name])]
    numbers = [name for name in frame if name not in texts]
    return make_column_transformer(
        (SimpleImputer(strategy="median", add_indicator=True, keep_empty_features=True), numbers),
        (make_pipeline(FunctionTransformer(_marked), OneHotEncoder(handle_unknown="ignore")), texts),
        sparse_threshold=0,
    )


def facts_of_tree(tree: Tree) -> Facts:
    """Its size as it is; as a list without splits that decide nothing."""
    useful = pruned(tree)
    return {"nodes": 2 * splits(tree) + 1, "list_nodes": list_nodes(useful), "always": not isinstance(useful, tuple)}


@dataclass
class Scikit:
    """A classifier of scikit-learn behind numbers."""

    classifier: Any
    model: Any = None

    def fit(self, frame: pd.DataFrame, labels: Labels) -> None:
        """Learn from raw columns."""
        self.model = make_pipeline(numbers_of(frame), self.classifier).fit(frame, labels)

    def predict(self, frame: pd.DataFrame) -> Labels:
        """The class of each row."""
        return np.asarray(self.model.predict(frame))

    def facts(self) -> Facts:
        """The size of a tree; nothing of others."""
        if isinstance(self.classifier, DecisionTreeClassifier):
            return facts_of_tree(tree_of_cart(self.classifier))
        return {}


@dataclass
class OptimalTree:
    """STreeD: a tree of at most so many splits with the fewest errors over yes/no columns, or the best when time is up.

    Its columns ask for the cut points and categories that boosted stumps use.
    """

    splits: int
    seconds: float
    rounds: int = 60
    rate: float = 0.3

    def fit(self, frame: pd.DataFrame, labels: Labels) -> None:
        """Guess the yes/no columns, then search."""
        from pystreed import STreeDClassifier  # noqa: PLC0415  # an optional package

        self.numbers = numbers_of(frame)
        values = self.numbers.fit_transform(frame)
        boosted = GradientBoostingClassifier(
            n_estimators=self.rounds, learning_rate=self.rate, max_depth=1, random_state=0
        ).fit(values, labels)
        stumps = [stump.tree_ for stump in boosted.estimators_.flat]
        self.questions = sorted({(int(s.feature[0]), float(s.threshold[0])) for s in stumps if s.node_count > 1})
        self.classes, codes = np.unique(labels, return_inverse=True)
        self.tree = STreeDClassifier(
            "accuracy",
            max_depth=min(self.splits, 4),
            max_num_nodes=self.splits,
            time_limit=self.seconds,
        )
        self.tree.fit(self._answers(values), codes)

    def _answers(self, values: NDArray[np.float64]) -> NDArray[np.intc]:
        """For each row and question: yes or no."""
        return np.column_stack([values[:, column] <= cut for column, cut in self.questions]).astype(np.intc)

    def predict(self, frame: pd.DataFrame) -> Labels:
        """The class of each row."""
        return np.asarray(self.classes[self.tree.predict(self._answers(self.numbers.transform(frame)))])

    def facts(self) -> Facts:
        """Its size, and whether it was proved."""
        proved = "optimal" if self.tree.fit_result.is_optimal() else "feasible"
        return facts_of_tree(tree_of_streed(self.tree.get_tree())) | {
            "status": proved,
            "questions": len(self.questions),
        }


@dataclass
class Ours:
    """Our estimator, on the raw columns."""

    options: Mapping[str, Any]

    def fit(self, frame: pd.DataFrame, labels: Labels) -> None:
        """Learn; a missing proof is a fact, not a warning."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.model = DecisionListClassifier(**self.options).fit(frame, labels)

    def predict(self, frame: pd.DataFrame) -> Labels:
        """The class of each row."""
        return np.asarray(self.model.predict(frame))

    def facts(self) -> Facts:
        """Size, cost and what was proved of it."""
        size = self.model.list_.size
        return {
            "nodes": size,
            "list_nodes": size,
            "always": len(self.model.list_.rules) == 1,
            "status": self.model.status_,
            "cost": self.model.objective_,
            "lower_bound": self.model.lower_bound_,
        }


@dataclass(frozen=True)
class Method:
    """How to make a learner for a time limit.

    Args:
        make: from seconds to a learner.
        family: what it is a kind of: `cart`, `streed`, `ours` or `other`.
        nodes: the size that it keeps to, if it was made for one.
        options: those of our estimator; none for other methods.
        needs: the package that it needs beside ours.
        limited: does it look at the time limit?
    """

    make: Callable[[float], Learner]
    family: str = "other"
    nodes: int | None = None
    options: Mapping[str, Any] | None = None
    needs: str = "sklearn"
    limited: bool = False

    @property
    def missing(self) -> bool:
        """Is the package that it needs not installed?"""
        return find_spec(self.needs) is None


def cart(leaves: int) -> Method:
    """A tree grown best split first, to so many leaves."""
    return Method(
        lambda _: Scikit(DecisionTreeClassifier(max_leaf_nodes=leaves, random_state=0)), "cart", nodes=2 * leaves - 1
    )


def streed(nodes: int) -> Method:
    """An optimal tree of at most so many splits and leaves."""
    return Method(
        lambda seconds: OptimalTree((nodes - 1) // 2, seconds), "streed", nodes=nodes, needs="pystreed", limited=True
    )


def shortlist(**options: Any) -> Method:
    """Our estimator with these options; the time limit of the run unless they have one."""
    return Method(
        lambda seconds: Ours({"time_limit": seconds} | options),
        "ours",
        nodes=options.get("max_size"),
        options=options,
        limited=True,
    )


METHODS: dict[str, Method] = {
    "majority": Method(lambda _: Scikit(DummyClassifier())),
    "logistic": Method(lambda _: Scikit(make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000)))),
    "cart-4": cart(4),
    "cart-8": cart(8),
    "cart-16": cart(16),
    "cart-5n": cart(3),
    "cart-9n": cart(5),
    "cart-19n": cart(10),
    "streed-5n": streed(5),
    "streed-9n": streed(9),
    "streed-19n": streed(19),
    "default": shortlist(),
    "cv": shortlist(choose="cv"),
    "quantile-8": shortlist(cuts="quantile"),
    "intervals-4": shortlist(cuts="intervals"),
    "all-cuts": shortlist(cuts="all"),
    "list-5n": shortlist(max_size=5),
    "list-9n": shortlist(max_size=9),
    "list-19n": shortlist(max_size=19),
}
"""The methods by name; `N` leaves, `Nn` at most so many nodes."""
