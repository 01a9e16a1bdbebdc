"""What to change about one finding, in full."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QScrollArea, QVBoxLayout, QWidget

from chunkscope.core.lint.findings import Finding
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.ground import Ground
from chunkscope.gui.widgets.text_line import Paragraph

_HINT = "Choose a finding to read what to change. F8 goes to the next one."


class Advice(QScrollArea):
    """Message, advice, place and rule of a finding; its place is kept while there is none.

    Signals:
        going: The button that leads to the finding was pressed.
    """

    going = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start with a hint."""
        super().__init__(parent)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._page = Ground(theme)
        self._message = Paragraph(theme, bold=True, parent=self._page)
        self._advice = Paragraph(theme, parent=self._page)
        self._place = Paragraph(theme, "quiet", parent=self._page)
        self._go = QPushButton("Go there", self._page)
        self._go.setObjectName("link")
        self._go.setAccessibleName("Go to this finding")
        self._go.setToolTip("Show this finding in the page (Enter)")
        self._go.clicked.connect(self.going)
        layout = QVBoxLayout(self._page)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(4)
        for part in (self._message, self._advice, self._place):
            layout.addWidget(part)
        layout.addWidget(self._go, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)
        self.setWidget(self._page)
        self.advise(None, "")

    @property
    def words(self) -> tuple[str, str, str]:
        """Message, advice and place that are shown."""
        return self._message.text(), self._advice.text(), self._place.text()

    def advise(self, finding: Finding | None, place: str) -> None:
        """Show what to change about a finding."""
        self._message.setVisible(finding is not None)
        self._advice.setVisible(finding is not None)
        self._go.setVisible(finding is not None)
        if finding is None:
            self._message.say("")
            self._advice.say("")
            self._place.say(_HINT)
            return
        self._message.say(finding.message)
        self._advice.say(finding.advice)
        self._place.say(f"{place} · {finding.rule}" if place else finding.rule)
        self.verticalScrollBar().setValue(0)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._page.set_theme(theme)
        for part in (self._message, self._advice, self._place):
            part.set_theme(theme)
