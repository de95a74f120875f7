"""The answer of `fit`: the model in its file, the record or the view, and why it is not more."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from shortlist.cli.judging import Held, print_json, warn_of
from shortlist.cli.process import remark
from shortlist.files.modelfile import FileFormat, write_model
from shortlist.files.records import fit_record, model_file
from shortlist.learn import Learned
from shortlist.problems.solution import Stop
from shortlist.show.claims import cost_text
from shortlist.show.console import console
from shortlist.show.score import score_view
from shortlist.show.terminal import fit_summary, model_view

if TYPE_CHECKING:
    from shortlist.certify.verified import Verified

STOPPED: dict[Stop | None, tuple[str, ...]] = {
    Stop.TIME: ("the time limit was reached; a longer --time-limit (0 for none) may prove more",),
    Stop.MEMORY: ("the memory limit was reached; a larger --memory-limit may prove more",),
    Stop.INTERRUPT: ("interrupted; this is the best so far",),
}
"""What is said of a limit that ended a command, and what to do."""


def _why_it_ended(learned: Learned) -> tuple[str, ...]:
    """What is said of a limit that ended a search, and what would be proved sooner."""
    stopped = learned.solution.stopped
    if stopped is not Stop.TIME:
        return STOPPED.get(stopped, ())
    sooner = "fewer nodes (--max-size) are" if learned.problem.is_budget else "a dearer node (-r) is"
    return tuple(f"{text}, {sooner} proved sooner" for text in STOPPED[stopped])


def answer(
    learned: Learned,
    file_format: FileFormat,
    output: Path | None,
    held: Held | None,
    certified: Verified | None = None,
    *,
    as_json: bool,
    quiet: bool,
) -> None:
    """Write the model, print what was learned, and say why it is not more; the record comes even where there is no model.

    What cannot be printed is written all the same, and what cannot be written is printed.
    """
    try:
        if output is not None and learned.found is not None:
            write_model(model_file(learned, file_format), output)
    finally:
        _print_answer(learned, file_format, held, certified, as_json=as_json, quiet=quiet)


def _print_answer(
    learned: Learned,
    file_format: FileFormat,
    held: Held | None,
    certified: Verified | None,
    *,
    as_json: bool,
    quiet: bool,
) -> None:
    found = None if held is None or learned.found is None else model_file(learned).score(held.test)
    if as_json:
        print_json(fit_record(learned, found, None if certified is None else certified.record))
    remark((*learned.solution.notes, *_why_it_ended(learned)))
    file = model_file(learned, file_format)
    if held is not None:
        warn_of(file.missing_warning(held.test.table))
    if not as_json and not quiet:
        out = console()
        out.print(model_view(file, out.width), fit_summary(learned), sep="\n")
        if certified is not None and learned.claim is not None:
            out.print(certified.words(partial(cost_text, learned.model, learned.claim)), markup=False, highlight=False)
        if held is not None and found is not None:
            out.print(f"\n{held.said}", score_view(found, out.width), sep="\n", markup=False, highlight=False)
