"""The line below the bench: what it does or did, with Cancel, and the model with its remark."""

from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QToolButton, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.models.bench_status import Saying, saying_of
from chunkscope.gui.models.window_words import model_words
from chunkscope.gui.opening import Progress
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.text_line import TextLine
from chunkscope.workspace.bench import Stage
from chunkscope.workspace.state import Workspace

HEIGHT_PX: Final = 28
_BAR_PX: Final = 120
_ROOMY_PX: Final = 600
_PATIENCE_MS: Final = 300
"""What takes no longer than that is not announced; nothing blinks."""


class BenchStatus(QWidget):
    """Says one thing at a time.

    Signals:
        cancel_wanted: What is being done is to end.
    """

    cancel_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Say nothing yet."""
        super().__init__(parent)
        self._far = ""
        self._saying = Saying("")
        self.words = TextLine(theme, "quiet", parent=self)
        self.model = TextLine(theme, "quiet", parent=self)
        self.bar = QProgressBar(self)
        self.cancel = QToolButton(self)
        self._soon = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._soon.timeout.connect(self._say)
        self._set_up()
        self._lay_out()

    def show_workspace(self, workspace: Workspace) -> None:
        """Say what there is to say of the bench."""
        bench = workspace.bench
        if bench.stage is not Stage.INDEXING:
            self._far = ""
            self.bar.setRange(0, 0)
        was_running = self._saying.is_running
        self._saying = saying_of(workspace, self._far)
        if self._saying.is_running and not was_running and bench.stage is Stage.ASKING:
            self._soon.start()
        elif not (self._saying.is_running and self._soon.isActive()):
            self._say()
        self.model.say(model_words(bench.side), bench.side.question.model)
        self._share_room()

    def show_progress(self, progress: Progress) -> None:
        """Say how far an indexing is."""
        self._far = progress.far if progress.total else ""
        self.bar.setRange(0, max(progress.total, 0))
        self.bar.setValue(progress.done)
        if self._saying.is_running:
            sentence = progress.sentence if progress.total else f"{progress.what}…"
            self._saying = Saying(sentence, "text", is_running=True)
            self._soon.stop()
            self._say()

    def add_switch(self, switch: QWidget) -> None:
        """Put a button at the right end."""
        self._row.addWidget(switch)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self.words.set_theme(theme)
        self.model.set_theme(theme)

    def _say(self) -> None:
        self._soon.stop()
        saying = self._saying
        self.words.set_ink(saying.role)
        if saying.words != self.words.text():
            self.words.say(saying.words)
        self.bar.setVisible(saying.is_running)
        self.cancel.setVisible(saying.is_running)
        self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave the model out where it would take room from an error, or where there is little."""
        has_room = self.width() >= _ROOMY_PX
        self.model.setVisible(has_room and self._saying.role != "error")
        self._share_room()

    def _share_room(self) -> None:
        """Give both ends of the line room by what they have to say; a short saying stays whole."""
        for line in (self.words, self.model):
            self._row.setStretchFactor(line, max(1, line.sizeHint().width()))
        self.words.setMinimumWidth(min(self.words.sizeHint().width(), self.width() // 3))

    def _set_up(self) -> None:
        self.setFixedHeight(HEIGHT_PX)
        for line in (self.words, self.model):
            line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.model.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.bar.setFixedSize(_BAR_PX, 6)
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 0)
        self.bar.setAccessibleName("Progress of indexing")
        self.cancel.setText("Cancel")
        self.cancel.setObjectName("statusButton")
        self.cancel.setAccessibleName("Cancel indexing and asking")
        self.cancel.setToolTip("Cancel indexing and asking (Escape)")
        self.cancel.clicked.connect(self.cancel_wanted)

    def _lay_out(self) -> None:
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(8)
        row.addWidget(self.bar)
        row.addWidget(self.words, 1)
        row.addWidget(self.cancel)
        row.addWidget(self.model, 1)
        self._say()
