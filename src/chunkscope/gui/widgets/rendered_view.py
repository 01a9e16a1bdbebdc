"""The document as a page: lays out and paints only the blocks that show."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from chunkscope.core.spans import Span
from chunkscope.gui.overlays import Decoration, Mark, words_at
from chunkscope.gui.tasks import TaskRunner
from chunkscope.gui.theme import LIGHT, Theme
from chunkscope.gui.widgets.document_view import NOWHERE, DecorationSource
from chunkscope.gui.widgets.overlay_paint import paint_over
from chunkscope.gui.widgets.overlay_rows import Row, comes_near
from chunkscope.gui.widgets.rendered_access import (
    describe_to_screen_readers,
    tell_that_text_came,
)
from chunkscope.gui.widgets.rendered_block import BlockLayout
from chunkscope.gui.widgets.rendered_estimate import Measured
from chunkscope.gui.widgets.rendered_feed import RenderedFeed
from chunkscope.gui.widgets.rendered_glyphs import GlyphsAhead
from chunkscope.gui.widgets.rendered_look import MARGIN_PX, WIDEST_COLUMN_PX, Look
from chunkscope.gui.widgets.rendered_page import Page
from chunkscope.gui.widgets.rendered_paint import BlockPainter
from chunkscope.gui.widgets.rendered_rows import edge_rows, text_rows, whole_rows
from chunkscope.gui.widgets.rendered_scroll import Scroller
from chunkscope.gui.widgets.rendered_selection import Selection
from chunkscope.gui.widgets.rendered_text import TextPiece, Zone
from chunkscope.gui.widgets.scroll_keys import scroll_by_key
from chunkscope.gui.widgets.wording import plain_tip

_OVER_TEXT: Final = (Mark.FINDING, Mark.CHOSEN_MATCH, Mark.TERM, Mark.ANSWER, Mark.CLOSEST)
_OVER_BLOCKS: Final = (Mark.CUT_LINE,)
_BESIDE_TEXT: Final = (Mark.SENT, Mark.MISSED, Mark.ANSWER_SIGN)
_ESTIMATES_A_TURN: Final = 200
_OVERHANG_PX: Final = 8
"""How far letters may reach out of their row."""
_AROUND_PX: Final = 60
"""Rows that do not show, but whose neighbours do: labels look for room in either."""


class RenderedView(QAbstractScrollArea):
    """A `DocumentView` of rendered markdown.

    Signals:
        offset_clicked: A click, not a drag, on the character at an offset.
        hovered: The pointer is over the character at an offset; `NOWHERE` beside the text.
        viewport_changed: Other text shows, or the same at other heights.
        completed: All of the text is there.
    """

    offset_clicked = Signal(int)
    hovered = Signal(int)
    viewport_changed = Signal()
    completed = Signal()

    def __init__(self, runner: TaskRunner, parent: QWidget | None = None) -> None:
        """Read texts on `runner`'s render lane."""
        super().__init__(parent)
        self._text: str | None = None
        self._zoom = 0
        self._theme = LIGHT
        self._decorations: DecorationSource = _no_decorations
        self._wanted: tuple[int, bool, bool] | None = None
        self._page = Page(Look(LIGHT))
        self._scroller = Scroller(self, self._page)
        self._selection = Selection(self)
        self._glyphs = GlyphsAhead(self)
        self._feed = RenderedFeed(runner, self.append_blocks, self._complete, self)
        self._narrowing = QTimer(self, singleShot=True, interval=0)
        self._narrowing.timeout.connect(self._changed)
        self._rewrapping = QTimer(self, singleShot=True, interval=0)
        self._rewrapping.timeout.connect(self._reshape)
        self._estimator = QTimer(self, interval=0)
        self._estimator.timeout.connect(self._estimate_more)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.setAccessibleName("Rendered document")
        describe_to_screen_readers(self)

    @property
    def page(self) -> Page:
        """The blocks that are there so far."""
        return self._page

    def show_document(self, text: str) -> None:
        """Show a text from its start; the same text again keeps the place."""
        if text is self._text or text == self._text:
            self._text = text
            return
        self._text = text
        self._wanted = None
        self._page.clear()
        self._selection.clear()
        self._scroller.go_to_start()
        self._feed.start(text)
        self._estimator.start()
        self._changed()

    def append_blocks(self, blocks: list[Measured]) -> None:
        """Add blocks at the end, in the order of the text."""
        self._page.append(blocks)
        self._glyphs.expect(self._page.look, [measure.block for measure in blocks])
        if self._wanted is not None and self._holds(self._wanted[0]):
            offset, centre, top = self._wanted
            self.scroll_to(offset, centre=centre, top=top)
        elif self._scroller.is_full:
            self._scroller.tell_bars()
        else:
            self._scroller.tell_bars()
            if self._scroller.awaits_bar:
                self._narrowing.start()  # else all would be laid out twice
            else:
                self._changed()

    def set_decorations(self, source: DecorationSource) -> None:
        """Paint what `source` gives for the visible span; call it when that changes."""
        self._decorations = source
        self.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        """Take over the colours."""
        self._theme = theme
        self._page.recolour(Look(theme, self._zoom))
        self._estimator.start()
        self.viewport().update()

    def set_zoom(self, steps: int) -> None:
        """Make the text so many pixels larger than usual, or smaller; the place is kept."""
        if steps != self._zoom:
            self._zoom = steps
            self._reshape()

    def y_of(self, offset: int) -> int | None:
        """Return the top of the row that holds `offset`."""
        edges = self._edges_of(offset)
        return None if edges is None else edges[0]

    def bottom_of(self, offset: int) -> int | None:
        """Return the bottom of the row that holds the character before `offset`."""
        edges = self._edges_of(max(0, offset - 1))
        return None if edges is None else edges[1]

    def offset_at(self, point: QPoint) -> int | None:
        """Return the offset of the character at a point of the viewport; None beside the text."""
        piece, inside = self.piece_at(point)
        if piece is None or not piece.frame.contains(inside):
            return None
        return piece.shown.offset_of(piece.position_at(inside))

    def piece_at(self, point: QPoint) -> tuple[TextPiece | None, QPointF]:
        """Return the text nearest to a point of the viewport, and the point in its block."""
        visible = self._scroller.block_at(point.y())
        if visible is None:
            return None, QPointF()
        index, top = visible
        inside = QPointF(point.x() - self._scroller.left, point.y() - top)
        return self._page.layout_of(index).piece_at(inside), inside

    def visible_span(self) -> Span:
        """Return the span of text of which something shows."""
        visible = self._scroller.visible
        if not visible:
            return Span(0, 0)
        (first, top), (last, bottom_top) = visible[0], visible[-1]
        start = self._page.reach_of(first).start if top >= 0 else self._row_start(first, -top)
        end = self._page.reach_of(last).end
        room = self.viewport().height() - bottom_top
        if room < self._page.layout_of(last).height:
            end = max(start, self._row_end(last, room))
        return Span(start, end)

    def scroll_to(self, offset: int, *, centre: bool = False, top: bool = False) -> None:
        """Show the row of `offset`: in the middle, at the top, or moving as little as needed."""
        if not self._holds(offset):
            self._wanted = (offset, centre, top)
            return
        self._wanted = None
        self._scroller.show_offset(offset, centre=centre, at_top=top)
        self._changed()

    def selected_span(self) -> Span | None:
        """Return the selected text; None where nothing is selected."""
        return self._selection.span

    def select(self, span: Span | None) -> None:
        """Select a span of the text, or nothing."""
        self._selection.select(span)

    def select_all(self) -> None:
        """Select the whole text."""
        self._selection.select(Span(0, len(self._text or "")))

    def copy(self) -> None:
        """Copy what is shown of the selected text to the clipboard."""
        self._selection.copy()

    def _changed(self) -> None:
        self._narrowing.stop()
        self._scroller.settle()
        self.viewport().update()
        self.viewport_changed.emit()

    def _complete(self) -> None:
        self._page.is_whole = True
        if self._narrowing.isActive():
            self._changed()
        if self._wanted is not None:
            offset, centre, top = self._wanted
            self.scroll_to(offset, centre=centre, top=top)
        tell_that_text_came(self)
        self.completed.emit()

    def _holds(self, offset: int) -> bool:
        """Say whether the block of `offset` is there, or the last of all."""
        pages = len(self._page)
        return bool(pages) and (
            offset < self._page.reach_of(pages - 1).end or not self._feed.is_reading
        )

    def _edges_of(self, offset: int) -> tuple[int, int] | None:
        if not len(self._page):
            return None
        index = self._page.index_of(offset)
        top = self._scroller.top_of(index)
        if top is not None:
            first, last = self._page.layout_of(index).row_at(offset)
            return round(top + first), round(top + last)
        if index < self._scroller.visible[0][0]:
            return -1, -1
        return self.viewport().height(), self.viewport().height()

    def _row_start(self, index: int, y: float) -> int:
        piece = self._page.layout_of(index).piece_at(QPointF(0.0, y))
        row = piece.row_at(y) if piece is not None else None
        if piece is None or row is None:
            return self._page.reach_of(index).start
        return piece.shown.offset_of(row.start)

    def _row_end(self, index: int, y: float) -> int:
        right = self._page.layout_of(index).width
        piece = self._page.layout_of(index).piece_at(QPointF(right, y))
        row = piece.row_at(y) if piece is not None else None
        if piece is None or row is None:
            return self._page.reach_of(index).end
        return piece.shown.offset_of(row.end)

    def _reshape(self) -> None:
        """Lay everything out anew, the first visible row staying where it is."""
        self._rewrapping.stop()
        pinned = self._scroller.pinned()
        room = self.viewport().width() - 2 * MARGIN_PX
        widest = WIDEST_COLUMN_PX * (1 + max(0, self._zoom) / 13)
        self._page.reshape(Look(self._theme, self._zoom), min(room, widest))
        self._scroller.pin(pinned)
        self._estimator.start()
        self._changed()

    def _estimate_more(self) -> None:
        if not self._page.estimate_more(_ESTIMATES_A_TURN):
            self._estimator.stop()
        if not self._narrowing.isActive():
            self._scroller.settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show more or less, or wrap anew; that a turn later, since in this one all else does."""
        if event.size().width() == event.oldSize().width():
            self._changed()
        elif self.isVisible() and self._scroller.visible:
            self._rewrapping.start()
        else:
            self._reshape()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Follow the scroll bars."""
        if dy:
            self._scroller.follow()
        if dx or dy:
            self.viewport().update()
            self.viewport_changed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible blocks and what lies on them."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._theme.color("panel"))
        found = self._visible_decorations()
        blocks = BlockPainter(painter, self._theme, self._selection.span)
        placed = [
            (self._page.layout_of(index), QPointF(self._scroller.left, round(top)), index)
            for index, top in self._scroller.visible
        ]
        for layout, corner, index in placed:
            painter.save()
            painter.translate(corner)
            top, bottom = event.rect().top() - corner.y(), event.rect().bottom() - corner.y()
            zone = Zone(top - _OVERHANG_PX, bottom + _OVERHANG_PX)
            blocks.paint(layout, self._page.reach_of(index), found, zone)
            painter.restore()
        self._paint_over(painter, placed, found)
        painter.end()

    def _paint_over(
        self,
        painter: QPainter,
        placed: list[tuple[BlockLayout, QPointF, int]],
        found: list[Decoration],
    ) -> None:
        """Paint what lies over the text; cut lines are as wide as their block."""
        taken: list[QRectF] = []
        known: dict[int, list[Row]] = {}
        bottom = self.viewport().height() + _AROUND_PX
        for kinds, rows_of in (
            (_OVER_TEXT, None),
            (_OVER_BLOCKS, whole_rows),
            (_BESIDE_TEXT, edge_rows),
        ):
            marks = [mark for mark in found if mark.mark in kinds]
            rows: list[Row] = []
            for layout, corner, index in placed:
                reach = self._page.reach_of(index)
                if any(comes_near(mark.span, reach) for mark in marks):
                    if index not in known:
                        zone = Zone(-_AROUND_PX - corner.y(), bottom - corner.y())
                        known[index] = list(text_rows(layout, corner, reach, zone))
                    here = known[index]
                    rows += here if rows_of is None else rows_of(layout, corner, here)
            paint_over(painter, rows, marks, self._theme, taken)

    def _visible_decorations(self) -> list[Decoration]:
        span = self.visible_span()
        return list(self._decorations(span)) if span.end > span.start else []

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a selection."""
        self._selection.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on selecting, or say what the pointer is over."""
        if self._selection.move(event):
            return
        offset = self.offset_at(event.position().toPoint())
        self.hovered.emit(NOWHERE if offset is None else offset)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a selection, or report a click."""
        if self._selection.release(event):
            offset = self.offset_at(event.position().toPoint())
            if offset is not None:
                self.offset_clicked.emit(offset)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select the word."""
        piece, inside = self.piece_at(event.position().toPoint())
        if piece is not None:
            self._selection.select(piece.shown.word_at(piece.position_at(inside)))

    def leaveEvent(self, event: QEvent) -> None:
        """Say that the pointer has left the text."""
        super().leaveEvent(event)
        self.hovered.emit(NOWHERE)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll, copy and select all by keyboard."""
        if not (self._selection.key(event) or scroll_by_key(self.verticalScrollBar(), event)):
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the target of a link or the words of a finding as a tooltip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = plain_tip(self.tooltip_at(event.pos()))
            QToolTip.showText(event.globalPos(), words, self.viewport())
            return True
        return super().viewportEvent(event)

    def tooltip_at(self, point: QPoint) -> str:
        """Return what there is to say about a point: a link's target, a finding's words."""
        piece, inside = self.piece_at(point)
        offset = self.offset_at(point)
        if piece is None or offset is None:
            return ""
        run = piece.shown.run_at(piece.position_at(inside))
        words = [run.target] if run is not None and run.target else []
        words.append(words_at(self._decorations(Span(offset, offset + 1)), offset))
        return "\n".join(filter(None, words))


def _no_decorations(_span: Span) -> Iterable[Decoration]:
    return ()
