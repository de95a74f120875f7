"""Data flows one way: a file imports only what stands above it."""

import ast
from pathlib import Path

import shortlist

ORDER = [
    "_version",
    "errors",
    "words",
    "table",
    "literal",
    "model",
    "hybrid",
    "rows",
    "costs",
    "constraints",
    "objective",
    "problem",
    "solution",
    "set_problem",
    "delimited",
    "texts",
    "frames",
    "read",
    "cutpoints",
    "binarize",
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
    "engines.oracle",
    "engines.anytime",
    "engines.growing",
    "engines.greedy",
    "engines.maxsat",
    "engines.witnesses",
    "engines.sat",
    "engines.search",
    "engines.pure_rules",
    "engines.pure_cover",
    "engines.perfect_cover",
    "engines.one_class",
    "engines.set_parts",
    "engines.sets",
    "engines.set_maxsat",
    "engines.parts",
    "engines.parts_maxsat",
    "engines.separated",
    "engines.hybrid",
    "engines.child",
    "engines.portfolio",
    "check",
    "crosscheck",
    "learn",
    "learn_hybrid",
    "learn_set",
    "set_claim",
    "explain",
    "modelfile",
    "set_show",
    "show",
    "records",
    "set_records",
    "table_classifier",
    "estimators",
    "rules_classifier",
    "set_estimator",
    "hybrid_estimator",
    "progress",
    "process",
    "options",
    "cli",
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

    assert {"engines.oracle"} == users


def test_the_check_imports_no_engine():
    ours = {module for module in imports(ROOT / "check.py") if module.startswith("shortlist.")}

    assert not {module for module in ours if "engines" in module or "encoding" in module or "problem" in module}
