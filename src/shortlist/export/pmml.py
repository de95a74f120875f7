"""A model as PMML 4.4: a rule set of which the first rule that fires decides.

Lists side by side, which may contradict each other, are a chain of rule sets: one for each list, whose result is the number of the
rule that fires, and a last one that looks at these numbers. Of a missing entry no comparison is true, it is unknown, as in SQL;
entries never seen are taken as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree as ET

from shortlist._version import __version__
from shortlist.errors import UsageError
from shortlist.export.plan import Plan, check_names, free_name, plan_of
from shortlist.export.pmml_decision import Answers
from shortlist.features.literal import Literal, cut_point
from shortlist.files.modelfile import ModelFile
from shortlist.models.model import Rule
from shortlist.tables.dates import date_of
from shortlist.tables.table import Kind, Label
from shortlist.words import EXACT, number

_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TYPES = {
    Kind.BOOLEAN: ("categorical", "boolean"),
    Kind.NUMBER: ("continuous", "double"),
    Kind.CODE: ("categorical", "double"),
    Kind.CATEGORY: ("categorical", "string"),
    Kind.DATE: ("ordinal", "dateTime"),
}


def pmml(file: ModelFile, *, undecided: Label | None = None) -> str:
    """The document."""
    plan = plan_of(file, undecided)
    named = (text for rule in plan.rules for literal in rule.literals for text in _texts(literal))
    check_names([plan.target, *map(str, plan.classes), *named], _UNFIT, "PMML", "a character that XML does not have")
    target = free_name(plan.target, plan.columns)
    root = ET.Element("PMML", xmlns="http://www.dmg.org/PMML-4_4", version="4.4")
    ET.SubElement(ET.SubElement(root, "Header"), "Application", name="shortlist", version=__version__)
    fields = ET.SubElement(root, "DataDictionary")
    for name, kind in plan.columns.items():
        optype, data_type = _TYPES[kind]
        ET.SubElement(fields, "DataField", name=name, optype=optype, dataType=data_type)
    ET.SubElement(fields, "DataField", name=target, optype="categorical", dataType=_type_of(plan.classes))
    hit = plan.first_hit
    if hit is not None:
        model = _rule_set(root, _schema(plan.columns, target))
        last = plan.rules[len(hit.rules) : len(hit.rules) + 1]
        sure = last[0].correct(plan.classes) / last[0].covered if last and last[0].covered else 1
        _fill(model, _rules(hit.rules, [rule.label for rule in hit.rules], plan, file), hit.otherwise, sure)
    else:
        _chain(root, fields, plan, target, file)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _type_of(classes: tuple[Label, ...]) -> str:
    """The type of the classes; there are evaluators whose whole numbers are of 32 bits."""
    types = set(map(type, classes))
    if types == {int} and all(abs(label) < 2**31 for label in classes if isinstance(label, int)):
        return "integer"
    if types == {bool}:
        return "boolean"
    return "double" if types == {float} else "string"


def _texts(literal: Literal) -> Iterable[str]:
    return [literal.column, *(value for value in literal.values if isinstance(value, str))]


def _chain(root: ET.Element, fields: ET.Element, plan: Plan, target: str, file: ModelFile) -> None:
    """A rule set for each list, and one for what they come to."""
    if plan.disputed is None and plan.largest_count > EXACT:
        raise UsageError("PMML cannot hold rules side by side that cover more than 2**53 training rows together")
    taken = {*plan.columns, target}

    def names(word: str, n: int) -> list[str]:
        found = [free_name(f"{word} {k}", taken) for k in range(1, n + 1)]
        taken.update(found)
        return found

    classes = len(plan.classes)
    answers = Answers(
        plan,
        lists=names("list", len(plan.lists)),
        said=names("said", classes),
        rows=names("rows", classes),
        behind=names("behind", classes),
        n_said=names("classes said", 1)[0],
        top=names("most rows", 1)[0],
    )
    mining = ET.SubElement(root, "MiningModel", functionName="classification")
    mining.append(_schema(plan.columns, target))
    segments = ET.SubElement(mining, "Segmentation", multipleModelMethod="modelChain")
    last = 0
    for name, own, rules in zip(answers.lists, names("rule of list", len(plan.lists)), plan.lists, strict=True):
        segment = ET.SubElement(segments, "Segment", id=name)
        ET.SubElement(segment, "True")
        # Without a target of its own, a number would be taken for one of the classes.
        ET.SubElement(fields, "DataField", name=own, optype="categorical", dataType="integer")
        model = _rule_set(segment, _schema(plan.columns, own))
        output = ET.SubElement(model, "Output")
        ET.SubElement(
            output, "OutputField", name=name, optype="categorical", dataType="integer", feature="predictedValue"
        )
        _fill(model, _rules(rules, range(last + 1, last + len(rules) + 1), plan, file), 0)
        last += len(rules)
    segment = ET.SubElement(segments, "Segment", id="decision")
    ET.SubElement(segment, "True")
    model = _rule_set(segment, _schema(answers.lists, target))
    model.append(answers.derived())
    decisions = []
    for wanted, place in answers.cases():
        predicates = [_simple(name, "equal", str(value)) for name, value in wanted.items()]
        decisions.append(_rule(predicates, plan.classes[place]))
    _fill(model, decisions, plan.silent)


def _schema(columns: Iterable[str], target: str | None = None) -> ET.Element:
    schema = ET.Element("MiningSchema")
    for name in columns:
        ET.SubElement(schema, "MiningField", name=name, invalidValueTreatment="asIs")
    if target is not None:
        ET.SubElement(schema, "MiningField", name=target, usageType="target")
    return schema


def _rule_set(parent: ET.Element, schema: ET.Element) -> ET.Element:
    model = ET.SubElement(parent, "RuleSetModel", functionName="classification")
    model.append(schema)
    return model


def _fill(model: ET.Element, rules: Iterable[ET.Element], otherwise: Label, sure: float = 1) -> None:
    """Give a model its rules, and what is so where none fires, with the share of training rows for which it is right."""
    rule_set = ET.SubElement(model, "RuleSet", defaultScore=_score(otherwise), defaultConfidence=number(sure))
    ET.SubElement(rule_set, "RuleSelectionMethod", criterion="firstHit")
    rule_set.extend(rules)


def _rules(rules: Sequence[Rule], scores: Sequence[Label], plan: Plan, file: ModelFile) -> Iterable[ET.Element]:
    """The rules with these scores: how many rows each decided in training, and the share of its class by which it predicts.

    With weights of classes the two are not of one table: rows are counted without them, probabilities are learned with them.
    """
    told, scale = dict(zip(file.model.rules, file.in_rows.rules, strict=True)), file.in_rows.scale
    for rule, score in zip(rules, scores, strict=True):
        element = _rule([_predicate(literal) for literal in rule.literals], score)
        if rule.covered:
            right = rule.correct(plan.classes)
            element.set("recordCount", number(told[rule].covered / scale))
            element.set("nbCorrect", number(told[rule].correct(plan.classes) / scale))
            element.set("confidence", number(right / rule.covered))
        yield element


def _rule(predicates: Sequence[ET.Element], score: Label) -> ET.Element:
    rule = ET.Element("SimpleRule", score=_score(score))
    rule.append(_compound("and", predicates))
    return rule


def _score(label: Label) -> str:
    return str(label).lower() if isinstance(label, bool) else str(label)


def _predicate(literal: Literal) -> ET.Element:
    name = literal.column

    def simple(operator: str, value: float | str) -> ET.Element:
        return _simple(name, operator, value if isinstance(value, str) else number(value))

    def cut(operator: str, at: float | str) -> ET.Element:
        # All digits of a date, its time as well: that is how XML writes it.
        moment = date_of(float(cut_point(at))).replace(tzinfo=None).isoformat() if isinstance(at, str) else at
        return simple(operator, moment)

    return literal.match(
        true=lambda: simple("equal", "true"),
        false=lambda: simple("equal", "false"),
        equal=lambda value: simple("equal", value),
        unequal=lambda value: simple("notEqual", value),
        at_most=lambda at: cut("lessOrEqual", at),
        above=lambda at: cut("greaterThan", at),
        within=lambda low, high: _compound("and", [cut("greaterThan", low), cut("lessOrEqual", high)]),
        outside=lambda low, high: _compound("or", [cut("lessOrEqual", low), cut("greaterThan", high)]),
        # A set predicate would have its values in one text, with quotes that no one agrees upon.
        among=lambda values: _compound("or", [simple("equal", value) for value in values]),
        not_among=lambda values: _compound("and", [simple("notEqual", value) for value in values]),
        missing=lambda: ET.Element("SimplePredicate", field=name, operator="isMissing"),
        present=lambda: ET.Element("SimplePredicate", field=name, operator="isNotMissing"),
    )


def _simple(name: str, operator: str, value: str) -> ET.Element:
    return ET.Element("SimplePredicate", field=name, operator=operator, value=value)


def _compound(operator: str, predicates: Sequence[ET.Element]) -> ET.Element:
    """These predicates together; PMML has such for two or more."""
    if len(predicates) < 2:
        return predicates[0] if predicates else ET.Element("True")
    compound = ET.Element("CompoundPredicate", booleanOperator=operator)
    compound.extend(predicates)
    return compound
