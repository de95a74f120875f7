"""What a model file claims, asked again of its training table: the questions are made as they were, and must be as many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shortlist.certify.claimed import Claimed, claims_of
from shortlist.errors import DataError, UsageError
from shortlist.features.binarize import HURRIED, USEFUL
from shortlist.files.modelfile import ModelFile
from shortlist.learn import ask
from shortlist.options import request
from shortlist.problems.indexed import IndexedRule
from shortlist.problems.limits import Limits
from shortlist.problems.problem import Problem
from shortlist.tables.table import PLAIN, Label, LabelledTable
from shortlist.words import amount, count


def claims_again(file: ModelFile, data: LabelledTable) -> tuple[Claimed, ...]:
    """What is claimed of the model, or of each of its parts, from its training table and the options that it was learned with."""
    problem = problem_again(file, data)
    assert file.claim is not None
    return claims_of(problem, _rules_again(file, problem), file.claim)


def problem_again(file: ModelFile, data: LabelledTable) -> Problem:
    """The problem that the model solves."""
    claim = file.claim
    if claim is None or file.provenance is None:
        raise UsageError("the model must say what is claimed of it and how it was learned")
    asked = request(file.model.kind, _options(file.provenance.options, data.classes))
    found = ask(
        data,
        Limits().start(),
        kind=file.model.kind,
        objective=asked.objective,
        binning=asked.binning,
        constraints=asked.constraints,
        hurry=False,
        narrow=USEFUL in claim.scope.cuts,
        unless_quick=False,
    )
    problem = found.problem
    if HURRIED in claim.scope.cuts:
        raise DataError(
            f"the questions of the model were {HURRIED}, and cannot be made again; learn it with more time, "
            "or write the proof while it is learned (fit --certify)"
        )
    same = "the table must be the one that the model was learned from, read and weighted in the same way"
    if problem.rows.weight != claim.counted.rows:
        weighs = "have" if file.weighting == PLAIN else "weigh as much as"
        rows, here = (n / file.model.scale for n in (claim.counted.rows, problem.rows.weight))
        raise DataError(f"{same}: it must {weighs} {count(rows, 'row')}, got {amount(here)}")
    if found.scope != claim.scope:
        raise DataError(f"{same}: it must ask {claim.scope}, got {found.scope}")
    if problem.costs.rule != claim.costs.rule:
        raise DataError(f"{same}: a rule must cost {claim.costs.rule}, got {problem.costs.rule}")
    return problem


def _rules_again(file: ModelFile, problem: Problem) -> tuple[IndexedRule, ...]:
    """The rules of the model by the indices of the problem."""
    number = {feature.negated(): (k, False) for k, feature in enumerate(problem.features)}
    number |= {feature: (k, True) for k, feature in enumerate(problem.features)}
    try:
        return tuple(
            (tuple(number[literal] for literal in rule.literals), problem.classes.index(rule.label))
            for rule in file.model.rules
        )
    except (KeyError, ValueError):
        raise DataError("the table does not ask the questions that the model's rules answer") from None


def _options(options: Mapping[str, Any], classes: tuple[Label, ...]) -> dict[str, Any]:
    """The options of a provenance record; prices of errors are named by pairs of classes again."""
    given = dict(options)
    if "error_prices" in given:
        pairs = {f"{actual}:{predicted}": (actual, predicted) for actual in classes for predicted in classes}
        given["error_prices"] = {pairs[name]: price for name, price in given["error_prices"].items()}
    return given
