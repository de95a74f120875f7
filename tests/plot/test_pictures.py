"""Pictures show what is there: every rule, its rows by class, how sure it is, what is proved and what is not."""

import sys
import warnings

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex

from shortlist import (
    DecisionListClassifier,
    DecisionListFront,
    DecisionSetClassifier,
    Literal,
    Model,
    ModelKind,
    Op,
    Rule,
    ShortlistError,
    UsageError,
    learn,
    read_labelled,
)
from shortlist.choose.front import Front, Point
from shortlist.models.model import decision_list
from shortlist.plot import DecisionListDisplay, plot_front, plot_list, plot_trace
from shortlist.plot.looks import LOOKS, OPEN, PROVED
from shortlist.problems.scope import Scope
from shortlist.problems.solution import Progress, Solution, Status

LIST = decision_list(
    [
        Rule((Literal("colour", Op.EQUAL, "red"), Literal("size $x$", Op.ABOVE, 4)), "yes", (1, 9)),
        Rule((Literal("age", Op.AT_MOST, 30),), "no", (20, 0)),
        Rule((), "yes", (3, 5)),
    ],
    ("no", "yes"),
)


@pytest.fixture(autouse=True)
def closed():
    """Figures are closed; a warning of matplotlib, of a sign that no font has or a layout that fails, is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield
    plt.close("all")


def texts(ax):
    ax.figure.canvas.draw()
    return [text.get_text() for panel in (ax, *ax.child_axes) for text in panel.texts]


def bars(panel):
    """Of each line of bars: widths and colours from left to right."""
    found = {}
    for bar in panel.patches:
        found.setdefault(round(bar.get_y(), 3), []).append((bar.get_width(), to_hex(bar.get_facecolor())))
    return list(found.values())


def test_a_list_shows_conditions_classes_rows_and_shares():
    ax = plot_list(LIST)
    said = texts(ax)

    assert ["if", "else if", "else"] == [text for text in said if text in ("if", "else if", "else")]
    assert 'colour == red and "size \\$x\\$" > 4' in said
    assert ["yes", "no", "yes"] == [text for text in said if text in ("yes", "no")]
    assert {"10", "20", "8"} <= set(said)
    assert ["90.0 %", "100.0 %", "62.5 %"] == [text for text in said if text.endswith("%")]


def test_bars_are_the_rows_of_each_class_the_rules_own_first():
    ax = plot_list(LIST)
    no, yes = LOOKS[0].colour, LOOKS[1].colour

    assert [[(9, yes), (1, no)], [(20, no)], [(5, yes), (3, no)]] == bars(ax.child_axes[1])


def test_sets_and_lists_side_by_side_are_drawn_too():
    hybrid = Model(
        ModelKind.HYBRID, (LIST.lists[0], (Rule((Literal("b", Op.EQUAL, True),), "no", (4, 1)),)), ("no", "yes")
    )
    data = read_labelled("titanic")

    assert ["if", "else if", "else", "if"] == [t for t in texts(plot_list(hybrid)) if t in ("if", "else if", "else")]
    learned = learn(data, model="set")
    ax = plot_list(learned)
    assert len(learned.model.rules) == texts(ax).count("if")
    assert "then survived" == ax.child_axes[0].get_title(loc="left")


def test_a_display_is_of_training_or_of_the_rows_that_are_given():
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 5)
    y = X[:, 0] & X[:, 1]
    clf = DecisionListClassifier(0.05).fit(X, y)
    display = DecisionListDisplay.from_estimator(clf)
    given = DecisionListDisplay.from_estimator(clf, X[:6], [*y[:5], 2], ax=plt.figure().add_subplot())

    assert ((0, 5), (15, 0)) == display.counts
    assert ((0, 1, 0), (4, 0, 1)) == given.counts
    assert (0, 1, 2) == given.classes
    assert "6 rows given, by class" == given.ax_.child_axes[1].get_title(loc="left")
    assert given.figure_ is given.ax_.figure
    with pytest.raises(UsageError, match="must be given together"):
        DecisionListDisplay.from_estimator(clf, X)


def test_a_display_of_a_set_counts_no_row_that_no_rule_answers():
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 10)
    clf = DecisionSetClassifier(0.02).fit(X, X[:, 0] & X[:, 1])
    display = DecisionListDisplay.from_estimator(clf, X, X[:, 0] & X[:, 1])

    assert [list(rule.counts) for rule in clf.model_file_.model.rules] == [list(counts) for counts in display.counts]


def test_many_classes_and_long_names_are_drawn():
    classes = ("a" * 10_000, *"bcdefg")
    rules = [Rule((Literal(c[0] * 10_000, Op.EQUAL, "x" * 9000),), c, tuple(range(7))) for c in classes]
    said = texts(plot_list(decision_list([*rules, Rule((), "b", (1,) * 7)], classes)))

    assert f"{'a' * 19}…" in said
    assert max(map(len, said)) < 400


def test_models_without_counts_are_refused():
    with pytest.raises(UsageError, match="this model has no counts"):
        plot_list(decision_list([Rule((), "yes")], ("yes", "no")))


FRONT = Front(
    (Point(1, 40, 40, LIST), Point(3, 20, 20, LIST), Point(5, 9, 4, LIST)), (40, 40, 20, 20, 4), 100, Scope(9, 3), 1.0
)


def test_a_front_fills_what_is_proved_and_leaves_open_what_is_not():
    ax = plot_front(FRONT)
    points = [line for line in ax.lines if line.get_marker() == "o"]

    assert [(1, 40), (3, 20), (5, 9)] == [(line.get_xdata()[0], line.get_ydata()[0]) for line in points]
    assert [PROVED, PROVED, "#ffffff"] == [to_hex(line.get_markerfacecolor()) for line in points]
    assert ["40", "20", "9"] == texts(ax)
    assert "lists over 9 yes/no questions on 3 columns" == ax.get_title(loc="left")
    assert ["proved empty", "proved", "best found, not proved"] == [t.get_text() for t in ax.get_legend().get_texts()]
    assert [[5, 5], [4, 9]] == [list(ax.lines[-2].get_xdata()), list(ax.lines[-2].get_ydata())]


def test_a_fitted_front_is_drawn():
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 5)
    ax = plot_front(DecisionListFront(max_size=4).fit(X, X[:, 0] & X[:, 1]))

    assert ["5", "0"] == texts(ax)


def moments(*said):
    return tuple(Progress(seconds, cost, bound) for seconds, cost, bound in said)


@pytest.mark.parametrize(("bound", "title", "colour"), [(50, "cost and bound meet at 50 after 2 s", PROVED), (30, "between 30 and 50 after 2 s", OPEN)])  # fmt: skip
def test_a_trace_says_what_is_proved(bound, title, colour):
    status = Status.OPTIMAL if bound == 50 else Status.FEASIBLE
    trace = moments((0.0, None, 0), (0.0, 200, 1), (0.1, 80, 10), (1.0, 50, 30))
    ax = plot_trace(Solution(status, (), 50, bound, "search", 2.0, trace=trace))

    assert title == ax.get_title(loc="left")
    assert colour == ax._left_title.get_color()
    assert "cost (axis cut: starts at 200)" == ax.get_ylabel()
    assert [200, 80, 50, 50] == list(ax.lines[0].get_ydata())
    assert [1, 10, 30, bound] == list(ax.lines[1].get_ydata())
    texts(ax)


def test_estimators_and_what_was_learned_have_a_trace():
    learned = learn(read_labelled("titanic"))

    assert plot_trace(learned).get_title(loc="left") == plot_trace(learned.solution).get_title(loc="left")
    with pytest.raises(UsageError, match="needs its trace"):
        plot_trace(Solution(Status.UNKNOWN, None, None, 0, "search"))


def test_without_matplotlib_one_sentence_says_what_is_needed(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ShortlistError, match=r"pictures need matplotlib: pip install 'shortlist\[plot\]'"):
        plot_list(LIST)
