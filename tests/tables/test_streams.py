"""What has no end, grows beyond measure or never comes is not waited for."""

import gzip
import os
import threading
import time

import pytest

from shortlist.errors import DataError, NoListError
from shortlist.tables.deadline import Deadline
from shortlist.tables.read import read_labelled, read_table
from shortlist.tables.sources import ParquetFile

ROWS = b"a,b,y\n" + b"".join(b"%d,%d.25,%s\n" % (i, i * i, b"uv"[i % 2 : i % 2 + 1]) for i in range(120_000))


def deadline(seconds):
    start = time.perf_counter()
    return Deadline(seconds, lambda: time.perf_counter() - start)


def test_devices_are_refused():
    with pytest.raises(DataError, match="/dev/zero: must be a file or a pipe"):
        read_table("/dev/zero")


def test_gzip_that_grows_beyond_measure_is_no_table(tmp_path, monkeypatch):
    monkeypatch.setattr("shortlist.tables.streams._FREE_GROWTH", 2**22)
    path = tmp_path / "bomb.csv.gz"
    path.write_bytes(gzip.compress(b"a,b\n" + b"0,0\n" * 2**21, 9))

    with pytest.raises(DataError, match="more than 200 times as many are no table"):
        read_table(path)


def test_a_pipe_without_a_writer_keeps_the_limit(tmp_path):
    path = tmp_path / "pipe.csv"
    os.mkfifo(path)
    start = time.perf_counter()

    with pytest.raises(NoListError, match="pipe.csv: the time limit of 0.2 s was reached after 0.0 MB were read"):
        read_labelled(path, deadline=deadline(0.2))
    assert time.perf_counter() - start < 2


def test_a_pipe_with_a_slow_writer_is_read_to_its_end(tmp_path):
    path = tmp_path / "pipe.csv"
    os.mkfifo(path)

    def write():
        with path.open("wb") as stream:
            for part in (b"a,y\n", b"1,u\n", b"2,v\n"):
                stream.write(part)
                stream.flush()
                time.sleep(0.05)

    writer = threading.Thread(target=write)
    writer.start()
    data = read_labelled(path)
    writer.join()

    assert ("u", "v") == data.classes


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
def test_a_table_that_takes_too_long_says_how_far_it_came(tmp_path, compress):
    path = tmp_path / "t.csv"
    path.write_bytes(compress(ROWS))
    late = Deadline(0.001, lambda: 1.0)

    with pytest.raises(
        NoListError, match=r"t.csv: the time limit of 0.001 s was reached when [\d.]+ MB of [\d.]+ MB were read"
    ):
        read_labelled(path, deadline=late)
    assert 120_000 == len(read_labelled(path))


def test_what_reading_takes_is_reckoned_from_what_it_took(tmp_path):
    clock = iter([0.5, 1.0, 2.5, 2.5, 2.5])
    limit = Deadline(2.0, lambda: next(clock)).begin()
    limit.check("t.csv", 10**7, 10**8)

    with pytest.raises(NoListError, match="about 10.5 s"):
        limit.check("t.csv", 2 * 10**7, 10**8)


def test_a_parquet_file_that_is_broken_is_one_sentence(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = tmp_path / "t.parquet"
    pq.write_table(pa.table({"a": [str(i) for i in range(500)], "y": [i % 2 for i in range(500)]}), path)
    whole = path.read_bytes()
    refused = 0
    for place in range(4, len(whole) - 4, 7):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            file = ParquetFile(path)
            read_labelled(path, target=file.names[-1])
        except DataError:
            refused += 1

    assert refused > 20
