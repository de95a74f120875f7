"""Questions become sharper where a list would rather be cut elsewhere, and only there."""

from collections import Counter

import numpy as np
import pytest

from samples.first_questions import first_questions
from shortlist.engines import sharpen as module
from shortlist.engines.bracket import Stopped
from shortlist.engines.search import search
from shortlist.engines.sharpen import sharpened
from shortlist.features.binarize import Binning
from shortlist.features.literal import Op
from shortlist.models.model import ModelKind
from shortlist.problems.constraints import Constraints
from shortlist.problems.limits import Limits
from shortlist.problems.objective import Objective
from shortlist.problems.solution import Stop
from shortlist.tables.labels import labelled
from shortlist.tables.table import Column, Kind, Table

FEW = Binning(bins=9)


def stripes(seed, missing=0.0, n_rows=300):
    """Classes in stripes of two columns, with noise: more cuts help than are guessed when only few may be."""
    rng = np.random.default_rng(seed)
    x, z = rng.random(n_rows).round(3), rng.random(n_rows).round(3)
    truth = ((x * 5).astype(int) + (z > 0.37)) % 2
    truth = np.where(rng.random(n_rows) < 0.1, 1 - truth, truth)
    columns = [Column.of(name, Kind.NUMBER, v, rng.random(n_rows) < missing) for name, v in (("x", x), ("z", z))]
    return labelled(Table(tuple(columns), n_rows), "y", truth.tolist())


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_new_cuts_are_questions_beside_the_old_ones_and_lists_get_cheaper(missing):
    cheaper = 0
    for seed in range(8):
        found = first_questions(stripes(seed, missing), FEW)
        sharp = sharpened(found, Limits().start(), FEW)
        before, after = found.problem, sharp.problem

        assert set(before.features) <= set(after.features)
        assert len(set(after.features)) == len(after.features)
        assert list(after.features) == sorted(after.features, key=lambda literal: literal.column)
        cuts = Counter(literal.column for literal in after.features if literal.op is Op.AT_MOST)
        assert max(cuts.values()) <= 8
        own = {literal for literal in after.features if literal.op is not Op.MISSING}
        assert missing == 0 or all(literal.negated() in own for literal in own)
        costs = [search(problem, Limits()).cost for problem in (before, after)]
        assert costs[1] <= costs[0]
        cheaper += costs[1] < costs[0]
    assert cheaper >= 2


def test_the_same_questions_every_time():
    one, two = (sharpened(first_questions(stripes(3), FEW), Limits().start(), FEW).problem.features for _ in range(2))

    assert one == two


@pytest.mark.parametrize(
    "options",
    [
        {"binning": Binning("quantile")},
        {"binning": Binning(cut={"x": [0.5], "z": [0.5]})},
        {"kind": ModelKind.SET},
        {"objective": Objective(0)},
        {"objective": Objective("0.02", error_prices={(0, 1): 3})},
    ],
)
def test_what_was_not_guessed_or_is_no_sparse_list_stays_as_it_is(options):
    found = first_questions(stripes(1), **({"binning": FEW} | options))

    assert found is sharpened(found, Limits().start(), options.get("binning", FEW))


def test_without_time_nothing_is_added():
    found = first_questions(stripes(1), FEW)
    same = sharpened(found, Limits(0.0).start(), FEW)

    assert found.problem is same.problem
    assert (False, True) == (found.hurried, same.hurried)


def test_budgets_are_sharpened_for_their_size():
    found = first_questions(stripes(2), FEW, objective=Objective(), constraints=Constraints(max_size=5))
    sharp = sharpened(found, Limits().start(), FEW)

    assert search(sharp.problem, Limits()).cost <= search(found.problem, Limits()).cost


def test_ctrl_c_before_there_is_a_model_is_ctrl_c(monkeypatch):
    def interrupted(*_, **__):
        raise Stopped(Stop.INTERRUPT)

    monkeypatch.setattr(module, "annealed_list", interrupted)
    with pytest.raises(KeyboardInterrupt):
        sharpened(first_questions(stripes(1), FEW), Limits().start(), FEW)
