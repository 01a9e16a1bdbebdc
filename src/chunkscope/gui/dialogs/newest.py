"""Asks which version is the newest, when the reader wants to know; downloads nothing."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from chunkscope import __version__
from chunkscope.core.errors import ChunkscopeError
from chunkscope.core.progress import Report
from chunkscope.gui.tasks import Lane, TaskRunner

if TYPE_CHECKING:
    from chunkscope.gui.main_window import MainWindow
    from chunkscope.sources.newest import Newest

HOST = "api.github.com"
"""Where `chunkscope.sources.newest` asks."""
_WIDTH_PX = 460
_PROMISE = (
    "Asking sends one request to {host}. Nothing of your documents or of this computer is sent "
    "with it, and nothing is downloaded."
)


class NewestDialog(QDialog):
    """Says what runs here, and on a click what the newest version is.

    Signals:
        asking_at_start_chosen: Whether it is to be asked at each start; off unless chosen.
    """

    asking_at_start_chosen = Signal(bool)

    def __init__(self, runner: TaskRunner, *, asks_at_start: bool, parent: QWidget) -> None:
        """Be ready to open over `parent`; ask nothing yet."""
        super().__init__(parent)
        self.setWindowTitle("Newest version")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._runner = runner
        self.answer = _label("")
        self.promise = _label("caption")
        self.promise.setText(_PROMISE.format(host=HOST))
        self.at_start = QCheckBox("Ask at each start", self)
        self.at_start.setChecked(asks_at_start)
        self.at_start.toggled.connect(self.asking_at_start_chosen)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.ask = self.buttons.addButton("Ask now", QDialogButtonBox.ButtonRole.ActionRole)
        self.ask.setProperty("primary", True)
        self.ask.style().polish(self.ask)
        self.ask.clicked.connect(self.start)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(12)
        for part in (self.answer, self.promise, self.at_start, self.buttons):
            column.addWidget(part)
        self.setFixedWidth(_WIDTH_PX)
        self.answer.setText(f"This is ChunkScope {__version__}.")
        self.finished.connect(lambda _code: runner.cancel(Lane.NEWEST))

    def start(self) -> None:
        """Ask now."""
        self.ask.setEnabled(False)
        self.answer.setText("Asking…")
        self._runner.start(Lane.NEWEST, _ask, done=self._tell, failed=self._tell_failure)

    def _tell(self, newest: "Newest") -> None:
        self.ask.setEnabled(True)
        self.answer.setText(words_on(newest))

    def _tell_failure(self, error: Exception) -> None:
        self.ask.setEnabled(True)
        words = str(error) if isinstance(error, ChunkscopeError) else "Asking failed inside."
        self.answer.setText(words)


def ask_quietly(window: "MainWindow") -> None:
    """Ask at a start, where the reader chose that; say something only where there is news."""

    def tell(newest: "Newest") -> None:
        if newest.is_newer:
            window.status.notice(words_on(newest))

    window.controller.runner.start(Lane.NEWEST, _ask, done=tell)


def _ask(report: Report) -> "Newest":
    """Ask; what fetches is imported here alone, since most starts ask nothing."""
    from chunkscope.sources.newest import newest_version

    return newest_version(report)


def words_on(newest: "Newest") -> str:
    """Return what to tell of the newest version."""
    if not newest.is_newer:
        return f"This is ChunkScope {__version__}, the newest version."
    where = f" It is described at {newest.page}" if newest.page else ""
    return f"Version {newest.version} is out; this is {__version__}.{where}"


def _label(kind: str) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setWordWrap(True)
    if kind:
        label.setObjectName(kind)
    return label
