"""What is told of rules counts rows, whatever the weights of classes were that the search used."""

import pytest

from shortlist import DecisionListClassifier, read_labelled
from shortlist.export.formats import exported
from shortlist.export.rules import rule_records
from shortlist.report.page import report
from shortlist.show.terminal import model_view
from shortlist.tables.weights import class_weighted


@pytest.fixture
def balanced():
    data = read_labelled("titanic")
    columns = {column.name: column for column in data.table}
    frame = {name: [str(column.distinct[code]) for code in column.codes] for name, column in columns.items()}
    pd = pytest.importorskip("pandas")
    X, y = pd.DataFrame(frame), [data.classes[label] for label in data.labels]
    return DecisionListClassifier(class_weight="balanced").fit(X, y), X, y


def test_views_count_rows_without_the_weights_of_classes(balanced):
    """Regression: of 1667 rows with 79.7 % of the class it was told that they were 1504.8, 65.2 % of these right."""
    clf, X, y = balanced
    file, covered = clf.model_file_, (X["age"] == "adult") & (X["sex"] == "male")
    first, last = rule_records(file)
    rows, right = int(covered.sum()), sum(label == "no" for label, there in zip(y, covered, strict=True) if there)

    assert (
        (first["rows"], first["correct"], first["rows"] + last["rows"]) == (rows, right, len(y)) == (1667, 1329, 2201)
    )
    assert first["lift"] == pytest.approx(right / rows / (y.count("no") / len(y)))
    assert file.class_totals == [y.count(label) for label in file.model.classes]
    for name in ("text", "markdown", "latex"):
        assert "1667" in exported(file, name)
        assert "1504" not in exported(file, name)
    assert "covers 1667: 1329 right" in str(clf.list_)
    assert "no 79.7 %" in str(clf.explain(X[covered][:1])[0])
    assert clf.predict_proba(X[covered][:1])[0].max() == pytest.approx(0.652, abs=0.001)
    training = class_weighted(read_labelled("titanic"), file.class_weights)
    page = report(file, training)
    assert "covers 1667: 1329 right" in page
    assert "1504" not in page
    assert '"decided":[[1667,425],[0,109]]' in page  # by age: rows are whole, however weights of classes were rounded
    assert "1667" in list(model_view(file).renderables[0].columns[3].cells)


def test_models_without_weights_of_classes_are_told_as_they_are():
    file = DecisionListClassifier().fit([[0], [1], [1]], ["a", "b", "b"]).model_file_

    assert file.in_rows is file.model


def test_pmml_counts_rows_and_is_as_sure_as_predict(balanced):
    """Regression: rows were told with the weights of classes, and the default rule with probability 1."""
    clf, X, _ = balanced
    text = exported(clf.model_file_, "pmml")
    default = clf.predict_proba(X[X["sex"] == "female"][:1])[0].max()

    assert 'recordCount="1667" nbCorrect="1329" confidence="0.652' in text
    assert f'defaultConfidence="{default:.3f}' in text
