"""JavaScript: as a script, as a module, in a page; what it takes for missing, and what it refuses."""

import json
import shutil
import subprocess

import pytest
from py_mini_racer import JSEvalException, MiniRacer

from samples.export_cases import HOSTILE
from shortlist import Literal, ModelFile, Op, Rule
from shortlist.export.formats import exported
from shortlist.models.model import decision_list
from shortlist.tables.table import Kind

KINDS = {"n": Kind.NUMBER, "b": Kind.BOOLEAN, "c": Kind.CODE, "t": Kind.CATEGORY, "d": Kind.DATE}
LITERALS = [
    Literal("n", Op.ABOVE, 3),
    Literal("b", Op.EQUAL, False),
    Literal("c", Op.UNEQUAL, 7),
    Literal("t", Op.NOT_AMONG, ("a", "b")),
    Literal("d", Op.ABOVE, "2021-03-04T12:00"),
]


@pytest.fixture(scope="module")
def file():
    rules = [Rule((literal,), literal.column) for literal in LITERALS]
    return ModelFile(decision_list((*rules, Rule((), "none")), (*KINDS, "none")), "y", KINDS)


@pytest.fixture(scope="module")
def decide(file):
    engine = MiniRacer()
    engine.eval(exported(file, "javascript"))
    return lambda row: engine.eval(f"predict({row})")


NONE = "n: null, b: null, c: null, t: null, d: null"


@pytest.mark.parametrize(
    ("entries", "label"),
    [
        ("", "none"),
        ("n: undefined, b: undefined, c: NaN, t: undefined, d: undefined", "none"),
        ("n: NaN", "none"),
        ("n: 3.0000000000000004", "n"),
        ("n: true", "none"),
        ("b: false", "b"),
        ("b: 0", "b"),
        ("b: 2", "b"),
        ("b: 1", "none"),
        ("c: 8", "c"),
        ("c: 7", "none"),
        ("t: 'never seen'", "t"),
        ("t: ''", "t"),
        ("t: 'b'", "none"),
        ("d: '2021-03-05'", "d"),
        ("d: '2021-03-04T12:00:00.000001'", "d"),
        ("d: '2021-03-04T12:00:00Z'", "none"),
        ("d: '2021-03-04 12:00-01:00'", "d"),
        ("d: '2021-03-04 13:30:00,5 +0200'", "none"),
        ("d: new Date(Date.UTC(2021, 2, 4, 12, 0, 0, 1))", "d"),
        ("d: new Date(Date.UTC(2021, 2, 4, 12))", "none"),
    ],
)
def test_entries_are_taken_as_tables_have_them(decide, entries, label):
    assert label == decide(f"{{{NONE}, {entries}}}")


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("{}", 'column \\"n\\" is needed but not in the row'),
        (f"{{{NONE}, n: '40'}}", 'column \\"n\\" must hold numbers, got string'),
        (f"{{{NONE}, t: 1}}", 'column \\"t\\" must hold texts, got number'),
        (f"{{{NONE}, d: '3/4/21'}}", "dates must be such as 2021-03-04"),
        (f"{{{NONE}, d: '2021-02-30'}}", "dates must be such as 2021-03-04"),
        (f"{{{NONE}, d: '2021-02-03T24:00'}}", "dates must be such as 2021-03-04"),
        (f"{{{NONE}, d: new Date(NaN)}}", "dates must be such as 2021-03-04"),
    ],
)
def test_what_is_no_such_entry_is_refused(decide, row, sentence):
    with pytest.raises(JSEvalException) as caught:
        decide(row)
    assert sentence.replace("\\", "") in str(caught.value)


def test_a_script_is_one_that_a_page_can_hold():
    """Nothing ends the script element, begins a comment of HTML or hides what follows it."""
    for name in HOSTILE:
        rule = Rule((Literal(name, Op.EQUAL, name),), name)
        labels = (name, "else")
        file = ModelFile(decision_list((rule, Rule((), "else")), labels), name, {name: Kind.CATEGORY})
        text = exported(file, "javascript")

        assert "</script" not in text
        assert "<!--" not in text
        assert all(c.isprintable() or c == "\n" for c in text)


def test_names_of_every_object_are_not_columns():
    file = ModelFile(
        decision_list((Rule((Literal("toString", Op.PRESENT),), 1), Rule((), 0)), (0, 1)),
        "y",
        {"toString": Kind.NUMBER},
    )
    engine = MiniRacer()
    engine.eval(exported(file, "javascript"))
    with pytest.raises(JSEvalException, match="needed but not in the row"):
        engine.eval("predict({})")


def test_the_module_is_the_script_but_for_how_it_is_handed_over(file):
    script, module = (exported(file, "javascript", dialect=dialect) for dialect in ("script", "module"))
    body = module.removesuffix("export { predict };\n").removeprefix("// Written by shortlist.\n")

    assert body in script
    assert body + "export { predict };\n" in module


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here; V8 alone knows no modules")
def test_node_imports_the_module_and_requires_the_script(file, tmp_path):
    (tmp_path / "rules.mjs").write_text(exported(file, "javascript", dialect="module"))
    (tmp_path / "rules.cjs").write_text(exported(file, "javascript"))
    row = json.dumps(dict.fromkeys(KINDS) | {"n": 4})
    (tmp_path / "main.mjs").write_text(
        "import { predict } from './rules.mjs';\nimport { createRequire } from 'node:module';\n"
        f"const other = createRequire(import.meta.url)('./rules.cjs');\nconsole.log(predict({row}), other.predict({row}));\n"
    )
    done = subprocess.run(["node", tmp_path / "main.mjs"], capture_output=True, text=True, check=True)  # noqa: S607

    assert "n n\n" == done.stdout
