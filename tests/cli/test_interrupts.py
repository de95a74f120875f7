"""Ctrl-C in a real terminal: the best list so far and exit 0, no process left behind, the terminal as it was.

`INTERRUPTS=20 pytest tests/cli/test_interrupts.py` repeats it twenty times.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

RUNS = int(os.environ.get("INTERRUPTS", "3"))


class Terminal:
    """`shortlist fit` at the keyboard of a terminal of its own."""

    def __init__(self, *arguments):
        self.keyboard, screen = pty.openpty()
        self.modes = termios.tcgetattr(self.keyboard)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "shortlist", "fit", *map(str, arguments)],
            stdin=screen,
            stdout=screen,
            stderr=screen,
            start_new_session=True,
            preexec_fn=lambda: _take_terminal(screen),  # noqa: PLW1509  # no other thread here
        )
        os.close(screen)
        self.shown = ""

    def read_until(self, text, seconds=60):
        deadline = time.monotonic() + seconds
        while text not in self.shown:
            assert time.monotonic() < deadline, self.shown
            try:
                self.shown += os.read(self.keyboard, 4096).decode()
            except OSError:  # the other side is closed
                assert text in self.shown, self.shown
        return self.shown

    def press_ctrl_c(self):
        os.write(self.keyboard, b"\x03")


@pytest.fixture
def terminal():
    """Starts commands in terminals of their own; none of them outlives the test, however it ends."""
    started = []

    def start(*arguments):
        started.append(Terminal(*arguments))
        return started[-1]

    yield start
    for one in started:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(one.process.pid, signal.SIGKILL)
        one.process.wait()
        os.close(one.keyboard)


def _take_terminal(screen):
    import fcntl

    fcntl.ioctl(screen, termios.TIOCSCTTY, 0)


def children_of(pid):
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has just ended
            if int(fields[1]) == pid:
                found.append(int(entry.name))
    return found


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="children are looked up in /proc")
@pytest.mark.parametrize("attempt", range(RUNS))
def test_ctrl_c_gives_the_best_list_so_far_and_leaves_nothing_behind(terminal, hard_csv, attempt):
    terminal = terminal(hard_csv, "--regularization", "0.003")
    terminal.read_until("at least")
    time.sleep([0.3, 1.5, 0.8][attempt % 3])
    children = children_of(terminal.process.pid)
    terminal.press_ctrl_c()
    shown = terminal.read_until("interrupted")

    assert 0 == terminal.process.wait(timeout=10), shown
    assert not any(map(is_running, children))
    assert "Not proved optimal" in terminal.read_until("% right on")
    assert shown.count("\x1b[?25l") == shown.count("\x1b[?25h"), "the cursor must be shown again"
    assert terminal.modes == termios.tcgetattr(terminal.keyboard)


def test_a_second_ctrl_c_ends_it_at_once(terminal, hard_csv):
    terminal = terminal(hard_csv, "--regularization", "0.003")
    terminal.read_until("at least")
    time.sleep(1.5)
    children = children_of(terminal.process.pid)
    start = time.monotonic()
    terminal.press_ctrl_c()
    terminal.press_ctrl_c()
    code = terminal.process.wait(timeout=10)

    assert code in (0, 130, -signal.SIGINT)
    assert time.monotonic() - start < 2
    assert not any(map(is_running, children))
