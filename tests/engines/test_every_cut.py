"""The bound over every cut point keeps to its time, also where rows are so many that making the questions takes longer."""

import sys
from collections.abc import Callable

import pytest

from shortlist import Objective, learn, read_labelled
from shortlist.engines.every_cut import bound_over_every_cut
from shortlist.features.binarize import Binning
from shortlist.features.relax import Grids, OutOfTimeError
from shortlist.files.records import fit_record
from shortlist.problems.limits import Clock, Limits
from shortlist.problems.pose import pose
from shortlist.show.claims import claim_strip

PENGUINS = read_labelled("penguins")


def over_after(calls: int) -> Callable[[], bool]:
    """Over when it has been asked so many times."""
    left = iter(range(calls))
    return lambda: next(left, None) is None


@pytest.mark.parametrize("calls", [0, 1, 3])
def test_grids_and_questions_end_when_the_time_is_over(calls: int) -> None:
    with pytest.raises(OutOfTimeError):
        Grids(PENGUINS, Binning(), 8, over_after(calls))
    with pytest.raises(OutOfTimeError):
        Grids(PENGUINS, Binning(), 8).questions(over_after(calls))


@pytest.mark.parametrize("calls", [0, 5, 10**6])
def test_without_time_for_questions_nothing_is_solved(calls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Clock, "past", lambda *_: over_after(calls))
    problem = pose(PENGUINS, objective=Objective("0.02"))
    bound, done = bound_over_every_cut(problem, PENGUINS, Binning(), Limits().start(), cost=100)
    assert (bound > 0) == (calls > 5) == done


def test_a_bound_that_there_was_no_time_for_is_not_called_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["shortlist.learn"], "bound_over_every_cut", lambda *_, **__: (0, False))
    known = learn(PENGUINS, objective=Objective("0.02")).claim.every_cut
    assert known is not None
    assert known.lower_bound is None
    assert known.why_not == "there was no time for a bound"


@pytest.mark.parametrize(("done", "said"), [(True, "list."), (False, "list (the time for this bound was over).")])
def test_a_bound_that_more_time_might_raise_is_told(*, done: bool, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["shortlist.learn"], "bound_over_every_cut", lambda *_, **__: (3, done))
    learned = learn(PENGUINS, objective=Objective("0.02"))
    assert learned.claim is not None
    strip = claim_strip(learned.model, learned.claim).plain
    assert f"Over every cut point at most {(learned.claim.cost - 3):g} errors from the best {said}" in strip
    record = fit_record(learned)
    assert (3, "" if done else "the time for this bound was over") == (
        record["lower_bound_all_cuts"],
        record["all_cuts"],
    )
