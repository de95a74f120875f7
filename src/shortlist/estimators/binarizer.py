"""The yes/no questions of a table as a transformer: what rules are made of, for whatever else can use them.

>>> import numpy as np
>>> binarizer = Binarizer(cuts="quantile", bins=2).fit(np.array([[1.5], [2.5], [3.5], [4.5]]), [0, 0, 1, 1])
>>> binarizer.get_feature_names_out().tolist(), binarizer.transform([[2.0], [9.0]]).tolist()
(['x0 <= 3'], [[True], [False]])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import _check_feature_names_in, _num_samples, check_is_fitted

from shortlist.estimators.inputs import checked_kinds, checked_labels, checked_table
from shortlist.features.binarize import Binning, Choosing, binarize
from shortlist.features.literal import Literal
from shortlist.features.questions import evaluate
from shortlist.option import check_columns
from shortlist.problems.objective import Number, Objective, least_rule_gain
from shortlist.tables.labels import labelled
from shortlist.tables.weights import integer_weights


class Binarizer(TransformerMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn is not typed
    """Boolean features of a table: categories, and cut points that are chosen by the classes of the training rows.

    Args:
        regularization: what a rule must win, as a share of the rows, for a guessed cut to be worth it; 0 for anything.
        cuts, bins, cut, max_categories, group, date_parts, kinds: as those of `DecisionListClassifier`. No column is left out.

    Attributes:
        literals_: the features, each a `Literal`; in a column with missing entries a literal and its opposite are two.
        n_features_in_, feature_names_in_: as scikit-learn has them.
    """

    def __init__(
        self,
        *,
        regularization: Number = 0.01,
        cuts: str = "guess",
        bins: int | None = None,
        cut: Mapping[str, Sequence[float | str]] | None = None,
        max_categories: int = 50,
        group: Sequence[str] = (),
        date_parts: Mapping[str, Sequence[str]] | None = None,
        kinds: Mapping[str, str] | None = None,
    ) -> None:
        self.regularization = regularization
        self.cuts = cuts
        self.bins = bins
        self.cut = cut
        self.max_categories = max_categories
        self.group = group
        self.date_parts = date_parts
        self.kinds = kinds

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:  # noqa: N803
        """Choose the questions of a data frame or a 2-D array, by its classes."""
        binning = Binning(self.cuts, self.bins, self.cut, self.max_categories, self.group)
        objective = Objective(self.regularization)
        weights, scale = integer_weights(sample_weight, _num_samples(X))
        labels = checked_labels(y, len(weights), type(self).__name__)
        kinds = checked_kinds(self.kinds)
        table = checked_table(self, X, reset=True, kinds=kinds)
        check_columns("kinds", kinds, table.names)
        table = table.with_parts(self.date_parts or {})
        data = labelled(table, "class", labels, weights).counted()
        least = 0 if objective.perfect else least_rule_gain(objective, data.weight, scale)
        self.literals_: tuple[Literal, ...] = binarize(data, binning, Choosing(least)).literals
        self._kinds = table.kinds
        return self

    def transform(self, X: Any) -> NDArray[np.bool_]:  # noqa: N803
        """For each row and question: does it hold? None does for a missing entry but `is missing`."""
        check_is_fitted(self)
        asked = {literal.column for literal in self.literals_}
        table = checked_table(self, X, reset=False, kinds=self._kinds, names=list(self._kinds), only=asked)
        return evaluate(self.literals_, table)

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> NDArray[Any]:
        """The questions in words."""
        check_is_fitted(self)
        _check_feature_names_in(self, input_features)
        return np.array([str(literal) for literal in self.literals_], dtype=object)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.transformer_tags.preserves_dtype = []
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags
