"""What is known of a front as a file, so that a later run goes on where this one ended.

Lists are counted anew when they are read; lines, which are proofs, are taken over only for the very same problem.
"""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from shortlist.engines.frontier import Frontier, Line
from shortlist.errors import ModelFileError
from shortlist.problems.indexed import IndexedRule, Lists, one_list
from shortlist.problems.problem import Problem
from shortlist.writing import write_or_refuse

FORMAT, VERSION = "shortlist-front", 1


def digest(problem: Problem) -> str:
    """SHA-256 of all that a line depends on: rows, counts, allowed literals and classes, prices of errors, constraints."""
    known = hashlib.sha256()
    for array in (problem.rows.packed, problem.rows.counts, problem.losses, problem.literals, problem.rule_classes):
        known.update(repr(array.shape).encode() + array.tobytes())
    constraints = problem.constraints
    known.update(repr((constraints.max_rules, constraints.max_literals, constraints.min_rows)).encode())
    return known.hexdigest()


def write_state(frontier: Frontier, problem: Problem, path: Path) -> None:
    """Write lists by the numbers of features and classes, and lines by exact fractions."""
    record = {
        "format": FORMAT,
        "version": VERSION,
        "problem": digest(problem),
        "lists": [lists[0] for lists in frontier.lists],
        "lines": [[str(line.price), str(line.least), line.most] for line in frontier.lines],
    }
    write_or_refuse(path, json.dumps(record) + "\n", ModelFileError)


def read_state(frontier: Frontier, problem: Problem, path: Path) -> None:
    """Add what a file has to what is known; one of another problem is refused."""
    try:
        record = _record(path.read_text(encoding="utf-8"))
        lists = [_list(rules, problem) for rules in record["lists"]]
        lines = [
            Line(Fraction(price), Fraction(least), None if most is None else int(most))
            for price, least, most in record["lines"]
        ]
    except OSError as error:
        raise ModelFileError(f"{path}: cannot be read ({error})") from None
    except (ValueError, KeyError, TypeError, IndexError, ZeroDivisionError) as error:
        raise ModelFileError(
            f"{path}: must be the state of a front that Shortlist wrote, but is not ({error})"
        ) from None
    if record["problem"] != digest(problem):
        raise ModelFileError(f"{path}: is the state of another front: another table, other questions or constraints")
    for known in lists:
        frontier.offer(known)
    frontier.lines += lines


def _record(text: str) -> Any:
    record: Any = json.loads(text)
    if (record["format"], record["version"]) != (FORMAT, VERSION):
        raise ValueError(f"it is of format {record['format']!r}, version {record['version']!r}")
    return record


def _list(rules: Any, problem: Problem) -> Lists:
    found: list[IndexedRule] = []
    for literals, label in rules:
        conjunction = tuple((int(feature), bool(value)) for feature, value in literals)
        if not all(0 <= feature < len(problem.features) for feature, _ in conjunction):
            raise ValueError("a literal has no feature")
        if not 0 <= int(label) < len(problem.classes):
            raise ValueError("a rule has no class")
        found.append((conjunction, int(label)))
    if not found or found[-1][0]:
        raise ValueError("a list has no default rule")
    return one_list(found)
