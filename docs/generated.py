"""Pages that the program tells itself: every command, every option with the examples that the tests run, and a report page."""

import importlib.util
import re
from pathlib import Path

from typer.main import get_command

from shortlist import read_labelled
from shortlist.choose.front import front
from shortlist.cli.app import make_app
from shortlist.files.records import front_record, model_file
from shortlist.learn import learn
from shortlist.models.model import ModelKind
from shortlist.option import Option
from shortlist.options import options_for
from shortlist.problems.limits import Limits
from shortlist.report.content import PageOptions
from shortlist.report.page import report, write_report
from shortlist.tables.split import held_out

APP = make_app()
ROOT = Path(__file__).parents[1]


def write(folder: Path) -> None:
    """Write all generated pages into the folder."""
    (folder / "extra").mkdir(parents=True, exist_ok=True)
    _write(folder / "commands.md", commands())
    _write(folder / "options.md", options())
    penguins(folder / "extra" / "penguins-report.html")


def _write(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def examples() -> dict[str, list[list[str]]]:
    """The values of each option that the tests run."""
    path = ROOT / "tests" / "cli" / "test_every_option.py"
    spec = importlib.util.spec_from_file_location("every_option", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.EXAMPLES


def commands() -> str:
    """Every command with its arguments and options."""
    parts = ["# The command line", "", "Data goes to standard output, progress and complaints to standard error.", ""]
    for name, command in get_command(APP).commands.items():
        arguments = " ".join(p.name.upper() for p in command.params if p.param_type_name == "argument")
        parts += [f"## shortlist {name}", "", command.help.strip().split("\n\n")[0], "", "```text"]
        parts += [f"shortlist {name} {arguments} [OPTIONS]", "```", "", "| option | meaning |", "|---|---|"]
        for parameter in command.params:
            if parameter.param_type_name == "option" and parameter.name != "help":
                flags = ", ".join(f"`{flag}`" for flag in (*parameter.opts, *parameter.secondary_opts))
                value = "" if parameter.is_flag else f" `{parameter.metavar or 'VALUE'}`"
                parts.append(f"| {flags}{_cell(value)} | {_cell(parameter.help or '')} |")
        parts.append("")
    return "\n".join([*parts, *EXIT_CODES])


EXIT_CODES = """## Exit codes

| code | meaning |
|---|---|
| 0 | an answer was given |
| 1 | `check` found a claim that does not hold |
| 2 | bad usage or bad data, said in one sentence |
| 3 | there is no model at all, or with `--require-optimal` none that is proved optimal |
| 70 | a fault of Shortlist's own, or too little memory |
| 130 | interrupted before there was an answer |
""".splitlines()


def options() -> str:
    """Every option of the estimators and of `fit`, by what it is about, with examples."""
    known = examples()
    seen: dict[str, dict[str, str]] = {}
    for kind in ModelKind:
        for option in options_for(kind, where="command"):
            seen.setdefault(option.group, {})[option.name] = _entry(option, known)
    parts = [
        "# Options",
        "",
        "Of `shortlist fit`; the estimators have the same under the names in brackets. Each example below is run by the tests.",
        "",
    ]
    for group, entries in seen.items():
        parts += [f"## {group}", "", *entries.values()]
    return "\n".join(parts)


def _entry(option: Option, known: dict[str, list[list[str]]]) -> str:
    parameters = {parameter.name: parameter for parameter in get_command(APP).commands["fit"].params}
    flag = next(flag for flag in parameters[option.name].opts if flag.startswith("--"))
    shown = [f"shortlist fit table.csv {flag} {' '.join(value)}".rstrip() for value in known.get(flag, [[]])[:3]]
    code = "\n".join(["```sh", *shown, "```"])
    return f"`{flag}` (`{option.name}`)\n: {option.text}\n\n{_indented(code)}\n"


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", "\\|")


def penguins(path: Path) -> None:
    """A report page on a real table, with a front and test rows."""
    training, test = held_out(read_labelled("penguins"), 0.3, 7)
    found = front_record(front(training, max_size=11, limits=Limits(60)))
    learned = learn(training, cross_check=True, limits=Limits(60))
    write_report(report(model_file(learned), training, test, PageOptions("penguins", ("sex",), found)), path)
