"""Where the program starts: the only module that knows both the command line and the window.

It imports next to nothing by itself: what is imported inside `main` can be interrupted in peace.
"""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from chunkscope.workspace.picture import PictureRequest


class WindowLauncher:
    """Opens the window for the command line; Qt is imported with the first call."""

    def open(self, path: "Path | None") -> int:
        """Show the window until it is closed; return the exit code."""
        from chunkscope.gui.app import open_window

        return open_window(path)

    def picture(self, request: "PictureRequest") -> int:
        """Draw the window into a file; return the exit code."""
        from chunkscope.gui.app import draw_picture

        return draw_picture(request)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, the window among them, and return its exit code."""
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return 130  # The command line's own INTERRUPTED, which may not be imported yet.


def _run(arguments: Sequence[str] | None) -> int:
    import multiprocessing

    multiprocessing.freeze_support()
    replace_missing_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    if getattr(sys, "frozen", False) and is_child(given):
        from chunkscope.sources.child import main as convert

        return convert()

    from chunkscope.cli import run

    return run(given, WindowLauncher())


def replace_missing_streams() -> None:
    """Give the program somewhere to print to: a windowed executable starts without streams."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            setattr(sys, name, os.fdopen(nowhere, "w", encoding="utf-8"))


def is_child(arguments: Sequence[str]) -> bool:
    """Say whether a frozen program was started to convert documents for another one."""
    from chunkscope.sources.child import CHILD_FLAG

    return list(arguments[:1]) == [CHILD_FLAG]


if __name__ == "__main__":
    sys.exit(main())
