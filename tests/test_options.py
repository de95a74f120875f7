"""Options are declared once: the command line and the estimators have what is declared, with its names, defaults and texts."""

import inspect
from dataclasses import MISSING, fields

import numpy as np
import pytest
from typer.main import get_command

from shortlist import Binning, Constraints, Limits, ModelKind, Objective, UsageError
from shortlist.cli.app import make_app
from shortlist.engines.registry import ENGINES, ORDERS, names_of
from shortlist.estimators.base import RulesClassifier
from shortlist.estimators.cv import DecisionListClassifierCV
from shortlist.estimators.decision_list import DecisionListClassifier
from shortlist.estimators.decision_lists import DecisionListsClassifier
from shortlist.estimators.decision_set import DecisionSetClassifier
from shortlist.estimators.front import DecisionListFront
from shortlist.option import EVERY_KIND, options_of
from shortlist.options import LEARNING, TABLE, Request, all_options, options_for, request
from shortlist.problems.objective import PRESETS

ESTIMATORS = {
    ModelKind.LIST: DecisionListClassifier,
    ModelKind.SET: DecisionSetClassifier,
    ModelKind.HYBRID: DecisionListsClassifier,
}
VALUES = (Objective, Binning, Constraints, Limits)
OFFERED = {"time_limit": (60, None), "memory_limit": (2000, None)}
"""Options that people get another default of than the value has: what is offered, what the value has."""

COMMAND_ONLY = {
    "fit": {
        "model",
        "perfect",
        "test",
        "seed",
        "output",
        "as_json",
        "quiet",
        "progress",
        "require_optimal",
        "cross_check",
        "certify",
    },
    "front": {"up_to", "size", "jobs", "state", "as_json"},
    "predict": {"probabilities", "rules"},
    "explain": {
        "row",
        "why",
        "what_if",
        "label",
        "changeable",
        "fixed",
        "allow_missing",
        "most",
        "reasons",
        "as_json",
    },
    "show": {"format", "dialect"},
    "export": {"output", "format", "dialect", "table"},
    "certify": {"output", "witness", "as_json"},
    "canonical": {"output"},
    "verify": {"fast", "as_json"},
    "check": {"as_json", "proof", "strict"},
    "score": {"as_json"},
    "card": {"test", "groups", "proof", "output"},
    "encode": {"nodes", "perfect", "merge"},
    "report": {"output", "test", "front", "questions", "reasons", "proof", "rows"},
}
"""What only a command has: what it prints, and where."""

APP = make_app()
COMMANDS = get_command(APP).commands


def parameters_of(command):
    return {p.name: p for p in COMMANDS[command].params if p.param_type_name == "option" and p.name != "help"}


def default_of(value, name):
    """The default of the field that an option is declared in."""
    (found,) = [f.default for f in fields(value) if "text" in f.metadata and f.metadata.get("name", f.name) == name]
    return found


@pytest.mark.parametrize("kind", ModelKind)
def test_an_estimator_has_exactly_the_options_of_its_models(kind):
    signature = inspect.signature(ESTIMATORS[kind].__init__).parameters
    declared = {option.name: option.default for option in options_for(kind, where="estimator")}

    assert declared == {name: parameter.default for name, parameter in signature.items() if name != "self"}
    assert declared == ESTIMATORS[kind]().get_params()
    assert kind is ESTIMATORS[kind].kind


@pytest.mark.parametrize("kind", ModelKind)
def test_only_the_regularization_of_an_estimator_may_be_given_by_position(kind):
    signature = inspect.signature(ESTIMATORS[kind].__init__).parameters
    by_position = [n for n, p in signature.items() if p.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]

    assert ["self", "regularization"] == by_position


@pytest.mark.parametrize("kind", ModelKind)
def test_an_estimator_documents_each_of_its_options(kind):
    text = ESTIMATORS[kind].__doc__
    said = text[text.index("Args:") : text.index("Attributes:")]

    assert "OPTIONS" not in text
    for option in options_for(kind, where="estimator"):
        assert 1 == said.count(f"    {option.name}: {option.text[0].lower()}{option.text[1:]}\n"), option.name


def test_every_estimator_is_looked_at():
    others = {DecisionListClassifierCV, DecisionListFront}
    assert set(ESTIMATORS.values()) | others == set(RulesClassifier.__subclasses__())


@pytest.mark.parametrize("estimator", [DecisionListClassifierCV, DecisionListFront])
def test_estimators_that_choose_have_the_options_of_lists_with_their_defaults(estimator):
    defaults = {option.name: option.default for option in options_for(ModelKind.LIST, where="estimator")}
    signature = inspect.signature(estimator.__init__).parameters
    text = estimator.__doc__

    for name, parameter in signature.items():
        assert name == "self" or name in text
        if name in defaults and name != "max_size":
            assert defaults[name] == parameter.default, name


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_is_declared_or_the_commands_own(command):
    declared = {option.name for option in all_options() if option.only != "estimator"}

    assert COMMAND_ONLY[command] == set(parameters_of(command)) - declared


def test_fit_has_every_option_that_is_not_an_estimators_alone():
    declared = {option.name for option in all_options() if option.only != "estimator"}

    assert declared <= set(parameters_of("fit"))


def test_every_option_of_any_kind_of_model_is_an_option_of_all():
    every = {option.name for option in all_options()}

    assert every == {o.name for kind in ModelKind for where in ("command", "estimator") for o in options_for(kind, where=where)}  # fmt: skip
    assert len(every) == len(all_options())
    assert set(EVERY_KIND) == set(map(str, ModelKind))


@pytest.mark.parametrize("value", VALUES)
def test_the_default_of_an_option_is_that_of_its_value(value):
    for option in options_of(value, ""):
        offered, own = OFFERED.get(option.name, (option.default, option.default))
        assert own == default_of(value, option.name)
        assert offered == option.default
    assert all(f.default is not MISSING for f in fields(value)), "nothing must be given"


@pytest.mark.parametrize("value", VALUES)
def test_every_field_of_a_value_is_an_option(value):
    assert len(fields(value)) == len(list(options_of(value, "")))


@pytest.mark.parametrize("command", COMMANDS)
def test_the_default_of_a_command_is_that_of_the_option(command):
    """A parameter of the command has the default itself, or None for what was not given, and says the default in its text."""
    given = parameters_of(command)
    for option in all_options():
        if option.name in given:
            default, text = given[option.name].default, given[option.name].help
            default = None if not option.default and default in ((), []) else default
            if default != option.default:
                assert default is None, option.name
                assert option.default in ((), None) or f"(default: {option.default})." in text, option.name


@pytest.mark.parametrize("kind", ModelKind)
def test_nothing_given_is_the_default_everywhere(kind):
    given = {option.name: option.default for option in options_for(kind, where="estimator")}

    assert request(kind, {}) == request(kind, given)
    assert Request(kind, Objective(), Binning(), Constraints(), Limits(60, 2000 * 2**20), None, "auto") == request(
        kind, {}
    )


def test_what_is_given_reaches_the_values():
    given = {
        "regularization": "0.1",
        "objective": "corels",
        "bins": 3,
        "max_rules": 2,
        "forbid": ["a"],
        "time_limit": 5.0,
        "memory_limit": 7,
        "separate": "i+",
        "engine": "search",
    }

    assert request(ModelKind.LIST, given) == Request(
        ModelKind.LIST,
        Objective("0.1", "corels"),
        Binning(bins=3),
        Constraints(max_rules=2, forbid=["a"]),
        Limits(5.0, 7 * 2**20),
        "i+",
        "search",
    )


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (ModelKind.SET, "separate"),
        (ModelKind.SET, "rule_price"),
        (ModelKind.LIST, "form"),
        (ModelKind.HYBRID, "objective"),
        (ModelKind.HYBRID, "max_rules"),
        (ModelKind.LIST, "nonsense"),
    ],
)
def test_an_option_of_another_kind_of_model_is_refused(kind, name):
    with pytest.raises(UsageError, match=f"{name} is no option of a {kind.noun}"):
        request(kind, {name: 1})


def test_an_estimator_refuses_options_of_another_kind_of_model():
    with pytest.raises(TypeError, match="separate"):
        DecisionSetClassifier(separate="i+")


def test_texts_name_all_that_may_be_given():
    texts = {option.name: option.text for option in all_options()}

    assert all(name in texts["engine"] for name in names_of("list"))
    assert all(name in texts["engine"] for family in ENGINES for name in names_of(family))
    assert all(preset in texts["objective"] for kind in (ModelKind.LIST, ModelKind.SET) for preset in PRESETS[kind])
    assert all(order in texts["separate"] for order in ORDERS)
    assert all(option.text.endswith(".") for option in (*TABLE, *LEARNING, *all_options()))


def test_numbers_of_numpy_are_numbers():
    assert 4 == Binning(bins=np.int64(4)).bins
    assert 3 == Constraints(max_rules=np.int32(3)).max_rules
    assert Limits(np.float64(1.5), np.int64(2**20)) == Limits(1.5, 2**20)


@pytest.mark.parametrize("value", [1.5, "2", 1])
def test_what_is_no_whole_number_that_is_large_enough_is_refused_in_a_sentence(value):
    with pytest.raises(UsageError, match="bins must be"):
        Binning(bins=value)
