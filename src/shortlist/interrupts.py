"""Ctrl-C and SIGTERM, while the command `shortlist` runs: schedulers and `timeout` send the second, and mean the same.

The first ends the work, which then gives its best so far; the second ends the command, which cleans up behind itself; the third
does not wait even for that. Before there is any work to end the first ends the command, and once there is an answer it is not
needed: the answer is being written. A program that imports the library keeps the handlers that it has.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

INTERRUPTED = 130
_SOON = 0.01  # seconds after which an interruption that was lost comes again


class Interruption(KeyboardInterrupt):
    """A signal of ours.

    `python -m` remembers a plain `KeyboardInterrupt` that leaves a text given to `exec` (each dataclass is made by one), and
    in the end kills itself by SIGINT, whatever exit code it was given. It does not remember a subclass.
    """


class Interrupts:
    """What the next signal does."""

    def __init__(self) -> None:
        self._loading, self._answering, self._seen = True, False, 0
        self._pending: threading.Timer | None = None

    def answering(self) -> None:
        """From now on there is an answer; the first signal must not lose it."""
        self._answering = True

    @contextmanager
    def during_work(self) -> Iterator[Interrupts]:
        """Within the block the first signal raises `Interruption`; afterwards all is as it was."""
        self._loading, self._answering, self._seen, self._pending = False, False, 0, None
        before = {number: signal.getsignal(number) for number in _numbers()}
        hook = sys.unraisablehook
        self.install()
        sys.unraisablehook = self._resend
        try:
            yield self
        finally:
            self._answering = True  # there is nothing left to end
            if self._pending is not None:
                # It would come when nobody handles it any more; it may be on its way already, and is then waited for.
                self._pending.cancel()
                self._pending.join()
            sys.unraisablehook = hook
            for number, handler in before.items():
                signal.signal(number, handler)

    def install(self) -> None:
        """Handle the signals that are not ignored by whoever started us (`nohup`, a shell's background)."""
        for number in _numbers():
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._on_signal)

    def _on_signal(self, *_: Any) -> None:
        self._seen += 1
        if self._loading:
            if sys.stderr is not None:
                print("shortlist: interrupted", file=sys.stderr, flush=True)
            os._exit(INTERRUPTED)  # an exception would come out of some import as who knows what
        if self._seen > 2:
            os._exit(INTERRUPTED)
        if self._seen == 2:
            raise SystemExit(INTERRUPTED)
        if not self._answering:
            raise Interruption

    def _resend(self, lost: Any) -> None:
        """Send an interruption again that came where nothing can be raised, such as in a weak reference's callback."""
        if issubclass(lost.exc_type, KeyboardInterrupt):
            self._seen = 0
            self._pending = threading.Timer(_SOON, os.kill, (os.getpid(), signal.SIGINT))
            self._pending.daemon = True
            self._pending.start()
        else:
            sys.__unraisablehook__(lost)


def _numbers() -> tuple[signal.Signals, ...]:
    """The signals that can be handled here: only the main thread may."""
    return (signal.SIGINT, signal.SIGTERM) if threading.current_thread() is threading.main_thread() else ()


def is_command() -> bool:
    """Is the package being loaded for the command: by its script, or by `python -m shortlist`?"""
    name = os.path.basename(sys.argv[0] if sys.argv else "")  # noqa: PTH119  # pathlib is not loaded yet
    module = sys.orig_argv[sys.orig_argv.index("-m") + 1 :] if "-m" in sys.orig_argv else []
    return name.removesuffix(".exe") == "shortlist" or (name == "-m" and module[:1] == ["shortlist"])


SIGNALS = Interrupts()
"""The one of this process."""
