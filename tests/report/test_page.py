"""The page in a real browser: it decides as `predict` does, its controls work, it fits the screen, and it can be read by all."""

import random

import numpy as np
import pytest

from samples.random_models import random_list, random_literal, random_rows
from shortlist.explain.question import Question
from shortlist.explain.reasons import reasons
from shortlist.explain.space import Space
from shortlist.explain.trace import explain
from shortlist.files.modelfile import ModelFile, with_missing
from shortlist.files.records import model_file
from shortlist.learn import learn
from shortlist.models.model import Model, ModelKind, Rule
from shortlist.problems.limits import Limits
from shortlist.problems.objective import Objective
from shortlist.report.content import PageOptions
from shortlist.report.page import report
from shortlist.tables.labels import labelled
from shortlist.tables.read import read_labelled
from shortlist.tables.split import held_out
from shortlist.tables.table import Column, Kind, Table

CLASSES = ("low", "middle", "high")
STATUS = """() => [...document.querySelectorAll("#row option")].map((option) => option.value).filter((value) => value !== "-1").map((value) => {
  const select = document.getElementById("row");
  select.value = value;
  select.dispatchEvent(new Event("change"));
  return [document.querySelector("#row option:checked").textContent, document.getElementById("status").textContent];
})"""


def random_model(rng, kind):
    if kind is ModelKind.LIST:
        return random_list(rng)

    def rule():
        literals = tuple(random_literal(rng) for _ in range(rng.randint(1, 2)))
        return Rule(literals, rng.choice(CLASSES), tuple(rng.randrange(9) for _ in CLASSES))

    sizes = [1 if kind is ModelKind.SET else rng.randint(1, 3) for _ in range(rng.randint(1, 4))]
    return Model(kind, tuple(tuple(rule() for _ in range(n)) for n in sizes), CLASSES)


def page_of_random(rng, kind, n_rows):
    table = random_rows(rng, n_rows, nullable=True)
    data = labelled(table, "grade", np.array([rng.choice(CLASSES) for _ in range(n_rows)]), classes=CLASSES)
    file = ModelFile(random_model(rng, kind), "grade", table.kinds, had_missing=with_missing(table))
    return file, data, report(file, data)


@pytest.fixture(scope="module")
def penguins():
    training, test = held_out(read_labelled("penguins"), 0.3, 7)
    learned = learn(training, cross_check=True, limits=Limits(30))
    return report(model_file(learned), training, test, PageOptions(title="penguins", groups=("sex",)))


@pytest.mark.parametrize("kind", ModelKind)
@pytest.mark.parametrize("seed", range(4))
def test_the_page_decides_as_predict_does(opened, kind, seed):
    rng = random.Random(f"{kind}{seed}")
    file, data, text = page_of_random(rng, kind, 60)
    page = opened(text)
    said, decided = file.model.predict(data.table), file.model.decided(data.table)

    walked = page.evaluate(STATUS)

    assert len(walked) > 20
    for option, status in walked:
        row = int(option.split("row ")[1].split(":")[0].split(" ")[0]) - 1
        assert status.startswith(f"grade: {said[row]}, {'decided' if decided[row] else 'not decided'}"), (option, row)
        assert ("✗" in option) == (said[row] != data.classes[data.labels[row]])


def test_controls_work(opened, penguins):
    page = opened(penguins)

    assert "Gentoo" in page.inner_text("h1 + p")
    assert "as claimed" in page.inner_text(".pf")
    page.click("text=walk through >> nth=0")
    assert "decided wrongly" in page.inner_text("#row option:checked") or "wrongly" in page.inner_text("#walk")
    page.click("#next")
    page.fill("#form input >> nth=0", "not a number")
    assert "not a number" in page.inner_text("#form .fault >> nth=0")
    page.fill("#form input >> nth=0", "")
    assert page.eval_on_selector("#row", "select => select.value") == "-1"
    page.click("#tab-1")
    for _ in range(10):
        if not page.is_visible("#quiz .ask"):
            break
        page.click("#quiz .unsure")
    assert "Still open" in page.inner_text("#quiz .big")
    page.click("#again")
    for _ in range(10):
        if not page.is_visible("#quiz .ask"):
            break
        page.click("#quiz [data-answer] >> nth=0")
    assert page.inner_text("#quiz .big") in ("Adelie", "Chinstrap", "Gentoo")
    page.click("#theme")
    page.click("#theme")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_no_serious_fault(opened, penguins, theme, width):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = opened(penguins, viewport={"width": width, "height": 900}, color_scheme=theme)

    found = axe.Axe().run(page).response["violations"]

    serious = [
        (each["id"], each["nodes"][0]["html"][:200]) for each in found if each["impact"] in ("serious", "critical")
    ]
    assert not serious
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("kind", ModelKind)
def test_nothing_is_wider_than_the_screen(opened, kind, width):
    _, _, text = page_of_random(random.Random(str(kind)), kind, 60)
    page = opened(text, viewport={"width": width, "height": 900})

    assert page.evaluate("document.documentElement.scrollWidth") <= width


def long_list(n_rules):
    rules = [Rule((random_literal(random.Random(k)),), CLASSES[k % 3], (1, 1, 1)) for k in range(n_rules)]
    return Model(ModelKind.LIST, ((*rules, Rule((), "low", (1, 0, 0))),), CLASSES)


@pytest.mark.parametrize("n_rules", [0, 60])
def test_lists_of_any_length_have_their_page(opened, n_rules):
    table = random_rows(random.Random(5), 50, nullable=True)
    data = labelled(table, "grade", np.array(CLASSES * 17)[:50], classes=CLASSES)
    page = opened(report(ModelFile(long_list(n_rules), "grade", table.kinds), data))

    assert page.locator(".mx tr[data-rule]").count() == n_rules + 1
    if n_rules:
        assert page.locator(".mx tr[data-rule]:visible").count() == 20
        page.click("#all-lines")
        assert page.locator(".mx tr[data-rule]:visible").count() == n_rules + 1


HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!--SCRIPT-->",
    "a\u202eb",
    '"quoted" & <b>bold</b>',
    "line\nbreak",
    "x" * 10_000,
    "constructor",
    "${1+1}`",
)


def test_names_of_any_kind_are_shown_and_nothing_else_happens(opened):
    """Also as values of columns, as classes and as the target."""
    table = Table(
        tuple(Column.of(name, Kind.CATEGORY, [name, HOSTILE[k - 1]] * 10) for k, name in enumerate(HOSTILE)), 20
    )
    data = labelled(table, HOSTILE[0], np.array([HOSTILE[1], HOSTILE[3]] * 10, dtype=object))
    learned = learn(data, objective=Objective("0.01"))
    wishes = PageOptions(title=HOSTILE[0], groups=(HOSTILE[3],), questions={HOSTILE[0]: HOSTILE[0]})
    page = opened(report(model_file(learned), data, data, wishes))

    assert "as claimed" in page.inner_text(".pf")
    assert page.locator(".mx tr[data-rule]").count() == len(learned.model.rules)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_a_page_without_rows_holds_none(opened):
    data = read_labelled("penguins")
    text = report(model_file(learn(data)), data, None, PageOptions(rows=False))
    page = opened(text)

    assert page.locator("#row").count() == 0
    assert '"rows":null' in text
    assert "No row is inside it" in page.inner_text("#data-foot")


EXPLAINED = """() => {
  const texts = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent);
  return [...document.querySelectorAll("#row option")].map((option) => option.value).filter((value) => value !== "-1").map((value) => {
    const select = document.getElementById("row");
    select.value = value;
    select.dispatchEvent(new Event("change"));
    return [document.querySelector("#row option:checked").textContent, texts("#walk .two > div:first-child li b"),
            texts("#walk .two > div:last-child li .cls"), texts("#walk .reasons li")];
  });
}"""


@pytest.mark.parametrize("kind", ModelKind)
@pytest.mark.parametrize("seed", range(3))
def test_the_page_explains_as_the_command_does(opened, kind, seed):
    """As many entries are enough, the same classes can be reached by at most three changes, and the reasons are the same."""
    rng = random.Random(f"explained {kind}{seed}")
    table = random_rows(rng, 40, nullable=True)
    data = labelled(table, "grade", np.array([rng.choice(CLASSES) for _ in range(40)]), classes=CLASSES)
    file = ModelFile(random_model(rng, kind), "grade", table.kinds, had_missing=with_missing(table))
    page = opened(report(file, data, None, PageOptions(reasons={"weight": "Too heavy"})))
    space = Space.of(file.model, file.kinds)

    for option, enough, reached, told in page.evaluate(EXPLAINED):
        row = int(option.split("row ")[1].split(":")[0].split(" ")[0]) - 1
        question = Question.of(space, table, row)
        assert len(enough) == len(question.why().sets[0]), option
        ways = {label: question.what_if(k).changes for k, label in enumerate(CLASSES) if k != question.label}
        assert set(reached) == {label for label, sets in ways.items() if sets and len(sets[0]) <= 3}, option
        assert told == [r.words for r in reasons(explain(file.model, table, row, "grade"), {"weight": "Too heavy"})]
