"""What is asked twice, or of an objective that has no use for it, and what a claim counts: nothing passes without a word."""

import json

import pytest

from shortlist import DecisionListClassifier, UsageError


@pytest.fixture
def rare(tmp_path):
    """Three of nine rows with a are pos: worth a rule only where missing one of them is dear."""
    path = tmp_path / "rare.csv"
    path.write_text("a,y\n" + "0,neg\n1,neg\n" * 6 + "1,pos\n" * 3)
    return path


@pytest.mark.parametrize(
    "price", [("--error-price", "pos:neg=100"), ("--rule-price", "7"), ("-r", "0.1"), ("--feature-price", "a=3")]
)
def test_a_budget_has_no_prices(call, rare, price):
    """Regression: prices beside --objective budget were left out without a word, and the list was "proved optimal"."""
    done = call("fit", rare, "--max-size", "3", "--objective", "budget", *price)

    assert 2 == done.returncode
    assert "the objective budget has no prices" in done.stderr
    assert 0 == call("fit", rare, "--max-size", "3", *price).returncode
    assert 0 == call("fit", rare, "--max-size", "3", "--objective", "budget").returncode


def test_a_price_of_a_node_is_that_of_a_rule_where_literals_are_free(call, rare):
    """Regression: with the objective corels it was recorded, and the usual share was charged."""
    record = json.loads(call("fit", rare, "--objective", "corels", "--node-price", "1.5", "--json").stdout)

    assert (3, 0, 0, 2) == tuple(record["costs"][name] for name in ("rule", "literal", "default", "error"))
    assert "1.5 errors a rule" == record["regularization"]
    with pytest.raises(UsageError, match="customizable has prices of a rule and of a literal"):
        DecisionListClassifier(objective="customizable", node_price=1, rule_price=1, literal_price=1).fit(
            [[0], [1]], [0, 1]
        )


def test_a_perfect_list_with_prices_tells_what_it_costs(call, tmp_path):
    """Regression: "size 4" was told, and "the smallest model", where a list of size 3 is perfect, too, but dearer."""
    table, model = tmp_path / "t.csv", tmp_path / "m.json"
    table.write_text("a,b,c,y\n1,1,1,yes\n0,0,1,no\n0,1,0,no\n0,0,0,no\n")
    text = call("fit", table, "--perfect", "--feature-price", "a=10", "-o", model).stdout

    assert "cost 4 (size 4), no error" in " ".join(text.split())
    assert "and then the cheapest model by its prices" in call("card", model, table).stdout
    assert "size 3, no error" in " ".join(call("fit", table, "--perfect", "-o", model).stdout.split())
    assert "and then the smallest model" in call("card", model, table).stdout
    halves = call("fit", table, "--perfect", "--literal-price", "0.5").stdout
    assert "cost 2.5 (size 3)" in " ".join(halves.split())


def test_rules_are_told_apart_from_the_default(call, tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("a,y\n" + "1,yes\n" * 20 + "0,no\n")
    text = " ".join(call("fit", table, "--min-rows", "10", "--max-rules", "1", "--node-price", "0.1").stdout.split())

    assert "with at most 1 rule beside the default, at least 10 rows for each rule but the default" in text


def test_options_given_twice_are_put_together_or_refused(call):
    """Regression: the last one counted, without a word."""
    text = " ".join(call("fit", "penguins", "-r", "0.1", "--cut", "year=2007", "--cut", "year=2008").stdout.split())

    assert "year at 2007, 2008" in text
    for option, sentence in (
        (("--kind", "year=code", "--kind", "year=number"), "--kind is given twice for year: code and number"),
        (("--class-weight", "Adelie=1", "--class-weight", "Adelie=2"), "--class-weight is given twice for Adelie"),
        (("--error-price", "Adelie:Gentoo=1", "--error-price", "Adelie:Gentoo=2"), "twice for Adelie:Gentoo: 1 and 2"),
    ):
        done = call("fit", "penguins", *option)
        assert (2, True) == (done.returncode, sentence in done.stderr), done.stderr


def test_who_scores_by_rows_of_training_is_told(call, tmp_path):
    """Regression: half of the rows were known to the model, and score said nothing of it."""
    model = tmp_path / "m.json"
    for options, sentence in ((("--test", "0.5"), "learned from a part of these rows"), ((), "this is the table that")):
        assert 0 == call("fit", "penguins", "--max-size", "3", "-q", "-o", model, *options).returncode
        assert sentence in call("score", model, "penguins").stderr


def test_a_class_that_is_written_like_a_missing_one_is_told(call, tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("a,y\n" + "1,yes\n0,no\n" * 20 + "1,NA\n" * 3)

    assert "has the class NA: if that means none" in call("fit", table).stderr
    assert "has the class" not in call("fit", table, "--missing", "NA", "--drop-missing-target").stderr


@pytest.mark.parametrize(
    "command",
    [
        "fit d.csv -o d.csv",
        "fit d.csv --certify ./d.csv",
        "fit d.csv --certify new -o new",
        "report d.json d.csv -o d.csv",
        "card d.json d.csv -o d.json",
        "certify d.json d.csv -o d.json",
        "canonical d.csv d.json -o link.csv",
        "export d.json -o d.json --format python",
        "front d.csv --state d.csv",
    ],
)
def test_no_command_writes_over_its_own_files(call, tmp_path, monkeypatch, command):
    """Regression: the table or the model was replaced by what was written, with exit code 0."""
    monkeypatch.chdir(tmp_path)
    table = tmp_path / "d.csv"
    table.write_text("a,y\n" + "0,neg\n1,pos\n" * 6)
    (tmp_path / "link.csv").symlink_to(table)
    assert 0 == call("fit", table, "-o", tmp_path / "d.json").returncode
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    done = call(*command.split())

    assert (2, before) == (done.returncode, {path.name: path.read_bytes() for path in tmp_path.iterdir()})
    assert "is another file of this command" in done.stderr


def test_who_tests_by_the_table_of_training_is_told(call, rare, tmp_path):
    """Regression: fit --test with the file itself said nothing, where score does."""
    assert "this is the table that is learned from" in call("fit", rare, "--test", rare).stderr
    other = tmp_path / "other.csv"
    other.write_text("a,y\n0,neg\n1,pos\n")
    assert "learned from" not in call("fit", rare, "--test", other).stderr
