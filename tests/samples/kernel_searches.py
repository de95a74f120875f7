"""Calls of the kernel with a table as the tests hold it."""

from oracles.kernel import cost_of
from shortlist import _kernel


def search(table, **options):
    """Call the kernel with a table as the tests hold it."""
    arguments = table | options
    return _kernel.search(arguments.pop("features"), arguments.pop("losses"), arguments.pop("weights"), **arguments)


def proved(table, **options):
    """The proven cost, after checking that the list really costs that much and keeps the constraints."""
    result = search(table, **options)

    assert "proved" == result.stop
    assert result.cost == result.lower_bound == cost_of(table, result.rules)
    return result.cost
