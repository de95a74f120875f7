"""Cross-validation deals rows fairly, looks at no held-out row, and chooses as it says."""

from fractions import Fraction

import numpy as np
import pytest

from shortlist import DataError, Limits, Objective, UsageError, read_labelled
from shortlist.choose.chosen import learn_chosen
from shortlist.choose.crossvalidate import (
    SCORES,
    SHARES,
    _best,
    accuracy,
    assign_folds,
    balanced_accuracy,
    choose_share,
    log_likelihood,
)
from shortlist.models.model import Rule, decision_list
from shortlist.show.terminal import fit_summary
from shortlist.tables.frames import table_of_array
from shortlist.tables.labels import labelled


@pytest.fixture(scope="module")
def penguins():
    return read_labelled("penguins")


def test_folds_are_of_equal_size_in_all_and_in_each_class(penguins):
    parts = assign_folds(penguins, 5)

    for label in range(3):
        sizes = np.bincount(parts[penguins.labels == label], minlength=5)
        assert sizes.max() - sizes.min() <= 1
    sizes = np.bincount(parts)
    assert sizes.max() - sizes.min() <= 1


def test_the_folds_of_rows_do_not_depend_on_their_order(penguins):
    order = np.random.default_rng(1).permutation(len(penguins))
    parts, shuffled = assign_folds(penguins, 5), assign_folds(penguins.take(order), 5)

    different = parts[order] != shuffled
    # Only rows that are equal in everything may change places.
    assert different.mean() < 0.02


def test_the_first_of_the_best_is_chosen_or_the_first_that_is_near_enough():
    scores = np.array([[0.7, 0.8, 0.9, 0.9], [0.7, 0.84, 0.8, 0.8]])

    assert 2 == _best(scores, one_standard_error=False)
    assert 1 == _best(scores, one_standard_error=True)


@pytest.mark.parametrize("score", SCORES)
def test_each_score_chooses_a_price_that_was_tried(penguins, score):
    choice = choose_share(penguins, Limits(2.0).start(), score=score, folds=3)

    assert choice.chosen in SHARES
    assert (3, len(SHARES)) == choice.scores.shape
    assert choice.means[choice.shares.index(choice.chosen)] == choice.means.max()


def test_scores_are_what_they_say():
    table = table_of_array(np.zeros((4, 1)), ["x"])
    data = labelled(table, "y", ["a", "a", "a", "b"])
    model = decision_list([Rule((), "a", (3, 1))], ("a", "b"))

    assert 0.75 == accuracy(model, data)
    assert 0.5 == balanced_accuracy(model, data)
    assert np.log(4 / 6) * 0.75 + np.log(2 / 6) * 0.25 == pytest.approx(log_likelihood(model, data))


def test_noise_gets_the_dearest_price():
    rng = np.random.default_rng(0)
    table = table_of_array(rng.normal(size=(200, 3)), ["a", "b", "c"])
    data = labelled(table, "y", (rng.random(200) < 0.3).astype(int))
    choice = choose_share(data, Limits(5.0).start(), one_standard_error=True)

    assert SHARES[0] == choice.chosen


def test_a_choice_from_lists_that_were_cut_short_says_so():
    """Regression: prices whose lists the time limit had ended were compared without a word."""
    rng = np.random.default_rng(0)
    hard = labelled(table_of_array(rng.normal(size=(400, 12)), list("abcdefghijkl")), "y", rng.integers(0, 2, 400))
    easy = labelled(table_of_array(np.arange(20.0)[:, None], ["x"]), "y", [0] * 10 + [1] * 10)

    assert "with more time another price may be chosen" in str(
        fit_summary(learn_chosen(hard, "cv", objective=Objective(), limits=Limits(0.5)))
    )
    assert "another price" not in str(fit_summary(learn_chosen(easy, "cv", objective=Objective(), limits=Limits(60.0))))


def test_what_leaves_nothing_to_choose_is_refused(penguins):
    with pytest.raises(UsageError, match="only where no prices are given"):
        learn_chosen(penguins, "cv", objective=Objective("0.01"))
    with pytest.raises(UsageError, match="for decision lists only"):
        learn_chosen(penguins, "cv", objective=Objective(), model="set")
    with pytest.raises(UsageError, match="one of cv, cv-1se, fixed"):
        learn_chosen(penguins, "luck", objective=Objective())
    with pytest.raises(UsageError, match="the score must be one of"):
        choose_share(penguins, Limits().start(), score="luck")
    with pytest.raises(DataError, match="5 folds needs as many rows, got 3"):
        choose_share(penguins.take(np.arange(3)), Limits().start())


def test_the_time_is_kept(penguins):
    learned = learn_chosen(penguins, "cv", objective=Objective(), limits=Limits(1.0))

    assert learned.choice is not None


def test_the_price_is_the_one_that_did_best_in_the_folds():
    """Regression: it was rounded up to a whole number of errors, so that all shares up to 0.005 of 200 rows were the same price."""
    rng = np.random.default_rng(5)
    data = labelled(table_of_array(rng.random((60, 2)).round(1), ["a", "b"]), "y", rng.integers(0, 2, 60))
    learned = learn_chosen(data, "cv", objective=Objective(), shares=["0.011"], limits=Limits(3.0))
    costs = learned.problem.costs

    assert Fraction(costs.rule, costs.error) == Fraction("0.66")
    assert learned.asked.objective.price_text == "0.66 errors a node"
