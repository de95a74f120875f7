"""What tests of several folders share: the command, the paper's example, and a problem that no engine proves in seconds."""

import io
import os
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

# Tests run side by side: threads of linear algebra, one for each core in each process, only take time from the others.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import hypothesis
import numpy as np
import pytest

from shortlist.cli import main as entry
from shortlist.features.literal import Literal, Op
from shortlist.features.rows import merge
from shortlist.problems import limits
from shortlist.problems.costs import Costs
from shortlist.problems.memory import held
from shortlist.problems.problem import Problem

hypothesis.settings.register_profile("shared machines", deadline=None)
hypothesis.settings.load_profile("shared machines")

# Tests send Ctrl-C, which a background job of a shell begins with ignored.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

EXAMPLE_1 = "A,B,C,D,E,H\n1,0,1,0,0,1\n1,1,0,1,1,1\n0,1,0,1,0,0\n0,1,1,0,1,0\n0,0,1,0,1,1\n0,0,1,1,0,1\n0,0,0,1,0,0\n0,0,0,1,1,0\n"


@pytest.fixture(scope="session")
def run():
    """Run the command `shortlist` with these arguments."""

    def shortlist(*arguments, **options):
        command = [sys.executable, "-m", "shortlist", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **options)

    return shortlist


@pytest.fixture(scope="session")
def call():
    """Call the entry of the command in this process, for starting one takes a second; what comes back is like a process that has ended."""

    def shortlist(*arguments, stdin=""):
        argv = ["shortlist", *map(str, arguments)]
        source = io.TextIOWrapper(io.BytesIO(stdin if isinstance(stdin, bytes) else stdin.encode()), encoding="utf-8")
        out, err, code = io.StringIO(), io.StringIO(), None
        before = held()
        with (
            patch.object(sys, "argv", argv),
            patch.object(sys, "stdin", source),
            patch.object(entry, "seconds_since_start", lambda: 0.0),  # the tests before are not the command's time
            patch.object(limits, "held", lambda: max(held() - before, 0)),  # nor its memory
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            try:
                entry.main()
            except SystemExit as leaving:
                code = leaving.code or 0
        return subprocess.CompletedProcess(argv, code, out.getvalue(), err.getvalue())

    return shortlist


@pytest.fixture
def example_1(tmp_path):
    """The table of the paper's Example 1."""
    path = tmp_path / "example1.csv"
    path.write_text(EXAMPLE_1)
    return path


@pytest.fixture(scope="session")
def hard_rows():
    """Random labels on many features, and names for these."""
    rng = np.random.default_rng(0)
    features = tuple(Literal(f"f{i}", Op.EQUAL, True) for i in range(30))
    return merge(rng.random((400, 30)) < 0.5, rng.integers(0, 3, 400), 3), features


@pytest.fixture(scope="session")
def hard(hard_rows):
    """A problem of lists that no engine proves in seconds."""
    rows, features = hard_rows
    return Problem(rows, features, (0, 1, 2), Costs.per_node(2))
