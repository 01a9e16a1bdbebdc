"""Processes that work in the background let the one with the window go first."""

import contextlib
import os
import sys
from typing import Final

_NICENESS: Final = 5
"""Of 19 on POSIX: on a busy processor some third of the usual share."""


def stand_aside() -> None:
    """Give this process a lower priority; where that is refused it keeps its own."""
    import psutil

    with contextlib.suppress(psutil.Error, OSError):
        if sys.platform == "win32":
            psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
        else:
            psutil.Process().nice(_NICENESS)


def put_aside(process: int) -> None:
    """Give a process, named by its number, a lower priority before it has loaded anything.

    On Windows it is left to the process, which calls `stand_aside`.
    """
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            niceness = max(_NICENESS, os.getpriority(os.PRIO_PROCESS, 0))
            os.setpriority(os.PRIO_PROCESS, process, niceness)
