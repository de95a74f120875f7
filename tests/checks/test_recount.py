"""Numbers that are kept as they are count as the same numbers in order do."""

import numpy as np
import pytest

from shortlist.checks.recount import recount
from shortlist.features.literal import Literal, Op
from shortlist.models.model import Rule, decision_list
from shortlist.tables.labels import labelled
from shortlist.tables.table import Column, Kind, Table

LITERALS = [
    Literal("x", Op.AT_MOST, 0.5),
    Literal("x", Op.ABOVE, 0.5),
    Literal("x", Op.WITHIN, (0.2, 0.6)),
    Literal("x", Op.OUTSIDE, (0.2, 0.6)),
    Literal("x", Op.MISSING),
    Literal("x", Op.PRESENT),
]


@pytest.mark.parametrize("literal", LITERALS, ids=str)
def test_plain_numbers_count_as_coded_ones(literal):
    rng = np.random.default_rng(0)
    values = np.where(rng.random(500) < 0.1, np.nan, rng.random(500).round(2))
    labels = rng.integers(0, 2, 500)
    model = decision_list((Rule((literal,), 1), Rule((), 0)), (0, 1))
    plain = Column.of_numbers("x", Kind.NUMBER, values)
    coded = Column.of("x", Kind.NUMBER, values, np.isnan(values))
    one, two = (recount(model, labelled(Table((column,), 500), "y", labels)) for column in (plain, coded))

    assert one == two
    assert one.counts[0][1] == int((model.predict(Table((plain,), 500))[labels == 1] == 1).sum())
    assert (literal.holds(plain) == literal.holds(coded)).all()


@pytest.mark.parametrize("op", [Op.AT_MOST, Op.ABOVE])
@pytest.mark.parametrize("cut", [0.1, 0.3, -0.1, 1e300, -1e300, 0.5, 1e-50, 16777217.0])
def test_floats_of_32_bits_are_compared_as_exactly_as_any(cut, op):
    near = np.float32(cut) if abs(cut) < 1e38 else np.float32(3e38)
    values = np.array(
        [near, np.nextafter(near, np.float32(-9e37)), np.nextafter(near, np.float32(9e37)), 0, np.nan], np.float32
    )
    column = Column.of_numbers("x", Kind.NUMBER, values)
    expected = [bool(v <= cut) if op is Op.AT_MOST else bool(v > cut) for v in values.astype(np.float64)]

    assert expected == Literal("x", op, cut).holds(column).tolist()
