"""The pages of the original, one below the other, as wide as their place allows."""

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.page_pictures import PagePictures
from chunkscope.gui.theme import LIGHT, SMALL_SIZE_PX, Theme
from chunkscope.gui.widgets.pages_layout import CAPTION_PX, PagesLayout, lay_out
from chunkscope.gui.widgets.scroll_keys import scroll_by_key
from chunkscope.gui.widgets.wrapped import Wrapped
from chunkscope.workspace.original import PagePlace

_LEAST_WIDTH_PX: Final = 96
_AHEAD, _BEHIND = 3, 1
_CALM_MS: Final = 120
"""A width that is being dragged is not worth new pictures until the hand rests this long."""
_STEP_PX: Final = 40
_PAPER: Final = QColor(Qt.GlobalColor.white)
_LINE_PX, _CURRENT_LINE_PX = 1, 2
_WORDS_MARGIN_PX: Final = 16


class PagesView(QAbstractScrollArea):
    """Shows pages, and says when the user goes elsewhere in them.

    Signals:
        moved: The place at the top edge, after the user scrolled.
        chosen: The place that was clicked, or confirmed with Return.
    """

    moved = Signal(object)
    chosen = Signal(object)

    def __init__(self, pictures: PagePictures, parent: QWidget | None = None) -> None:
        """Paint what `pictures` draws."""
        super().__init__(parent)
        self._pictures = pictures
        self._theme = LIGHT
        self._shapes: tuple[float, ...] = ()
        self._layout = PagesLayout(0, (0,), ())
        self._place = PagePlace(0)
        self._current = 0
        self._is_following = False
        self._words = ""
        self._calm = QTimer(self, singleShot=True, interval=_CALM_MS)
        self._calm.timeout.connect(self._want)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(_LEAST_WIDTH_PX)
        self.setAccessibleName("Original pages")
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        pictures.measured.connect(self._measured)
        pictures.failed.connect(self._failed)
        pictures.came.connect(self._came)

    @property
    def layout_of_pages(self) -> PagesLayout:
        """Where the pages lie."""
        return self._layout

    @property
    def current(self) -> int:
        """The page whose text is on screen, from 0."""
        return self._current

    @property
    def place(self) -> PagePlace:
        """The place at the top edge."""
        return self._place

    @property
    def words(self) -> str:
        """What stands there instead of pages; empty while there are some."""
        return self._words

    def begin(self) -> None:
        """Wait for the pages of another file."""
        self._shapes, self._place, self._current = (), PagePlace(0), 0
        self._say("Looking at the pages…")
        self._lay_out()

    def follow(self, place: PagePlace) -> None:
        """Show a place at the top edge without a word, and take its page for the current one."""
        self._place = place
        self.set_current(place.page)
        self._scroll_to_place()

    def set_current(self, page: int) -> None:
        """Take a page for the one whose text is on screen, without moving."""
        self._current = page
        if len(self._shapes):
            words = f"Page {page + 1:,} of {len(self._shapes):,}"
            if words != self.accessibleDescription():
                self.setAccessibleDescription(words)
        self.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.viewport().update()

    def page_at(self, point: QPoint) -> PagePlace | None:
        """Return the place under a point of the viewport; None beside the pages."""
        if not len(self._layout):
            return None
        y = point.y() + self.verticalScrollBar().value()
        place = self._layout.place_at(y)
        return place if self._rect_of(place.page).contains(point) else None

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            painter.fillRect(event.rect(), self._theme.color("ground"))
            if self._words:
                self._paint_words(painter)
            top = self.verticalScrollBar().value()
            drawn = event.rect()
            for page in self._layout.within(top + drawn.top(), top + drawn.bottom() + 1):
                self._paint_page(painter, page)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._want()

    @override
    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()
        self._want()
        if not self._is_following and len(self._layout):
            self._place = self._layout.place_at(self.verticalScrollBar().value())
            self.set_current(self._place.page)
            self.moved.emit(self._place)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll to either end by Home and End; Return goes to the current page's text."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and len(self._layout):
            self.chosen.emit(PagePlace(self._current))
        elif not scroll_by_key(self.verticalScrollBar(), event):
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the press, so that its release comes here too."""
        event.accept()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go to the text of what was clicked."""
        place = self.page_at(event.position().toPoint())
        if place is not None and event.button() is Qt.MouseButton.LeftButton:
            self.chosen.emit(place)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        """Say what a click does, or why a page is missing."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self.page_at(event.pos())
            QToolTip.showText(event.globalPos(), self._tip_of(place), self.viewport())
            return True
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._want()
        return super().viewportEvent(event)

    def _tip_of(self, place: PagePlace | None) -> str:
        if place is None:
            return ""
        return f"Page {place.page + 1:,} of {len(self._layout):,}; a click goes to its text"

    def _measured(self, shapes: tuple[float, ...]) -> None:
        self._shapes = shapes
        self._say("" if shapes else "The file has no pages.")
        self.set_current(self._current)
        self._lay_out()

    def _failed(self, message: str, hint: str) -> None:
        self._shapes = ()
        self._say(f"{message} {hint}".strip())
        self._lay_out()

    def _say(self, words: str) -> None:
        self._words = words
        if words:
            self.setAccessibleDescription(words)

    def _came(self, page: int) -> None:
        if page < len(self._layout):
            self.viewport().update(self._rect_of(page))

    def _lay_out(self) -> None:
        """Fit the pages to the width; the place at the top edge stays there."""
        self._show_bar_if_needed()
        earlier, self._layout = self._layout, lay_out(self._shapes, self.viewport().width())
        if self._layout.width != earlier.width and len(earlier):
            self._calm.start()
        self._is_following = True
        bar = self.verticalScrollBar()
        room = self.viewport().height()
        bar.setPageStep(room)
        bar.setSingleStep(_STEP_PX)
        bar.setRange(0, max(0, self._layout.height - room) if len(self._layout) else 0)
        self._is_following = False
        self._scroll_to_place()

    def _show_bar_if_needed(self) -> None:
        """Decide by the whole width, so that the bar's own width cannot make it come and go."""
        policy = Qt.ScrollBarPolicy
        fits = lay_out(self._shapes, self.width()).height <= self.viewport().height()
        wanted = policy.ScrollBarAlwaysOff if fits else policy.ScrollBarAlwaysOn
        if wanted is not self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(wanted)

    def _scroll_to_place(self) -> None:
        if len(self._layout):
            self._is_following = True
            self.verticalScrollBar().setValue(self._y_of(self._place))
            self._is_following = False
        self.viewport().update()
        self._want()

    def _y_of(self, place: PagePlace) -> int:
        """Return the height of a place; the first page's start shows with its margin."""
        return 0 if place == PagePlace(0) else self._layout.y_of(place)

    def _want(self) -> None:
        if not len(self._layout) or self._calm.isActive() or not self.isVisible():
            return
        top = self.verticalScrollBar().value()
        visible = self._layout.within(top, top + self.viewport().height())
        ahead = range(visible.stop, min(visible.stop + _AHEAD, len(self._layout)))
        behind = range(max(0, visible.start - _BEHIND), visible.start)
        self._pictures.want(
            (*visible, *ahead, *behind), self._layout.width, self.devicePixelRatioF()
        )

    def _rect_of(self, page: int) -> QRect:
        layout = self._layout
        left = (self.viewport().width() - layout.width) // 2
        top = layout.tops[page] - self.verticalScrollBar().value()
        return QRect(left, top, layout.width, layout.heights[page])

    def _paint_page(self, painter: QPainter, page: int) -> None:
        rect, theme = self._rect_of(page), self._theme
        picture, failure = self._pictures.picture(page), self._pictures.failure(page)
        if picture is not None:
            _paint_picture(painter, rect, picture)
        else:
            painter.fillRect(rect, theme.color("panel"))
            self._paint_missing(painter, rect, page, failure)
        is_current = page == self._current
        width = _CURRENT_LINE_PX if is_current else _LINE_PX
        painter.setPen(QPen(theme.color("accent" if is_current else "line"), width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inset = width / 2
        painter.drawRect(QRectF(rect).adjusted(-inset, -inset, inset, inset))
        self._paint_number(painter, rect, page, is_current=is_current)

    def _paint_missing(self, painter: QPainter, rect: QRect, page: int, failure: str) -> None:
        words = f"Page {page + 1:,} could not be drawn. {failure}" if failure else f"{page + 1:,}"
        inner = rect.adjusted(8, 8, -8, -8)
        wrapped = Wrapped(
            words, interface_font(), max(1, inner.width()), Qt.AlignmentFlag.AlignHCenter
        )
        painter.setPen(self._theme.color("error" if failure else "quiet"))
        wrapped.draw(painter, inner.left(), inner.center().y() - wrapped.height // 2)

    def _paint_number(self, painter: QPainter, rect: QRect, page: int, *, is_current: bool) -> None:
        painter.setFont(interface_font(SMALL_SIZE_PX, bold=is_current))
        painter.setPen(self._theme.color("accent" if is_current else "quiet"))
        below = QRect(rect.left(), rect.bottom() + 1, rect.width(), CAPTION_PX)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, f"{page + 1:,}")

    def _paint_words(self, painter: QPainter) -> None:
        width = max(1, self.viewport().width() - 2 * _WORDS_MARGIN_PX)
        wrapped = Wrapped(self._words, interface_font(), width, Qt.AlignmentFlag.AlignHCenter)
        painter.setPen(self._theme.color("quiet"))
        corner = QPointF(_WORDS_MARGIN_PX, max(24, (self.viewport().height() - wrapped.height) / 2))
        wrapped.draw(painter, int(corner.x()), int(corner.y()))


def _paint_picture(painter: QPainter, rect: QRect, picture: QImage) -> None:
    """Paint a picture pixel by pixel, or stretched where it was drawn for another width."""
    drawn = picture.deviceIndependentSize()
    fits = abs(drawn.width() - rect.width()) + abs(drawn.height() - rect.height()) <= 2
    if fits:
        painter.drawImage(rect.topLeft(), picture)
    else:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(rect), picture)
