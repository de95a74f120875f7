"""Shortlist learns the shortest decision list that explains a table, and proves that none is shorter."""

from typing import TYPE_CHECKING, Any

from shortlist._version import __version__
from shortlist.errors import DataError, ModelFileError, NoListError, ShortlistError, UsageError, WrongAnswerError
from shortlist.hybrid import DecisionLists
from shortlist.learn import Learned, learn
from shortlist.learn_hybrid import LearnedHybrid, learn_hybrid
from shortlist.literal import Literal, Op
from shortlist.model import DecisionList, DecisionSet, Rule
from shortlist.modelfile import ModelFile, read_model, write_model
from shortlist.read import read_labelled, read_table
from shortlist.records import model_file
from shortlist.solution import Limits, Solution, Status
from shortlist.table import Column, Kind, LabelledTable, Table

if TYPE_CHECKING:
    from shortlist.estimators import DecisionListClassifier, NotProvedWarning

__all__ = [
    "Column",
    "DataError",
    "DecisionList",
    "DecisionListClassifier",
    "DecisionLists",
    "DecisionSet",
    "Kind",
    "LabelledTable",
    "Learned",
    "LearnedHybrid",
    "Limits",
    "Literal",
    "ModelFile",
    "ModelFileError",
    "NoListError",
    "NotProvedWarning",
    "Op",
    "Rule",
    "ShortlistError",
    "Solution",
    "Status",
    "Table",
    "UsageError",
    "WrongAnswerError",
    "__version__",
    "learn",
    "learn_hybrid",
    "model_file",
    "read_labelled",
    "read_model",
    "read_table",
    "write_model",
]


def __getattr__(name: str) -> Any:
    """Bring in the estimators when they are asked for: scikit-learn takes a second that the command line does not need."""
    if name in ("DecisionListClassifier", "NotProvedWarning"):
        from shortlist import estimators  # noqa: PLC0415

        return getattr(estimators, name)
    raise AttributeError(f"module 'shortlist' has no attribute {name!r}")
