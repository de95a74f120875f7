"""One trial: a method learns from the training rows of a fold and is judged on the others, in a process of its own."""

from __future__ import annotations

import multiprocessing
import resource
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedKFold

from harness.methods import METHODS, Labels, Method, shortlist
from harness.rawtables import SEED, read_gathered
from harness.results import Record

Options = dict[str, Any] | None

FOLDS = 5
GRACE = 300.0
"""Seconds beyond its time limit after which a trial counts as hung."""

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["pandas", "sklearn.ensemble", "sklearn.pipeline", "shortlist", "pystreed"])


def fold_rows(labels: Labels, fold: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Training and test rows of a fold: stratified, and the same for every method."""
    split = StratifiedKFold(FOLDS, shuffle=True, random_state=SEED).split(np.zeros(len(labels)), labels)
    return list(split)[fold]  # type: ignore[no-any-return]


def balanced_accuracy(labels: Labels, said: Labels) -> float:
    """The mean over classes of the share of its rows that are right."""
    return float(np.mean([(said[labels == label] == label).mean() for label in np.unique(labels)]))


def processor_seconds() -> float:
    """What this process and its ended children have used."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def method_of(name: str, options: Options) -> Method:
    """The method of that name, or our estimator with options that have none yet."""
    return METHODS[name] if options is None else shortlist(**options)


def trial(table: Path, fold: int, name: str, options: Options, seconds: float) -> Record:
    """What a method learned and how well it did; if it fails, what the commonest class would have reached."""
    method = method_of(name, options)
    frame, target = read_gathered(table)
    labels = target.to_numpy(dtype=str)
    train, test = fold_rows(labels, fold)
    commonest = max(np.unique(labels[train]), key=lambda label: (labels[train] == label).sum())
    record: Record = {
        "rows": len(train),
        "test_rows": len(test),
        "majority": float((labels[test] == commonest).mean()),
        "classes": len(np.unique(labels)),
        "missing": int(frame.iloc[train].isna().sum().sum()),
        "family": method.family,
        "budget": method.nodes,
        "options": method.options,
    }
    learner = method.make(seconds)
    began, used = time.perf_counter(), processor_seconds()
    try:
        learner.fit(frame.iloc[train], labels[train])
        record |= {
            "status": "done",
            "seconds": round(time.perf_counter() - began, 3),
            "processor_seconds": round(processor_seconds() - used, 3),
        }
        record |= learner.facts()
        said = learner.predict(frame.iloc[test])
        errors = int((learner.predict(frame.iloc[train]) != labels[train]).sum())
    except Exception as error:  # noqa: BLE001  # whatever happens to a method is its own line
        return record | {"status": "failed", "message": f"{type(error).__name__}: {error}"[:300]}
    accuracy = {"accuracy": float((said == labels[test]).mean()), "balanced": balanced_accuracy(labels[test], said)}
    return record | accuracy | {"errors": errors}


def _send_trial(pipe: Connection, *asked: Any) -> None:
    """Do a trial and send its record."""
    pipe.send(trial(*asked))


def trial_in_a_child(table: Path, fold: int, name: str, options: Options, seconds: float) -> Record:
    """The same in a process that may die or hang."""
    ours, theirs = _context.Pipe(duplex=False)
    child = _context.Process(target=_send_trial, args=(theirs, table, fold, name, options, seconds))
    child.start()
    theirs.close()
    try:
        if ours.poll(seconds + GRACE):
            return ours.recv()  # type: ignore[no-any-return]
        return {"status": "failed", "message": f"hung for {seconds + GRACE:g} s"}
    except EOFError:
        child.join()
        return {"status": "failed", "message": f"died with exit code {child.exitcode}"}
    finally:
        child.join(1)
        child.kill()
        child.join()
