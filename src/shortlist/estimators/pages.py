"""How a fitted estimator writes its report page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from shortlist.estimators.inputs import checked_labels, checked_table
from shortlist.files.modelfile import ModelFile
from shortlist.files.records import front_record
from shortlist.tables.labels import labelled
from shortlist.tables.table import LabelledTable, Weighting
from shortlist.tables.weights import class_weighted, integer_weights


class WritesPages:
    """An estimator whose model can be shown on a page, with what it does on rows."""

    model_file_: ModelFile

    def report(
        self,
        X: Any,  # noqa: N803
        y: ArrayLike,
        path: str | Path,
        *,
        X_test: Any = None,  # noqa: N803
        y_test: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
        group: Sequence[str] = (),
        front: Any = None,
        questions: Mapping[str, str] | None = None,
        reasons: Mapping[str, str] | None = None,
        rows: bool = True,
        title: str = "a table",
    ) -> None:
        """Write a page that shows the model, what is proved of it and what it does: one HTML file for any browser, offline.

        Args:
            X: the rows that it was learned from.
            y: their classes.
            path: the file.
            X_test: rows that it does not know, to judge it by.
            y_test: their classes.
            sample_weight: the weights of the training rows.
            group: columns to show by group who is decided how.
            front: a fitted `DecisionListFront` of the same rows, to show size against errors.
            questions: for columns, the text of the question to ask a reader.
            reasons: your words for reasons, as `reasons` takes them.
            rows: whether rows may be inside the file, or only counts.
            title: what the table is called.
        """
        from shortlist.report.content import PageOptions  # noqa: PLC0415  # few need it
        from shortlist.report.page import report, write_report  # noqa: PLC0415

        training = class_weighted(self._labelled(X, y, sample_weight), self.model_file_.class_weights)
        test = None if X_test is None or y_test is None else self._labelled(X_test, y_test, None)
        known = None if front is None else front_record(front.front_)
        page_options = PageOptions(
            title=title, groups=group, front=known, questions=questions or {}, reasons=reasons, rows=rows
        )
        write_report(report(self.model_file_, training, test, page_options), path)

    def _labelled(
        self,
        X: Any,  # noqa: N803
        y: ArrayLike,
        sample_weight: ArrayLike | None,
        only: set[str] | None = None,
    ) -> LabelledTable:
        """Rows and their classes, those of training first; of all columns, or only of some."""
        check_is_fitted(self)
        file = self.model_file_
        names = list(file.kinds_read)
        table = checked_table(self, X, reset=False, kinds=file.kinds, names=names, only=only)
        weights, scale = integer_weights(sample_weight, len(table))
        labels = self._as_known(checked_labels(y, len(table), type(self).__name__))
        data = labelled(table, file.target, labels, weights, classes=file.model.classes, more=True)
        return replace(data, weighting=Weighting(scale))

    def _as_known(self, labels: NDArray[Any]) -> NDArray[Any]:
        """Numbers in the type of training's classes, where they are the same numbers."""
        classes: NDArray[Any] = self.classes_  # type: ignore[attr-defined]
        if labels.dtype.kind in "biuf" and classes.dtype.kind in "biuf":
            same = labels.astype(classes.dtype)
            return same if (same == labels).all() else labels
        return labels
