"""Files that come with the package."""

from __future__ import annotations

from pathlib import Path


def packaged(*names: str) -> Path:
    """Where a file of the package is; its compiled parts need a real folder, so `importlib.resources` is not loaded for it."""
    return Path(__file__).parent.joinpath(*names)
