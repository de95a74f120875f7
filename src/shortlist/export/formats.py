"""The formats that a model can be written in, and the one function that writes it.

A format is a function from a model file to text or bytes, in a file of its own, and its entry in `FORMATS`. One that takes literals
apart does so by `Literal.match`, which has one case for each comparison; one that decides rows follows `plan.Plan`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from shortlist.errors import UsageError
from shortlist.export import javascript as scripts
from shortlist.export.csv_rules import csv_of_rules
from shortlist.export.javascript import javascript
from shortlist.export.latex import latex
from shortlist.export.markdown import markdown
from shortlist.export.onnx_graph import onnx
from shortlist.export.pmml import pmml
from shortlist.export.python import python
from shortlist.export.sql import sql
from shortlist.export.sql_dialect import DIALECTS
from shortlist.files.modelfile import ModelFile, dumps
from shortlist.option import one_of
from shortlist.tables.table import Label


@dataclass(frozen=True, slots=True)
class Format:
    """A format: the suffixes of its files, and the function that writes it.

    `dialects` are the variants that it has, the usual one first; `by_suffix` names those that a suffix asks for. A format `decides` if
    it can be run, so that it has something to say of undecided rows; `of_table` if it can be a query of a table.
    """

    suffixes: tuple[str, ...]
    write: Callable[..., str | bytes]
    dialects: tuple[str, ...] = ()
    by_suffix: tuple[tuple[str, str], ...] = ()
    decides: bool = False
    of_table: bool = False
    is_text: bool = True


FORMATS = {
    "text": Format((".txt",), lambda file: f"{file.in_rows}\n"),
    "markdown": Format((".md", ".markdown"), markdown),
    "latex": Format((".tex",), latex),
    "json": Format((".json",), lambda file: f"{dumps(file)}\n"),
    "csv": Format((".csv",), csv_of_rules),
    "python": Format((".py",), python, decides=True),
    "javascript": Format((".js", ".mjs"), javascript, scripts.DIALECTS, ((".mjs", scripts.MODULE),), decides=True),
    "sql": Format((".sql",), sql, tuple(DIALECTS), decides=True, of_table=True),
    "pmml": Format((".pmml",), pmml, decides=True),
    "onnx": Format((".onnx",), onnx, decides=True, is_text=False),
}
"""Every format by its name."""


def exported(
    file: ModelFile,
    name: str,
    *,
    dialect: str | None = None,
    table: str | None = None,
    undecided: Label | None = None,
) -> str | bytes:
    """The model in the format of this name; an option that the format does not have is refused.

    `undecided` is the class of all rows that the rules do not decide, where it is not to be the most probable one.
    """
    one_of("format", name, [*FORMATS])
    known = FORMATS[name]
    options: dict[str, object] = {}
    if dialect is not None:
        if not known.dialects:
            having = ", ".join(other for other, format_ in FORMATS.items() if format_.dialects)
            raise UsageError(f"{name} has no dialects, only {having} has")
        one_of(f"the dialect of {name}", dialect, list(known.dialects))
        options["dialect"] = dialect
    if table is not None:
        if not known.of_table:
            raise UsageError(f"a table is for sql only, but the format is {name}")
        options["table"] = table
    if undecided is not None and known.decides:
        options["undecided"] = undecided
    return known.write(file, **options)


def format_of(path: str | Path) -> tuple[str, str | None]:
    """The format, and its dialect, that the suffix of a file asks for.

    >>> format_of("rules.mjs")
    ('javascript', 'module')
    """
    suffix = Path(path).suffix.lower()
    for name, known in FORMATS.items():
        if suffix in known.suffixes:
            return name, dict(known.by_suffix).get(suffix)
    suffixes = ", ".join(suffix for known in FORMATS.values() for suffix in known.suffixes)
    raise UsageError(f"{path}: the suffix must tell the format, one of {suffixes}, or --format must name it")
