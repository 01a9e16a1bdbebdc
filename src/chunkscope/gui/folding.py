"""Docks that fold to tabs where the window is too small to hold them side by side."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QByteArray, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow

_FOLDED_PX: Final = 340
ROOMY: Final = (1180, 760)
"""From this size on the docks stand around the document."""
_AFTER_MS: Final = 30
"""A window on screen paints itself in its new size first: to paint and to fold in one is long."""
_ARRANGEMENT: Final = 2
"""Of the docks; a state kept under another number is not taken up."""


class Folding(QObject):
    """Folds the docks of a window to tabs at its right, and unfolds them as they were.

    Signals:
        changed: Whether they are folded now.
    """

    changed = Signal(bool)

    def __init__(self, window: QMainWindow, docks: Sequence[QDockWidget]) -> None:
        """Leave the docks where they are."""
        super().__init__(window)
        self._window = window
        self._docks = tuple(docks)
        self._unfolded: QByteArray | None = None
        self._more = 0
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._change)

    @property
    def is_folded(self) -> bool:
        """Whether the docks are tabs now."""
        return self._unfolded is not None

    def make_room(self, width: int) -> None:
        """Leave the document this much more width, folding in wider windows too."""
        if width != self._more:
            self._more = width
            self.fit()

    def fit(self) -> None:
        """Fold or unfold, once the window has taken its size."""
        if self._is_small() != (self._unfolded is not None) and not self._soon.isActive():
            self._soon.start(_AFTER_MS if self._window.isVisible() else 0)

    def state(self) -> QByteArray:
        """Return the state of the docks to be kept: unfolded."""
        unfolded = self._unfolded
        return self._window.saveState(_ARRANGEMENT) if unfolded is None else unfolded

    def restore(self, state: QByteArray) -> None:
        """Arrange the docks as they were kept."""
        self._window.restoreState(state, _ARRANGEMENT)

    def _is_small(self) -> bool:
        window = self._window
        return window.width() < ROOMY[0] + self._more or window.height() < ROOMY[1]

    def _change(self) -> None:
        if self._is_small() == (self._unfolded is not None):
            return
        self._window.setUpdatesEnabled(False)
        self._arrange()
        QTimer.singleShot(0, self, self._paint)
        self.changed.emit(self.is_folded)

    def _paint(self) -> None:
        """Paint the docks where they are now, in a turn of its own: either takes its time."""
        self._window.setUpdatesEnabled(True)

    def _arrange(self) -> None:
        hidden = [dock for dock in self._docks if dock.isHidden()]
        if self._unfolded is None:
            self._unfolded = self._window.saveState(_ARRANGEMENT)
            for dock in self._docks:
                self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
            for dock in self._docks[1:]:
                self._window.tabifyDockWidget(self._docks[0], dock)
            self._docks[0].raise_()
            self._window.resizeDocks([self._docks[0]], [_FOLDED_PX], Qt.Orientation.Horizontal)
        else:
            self._window.restoreState(self._unfolded, _ARRANGEMENT)
            self._unfolded = None
        for dock in self._docks:
            dock.setHidden(dock in hidden)
