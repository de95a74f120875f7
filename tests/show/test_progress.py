"""What is shown while a solve goes on: the live line, the JSON lines, or nothing."""

import io
import json
import sys

import pytest
from rich.console import Console

from shortlist.files.records import progress_record
from shortlist.problems.solution import Progress
from shortlist.show import progress
from shortlist.show.progress import Report, _Line, reporting


@pytest.fixture
def text():
    """The text of the line after this moment, its time left out."""

    def of(*moments):
        line = _Line()
        for moment in moments:
            line.follow(moment)
        said, _, seconds = line._text().plain.rpartition("   ")
        assert seconds.endswith(" s")
        assert float(seconds.removesuffix(" s")) < 5
        return said

    return of


def test_before_the_engine_has_anything_to_tell_the_line_says_what_is_done(text):
    assert "making features and distinct rows" == text()


def test_without_a_model_the_line_has_only_a_bound(text):
    assert "no model yet   at least 7" == text(Progress(0.1, None, 7))


def test_the_line_has_cost_bound_gap_and_states(text):
    assert "best cost 1,250   at least 1,000   gap 20.0 %" == text(Progress(0.1, 1250, 1000))
    assert "best cost 1,250   at least 1,000   gap 20.0 %   2,000,000 states" == text(
        Progress(0.1, 1250, 1000, states=2_000_000)
    )
    assert "best cost 5   at least 5   gap 0.0 %" == text(Progress(0.1, 5, 5))


def test_the_line_tells_of_the_last_moment(text):
    assert "best cost 8   at least 6   gap 25.0 %" == text(Progress(0.1, None, 3), Progress(0.2, 8, 6))


def test_the_line_keeps_its_own_time(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(progress.time, "perf_counter", lambda: now[0])
    line = _Line()
    line.follow(Progress(0.5, 8, 6))
    now[0] += 12.34

    assert line._text().plain.endswith("   12.3 s")


def test_the_line_can_be_rendered():
    line, out = _Line(), Console(file=io.StringIO(), width=80)
    line.follow(Progress(0.5, 8, 6))
    out.print(line)

    assert "best cost 8   at least 6" in out.file.getvalue()


def test_json_lines_go_to_stderr_one_for_each_moment(capsys):
    moments = [Progress(0.12345, None, 3), Progress(0.5, 8, 6, states=10)]
    with reporting(Report.json) as tell:
        for moment in moments:
            tell(moment)
    out, err = capsys.readouterr()

    assert "" == out
    assert [
        {"seconds": 0.123, "cost": None, "lower_bound": 3, "gap": None, "states": 0},
        {"seconds": 0.5, "cost": 8, "lower_bound": 6, "gap": 0.25, "states": 10},
    ] == [json.loads(line) for line in err.splitlines()]
    assert list(map(progress_record, moments)) == [json.loads(line) for line in err.splitlines()]


def test_none_reports_nothing(capsys):
    with reporting(Report.none) as tell:
        assert tell is None

    assert ("", "") == capsys.readouterr()


def test_where_stderr_is_no_terminal_there_is_no_line(capsys):
    with reporting(Report.auto) as tell:
        assert tell is None

    assert ("", "") == capsys.readouterr()


class _Terminal(io.StringIO):
    def isatty(self):
        return True


def test_where_stderr_is_a_terminal_the_line_is_shown_and_taken_away_again(monkeypatch):
    monkeypatch.setattr(sys, "stderr", _Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    with reporting(Report.auto) as tell:
        tell(Progress(0.5, 8, 6))
        tell.__self__._text()
    shown = sys.stderr.getvalue()

    assert "best cost 8" in shown
    assert shown.count("\x1b[?25l") == shown.count("\x1b[?25h") == 1, "the cursor must be shown again"
    assert shown.endswith("\x1b[2K"), "the line must be taken away"
