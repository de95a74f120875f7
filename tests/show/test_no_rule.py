"""Where the answer is one class, it is said why, only what is proved, and with advice that changes something."""

import re

import pytest

from shortlist import Binning, Constraints, Limits, Objective, learn, read_labelled
from shortlist.show.no_rule import why_no_rule
from shortlist.tables.labels import labelled
from shortlist.tables.table import Column, Kind, Table


@pytest.fixture(scope="module")
def titanic():
    return read_labelled("titanic")


def small(labels, **options):
    """Few rows, one column of numbers."""
    column = Column.of("x", Kind.NUMBER, range(len(labels)))
    return learn(labelled(Table((column,), len(labels)), "y", labels), **options)


def test_none_does_is_said_of_what_is_proved_alone(titanic):
    """Regression: it was said after no time at all, although many rules pay for themselves."""
    hasty, greedy = learn(titanic, limits=Limits(0.0)), learn(titanic, objective=Objective("0.4"), engine="greedy")

    assert 1 == len(hasty.model.rules) == len(greedy.model.rules)
    said = "The time was over before a rule was found that pays for itself by saving more than 24 errors"
    assert f"{said}; try a longer --time-limit." == why_no_rule(hasty)
    assert "whether there is one is not known" in why_no_rule(greedy)
    assert "and none does" in why_no_rule(learn(titanic, objective=Objective("0.4")))


def test_the_cheaper_node_that_is_advised_is_cheaper(titanic):
    """Regression: a share of 0.001 was advised where Λ = ⌈λ·M⌉ stays 1."""
    dear = why_no_rule(learn(titanic, objective=Objective("0.4")))
    least = why_no_rule(small([0, 1] * 3))

    assert "A rule must save more than 1762 errors" in dear
    assert ["0.08"] == re.findall(r"-r ([\d.]+)", dear)
    assert "try a cheaper node (--node-price 0.5) or --choose cv." in least
    assert "(--node-price 40)" in why_no_rule(small([0, 1] * 3, objective=Objective(node_price=80)))
    assert "a cheaper rule (-r 0.08)" in why_no_rule(learn(titanic, objective=Objective("0.4", "corels")))


def test_what_bars_rules_or_changes_prices_is_said(titanic):
    """Regression: of rules that constraints or prices bar it was said that none saves more than the price of two nodes."""
    few = why_no_rule(learn(titanic, constraints=Constraints(min_rows=99_999)))
    dear = why_no_rule(learn(titanic, objective=Objective(feature_prices={"sex": 1000, "class": 500})))
    free = why_no_rule(learn(titanic, objective=Objective(error_prices={("yes", "no"): 0})))

    assert (
        "more than 24 errors to pay for itself, and none with at least 99999 rows for each rule but the default does"
        in few
    )
    assert "more than 24 errors (on columns with a price of their own, by that much more) to pay" in dear
    assert "must save errors that cost more than 24 to pay" in free
    assert "-r 0.001)" in free
    assert "-r 0.081)" in why_no_rule(learn(titanic, objective=Objective("1")))


def test_weights_of_classes_are_advised_where_they_differ(titanic):
    assert why_no_rule(learn(titanic, objective=Objective("0.4"))).endswith(" or --class-weight balanced.")
    assert "--class-weight" not in why_no_rule(small([0, 1] * 3))


@pytest.mark.parametrize(
    ("labels", "options", "said"),
    [
        ([1, 1, 1], {}, "No rule is needed: there is no error."),
        ([0, 1, 1], {"binning": Binning(cut={"x": [9]})}, "There is nothing to ask for: no question tells rows apart."),
        (
            [0, 1, 1],
            {"constraints": Constraints(max_rules=0)},
            "There is no room for a rule with at most 0 rules beside the default.",
        ),
        ([0, 1, 1], {"constraints": Constraints(max_size=2)}, "There is no room for a rule with at most 2 nodes."),
        (
            [0, 1, 1],
            {"objective": Objective(0), "binning": Binning(cut={"x": [9]})},
            "No rule is needed: no list over these questions loses less.",
        ),
    ],
)
def test_nothing_is_advised_where_nothing_would_help(labels, options, said):
    assert said == why_no_rule(small(labels, **options))
