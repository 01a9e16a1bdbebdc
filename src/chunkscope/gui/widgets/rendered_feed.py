"""Brings the blocks of a text to the UI thread as they are read, a few at a time."""

from collections import deque
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer

from chunkscope.core.progress import Report
from chunkscope.gui.courtesy import Courtesy, GivesWay
from chunkscope.gui.tasks import Lane, TaskRunner
from chunkscope.gui.widgets.rendered_estimate import Measured, measured

_MOST_AT_ONCE: Final = 120


class RenderedFeed(QObject):
    """Reads one text at a time on the render lane; a new text ends the reading of the old."""

    def __init__(
        self,
        runner: TaskRunner,
        receive: Callable[[list[Measured]], None],
        finished: Callable[[], None],
        parent: QObject,
    ) -> None:
        """Hand blocks to `receive` on the UI thread, then call `finished`."""
        super().__init__(parent)
        self._runner = runner
        self._receive = receive
        self._finished = finished
        self._courtesy = Courtesy(self)
        self._waiting: deque[Measured] = deque()
        self._is_read = True
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._hand_over)

    @property
    def is_reading(self) -> bool:
        """Whether blocks are still to come."""
        return not self._is_read or bool(self._waiting)

    def start(self, text: str) -> None:
        """Begin with `text`; what is waiting of another text is dropped."""
        self._timer.stop()
        waiting: deque[Measured] = deque()
        self._waiting = waiting
        self._is_read = False

        def read(report: Report) -> None:
            from chunkscope.core.rendering.page import iter_blocks

            with GivesWay(self._courtesy) as work:
                for block in iter_blocks(text, work.reporting(report)):
                    waiting.append(measured(block))
                    work.give_way()

        self._runner.start(Lane.RENDER, read, self._end, progress=self._wake)

    def _wake(self, _done: int, _total: int) -> None:
        self._timer.start()

    def _end(self, _result: None) -> None:
        self._is_read = True
        self._timer.start()

    def _hand_over(self) -> None:
        waiting = self._waiting
        count = min(len(waiting), _MOST_AT_ONCE)
        if count:
            self._receive([waiting.popleft() for _ in range(count)])
        if not waiting:
            self._timer.stop()
            if self._is_read:
                self._finished()
