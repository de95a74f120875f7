"""The tables of a suite, `SUITE/QUANT/NAME_trainFOLD.csv.gz`, and the optima that are known of them."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class Instance:
    """One training table of the suite."""

    quant: str
    dataset: str
    fold: int
    path: Path

    @property
    def name(self) -> str:
        """Quantisation, dataset and fold in one word."""
        return f"{self.quant}_{self.dataset}_{self.fold}"

    @property
    def test_path(self) -> Path | None:
        """The test rows of the same fold, where there are any."""
        path = self.path.with_name(f"{self.dataset}_test{self.fold}.csv.gz")
        return path if path.exists() else None


def instances(suite: Path, folds: Iterable[int] = (1,), only: str = "") -> list[Instance]:
    """The tables of these folds, by quantisation and name."""
    found = [
        Instance(path.parent.name, path.name.removesuffix(f"_train{fold}.csv.gz"), fold, path)
        for fold in folds
        for path in suite.glob(f"*/*_train{fold}.csv.gz")
    ]
    return sorted(i for i in found if only in i.name)


def known_optima(path: Path | None, regularization: str) -> dict[str, int]:
    """Proved costs to compare with, by the name of the instance; a regularization of 0 is for perfect lists."""
    if path is None:
        return {}
    wanted = "" if regularization == "0" else regularization
    with path.open(newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row["lambda"] == wanted]
    return {f"{row['quant']}_{row['dataset']}_{row['fold']}": int(row["cost"]) for row in rows}


def suite_parser(documentation: str | None) -> argparse.ArgumentParser:
    """The options of every benchmark over a suite."""
    parser = argparse.ArgumentParser(description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--folds", type=int, nargs="+", default=[1])
    parser.add_argument("--only", default="", help="only instances whose name contains this")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    return parser


def chosen_instances(
    options: argparse.Namespace, known: Sequence[str] | dict[str, int] | None = None
) -> list[Instance]:
    """The instances that the options ask for; only those that are known, where names are given."""
    found = instances(options.suite, options.folds, options.only)
    return found if known is None else [instance for instance in found if instance.name in known]
