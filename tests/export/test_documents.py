"""Formats for people: Markdown, LaTeX, CSV and text say what the model says, whatever names there are."""

import csv
import io
import re
import shutil
import subprocess

import pytest
from markdown_it import MarkdownIt

from samples.export_cases import HOSTILE, random_case
from shortlist import Literal, ModelFile, Op, Rule, learn, model_file, read_labelled
from shortlist.export.formats import exported
from shortlist.export.rules import COLUMNS
from shortlist.models.model import ModelKind, decision_list
from shortlist.tables.table import Kind
from shortlist.words import printable


def named(name):
    """A list in which everything has this name."""
    rule = Rule((Literal(name, Op.UNEQUAL, name),), name, (3, 1))
    model = decision_list((rule, Rule((), "else", (0, 2))), (name, "else"))
    return ModelFile(model, name, {name: Kind.CATEGORY})


def cells_of_markdown(text):
    """The cells as a page shows them, by a parser of others."""
    page = MarkdownIt("commonmark").enable("table").render(text)
    assert "<script" not in page
    rows = re.findall(r"<tr>(.*?)</tr>", page, flags=re.DOTALL)
    return [[plain(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, flags=re.DOTALL)] for row in rows]


def plain(html):
    assert "<" not in html, "there must be no element in a cell"
    for entity, character in {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&"}.items():
        html = html.replace(entity, character)
    return html


@pytest.mark.parametrize("name", HOSTILE)
def test_markdown_shows_names_as_they_are(name):
    shown = printable(name)

    assert cells_of_markdown(exported(named(name), "markdown")) == [
        ["", "condition", shown, "rows", "right"],
        ["if", f"{shown} != {shown}", shown, "4", "75.0 %"],
        ["else", "", "else", "2", "100.0 %"],
    ]


def test_markdown_says_what_is_proved():
    text = exported(model_file(learn(read_labelled("titanic"))), "markdown")
    assert "\n\nProved optimal among all lists over " in text


@pytest.mark.parametrize("name", HOSTILE)
def test_latex_has_every_special_character_escaped(name):
    text = exported(named(name), "latex")
    lines = [line for line in text.splitlines() if line.endswith(r"\\")]

    assert 3 == len(lines)
    assert all(c.isprintable() or c == "\n" for c in text)
    for line in lines:
        bare = re.sub(
            r"\\(textbackslash|textasciitilde|textasciicircum|textquotedbl|textquotesingle|textasciigrave)\{\}",
            "",
            line,
        )
        bare = re.sub(r"\\[&%$#_{}]|\$(<|>|\||=|\\n?eq|\\leq)\$|\{[-,!?]\}", "", bare.removesuffix(r"\\"))
        assert 4 == bare.count("&")
        assert not set(bare) & set("\\%$#_{}~^<>|\"'`-")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no LaTeX here")
def test_latex_compiles(tmp_path):
    plain_names = [name for name in HOSTILE if name.isascii() and len(name) < 100]
    tables = "\n\n".join(exported(named(name), "latex") for name in plain_names)
    head = "\\documentclass{article}\n\\usepackage[T1]{fontenc}\\usepackage{booktabs,textcomp}\n"
    (tmp_path / "t.tex").write_text(f"{head}\\begin{{document}}\n{tables}\n\\end{{document}}\n")
    subprocess.run(["pdflatex", "-halt-on-error", "t.tex"], cwd=tmp_path, check=True, capture_output=True)  # noqa: S607


@pytest.mark.parametrize("kind", ModelKind)
@pytest.mark.parametrize("hostile", [False, True])
def test_csv_has_every_rule_of_every_model(kind, hostile):
    for seed in range(30):
        model = (file := random_case(seed, kind=kind, hostile=hostile).file).model
        rows = list(csv.DictReader(io.StringIO(exported(file, "csv"), newline="")))

        assert [str(rule.label) for rule in model.rules] == [row["class"] for row in rows]
        assert [rule.condition() for rule in model.rules] == [row["condition"] for row in rows]
        assert [str(len(rule.literals)) for rule in model.rules] == [row["literals"] for row in rows]
        lists = [str(k) for k, rules in enumerate(model.lists, 1) for _ in rules]
        assert (lists, [str(k + 1) for k in range(len(rows))]) == (
            [row["list"] for row in rows],
            [row["rule"] for row in rows],
        )
        for row, rule in zip(rows, model.rules, strict=True):
            assert set(COLUMNS) == set(row)
            assert (str(rule.covered) if rule.counts else "") == row["rows"]
            if rule.covered:
                assert 0 <= float(row["precision_low"]) <= float(row["precision"]) <= float(row["precision_high"]) <= 1


def test_latex_of_every_kind_of_model_is_one_table():
    for seed in range(60):
        text = exported(random_case(seed, kind=list(ModelKind)[seed % 3]).file, "latex")

        assert (1, 1) == (text.count(r"\begin{tabular}"), text.count(r"\end{tabular}"))
        assert all(4 == re.sub(r"\\&", "", line).count("&") for line in text.splitlines() if line.endswith(r"\\"))
