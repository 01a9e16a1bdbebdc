"""Whether the window's thread is at work, so that other threads can let it pass.

Threads of Python share one lock. A thread that computes makes the window's thread wait for it at
every turn, and what would take 25 ms takes 50. So long work on another thread, when nobody waits
for it, goes on at full speed while the window is idle and stands aside while it is not.
"""

import time
from typing import Final

from PySide6.QtCore import QAbstractEventDispatcher, QObject

_WORK_S: Final = 0.002
_LONGEST_WAIT_S: Final = 0.004
_STEP_S: Final = 0.0005


class Courtesy(QObject):
    """Watches the event loop of the thread that it is made on."""

    def __init__(self, parent: QObject) -> None:
        """Watch from now on."""
        super().__init__(parent)
        self.window_is_busy = False
        dispatcher = QAbstractEventDispatcher.instance()
        if dispatcher is not None:
            dispatcher.awake.connect(self._awake)
            dispatcher.aboutToBlock.connect(self._about_to_block)

    def _awake(self) -> None:
        self.window_is_busy = True

    def _about_to_block(self) -> None:
        self.window_is_busy = False


class GivesWay:
    """One piece of work on another thread that calls `give_way` between its units."""

    def __init__(self, courtesy: Courtesy) -> None:
        """Begin."""
        self._courtesy = courtesy
        self._due = time.monotonic() + _WORK_S

    def give_way(self) -> None:
        """Wait, when it is time, until the window is idle; never for long."""
        now = time.monotonic()
        if now < self._due:
            return
        until = now + _LONGEST_WAIT_S
        time.sleep(_STEP_S)
        while self._courtesy.window_is_busy and time.monotonic() < until:
            time.sleep(_STEP_S)
        self._due = time.monotonic() + _WORK_S
