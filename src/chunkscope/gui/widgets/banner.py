"""A bar over the document: what went wrong or what is offered, and the next step."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from chunkscope.gui.assets import interface_font
from chunkscope.gui.widgets.wording import breakable
from chunkscope.workspace.state import Problem, Step


class Banner(QFrame):
    """One sentence and its hint, with a button for the next step and one that takes it away.

    Signals:
        dismissed: The reader has seen it.
        step_wanted: The `Step` that was offered.
    """

    dismissed = Signal()
    step_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Be hidden until there is something to say."""
        super().__init__(parent)
        self.setObjectName("banner")
        self._offered = Step.NONE
        self._message = _line("bannerMessage", bold=True)
        self._hint = _line("bannerHint")
        self.step = _button("", self)
        self.step.clicked.connect(lambda: self.step_wanted.emit(self._offered))
        close = _button("Dismiss", self)
        close.setToolTip("Take this message away")
        close.setAccessibleName("Dismiss the message")
        close.clicked.connect(self.dismissed)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._message)
        words.addWidget(self._hint)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(8)
        row.addLayout(words, 1)
        row.addWidget(self.step, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()

    @property
    def message(self) -> str:
        """The sentence on it."""
        return self._message.text().replace("\N{ZERO WIDTH SPACE}", "")

    def say(self, problem: Problem) -> None:
        """Show a problem's sentence and its next step."""
        self.setAccessibleName("Problem" if problem.is_error else "Notice")
        self.setProperty("quiet", not problem.is_error)
        self.style().polish(self)
        self._message.setText(breakable(problem.message))
        self._hint.setText(breakable(problem.hint))
        self._hint.setVisible(bool(problem.hint))
        self._offered = problem.step
        self.step.setText(problem.step)
        self.step.setAccessibleName(problem.step)
        self.step.setToolTip(problem.hint)
        self.step.setVisible(problem.step is not Step.NONE)
        self.show()


def _button(text: str, parent: QWidget) -> QPushButton:
    button = QPushButton(text, parent)
    button.setAutoDefault(False)
    return button


def _line(name: str, *, bold: bool = False) -> QLabel:
    label = QLabel()
    label.setFont(interface_font(bold=bold))
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
