"""Small parts that the pages of the bench's details are made of."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from chunkscope.core.overriding import override
from chunkscope.gui.models.bench_words import CandidateLine, Sign
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.badge import badge_width, paint_badge
from chunkscope.gui.widgets.focus_frame import FocusFrame
from chunkscope.gui.widgets.ground import Ground, Themed
from chunkscope.gui.widgets.panel_parts import inset, replace_rows
from chunkscope.gui.widgets.place_row import PlaceRow
from chunkscope.gui.widgets.text_line import Paragraph, TextLine
from chunkscope.gui.widgets.wording import plain_tip
from chunkscope.gui.widgets.wrapped import Wrapped

_QUOTE_LINES: Final = 3
_BAR_PX, _QUOTE_GAP_PX = 3, 8


class ScrollPage(QScrollArea):
    """A page that scrolls downwards only, by keys too; its parts lie on the ground of panels."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        """Start without parts; `name` is read aloud."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._frame = FocusFrame(theme, self)
        self.ground = Ground(theme, self.viewport())
        self.column = QVBoxLayout(self.ground)
        self.column.setContentsMargins(0, 4, 0, 12)
        self.column.setSpacing(0)
        self.setWidget(self.ground)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self.ground.set_theme(theme)
        self._frame.set_theme(theme)


class Badge(QLabel):
    """A short word on a pale ground."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start without words."""
        super().__init__(parent)
        self._theme = theme
        self.sign = Sign("", "info")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def say(self, sign: Sign) -> None:
        """Show a word in the colour of a state."""
        self.sign = sign
        self.setText(sign.words)
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(badge_width(self.sign.words), 18)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_badge(QPainter(self), self.rect(), self.sign.words, self.sign.role, self._theme)


class Quote(Paragraph):
    """The answer's words beside a bar, in a few lines at most."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(theme, parent=parent)
        self._shortened: dict[int, Wrapped] = {}
        self.setAccessibleName("The answer")

    def quote(self, words: str) -> None:
        """Show `words` on as few lines as they need."""
        line = " ".join(words.split())
        if line != self.text():
            self._shortened.clear()
            self.setAccessibleDescription(line)
            self.setToolTip(plain_tip(line))
            self.say(line)

    @override
    def heightForWidth(self, width: int) -> int:
        return self._short(width).height + 4

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self._painter()
        painter.fillRect(QRect(0, 0, _BAR_PX, self.height()), self._theme.color("good"))
        self._short(self.width()).draw(painter, _BAR_PX + _QUOTE_GAP_PX, 2)

    def _short(self, width: int) -> Wrapped:
        """Return as many words as there are lines for."""
        if width not in self._shortened:
            room = width - _BAR_PX - _QUOTE_GAP_PX
            most = _QUOTE_LINES * (self._metrics.height() + 1)
            wrapped, words = self._in_lines(self.text(), room), self.text()
            while wrapped.height > most and len(words) > 1:
                words = words[: max(1, len(words) * 9 // 10)].rstrip()
                wrapped = self._in_lines(words + "…", room)
            self._shortened[width] = wrapped
        return self._shortened[width]

    def _in_lines(self, words: str, room: int) -> Wrapped:
        return Wrapped(words, self._font, room)


class PlaceList(QWidget):
    """A heading and a few candidates below it.

    Signals:
        place_chosen: The place of the candidate that was pressed.
    """

    place_chosen = Signal(int)

    def __init__(self, title: str, theme: Theme, parent: QWidget | None = None) -> None:
        """Start hidden: nothing is listed."""
        super().__init__(parent)
        self._theme = theme
        self._rows: list[PlaceRow] = []
        self._shown: tuple[CandidateLine, ...] = ()
        self._title = TextLine(theme, "quiet", parent=self)
        self._title.say(title)
        self._more = Paragraph(theme, "quiet", parent=self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 10 if title else 0, 0, 0)
        self._column.setSpacing(0)
        head = inset(self._title, bottom=2)
        head.setVisible(bool(title))
        self._column.addWidget(head)
        self._column.addWidget(inset(self._more, top=2))
        self.setVisible(False)

    @property
    def rows(self) -> tuple[PlaceRow, ...]:
        """The candidates that are shown."""
        return tuple(self._rows)

    def show_lines(self, lines: Sequence[CandidateLine], more: str = "") -> None:
        """Show candidates; `more` says what is left out."""
        self.setVisible(bool(lines))
        self._more.say(more)
        holder = self._more.parentWidget()
        assert holder is not None
        holder.setVisible(bool(more))
        if tuple(lines) != self._shown:
            self._shown = tuple(lines)
            self._fill()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        parts: tuple[Themed, ...] = (self._title, self._more, *self._rows)
        for part in parts:
            part.set_theme(theme)

    def _fill(self) -> None:
        before = self._rows
        self._rows = [PlaceRow(line, self._theme, self) for line in self._shown]
        for row in self._rows:
            row.place_chosen.connect(self.place_chosen)
        replace_rows(self._column, before, self._rows)
