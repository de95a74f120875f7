"""`check` says which file it was given, strictly or not, costs are told alike everywhere, and a proof of less is told as such."""

import json

import pytest


@pytest.fixture
def model(call, tmp_path):
    path = tmp_path / "m.json"
    call("fit", "titanic", "-q", "-o", path)
    return path


def changed(path, name, change):
    record = json.loads(path.read_text())
    change(record)
    (path.parent / name).write_text(json.dumps(record))
    return path.parent / name


def test_the_file_that_was_learned_from_is_told_from_another(call, model):
    other = changed(model, "z.json", lambda record: record["provenance"]["data"].update(sha256="0" * 64))
    own, another = call("check", model, "titanic"), call("check", other, "titanic")

    assert "its SHA-256 is the recorded one" in " ".join(own.stdout.split())
    assert "NOT the file that the model was learned from" in " ".join(another.stdout.split())
    assert (0, 0) == (own.returncode, another.returncode)
    records = [json.loads(call("check", path, "titanic", "--json").stdout) for path in (model, other)]
    assert ["recorded", "alike"] == [record["table"] for record in records]
    assert "its SHA-256 is another" in call("card", other, "titanic").stdout
    strict = [call("check", path, "titanic", "--strict").returncode for path in (model, other)]
    assert [0, 1] == strict


def test_strictly_another_table_confirms_nothing(call, model, tmp_path):
    (tmp_path / "t.csv").write_text("class,age,sex,survived\nfirst,adult,male,yes\nfirst,adult,male,no\n")

    assert 0 == call("check", model, tmp_path / "t.csv").returncode
    assert 1 == call("check", model, tmp_path / "t.csv", "--strict").returncode
    record = json.loads(call("check", model, tmp_path / "t.csv", "--json").stdout)
    assert ("other", None) == (record["table"], record["counts_hold"])


def test_a_proof_of_less_than_is_claimed_is_told_as_such(call, model, tmp_path):
    """The proof is of the model whose search was stopped, the claim of the one that is proved."""
    less = changed(model, "less.json", _stopped)
    proof = tmp_path / "less.proof"
    made = call("certify", less, "titanic", "-o", proof)
    assert "LESS THAN CLAIMED" not in made.stdout
    done = call("check", model, "titanic", "--proof", proof)

    cost, said = json.loads(model.read_text())["claim"]["cost"], " ".join(done.stdout.split())
    assert 0 == done.returncode
    assert f"THIS IS LESS THAN CLAIMED: the model claims a bound of {cost}, proved is {cost - 1}." in said
    assert 1 == call("check", model, "titanic", "--proof", proof, "--strict").returncode
    assert "LESS THAN CLAIMED" in call("card", model, "titanic", "--proof", proof).stdout
    assert json.loads(call("check", model, "titanic", "--proof", proof, "--json").stdout)["certified"]["proves_less"]


def _stopped(record):
    record["claim"] |= {"status": "feasible", "lower_bound": record["claim"]["cost"] - 1}
    record["claim"] |= {"lower_bound_all_cuts": None}


@pytest.mark.parametrize(
    ("options", "cost"),
    [
        (["--max-size", "4"], "477 errors, 4 nodes"),
        (["--node-price", "0.75", "--max-rules", "1"], "480"),
        (["--objective", "customizable", "--rule-price", "2.5", "--literal-price", "0.5", "--max-rules", "1"], "480.5"),
    ],
)
def test_one_cost_is_told_everywhere(call, tmp_path, options, cost):
    model, page = tmp_path / "m.json", tmp_path / "p.html"
    fitted = call("fit", "titanic", *options, "-o", model).stdout
    checked, certified = call("check", model, "titanic").stdout, call("certify", model, "titanic", "-o", tmp_path / "p")
    call("report", model, "titanic", "-o", page)

    assert cost in " ".join(fitted.split())
    assert f"cost: {cost}\n" in checked
    assert f"costs less than {cost}. It is optimal." in certified.stdout
    assert f'["Bound and gap","{cost}; no gap' in page.read_text(encoding="utf-8")


def test_a_proof_that_is_not_there_is_bad_usage_not_a_false_proof(call, model, tmp_path):
    for done in (
        call("verify", tmp_path / "p", tmp_path / "t"),
        call("check", model, "titanic", "--proof", tmp_path / "p"),
    ):
        assert 2 == done.returncode
        assert "p: no such file" in done.stderr
        assert "REJECTED" not in done.stdout
