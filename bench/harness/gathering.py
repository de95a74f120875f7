"""The raw tables of the catalogue as CSV files in a folder, fetched where they are not there yet."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from harness.catalogue import HALVES
from harness.rawtables import gather, read_gathered

HEADER = "| half | table | rows | numbers | texts | missing | classes | package | note |\n|---|---|---|---|---|---|---|---|---|"


def gather_all(folder: Path, say: Callable[[str], None], only: Collection[str] = ()) -> int:
    """Write every table, or only those named; say what each holds, and which could not be had; how many these are."""
    archives = folder / "archives"
    archives.mkdir(parents=True, exist_ok=True)
    say(HEADER)
    failed = 0
    for half, tables in HALVES.items():
        for name, raw in tables.items():
            if only and name not in only:
                continue
            path = folder / f"{name}.csv"
            try:
                if not path.exists():
                    gather(raw, archives).to_csv(path, index=False)
                said = _described(path)
            except Exception as error:  # noqa: BLE001  # one table that cannot be had must not hide the others
                failed += 1
                say(f"| {half} | {name} | not gathered: {type(error).__name__}: {error} |")
                continue
            say(f"| {half} | {name} | {said} | {raw.package} | {raw.note} |")
    return failed


def _described(path: Path) -> str:
    """Rows, columns of numbers and of texts, missing entries and classes."""
    frame, target = read_gathered(path)
    texts = len(frame.select_dtypes(exclude=["number", "bool"]).columns)
    missing = int(frame.isna().sum().sum())
    return f"{len(frame)} | {frame.shape[1] - texts} | {texts} | {missing} | {target.nunique()}"
