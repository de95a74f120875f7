"""What people see in a terminal: names are not torn apart, long values are clipped, and rules without a condition say so."""

import pytest
from rich.console import Console

from shortlist.features.literal import Literal, Op
from shortlist.models.model import Rule, decision_list, decision_set
from shortlist.show.terminal import rules_grid
from shortlist.words import in_lines

NAME = "number_of_previous_consultations_with_the_general_practitioner"


def shown(model, width=80, target="y"):
    console = Console(width=width, record=True, file=open("/dev/null", "w"))  # noqa: PTH123, SIM115
    console.print(rules_grid(model, target, width))
    return console.export_text().splitlines()


@pytest.mark.parametrize("width", [50, 64, 80, 120])
def test_long_names_are_broken_behind_underscores_only(width):
    literals = (Literal(NAME, Op.ABOVE, 1), Literal("age", Op.AT_MOST, 40))
    lines = shown(
        decision_list([Rule(literals, "admitted", (1, 4)), Rule((), "no", (5, 0))], ("no", "admitted")), width
    )
    words = [word for line in lines for word in line.split()]

    pieces = set(NAME.replace("_", "_ ").split())
    broken = [word for word in words if "_" in word]
    assert all(piece in pieces for word in broken for piece in word.replace("_", "_ ").split())
    assert any(word.endswith("_") for word in broken) == (width < 120)
    assert "admitted" in words


def test_a_very_long_value_is_clipped():
    model = decision_list([Rule((Literal("text", Op.EQUAL, "x" * 5000),), 1, (1, 4)), Rule((), 0, (5, 0))], (0, 1))
    lines = shown(model)

    assert len(lines) < 15
    assert any("…" in line for line in lines)


def test_a_rule_of_a_set_without_a_condition_says_so():
    lines = shown(decision_set([Rule((), "yes", (3, 9))], ("no", "yes")))
    assert ["if", "true", "yes"] == lines[1].split()[:3]


@pytest.mark.parametrize("width", range(1, 30))
def test_lines_hold_all_of_a_text(width):
    text = "the_number_of_visits > 3 and age <= 40"
    lines = in_lines(text, width).split("\n")

    assert text.replace(" ", "") == "".join(lines).replace(" ", "")
    longest = max(len(piece) for piece in text.replace("_", "_ ").split())
    assert all(len(line) <= max(width, longest) for line in lines)
