"""Searches have nothing in common: many of them in one process, one after the other or at the same time, go as each goes alone."""

import json
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from samples.kernel_searches import search
from samples.kernel_tables import larger_table
from shortlist import _kernel

_ALONE = """
import json, pickle, sys
sys.path[:] = json.loads(sys.argv[1])
from kernel.test_one_process import course
pickle.dump(course(pickle.load(sys.stdin.buffer)), sys.stdout.buffer)
"""


def tables():
    """Of many shapes, among them some of the same shape, so that whatever is kept by size or address would fit another."""
    sparse = [
        larger_table(seed, rows, features, labels)
        for seed, (rows, features, labels) in enumerate(
            [(90, 10, 2), (90, 10, 2), (90, 10, 3), (140, 9, 2), (70, 12, 2), (140, 9, 2), (200, 8, 4)]
        )
    ]
    return [("sparse", table) for table in sparse] + [("perfect", table) for table in sparse[:4]]


def course(task):
    """What a search finds, and how much it takes: the same number of states and units of work only if it goes the same way."""
    kind, table = task
    if kind == "sparse":
        result = search(table, pack_after=5)
    else:
        part = slice(0, 40)
        losses = table["losses"][part]
        result = _kernel.perfect(
            table["features"][part],
            losses == losses.min(axis=1, keepdims=True),
            rule_labels=table["rule_labels"],
            default_labels=table["default_labels"],
            literals=table["literals"],
        )
    return result.stop, result.cost, result.rules, result.states, result.work


@pytest.fixture(scope="module")
def alone():
    """Each in a process of its own."""
    courses = []
    for task in tables():
        command = [sys.executable, "-c", _ALONE, json.dumps(sys.path)]
        done = subprocess.run(command, input=pickle.dumps(task), capture_output=True, check=True)
        courses.append(pickle.loads(done.stdout))  # noqa: S301  # from our own process
    return courses


def test_one_after_the_other(alone):
    forward = [course(task) for task in tables()]
    backward = [course(task) for task in reversed(tables())]

    assert all(stop == "proved" for stop, *_ in alone)
    assert alone == forward
    assert alone == backward[::-1]


def test_at_the_same_time(alone):
    order = np.random.default_rng(0).permutation(np.repeat(np.arange(len(alone)), 3))
    with ThreadPoolExecutor(4) as pool:
        courses = list(pool.map(course, [tables()[i] for i in order]))

    assert [alone[i] for i in order] == courses
