"""`explain` with why, what if and reasons: text, records that follow their schema, and refusals."""

import json
from importlib import resources

import jsonschema
import pytest

SCHEMA = json.loads(
    resources.files("shortlist").joinpath("files", "schema", "explain-1.json").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory, call):
    path = tmp_path_factory.mktemp("explaining")
    rows = [f"{size}.5,{colour},2021-03-{size + 10},{'yes' if size > 5 or colour == 'red' else 'no'}" for size in range(12) for colour in ("red", "blue", "green")]  # fmt: skip
    (path / "table.csv").write_text("\n".join(["size,colour,day,y", *rows, ",,,no", ""]))
    (path / "reasons.json").write_text('{"size": "Too small", "colour != red": "Wrong colour"}')
    for kind in ("list", "set", "hybrid"):
        assert (
            0
            == call(
                "fit", path / "table.csv", "-q", "-r", "0.02", "--model", kind, "-o", path / f"{kind}.json"
            ).returncode
        )
    return path


@pytest.mark.parametrize("kind", ["list", "set", "hybrid"])
@pytest.mark.parametrize("row", [1, 2, 30, 37])
def test_records_follow_their_schema(call, folder, kind, row):
    flags = ["--why", "--what-if", "--allow-missing", "--json"]
    done = call("explain", folder / f"{kind}.json", folder / "table.csv", "--row", row, *flags)
    record = json.loads(done.stdout)

    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.Draft202012Validator(SCHEMA).validate(record)
    assert record["why"]["proved"]
    assert [label for label in ("no", "yes") if label != record["then"]] == [each["then"] for each in record["what_if"]]
    assert record["reasons"] is None
    bare = json.loads(call("explain", folder / f"{kind}.json", folder / "table.csv", "--row", row, "--json").stdout)
    jsonschema.Draft202012Validator(SCHEMA).validate(bare)
    assert {"why": None, "what_if": None, "reasons": None}.items() <= bare.items()


def test_people_are_told_why_what_if_and_reasons(call, folder):
    arguments = ["explain", folder / "list.json", folder / "table.csv", "--row", 2, "--why", "--what-if"]
    text = call(*arguments, "--reasons", folder / "reasons.json").stdout

    assert "Enough for y = no, whatever the other columns hold:\n  1. size <= 6" in text
    assert "and colour != red (is blue)" in text
    assert "y = yes by the fewest changes:\n" in text
    assert "colour == red (now blue)" in text
    assert "Too small (size <= 6)" in text
    assert "Wrong colour (colour != red)" in text
    record = json.loads(call(*arguments, "--reasons", folder / "reasons.json", "--json").stdout)
    jsonschema.Draft202012Validator(SCHEMA).validate(record)
    assert {"Too small", "Wrong colour"} == {reason["text"] for reason in record["reasons"]}


@pytest.mark.parametrize("flags", [["--changeable", "size"], ["--fixed", "colour"], ["--fixed", "colour,day"]])
def test_only_columns_that_may_be_changed_are(call, folder, flags):
    done = call("explain", folder / "list.json", folder / "table.csv", "--row", 2, "--what-if", *flags, "--json")

    assert [["size"]] == [[c["feature"] for c in change] for change in json.loads(done.stdout)["what_if"][0]["changes"]]


def test_a_change_that_there_is_none_of_is_said(call, folder):
    done = call("explain", folder / "list.json", folder / "table.csv", "--row", 2, "--what-if", "--changeable", "day")

    assert "No change of these columns gives y = yes." in done.stdout


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (["--class", "yes"], "--class is for --what-if only"),
        (["--fixed", "size"], "--fixed is for --what-if only"),
        (["--most", "2"], "--most is for --why and --what-if only"),
        (["--what-if", "--class", "ye"], "--class must be one of no, yes, got 'ye' (did you mean yes?)"),
        (["--what-if", "--changeable", "sice"], "changeable columns must be for columns of the table, got 'sice' (did you mean size?)"),
        (["--reasons", "none.json"], "none.json: cannot be read (No such file or directory)"),
        (["--why", "--row", "99"], "the row must be between 1 and 37, got 99"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_is_refused_in_a_sentence(call, folder, flags, sentence):
    done = call("explain", folder / "list.json", folder / "table.csv", *flags)

    assert (2, "") == (done.returncode, done.stdout)
    assert sentence in done.stderr.replace("\n", " ")
