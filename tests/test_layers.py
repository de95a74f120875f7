"""Data flows one way: a file imports only what stands above it."""

import ast
from pathlib import Path

import shortlist

ORDER = [
    "_version",
    "errors",
    "words",
    "tables.table",
    "tables.csv_text",
    "tables.kinds",
    "tables.frames",
    "tables.read",
    "features.literal",
    "features.rows",
    "features.cutpoints",
    "features.binarize",
    "models.model",
    "models.hybrid",
    "problems.costs",
    "problems.constraints",
    "problems.objective",
    "problems.problem",
    "problems.solution",
    "problems.set_problem",
    "encoding.examples",
    "encoding.variables",
    "encoding.decision_list",
    "encoding.one_class",
    "encoding.hybrid",
    "encoding.formula",
    "encoding.decode",
    "encoding.decision_set",
    "encoding.sums",
    "encoding.rule_slots",
    "encoding.symmetry",
    "encoding.node_sequence",
    "engines.sat.oracle",
    "engines.bracket",
    "engines.growing",
    "engines.greedy",
    "engines.maxsat.lists",
    "engines.sat.witnesses",
    "engines.sat.sat",
    "engines.search",
    "engines.covers.pure_rules",
    "engines.covers.program",
    "engines.covers.perfect_cover",
    "engines.covers.one_class",
    "engines.set_parts",
    "engines.sets",
    "engines.maxsat.sets",
    "engines.separated.part",
    "engines.maxsat.part",
    "engines.separated.orders",
    "engines.maxsat.hybrid",
    "engines.child",
    "engines.auto",
    "checks.recount",
    "checks.crosscheck",
    "learn",
    "learn_hybrid",
    "learn_set",
    "explain.trace",
    "files.set_claim",
    "files.modelfile",
    "files.records",
    "files.set_records",
    "show.set_terminal",
    "show.terminal",
    "show.progress",
    "estimators.inputs",
    "estimators.decision_list",
    "estimators.base",
    "estimators.decision_set",
    "estimators.decision_lists",
    "cli.process",
    "cli.options",
    "cli.app",
    "__main__",
]
ROOT = Path(shortlist.__file__).parent


def modules():
    for path in sorted(ROOT.rglob("*.py")):
        if path.name != "__init__.py":
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts), path


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_every_module_has_its_place():
    assert set(ORDER) == {name for name, _ in modules()}


def test_imports_point_upwards():
    for name, path in modules():
        allowed = set(ORDER[: ORDER.index(name)])
        ours = {module.removeprefix("shortlist.") for module in imports(path) if module.startswith("shortlist.")}
        assert {module for module in ours if module in ORDER} <= allowed, name


def test_only_the_oracle_knows_pysat():
    users = {name for name, path in modules() if any(module.startswith("pysat") for module in imports(path))}

    assert {"engines.sat.oracle"} == users


def test_the_check_imports_no_engine():
    ours = {module for module in imports(ROOT / "checks" / "recount.py") if module.startswith("shortlist.")}

    assert not {
        module for module in ours if "engines" in module or "encoding" in module or "problems.problem" in module
    }
