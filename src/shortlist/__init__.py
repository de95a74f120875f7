"""Shortlist learns the shortest decision list that explains a table, and proves that none is shorter."""

import os

from shortlist import interrupts

if interrupts.is_command():
    # What follows takes a while to load, in which Ctrl-C has its sentence, too.
    interrupts.SIGNALS.install()
    # numpy would start a thread of linear algebra for each core, which takes a quarter of the start-up and is never used.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from importlib import import_module
from typing import TYPE_CHECKING, Any

from shortlist._version import __version__
from shortlist.checks.claim import Claim
from shortlist.checks.score import Score
from shortlist.errors import (
    DataError,
    DataWarning,
    ModelFileError,
    NoListError,
    ShortlistError,
    UsageError,
    WrongAnswerError,
)
from shortlist.features.binarize import Binning
from shortlist.features.literal import Literal, Op
from shortlist.files.modelfile import ModelFile, read_model, write_model
from shortlist.files.records import model_file
from shortlist.learn import Learned, learn
from shortlist.models.model import Model, ModelKind, Rule
from shortlist.problems.constraints import Constraints
from shortlist.problems.limits import Limits
from shortlist.problems.objective import Objective
from shortlist.problems.solution import Part, Progress, Solution, Status
from shortlist.tables.read import read_labelled, read_table
from shortlist.tables.table import Column, Kind, LabelledTable, Table

if TYPE_CHECKING:
    from shortlist.estimators.base import NotProvedWarning
    from shortlist.estimators.binarizer import Binarizer
    from shortlist.estimators.cv import DecisionListClassifierCV
    from shortlist.estimators.decision_list import DecisionListClassifier
    from shortlist.estimators.decision_lists import DecisionListsClassifier
    from shortlist.estimators.decision_set import DecisionSetClassifier
    from shortlist.estimators.front import DecisionListFront
    from shortlist.explain.answers import WhatIf, Why
    from shortlist.explain.reasons import Reason
    from shortlist.explain.trace import Explanation

__all__ = [
    "Binarizer",
    "Binning",
    "Claim",
    "Column",
    "Constraints",
    "DataError",
    "DataWarning",
    "DecisionListClassifier",
    "DecisionListClassifierCV",
    "DecisionListFront",
    "DecisionListsClassifier",
    "DecisionSetClassifier",
    "Explanation",
    "Kind",
    "LabelledTable",
    "Learned",
    "Limits",
    "Literal",
    "Model",
    "ModelFile",
    "ModelFileError",
    "ModelKind",
    "NoListError",
    "NotProvedWarning",
    "Objective",
    "Op",
    "Part",
    "Progress",
    "Reason",
    "Rule",
    "Score",
    "ShortlistError",
    "Solution",
    "Status",
    "Table",
    "UsageError",
    "WhatIf",
    "Why",
    "WrongAnswerError",
    "__version__",
    "learn",
    "model_file",
    "read_labelled",
    "read_model",
    "read_table",
    "write_model",
]

_LATE = {
    "Binarizer": "estimators.binarizer",
    "DecisionListClassifier": "estimators.decision_list",
    "DecisionListClassifierCV": "estimators.cv",
    "DecisionListFront": "estimators.front",
    "DecisionListsClassifier": "estimators.decision_lists",
    "DecisionSetClassifier": "estimators.decision_set",
    "Explanation": "explain.trace",
    "NotProvedWarning": "estimators.base",
    "Reason": "explain.reasons",
    "WhatIf": "explain.answers",
    "Why": "explain.answers",
}


def __getattr__(name: str) -> Any:
    """Bring in estimators and explanations when they are asked for: scikit-learn takes a second that the command line does not need."""
    if name in _LATE:
        return getattr(import_module(f"shortlist.{_LATE[name]}"), name)
    raise AttributeError(f"module 'shortlist' has no attribute {name!r}")
