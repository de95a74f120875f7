"""Pictures of results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

Record = dict[str, Any]


def cactus_plot(runs: dict[str, list[Record]], path: Path) -> None:
    """How many instances are proved within how many seconds each, a line for each run."""
    import matplotlib.pyplot as plt  # noqa: PLC0415  # only pictures need it

    figure, axes = plt.subplots(figsize=(6.4, 4), layout="constrained")
    for name, results in runs.items():
        seconds = sorted(max(r["seconds"], 1e-4) for r in results if r["status"] == "optimal")
        axes.step(range(1, len(seconds) + 1), seconds, where="post", label=f"{name}: {len(seconds)}")
    axes.set(yscale="log", xlabel="instances proved", ylabel="seconds each")
    axes.legend()
    axes.grid(visible=True, alpha=0.3)
    figure.savefig(path, dpi=120)
