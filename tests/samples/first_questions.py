"""Problems as they are posed before any list is known, for tests of what is done to their questions."""

from shortlist.features.binarize import Binning
from shortlist.models.model import ModelKind
from shortlist.problems.constraints import FREE
from shortlist.problems.objective import Objective
from shortlist.problems.pose import posed


def first_questions(data, binning=None, **options):
    """A sparse list with the price 0.02, unless other options are given."""
    given = {
        "kind": ModelKind.LIST,
        "objective": Objective("0.02"),
        "binning": binning or Binning(),
        "constraints": FREE,
    }
    return posed(data, **(given | options))
