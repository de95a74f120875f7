"""The command keeps its limits while it reads, and reads a second file as it read the first."""

import time

import numpy as np
import pandas as pd
import pytest

from shortlist.tables.read import read_labelled


@pytest.fixture(scope="module")
def long_csv(tmp_path_factory):
    path = tmp_path_factory.mktemp("tables") / "long.csv"
    rng = np.random.default_rng(0)
    numbers = pd.DataFrame(rng.random((100_000, 12)).round(6), columns=[f"x{i}" for i in range(12)])
    numbers.assign(y=(numbers.x0 > 0.5).astype(int)).to_csv(path, index=False)
    return path


def test_the_time_limit_holds_while_a_table_is_read(call, long_csv):
    start = time.process_time()
    ended = call("fit", long_csv, "--time-limit", 0.02)

    assert 3 == ended.returncode
    assert "long.csv: the time limit of 0.02 s was reached when " in ended.stderr
    assert 1 == ended.stderr.count("\n")
    assert time.process_time() - start < 0.4


def test_the_time_limit_holds_while_rows_are_merged(call, long_csv, monkeypatch):
    # As if reading had taken all of the time but a moment.
    monkeypatch.setattr("shortlist.tables.deadline.Deadline.check", lambda *_, **__: None)
    ended = call("fit", long_csv, "--time-limit", 0.02)

    assert 3 == ended.returncode
    assert "the time limit was reached when 0 of 100000 rows were merged" in ended.stderr


def test_a_delimiter_is_remembered(call, tmp_path):
    path, model = tmp_path / "t.csv", tmp_path / "m.json"
    path.write_text("a,b/größe/y\n" + "1,5/3/u\n2,5/4/v\n" * 10)

    assert 0 == call("fit", path, "--delimiter", "/", "-o", model).returncode
    assert 0 == call("check", model, path).returncode
    assert ["y", "u", "v"] == call("predict", model, path).stdout.split()[:3]
    assert 0 == call("score", model, path).returncode
    path.write_text("a,b;größe;y\n1,5;3;u\n")
    assert 0 == call("check", model, path, "--delimiter", ";").returncode


def test_classes_beyond_64_bits_are_predicted(call, tmp_path):
    y = np.array([2**63 + 5, 2**63 + 7] * 10, dtype=np.uint64)
    pd.DataFrame({"a": [0, 1] * 10, "y": y}).to_parquet(tmp_path / "t.parquet")
    assert 0 == call("fit", tmp_path / "t.parquet", "-o", tmp_path / "m.json").returncode

    assert [f"{2**63 + 5}", f"{2**63 + 7}"] == call(
        "predict", tmp_path / "m.json", tmp_path / "t.parquet"
    ).stdout.split()[1:3]
    assert 0 == call("check", tmp_path / "m.json", tmp_path / "t.parquet").returncode


def test_minus_zero_is_a_class_of_its_own(call, tmp_path):
    (tmp_path / "t.csv").write_text("a,y\n" + "x,0\ny,-0\n" * 10)
    assert 0 == call("fit", tmp_path / "t.csv", "-o", tmp_path / "m.json").returncode

    assert ["y", "0", "-0"] == call("predict", tmp_path / "m.json", tmp_path / "t.csv").stdout.split()[:3]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("\x1b[31mred.csv", None),
        ("t.csv", b"a,b\n1,\x1b[31m\n1\n"),
        ("t.csv", b"a\x1b[31m,b\x1b[31m,a\x1b[31m\n1,1,1\n"),
        ("t\x07.csv", b"a,b\n1\n"),
        ("\x1b.parquet", b"PAR1\x1b[31m"),
    ],
)
def test_no_sentence_has_control_characters(call, tmp_path, name, content):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    ended = call("fit", tmp_path / name)

    assert 2 == ended.returncode
    assert ended.stderr.rstrip("\n").isprintable()


def test_thousands_of_columns_take_no_more_than_their_share(tmp_path):
    """Eight times the columns take some ten times as long; were time to grow with their square, it would be 64 times."""

    def least_seconds(width):
        names = [f"c{i}" for i in range(width)]
        path = tmp_path / f"{width}.csv"
        path.write_text("\n".join([",".join([*names, "y"]), *([",".join(["1"] * width) + ",u"] * 3)]) + "\n")
        return min(seconds_to_read(path) for _ in range(3))

    def seconds_to_read(path):
        start = time.process_time()
        read_labelled(path)
        return time.process_time() - start

    assert least_seconds(32_000) < 30 * least_seconds(4_000)
