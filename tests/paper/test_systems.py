"""docs/paper.md: every system it names is a command and a call that run and agree, and a test that exists."""

import ast
import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

import shortlist
from shortlist.cli.app import app
from shortlist.problems.constraints import Constraints

ROOT = Path(__file__).parents[2]
EXAMPLE_1 = "A,B,C,D,E,H\n1,0,1,0,0,1\n1,1,0,1,1,1\n0,1,0,1,0,0\n0,1,1,0,1,0\n0,0,1,0,1,1\n0,0,1,1,0,1\n0,0,0,1,0,0\n0,0,0,1,1,0\n"
NAMED = (
    "pdl∪",
    "pdl i↑",
    "pdl i↓",
    "sdl[λ]∪",
    *(f"sdl[λ] {o}" for o in ("i↑", "i↓", "a↑", "a↓", "c↑", "c↓")),
    "corels[λ]",
)


def systems():
    """The rows of the tables: system, command, call, test."""
    for line in (ROOT / "docs" / "paper.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and len(cells) == 5 and cells[2].startswith("`"):
            yield cells[0], *(cell.strip("`") for cell in cells[2:])


def test_every_system_of_the_paper_is_in_the_table():
    assert set(NAMED) <= {name for name, *_ in systems()}


@pytest.mark.parametrize(("command", "call", "test"), [row[1:] for row in systems()], ids=[row[0] for row in systems()])
def test_command_and_call_agree_and_the_test_exists(command, call, test, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("table.csv").write_text(EXAMPLE_1)
    done = CliRunner().invoke(app, [*shlex.split(command)[1:], "--json"])
    names = {"data": shortlist.read_labelled("table.csv"), "Constraints": Constraints}
    learned = eval(call, vars(shortlist) | names)  # noqa: S307
    record = json.loads(done.stdout)

    assert 0 == done.exit_code
    assert (learned.solution.cost, str(learned.solution.status)) == (record["cost"], record["status"])
    path, _, function = test.partition("::")
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    assert function in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_the_paths_named_in_the_page_exist():
    text = (ROOT / "docs" / "paper.md").read_text(encoding="utf-8")

    assert all((ROOT / path).exists() for path in re.findall(r"`((?:tests|bench|docs)/[\w/.]+\.\w+)", text))
