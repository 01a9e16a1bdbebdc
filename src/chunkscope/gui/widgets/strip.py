"""The whole document on a strip: chunks, findings, hits, what is on screen; it scrolls."""

from array import array
from itertools import islice
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from chunkscope.core.lint.findings import Severity
from chunkscope.core.overriding import override
from chunkscope.core.spans import Span
from chunkscope.gui.bench_facts import is_old
from chunkscope.gui.bench_overlays import words_of
from chunkscope.gui.overlays import HUES, hue_of
from chunkscope.gui.theme import LIGHT, Theme
from chunkscope.gui.widgets.strip_hits import StripHit, hits_of
from chunkscope.gui.widgets.wording import counted, plain_tip
from chunkscope.workspace.state import Workspace

_WIDTH: Final = 16
_BAND_X: Final = 3
_BAND_WIDTH: Final = 10
_GAP: Final = 3.0
_SMALLEST_BAND: Final = 5.0
_SMALLEST_FRAME: Final = 8.0
_MARK_HEIGHT: Final = 3.0
_MARK_WIDTHS: Final = {Severity.ERROR: 9.0, Severity.WARNING: 6.0, Severity.INFO: 4.0}
_PALE: Final = 0.45
_SENT_WIDTH: Final = 3.0
_FOUND_WIDTH: Final = 2.0
_FOUND_SHARE: Final = 0.45
_SMALLEST_HIT: Final = 3.0
_ANSWER_SIZE: Final = (7.0, 9.0)
_NEAR: Final = 2.0
_MOST_WORDS: Final = 6
_STALE_OPACITY: Final = 0.45
_WHEEL_NOTCH: Final = 120
_TIP: Final = "The whole document: its chunks, its findings, its hits and what is on screen."


class Strip(QWidget):
    """Maps the document from top to bottom, by characters.

    Signals:
        offset_wanted: A place that was clicked, dragged to, or reached by a key.
    """

    offset_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = Workspace()
        self._theme = LIGHT
        self._visible = Span(0, 0)
        self._hits: tuple[StripHit, ...] = ()
        self._map: QPixmap | None = None
        self._grip = 0.0
        self.setFixedWidth(_WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Overview of the document")
        self.setToolTip(_TIP)

    def show_workspace(self, workspace: Workspace) -> None:
        """Show the chunks and findings of `workspace`."""
        earlier, self._workspace = self._workspace, workspace
        kept = (
            earlier.chunk_set is workspace.chunk_set
            and earlier.findings is workspace.findings
            and earlier.document is workspace.document
            and earlier.cut_is_stale == workspace.cut_is_stale
        )
        if not kept:
            self._map = None
            self.update()
        if earlier.bench is not workspace.bench or earlier.chunk_set is not workspace.chunk_set:
            self._hits = hits_of(workspace)
            self.setAccessibleDescription(self._description())
            self.update()

    def show_visible(self, visible: Span) -> None:
        """Frame what is on screen."""
        if visible != self._visible:
            self._visible = visible
            self.setAccessibleDescription(self._description())
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take over the colours."""
        self._theme = theme
        self._map = None
        self.update()

    @override
    def sizeHint(self) -> QSize:
        """Return its fixed width."""
        return QSize(_WIDTH, 100)

    def offset_at(self, y: float) -> int:
        """Return the offset that a height stands for."""
        length, height = self._length(), max(1, self.height())
        return min(max(0, length - 1), max(0, int(y / height * length)))

    def y_of(self, offset: int) -> float:
        """Return the height that an offset stands at."""
        return offset / max(1, self._length()) * self.height()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the map, which is drawn once, and the frame over it."""
        ratio = self.devicePixelRatioF()
        wanted = self.size() * ratio
        if self._map is None or self._map.size() != wanted:
            self._map = self._drawn(wanted, ratio)
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._map)
            self._paint_hits(painter)
            self._paint_answer(painter)
            self._paint_frame(painter)

    @override
    def event(self, event: QEvent) -> bool:
        """Say in a tooltip which passages lie under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), plain_tip(self.words_at(event.pos().y())), self)
            return True
        return super().event(event)

    def words_at(self, y: float) -> str:
        """Return which hits lie at a height, best first, and whether the answer does."""
        side = self._workspace.bench.side
        here = (hit.outcome for hit in reversed(self._hits) if self._is_at(hit.span, y))
        words = [words_of(side, outcome) for outcome in islice(here, _MOST_WORDS)]
        answer = self._workspace.bench.answer
        if answer is not None and self._is_at(answer, y):
            words.insert(0, "The marked answer.")
        return "\n".join(words) or _TIP

    def _is_at(self, span: Span, y: float) -> bool:
        return self.y_of(span.start) - _NEAR <= y <= self.y_of(span.end) + _NEAR

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go where the pointer is; inside the frame, take hold of it."""
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        frame, y = self._frame(), event.position().y()
        if frame.top() <= y <= frame.bottom():
            self._grip = y - frame.center().y()
        else:
            self._grip = 0.0
            self._go_to(y)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Scroll with the pointer."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go_to(event.position().y() - self._grip)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll by the half of what is on screen."""
        notches = event.angleDelta().y() / _WHEEL_NOTCH
        self._go_by(-notches / 2)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll by keys, as a scroll bar does."""
        steps = {
            Qt.Key.Key_Up: -0.1,
            Qt.Key.Key_Down: 0.1,
            Qt.Key.Key_PageUp: -0.9,
            Qt.Key.Key_PageDown: 0.9,
        }
        key = Qt.Key(event.key())
        if key in steps:
            self._go_by(steps[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.offset_wanted.emit(0 if key == Qt.Key.Key_Home else max(0, self._length() - 1))
        else:
            super().keyPressEvent(event)

    def _go_to(self, y: float) -> None:
        self.offset_wanted.emit(self.offset_at(y))

    def _go_by(self, screens: float) -> None:
        """Ask for the text so many screens away from what is in the middle now."""
        start, end = self._visible
        middle = (start + end) / 2 + screens * max(1, end - start)
        self.offset_wanted.emit(round(min(max(0, middle), max(0, self._length() - 1))))

    def _length(self) -> int:
        document = self._workspace.document
        return 0 if document is None else len(document.text)

    def _frame(self) -> QRectF:
        top, bottom = self.y_of(self._visible.start), self.y_of(self._visible.end)
        spare = max(0.0, _SMALLEST_FRAME - (bottom - top))
        top = min(max(0.0, top - spare / 2), self.height() - _SMALLEST_FRAME)
        return QRectF(0, top, self.width(), max(bottom - top, _SMALLEST_FRAME))

    def _paint_frame(self, painter: QPainter) -> None:
        if not self._length() or self._visible.start >= self._visible.end:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        role = "accent" if self.hasFocus() else "text"
        painter.setPen(QPen(self._theme.color(role), 1.25))
        painter.drawRoundedRect(self._frame().adjusted(0.75, 0.75, -0.75, -0.75), 2.5, 2.5)

    def _paint_hits(self, painter: QPainter) -> None:
        """Draw what is found at the left edge: wide and strong where it reaches the prompt."""
        theme, bench = self._theme, self._workspace.bench
        color = theme.color("quiet" if is_old(self._workspace) else "accent")
        pale = theme.blend(color, _FOUND_SHARE)
        for hit in self._hits:
            top, bottom = self.y_of(hit.span.start), self.y_of(hit.span.end)
            width = _SENT_WIDTH if hit.is_sent else _FOUND_WIDTH
            if hit.outcome.place == bench.chosen:
                width += 2
            bar = QRectF(0, top, width, max(_SMALLEST_HIT, bottom - top))
            painter.fillRect(bar, color if hit.is_sent else pale)

    def _paint_answer(self, painter: QPainter) -> None:
        """Draw a triangle that points at the answer from the left edge."""
        answer = self._workspace.bench.answer
        if answer is None or not self._length():
            return
        width, height = _ANSWER_SIZE
        middle = self.y_of((answer.start + answer.end) // 2)
        middle = min(max(middle, height / 2), self.height() - height / 2)
        corners = (
            QPointF(0.5, middle - height / 2),
            QPointF(0.5 + width, middle),
            QPointF(0.5, middle + height / 2),
        )
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("ground"), 1))
        painter.setBrush(self._theme.color("good"))
        painter.drawPolygon(QPolygonF(corners))
        painter.restore()

    def _drawn(self, size: QSize, ratio: float) -> QPixmap:
        drawn = QPixmap(size)
        drawn.setDevicePixelRatio(ratio)
        drawn.fill(self._theme.color("ground"))
        chunks, document = self._workspace.chunk_set, self._workspace.document
        if chunks is None or document is None or chunks.text is not document.text:
            return drawn
        with QPainter(drawn) as painter:
            painter.setOpacity(_STALE_OPACITY if self._workspace.cut_is_stale else 1.0)
            if len(chunks.parents) * _SMALLEST_BAND < self.height():
                self._draw_bands(painter, ratio)
            else:
                self._draw_rows(painter, ratio)
            self._draw_findings(painter, ratio)
        return drawn

    def _draw_bands(self, painter: QPainter, ratio: float) -> None:
        """Draw every parent with a gap behind it."""
        chunks = self._workspace.chunk_set
        assert chunks is not None
        columns = chunks.parents.columns
        for place in range(len(columns)):
            top, bottom = self.y_of(columns.own_starts[place]), self.y_of(columns.ends[place])
            gap = min(_GAP, (bottom - top) / 3)
            top, bottom = round(top * ratio) / ratio, round((bottom - gap) * ratio) / ratio
            height = max(1 / ratio, bottom - top)
            color = self._theme.chunk_color(hue_of(place), place // HUES % 2)
            painter.fillRect(QRectF(_BAND_X, top, _BAND_WIDTH, height), color)

    def _draw_rows(self, painter: QPainter, ratio: float) -> None:
        """Draw one parent a device pixel: the one in whose text the pixel's middle lies.

        Paler than elsewhere: among hundreds of stripes the findings are what matters.
        """
        chunks, theme = self._workspace.chunk_set, self._theme
        assert chunks is not None
        pale = [theme.blend(theme.chunk_color(hue), _PALE).rgb() for hue in range(HUES)]
        ground, rows = theme.color("ground").rgb(), round(self.height() * ratio)
        pixels, step = array("I"), self._length() / rows
        for row in range(rows):
            owner = chunks.parents.owning(int((row + 0.5) * step))
            pixels.append(ground if owner is None else pale[hue_of(owner)])
        image = QImage(pixels.tobytes(), 1, rows, 4, QImage.Format.Format_RGB32)
        painter.drawImage(QRectF(_BAND_X, 0, _BAND_WIDTH, rows / ratio), image)

    def _draw_findings(self, painter: QPainter, ratio: float) -> None:
        """Draw a mark a device pixel for the worst finding there; the worse, the wider."""
        rows: dict[str, set[int]] = {severity.value: set() for severity in Severity}
        scale = self.height() * ratio / max(1, self._length())
        for finding in self._workspace.findings or ():
            rows[finding.severity.value].add(round(finding.spans[0].start * scale))
        for severity in sorted(Severity, key=lambda severity: -severity.rank):
            width, color = _MARK_WIDTHS[severity], self._theme.color(severity.value)
            for row in rows[severity.value]:
                top = min(row / ratio, self.height() - _MARK_HEIGHT)
                painter.fillRect(QRectF(_WIDTH - width, top, width, _MARK_HEIGHT), color)

    def _description(self) -> str:
        length = max(1, self._length())
        start, end = (round(100 * offset / length) for offset in self._visible)
        sent = sum(1 for hit in self._hits if hit.is_sent)
        hits = f" {counted(sent, 'passage')} of it sent with the question." if self._hits else ""
        return f"On screen: {start} to {end} percent of the document.{hits}"
