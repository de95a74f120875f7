"""`export` writes a model in another language, whole or not at all; `show --format` prints it."""

import csv
import io
from itertools import pairwise

import pytest

from export.runners import run_python, run_sqlite
from shortlist import read_model
from shortlist.export.formats import FORMATS, exported
from shortlist.tables.table import Kind


@pytest.fixture(scope="module")
def model(call, tmp_path_factory):
    path = tmp_path_factory.mktemp("export") / "model.json"
    assert 0 == call("fit", "titanic", "-r", "0.005", "-q", "-o", path).returncode
    return path


@pytest.mark.parametrize("name", FORMATS)
def test_the_suffix_tells_the_format(call, model, tmp_path, name):
    path = tmp_path / f"rules{FORMATS[name].suffixes[0]}"
    done = call("export", model, "-o", path)
    said = exported(read_model(model), name)

    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)
    assert path.read_bytes() == (said.encode() if isinstance(said, str) else said)


@pytest.mark.parametrize("name", [name for name, known in FORMATS.items() if known.is_text])
def test_show_prints_every_format_that_is_text(call, model, name):
    assert exported(read_model(model), name).rstrip("\n") == call("show", model, "--format", name).stdout.rstrip("\n")


def test_what_is_written_runs(call, model, tmp_path):
    rows = [{"class": c, "sex": s, "age": "adult"} for c in ("first", "third", None) for s in ("male", "female")]
    call("export", model, "-o", tmp_path / "rules.txt", "--format", "python")
    call("export", model, "-o", tmp_path / "rules.sql", "--dialect", "sqlite", "--table", "main.t")
    expected = ["no", "yes", "no", "no", "no", "no"]

    assert expected == run_python((tmp_path / "rules.txt").read_text(), rows)
    assert expected == run_sqlite((tmp_path / "rules.sql").read_text(), rows, dict.fromkeys(rows[0], Kind.CATEGORY))
    call("export", model, "-o", tmp_path / "rules.mjs")
    assert (tmp_path / "rules.mjs").read_text().endswith("export { predict };\n")


def test_csv_has_a_line_for_each_rule(call, model):
    rows = list(csv.DictReader(io.StringIO(call("show", model, "--format", "csv").stdout)))
    assert [("1", "yes", "274", "254"), ("2", "no", "1927", "1470")] == [
        tuple(row[name] for name in ("rule", "class", "rows", "correct")) for row in rows
    ]
    assert 254 / 274 / (711 / 2201) == float(rows[0]["lift"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["-o", "rules.exe"], "rules.exe: the suffix must tell the format, one of .txt, "),
        (["-o", "rules.sql", "--format", "slq"], "--format must be one of text, "),
        (["-o", "rules.py", "--dialect", "duckdb"], "python has no dialects"),
        (["-o", "rules.py", "--table", "t"], "a table is for sql only"),
        (["-o", "no/such/folder.sql"], "no/such/folder.sql: cannot be written"),
        (["-o", "rules.sql", "--table", "a..b"], "SQL cannot hold a name without a letter"),
        ([], "Missing option '--output'"),
    ],
)
def test_what_cannot_be_written_is_refused_in_one_sentence(call, model, tmp_path, arguments, sentence):
    arguments = [
        tmp_path / word if "." in word and "-o" == before else word for before, word in pairwise(["", *arguments])
    ]
    done = call("export", model, *arguments)

    assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
    assert sentence in done.stderr
    assert [] == list(tmp_path.iterdir())


def test_show_has_no_dialects_of_its_own_table(call, model):
    done = call("show", model, "--dialect", "duckdb")
    assert (2, "shortlist: --dialect is for another --format than table\n") == (done.returncode, done.stderr)


def test_show_prints_no_bytes(call, model):
    done = call("show", model, "--format", "onnx")
    assert (2, "shortlist: onnx is no text; shortlist export writes it to a file\n") == (done.returncode, done.stderr)


def test_a_part_of_a_date_is_a_column_of_its_own(call, tmp_path):
    days = [f"20{year}-0{month}-01" for year in range(10, 22) for month in (3, 4, 9)]
    rows = "".join(f"{day},{'late' if day[6] == '9' else 'early'}\n" for day in days)
    (tmp_path / "days.csv").write_text(f"signed,y\n{rows}")
    path = tmp_path / "m.json"
    call("fit", tmp_path / "days.csv", "--date-parts", "signed=month", "-q", "-o", path)
    assert {"signed.month"} == read_model(path).model.columns
    given = [{"signed.month": int(day[6])} for day in days]

    assert [row["y"] for row in csv.DictReader(io.StringIO(f"signed,y\n{rows}"))] == run_python(
        exported(read_model(path), "python"), given
    )
