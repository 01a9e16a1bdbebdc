"""Parts that dialogs share: labels that wrap, buttons that say what they do, a line to confirm."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QStackedWidget, QWidget

from chunkscope.gui.widgets.wording import breakable


class Remark(QLabel):
    """A paragraph in the quiet ink, or in that of an error; its place is kept while it is empty."""

    def __init__(self, lines: int = 1, parent: QWidget | None = None) -> None:
        """Keep room for `lines`."""
        super().__init__(parent)
        self.setObjectName("caption")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setMinimumHeight(lines * self.fontMetrics().lineSpacing() + 2)

    @property
    def words(self) -> str:
        """What it says."""
        return self.text().replace("\N{ZERO WIDTH SPACE}", "")

    def say(self, words: str, *, is_error: bool = False) -> None:
        """Say something, or nothing."""
        self.setText(breakable(words))
        name = "refusal" if is_error else "caption"
        if self.objectName() != name:
            self.setObjectName(name)
            self.style().unpolish(self)
            self.style().polish(self)


class ConfirmRow(QWidget):
    """A question with two answers; it takes the place of what asked it.

    Signals:
        refused: The answer was no.
    """

    refused = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Ask nothing yet."""
        super().__init__(parent)
        self._confirmed: Callable[[], None] | None = None
        self.question = Remark(2, self)
        self.question.setObjectName("")
        self.yes = button("Yes", "Do it", self)
        self.yes.clicked.connect(self._confirm)
        self.no = button("Not now", "Do nothing (Escape)", self)
        self.no.clicked.connect(self.refused)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.question, 1)
        row.addWidget(self.yes)
        row.addWidget(self.no)

    def ask(self, question: str, answer: str, tip: str, confirmed: Callable[[], None]) -> None:
        """Ask; `confirmed` is called once the answer is yes."""
        self._confirmed = confirmed
        self.question.setText(breakable(question))
        self.yes.setText(answer)
        self.yes.setAccessibleName(answer)
        self.yes.setToolTip(tip)
        self.no.setFocus()

    def _confirm(self) -> None:
        confirmed, self._confirmed = self._confirmed, None
        self.refused.emit()
        if confirmed is not None:
            confirmed()


def button(text: str, tip: str, parent: QWidget, *, primary: bool = False) -> QPushButton:
    """Return a button that Enter in a line does not press unless it is the primary one."""
    made = QPushButton(text, parent)
    made.setToolTip(tip)
    made.setAccessibleName(text.rstrip("…"))
    mark_primary(made, is_primary=primary)
    return made


def mark_primary(marked: QPushButton, *, is_primary: bool) -> None:
    """Let a button be the one next step, which Enter presses, or one among others."""
    marked.setAutoDefault(is_primary)
    marked.setDefault(is_primary)
    if bool(marked.property("primary")) != is_primary:
        marked.setProperty("primary", is_primary)
        marked.style().unpolish(marked)
        marked.style().polish(marked)


def stacked(parent: QWidget, *pages: QWidget) -> QStackedWidget:
    """Return pages that take each other's place, and room for the highest."""
    stack = QStackedWidget(parent)
    for page in pages:
        stack.addWidget(page)
    stack.setFixedHeight(max(page.sizeHint().height() for page in pages))
    return stack
