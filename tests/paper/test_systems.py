"""docs/paper.md: every system it names is a command and a call that run and agree, and a test that exists."""

import ast
import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

import shortlist
from shortlist.cli.app import make_app
from shortlist.files.rules import rule_records

APP = make_app()
ROOT = Path(__file__).parents[2]
NAMED = (
    "pdl∪",
    "pdl i↑",
    "pdl i↓",
    "sdl[λ]∪",
    *(f"sdl[λ] {o}" for o in ("i↑", "i↓", "a↑", "a↓", "c↑", "c↓")),
    "opt",
    "mds2",
    "mds2*",
    "sp[λ]",
    "sp[λ], complete",
    "mds2[ρ]",
    "mds2*[ρ]",
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
def test_command_and_call_agree_and_the_test_exists(command, call, test, example_1, monkeypatch):
    monkeypatch.chdir(example_1.parent)
    example_1.rename("table.csv")
    done = CliRunner().invoke(APP, [*shlex.split(command)[1:], "--json"])
    known = {"data": shortlist.read_labelled("table.csv"), "intervals": shortlist.Binning("intervals", 4)}
    learned = eval(call, vars(shortlist) | known)  # noqa: S307
    record = json.loads(done.stdout)

    assert 0 == done.exit_code
    assert (learned.solution.cost, str(learned.solution.status)) == (record["cost"], record["status"])
    assert rule_records(learned.model) == record["list"]
    path, _, function = test.partition("::")
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    assert function in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_the_paths_named_in_the_page_exist():
    text = (ROOT / "docs" / "paper.md").read_text(encoding="utf-8")

    assert all((ROOT / path).exists() for path in re.findall(r"`((?:tests|bench|docs)/[\w/.]+\.\w+)", text))
