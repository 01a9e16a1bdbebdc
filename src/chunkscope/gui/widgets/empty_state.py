"""A panel's place while there is nothing to list: a sentence and the next step."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.text_line import Paragraph


class EmptyState(QWidget):
    """Says why nothing is listed.

    Signals:
        step_wanted: The button with the next step was pressed.
    """

    step_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start without words."""
        super().__init__(parent)
        self._title = Paragraph(theme, bold=True, parent=self)
        self._sentence = Paragraph(theme, "quiet", parent=self)
        self._step = QPushButton(self)
        self._step.clicked.connect(self.step_wanted)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 24, 16, 16)
        layout.setSpacing(4)
        for part in (self._title, self._sentence):
            part.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(part)
        layout.addSpacing(8)
        layout.addWidget(self._step, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)

    @property
    def title(self) -> str:
        """What is said in bold."""
        return self._title.text()

    def say(self, title: str, sentence: str, step: str = "") -> None:
        """Say why nothing is listed; `step` names the next step, empty for none."""
        self._title.say(title)
        self._sentence.say(sentence)
        self._sentence.setVisible(bool(sentence))
        self._step.setText(step)
        self._step.setAccessibleName(step)
        self._step.setToolTip(step)
        self._step.setVisible(bool(step))

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._title.set_theme(theme)
        self._sentence.set_theme(theme)
