"""The examples in docstrings and in the README run, and print what they say."""

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
README = Path(__file__).parents[1] / "README.md"


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name):
    assert 0 == doctest.testmod(importlib.import_module(name), raise_on_error=False).failed


def test_python_examples_in_the_readme_run():
    text = "\n".join(re.findall(r"```pycon\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(text, {}, "README", str(README), 0)

    assert test.examples
    assert 0 == doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed


def test_shell_examples_in_the_readme_print_what_they_say(run):
    sessions = re.findall(r"```console\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert sessions
    for session in sessions:
        command, _, expected = session.partition("\n")
        arguments = shlex.split(command.removeprefix("$ shortlist"))
        done = run(*arguments)
        assert (0, "") == (done.returncode, done.stderr)
        assert without_times(expected) == without_times(done.stdout)


def without_times(text):
    lines = (re.sub(r"\d+\.\d+ s\.", "… s.", line).rstrip() for line in text.strip().splitlines())
    return "\n".join(lines)
