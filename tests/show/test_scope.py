"""What is proved is never said without its scope, and claims of different questions are different."""

import io
import itertools
import re
import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from sklearn.datasets import load_iris

import shortlist
from shortlist import Binning, Constraints, DecisionListClassifier, Limits, Objective, learn, read_labelled
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
