"""Every option of every command, as the app itself declares them, is run once to success; a new one cannot be forgotten."""

import itertools
import json
from contextlib import redirect_stdout

import pytest
from typer.main import get_command

from shortlist.cli.app import make_app

APP = make_app()
COMMANDS = get_command(APP).commands
ROWS = "a,b,day,size,y\n" + "".join(
    f"{i % 2},{'uvw'[i % 3]},2021-03-{i % 12 + 10},{i % 12}.5,{'no' if i % 12 < 6 else 'yes'}\n" for i in range(24)
)

ARGUMENTS = {
    "fit": ["table.csv"],
    "predict": ["list.json", "table.csv"],
    "explain": ["list.json", "table.csv"],
    "show": ["list.json"],
    "export": ["list.json", "-o", "list.sql"],
    "check": ["list.json", "table.csv"],
    "front": ["table.csv"],
    "score": ["list.json", "table.csv"],
    "card": ["list.json", "table.csv"],
    "encode": ["table.csv", "--nodes", "3"],
    "report": ["list.json", "table.csv", "-o", "page.html"],
    "certify": ["list.json", "table.csv", "--output", "any.proof"],
    "canonical": ["table.csv", "list.json", "--output", "any.table"],
    "verify": ["list.proof", "list.table"],
}
"""The arguments that a command cannot do without."""

SET, PRICES = ["--model", "set"], ["--objective", "customizable", "--rule-price", "1", "--literal-price", "0.5"]

EXAMPLES = {
    "--model": [["list"], ["set"], ["hybrid"]],
    "--target": [["y"], ["b"]],
    "--target-cuts": [["5,8", "--target", "size"], ["5.5", "--target", "size"]],
    "--weight": [["a"]],
    "--class-weight": [["balanced"], ["yes=2.5", "--class-weight", "no=1/3"], ["balanced", *SET]],
    "--drop": [["a"], ["a", "--drop", "b"]],
    "--delimiter": [[","]],
    "--encoding": [["utf-8"]],
    "--stream": [[]],
    "--no-stream": [[]],
    "--missing": [["?"], ["?", "--missing", "-"]],
    "--date-parts": [["day=weekday"], ["day=year,month", "--date-parts", "day=monthname"]],
    "--kind": [["a=number"], ["a=code", "--kind", "b=category"]],
    "--regularization": [["0.02"], ["1/24"], ["0"], ["0.02", *SET], ["0.1", "--model", "hybrid"]],
    "-r": [["0.02"]],
    "--objective": [
        ["paper"],
        ["corels"],
        PRICES[1:],
        *([name, *SET, *more] for name in ("opt", "mds2", "mds2*") for more in ([], ["--perfect"])),
    ],
    "--form": [["separated", *SET], ["complete", *SET]],
    "--node-price": [["0.75"], ["3/2", "--max-size", "5"]],
    "--rule-price": [["2"]],
    "--literal-price": [["1/2"]],
    "--feature-price": [["a=2", *PRICES], ["a=2", "--feature-price", "b=0.5"]],
    "--error-price": [["yes:no=2.5", *PRICES], ["yes:no=2", "--error-price", "no:yes=3"]],
    "--bins": [["3"], ["2", *SET]],
    "--cuts": [[name] for name in ("guess", "wide", "quantile", "uniform", "all", "intervals")],
    "--cut": [["size=10,20.5"], ["day=2021-03-15", "--cut", "size=3"]],
    "--max-categories": [["3"]],
    "--group": [["b"]],
    "--positive": [["b"], ["b", *SET]],
    "--max-rules": [["1"]],
    "--max-literals": [["1"]],
    "--max-size": [["3"]],
    "--min-rows": [["2"]],
    "--forbid": [["a"], ["size", "--forbid", "not a"], ["a", *SET]],
    "--rule-class": [["yes"], ["yes", "--rule-class", "no"]],
    "--time-limit": [["20"]],
    "--memory-limit": [["500"]],
    "--threads": [["1"], ["2"]],
    "--choose": [["cv"], ["cv-1se"], ["fixed"]],
    "--separate": [[order] for order in ("i+", "i-", "a+", "a-", "c+", "c-", "all", "yes,no")],
    "--engine": [
        *([name] for name in ("auto", "search", "greedy", "sat", "maxsat", "maxsat-paper")),
        *([name, *SET] for name in ("auto", "search", "maxsat")),
        *([name, "--model", "hybrid"] for name in ("auto", "search", "maxsat", "maxsat-paper")),
        *([name, "--separate", "i+"] for name in ("auto", "search", "maxsat", "maxsat-paper")),
    ],
    "--up-to": [["4"]],
    "--list": [["3"]],
    "--jobs": [["1"], ["2"]],
    "--state": [["state.json"]],
    "--test": [["0.25"], ["1/3"], ["table.csv"], ["0.5", *SET], ["0.5", "--model", "hybrid"]],
    "--seed": [["7", "--test", "0.25"]],
    "--output": [["out.json"]],
    "--certify": [["fit.proof"]],
    "--proof": [["list.proof"]],
    "--witness": [["bounds"], ["lrat"]],
    "-o": [["out.json"]],
    "--progress": [["auto"], ["lines"], ["json"], ["none"]],
    "--row": [["1"], ["24"]],
    "--format": [["text"], ["json"], ["python"], ["sql"]],
    "--dialect": [["duckdb", "--format", "sql"], ["module", "--format", "javascript"]],
    "--table": [["patients"], ["ward.patients", "--dialect", "postgres"]],
    "--class": [["yes", "--what-if"]],
    "--changeable": [["size,a", "--what-if"], ["size", "--changeable", "a", "--what-if"]],
    "--fixed": [["size", "--what-if"]],
    "--most": [["2", "--why"]],
    "--reasons": [["reasons.json"]],
    "--nodes": [["3"]],
    "--front": [["front.json"]],
    "--questions": [["questions.json"]],
}
"""Values of options that need one, the flags that must stand beside them with them; a flag alone needs no example."""

BESIDE = {
    "--no-negations": [[], SET],
    "--negations": [[], SET],
    "--perfect": [[], SET, ["--model", "hybrid"]],
    "--allow-missing": [["--what-if"]],
}
"""Flags that mean something to several kinds of models."""

OF_COMMANDS = {("card", "--test"): [["table.csv"]]}
"""Other values of an option that means less to a command than to `fit`."""

ONLY_OF_FIT = {"--model", "--objective", "--separate", "--form"}


def flags(command):
    """Each way to write each option of a command, and whether it needs a value; help aside."""
    for parameter in COMMANDS[command].params:
        if parameter.param_type_name == "option" and parameter.name != "help":
            for flag in (*parameter.opts, *parameter.secondary_opts):
                yield flag, not parameter.is_flag


def cases():
    for command in COMMANDS:
        for flag, needs_value in flags(command):
            examples = EXAMPLES.get(flag, [None]) if needs_value else BESIDE.get(flag, [[]])
            examples = OF_COMMANDS.get((command, flag), examples)
            for example in examples:
                beside_fit = example is not None and ONLY_OF_FIT & set(example)
                if command == "report" and flag == "--test" and example != ["table.csv"]:
                    continue
                if command == "fit" or not beside_fit:
                    yield command, flag, example


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where we are: beside a tiny table, and lists learned of it."""
    path = tmp_path_factory.mktemp("options")
    (path / "table.csv").write_text(ROWS)
    (path / "reasons.json").write_text('{"size": "The size"}')
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(path)
        APP(["fit", "table.csv", "-q", "-o", "list.json"], standalone_mode=False)
        with (path / "front.json").open("w") as stream, redirect_stdout(stream):
            APP(["front", "table.csv", "--up-to", "4", "--json"], standalone_mode=False)
        (path / "questions.json").write_text('{"size": "How large?"}')
        APP(["fit", "table.csv", "-q", "-o", "list of b.json", "--target", "b"], standalone_mode=False)
        APP(["certify", "list.json", "table.csv", "-o", "list.proof"], standalone_mode=False)
        APP(["canonical", "table.csv", "list.json", "-o", "list.table"], standalone_mode=False)
        yield path


def test_every_command_is_tried():
    assert set(ARGUMENTS) == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_that_needs_a_value_has_an_example(command):
    assert [] == [flag for flag, needs_value in flags(command) if needs_value and flag not in EXAMPLES]


def test_every_example_is_of_an_option_that_there_is():
    known = {flag for command in COMMANDS for flag, _ in flags(command)}

    assert set(EXAMPLES) | set(BESIDE) <= known


@pytest.mark.parametrize(
    ("command", "flag", "example"),
    [pytest.param(*case, id=f"{case[0]} {case[1]} {' '.join(case[2] or [])}") for case in cases()],
)
def test_every_option_is_taken(command, flag, example, folder, capsys):
    assert example is not None, f"{flag} must have an example in EXAMPLES"
    arguments = list(ARGUMENTS[command])
    if command in ("check", "score", "report", "card") and (flag, example) == ("--target", ["b"]):
        arguments[0] = "list of b.json"
    if flag in arguments:
        arguments = arguments[: arguments.index(flag)]
    code = APP([command, *arguments, flag, *example], standalone_mode=False)

    assert code in (0, None)
    if flag == "--json":
        json.loads(capsys.readouterr().out)
    if flag in ("--output", "-o"):
        (folder / "out.json").unlink()
    if flag in ("--quiet", "-q"):
        assert "" == capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_options_that_may_be_given_several_times_are_all_heard(capsys):
    APP(["fit", "table.csv", "--drop", "a", "--drop", "b", "--json"], standalone_mode=False)

    assert ["day", "size"] == list(json.loads(capsys.readouterr().out)["kinds"])


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_explained(command):
    options = [p for p in COMMANDS[command].params if p.param_type_name == "option"]

    assert all((p.help or "").endswith(".") for p in options)
    named = list(itertools.chain.from_iterable((*p.opts, *p.secondary_opts) for p in options))
    assert len(set(named)) == len(named)


def test_version_and_debug_are_options_of_the_command_itself(capsys):
    """`--debug` is tried in `test_process.py`."""
    options = [p for p in get_command(APP).params if p.name != "help"]
    assert [["--version"], ["--debug"]] == [p.opts for p in options]
    assert APP(["--version"], standalone_mode=False) in (0, None)

    assert capsys.readouterr().out.startswith("shortlist ")
