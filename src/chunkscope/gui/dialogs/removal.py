"""Tells what the program keeps and where, and asks whether all of it shall go."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from chunkscope.core.progress import Report
from chunkscope.gui.tasks import Lane, TaskRunner

_WIDTH_PX = 560
_BEFORE = "ChunkScope keeps this on your computer. Your documents are not among it, and they stay."
_LOOKING = "Looking…"
_NOTHING = "Nothing but what this window holds."
_THEN = (
    "ChunkScope closes and removes all of it, and with it the key of an endpoint for embeddings. "
    "This cannot be undone. The program itself stays until you uninstall it."
)


class RemovalDialog(QDialog):
    """Lists what is kept; accepted where it shall go."""

    def __init__(self, runner: TaskRunner, parent: QWidget) -> None:
        """Be ready to open over `parent`; look what there is meanwhile."""
        super().__init__(parent)
        self.setWindowTitle("Remove my data")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.found = _label(_LOOKING)
        self.found.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.remove = self.buttons.addButton(
            "Remove and close", QDialogButtonBox.ButtonRole.DestructiveRole
        )
        self.remove.setAutoDefault(False)
        self.remove.clicked.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setDefault(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(12)
        for part in (_label(_BEFORE), self.found, _label(_THEN), self.buttons):
            column.addWidget(part)
        self.setMinimumWidth(_WIDTH_PX)
        self.finished.connect(lambda _code: runner.cancel(Lane.KEPT))
        runner.start(Lane.KEPT, _look, done=self._tell)

    def _tell(self, words: str) -> None:
        self.found.setText(words or _NOTHING)
        self.adjustSize()


def _look(_report: Report) -> str:
    """Return what is kept, in words; what looks is imported here, since it is seldom wanted."""
    from chunkscope.workspace.kept import described, kept

    return described(kept()).rstrip()


def _label(words: str) -> QLabel:
    label = QLabel(words)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
