"""Raw tables: read out of archives as they are, the target last, and in one half only."""

import io
import tarfile
import zipfile

import numpy as np
import pandas as pd
import pytest

from harness.catalogue import CHOOSING, JUDGING
from harness.rawtables import RawTable, above, content, parity, parse, read_gathered, shaped

TEXT = b"id,age,city,bought\n1,20, Rome,yes\n2,NA,None,no\n3,41,,yes\n4,?,Oslo,\n"


def zipped(name, text):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(name, text)
    return stream.getvalue()


def tarred(name, text):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        member = tarfile.TarInfo(name)
        member.size = len(text)
        archive.addfile(member, io.BytesIO(text))
    return stream.getvalue()


@pytest.mark.parametrize(
    ("archive", "path"),
    [
        (zipped("shop/data/t.csv", TEXT), "shop/data/t.csv"),
        (tarred("shop-1.0/shop/data/t.csv", TEXT), "shop/data/t.csv"),
        (tarred("shop-1.0/shop/all.tar.gz", tarred("csv/t.csv", TEXT)), "shop/all.tar.gz!csv/t.csv"),
    ],
)
def test_a_file_is_read_out_of_wheels_source_archives_and_archives_in_them(archive, path):
    assert TEXT == content(archive, path)


def test_the_target_is_last_and_known_and_only_blanks_are_missing(tmp_path):
    raw = RawTable("shop==1", "t.csv", "bought", drop=("id",))
    path = tmp_path / "t.csv"
    shaped(raw, parse(raw, TEXT)).to_csv(path, index=False)

    frame, target = read_gathered(path)

    assert "age,city,bought\n20,Rome,yes\n,None,no\n41,,yes\n" == path.read_text()
    assert [["age", "city"], ["yes", "no", "yes"]] == [list(frame), list(target)]
    assert [[20, None, 41], ["Rome", "None", None]] == [
        [None if pd.isna(entry) else entry for entry in frame[name]] for name in frame
    ]


def test_columns_without_names_get_them():
    raw = RawTable("shop==1", "t.dat", "class", names=())
    assert ["x1", "x2", "class"] == list(parse(raw, b"1, 2, a\n3, 4, b\n"))


def test_the_same_rows_are_drawn_again():
    frame = pd.DataFrame({"x": np.arange(100), "y": ["a", "b"] * 50})
    raw = RawTable("shop==1", "t.csv", "y", rows=10)

    once, again = shaped(raw, frame), shaped(raw, frame)

    assert 10 == len(once)
    assert once.equals(again)
    assert once["x"].is_monotonic_increasing


def test_classes_are_made_of_quantities_and_missing_ones_stay_missing():
    assert ["at most 2", "above 2", None] == [
        None if pd.isna(entry) else entry for entry in above(2)(pd.Series([2.0, 2.5, None]))
    ]
    assert ["even", "odd"] == list(parity(pd.Series([4, 7])))


def test_no_table_is_in_both_halves_and_of_one_collection_only_eight_tables_are_used():
    used = {raw.path for raw in [*CHOOSING.values(), *JUDGING.values()] if raw.package.startswith("keel")}
    allowed = {"haberman", "glass1", "bupa", "heart", "ionosphere", "australian", "pima", "banana"}

    assert not set(CHOOSING) & set(JUDGING)
    assert not {(r.package, r.path) for r in CHOOSING.values()} & {(r.package, r.path) for r in JUDGING.values()}
    assert allowed == {path.rpartition("/")[2].removesuffix(".dat") for path in used}
