"""Where the program starts: the only module that knows both the command line and the window."""

import multiprocessing
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from chunkscope.workspace.picture import PictureRequest


class WindowLauncher:
    """Opens the window for the command line; Qt is imported with the first call."""

    def open(self, path: Path | None) -> int:
        """Show the window until it is closed; return the exit code."""
        from chunkscope.gui.app import open_window

        return open_window(path)

    def picture(self, request: PictureRequest) -> int:
        """Draw the window into a file; return the exit code."""
        from chunkscope.gui.app import draw_picture

        return draw_picture(request)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, the window among them, and return its exit code."""
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
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # Stays open.
            setattr(sys, name, nowhere)


def is_child(arguments: Sequence[str]) -> bool:
    """Say whether a frozen program was started to convert documents for another one."""
    from chunkscope.sources.child import CHILD_FLAG

    return list(arguments[:1]) == [CHILD_FLAG]


if __name__ == "__main__":
    sys.exit(main())
