"""What is proved is never said without its scope, and claims of different questions are different."""

import io
import itertools
import re
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from sklearn.datasets import load_iris

import shortlist
from shortlist import (
    Binning,
    Constraints,
    DataError,
    DecisionListClassifier,
    Limits,
    NotProvedWarning,
    Objective,
    learn,
    read_labelled,
)
from shortlist.certify.again import problem_again
from shortlist.choose.front import front
from shortlist.files.records import fit_record, model_file
from shortlist.problems.scope import EveryCut
from shortlist.show.claims import claim_strip
from shortlist.show.front import front_view
from shortlist.show.terminal import model_view

SHORT = Limits(2.0)
ASKED = {
    "plain": {},
    "one rule": {"constraints": Constraints(max_rules=1)},
    "two rules": {"constraints": Constraints(max_rules=2)},
    "short rules": {"constraints": Constraints(max_literals=1)},
    "small": {"constraints": Constraints(max_size=5), "objective": Objective("0.05")},
    "budget": {"constraints": Constraints(max_size=5)},
    "large rules": {"constraints": Constraints(min_rows=20)},
    "no negations": {"constraints": Constraints(negations=False)},
    "no negated island": {"constraints": Constraints(positive=["island"])},
    "no island": {"constraints": Constraints(forbid=["island"])},
    "no single cut": {"constraints": Constraints(forbid=["island == Dream"])},
    "rules for Gentoo": {"constraints": Constraints(rule_classes=["Gentoo"])},
    "eight bins": {"binning": Binning(bins=8)},
    "quantiles": {"binning": Binning("quantile")},
    "widths": {"binning": Binning("uniform")},
    "all cuts": {"binning": Binning("all")},
    "intervals": {"binning": Binning("intervals")},
    "three intervals": {"binning": Binning("intervals", 3)},
    "given cut": {"binning": Binning(cut={"bill_length_mm": [43]})},
    "other cut": {"binning": Binning(cut={"bill_length_mm": [45]})},
    "groups": {"binning": Binning(group=["island"])},
}


@pytest.fixture(scope="module")
def strips():
    data = read_labelled("penguins")
    usual = {"objective": Objective("0.05"), "limits": SHORT}
    found = {}
    for name, options in ASKED.items():
        given = usual | options if name != "budget" else {"limits": SHORT, **options}
        learned = learn(data, **given)
        found[name] = claim_strip(learned.model, learned.claim).plain
    return found


def test_fits_that_differ_in_constraints_or_cuts_never_print_the_same_claim(strips):
    """What differs is the scope, whatever the list and its cost: these are left out here."""
    scopes = {name: re.sub(r"cost .*|\d+ errors?, .*", "", strip.split("\n")[0]) for name, strip in strips.items()}
    for one, other in itertools.combinations(scopes, 2):
        assert scopes[one] != scopes[other], (one, other)


def test_every_strip_says_over_how_many_questions_it_is(strips):
    for strip in strips.values():
        assert re.search(r"over \d+ yes/no questions? on \d+ columns?", strip)


def shown(view):
    out = Console(file=io.StringIO(), width=200)
    out.print(view)
    return out.file.getvalue()


@pytest.mark.parametrize("kind", ["list", "set", "hybrid"])
def test_every_view_that_says_proved_or_optimal_says_its_scope(kind):
    learned = learn(read_labelled("titanic"), model=kind, objective=Objective("0.05"))
    text = shown(model_view(model_file(learned)))

    assert "Proved optimal" in text
    assert re.search(r"Proved optimal among all [^:]* over 8 yes/no questions on 3 columns", text)
    assert {"questions", "columns", "cuts", "constraints"} == set(fit_record(learned)["scope"])


def test_the_front_the_estimator_and_its_warning_say_their_scope():
    X, y = load_iris(return_X_y=True, as_frame=True)
    clf = DecisionListClassifier().fit(X, y)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        DecisionListClassifier(time_limit=1e-6).fit(X, y)

    assert "yes/no questions on" in clf._repr_html_()
    assert any("yes/no questions on" in str(warning.message) for warning in caught)
    assert "yes/no questions on" in shown(front_view(front(read_labelled("titanic"), max_size=4), "survived"))


def test_no_other_file_makes_sentences_of_what_is_proved():
    """Whoever writes "Proved" or "Optimal" to people does it where these tests look; `Status` has the word alone."""
    root = Path(shortlist.__file__).parent
    saying = {
        str(path.relative_to(root))
        for path in root.rglob("*.py")
        if re.search(r'"[^"\n]*\b(Proved|proved optimal|Optimal)\b[^"\n]*"', path.read_text(encoding="utf-8"))
        and not str(path.relative_to(root)).startswith("engines")
    }
    known = {"show/claims.py", "show/front.py", "cli/learning.py", "problems/solution.py"}
    # tests/report/test_content.py looks at what the page says.
    assert saying <= known | {"report/words.py"}


def test_what_is_left_of_a_budget_is_said_in_errors():
    learned = learn(read_labelled("penguins"), constraints=Constraints(max_size=9), limits=Limits(0.05))
    strip = claim_strip(learned.model, learned.claim).plain
    least = max(-((9 - learned.claim.lower_bound) // 10), 0)

    assert f"makes fewer than {least} errors" in strip or "Proved optimal" in strip
    assert "costs less" not in strip


def test_a_bound_over_every_cut_point_that_says_nothing_is_not_called_one():
    data = read_labelled("penguins")
    learned = learn(data, constraints=Constraints(max_size=3), limits=SHORT)
    claim = learned.claim
    assert claim.counted.errors > 0
    said = {
        bound: str(claim_strip(learned.model, replace(claim, every_cut=EveryCut(bound))))
        for bound in (0, 3, claim.cost - 8, claim.cost)
    }

    assert all("Nothing is proved of other cut points: there was no time" in said[bound] for bound in (0, 3))
    assert "Over every cut point at most 2 errors from the best list." in said[claim.cost - 8]
    assert "Optimal over every cut point, too" in said[claim.cost]


def test_with_prices_of_errors_it_is_their_price_that_no_perfect_list_avoids():
    """Regression: 1038 errors were called unavoidable where a list makes 461, at a higher price."""
    prices = {("yes", "no"): "2.5"}
    learned = learn(read_labelled("titanic"), objective=Objective(0, error_prices=prices))
    confusion = learned.claim.counted.confusion
    strip = claim_strip(learned.model, learned.claim).plain
    paid = confusion[0][1] + 2.5 * confusion[1][0]

    assert learned.claim.counted.errors > learned.problem.rows.unavoidable
    assert f"errors of price {paid:g}, the least that a list over these questions pays for errors." in strip
    assert "avoids" not in strip


def test_a_guess_of_cut_points_that_the_time_cut_short_is_told(monkeypatch):
    """Regression: over three questions that there was time for, a list was called perfect without a word of that."""
    data, hurried = read_labelled("penguins"), "guessed cut points, cut short by the time limit, at most 20 a column"
    monkeypatch.setattr(sys.modules["shortlist.learn"], "GUESS_SHARE", 0.0)
    learned = learn(data, objective=Objective("0.05"), limits=Limits(60))
    with pytest.warns(NotProvedWarning, match="what is proved is proved over .*cut short by the time limit"):
        DecisionListClassifier("0.05").fit(*load_iris(return_X_y=True, as_frame=True))

    assert learned.claim.scope.cuts == hurried == fit_record(learned)["scope"]["cuts"]
    assert hurried in claim_strip(learned.model, learned.claim).plain
    with pytest.raises(DataError, match=r"cut short by the time limit, and cannot be made again.*fit --certify"):
        problem_again(model_file(learned), data)


def test_what_is_not_proved_of_other_cut_points_has_a_reason():
    """Regression: "Nothing is proved of other cut points: ." after an interruption, and without any time."""
    learned = learn(read_labelled("penguins"), limits=Limits(0.0))

    assert "there was no time for a bound" == learned.claim.every_cut.why_not
