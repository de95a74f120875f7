"""What the answers of several lists come to, in PMML: sums over rules as derived fields, and rules that compare them with numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from shortlist.export.plan import Plan


@dataclass(frozen=True)
class Answers:
    """The fields that hold the number of the rule, from 1, that answers in each list, 0 for silence.

    `field` is the name of the field that a list's answer is in, `derived` of one that is made of these.
    """

    plan: Plan
    lists: Sequence[str]
    said: Sequence[str]
    rows: Sequence[str]
    behind: Sequence[str]
    n_said: str
    top: str

    def derived(self) -> ET.Element:
        """The fields that the decision needs: which classes are answered, and the training rows behind each.

        A class is `behind` by so many rows as another has more; several may be behind by none.
        """
        fields = ET.Element("LocalTransformations")
        for c, name in enumerate(self.said):
            _derive(fields, name, "max", self._terms([int(self.plan.place(rule) == c) for rule in self.plan.rules]))
        _derive(fields, self.n_said, "sum", map(_field, self.said))
        if self.plan.disputed is None:
            for c, name in enumerate(self.rows):
                _derive(fields, name, "sum", self._terms([self.plan.counts(rule)[c] for rule in self.plan.rules]))
            _derive(fields, self.top, "max", map(_field, self.rows))
            for name, behind in zip(self.rows, self.behind, strict=True):
                _derive(fields, behind, "-", [_field(self.top), _field(name)])
        return fields

    def _terms(self, values: Sequence[int]) -> Iterable[ET.Element]:
        """For each rule its value where it answers, else 0."""
        number = 0
        yield _constant(0)
        for name, rules in zip(self.lists, self.plan.lists, strict=True):
            for _ in rules:
                value, number = values[number], number + 1
                if value:
                    answers = _apply("equal", [_field(name), _constant(number)])
                    yield _apply("if", [answers, _constant(value), _constant(0)])

    def cases(self) -> Iterable[tuple[dict[str, int], int]]:
        """Fields that must have these values, and the place of the class that they tell; the first that fits decides."""
        for c, said in enumerate(self.said):
            yield {self.n_said: 1, said: 1}, c
        if self.plan.disputed is None:
            yield {self.n_said: 0}, self.plan.classes.index(self.plan.silent)
            for c, said in enumerate(self.said if self.plan.may_lack_counts else ()):
                yield {self.top: 0, said: 1}, c
            for c, behind in enumerate(self.behind):
                yield {behind: 0}, c


def _derive(fields: ET.Element, name: str, function: str, arguments: Iterable[ET.Element]) -> None:
    derived = ET.SubElement(fields, "DerivedField", name=name, optype="continuous", dataType="double")
    derived.append(_apply(function, arguments))


def _apply(function: str, arguments: Iterable[ET.Element]) -> ET.Element:
    apply = ET.Element("Apply", function=function)
    apply.extend(arguments)
    return apply


def _field(name: str) -> ET.Element:
    return ET.Element("FieldRef", field=name)


def _constant(value: int) -> ET.Element:
    constant = ET.Element("Constant", dataType="double")
    constant.text = str(value)
    return constant
