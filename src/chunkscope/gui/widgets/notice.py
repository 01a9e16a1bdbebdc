"""What stands in the document's place: welcome, reading, failed, empty."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from chunkscope.gui.assets import interface_font
from chunkscope.gui.widgets.wording import breakable
from chunkscope.workspace.pasted import address_in
from chunkscope.workspace.state import Problem, Step

_COLUMN_PX = 460
_STEPS = {
    Step.RETRY: "Read it once more",
    Step.BY_CONTENT: "Read it as what it is, whatever its name says",
}
_WHILE_READING = "The window stays usable meanwhile; Escape cancels."


class NoticePage(QWidget):
    """A title, a sentence and the next steps, in the middle of the document's place."""

    def __init__(self, title: str, sentence: str, parent: QWidget | None = None) -> None:
        """Say `title` and `sentence`."""
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        scroll = QScrollArea(self)
        room = QWidget(scroll.viewport())
        room.setObjectName("notice")
        column = QFrame(room)
        column.setObjectName("noticeColumn")
        column.setMaximumWidth(_COLUMN_PX)
        self._layout = QVBoxLayout(column)
        self._layout.setContentsMargins(24, 16, 24, 16)
        self._layout.setSpacing(10)
        self._title = _label(title, "noticeTitle", column, bold=True)
        self._sentence = _label(sentence, "noticeSentence", column)
        self._layout.addWidget(self._title)
        self._layout.addWidget(self._sentence)
        outer = QHBoxLayout(room)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addStretch(1)
        outer.addWidget(column, 20, Qt.AlignmentFlag.AlignVCenter)
        outer.addStretch(1)
        scroll.setObjectName("noticeScroll")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(room)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)

    def say(self, title: str, sentence: str) -> None:
        """Replace title and sentence."""
        self._title.setText(breakable(title))
        self._sentence.setText(breakable(sentence))
        self._sentence.setVisible(bool(sentence))

    @property
    def title(self) -> str:
        """What is said in large letters."""
        return self._title.text().replace("\N{ZERO WIDTH SPACE}", "")

    @property
    def sentence(self) -> str:
        """What is said below."""
        return self._sentence.text().replace("\N{ZERO WIDTH SPACE}", "")

    def offer(self, actions: Sequence[QAction]) -> list[QPushButton]:
        """Put a button for each action below; the first is the one next step."""
        offered = []
        for place, action in enumerate(actions):
            button = QPushButton(action.text().replace("&", ""), self)
            button.setProperty("primary", place == 0)
            button.setToolTip(action.toolTip())
            button.setAccessibleName(action.text().replace("&", ""))
            button.setIconSize(button.iconSize())
            button.clicked.connect(action.trigger)
            self._layout.addWidget(button)
            offered.append(button)
        return offered


class WelcomePage(NoticePage):
    """The first start: open, drop, paste or try the sample; recent documents below.

    Signals:
        recent_chosen: The path or address of a document opened before.
    """

    recent_chosen = Signal(str)

    def __init__(self, actions: Sequence[QAction], parent: QWidget | None = None) -> None:
        """Offer `actions`."""
        super().__init__(
            "See how a page is cut",
            "Drop a document here to see where a retrieval system will cut it, what gets lost, "
            "and what to change. Nothing leaves this computer unless you say so.",
            parent,
        )
        self.offer(actions)
        self._recent = QVBoxLayout()
        self._recent.setSpacing(2)
        self._layout.addLayout(self._recent)

    def show_recent(self, paths: Sequence[str]) -> None:
        """List documents opened before, newest first."""
        while self._recent.count():
            row = self._recent.takeAt(0)
            widget = None if row is None else row.widget()
            if widget is not None:
                widget.deleteLater()
        if paths:
            self._recent.addWidget(_label("Recent", "noticeHead", self, bold=True))
        for path in paths[:5]:
            self._recent.addWidget(self._link(path))

    def _link(self, path: str) -> QPushButton:
        is_address = address_in(path) is not None
        name = path if is_address else path.replace("\\", "/").rsplit("/", 1)[-1]
        link = QPushButton(self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, 380))
        link.setObjectName("link")
        link.setFlat(True)
        link.setToolTip(path.replace("<", "‹"))
        link.setAccessibleName(f"Open {name}")
        link.setCursor(Qt.CursorShape.PointingHandCursor)
        link.clicked.connect(lambda: self.recent_chosen.emit(path))
        return link


class FailedPage(NoticePage):
    """Nothing is open and what was to be opened could not be read.

    Signals:
        step_wanted: The `Step` that was offered.
    """

    step_wanted = Signal(object)

    def __init__(self, actions: Sequence[QAction], parent: QWidget | None = None) -> None:
        """Offer `actions`, and the step of each problem."""
        super().__init__("", "", parent)
        by_content = self._button_of(Step.BY_CONTENT)
        by_content.setProperty("primary", True)
        self._opening = self.offer(actions)[0]
        self.steps = {Step.RETRY: self._button_of(Step.RETRY), Step.BY_CONTENT: by_content}

    def show_problem(self, problem: Problem) -> None:
        """Say what went wrong and what to do."""
        self.say(problem.message, problem.hint)
        for step, button in self.steps.items():
            button.setVisible(problem.step is step)
        self._opening.setProperty("primary", problem.step is not Step.BY_CONTENT)
        self._opening.style().polish(self._opening)

    def _button_of(self, step: Step) -> QPushButton:
        button = QPushButton(step, self)
        button.setToolTip(_STEPS[step])
        button.setAccessibleName(step)
        button.clicked.connect(lambda: self.step_wanted.emit(step))
        self._layout.addWidget(button)
        return button


class ReadingPage(NoticePage):
    """A document is being read: its name, a bar, and how to stop."""

    def __init__(self, cancel: QAction, parent: QWidget | None = None) -> None:
        """Offer `cancel`."""
        super().__init__("Reading…", "", parent)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 0)
        self.bar.setAccessibleName("Progress of reading")
        self._layout.addWidget(self.bar)
        self.offer([cancel])

    def begin(self, name: str) -> None:
        """Say what is being read."""
        self.say(f"Reading {name}…", _WHILE_READING)
        self.bar.setRange(0, 0)

    def progress(self, what: str, far: str, done: int, total: int) -> None:
        """Say how far it is and move the bar; an unknown total lets it run."""
        said = f"{far[0].upper()}{far[1:]}. {_WHILE_READING}" if far else _WHILE_READING
        self.say(f"{what}…", said)
        self.bar.setRange(0, max(total, 0))
        self.bar.setValue(done)


def _label(text: str, name: str, parent: QWidget, *, bold: bool = False) -> QLabel:
    label = QLabel(text, parent)
    label.setFont(interface_font(bold=bold))
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
