"""Whether the window's thread is at work, so that other threads can let it pass.

Threads of Python share one lock. A thread that computes makes the window's thread wait for it at
every turn, and what would take 25 ms takes 50. So long work on another thread goes on at full
speed while the window is idle or its turns are short, and stands aside while one takes long.
"""

import sys
import threading
import time
from typing import Final

from PySide6.QtCore import QAbstractEventDispatcher, QObject

from chunkscope.core.progress import Report

_WORK_S: Final = 0.002
_LONGEST_WAIT_S: Final = 0.03
_STEP_S: Final = 0.0005
_SHORT_TURN_S: Final = 0.001
_BUSY_SHARE: Final = 0.3
"""Of a processor; a thread that waits for the lock or for events takes none."""


class Courtesy(QObject):
    """Watches the event loop of the thread that it is made on."""

    def __init__(self, parent: QObject) -> None:
        """Watch from now on."""
        super().__init__(parent)
        self._clock = _processor_clock()
        self._is_awake = False
        self._turn_began = time.monotonic()
        dispatcher = QAbstractEventDispatcher.instance()
        if dispatcher is not None:
            dispatcher.awake.connect(self._awake)
            dispatcher.aboutToBlock.connect(self._about_to_block)

    def worked(self) -> float:
        """Return how long the window's thread has computed, in seconds, where that is told."""
        return time.clock_gettime(self._clock) if self._clock is not None else 0.0

    def is_in_long_turn(self, worked: float, seconds: float) -> bool:
        """Say whether the window is at work, and has been for more than a moment.

        Some event loops say that they are about to wait before they handle what has come; so it
        matters too what the thread did in the last `seconds`, before which it had `worked`.
        """
        if time.monotonic() - self._turn_began < _SHORT_TURN_S:
            return False
        if self._clock is None:
            return self._is_awake
        return self.worked() - worked > seconds * _BUSY_SHARE

    def _awake(self) -> None:
        self._is_awake, self._turn_began = True, time.monotonic()

    def _about_to_block(self) -> None:
        self._is_awake, self._turn_began = False, time.monotonic()


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
        is_busy = True
        while is_busy and now < until:
            worked, before = self._courtesy.worked(), now
            time.sleep(_STEP_S)
            now = time.monotonic()
            is_busy = self._courtesy.is_in_long_turn(worked, now - before)
        self._due = now + _WORK_S

    def reporting(self, report: Report) -> Report:
        """Return a report that gives way too."""

        def report_and_wait(done: int, total: int) -> None:
            self.give_way()
            report(done, total)

        return report_and_wait


def _processor_clock() -> int | None:
    """Return the clock of this thread's work; None where the system has none for a thread."""
    if sys.platform != "linux":
        return None
    return time.pthread_getcpuclockid(threading.get_ident())
