"""What each command prints; bad input is one sentence on stderr and exit code 2."""

import csv
import io
import json
import os
import random
import signal
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

from shortlist import read_labelled


@pytest.fixture(scope="module")
def model(call, tmp_path_factory):
    path = tmp_path_factory.mktemp("cli") / "titanic.json"
    assert 0 == call("fit", "titanic", "-r", "0.005", "--output", path, "--quiet").returncode
    return path


def test_fit_prints_the_list_and_what_is_proved(run):
    done = run("fit", "titanic")

    assert 0 == done.returncode
    assert "sex == female" in done.stdout
    claim = "Proved optimal among all lists over 8 yes/no questions on 3 columns: cost 525 = 477 errors + 12 × 4 nodes."
    assert claim in " ".join(done.stdout.split())
    assert "" == done.stderr


def test_fit_json_has_the_promised_fields(call, example_1):
    record = json.loads(call("fit", example_1, "--perfect", "--json").stdout)
    promised = (
        "model status cost lower_bound errors class_errors confusion size forced_errors lower_bound_all_cuts all_cuts proved_size "
        "rules literals perfect regularization scope form node_cost costs rows weight_scale "
        "distinct_rows unavoidable_errors features classes engine seconds stopped notes peak_memory_mb target kinds "
        "cross_check tie certified provenance choice test parts list"
    )

    assert promised.split() == list(record)
    assert ("optimal", 6, 6, 0) == (record["status"], record["cost"], record["size"], record["errors"])
    assert {"if", "then", "list", "covered", "correct", "counts"} == set(record["list"][0])
    assert {"feature", "op", "value"} == set(record["list"][0]["if"][0])
    assert 8 == sum(rule["covered"] for rule in record["list"])


def test_many_options_of_fit_work_together(call, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(
        "id;age;sex;y\n"
        + "".join(
            f"{i};{i % 50}.5;{'?' if i % 7 == 0 else 'mf'[i % 2]};{'no' if i % 50 < 25 else 'yes'}\n"
            for i in range(100)
        )
    )
    done = call(
        "fit", path, "--target", "y", "--regularization", "0.02", "--engine", "maxsat", "--bins", 2,
        "--cuts", "uniform", "--max-categories", 5, "--drop", "id", "--delimiter", ";", "--missing", "?", "--time-limit", 20,
        "--memory-limit", 8000, "--json", "--require-optimal", "--output", tmp_path / "m.json",
    )  # fmt: skip
    record = json.loads(done.stdout)

    assert 0 == done.returncode
    (literal,) = record["list"][0]["if"]
    assert ("age", 25) == (literal["feature"], literal["value"]), "`<=` and `>` are equally short"
    assert (tmp_path / "m.json").exists()


def test_require_optimal_exits_with_3_when_not_proved(call, tmp_path):
    rng = random.Random(0)  # noise: a table that is easy may be proved before the clock is looked at
    rows = [[rng.randint(0, 1) for _ in range(30)] + [rng.choice("abc")] for _ in range(400)]
    names = [*(f"f{k}" for k in range(30)), "y"]
    (tmp_path / "noise.csv").write_text("\n".join(",".join(map(str, row)) for row in [names, *rows]) + "\n")
    done = call("fit", tmp_path / "noise.csv", "--time-limit", "1e-6", "--require-optimal", "-o", tmp_path / "m.json")

    assert 3 == done.returncode
    assert "Not proved optimal" in done.stdout
    assert (tmp_path / "m.json").exists(), "what was found is kept"
    assert "the time limit was reached" in done.stderr


def test_one_class_gives_the_one_node_list(call, tmp_path):
    (tmp_path / "one.csv").write_text("a,y\n1,yes\n0,yes\n")
    for how in (["--perfect"], ["-r", "0.05"]):
        record = json.loads(call("fit", tmp_path / "one.csv", *how, "--json").stdout)
        assert ("optimal", 1, "yes") == (record["status"], record["size"], record["list"][0]["then"])


def test_predict_prints_csv_that_equals_the_model(run, model):
    rows = list(csv.DictReader(io.StringIO(run("predict", model, "titanic", "--rules", "--probabilities").stdout)))

    assert len(read_labelled("titanic")) == len(rows)
    assert {"survived", "rule", "P(no)", "P(yes)"} == set(rows[0])
    assert all(row["survived"] == max(("no", "yes"), key=lambda c: float(row[f"P({c})"])) for row in rows)


def test_explain_names_what_failed_and_what_fired(call, model):
    text = call("explain", model, "titanic", "--row", 1).stdout
    record = json.loads(call("explain", model, "titanic", "--row", 1, "--json").stdout)

    assert "fails: sex == female" in text
    assert "default rule" in text
    assert record["steps"][-1]["fired"] is True
    assert "no" == record["then"]


def test_show_prints_the_model_in_both_formats(call, model):
    assert "class != third and sex == female" in call("show", model).stdout
    assert "shortlist-model" == json.loads(call("show", model, "--format", "json").stdout)["format"]


def test_check_recounts_and_refuses_a_false_claim(call, model, tmp_path):
    assert 0 == call("check", model, "titanic").returncode
    record = json.loads(model.read_text())
    first, last = record["rules"]
    first["counts"][1] += 1
    first["correct"] += 1
    first["covered"] += 1
    last["counts"][1] -= 1
    last["covered"] -= 1
    record["claim"]["errors"] -= 1
    record["claim"]["class_errors"] -= 2
    record["claim"]["confusion"][1] = [
        n + more for n, more in zip(record["claim"]["confusion"][1], (-1, 1, 0), strict=True)
    ]
    record["claim"]["cost"] -= 1
    record["claim"]["lower_bound"] -= 1
    (tmp_path / "false.json").write_text(json.dumps(record))
    done = call("check", tmp_path / "false.json", "titanic", "--target", "survived", "--json")

    assert 1 == done.returncode
    assert json.loads(done.stdout)["counts_hold"] is False


def test_encode_writes_a_formula_whose_optimum_is_the_lists_cost(call, example_1, tmp_path):
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    for options, cost in ((["--perfect"], 6), (["-r", "0.1"], 5), (["-r", "0.1", "--no-merge"], 5)):
        done = call("encode", example_1, "--nodes", 7, *options)
        (tmp_path / "f.wcnf").write_text(done.stdout)
        with RC2(WCNF(from_file=str(tmp_path / "f.wcnf"))) as solver:
            solver.compute()
            assert cost == solver.cost
        assert "c 1 = u[1] node 1 is unused" in done.stdout
        assert "node 1 is on 'A'" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["fit", "nowhere.csv"], "nowhere.csv: no such file"),
        (["fit", "titanic", "--target", "x"], "there is no column x"),
        (["fit", "titanic", "--drop", "x"], "there is no column x"),
        (["fit", "titanic", "-r", "x"], "must be a number, got 'x'"),
        (["fit", "titanic", "-r", "-1"], "must be above 0"),
        (["fit", "titanic", "-r", "1/0"], "must be a number, got '1/0'"),
        (["fit", "titanic", "--delimiter", ";;"], "the delimiter must be one character"),
        (["fit", "titanic", "--kind", "age=colour"], "--kind must be COLUMN=boolean|number|code|category"),
        (["fit", "titanic", "--kind", "x=number"], "there is no column x"),
        (["fit", "titanic", "-r", "0.1", "--perfect"], "exclude each other"),
        (["fit", "titanic", "--engine", "magic"], "the engine for a list must be one of auto, search"),
        (["fit", "titanic", "--bins", "1"], "at least 2"),
        (["fit", "titanic", "--time-limit", "-1"], "time limit"),
        (["fit", "titanic", "--memory-limit", "0"], "memory limit"),
        (["fit", "titanic", "--output", "/nowhere/m.json"], "cannot be written"),
        (["encode", "titanic", "--nodes", "0"], "at least 1"),
        (["show", "nowhere.json"], "nowhere.json: no such file"),
        (["fit", "titanic", "--nope"], "No such option: --nope"),
        (["fit", "titanic", "--bins", "x"], "valid int"),
        (["fit"], "Missing argument"),
        (["fit", "titanic", "-r", "1e30"], "at most 1"),
        (["fit", "titanic", "-r", "1e999999999"], "must be a number"),
        (["fit", "titanic", "-r", ""], "must be a number"),
        (["fit", "titanic", "--drop", "survived"], "must not be dropped"),
        (["fit", "titanic", "--delimiter", "|"], "there must be columns beside the target"),
    ],
)
def test_bad_usage_is_one_sentence_and_exit_2(call, arguments, sentence):
    done = call(*arguments)

    assert 2 == done.returncode
    assert sentence in done.stderr
    assert 1 == done.stderr.count("\n"), done.stderr
    assert "" == done.stdout


def test_a_missing_column_or_a_file_that_is_no_model_is_exit_2(call, model, tmp_path):
    (tmp_path / "t.csv").write_text("class,age\nfirst,adult\n")
    done = call("predict", model, tmp_path / "t.csv")
    assert (2, 1) == (done.returncode, done.stderr.count("\n"))
    assert "there is no column sex" in done.stderr
    done = call("predict", tmp_path / "t.csv", tmp_path / "t.csv")
    assert (2, 1) == (done.returncode, done.stderr.count("\n"))
    assert "must be a Shortlist model" in done.stderr


def test_an_unseen_category_is_decided_by_its_negations(call, model, tmp_path):
    (tmp_path / "t.csv").write_text("class,age,sex\nzeppelin,adult,female\nfirst,adult,unknown\n")

    assert ["survived", "yes", "no"] == call("predict", model, tmp_path / "t.csv").stdout.split()


def test_a_fit_without_any_list_says_so_and_exits_with_3(call, tmp_path):
    (tmp_path / "t.csv").write_text("a,b,y\n0,0,0\n0,1,1\n1,0,1\n1,1,0\n")
    done = call("fit", tmp_path / "t.csv", "--perfect", "--time-limit", "1e-6", "--engine", "maxsat", "--json")

    assert 3 == done.returncode
    assert "unknown" == json.loads(done.stdout)["status"]
    assert "no list was found before the time limit" in done.stderr


def test_names_that_look_like_markup_or_commands_are_shown_as_they_are(run, tmp_path):
    (tmp_path / "t.csv").write_text('"[/b]","x and y","[red]t"\n0,a,"p\nh 1 0"\n1,b,q\n1,a,q\n')
    done = run("fit", tmp_path / "t.csv", "-r", "0.1", env={**os.environ, "PYTHONIOENCODING": "ascii"})

    assert 0 == done.returncode
    assert "[red]t" in done.stdout
    formula = run("encode", tmp_path / "t.csv", "--nodes", 3, "-r", "0.1").stdout
    assert all(line[0] in "ch123456789" for line in formula.splitlines())
    assert "h 1 0" not in formula.splitlines()


def test_check_maps_classes_and_reads_only_what_it_needs(call, tmp_path):
    (tmp_path / "train.csv").write_text("a,bad,y\n" + "0,u,1\n1,v,2\n" * 6 + "1,inf,x\n")
    model = tmp_path / "m.json"
    assert 0 == call("fit", tmp_path / "train.csv", "--drop", "bad", "-o", model, "-q").returncode
    assert 0 == call("check", model, tmp_path / "train.csv").returncode
    (tmp_path / "part.csv").write_text("a,y\n0,1\n1,2\n1,1\n")
    assert 1 == json.loads(call("check", model, tmp_path / "part.csv", "--json").stdout)["errors"]
    (tmp_path / "other.csv").write_text("a,y\n0,1\n1,3\n")
    done = call("check", model, tmp_path / "other.csv")
    assert (0, True) == (
        done.returncode,
        "here 2 rows (1 1, 2 0, x 0, 3 1), there 13 rows" in done.stdout.replace("\n", " "),
    )


def test_a_kind_can_be_chosen(call, tmp_path):
    (tmp_path / "t.csv").write_text("score,y\n" + "".join(f"{i},{int(i > 4)}\n" for i in range(10)) * 3)
    record = json.loads(call("fit", tmp_path / "t.csv", "--kind", "score=number", "--bins", 2, "--json").stdout)

    assert {"score": "number"} == record["kinds"]
    assert 3 == record["size"]


COMMANDS = ("fit", "predict", "explain", "show", "check", "score", "card", "encode")


def test_version_and_help(run, call):
    assert run("--version").stdout.startswith("shortlist ")
    for command in COMMANDS:
        assert command in call("--help").stdout
        assert 0 == call(command, "--help").returncode


def test_the_bare_command_prints_its_help(run):
    done = run()

    assert (0, "") == (done.returncode, done.stderr)
    assert all(command in done.stdout for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_without_its_arguments_says_which_is_missing(call, command):
    done = call(command)

    assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
    assert "Missing argument" in done.stderr


def test_a_table_may_come_through_standard_input(call, run, example_1, tmp_path):
    done = run("fit", "-", "--perfect", "--json", "-o", tmp_path / "m.json", input=example_1.read_text())
    assert (0, "") == (done.returncode, done.stderr)

    assert 6 == json.loads(done.stdout)["size"]
    assert call("predict", tmp_path / "m.json", example_1).stdout == run(
        "predict", tmp_path / "m.json", "-", input=example_1.read_text()
    ).stdout  # fmt: skip
    assert 0 == run("check", tmp_path / "m.json", "-", input=example_1.read_text()).returncode


def test_a_table_may_be_in_another_encoding(call, tmp_path):
    rows = "größe;y\n" + "klein;0\nriesengroß;1\n" * 6
    (tmp_path / "t.csv").write_bytes(rows.encode("latin-1"))
    model = tmp_path / "m.json"
    done = call("fit", tmp_path / "t.csv", "--encoding", "latin-1", "--json", "-o", model)

    assert (0, "") == (done.returncode, done.stderr)
    (literal,) = json.loads(done.stdout)["list"][0]["if"]
    assert ("größe", True) == (literal["feature"], literal["value"] in ("klein", "riesengroß"))
    for arguments in (["predict", model], ["explain", model], ["check", model]):
        assert 0 == call(*arguments, tmp_path / "t.csv", "--encoding", "latin-1").returncode
    assert 2 == call("predict", model, tmp_path / "t.csv").returncode
    done = call("fit", tmp_path / "t.csv", "--encoding", "klingon")
    assert (2, 1) == (done.returncode, done.stderr.count("\n"))


@pytest.mark.parametrize("delimiter", [",", ";", "|", "\t"])
def test_the_delimiter_is_told_by_the_header(call, example_1, delimiter):
    example_1.write_text(example_1.read_text().replace(",", delimiter))
    record = json.loads(call("fit", example_1, "--perfect", "--json").stdout)

    assert (6, [*"ABCDE"]) == (record["size"], list(record["kinds"]))


@pytest.mark.parametrize("tail", ["| head -1; exit ${PIPESTATUS[0]}", "| true; exit ${PIPESTATUS[0]}"])
def test_a_closed_pipe_is_no_error(tail):
    command = f"{sys.executable} -m shortlist encode titanic --nodes 9 {tail}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)  # noqa: S607

    assert (0, "") == (done.returncode, done.stderr)


def test_a_full_disk_is_one_sentence():
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "shortlist", "show", "--help"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )  # fmt: skip
    assert (2, 1) == (done.returncode, done.stderr.count("\n"))


def test_ctrl_c_prints_the_best_list_and_exits_0(tmp_path):
    rng = np.random.default_rng(0)
    rows = rng.integers(0, 2, (400, 30))
    lines = [",".join(map(str, [*row, label])) for row, label in zip(rows, rng.integers(0, 3, 400), strict=True)]
    (tmp_path / "hard.csv").write_text("\n".join([",".join(f"f{i}" for i in range(31)), *lines]) + "\n")
    for engine in ("maxsat", "search", "auto"):
        asked = ["fit", str(tmp_path / "hard.csv"), "-r", "0.005", "--engine", engine, "--progress", "json"]
        command = [sys.executable, "-m", "shortlist", *asked]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while json.loads(process.stderr.readline())["cost"] is None:
            pass  # until there is a list
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert 0 == process.returncode
        assert "shortlist: interrupted; this is the best so far" == err.splitlines()[-1]
        assert "Not proved optimal" in out


def test_missing_marks_are_remembered(call, tmp_path):
    (tmp_path / "t.csv").write_text("a,y\n" + "-999,miss\n10,lo\n50,hi\n20,lo\n60,hi\n" * 6)
    model = tmp_path / "m.json"
    assert 0 == call("fit", tmp_path / "t.csv", "--missing=-999", "-r", "0.01", "--bins", 2, "-o", model).returncode
    assert 0 == call("check", model, tmp_path / "t.csv").returncode
    assert 6 == call("predict", model, tmp_path / "t.csv").stdout.count("miss")


def test_a_list_without_literals_predicts_every_row_of_a_parquet_file(call, tmp_path):
    pd.DataFrame({"a": [1, 0, 1, 0], "y": ["u"] * 4}).to_parquet(tmp_path / "c.parquet")
    assert 0 == call("fit", tmp_path / "c.parquet", "-o", tmp_path / "c.json", "-q").returncode

    assert ["y", "u", "u", "u", "u"] == call("predict", tmp_path / "c.json", tmp_path / "c.parquet").stdout.split()


def test_predictions_read_back_as_csv(call, tmp_path):
    (tmp_path / "t.csv").write_bytes(b"a,y\n" + b'0,"u\rw"\n1,v\n' * 6)
    assert 0 == call("fit", tmp_path / "t.csv", "-o", tmp_path / "m.json", "-q").returncode
    command = [sys.executable, "-m", "shortlist", "predict", str(tmp_path / "m.json"), str(tmp_path / "t.csv")]
    out = subprocess.run(command, capture_output=True, check=True).stdout.decode()

    assert ["y"] + ["u\rw", "v"] * 6 == [row[0] for row in csv.reader(io.StringIO(out, newline=""))]


def test_a_narrow_terminal_shows_rules_before_counts(run, model):
    text = run("show", model, env={**os.environ, "COLUMNS": "34"}).stdout

    assert "female" in text
    assert "yes" in text


def test_an_unknown_format_is_refused_with_those_there_are(call, model):
    done = call("show", model, "--format", "cobol")

    assert 2 == done.returncode
    assert (
        "--format must be one of table, text, markdown, latex, json, csv, python, javascript, sql, pmml, onnx, got 'cobol'"
        in done.stderr
    )
