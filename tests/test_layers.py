"""Data flows one way: a folder imports only folders above it, a file only files above it in its own folder."""

import ast
from pathlib import Path

import shortlist

ROOT = Path(shortlist.__file__).parent

HOUSE = {
    "": ["_version", "errors", "words"],
    "tables": ["table", "csv_text", "kinds", "frames", "read"],
    "features": ["literal", "cutpoints", "binarize", "rows"],
    "models": ["model", "hybrid"],
    "problems": ["costs", "objective", "constraints", "problem", "solution", "set_problem"],
    "encoding": [
        *["examples", "variables", "decision_list", "one_class", "hybrid", "formula", "decode", "decision_set"],
        *["sums", "rule_slots", "symmetry", "node_sequence"],
    ],
    "engines": [
        *["bracket", "search", "growing", "greedy"],
        *["sat.oracle", "sat.witnesses", "sat.sat", "maxsat.lists"],
        *["covers.pure_rules", "covers.program", "covers.perfect_cover", "covers.one_class", "set_parts", "sets"],
        *["maxsat.sets", "separated.part", "maxsat.part", "separated.orders", "maxsat.hybrid", "child", "auto"],
    ],
    "checks": ["recount", "crosscheck"],
    "learn": ["learn", "learn_hybrid", "learn_set"],
    "explain": ["trace"],
    "files": ["set_claim", "modelfile", "records", "set_records"],
    "show": ["set_terminal", "terminal", "progress"],
    "estimators": ["inputs", "base", "decision_list", "decision_set", "decision_lists"],
    "cli": ["process", "options", "app"],
    "__main__": ["__main__"],
}
"""The folders from top to bottom, and the files of each; a name of its own is a file that stands beside the folders."""


def module_name(folder, file):
    return file if folder in ("", "learn", "__main__") else f"{folder}.{file}"


ORDER = [module_name(folder, file) for folder, files in HOUSE.items() for file in files]


def modules():
    for path in sorted(ROOT.rglob("*.py")):
        if path.name != "__init__.py":
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts), path


def imports(path):
    """All modules that a file imports anywhere, those inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def ours(path):
    return {module.removeprefix("shortlist.") for module in imports(path) if module.startswith("shortlist.")}


def importers_of(package):
    return {name for name, path in modules() if any(f"{m}.".startswith(f"{package}.") for m in imports(path))}


def test_every_module_has_its_place():
    assert sorted(ORDER) == sorted(name for name, _ in modules())


def test_imports_point_upwards():
    for name, path in modules():
        above = set(ORDER[: ORDER.index(name)])

        assert not {module for module in ours(path) if module in ORDER} - above, name


def test_pysat_has_one_importer():
    assert {"engines.sat.oracle"} == importers_of("pysat")


def test_what_checks_imports_nothing_of_what_is_checked():
    """The recount reads tables, rules and prices; it knows neither problems nor encodings nor engines."""
    allowed = {"errors", "words", "tables", "features.literal", "models", "problems.costs", "checks"}
    for name, path in modules():
        if name.startswith("checks.recount"):
            for module in ours(path):
                assert any(f"{module}.".startswith(f"{known}.") for known in allowed), (name, module)
