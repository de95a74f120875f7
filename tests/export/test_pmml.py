"""PMML follows its schema, whatever names there are, and refuses what it cannot say."""

import zipfile
from importlib import resources
from xml.dom import minidom

import pytest
import xmlschema

from samples.export_cases import HOSTILE, random_case
from shortlist import Literal, ModelFile, Op, Rule, UsageError
from shortlist.export.formats import exported
from shortlist.models.model import ModelKind, decision_list, decision_set
from shortlist.tables.table import Kind

A, B = Literal("a", Op.EQUAL, True), Literal("b", Op.EQUAL, True)
KINDS = {"a": Kind.BOOLEAN, "b": Kind.BOOLEAN}


@pytest.fixture(scope="module")
def schema():
    """The schema of PMML 4.4, out of a package of others."""
    (jar,) = [
        path
        for path in (resources.files("sklearn2pmml") / "resources").iterdir()
        if path.match("pmml-model-[0-9]*.jar")
    ]
    with zipfile.ZipFile(jar) as files:
        return xmlschema.XMLSchema(files.read("pmml.xsd").decode())


@pytest.mark.parametrize("kind", ModelKind)
@pytest.mark.parametrize("hostile", [False, True])
def test_documents_follow_the_schema(schema, kind, hostile):
    for seed in range(40):
        file = random_case(seed, kind=kind, hostile=hostile).file
        schema.validate(exported(file, "pmml"))
        schema.validate(exported(file, "pmml", undecided=file.model.classes[0]))


def test_the_schema_finds_faults(schema):
    text = exported(ModelFile(decision_list((Rule((A,), 1), Rule((), 0)), (0, 1)), "y", KINDS), "pmml")
    assert schema.is_valid(text)
    for change in (("criterion=", "choice="), ("<SimpleRule ", '<SimpleRule colour="red" '), ("firstHit", "anyHit")):
        assert not schema.is_valid(text.replace(*change))


def test_every_kind_of_model_is_in_it(schema):
    whole = exported(ModelFile(decision_set([Rule((A,), 1), Rule((B,), 0)], (0, 1)), "y", KINDS), "pmml")
    assert ("<MiningModel " in whole, 3) == (True, whole.count("<RuleSetModel "))
    agreeing = exported(ModelFile(decision_set([Rule((A,), 1), Rule((B,), 1)], (0, 1)), "y", KINDS), "pmml")
    assert ("<MiningModel " in agreeing, 1) == (False, agreeing.count("<RuleSetModel "))


@pytest.mark.parametrize("character", ["\0", "\x1b", "\ufffe", "\ud800"])
@pytest.mark.parametrize("place", ["column", "value", "class", "target"])
def test_characters_that_xml_does_not_have_are_refused(character, place):
    def name(where):
        return f"x{character}" if where == place else where

    rule = Rule((Literal(name("column"), Op.EQUAL, name("value")),), name("class"))
    model = decision_list((rule, Rule((), "else")), (name("class"), "else"))
    with pytest.raises(UsageError, match="PMML cannot hold a character that XML does not have"):
        exported(ModelFile(model, name("target"), {name("column"): Kind.CATEGORY}), "pmml")


def test_sums_that_doubles_do_not_tell_apart_are_refused():
    many = [Rule((literal,), label, (2**52, 2**52 + 1)) for label, literal in enumerate((A, B))]
    with pytest.raises(UsageError, match=r"more than 2\*\*53 training rows"):
        exported(ModelFile(decision_set(many, (0, 1)), "y", KINDS), "pmml")


def test_hostile_names_are_what_they_were():
    for name in HOSTILE:
        model = decision_list((Rule((Literal(name, Op.EQUAL, name),), name), Rule((), "else")), (name, "else"))
        document = minidom.parseString(exported(ModelFile(model, "y", {name: Kind.CATEGORY}), "pmml"))  # noqa: S318
        (rule,), (predicate,) = (document.getElementsByTagName(tag) for tag in ("SimpleRule", "SimplePredicate"))

        assert name == rule.getAttribute("score")
        assert (name, name) == (predicate.getAttribute("field"), predicate.getAttribute("value"))
