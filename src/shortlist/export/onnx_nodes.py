"""The nodes of an ONNX graph: what a literal says of a column, and how such statements are joined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import UsageError
from shortlist.features.literal import Literal, cut_point
from shortlist.models.model import Rule
from shortlist.tables.table import Kind

_UNSEEN, _MISSING, _FIRST_KNOWN = 0, 1, 2  # the numbers of texts


class Graph:
    """The nodes and constants so far; each operation gives the name of its result."""

    def __init__(self, helper: Any, columns: dict[str, Kind]) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self.kinds = columns
        self._helper = helper
        self._mark = next("_" * n for n in count(1) if not any(name.startswith("_" * n) for name in columns))
        self._of_texts: dict[str, tuple[str, dict[str, int]]] = {}

    def op(self, name: str, *inputs: str, output: str | None = None, domain: str = "", **attributes: Any) -> str:
        """Add a node."""
        result = output or f"{self._mark}{len(self.nodes)}"
        self.nodes.append(self._helper.make_node(name, inputs, [result], domain=domain, **attributes))
        return result

    def constant(self, value: NDArray[Any] | Sequence[int]) -> str:
        """Add a constant; whole numbers are of 64 bits."""
        array = np.asarray(value) if isinstance(value, np.ndarray) else np.array(value, dtype=np.int64)
        name = f"{self._mark}c{len(self.constants)}"
        if array.dtype == object:
            texts = [text.encode("utf-8") for text in array.tolist()]
            self.constants.append(self._helper.make_tensor(name, 8, array.shape, texts))
        else:
            kind = self._helper.np_dtype_to_tensor_dtype(array.dtype)
            self.constants.append(self._helper.make_tensor(name, kind, array.shape, array.tobytes(), raw=True))
        return name

    def number(self, value: float) -> str:
        """Add a constant that columns are compared with."""
        return self.constant(np.array(value, dtype=np.float64))

    def all(self, parts: Iterable[str]) -> str:
        """All of these hold."""
        return reduce(lambda a, b: self.op("And", a, b), parts)

    def any(self, parts: Iterable[str]) -> str:
        """One of these holds."""
        return reduce(lambda a, b: self.op("Or", a, b), parts)

    def negation(self, part: str) -> str:
        """This does not hold."""
        return self.op("Not", part)

    def encode_texts(self, rules: Iterable[Rule]) -> None:
        """Number the texts of each column that some rule compares it with."""
        known: dict[str, dict[str, int]] = {name: {} for name, kind in self.kinds.items() if kind is Kind.CATEGORY}
        for literal in (literal for rule in rules for literal in rule.literals):
            for value in literal.values if literal.column in known else ():
                known[literal.column].setdefault(str(value), len(known[literal.column]) + _FIRST_KNOWN)
        for name, numbers in known.items():
            if "" in numbers:
                raise UsageError(
                    f"onnx cannot hold a rule that asks for the empty text, which means missing there, in column {name!r}"
                )
            encoded = self.op(
                "LabelEncoder",
                name,
                domain="ai.onnx.ml",
                keys_strings=["", *numbers],
                values_int64s=[_MISSING, *numbers.values()],
                default_int64=_UNSEEN,
            )
            self._of_texts[name] = encoded, numbers

    def holds(self, literal: Literal) -> str:
        """For each row: does this literal hold? No comparison with NaN does."""
        if self.kinds[literal.column] is Kind.CATEGORY:
            return self._holds_of_text(literal)
        x = literal.column

        def equal(value: float) -> str:
            return self.op("Equal", x, self.number(value))

        def but_there(part: str) -> str:
            return self.all([self.negation(part), self.negation(self.op("IsNaN", x))])

        def at_most(cut: float | str) -> str:
            return self.op("LessOrEqual", x, self.number(float(cut_point(cut))))

        def above(cut: float | str) -> str:
            return self.op("Greater", x, self.number(float(cut_point(cut))))

        return literal.match(
            true=lambda: equal(1),
            false=lambda: but_there(equal(1)),
            equal=lambda value: equal(float(value)),
            unequal=lambda value: but_there(equal(float(value))),
            at_most=at_most,
            above=above,
            within=lambda low, high: self.all([above(low), at_most(high)]),
            outside=lambda low, high: self.any([at_most(low), above(high)]),
            among=lambda values: self.any(equal(float(value)) for value in values),
            not_among=lambda values: but_there(self.any(equal(float(value)) for value in values)),
            missing=lambda: self.op("IsNaN", x),
            present=lambda: self.negation(self.op("IsNaN", x)),
        )

    def _holds_of_text(self, literal: Literal) -> str:
        """A look into what holds of each text that is known, of those that are not, and of a missing one."""
        encoded, numbers = self._of_texts[literal.column]
        named = {numbers[str(value)] for value in literal.values}
        truth = np.array([place in named for place in range(len(numbers) + _FIRST_KNOWN)])
        if literal.kind is None:
            truth[_MISSING] = True
        if literal.is_negation:
            truth = ~truth
            truth[_MISSING] = False
        return self.op("Gather", self.constant(truth), encoded)
