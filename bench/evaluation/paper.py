"""What the paper says of its systems: 1065 instances, 1800 s and 16 GB each, section "Experimental Results"."""

from __future__ import annotations

from dataclasses import dataclass

INSTANCES = 1065


@dataclass(frozen=True)
class Printed:
    """Printed figures of a system; None where the text has none. Accuracy in percent."""

    solved: int | None = None
    size: float | None = None
    explanation: float | None = None
    accuracy: float | None = None


PRINTED: dict[str, Printed] = {
    "mds2": Printed(579, 32.7, 5.1, 80),
    "mds2star": Printed(399, None, 3.4, 80),
    "pdl-i+": Printed(395, 10.4, 9.3, 80),
    "opt": Printed(350, 23.3, 3.3, 80),
    "pdl-i-": Printed(340, accuracy=80),
    "pdl": Printed(283, 9.1, 7.0, 80),
    "preset-corels-0.05": Printed(1016, 2.7, 2.3, 40.2),
    "corels-0.05": Printed(1016, 2.7, 2.3, 40.2),
    "sp-0.05": Printed(898, 6.9, 3.4, 67.6),
    "sdl-0.05-i+": Printed(827, 2.4, 2.1, 69.9),
    "mds2-0.05": Printed(772, 22.5),
    "mds2star-0.05": Printed(772, 17.9),
    "sdl-0.05": Printed(688, 2.3),
}
"""By the name of the method; the paper's other orders "can tackle ≈ 800 datasets each"."""
