"""Commands on tables that are passed over in files: the same answers as in memory, the same refusals, limits that are kept."""

import gzip
import json
import random

import pandas as pd
import pytest

from samples.mixed_tables import mixed_frame
from shortlist.tables import parts

FIT = ("-r", "0.05", "--engine", "search", "--weight", "w")
COSTS = (
    "cost",
    "lower_bound",
    "errors",
    "size",
    "rows",
    "distinct_rows",
    "features",
    "list",
    "scope",
    "kinds",
    "notes",
)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(parts, "BYTES", 600)
    monkeypatch.setattr(parts, "ROWS", 20)


@pytest.fixture(scope="module")
def frame():
    return mixed_frame(random.Random(3), 200)


@pytest.fixture
def whole(frame, tmp_path):
    path = tmp_path / "whole.csv"
    frame.to_csv(path, index=False)
    return path


def fitted(call, data, *options):
    """What `fit --json` says of a table."""
    ended = call("fit", data, *FIT, "--json", *options)
    assert 0 == ended.returncode, ended.stderr
    record = json.loads(ended.stdout)
    return {name: record[name] for name in COSTS}


@pytest.mark.parametrize("kind", ["csv", "csv.gz", "parquet"])
def test_a_folder_and_a_pattern_of_parts_are_one_table(call, frame, whole, tmp_path, kind):
    folder = tmp_path / "parts"
    folder.mkdir()
    for k in range(4):
        piece, path = frame.iloc[50 * k : 50 * k + 50], folder / f"{k}.{kind}"
        _ = piece.to_parquet(path) if kind == "parquet" else piece.to_csv(path, index=False)
    if kind == "parquet":
        whole = tmp_path / "whole.parquet"
        frame.to_parquet(whole)

    expected = fitted(call, whole, "--no-stream")
    assert expected == fitted(call, folder)
    assert expected == fitted(call, folder / f"*.{kind}")


def test_check_score_and_predict_pass_over_files(call, whole, tmp_path):
    model = tmp_path / "m.json"
    assert 0 == call("fit", whole, *FIT, "--class-weight", "balanced", "-o", model, "--stream").returncode
    for command in (("check", "--json"), ("score", "--json"), ("predict", "--rules", "--probabilities")):
        one, two = (call(command[0], model, whole, *command[1:], how) for how in ("--no-stream", "--stream"))
        assert (0, one.stdout, one.stderr) == (two.returncode, two.stdout, two.stderr)
    assert json.loads(call("check", model, whole, "--json", "--stream").stdout)["counts_hold"]


def test_a_large_file_is_streamed_without_being_asked(call, whole, monkeypatch):
    assert "rows are not in memory" not in call("fit", whole, *FIT).stdout.replace("\n", " ")

    monkeypatch.setattr("shortlist.cli.streaming._memory", lambda: 1000)

    assert "rows are not in memory" in call("fit", whole, *FIT).stdout.replace("\n", " ")


BAD = {
    "ragged": ("a,b,y\n" + "1,2,u\n" * 300 + "1,u\n", "line 302: must have 3 fields as the header has, got 2"),
    "quote": ("a,b,y\n" + "1,2,u\n" * 300 + '1,"2,u\n', "line 302: not readable as CSV (a quote is not closed)"),
    "NUL": ("a,b,y\n" + "1,2,u\n" * 300 + "1,\0,u\n", "line 302: a CSV file must be text, but there is a NUL character"),
    "bytes": (b"a,b,y\n" + b"1,2,u\n" * 300 + b"1,\xff,u\n", "line 302: must be UTF-8 text, but byte 0xff is not"),
    "twice": ("a,a,y\n1,2,u\n", "line 1: column names must be different, but 'a' stands twice"),
    "target": ("a,y\n" + "1,u\n" * 300 + "2,\n2,\n", "line 302, column 'y': the target must not be missing, but is in 2 rows"),
    "infinite": ("a,y\n" + "1,u\n" * 300 + "inf,v\n", "line 302, column 'a': must be a finite number, got 'inf'"),
    "empty": ("a,y\n", "there must be at least one row below the header"),
    "one": ("y\n" + "u\n" * 9, "there must be columns beside the target; is , ; tab or | the delimiter?"),
    "numbers": ("a,y\n" + "".join(f"1,{k}.5\n" for k in range(200)), "which are too many to be classes"),
}  # fmt: skip


@pytest.mark.parametrize("fault", BAD)
def test_what_is_refused_in_memory_is_refused_with_the_same_sentence(call, tmp_path, fault):
    text, sentence = BAD[fault]
    path = tmp_path / "bad.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    one, two = (call("fit", path, how) for how in ("--no-stream", "--stream"))

    assert sentence in one.stderr
    assert (2, one.stderr) == (two.returncode, two.stderr)


def test_parts_of_other_columns_are_refused(call, tmp_path):
    (tmp_path / "a.csv").write_text("a,y\n1,u\n")
    (tmp_path / "b.csv").write_text("b,y\n1,u\n")
    ended = call("fit", tmp_path / "*.csv")

    assert (2, True) == (ended.returncode, "b.csv: all files of a table must have the same columns" in ended.stderr)
    assert "there is no CSV or Parquet file" in call("fit", tmp_path / "*.tsv").stderr
    pd.DataFrame({"a": [1], "y": [1]}).to_parquet(tmp_path / "c.parquet")
    assert "must be CSV, or all Parquet" in call("fit", tmp_path).stderr


def test_what_cannot_be_streamed_is_refused(call, whole):
    assert "so there must be a file" in call("fit", "-", "--stream", stdin="a,y\n1,u\n").stderr
    assert "--no-stream must be for one file" in call("fit", whole.parent, "--no-stream").stderr
    assert "--test must be a file" in call("fit", whole, "--stream", "--test", "0.3").stderr
    assert "in memory" in call("fit", whole, "--stream", "--choose", "cv").stderr


def test_quoted_line_ends_and_packed_files_are_read(call, tmp_path):
    text = "a,t,y\n" + "".join(f'{k},"two\nlines {k % 3}, ""so""",{"uv"[k % 3 == 0]}\n' for k in range(120))
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(text.encode()))

    assert call("fit", path, "--no-stream", "-q", "-o", tmp_path / "1").returncode == 0
    assert call("fit", path, "--stream", "-q", "-o", tmp_path / "2").returncode == 0
    one, two = (json.loads((tmp_path / name).read_text()) for name in "12")
    assert one["rules"] == two["rules"]


def test_a_time_limit_ends_the_passes(call, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,y\n" + "1.5,u\n2.5,v\n" * 20_000)
    ended = call("fit", path, "--stream", "--time-limit", "0.05")

    assert 3 == ended.returncode
    assert "no list was found before the time limit, which was over after" in ended.stderr
