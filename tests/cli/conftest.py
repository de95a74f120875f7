"""The command in this very process: starting one takes a second that most tests do not need."""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from subprocess import CompletedProcess
from unittest.mock import patch

import numpy as np
import pytest

from shortlist.cli import main as entry


@pytest.fixture(scope="session")
def call():
    """Call the entry of the command with these arguments; what comes back is like a process that has ended."""

    def shortlist(*arguments, stdin=""):
        argv = ["shortlist", *map(str, arguments)]
        source = io.TextIOWrapper(io.BytesIO(stdin if isinstance(stdin, bytes) else stdin.encode()), encoding="utf-8")
        out, err, code = io.StringIO(), io.StringIO(), None
        with (
            patch.object(sys, "argv", argv),
            patch.object(sys, "stdin", source),
            patch.object(entry, "seconds_since_start", lambda: 0.0),  # the tests before are not the command's time
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            try:
                entry.main()
            except SystemExit as leaving:
                code = leaving.code or 0
        return CompletedProcess(argv, code, out.getvalue(), err.getvalue())

    return shortlist


@pytest.fixture(scope="session")
def hard_csv(tmp_path_factory):
    """Random classes of many features: no engine proves this in seconds."""
    rng = np.random.default_rng(0)
    table = np.column_stack([rng.random((300, 25)) < 0.5, rng.integers(0, 2, 300)]).astype(int)
    path = tmp_path_factory.mktemp("hard") / "hard.csv"
    path.write_text(
        "\n".join([",".join([*(f"x{i}" for i in range(25)), "y"]), *(",".join(map(str, r)) for r in table)])
    )
    return path
