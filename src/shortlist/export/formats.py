"""The formats a model can be written in; each is a function from a model file to text, in a file of its own where it is long.

A format that takes literals apart does so by `Literal.match`, which has one case for each comparison.
"""

from __future__ import annotations

from collections.abc import Callable

from shortlist.files.modelfile import ModelFile, dumps


def text(file: ModelFile) -> str:
    """The rules as people read them: `IF … THEN …`, one a line."""
    return str(file.model)


FORMATS: dict[str, Callable[[ModelFile], str]] = {"text": text, "json": dumps}
"""Every format by its name."""
