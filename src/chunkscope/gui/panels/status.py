"""The bar at the bottom: sizes of the page, what is being done, what just happened."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QStatusBar, QToolButton, QWidget

from chunkscope.core.tokens import estimate_error
from chunkscope.gui.widgets.wording import counted, percent_over
from chunkscope.workspace.state import Workspace

_SHOW_AFTER_MS, _SHOW_AT_LEAST_MS, _NOTICE_MS = 600, 500, 6000


class StatusBar(QStatusBar):
    """Figures left, the tokenizer right; a progress bar appears only for long work.

    Signals:
        cancel_wanted: What is being done is to end.
    """

    cancel_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self._figures = _plain_label("Size of the page")
        self._models = _plain_label("Tokenizers")
        self._work = _plain_label("What is being done")
        self._bar = QProgressBar(self)
        self._bar.setFixedSize(140, 6)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName("Progress")
        self.cancel = QToolButton(self)
        self.cancel.setText("Cancel")
        self.cancel.setObjectName("statusButton")
        self.cancel.setAccessibleName("Cancel the reading")
        self.cancel.setToolTip("Cancel the reading (Escape)")
        self.cancel.clicked.connect(self.cancel_wanted)
        self._appear = _timer(self, _SHOW_AFTER_MS, self._show_bar)
        self._vanish = _timer(self, _SHOW_AT_LEAST_MS, self._hide_bar)
        self._is_wanted = False
        self.addWidget(self._figures)
        self.addPermanentWidget(self._work)
        self.addPermanentWidget(self._bar)
        self.addPermanentWidget(self.cancel)
        self.addPermanentWidget(self._models)
        self._hide_bar()

    def show_workspace(self, workspace: Workspace) -> None:
        """Show the page's sizes."""
        self._figures.setText(_figures(workspace))
        self._models.setText(_models(workspace))

    def show_progress(self, what: str, done: int, total: int) -> None:
        """Say what runs and how far it is; the bar appears after 0.6 s."""
        self._is_wanted = True
        self._work.setText(what)
        self._bar.setRange(0, max(total, 0))
        self._bar.setValue(done)
        if not self._bar.isVisible() and not self._appear.isActive():
            self._appear.start()

    def end_progress(self) -> None:
        """Take the bar away, at the earliest 0.5 s after it came."""
        self._is_wanted = False
        self._appear.stop()
        if not self._vanish.isActive():
            self._hide_bar()

    def notice(self, sentence: str) -> None:
        """Show one sentence for a few seconds."""
        self.showMessage(sentence, _NOTICE_MS)

    def _show_bar(self) -> None:
        if self._is_wanted:
            self._bar.show()
            self._work.show()
            self.cancel.show()
            self._vanish.start()

    def _hide_bar(self) -> None:
        if not self._is_wanted:
            self._bar.hide()
            self._work.hide()
            self.cancel.hide()


def _figures(workspace: Workspace) -> str:
    chunks, counts = workspace.chunk_set, workspace.counts
    if chunks is None:
        return ""
    estimated = chunks.estimated_tokens
    parts = [
        counted(len(chunks.parents), "parent"),
        counted(len(chunks.children), "child", "children"),
        f"estimated {counted(estimated, 'token')}",
    ]
    real = None if counts is None else counts.document("cl100k_base")
    if real is not None:
        error = estimate_error(real, estimated)
        share = "" if error is None else f" ({percent_over(error)})"
        parts.append(f"chat model {real:,} · cl100k_base{share}")
    return "     ".join(parts)


def _models(workspace: Workspace) -> str:
    counts = workspace.counts
    if counts is None:
        return ""
    if counts.embedder in counts.unavailable:
        return f"embedder {counts.embedder}: not available"
    return f"embedder {counts.embedder} · reads {counts.window:,} tokens"


def _plain_label(name: str) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAccessibleName(name)
    return label


def _timer(parent: QWidget, interval_ms: int, timeout: object) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(interval_ms)
    timer.timeout.connect(timeout)
    return timer
