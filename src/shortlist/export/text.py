"""A model as people read it."""

from __future__ import annotations

from shortlist.files.modelfile import ModelFile


def text(file: ModelFile) -> str:
    """The rules, `IF … THEN …`, one a line."""
    return f"{file.model}\n"
