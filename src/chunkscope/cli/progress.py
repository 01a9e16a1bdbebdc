"""How far long work is, on standard error."""

import sys
import time
from typing import Final

from chunkscope.workspace.console import say

PATIENCE_SECONDS: Final = 2.0
"""Work that is shorter is not told where nobody watches."""

_STEP_PERCENT: Final = 10


class Progress:
    """Tells how far work is: on one line of a terminal, else at every tenth; a `Report`."""

    def __init__(self, name: str, patience_seconds: float = 0.0) -> None:
        """Tell nothing yet.

        Args:
            name: What is worked on.
            patience_seconds: How long nothing is said where standard error is no terminal.
        """
        self.announcement = ""
        """A line to say before the first step."""
        self._name = name
        self._is_terminal = sys.stderr.isatty()
        self._since = time.monotonic() + (0.0 if self._is_terminal else patience_seconds)
        self._told = 0

    def __call__(self, done: int, total: int, /) -> None:
        """Take how much is done, and of how much, about."""
        if not total or time.monotonic() < self._since:
            return
        if self.announcement:
            say(self.announcement)
            self.announcement = ""
        percent = min(99, 100 * done // total)
        step = 1 if self._is_terminal else _STEP_PERCENT
        if percent < self._told + step:
            return
        self._told = percent - percent % step
        if self._is_terminal:
            sys.stderr.write(f"\rchunkscope: {self._name}: {self._told} %")
            sys.stderr.flush()
        else:
            say(f"{self._name}: {self._told} %")

    def end(self) -> None:
        """Let what follows stand on a line of its own."""
        if self._is_terminal and self._told:
            sys.stderr.write("\n")
            self._told = 0
