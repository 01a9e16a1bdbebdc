"""The markdown as it stands in the file, with the chunks laid over it."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QToolTip, QWidget

from chunkscope.core.overriding import override
from chunkscope.core.spans import Span
from chunkscope.gui.assets import code_font
from chunkscope.gui.overlays import words_at
from chunkscope.gui.theme import LIGHT, TEXT_SIZE_PX, Theme
from chunkscope.gui.widgets.document_view import NOWHERE, DecorationSource
from chunkscope.gui.widgets.overlay_paint import paint_over, paint_under
from chunkscope.gui.widgets.overlay_rows import Row, row_index
from chunkscope.gui.widgets.source_loader import SourceLoader
from chunkscope.gui.widgets.source_rows import Frame, line_from, visible_rows
from chunkscope.gui.widgets.wording import plain_tip

MARGIN: Final = 16
MANY_BLOCKS: Final = 20_000
"""From here on Qt takes longer to break all lines anew than a frame lasts."""
_WRAP_AFTER_MS: Final = 80
_SMALLEST_PX: Final = 7
_LARGEST_PX: Final = 40


class SourceView(QPlainTextEdit):
    """Shows one text plainly, read-only; a `DocumentView`.

    Only what is on screen is laid out and painted over. A long text is there in parts from the
    first moment on; `loaded` says when it is complete.
    """

    offset_clicked = Signal(int)
    hovered = Signal(int)
    viewport_changed = Signal()
    loaded = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        self._font = code_font()
        super().__init__(parent)
        self._text = ""
        self._theme = LIGHT
        self._source: DecorationSource = lambda _visible: ()
        self._rows: tuple[Row, ...] | None = None
        self._is_moving = False
        self._wanted: tuple[int, bool, bool] | None = None
        self._hovered = NOWHERE
        self._pressed_at: QPoint | None = None
        self._late_wrap = QTimer(self, singleShot=True, interval=_WRAP_AFTER_MS)
        self._late_wrap.timeout.connect(
            lambda: self._wrap(QResizeEvent(self.viewport().size(), QSize()))
        )
        self._configure()
        self._loader = SourceLoader(self.document(), self)
        self._loader.grew.connect(self._take_growth)
        self._loader.finished.connect(self.loaded)
        self.set_zoom(0)

    def show_document(self, text: str) -> None:
        """Show a text from its start; the same text again keeps the place."""
        if text is self._text or (text == self._text and self._loader.complete):
            return
        self._text, self._wanted = text, None
        self._rows = None  # rows hold on to the layouts that go now
        self.verticalScrollBar().setValue(0)
        self._loader.load(text)
        self.setTextCursor(QTextCursor(self.document()))  # the text came in before the caret
        self._announce()

    def set_decorations(self, source: DecorationSource) -> None:
        """Paint what `source` gives of the visible span; to be called whenever that changes."""
        self._source = source
        self.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        """Take over the colours."""
        self._theme = theme
        palette = QPalette(self.palette())
        for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
            palette.setColor(group, QPalette.ColorRole.Base, theme.color("panel"))
            palette.setColor(group, QPalette.ColorRole.Text, theme.color("text"))
            palette.setColor(group, QPalette.ColorRole.Highlight, theme.ground_of("accent"))
            palette.setColor(group, QPalette.ColorRole.HighlightedText, theme.color("text"))
        self.setPalette(palette)
        self.viewport().update()

    def set_zoom(self, steps: int) -> None:
        """Make the text so many pixels larger than usual, or smaller; the place is kept."""
        start = self.visible_span().start
        self._font = code_font(min(_LARGEST_PX, max(_SMALLEST_PX, TEXT_SIZE_PX + steps)))
        self._font.setFeature(QFont.Tag("calt"), 0)  # here every character shows as it is
        self._use_font()
        self._scroll_to_top(start)

    def y_of(self, offset: int) -> int | None:
        """Return the top of the row that holds `offset`; see `DocumentView.y_of`."""
        row = self._row_of(offset)
        return row if isinstance(row, int) or row is None else round(row.rect.top())

    def bottom_of(self, offset: int) -> int | None:
        """Return the bottom of the row that holds the character before `offset`."""
        row = self._row_of(max(0, offset - 1))
        return row if isinstance(row, int) or row is None else round(row.rect.bottom())

    def offset_at(self, point: QPoint) -> int | None:
        """Return the offset of the character at a point of the viewport; None beside the text."""
        row = self._row_at(point.y())
        if row is None or not row.ink[0] <= point.x() < row.ink[1]:
            return None
        return row.offset_at(point.x())

    def visible_span(self) -> Span:
        """Return the span of text of which something shows."""
        rows = self.rows()
        return Span(rows[0].span.start, rows[-1].span.end) if rows else Span(0, 0)

    def scroll_to(self, offset: int, *, centre: bool = False, top: bool = False) -> None:
        """Show the row of `offset`: in the middle, at the top, or moving as little as needed.

        An offset whose text is not there yet is shown as soon as it is.
        """
        self._wanted = None
        if offset >= self._loader.map.end and not self._loader.complete:
            self._wanted = (offset, centre, top)
            return
        if top:
            self._scroll_to_top(offset)
            return
        rows, height = self.rows(), self.viewport().height()
        place = row_index(rows, offset)
        whole = place is not None and rows[place].rect.top() >= 0
        if place is not None and whole and rows[place].rect.bottom() <= height and not centre:
            return
        above = not rows or offset < rows[0].span.end
        room = height / 2 if centre else 0 if above else height - 2 * self._row_height
        self._scroll_to_top(offset, room)

    def selected_span(self) -> Span | None:
        """Return the selected text; None where nothing is selected."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            return None
        places = self._loader.map
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        return Span(places.to_offset(start), places.to_offset(end))

    def rows(self) -> Sequence[Row]:
        """Return the rows on screen, from the top; worth nothing after the next change."""
        if self._rows is None:
            frame = Frame(
                self.firstVisibleBlock(),
                lambda block: self.blockBoundingGeometry(block).translated(self.contentOffset()),
                self.viewport().height(),
                float(self.viewport().width() - MARGIN),
            )
            self._rows = tuple(visible_rows(frame, self._text, self._loader.map))
        return self._rows

    def select(self, span: Span) -> None:
        """Select a span of the text, as the pointer would."""
        places = self._loader.map
        cursor = self.textCursor()
        cursor.setPosition(places.to_position(span.start))
        cursor.setPosition(places.to_position(span.end), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def place_caret(self, offset: int) -> None:
        """Put the caret before a character, so that the arrow keys go on from there."""
        if offset < self._loader.map.end:
            self.select(Span(offset, offset))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint grounds, the text, and what lies over it."""
        rows = self.rows()
        marks = tuple(self._source(self.visible_span())) if rows else ()
        with QPainter(self.viewport()) as painter:
            painter.setClipRegion(event.region())
            paint_under(painter, rows, marks, self._theme)
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            painter.setClipRegion(event.region())
            paint_over(painter, rows, marks, self._theme)

    @override
    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Scroll, and say so."""
        super().scrollContentsBy(dx, dy)
        self._rows = None
        if not self._is_moving:
            self._announce()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out anew around the first visible row; a large text once the width stays."""
        size, old = event.size(), event.oldSize()
        if self.isVisible() and old.width() != size.width() and self.blockCount() > MANY_BLOCKS:
            self._late_wrap.start()
            event = QResizeEvent(size, QSize(size.width(), old.height()))
        self._wrap(event)

    def _wrap(self, event: QResizeEvent) -> None:
        start = self.visible_span().start
        self._rows, self._is_moving = None, True
        super().resizeEvent(event)
        self._is_moving = False
        if event.oldSize().width() != event.size().width():
            self._scroll_to_top(start)
        else:
            self._announce()

    @override
    def changeEvent(self, event: QEvent) -> None:
        """Keep the code font, whatever the style sheet says of other widgets."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._use_font()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where, to tell a click from a drag."""
        self._pressed_at = event.position().toPoint()
        super().mousePressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Report a click on the text."""
        super().mouseReleaseEvent(event)
        pressed_at, self._pressed_at = self._pressed_at, None
        is_left = event.button() is Qt.MouseButton.LeftButton
        if pressed_at is None or not is_left or self.textCursor().hasSelection():
            return
        row = self._row_at(event.position().y())
        if row is not None:
            offset = row.offset_at(event.position().x())
            last = max(row.span.start, row.text_end - 1)  # of a click beside the row's text
            self.offset_clicked.emit(min(max(offset, row.span.start), last))

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Report the character under the pointer."""
        super().mouseMoveEvent(event)
        offset = self.offset_at(event.position().toPoint())
        self._report_hover(NOWHERE if offset is None else offset)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        """Say in a tooltip what is wrong with the text under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = plain_tip(self.tooltip_at(event.pos()))
            QToolTip.showText(event.globalPos(), words, self.viewport())
            return True
        return super().viewportEvent(event)

    def tooltip_at(self, point: QPoint) -> str:
        """Return what there is to say about the character at a point."""
        offset = self.offset_at(point)
        return "" if offset is None else words_at(self._source(Span(offset, offset + 1)), offset)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        """Report that the pointer is gone."""
        super().leaveEvent(event)
        self._report_hover(NOWHERE)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return chooses what the caret stands in, as a click does."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.offset_clicked.emit(self._loader.map.to_offset(self.textCursor().position()))
            return
        super().keyPressEvent(event)

    def select_all(self) -> None:
        """Select the whole text."""
        self.selectAll()

    @override
    def copy(self) -> None:
        """Copy the selected characters of the text itself, without soft breaks.

        The clipboard makes its own `QMimeData`: one of Python's would outlive the interpreter.
        """
        span = self.selected_span()
        if span is not None:
            QGuiApplication.clipboard().setText(span.slice_of(self._text))

    def _configure(self) -> None:
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        # The strip scrolls: it maps the text, whereas a bar's range could only be guessed.
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAcceptDrops(False)
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(MARGIN)
        self.viewport().setMouseTracking(True)
        self.setAccessibleName("Source of the document")

    def _use_font(self) -> None:
        self._rows = None
        self._row_height = QFontMetricsF(self._font).lineSpacing()
        if self.document().defaultFont() != self._font:
            self.document().setDefaultFont(self._font)
            self.setTabStopDistance(4 * QFontMetricsF(self._font).horizontalAdvance(" "))

    def _take_growth(self) -> None:
        rows = self._rows
        if rows is None or not rows or rows[-1].rect.bottom() < self.viewport().height():
            self._announce()
        if self._wanted is not None:
            offset, centre, top = self._wanted
            self.scroll_to(offset, centre=centre, top=top)

    def _announce(self) -> None:
        self._rows = None
        self.viewport().update()
        self.viewport_changed.emit()

    def _report_hover(self, offset: int) -> None:
        if offset != self._hovered:
            self._hovered = offset
            self.hovered.emit(offset)

    def _row_of(self, offset: int) -> Row | int | None:
        """Return the row of `offset`, or a height above or below all rows."""
        rows = self.rows()
        if not rows:
            return None
        if offset < rows[0].span.start:
            return -1
        place = row_index(rows, offset)
        if place is not None:
            return rows[place]
        is_last = offset <= len(self._text) == rows[-1].span.end
        return rows[-1] if is_last else self.viewport().height()

    def _row_at(self, y: float) -> Row | None:
        rows = self.rows()
        return next((row for row in rows if row.rect.top() <= y < row.rect.bottom()), None)

    def _scroll_to_top(self, offset: int, room: float = 0.0) -> None:
        """Scroll so that the row of `offset` has up to `room` pixels of text above it.

        Laying out what was never shown moves the scroll bar too; only the outcome is announced.
        """
        self._is_moving = True
        position = self._loader.map.to_position(offset)
        block = self.document().findBlock(position)
        self._lay_out(block)
        line = block.layout().lineForTextPosition(position - block.position())
        above = line.y() if line.isValid() else 0.0
        while above < room and block.previous().isValid():
            block = block.previous()
            above += self._lay_out(block)
        number = line_from(block.layout(), above - room)
        self.verticalScrollBar().setValue(block.firstLineNumber() + number)
        self._is_moving = False
        self._announce()

    def _lay_out(self, block: QTextBlock) -> float:
        """Lay out a block that may be off screen; return its height."""
        return self.document().documentLayout().blockBoundingRect(block).height()
