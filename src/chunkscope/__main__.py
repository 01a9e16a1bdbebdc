"""Where the program starts: the only module that knows both the command line and the window.

It imports next to nothing by itself: what is imported inside `main` can be interrupted in peace.
"""

import os
import sys
from contextlib import contextmanager

TYPE_CHECKING = False  # What checkers of types take for true, without the module that has it.
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path
    from socket import socket
    from types import FrameType

    from chunkscope.workspace.picture import PictureRequest
    from chunkscope.workspace.reading import Source

_CANCELLED = "chunkscope: Cancelled before anything was written. Run it again.\n"
_FAILED = 2


class WindowLauncher:
    """Opens the window for the command line; Qt is imported with the first call."""

    def open(self, source: "Source | None") -> int:
        """Show the window until it is closed; return the exit code."""
        choose_unicode()
        with ended_at_once():
            from chunkscope.gui.app import open_window

        return open_window(source)

    def picture(self, request: "PictureRequest") -> int:
        """Draw the window into a file; return the exit code."""
        choose_unicode()
        with ended_at_once():
            from chunkscope.gui.app import draw_picture

            return draw_picture(request)

    def test_itself(self, report: "Path | None") -> int:
        """Try every part of the program; return the exit code."""
        choose_unicode()
        with ended_at_once():
            from chunkscope.gui.app import test_itself

            return test_itself(report)


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run one command, the window among them, and return its exit code."""
    try:
        hear_one_interruption()
        return _run(arguments)
    except KeyboardInterrupt:  # While modules load; the command line tells of all that come later.
        _tell_cancelled()
        return _FAILED
    finally:
        # One that struck while a library ran text as code, as dataclasses do, is remembered, and
        # Python would end by the signal in spite of the exit code; running any text forgets it.
        exec("")  # noqa: S102 - no text of anybody's


def hear_one_interruption() -> None:
    """Let the first interruption end the work, and no other disturb what is cleaned up then."""
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)


def _interrupt(_number: int, _frame: "FrameType | None") -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def _run(arguments: "Sequence[str] | None") -> int:
    import multiprocessing

    multiprocessing.freeze_support()
    replace_missing_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    child = child_work(given) if getattr(sys, "frozen", False) else None
    if child is not None:
        return child()

    from chunkscope.cli import run

    return run(given, WindowLauncher())


def replace_missing_streams() -> None:
    """Give the program somewhere to print to: a windowed executable starts without streams."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            setattr(sys, name, os.fdopen(nowhere, "w", encoding="utf-8"))


@contextmanager
def ended_at_once() -> "Iterator[None]":
    """Let an interruption end the process: libraries of Qt do not bear an exception anywhere.

    Python would hand it to the main thread once that leaves Qt; here a thread hears it at once.
    """
    import signal
    import socket
    import threading

    before = signal.getsignal(signal.SIGINT)
    if before is not _interrupt:
        yield
        return
    heard, told = socket.socketpair()
    told.setblocking(False)
    threading.Thread(target=_end_when_told, args=(heard,), daemon=True).start()
    signal.signal(signal.SIGINT, lambda _number, _frame: None)
    signal.set_wakeup_fd(told.fileno())
    try:
        yield
    finally:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, before)
        told.close()


def _end_when_told(heard: "socket") -> None:
    with heard:
        if heard.recv(1):
            _tell_cancelled()
            os._exit(_FAILED)


def _tell_cancelled() -> None:
    if sys.stderr is not None:  # As it is where a windowed executable has just started.
        sys.stderr.write(_CANCELLED)
        sys.stderr.flush()


def choose_unicode() -> None:
    """Give Qt a locale whose names of files are Unicode, as Python takes them where there is none.

    Qt does so itself, but tells of it in four lines.
    """
    if os.environ.get("LC_ALL") in ("C", "POSIX"):
        os.environ["LC_ALL"] = "C.UTF-8"


def child_work(arguments: "Sequence[str]") -> "Callable[[], int] | None":
    """Return what a frozen program was started for by another one; None where by a reader.

    It has no interpreter to run a module with, so it starts itself with a word of its own.
    """
    if not arguments or not arguments[0].endswith("-in-child"):
        return None
    from chunkscope.retrieval import chroma_probe, fetch_child
    from chunkscope.retrieval.chroma_store import PROBE_FLAG
    from chunkscope.sources import child

    works: dict[str, Callable[[], int]] = {
        child.CHILD_FLAG: child.main,
        fetch_child.FETCH_FLAG: lambda: fetch_child.main(arguments),
        PROBE_FLAG: lambda: chroma_probe.main(arguments),
    }
    return works.get(arguments[0])


if __name__ == "__main__":
    sys.exit(main())
