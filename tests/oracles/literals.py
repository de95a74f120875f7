"""What a literal says of one entry, in plain Python: slow, obvious, and sharing no code with the library."""

from datetime import datetime

from shortlist.features.literal import Op


def holds(literal, value):
    """Does one entry, None if it is missing, satisfy one literal?"""
    if literal.op in (Op.MISSING, Op.PRESENT):
        return (value is None) == (literal.op is Op.MISSING)
    if value is None:
        return False
    if literal.op in (Op.EQUAL, Op.UNEQUAL):
        return (value == literal.value) == (literal.op is Op.EQUAL)
    if literal.op in (Op.AMONG, Op.NOT_AMONG):
        return (value in literal.value) == (literal.op is Op.AMONG)
    if literal.op in (Op.AT_MOST, Op.ABOVE):
        return (value <= point(literal.value)) == (literal.op is Op.AT_MOST)
    low, high = map(point, literal.value)
    return (low < value <= high) == (literal.op is Op.WITHIN)


def point(cut):
    """What an entry is compared with: a number, or the seconds from 1970 to a date."""
    if not isinstance(cut, str):
        return cut
    return (datetime.fromisoformat(cut) - datetime(1970, 1, 1)).total_seconds()  # noqa: DTZ001  # cuts have no time zone
