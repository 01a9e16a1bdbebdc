"""The head of a dock: a bold title, a quiet word on how much it holds, and small buttons."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.text_line import TextLine

HEAD_PX = 30
_SWATCH_PX = 9
_LINE_ROOM_PX = 5


class Swatch(QWidget):
    """A small square in a chunk's colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a colour."""
        super().__init__(parent)
        self._color = QColor(Qt.GlobalColor.transparent)
        self.setFixedSize(_SWATCH_PX, _SWATCH_PX)

    def set_color(self, color: QColor) -> None:
        """Take another colour."""
        self._color = color
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color)
        painter.drawRoundedRect(QRectF(self.rect()), 2, 2)


class PanelHead(QWidget):
    """Says what a panel holds and how much of it; a thin line separates it from the panel."""

    def __init__(
        self,
        title: str,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        swatch: bool = False,
        inside: bool = False,
    ) -> None:
        """Show `title`.

        `swatch` puts a coloured square before it and takes the count for a path; `inside` puts a
        line above it.
        """
        super().__init__(parent)
        self._theme = theme
        self._is_inside = inside
        self.setObjectName("panelHead")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.swatch = Swatch(self) if swatch else None
        self._title = TextLine(theme, bold=True, parent=self)
        self._title.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        elide = Qt.TextElideMode.ElideMiddle if swatch else Qt.TextElideMode.ElideRight
        self._count = TextLine(theme, "quiet", elide=elide, parent=self)
        self._count.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(12, 0, 8, 0)
        self._layout.setSpacing(8)
        if self.swatch is not None:
            self._layout.addWidget(self.swatch)
        self._layout.addWidget(self._title)
        self._layout.addWidget(self._count, 1)
        self.say(title)

    @property
    def title(self) -> str:
        """What the panel holds."""
        return self._title.text()

    @property
    def count(self) -> str:
        """How much it holds."""
        return self._count.text()

    def say(self, title: str, count: str = "", tip: str = "") -> None:
        """Say what the panel holds and how much."""
        self._title.say(title)
        self._count.say(count, tip)
        self.setAccessibleName(f"{title}: {count}" if count else title)

    def add_button(self, button: QWidget) -> None:
        """Put a small button at the right end."""
        self._layout.addWidget(button)
        self.updateGeometry()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self._title.set_theme(theme)
        self._count.set_theme(theme)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, max(HEAD_PX, self._layout.minimumSize().height() + _LINE_ROOM_PX))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("panel"))
        line = self.rect().adjusted(0, self.height() - 1, 0, 0)
        painter.fillRect(line, self._theme.color("line"))
        if self._is_inside:
            painter.fillRect(QRect(0, 0, self.width(), 1), self._theme.color("line"))
