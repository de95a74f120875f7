"""Every format is the whole model, and an unknown one is refused."""

import json

import pytest

from export.runners import run_javascript, run_onnx, run_python
from shortlist import Literal, ModelFile, Op, Rule, learn, model_file, read_labelled
from shortlist.errors import UsageError
from shortlist.export.formats import FORMATS, exported, format_of
from shortlist.export.sql_dialect import DIALECTS
from shortlist.files.modelfile import loads
from shortlist.models.model import decision_list
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
