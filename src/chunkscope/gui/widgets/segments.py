"""A small switch between pages: one of a few segments is down."""

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QTabBar, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.theme import Theme

HEIGHT_PX: Final = 26
_PADDING_PX: Final = 14
_CORNER_PX: Final = 6.0


class Segments(QTabBar):
    """A tab bar that is drawn as one piece; arrow keys go from segment to segment."""

    def __init__(
        self, names: tuple[str, ...], label: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        """Offer `names`, the first one down; `label` is read aloud."""
        super().__init__(parent)
        self._theme = theme
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(label)
        for name in names:
            self.addTab(name)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.update()

    @override
    def tabSizeHint(self, index: int) -> QSize:
        text = QFontMetrics(interface_font()).horizontalAdvance(self.tabText(index))
        return QSize(text + 2 * _PADDING_PX, HEIGHT_PX)

    @override
    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    @override
    def sizeHint(self) -> QSize:
        width = sum(self.tabSizeHint(index).width() for index in range(self.count()))
        return QSize(width, HEIGHT_PX)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(interface_font())
        whole = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(theme.color("ground"))
        painter.drawRoundedRect(whole, _CORNER_PX, _CORNER_PX)
        for index in range(self.count()):
            self._paint_segment(painter, index)

    def _paint_segment(self, painter: QPainter, index: int) -> None:
        theme, room = self._theme, self.tabRect(index)
        is_down = index == self.currentIndex()
        if is_down:
            edge = "accent" if self.hasFocus() else "line"
            painter.setPen(QPen(theme.color(edge), 1))
            painter.setBrush(theme.color("selection"))
            painter.drawRoundedRect(
                QRectF(room).adjusted(0.5, 0.5, -0.5, -0.5), _CORNER_PX, _CORNER_PX
            )
        painter.setPen(theme.color("accent" if is_down else "quiet"))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), self.tabText(index))
