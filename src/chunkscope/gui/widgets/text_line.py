"""Plain text on a panel: a line that is elided where it does not fit, a paragraph that wraps.

Both paint with a font of their own, so that no style sheet changes their size.
"""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.theme import TEXT_SIZE_PX, Theme
from chunkscope.gui.widgets.elision import elided
from chunkscope.gui.widgets.wording import plain_tip, unturned
from chunkscope.gui.widgets.wrapped import Wrapped

_SHORTEST_PX = 16


class PlainText(QLabel):
    """A label in a role's ink, read as static text; shows every letter as it is."""

    def __init__(
        self,
        theme: Theme,
        ink: str = "text",
        *,
        bold: bool = False,
        size_px: int = TEXT_SIZE_PX,
        parent: QWidget | None = None,
    ) -> None:
        """Write in the colour of the role `ink`."""
        super().__init__(parent)
        self._theme = theme
        self._ink = ink
        self._font = interface_font(size_px, bold=bold)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.update()

    def set_ink(self, ink: str) -> None:
        """Write in the colour of another role."""
        self._ink = ink
        self.update()

    def _painter(self) -> QPainter:
        painter = QPainter(self)
        painter.setFont(self._font)
        painter.setPen(self._theme.color(self._ink))
        return painter

    @property
    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(self._font)


class TextLine(PlainText):
    """One line; what is elided stands whole in the tooltip."""

    def __init__(
        self,
        theme: Theme,
        ink: str = "text",
        *,
        bold: bool = False,
        size_px: int = TEXT_SIZE_PX,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        """Write in the colour of the role `ink`."""
        super().__init__(theme, ink, bold=bold, size_px=size_px, parent=parent)
        self._elide = elide
        self._tip = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def say(self, text: str, tip: str = "") -> None:
        """Show `text`; `tip` stands in the tooltip before the whole of an elided text."""
        self._tip = tip
        self.setText(" ".join(unturned(text).split()))
        self.updateGeometry()
        self._explain()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._metrics.horizontalAdvance(self.text()) + 2, self._metrics.height() + 2)

    @override
    def minimumSizeHint(self) -> QSize:
        whole = self.sizeHint()
        return QSize(min(whole.width(), _SHORTEST_PX), whole.height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._explain()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self._painter()
        text = elided(self.text(), self._metrics, self._elide, self.width())
        flags = self.alignment() | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect(), int(flags), text)

    def _explain(self) -> None:
        is_whole = self._metrics.horizontalAdvance(self.text()) <= self.width()
        parts = [self._tip, "" if is_whole else self.text()]
        self.setToolTip(plain_tip("\n".join(part for part in parts if part)))


class Paragraph(PlainText):
    """Text that wraps, inside a long word where it must."""

    def __init__(
        self,
        theme: Theme,
        ink: str = "text",
        *,
        bold: bool = False,
        size_px: int = TEXT_SIZE_PX,
        parent: QWidget | None = None,
    ) -> None:
        """Write in the colour of the role `ink`."""
        super().__init__(theme, ink, bold=bold, size_px=size_px, parent=parent)
        self._known: dict[int, Wrapped] = {}
        self.setWordWrap(True)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def say(self, text: str) -> None:
        """Show `text`."""
        text = unturned(text)
        if text == self.text():
            return
        self._known.clear()
        self.setText(text)
        self.updateGeometry()

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        return self._wrapped(width).height

    @override
    def sizeHint(self) -> QSize:
        width = self.width() if self.width() > _SHORTEST_PX else 240
        return QSize(width, self.heightForWidth(width))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(_SHORTEST_PX, self._metrics.height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        self._wrapped(self.width()).draw(self._painter(), 0, 0)

    def _wrapped(self, width: int) -> Wrapped:
        """Return the text in lines; a layout asks for the same widths again and again."""
        wrapped = self._known.get(width)
        if wrapped is None:
            across = self.alignment() & Qt.AlignmentFlag.AlignHorizontal_Mask
            wrapped = self._known[width] = Wrapped(self.text(), self._font, width, across)
        return wrapped
