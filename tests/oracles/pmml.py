"""An evaluator of the PMML 4.4 elements that rule sets are made of, after the text of the standard; it imports nothing of ours.

Predicates have three values: true, false and unknown (None). Anything that it does not know raises.
"""

from datetime import datetime
from xml.etree import ElementTree as ET

NAMESPACE = "{http://www.dmg.org/PMML-4_4}"
TYPES = {
    "string": str,
    "integer": int,
    "double": float,
    "boolean": lambda text: {"true": True, "false": False}[text],
    "dateTime": datetime.fromisoformat,
}
FUNCTIONS = {
    "sum": lambda *values: sum(values),
    "max": lambda *values: max(values),
    "-": lambda a, b: a - b,
    "equal": lambda a, b: a == b,
    "if": lambda condition, yes, no: yes if condition else no,
}
COMPARE = {
    "equal": lambda a, b: a == b,
    "notEqual": lambda a, b: a != b,
    "lessOrEqual": lambda a, b: a <= b,
    "greaterThan": lambda a, b: a > b,
}


def tag(element):
    assert element.tag.startswith(NAMESPACE)
    return element.tag.removeprefix(NAMESPACE)


def child(element, name):
    return element.find(NAMESPACE + name)


def children(element, name):
    return [] if element is None else element.findall(NAMESPACE + name)


def predict(text, rows):
    """For each row, a mapping of fields to values or None: the value that is predicted."""
    root = ET.fromstring(text)  # noqa: S314  # our own text
    assert ("PMML", "4.4") == (tag(root), root.get("version"))
    types = {field.get("name"): field.get("dataType") for field in children(child(root, "DataDictionary"), "DataField")}
    (model,) = [element for element in root if tag(element) in ("RuleSetModel", "MiningModel")]
    (target,) = [
        f.get("name") for f in children(child(model, "MiningSchema"), "MiningField") if f.get("usageType") == "target"
    ]
    return [TYPES[types[target]](evaluate(model, row, types)) for row in rows]


def evaluate(model, row, types):
    """The score of a model, a text; the row has the fields that the model may see."""
    assert "classification" == model.get("functionName")
    known = [
        f.get("name") for f in children(child(model, "MiningSchema"), "MiningField") if f.get("usageType") != "target"
    ]
    fields = {name: row[name] for name in known}
    assert all(f.get("missingValueReplacement") is None for f in children(child(model, "MiningSchema"), "MiningField"))
    if tag(model) == "RuleSetModel":
        return first_hit(model, fields, dict(types))
    segmentation = child(model, "Segmentation")
    assert "modelChain" == segmentation.get("multipleModelMethod")
    types = dict(types)
    for segment in segmentation:
        predicate, inner = segment
        assert truth(predicate, fields, types) is True
        score = evaluate(inner, fields, types)
        for output in children(child(inner, "Output"), "OutputField"):
            assert "predictedValue" == output.get("feature")
            types[output.get("name")] = output.get("dataType")
            fields[output.get("name")] = TYPES[output.get("dataType")](score)
    return score


def first_hit(model, fields, types):
    for derived in children(child(model, "LocalTransformations"), "DerivedField"):
        (expression,) = derived
        fields[derived.get("name")] = value(expression, fields)
        types[derived.get("name")] = derived.get("dataType")
    method, *rules = child(model, "RuleSet")
    assert ("RuleSelectionMethod", "firstHit") == (tag(method), method.get("criterion"))
    for rule in rules:
        assert "SimpleRule" == tag(rule)
        (predicate,) = rule
        if truth(predicate, fields, types) is True:
            return rule.get("score")
    return child(model, "RuleSet").get("defaultScore")


def value(expression, fields):
    match tag(expression):
        case "FieldRef":
            return fields[expression.get("field")]
        case "Constant":
            return TYPES[expression.get("dataType")](expression.text)
        case "Apply":
            arguments = [value(argument, fields) for argument in expression]
            assert None not in arguments
            return FUNCTIONS[expression.get("function")](*arguments)
    raise NotImplementedError(expression.tag)


def truth(predicate, fields, types):
    match tag(predicate):
        case "True":
            return True
        case "CompoundPredicate":
            return compound(predicate.get("booleanOperator"), [truth(part, fields, types) for part in predicate])
        case "SimplePredicate":
            entry, operator = fields[predicate.get("field")], predicate.get("operator")
            if operator in ("isMissing", "isNotMissing"):
                assert predicate.get("value") is None
                return (entry is None) == (operator == "isMissing")
            known = TYPES[types[predicate.get("field")]](predicate.get("value"))
            return None if entry is None else COMPARE[operator](entry, known)
    raise NotImplementedError(predicate.tag)


def compound(operator, parts):
    assert len(parts) > 1
    deciding = {"and": False, "or": True}[operator]
    if deciding in parts:
        return deciding
    return None if None in parts else not deciding
