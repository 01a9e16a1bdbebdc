"""Whether a window can be shown here; Qt itself would end the program without a word of help."""

import os
import sys

from chunkscope.core.errors import ChunkscopeError


class NoScreen(ChunkscopeError):
    """There is nothing to show a window on."""


def check() -> None:
    """Return where a window can be shown.

    Raises:
        NoScreen: On Linux, without a display or without the library that Qt needs for X11.
    """
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return
    if os.environ.get("WAYLAND_DISPLAY"):
        return
    if not os.environ.get("DISPLAY"):
        raise NoScreen(
            "There is no screen here to show the window on.",
            "The commands split, check, convert and picture work without one.",
        )
    from ctypes.util import find_library

    if find_library("xcb-cursor") is None:
        raise NoScreen(
            "The system library libxcb-cursor is missing, and without it Qt shows no window.",
            "On Debian and Ubuntu: apt-get install libxcb-cursor0.",
        )
