"""The examples in docstrings, in the README and in the documentation run, and print what they say."""

import doctest
import importlib
import pkgutil
import re
import shlex
from pathlib import Path

import pytest

import shortlist

MODULES = [
    info.name
    for info in pkgutil.walk_packages(shortlist.__path__, "shortlist.")
    if not info.name.endswith(("_kernel", "__main__"))
]
ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name):
    assert 0 == doctest.testmod(importlib.import_module(name), raise_on_error=False).failed


def blocks(page, language):
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def pages_with(language):
    return [pytest.param(page, id=page.name) for page in PAGES if blocks(page, language)]


def test_the_pages_have_examples():
    assert {"README.md", "tutorial.md", "how-it-works.md"} <= {page.values[0].name for page in pages_with("pycon")}
    assert {"README.md", "index.md", "tutorial.md"} <= {page.values[0].name for page in pages_with("console")}


@pytest.mark.parametrize("page", pages_with("pycon"))
def test_python_examples_on_pages_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # pictures are written there
    text = "\n".join(blocks(page, "pycon"))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)

    assert test.examples
    assert 0 == doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed


@pytest.mark.parametrize("page", pages_with("console"))
def test_shell_examples_on_pages_print_what_they_say(page, run, call, tmp_path, monkeypatch):
    """Those of the README by the command itself, all others in this process, as on an idle machine: bounds have time."""
    monkeypatch.chdir(tmp_path)
    for name, value in {"EVERY_CUT_SHARE": 0.5, "EVERY_CUT_ALONE": 30.0}.items():
        monkeypatch.setattr(importlib.import_module("shortlist.learn"), name, value)
    shortlist = run if page.name == "README.md" else call
    for text in blocks(page, "json"):
        (tmp_path / "reasons.json").write_text(text)
    for session in blocks(page, "console"):
        command, _, expected = session.partition("\n")
        arguments = shlex.split(command.removeprefix("$ shortlist"))
        done = shortlist(*arguments)
        assert (0, "") == (done.returncode, done.stderr)
        assert without_times(expected) == without_times(done.stdout)


def without_times(text):
    lines = (re.sub(r"\d+\.\d+ s\.", "… s.", line).rstrip() for line in text.strip().splitlines())
    return "\n".join(lines)
