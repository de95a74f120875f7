"""The model card: what it says is so, names cannot do anything but be read, and blanks are left to people."""

import csv
import hashlib
import html
import re

import pytest
from markdown_it import MarkdownIt

from shortlist.card.markdown import code, plain, table

HOSTILE = [
    "a|b",
    "`c`",
    "<script>x</script>",
    "*d* _e_",
    "[f](http://g)",
    "# h",
    "new\nline",
    "\\",
    "$x$",
    "&amp;",
    "``",
    "\u202ebidi",
]


def cells(text):
    """The tables of a card, as lists of texts, by a reader of Markdown that knows nothing of us."""
    page = MarkdownIt("commonmark").enable("table").render(text)
    return [
        [[html.unescape(re.sub("<[^>]*>", "", c)) for c in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)] for row in re.findall(r"<tr>(.*?)</tr>", block, re.DOTALL)]
        for block in re.findall(r"<table>(.*?)</table>", page, re.DOTALL)
    ]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory, call):
    path = tmp_path_factory.mktemp("card")
    rows = [
        (i % 7, "ab"[i % 2], "xyz"[i % 3] if i % 5 else "", "yes" if i % 7 > 3 or i % 11 == 0 else "no")
        for i in range(80)
    ]
    for name, some in (("train.csv", rows[:60]), ("test.csv", rows[60:])):
        (path / name).write_text("\n".join(["size,kind,group,y", *(",".join(map(str, row)) for row in some), ""]))
    for model in ("list", "set", "hybrid"):
        done = call("fit", path / "train.csv", "-q", "--model", model, "-r", "0.05", "-o", path / f"{model}.json")
        assert 0 == done.returncode
    return path


@pytest.fixture(scope="module")
def call():
    from typer.testing import CliRunner

    from shortlist.cli.app import make_app

    class Done:
        def __init__(self, result):
            self.returncode, self.stdout = result.exit_code, result.stdout
            self.error = result.exception

    return lambda *arguments: Done(CliRunner().invoke(make_app(), [*map(str, arguments)]))


@pytest.mark.parametrize("model", ["list", "set", "hybrid"])
def test_a_card_says_what_is_decided_proved_and_wrong(call, folder, model):
    card = call(
        "card", folder / f"{model}.json", folder / "train.csv", "--test", folder / "test.csv", "--group", "group"
    ).stdout

    for head in (
        "What it decides",
        "Data",
        "Objective",
        "What was proved",
        "Errors",
        "Errors by group",
        "Limits of use",
    ):
        assert f"\n## {head}\n" in card
    assert "yes/no questions on 3 columns" in card
    assert "errors and counts are as claimed" in card
    assert hashlib.sha256((folder / f"{model}.json").read_bytes()).hexdigest() in card
    assert hashlib.sha256((folder / "train.csv").read_bytes()).hexdigest() in card
    assert 6 <= card.count("________________")
    assert "`size` (number)" in card
    assert 2 == card.count("### On the rows of `test.csv`")


def test_errors_by_class_and_group_are_those_of_predict(call, folder):
    card = call("card", folder / "list.json", folder / "train.csv", "--group", "group").stdout
    given = call("predict", folder / "list.json", folder / "train.csv").stdout.split()[1:]
    rows = list(csv.DictReader((folder / "train.csv").open()))
    _, confusion, groups, _ = cells(card)

    for label, *counts, found in confusion[1:]:
        mine = [said for row, said in zip(rows, given, strict=True) if row["y"] == label]
        assert [str(mine.count("no")), str(mine.count("yes"))] == counts
        assert found.startswith(f"{100 * mine.count(label) / len(mine):.1f} %")
    assert ["x", "y", "z", "missing"] == [line[0] for line in groups[1:]]
    for value, n, wrong, *rates in groups[1:]:
        mine = [
            (row["y"], said)
            for row, said in zip(rows, given, strict=True)
            if row["group"] == value.replace("missing", "")
        ]
        assert str(len(mine)) == n
        assert wrong.startswith(f"{100 * sum(a != b for a, b in mine) / len(mine):.1f} %")
        assert f"{100 * sum(b == 'no' for _, b in mine) / len(mine):.1f} %" == rates[0]
        assert f"{100 * sum(a == 'yes' for a, _ in mine) / len(mine):.1f} %" == rates[4]


def test_a_card_on_other_rows_says_that_the_claim_was_not_recounted(call, folder):
    card = call("card", folder / "list.json", folder / "test.csv").stdout

    assert "The claim was not recounted" in card
    assert "## Errors by group" not in card


def test_lists_side_by_side_that_are_one_list_are_read_as_one(call, tmp_path):
    """Regression: the card of a single rule that always holds spoke of rows where none does, and of contradictions."""
    (tmp_path / "t.csv").write_text("a,y\n" + "".join(f"{k},{'xz'[k in (1, 4, 6)]}\n" for k in range(8)))
    call("fit", tmp_path / "t.csv", "--model", "hybrid", "-r", "0.2", "-o", tmp_path / "m.json")
    card = call("card", tmp_path / "m.json", tmp_path / "t.csv").stdout

    assert "The first rule whose condition holds decides." in card
    assert "contradict" not in card


def test_a_card_is_written_to_a_file(call, folder):
    done = call("card", folder / "list.json", folder / "train.csv", "-o", folder / "card.md")

    assert "" == done.stdout
    assert (folder / "card.md").read_text() == call("card", folder / "list.json", folder / "train.csv").stdout


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (["--group", "grop"], "there is no column grop"),
        (["--group", "y"], "--group must be a column beside the target, got 'y'"),
        (["--group", "id"], "a column of groups must have at most 50 values, but 'id' has 60"),
        (["--test", "none.csv"], "none.csv"),
    ],
)
def test_what_cannot_be_told_is_refused(call, folder, flags, sentence):
    lines = (folder / "train.csv").read_text().splitlines()
    (folder / "ids.csv").write_text(
        "\n".join([f"id,{lines[0]}", *(f"k{k},{line}" for k, line in enumerate(lines[1:])), ""])
    )
    done = call("card", folder / "list.json", folder / "ids.csv", *flags)

    assert done.returncode
    assert sentence in str(done.error)


def test_names_can_do_nothing_but_be_read():
    text = table(["name", *map(code, HOSTILE)], [[code(name), *("" for _ in HOSTILE)] for name in HOSTILE])
    ((head, *rows),) = cells(text)

    assert {len(HOSTILE) + 1} == {len(row) for row in (head, *rows)}
    shown = [name.encode("unicode_escape").decode() if not name.isprintable() else name for name in HOSTILE]
    assert shown == [row[0] for row in rows] == head[1:]
    page = MarkdownIt("commonmark").render("\n\n".join(f"x {plain(name)} y" for name in HOSTILE))
    assert {"p"} == set(re.findall(r"<(\w+)", page))


def test_hostile_names_come_through_a_whole_card(call, tmp_path):
    with (tmp_path / "t.csv").open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["<b>|x", "g|*h*", "`y`"])
        writer.writerows([[k % 9, "[a](b)" if k % 2 else "|", "<i>" if k % 9 > 4 else "| no"] for k in range(40)])
    call("fit", tmp_path / "t.csv", "-q", "--target", "`y`", "-o", tmp_path / "m.json")
    done = call("card", tmp_path / "m.json", tmp_path / "t.csv", "--group", "g|*h*")
    rules, _, groups, _ = cells(done.stdout)

    assert {5} == {len(row) for row in rules}
    assert ["[a](b)", "|"] == [row[0] for row in groups[1:]]
    assert "<i>" not in re.sub("`[^`]*`", "", done.stdout)
