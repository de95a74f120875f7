"""Every format is the whole model, and an unknown one is refused."""

import json
import re
from pathlib import Path

import duckdb
import pytest

from export.runners import run_duckdb, run_javascript, run_onnx, run_python, run_sqlite
from shortlist import Literal, ModelFile, Op, Rule, learn, model_file, read_labelled
from shortlist.errors import UsageError
from shortlist.export.formats import FORMATS, exported, format_of
from shortlist.export.sql_dialect import DIALECTS
from shortlist.files.modelfile import loads
from shortlist.models.model import decision_list, decision_set
from shortlist.tables.table import Kind


@pytest.fixture(scope="module")
def file():
    return model_file(learn(read_labelled("titanic")))


def test_text_is_what_a_model_prints(file):
    assert f"{file.model}\n" == exported(file, "text")


def test_json_reads_back_as_the_same_model(file):
    assert file == loads(exported(file, "json"))
    assert "shortlist-model" == json.loads(exported(file, "json"))["format"]


def test_suffixes_are_of_one_format_each_and_tell_it():
    suffixes = [suffix for known in FORMATS.values() for suffix in known.suffixes]
    assert len(suffixes) == len(set(suffixes))
    assert [(name, None) for name in FORMATS] == [format_of(f"a{known.suffixes[0]}") for known in FORMATS.values()]
    assert ("javascript", "module") == format_of("rules.MJS")
    for path in ("rules", "rules.exe", ".sql"):
        with pytest.raises(UsageError, match=r"the suffix must tell the format, one of \.txt, .*--format"):
            format_of(path)


def test_every_format_is_documented_with_its_suffixes_and_dialects():
    page = (Path(__file__).parents[2] / "docs" / "exports.md").read_text(encoding="utf-8")
    lines = dict(re.findall(r"^\| `(\w+)` (\| `\..*)", page, flags=re.MULTILINE))
    assert list(FORMATS) == list(lines)
    for name, known in FORMATS.items():
        assert all(f"`{word}`" in lines[name].replace("--dialect ", "`") for word in (*known.suffixes, *known.dialects))


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("cobol", {}, "format must be one of text, "),
        ("sql", {"dialect": "duckbd"}, r"the dialect of sql must be one of ansi, .* \(did you mean duckdb\?\)"),
        ("text", {"dialect": "duckdb"}, "text has no dialects, only javascript, sql"),
        ("python", {"table": "t"}, "a table is for sql only, but the format is python"),
    ],
)
def test_what_a_format_does_not_have_is_refused(file, name, options, sentence):
    with pytest.raises(UsageError, match=sentence):
        exported(file, name, **options)


@pytest.mark.parametrize("place", range(4))
def test_a_nul_is_kept_escaped_or_refused(place):
    """Python, JavaScript and ONNX have it, formats for people show its escape, SQL and PMML do not know it."""
    column, value, label, target = ("x\0y" if k == place else "xy" for k in range(4))
    model = decision_list((Rule((Literal(column, Op.EQUAL, value),), label), Rule((), "else")), (label, "else"))
    file, rows = ModelFile(model, target, {column: Kind.CATEGORY}), [{column: value}, {column: "x"}]

    assert (
        [label, "else"]
        == run_python(exported(file, "python"), rows)
        == run_javascript(exported(file, "javascript"), rows)
    )
    assert [label, "else"] == run_onnx(exported(file, "onnx"), rows, file.kinds)
    assert file == loads(exported(file, "json"))
    for name in ("text", "markdown", "latex", "python", "javascript", "json"):
        assert "\0" not in exported(file, name)
    for name, options in [("pmml", {}), *(("sql", {"dialect": dialect, "table": "t"}) for dialect in DIALECTS)]:
        with pytest.raises(UsageError, match="SQL cannot hold a NUL character|PMML cannot hold a character"):
            exported(file, name, **options)


def test_sums_beyond_what_floats_tell_apart_are_compared_as_they_are():
    """Of the second class there is one row more; PMML, whose numbers are floats, refuses it."""
    counts = [(2**52, 2**52), (2**52, 2**52 + 1)]
    rules = [Rule((Literal(name, Op.EQUAL, True),), name, rows) for name, rows in zip("ab", counts, strict=True)]
    file = ModelFile(decision_set(rules, ("a", "b")), "y", dict.fromkeys("ab", Kind.BOOLEAN))
    rows = [{"a": True, "b": True}]

    assert ["b"] == run_python(exported(file, "python"), rows) == run_javascript(exported(file, "javascript"), rows)
    assert ["b"] == run_onnx(exported(file, "onnx"), rows, file.kinds)
    assert ["b"] == run_sqlite(exported(file, "sql", dialect="sqlite", table="t"), rows, file.kinds)
    with duckdb.connect() as connection:
        query = exported(file, "sql", dialect="duckdb", table="t")
        assert ["b"] == run_duckdb(query, rows, file.kinds, connection)
