"""Data flows one way: a folder imports only folders above it, a file only files above it in its own folder."""

import ast
import re
from pathlib import Path

import shortlist

ROOT = Path(shortlist.__file__).parent

HOUSE = {
    "": ["_version", "interrupts", "errors", "words", "writing", "packaged", "grid", "option"],
    "tables": [
        *[
            "dates",
            "distinct",
            "column",
            "table",
            "summary",
            "texts",
            "deadline",
            "streams",
            "kinds",
            "csv_native",
            "csv_text",
            "ranges",
            "labels",
            "weights",
            "frames",
            "sources",
        ],
        *["read", "parts", "raw_parts", "parted", "split", "near_numbers", "hints"],
    ],
    "features": [
        *[
            "literal",
            "cutpoints",
            "date_cuts",
            "sample",
            "splits",
            "stumps",
            "guess",
            "categories",
            "rows",
            "questions",
            "binarize",
        ],
        *["better_cuts", "relax"],
    ],
    "models": ["rule", "text", "model"],
    "problems": [
        *[
            "costs",
            "constraints",
            "objective",
            "indexed",
            "problem",
            "memory",
            "cores",
            "limits",
            "choice",
            "solution",
            "divided",
            "evaluate",
            "naming",
            "pose",
            "scope",
            "asked",
        ],
    ],
    "encoding": [
        *["examples", "variables", "decision_list", "one_class", "hybrid", "formula", "decision_set"],
        *["sums", "rule_slots"],
    ],
    "engines": [
        *["bracket", "kernel", "registry", "growing", "greedy", "frontier", "size_budget", "search", "sharpen"],
        *["useful_cuts", "ties"],
        *["sat.oracle", "sat.witnesses", "sat.sat"],
        *["covers.pure_rules", "covers.master", "covers.program", "covers.perfect_cover"],
        *["separated.part", "separated.orders", "sets"],
        *["maxsat.growth", "maxsat.lists", "maxsat.hybrid", "maxsat.part", "maxsat.sets"],
        *["child", "auto", "within_size", "every_cut"],
    ],
    "checks": ["recount", "score", "claim", "crosscheck"],
    "scale": ["cells", "stream", "in_files", "part_summary", "in_parts", "relation", "duck", "files", "dask_frames"],
    "learn": ["learn"],
    "choose": ["crossvalidate", "chosen", "state", "front"],
    "options": ["options"],
    "explain": ["trace", "answers", "cells", "space", "reach", "smallest", "question", "reasons"],
    "files": ["claim", "provenance", "search", "rules", "modelfile", "scores", "explanations", "records"],
    "certify": ["verified", "claimed", "canonical", "checking", "proof", "witness", "again"],
    "show": ["console", "claims", "no_rule", "terminal", "explanation", "score", "front", "progress"],
    "export": [
        *["plan", "rules", "csv_rules", "markdown", "latex", "python", "javascript", "sql_dialect", "sql"],
        *["pmml_decision", "pmml", "onnx_nodes", "onnx_graph", "formats"],
    ],
    "card": ["markdown", "groups", "sections"],
    "plot": ["looks", "display", "front", "trace"],
    "report": ["judged", "columns", "rules", "charts", "rows", "groups", "fronts", "words", "content", "page"],
    "estimators": [
        "inputs",
        "views",
        "explaining",
        "pages",
        "base",
        "decision_list",
        "cv",
        "front",
        "decision_set",
        "decision_lists",
        "binarizer",
    ],
    "cli": [
        "process",
        "options",
        "streaming",
        "streamed",
        "reading",
        "certified",
        "judging",
        "answering",
        "explaining",
        "card",
        "exporting",
        "using",
        "reporting",
        "certifying",
        "learning",
        "app",
        "main",
    ],
    "__main__": ["__main__"],
}
"""The folders from top to bottom, and the files of each; a name of its own is a file that stands beside the folders."""


def module_name(folder, file):
    return file if folder in ("", file) else f"{folder}.{file}"


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


def test_pysat_and_native_code_have_few_importers():
    assert {"engines.sat.oracle"} == importers_of("pysat")
    assert {"engines.kernel"} == importers_of("shortlist._kernel")
    assert {"tables.csv_native", "features.rows"} == importers_of("shortlist._tables")
    assert {"certify.checking"} == importers_of("shortlist._verify")


def test_what_checks_imports_nothing_of_what_is_checked():
    """Recount and claim read tables, rules, prices and answers; they know neither problems nor encodings nor engines."""
    words = {"errors", "words", "grid", "tables", "features.literal", "models", "checks"}
    answers = {"problems.costs", "problems.objective", "problems.scope", "problems.solution"}
    allowed = dict.fromkeys(("checks.recount", "checks.score"), words)
    allowed |= dict.fromkeys(("checks.claim", "checks.crosscheck"), words | answers)
    assert set(allowed) == {name for name in ORDER if name.startswith("checks.")}
    for name, path in modules():
        for module in ours(path) if name in allowed else ():
            assert any(f"{module}.".startswith(f"{known}.") for known in allowed[name]), (name, module)


def test_kinds_of_models_are_told_apart_by_their_kind():
    """One concrete `Model`: nothing asks which class a model is of."""
    for name, path in modules():
        assert "isinstance(model" not in path.read_text(encoding="utf-8"), name


def test_the_map_of_the_house_follows_the_folders():
    """Every folder of the package and of the kernel has its line in CONTRIBUTING, in the order of imports."""
    text = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\| `([\w/]+?)(?:/|\.py)?` \|", text, flags=re.MULTILINE)
    package = [folder for folder in HOUSE if folder not in ("", "__main__")]
    kernel = Path(__file__).parents[1] / "src" / "kernel"

    assert package == [line for line in lines if line in package]
    assert {folder.name for folder in kernel.iterdir() if folder.is_dir()} == {
        line.removeprefix("kernel/") for line in lines if line.startswith("kernel/")
    }
