"""Whether the window's thread is at work, so that other threads can let it pass.

Threads of Python share one lock. A thread that computes makes the window's thread wait for it at
every turn, and what would take 25 ms takes 50. So long work on another thread goes on at full
speed while the window is idle or its turns are short, and stands aside while one takes long.
Only one such work computes at a time, in turns of a few milliseconds: while one stands aside, no
other takes the lock instead.
"""

import sys
import threading
import time
from types import TracebackType
from typing import Final, Self

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


class Floor:
    """What one work has while it computes, and hands to the next that waits."""

    def __init__(self) -> None:
        """Nobody has it."""
        self._lock = threading.Lock()
        self._waiting: set[int] = set()

    def take(self) -> bool:
        """Wait for it, never for long; say whether it came."""
        thread = threading.get_ident()
        self._waiting.add(thread)
        try:
            return self._lock.acquire(timeout=_LONGEST_WAIT_S)
        finally:
            self._waiting.discard(thread)

    def leave(self) -> None:
        """Let the next have it."""
        self._lock.release()
        if self._waiting:
            time.sleep(_STEP_S)  # else this thread would have it again before the other wakes


_FLOOR: Final = Floor()


class GivesWay:
    """One piece of work on another thread that calls `give_way` between its units.

    Use it as a context, in which it takes turns with other such work.
    """

    def __init__(self, courtesy: Courtesy, floor: Floor = _FLOOR) -> None:
        """Stand aside for the window that `courtesy` watches."""
        self._courtesy = courtesy
        self._floor = floor
        self._takes_turns = self._has_floor = False
        self._due = time.monotonic() + _WORK_S

    def __enter__(self) -> Self:
        """Begin when it is this work's turn."""
        self._takes_turns, self._has_floor = True, self._floor.take()
        self._due = time.monotonic() + _WORK_S
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End, however the work went."""
        self._takes_turns = False
        self._leave()

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
        if self._takes_turns:
            self._leave()
            self._has_floor = self._floor.take()
        self._due = time.monotonic() + _WORK_S

    def reporting(self, report: Report) -> Report:
        """Return a report that gives way too."""

        def report_and_wait(done: int, total: int) -> None:
            self.give_way()
            report(done, total)

        return report_and_wait

    def _leave(self) -> None:
        if self._has_floor:
            self._has_floor = False
            self._floor.leave()


def _processor_clock() -> int | None:
    """Return the clock of this thread's work; None where the system has none for a thread."""
    if sys.platform != "linux":
        return None
    return time.pthread_getcpuclockid(threading.get_ident())
