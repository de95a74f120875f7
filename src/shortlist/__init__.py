"""Shortlist learns the shortest decision list that explains a table, and proves that none is shorter."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from shortlist._version import __version__
from shortlist.errors import DataError, ModelFileError, NoListError, ShortlistError, UsageError, WrongAnswerError
from shortlist.features.literal import Literal, Op
from shortlist.files.modelfile import ModelFile, read_model, write_model
from shortlist.files.records import model_file
from shortlist.files.set_records import set_model_file
from shortlist.learn import Learned, learn
from shortlist.learn_hybrid import LearnedHybrid, learn_hybrid
from shortlist.learn_set import LearnedSet, learn_set
from shortlist.models.hybrid import DecisionLists
from shortlist.models.model import DecisionList, DecisionSet, Rule
from shortlist.problems.solution import Limits, SetSolution, Solution, Status
from shortlist.tables.read import read_labelled, read_table
from shortlist.tables.table import Column, Kind, LabelledTable, Table

if TYPE_CHECKING:
    from shortlist.estimators.decision_list import DecisionListClassifier
    from shortlist.estimators.decision_lists import DecisionListsClassifier
    from shortlist.estimators.decision_set import DecisionSetClassifier
    from shortlist.estimators.inputs import NotProvedWarning

__all__ = [
    "Column",
    "DataError",
    "DecisionList",
    "DecisionListClassifier",
    "DecisionLists",
    "DecisionListsClassifier",
    "DecisionSet",
    "DecisionSetClassifier",
    "Kind",
    "LabelledTable",
    "Learned",
    "LearnedHybrid",
    "LearnedSet",
    "Limits",
    "Literal",
    "ModelFile",
    "ModelFileError",
    "NoListError",
    "NotProvedWarning",
    "Op",
    "Rule",
    "SetSolution",
    "ShortlistError",
    "Solution",
    "Status",
    "Table",
    "UsageError",
    "WrongAnswerError",
    "__version__",
    "learn",
    "learn_hybrid",
    "learn_set",
    "model_file",
    "read_labelled",
    "read_model",
    "read_table",
    "set_model_file",
    "write_model",
]


_LATE = {
    "DecisionListClassifier": "estimators.decision_list",
    "DecisionListsClassifier": "estimators.decision_lists",
    "DecisionSetClassifier": "estimators.decision_set",
    "NotProvedWarning": "estimators.inputs",
}


def __getattr__(name: str) -> Any:
    """Bring in the estimators when they are asked for: scikit-learn takes a second that the command line does not need."""
    if name in _LATE:
        return getattr(import_module(f"shortlist.{_LATE[name]}"), name)
    raise AttributeError(f"module 'shortlist' has no attribute {name!r}")
