"""What a new user's tables and typing errors meet: sentences that say what to do, all at once, and never a traceback."""

import json
from datetime import date, timedelta

import pandas as pd
import pytest

from shortlist import read_model

ROWS = 60


def write(path, columns):
    """A CSV file of columns, each a function from the row's number to its entry."""
    lines = [",".join(columns), *(",".join(str(entry(i)) for entry in columns.values()) for i in range(ROWS))]
    path.write_text("\n".join(lines) + "\n")
    return path


PLAIN = {"size": lambda i: i % 12, "y": lambda i: "no" if i % 12 < 6 else "yes"}


@pytest.fixture
def messy(tmp_path):
    """A table with everything that is noticed."""
    return write(
        tmp_path / "messy.csv",
        {
            "": lambda i: i,
            "rownames": lambda i: i + 1,
            "unit": lambda _: "kg",
            "age": lambda i: "unknown" if i % 10 == 0 else 20 + i % 10,
            "price": lambda i: f"${i % 25}.50",
            "name": lambda i: f"n{i}",
            "state": lambda i: f"s{i % 9}",
            **PLAIN,
        },
    )


def test_all_that_is_noticed_is_said_at_once_on_stderr(call, messy):
    done = call("fit", messy, "--max-categories", 5)
    said = done.stderr.splitlines()

    assert 0 == done.returncode
    assert all(line.startswith("shortlist: ") for line in said)
    for line, words in zip(
        said,
        (
            "the first column has no name and a different entry in every row (0, 1, 2 and 57 more): it is left out",
            "column rownames has a different whole number in every row, from 1 to 60",
            "column unit is kg in every row",
            "column age holds numbers, but in 6 rows unknown (--missing unknown",
            'column price holds numbers such as "$0.50" (write them as plain numbers, 0.5)',
            "column name has 60 different texts in 60 rows, such as n0",
            "column state has 9 categories: the 5 commonest are asked for one by one, the other 4",
        ),
        strict=True,
    ):
        assert words in line


def test_quiet_says_nothing_and_the_record_has_all_of_it(call, messy):
    assert ("", "") == ((done := call("fit", messy, "-q")).stdout, done.stderr)
    record = json.loads(call("fit", messy, "--json").stdout)

    assert 6 == len(record["notes"])
    assert ["rownames", "unit", "age", "price", "name", "state", "size"] == list(record["kinds"])


def test_row_ids_are_not_asked_for_unless_the_user_names_them(call, tmp_path):
    path = write(tmp_path / "spam.csv", {"rownames": lambda i: i, "x": lambda i: i % 3, "y": lambda i: int(i > 25)})
    for options, asked in (([], False), (["--kind", "rownames=number"], True), (["--cut", "rownames=25"], True)):
        done = call("fit", path, "--json", *options)
        record = json.loads(done.stdout)
        assert asked is ("rownames" in str(record["list"])), options
        assert asked is (done.stderr == "")
    assert 0 == call("fit", path, "--forbid", "rownames").returncode


def test_the_remedies_that_are_named_work(call, messy):
    done = call(
        "fit",
        messy,
        "--json",
        "--missing",
        "unknown",
        "--drop",
        "unit",
        "--kind",
        "name=category",
        "--max-categories",
        60,
    )
    record = json.loads(done.stdout)

    assert "number" == record["kinds"]["age"]
    assert not any(word in done.stderr for word in ("unknown", "unit", "column name"))


def test_only_training_is_told(call, messy, tmp_path):
    model = tmp_path / "m.json"
    assert 0 == call("fit", messy, "-q", "-o", model).returncode
    for command in ("predict", "explain", "check"):
        done = call(command, model, messy)
        assert (0, "") == (done.returncode, done.stderr), command
    assert "rownames" == next(iter(read_model(model).kinds))
    assert "column rownames" in call("encode", messy, "--nodes", 3).stderr


def test_an_index_column_without_a_name_is_left_out_and_others_are_refused(call, tmp_path):
    for index in (lambda i: i, lambda i: 1000 - i, lambda i: f"Mazda RX{i}"):
        done = call("fit", write(tmp_path / "t.csv", {"": index, **PLAIN}))
        assert (0, 1) == (done.returncode, done.stderr.count("\n"))
        assert "it is left out; DataFrame.to_csv(index=False)" in done.stderr
    for columns, which in (
        ({"": lambda i: i % 2, **PLAIN}, "column 1"),
        ({"a": lambda i: i, "": lambda i: i, **PLAIN}, "column 2"),
    ):
        done = call("fit", write(tmp_path / "t.csv", columns))
        assert (2, 1) == (done.returncode, done.stderr.count("\n"))
        assert f"line 1: {which} must have a name; write one into the header" in done.stderr


def test_a_header_is_refused_for_all_that_is_wrong_with_it(call, tmp_path):
    (tmp_path / "t.csv").write_text("a,,b,,a,y\n1,2,3,4,5,6\n")
    done = call("fit", tmp_path / "t.csv")

    assert 2 == done.returncode
    assert ["columns 2, 4 must have a name", "'a' stands twice"] == [
        words for words in ("columns 2, 4 must have a name", "'a' stands twice") if words in done.stderr
    ]
    assert 2 == done.stderr.count("shortlist: ")


def test_a_numeric_target_is_refused_cut_predicted_and_checked(call, tmp_path):
    path = write(tmp_path / "credit.csv", {"size": lambda i: i % 30, "amount": lambda i: 100 * (i % 30) + 7.5})
    model = tmp_path / "m.json"
    done = call("fit", path)
    assert (2, 1) == (done.returncode, done.stderr.count("\n"))
    assert "column 'amount': the target has 30 different numbers, such as 7.5 and 107.5" in done.stderr
    option = done.stderr.split("ranges: ")[1].split()
    assert "--target-cuts" == option[0]

    assert 0 == call("fit", path, *option, "-o", model, "-q").returncode
    assert 0 == call("check", model, path).returncode
    assert {"amount", "<= 907.5", "907.5 < … <= 1907.5", "> 1907.5"} == set(
        call("predict", model, path).stdout.splitlines()
    )
    done = call("fit", path, "--target-cuts", "a")
    assert (2, "--target-cuts must be NUMBER,NUMBER,…, got 'a'" in done.stderr) == (done.returncode, True)


def test_rows_without_a_target_are_refused_or_left_out_and_counted(call, tmp_path):
    path = write(tmp_path / "chile.csv", {"x": lambda i: i % 2, "vote": lambda i: "" if i in (3, 7) else "NY"[i % 2]})
    model = tmp_path / "m.json"
    done = call("fit", path)
    assert 2 == done.returncode
    assert (
        "line 5, column 'vote': the target must not be missing, but is in 2 rows; --drop-missing-target" in done.stderr
    )
    done = call("fit", path, "--drop-missing-target", "-o", model)

    assert (0, f"shortlist: {path}: 2 rows of 60 without a target, vote, left out\n") == (done.returncode, done.stderr)
    assert 2 == call("check", model, path).returncode
    assert 0 == call("check", model, path, "--drop-missing-target").returncode


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["--target", "survivd"], "there is no column survivd (did you mean survived?); its columns are class, age"),
        (["--drop", "Sexx"], "there is no column Sexx (did you mean sex?)"),
        (["--kind", "clas=code"], "there is no column clas (did you mean class?)"),
        (["--kind", "class=categry"], "(did you mean category?)"),
        (["--forbid", "agee"], "got 'agee' (did you mean age?)"),
        (["--forbid", "sex == femal"], '(did you mean "sex == female"?)'),
        (["--positive", "sexes"], "got 'sexes' (did you mean sex?)"),
        (["--cut", "ag=18"], "got 'ag' (did you mean age?)"),
        (["--group", "Klass"], "got 'Klass' (did you mean class?)"),
        (["--feature-price", "agge=2"], "got 'agge' (did you mean age?)"),
        (["--rule-class", "yess"], "got 'yess' (did you mean yes?)"),
        (["--engine", "serch"], "got 'serch' (did you mean search?)"),
        (["--cuts", "gues"], "got 'gues' (did you mean guess?)"),
        (["--objective", "papr"], "got 'papr' (did you mean paper?)"),
        (["--model", "set", "--form", "complet"], "got 'complet' (did you mean complete?)"),
        (["--regularisation", "0.1"], "--regularization"),
        (["--tmelimit", "3"], "--time-limit"),
        (["--model", "lists"], "'list', 'set', 'hybrid'"),
    ],
)
def test_what_was_meant_is_guessed(call, arguments, meant):
    done = call("fit", "titanic", *arguments)

    assert (2, 1) == (done.returncode, done.stderr.count("\n"))
    assert meant in done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--cut", "sex=3"], "cut points (--cut) must be for columns of kind number or date, but 'sex' is of kind category"),
        (["--cut", "zz=3"], "cut points (--cut) must be for columns of the table, got 'zz'; there are class, age, sex"),
        (["--group", "zz"], "groups of values (--group) must be for columns of the table, got 'zz'; there are class, age, sex"),
        (["--positive", "zz"], "columns without negations (--positive) must be for columns of the table, got 'zz'; there are class"),
        (["--seed", "0"], "--seed is for --test SHARE only"),
        (["--seed", "0", "--test", "titanic"], "--seed is for --test SHARE only"),
        (["--class-weight", "balanced", "--class-weight", "yes=2"], "--class-weight must be balanced, or CLASS=WEIGHT for some classes, got both"),
    ],
)  # fmt: skip
def test_options_that_would_do_nothing_are_refused_by_name(call, arguments, sentence):
    """Regression: most of these did nothing without a word, and refusals named neither option nor columns."""
    done = call("fit", "titanic", *arguments)

    assert (2, 1) == (done.returncode, done.stderr.count("\n"))
    assert sentence in done.stderr


def test_names_of_commands_tables_and_formats_are_guessed(call, tmp_path):
    assert "Did you mean 'fit'?" in call("fitt", "titanic").stderr
    assert "titanc: no such file (tables that come with Shortlist: titanic, penguins) (did you mean titanic?)" in (
        call("fit", "titanc").stderr
    )
    assert "got 'jsn' (did you mean json?)" in call("show", "m.json", "--format", "jsn").stderr


def test_several_wrong_names_are_told_in_one_run(call):
    done = call("fit", "titanic", "--drop", "clas", "--kind", "agee=code", "--target", "survivd")
    assert 1 == done.stderr.count("\n")
    assert all(f"did you mean {name}?" in done.stderr for name in ("class", "age", "survived"))
    done = call("fit", "titanic", "--cut", "ag=3", "--positive", "sexe", "--feature-price", "clas=2")
    assert (2, 3) == (done.returncode, done.stderr.count("shortlist: "))
    assert all(f"did you mean {name}?" in done.stderr for name in ("class", "age", "sex"))


def test_columns_that_do_not_have_their_kinds_are_told_in_one_run(call, tmp_path):
    (tmp_path / "t.csv").write_text("a,b,c,y\n1,x,2,\n2,3,inf,1\n")
    done = call("fit", tmp_path / "t.csv", "--kind", "b=number", "--kind", "c=code")

    assert 2 == done.returncode
    assert 3 == done.stderr.count("shortlist: ")
    assert all(f"column '{name}'" in done.stderr for name in "bcy")


def test_very_wide_tables_do_not_fill_the_screen_with_their_names(call, tmp_path):
    (tmp_path / "t.csv").write_text(",".join(f"x{i}" for i in range(500)) + "\n" + ",".join("1" * 500) + "\n")

    assert "x18, x19 and 480 more" in call("fit", tmp_path / "t.csv", "--target", "zzz").stderr


def dated(path, when):
    """A table whose class depends on a date."""
    start = date(2020, 1, 1)
    days = [start + timedelta(days=11 * i) for i in range(ROWS)]
    rows = "".join(f"{day},{i % 3},{'late' if when(day) else 'early'}\n" for i, day in enumerate(days))
    path.write_text(f"signed,x,y\n{rows}")
    return path


def test_dates_are_compared_in_rules_files_predictions_and_checks(call, tmp_path):
    path, model = dated(tmp_path / "t.csv", lambda day: day > date(2021, 3, 4)), tmp_path / "m.json"
    done = call("fit", path, "-o", model)

    assert "signed <= 2021-03-01" in done.stdout
    assert "" == done.stderr
    assert {"feature": "signed", "op": "<=", "value": "2021-03-01"} == json.loads(model.read_text())["rules"][0]["if"][
        0
    ]
    assert "all as claimed" in " ".join(call("check", model, path).stdout.split())
    (tmp_path / "new.csv").write_text("signed\n2021-03-01\n2021-03-02\n2021-03-01T00:01\n")
    assert ["y", "early", "late", "late"] == call("predict", model, tmp_path / "new.csv").stdout.split()
    assert "signed <= 2021-03-01" in call("explain", model, tmp_path / "new.csv").stdout
    assert "IF      signed <= 2021-03-01  THEN early" in call("show", model, "--format", "text").stdout
    (tmp_path / "new.csv").write_text("signed\nsoon\n")
    assert "line 2, column 'signed': must be a date" in call("predict", model, tmp_path / "new.csv").stderr


def test_parts_of_dates_are_asked_for_and_found_again(call, tmp_path):
    path, model = dated(tmp_path / "t.csv", lambda day: day.weekday() == 5), tmp_path / "m.json"
    done = call("fit", path, "--date-parts", "signed=year,weekday", "-o", model)

    assert "signed.weekday == Saturday" in done.stdout
    assert 0 == call("check", model, path).returncode
    (tmp_path / "new.csv").write_text("signed\n2021-03-06\n2021-03-07\n")
    assert ["y", "late", "early"] == call("predict", model, tmp_path / "new.csv").stdout.split()
    pd.read_csv(tmp_path / "new.csv", parse_dates=["signed"]).to_parquet(tmp_path / "new.parquet")
    assert ["y", "late", "early"] == call("predict", model, tmp_path / "new.parquet").stdout.split()
    cuts = ("--cut", "signed.month=6", "--cut", "signed=2021-01-01")
    assert "signed.month at 6" in call("fit", path, "--date-parts", "signed=month", *cuts).stdout
    assert "(did you mean weekday?)" in call("fit", path, "--date-parts", "signed=weekdays").stderr
    assert "--date-parts must be COLUMN=PART,PART,…" in call("fit", path, "--date-parts", "signed").stderr


def test_a_model_file_with_a_date_that_is_none_is_refused(call, tmp_path):
    path, model = dated(tmp_path / "t.csv", lambda day: day > date(2021, 3, 4)), tmp_path / "m.json"
    call("fit", path, "-o", model, "-q")
    for wrong in ("2021-02-30", "soon", 5):
        record = json.loads(model.read_text())
        record["rules"][0]["if"][0]["value"] = wrong
        (tmp_path / "wrong.json").write_text(json.dumps(record))
        done = call("show", tmp_path / "wrong.json")
        assert (2, 1) == (done.returncode, done.stderr.count("\n")), wrong
