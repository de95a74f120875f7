"""Pictures for notebooks and papers; they need matplotlib, which the extra `[plot]` brings."""

from shortlist.plot.display import DecisionListDisplay, plot_list
from shortlist.plot.front import plot_front
from shortlist.plot.trace import plot_trace

__all__ = ["DecisionListDisplay", "plot_front", "plot_list", "plot_trace"]
