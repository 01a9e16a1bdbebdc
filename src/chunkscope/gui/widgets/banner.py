"""A bar over the document: what went wrong, and the next step."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from chunkscope.gui.assets import interface_font


class Banner(QFrame):
    """One sentence and its hint, with a button that takes it away.

    Signals:
        dismissed: The reader has seen it.
    """

    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Be hidden until there is something to say."""
        super().__init__(parent)
        self.setObjectName("banner")
        self.setAccessibleName("Problem")
        self._message = _line("bannerMessage", bold=True)
        self._hint = _line("bannerHint")
        close = QPushButton("Dismiss", self)
        close.setToolTip("Take this message away")
        close.setAccessibleName("Dismiss the message")
        close.clicked.connect(self.dismissed)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._message)
        words.addWidget(self._hint)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(12)
        row.addLayout(words, 1)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()

    def say(self, message: str, hint: str) -> None:
        """Show a sentence and its next step."""
        self._message.setText(message)
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        self.show()


def _line(name: str, *, bold: bool = False) -> QLabel:
    label = QLabel()
    label.setFont(interface_font(bold=bold))
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
