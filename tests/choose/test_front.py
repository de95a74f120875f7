"""The front of size and errors equals brute force, and says of each point what is proved."""

import random

import pytest

from oracles.lists import least_errors_by_size
from samples.strategies import data_of, random_table
from shortlist import Constraints, Limits, ModelFileError, read_labelled
from shortlist.choose.front import front, supported

PIECES, TABLES, LARGEST = 25, 48, 9


@pytest.mark.parametrize("piece", range(PIECES))
def test_the_front_equals_brute_force(piece):
    rng = random.Random(piece)
    for _ in range(TABLES):
        table = random_table(rng)
        found = front(data_of(table), max_size=LARGEST)
        exact = least_errors_by_size(table, LARGEST)
        fewest = [min(exact[k] for k in exact if k <= size) for size in range(1, LARGEST + 1)]

        assert found.proved
        assert tuple(fewest) == found.least_errors
        assert [found.best(size).errors for size in range(1, LARGEST + 1)] == fewest
        assert all(point.model.size == point.size for point in found.points)


def test_two_processes_find_the_same_front():
    data = read_labelled("penguins")
    one, two = (front(data, max_size=7, jobs=jobs) for jobs in (1, 2))

    assert one.proved
    assert two.proved
    assert [(p.size, p.errors) for p in one.points] == [(p.size, p.errors) for p in two.points]


def test_without_time_each_point_has_its_bracket():
    found = front(read_labelled("penguins"), max_size=9, limits=Limits(0.0))

    assert found.stopped is not None
    assert not found.proved
    assert all(point.least_errors <= point.errors for point in found.points)


def test_constraints_are_kept():
    found = front(read_labelled("titanic"), max_size=6, constraints=Constraints(forbid=["sex"]))

    assert all("sex" not in point.model.columns for point in found.points)
    assert "nothing of sex" in str(found.scope)


def test_the_user_hears_of_settled_sizes():
    heard = []
    found = front(read_labelled("titanic"), max_size=6, on_point=heard.append)

    assert heard
    assert heard[-1].points == found.points


def test_supported_points_are_the_corners_of_the_hull():
    points = front(read_labelled("titanic"), max_size=8).points

    assert [1, 3, 4, 6] == [point.size for point in points]
    assert [1, 3, 4, 6] == [point.size for point in supported(points)]
    assert [1, 3, 6] == [point.size for point in supported([points[0], points[1], points[3]])]


def test_a_front_goes_on_where_it_was_ended(tmp_path):
    data, state = read_labelled("penguins"), tmp_path / "front.json"
    ended = front(data, max_size=8, limits=Limits(0.05), state=state)
    done = front(data, max_size=8, state=state)
    at_once = front(data, max_size=8, limits=Limits(0.3), state=state)

    assert done.proved
    assert at_once.proved, "all that was proved is known"
    assert all(old <= new for old, new in zip(ended.least_errors, done.least_errors, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"format": "x", "version": 1}',
        '{"format": "shortlist-front", "version": 1, "lists": [[]], "lines": []}',
    ],
)
def test_what_is_no_state_of_a_front_is_refused_in_a_sentence(tmp_path, text):
    (tmp_path / "s.json").write_text(text)
    with pytest.raises(ModelFileError, match="must be the state of a front"):
        front(read_labelled("titanic"), max_size=3, state=tmp_path / "s.json")


def test_the_state_of_another_front_is_refused(tmp_path):
    front(read_labelled("titanic"), max_size=3, state=tmp_path / "s.json")
    with pytest.raises(ModelFileError, match="another front"):
        front(read_labelled("titanic"), max_size=3, constraints=Constraints(max_rules=1), state=tmp_path / "s.json")
