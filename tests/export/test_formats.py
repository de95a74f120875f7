"""Every format is the whole model, and an unknown one is refused."""

import json

import pytest

from shortlist import learn, model_file, read_labelled
from shortlist.errors import UsageError
from shortlist.export.formats import FORMATS, exported, format_of
from shortlist.files.modelfile import loads


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
