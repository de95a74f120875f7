"""What the scikit-learn shells share: they check what they are given, call `learn`, and keep what it answers."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import _num_samples, check_is_fitted, validate_data

from shortlist.checks.claim import Claim
from shortlist.checks.score import Score
from shortlist.errors import DataWarning, UsageError
from shortlist.estimators.explaining import ExplainsRows
from shortlist.estimators.inputs import (
    checked_kinds,
    checked_labels,
    checked_parts,
    checked_table,
    is_dask,
    library_of,
    names_of_array,
)
from shortlist.estimators.pages import WritesPages
from shortlist.estimators.views import ShowsRules
from shortlist.features.binarize import HURRIED
from shortlist.files.modelfile import ModelFile, read_model
from shortlist.files.records import model_file
from shortlist.learn import Learned
from shortlist.models.model import Model, ModelKind
from shortlist.option import check_columns
from shortlist.options import UNDECIDED, Request, documentation, request
from shortlist.problems.scope import Scope
from shortlist.problems.solution import OnProgress, Status, Stop, relative_gap
from shortlist.scale.stream import Stream
from shortlist.show.claims import cost_text
from shortlist.show.progress import Report, both, reporting
from shortlist.tables.hints import PYTHON
from shortlist.tables.labels import labelled
from shortlist.tables.table import Kind, LabelledTable, Table, Weighting
from shortlist.tables.weights import integer_weights

_Class = TypeVar("_Class", bound=type)

OWN = frozenset({"undecided", "verbose", "callback"})
"""Parameters of an estimator that are no options of learning."""


def _report(verbose: int) -> Report:
    """How to tell of the progress: a live line needs a terminal."""
    return (Report.auto if sys.stderr.isatty() else Report.lines) if verbose else Report.none


class NotProvedWarning(UserWarning):
    """A fit ended before its proof: the model is the best found, with the bound that is proved."""


def documented(cls: _Class) -> _Class:
    """Put the options of the estimator into its docstring, in the place of OPTIONS."""
    assert cls.__doc__ is not None
    cls.__doc__ = cls.__doc__.replace("    OPTIONS", documentation(cls.kind))  # type: ignore[attr-defined]
    return cls


class RulesClassifier(ShowsRules, ExplainsRows, WritesPages, ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn is not typed
    """A classifier that learns models of one kind."""

    kind: ClassVar[ModelKind]
    _own: ClassVar[frozenset[str]] = OWN
    model_file_: ModelFile
    status_: str
    objective_: float | None
    lower_bound_: float
    weight_scale_: int

    def _store(self, parameters: dict[str, Any]) -> None:
        """Keep the constructor's parameters, as they are."""
        for name, value in parameters.items():
            if name not in ("self", "__class__"):
                setattr(self, name, value)

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:  # noqa: N803
        """Learn from a data frame or a 2-D array; a weight of 2 is the same as two equal rows.

        The rows of a Dask data frame, with classes and weights as Dask series, stay where they are.
        """
        undecided = getattr(self, "undecided", UNDECIDED[0])
        if undecided not in UNDECIDED:
            raise UsageError(f"undecided must be 'matching' or 'commonest', got {undecided!r}")
        asked, named, parts = self._asked()
        clock = asked.limits.start()
        rows: LabelledTable | Stream
        if is_dask(X):
            rows = self._training_stream(X, y, sample_weight, named, parts)
        else:
            rows = self._training_data(X, y, sample_weight, named)
        data = asked.screened(rows, named, parts, PYTHON)
        if data.notes:
            warnings.warn("\n".join(data.notes), DataWarning, stacklevel=2)
        data = asked.weighed(data)
        asked = replace(asked, limits=clock.rest())
        self.weight_scale_ = data.weighting.scale
        with reporting(_report(self.verbose), asked.unit(data)) as tell:
            learned = self._learn(asked, data, both(tell, self.callback))
        self._keep(replace(learned, given=self._given()))
        return self

    def _learn(self, asked: Request, data: LabelledTable | Stream, on_progress: OnProgress | None) -> Learned:
        """Learn what is asked."""
        return asked.learn(data, on_progress=on_progress)

    def _rows_again(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None) -> LabelledTable:  # noqa: N803
        """The rows of a fit as they were learned from."""
        asked, named, parts = self._asked()
        return asked.weighed(asked.screened(self._training_data(X, y, sample_weight, named), named, parts, PYTHON))

    def _given(self) -> dict[str, Any]:
        """The parameters that are not the usual ones, for the model's provenance."""
        usual = type(self)().get_params(deep=False)
        known = self.get_params(deep=False).items()
        given = {name: value for name, value in known if name not in ("verbose", "callback")}
        return {name: value for name, value in given.items() if repr(value) != repr(usual[name])}

    def _asked(self) -> tuple[Request, dict[str, Kind], dict[str, tuple[str, ...]]]:
        """What the parameters ask for, with the kinds of columns and the parts of dates that they name."""
        given = {name: value for name, value in self.get_params(deep=False).items() if name not in self._own}
        named, parts = checked_kinds(given.pop("kinds")), checked_parts(given.pop("date_parts"))
        return request(self.kind, given), named, parts

    @classmethod
    def from_file(cls, path: str | Path) -> Self:
        """The estimator of a model file, ready to predict; the options of its fit are not in the file."""
        file = read_model(path)
        if file.model.kind is not cls.kind:
            raise UsageError(f"{path}: must be a {cls.kind.noun} for {cls.__name__}, got a {file.model.kind.noun}")
        clf = cls()
        clf.classes_ = np.array(file.model.classes)
        names = list(file.kinds_read)
        clf.n_features_in_ = len(names)
        if names != names_of_array(len(names)):
            clf.feature_names_in_ = np.array(names, dtype=object)
        clf._frames = None
        clf.model_file_ = file
        clf.weight_scale_ = file.model.scale
        clf._keep_claim(file.claim)
        return clf

    def _keep_claim(self, claim: Claim | None) -> None:
        """Keep what is claimed; without a claim there is neither cost nor bound."""
        self.status_ = str(Status.UNKNOWN if claim is None else claim.status)
        self.objective_ = None if claim is None else self._paid(claim, claim.cost)
        self.lower_bound_ = 0 if claim is None else self._paid(claim, claim.lower_bound)
        self.gap_ = None if claim is None else relative_gap(claim.cost, claim.lower_bound)
        beyond = None if claim is None or claim.every_cut is None else claim.every_cut.lower_bound
        self.lower_bound_all_cuts_ = None if claim is None or beyond is None else self._paid(claim, beyond)
        self.proved_size_ = None if claim is None else claim.proved_size
        counts = [(0,)] if claim is None else claim.counted.confusion
        self._commonest = int(np.argmax([sum(row) for row in counts]))

    def _paid(self, claim: Claim, cost: int) -> float:
        """A cost in errors of weight 1, or in nodes; a whole number where it is one."""
        paid = claim.paid(cost, self.weight_scale_)
        return int(paid) if paid.denominator == 1 else float(paid)

    def _training_data(
        self,
        X: Any,  # noqa: N803
        y: ArrayLike,
        sample_weight: ArrayLike | None,
        kinds: dict[str, Kind],
    ) -> LabelledTable:
        weights, scale = integer_weights(sample_weight, _num_samples(X))
        counted = weights > 0
        # A row of weight 0 is as good as removed: it must not even tell the kind of a column.
        table = checked_table(self, X, reset=True, kinds=kinds, rows=None if counted.all() else counted)
        check_columns("kinds", kinds, table.names)
        labels = checked_labels(y, len(weights), type(self).__name__)[counted]
        target = str(getattr(y, "name", None) or "class")
        data = replace(labelled(table, target, labels, weights[counted]), weighting=Weighting(scale))
        self.classes_ = np.array(data.classes, dtype=labels.dtype)
        self._frames = library_of(X)
        return data

    def _training_stream(
        self,
        X: Any,  # noqa: N803
        y: Any,
        sample_weight: Any,
        kinds: dict[str, Kind],
        parts: Mapping[str, Sequence[str]],
    ) -> Stream:
        """The rows of a Dask data frame, which stay on its workers."""
        from shortlist.scale.dask_frames import dask_stream  # noqa: PLC0415  # an extra

        frame = X._meta  # noqa: SLF001  # the empty frame that says what a partition is
        validate_data(self, frame, reset=True, skip_check_array=True)
        check_columns("kinds", kinds, [*map(str, frame.columns)])
        stream = dask_stream(X, y, sample_weight, kinds=kinds, date_parts=parts)
        self.classes_ = np.array(stream.classes)
        self._frames = library_of(frame)
        return stream

    def _keep(self, learned: Learned) -> None:
        """Keep what was learned; say so if it is not proved."""
        self.model_file_ = model_file(learned)
        self.solution_ = learned.solution
        self._keep_claim(learned.claim)
        self._warn_if_not_proved(learned.solution.stopped, learned.asked.scope)

    def _warn_if_not_proved(self, stopped: Stop | None, scope: Scope) -> None:
        if stopped is Stop.INTERRUPT:
            # The best model so far is kept, but whoever pressed Ctrl-C wants more than this fit to end.
            raise KeyboardInterrupt
        if self.status_ != Status.OPTIMAL:
            why = f"stopped by the {stopped.noun}" if stopped else "not proved"
            noun = self.kind.noun
            model, claim = self.model_file_.model, self.model_file_.claim
            assert claim is not None
            cost, bound = (cost_text(model, claim, paid) for paid in (claim.cost, claim.lower_bound))
            least = f"no {noun} over {scope} costs less than {bound}"
            if self.proved_size_ is not None:
                least = f"none over {scope.within(self.proved_size_)} costs less; no larger one costs less than {bound}"
            warnings.warn(
                f"{why}: the {noun} costs {cost}, and {least}",
                NotProvedWarning,
                stacklevel=4,
            )
        elif HURRIED in scope.cuts:
            warnings.warn(f"what is proved is proved over {scope}", NotProvedWarning, stacklevel=4)

    def _fitted(self, X: Any) -> tuple[Model, Table]:  # noqa: N803
        """The learned model, and the input as a table of the columns that it asks for."""
        check_is_fitted(self)
        model, kinds = self.model_file_.model, self.model_file_.kinds
        table = checked_table(self, X, reset=False, kinds=kinds, names=list(kinds), only=model.columns)
        self._warn_of_missing(table)
        return model, table

    def _warn_of_missing(self, table: Table) -> None:
        """Say where entries are missing that were nowhere missing in training."""
        said = self.model_file_.missing_warning(table)
        if said:
            warnings.warn(said, UserWarning, stacklevel=4)

    def predict(self, X: Any) -> NDArray[Any]:  # noqa: N803
        """The class of each row; where the rules do not decide, as `undecided` says."""
        said = self._labels(*self._fitted(X))
        return np.asarray(self.classes_[said])

    def predict_proba(self, X: Any) -> NDArray[np.float64]:  # noqa: N803
        """For each row and class: its share among the training rows of the rules that answer; if none does, of those without."""
        model, table = self._fitted(X)
        return model.probabilities(table)

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:  # noqa: N803
        """The logarithms of `predict_proba`, −∞ for 0."""
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(self.predict_proba(X)))

    def apply(self, X: Any) -> NDArray[np.int32]:  # noqa: N803
        """For each row the number of the rule that decides it, from 0; for each list where there are several, −1 for silence."""
        model, table = self._fitted(X)
        answers = model.answers(table)
        return answers[:, 0] if model.kind is ModelKind.LIST else answers

    def decided(self, X: Any) -> NDArray[np.bool_]:  # noqa: N803
        """For each row: does at least one list answer, and do all that answer predict one class?"""
        model, table = self._fitted(X)
        return model.decided(table)

    def judge(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Score:  # noqa: N803
        """How well these rows are decided, beside those of training: accuracies, confusion table, and what each rule is worth.

        A row that the rules do not decide is right where `predict` is; how many rows these are is told beside it.
        """
        check_is_fitted(self)
        data = self._labelled(X, y, sample_weight, self.model_file_.model.columns)
        self._warn_of_missing(data.table)
        return self.model_file_.score(data, self._undecided)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags
