"""The page itself: one HTML file with its style, its script and its data inside, which asks nothing of any network."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from shortlist.errors import DataError
from shortlist.files.modelfile import ModelFile
from shortlist.packaged import packaged
from shortlist.report.content import PageOptions, content
from shortlist.tables.table import LabelledTable
from shortlist.writing import write_or_refuse

_STYLES = ("page.css", "matrix.css", "parts.css", "narrow.css", "print.css")
_SCRIPTS = (
    *("words.js", "decide.js", "search.js", "head.js", "matrix.js", "proof.js", "case.js", "questions.js"),
    *("errors.js", "front.js", "groups.js", "page.js"),
)


def report(
    file: ModelFile, training: LabelledTable, test: LabelledTable | None = None, options: PageOptions | None = None
) -> str:
    """The page of a model as HTML text, with what it does on the training rows and, if there are any, on test rows."""
    record = content(file, training, test, options or PageOptions())
    return page_of(record, str(file.in_rows))


def page_of(record: dict[str, Any], text: str) -> str:
    """The page of a record; `text` is the model for readers without a script."""
    parts = {
        "TITLE": escape(f"{record['target']}: Shortlist report"),
        "STYLE": "".join(map(_asset, _STYLES)),
        "MODEL": escape(text),
        "DATA": safe_json(record),
        "SCRIPT": "".join(map(_asset, _SCRIPTS)),
    }
    page = _asset("page.html")
    # What is put in may hold any text, so each gap is filled once, from the left.
    filled = [page]
    for name, value in parts.items():
        before, _, after = filled[-1].partition(f"<!--{name}-->")
        filled[-1:] = [before, value, after]
    return "".join(filled)


def safe_json(record: Any) -> str:
    r"""JSON that no browser takes for the end of a script, whatever names and values it holds.

    >>> print(safe_json({"a": "</script><!--"}))
    {"a":"\u003c/script\u003e\u003c!--"}
    """
    text = json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for mark in "<>&\u2028\u2029":
        text = text.replace(mark, f"\\u{ord(mark):04x}")
    return text


def write_report(page: str, path: str | Path) -> None:
    """Write the page in one step."""
    write_or_refuse(path, page, DataError)


def _asset(name: str) -> str:
    return packaged("report", "assets", name).read_text(encoding="utf-8")
