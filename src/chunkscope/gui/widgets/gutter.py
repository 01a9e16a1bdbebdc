"""The bands of parents and children beside the text, on whichever view shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from chunkscope.core.chunks import Chunk, ChunkSet, Level
from chunkscope.core.overriding import override
from chunkscope.gui.assets import INTER
from chunkscope.gui.overlays import HUES, hue_of
from chunkscope.gui.theme import LIGHT, SMALL_SIZE_PX, Theme
from chunkscope.gui.widgets.document_view import DocumentView
from chunkscope.gui.widgets.gutter_bands import Band, Heights, bands
from chunkscope.gui.widgets.gutter_pages import (
    PageMark,
    mark_at,
    mark_sentence,
    page_marks,
    paint_page_marks,
)
from chunkscope.gui.widgets.gutter_words import (
    boundary_sentence,
    chunk_sentence,
    overlap_sentence,
)
from chunkscope.gui.widgets.overlay_paint import hatch
from chunkscope.gui.widgets.wording import plain_tip
from chunkscope.workspace.state import Workspace

_PARENT_X: Final = 8
_PARENT_WIDTH: Final = 11
_CHILD_X: Final = 24
_CHILD_WIDTH: Final = 7
_LABEL_X: Final = 36
_FEWEST_DIGITS: Final = 3
_RADIUS: Final = 2.0
_GAP: Final = 2.0
_SMALLEST: Final = 2.0
_REACH: Final = 4.0
_STALE_OPACITY: Final = 0.45


@dataclass(frozen=True, slots=True)
class Place:
    """What lies under the pointer: a chunk, and `start` or `overlap` where a boundary is near."""

    level: Level
    index: int
    boundary: str = ""


class Gutter(QWidget):
    """Shows which chunks the visible text belongs to.

    Signals:
        chunk_chosen: Level and index of a chunk that was clicked or chosen by the arrow keys.
    """

    chunk_chosen = Signal(object, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: DocumentView | None = None
        self._workspace = Workspace()
        self._theme = LIGHT
        self._bands: tuple[Band, ...] = ()
        self._marks: tuple[PageMark, ...] = ()
        self._font = QFont(INTER)
        self._font.setPixelSize(SMALL_SIZE_PX - 1)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Chunks beside the text")

    def set_view(self, view: DocumentView) -> None:
        """Follow this view from now on."""
        if self._view is not None:
            self._view.viewport_changed.disconnect(self.update)
        self._view = view
        view.viewport_changed.connect(self.update)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take over the colours."""
        self._theme = theme
        self.update()

    def show_workspace(self, workspace: Workspace) -> None:
        """Show the chunks of `workspace`, dimmed while they are stale."""
        self._workspace = workspace
        self.setFixedWidth(self.sizeHint().width())
        self.setAccessibleDescription(self._description())
        self.update()

    @override
    def sizeHint(self) -> QSize:
        """Return the width that the longest label needs."""
        chunks = self._workspace.chunk_set
        digits = max(_FEWEST_DIGITS, len(str(len(chunks.parents))) if chunks is not None else 0)
        label = QFontMetrics(self._font).horizontalAdvance("P" + digits * "0")
        return QSize(_LABEL_X + label + 6, 100)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bands of the chunks on screen."""
        with QPainter(self) as painter:
            theme = self._theme
            painter.fillRect(self.rect(), theme.blend(theme.color("ground"), 0.5))
            painter.fillRect(self.width() - 1, 0, 1, self.height(), theme.color("line"))
            self._bands, self._marks = self._bands_now(), self._marks_now()
            if not self._bands:
                self._paint_marks(painter, ())
                return
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._workspace.cut_is_stale:
                painter.setOpacity(_STALE_OPACITY)
            for band, after in zip(self._bands, (*self._bands[1:], None), strict=True):
                self._paint_band(painter, band, after)
            self._paint_marks(painter, self._paint_labels(painter))
            self._paint_focus(painter)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show by the pointer's shape what a click does."""
        place = self.place_at(event.position())
        shape = Qt.CursorShape.ArrowCursor if place is None else Qt.CursorShape.PointingHandCursor
        self.setCursor(shape)
        if place is not None and place.boundary:
            self._explain(place, event.globalPosition().toPoint())

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the chunk, and say why it starts where it does if its boundary was meant."""
        place = self.place_at(event.position())
        if place is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        self.chunk_chosen.emit(place.level, place.index)
        if place.boundary:
            self._explain(place, event.globalPosition().toPoint())

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the text, which the gutter belongs to."""
        if self._view is not None:
            QApplication.sendEvent(self._view.viewport(), event)

    @override
    def event(self, event: QEvent) -> bool:
        """Explain the chunk under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self.place_at(QPointF(event.pos()))
            mark = mark_at(self._marks, event.pos().y()) if event.pos().x() >= _LABEL_X else None
            document = self._workspace.document
            if mark is not None and document is not None:
                QToolTip.showText(event.globalPos(), mark_sentence(mark, len(document.pages)), self)
            elif place is not None:
                self._explain(place, event.globalPos())
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows choose the chunk before or after, the parent or its children; Return explains."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is not None:
            self._choose_beside(step)
        elif event.key() == Qt.Key.Key_Right:
            self._choose_child()
        elif event.key() == Qt.Key.Key_Left:
            self._choose_parent()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._explain_chosen()
        else:
            super().keyPressEvent(event)

    def place_at(self, point: QPointF) -> Place | None:
        """Return the chunk, and the boundary if one is near, under a point of the gutter."""
        chunks = self._workspace.chunk_set
        in_children = _CHILD_X - 2 <= point.x() < _LABEL_X - 2
        level = Level.CHILD if in_children else Level.PARENT
        for band in self._bands if chunks is not None else ():
            if band.level is not level:
                continue
            if abs(point.y() - band.top) <= min(_REACH, (band.bottom - band.top) / 2):
                return Place(level, band.index, "start")
            if band.top <= point.y() < band.bottom:
                repeated = band.repeated_from
                if repeated is not None and point.y() >= repeated - _REACH:
                    return Place(level, band.index, "overlap")
                return Place(level, band.index)
        return None

    def sentence_of(self, place: Place) -> str:
        """Return what is to be said of a place: the chunk's size and the rule that cut there."""
        chunks = self._chunks()
        column = chunks.level(place.level)
        chunk = column[place.index]
        if place.boundary == "overlap":
            return overlap_sentence(chunks, column[place.index + 1])
        sentences = [chunk_sentence(chunks, chunk), boundary_sentence(chunks, chunk)]
        sentences.append(overlap_sentence(chunks, chunk))
        return "\n".join(filter(None, sentences))

    def _chunks(self) -> ChunkSet:
        assert self._workspace.chunk_set is not None
        return self._workspace.chunk_set

    def _bands_now(self) -> tuple[Band, ...]:
        chunks, view, document = self._workspace.chunk_set, self._view, self._workspace.document
        if chunks is None or view is None or document is None or chunks.text is not document.text:
            return ()
        heights = Heights(view.visible_span(), self.height(), view.y_of, view.bottom_of)
        return bands(chunks.parents, heights) + bands(chunks.children, heights)

    def _marks_now(self) -> tuple[PageMark, ...]:
        view = self._view
        if view is None:
            return ()
        heights = Heights(view.visible_span(), self.height(), view.y_of, view.bottom_of)
        return page_marks(self._workspace, heights)

    def _paint_band(self, painter: QPainter, band: Band, after: Band | None) -> None:
        rect = self._rect_of(band, after)
        if rect.bottom() < 0 or rect.top() > self.height():
            return
        color = self._theme.chunk_color(hue_of(band.owner), self._shade_of(band))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
        if band.repeated_from is not None and band.repeated_from < rect.bottom():
            self._paint_repeated(painter, band, rect)
        if self._is_chosen(band):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("text"), 1.5))
            painter.drawRoundedRect(rect.adjusted(-1.75, -0.75, 1.75, 0.75), 3, 3)

    def _paint_repeated(self, painter: QPainter, band: Band, rect: QRectF) -> None:
        """Hatch the end that the next chunk repeats, in that chunk's colour."""
        assert band.repeated_from is not None
        column = self._chunks().level(band.level)
        following = column[band.index + 1]
        owner = following.index if band.level is Level.PARENT else following.owner
        color = self._theme.chunk_color(hue_of(owner))
        repeated = QRectF(rect)
        repeated.setTop(max(rect.top(), band.repeated_from))
        painter.fillRect(repeated, self._theme.blend(color, 0.22))
        hatch(painter, repeated, color)

    def _paint_labels(self, painter: QPainter) -> list[QRectF]:
        """Name the parents where there is room; return where the names stand."""
        painted: list[QRectF] = []
        painter.setFont(self._font)
        chosen = self._workspace.chosen_parent
        height, free_from = SMALL_SIZE_PX + 3, 0.0
        for band in self._bands:
            if band.level is not Level.PARENT:
                continue
            top = max(band.top, 3.0)
            if top < free_from or band.bottom - top < SMALL_SIZE_PX or top > self.height():
                continue
            is_chosen = chosen is not None and chosen.index == band.index
            painter.setPen(self._theme.color("text" if is_chosen else "quiet"))
            rect = QRectF(_LABEL_X, top, self.width() - _LABEL_X, height)
            painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, f"P{band.index + 1}")
            painted.append(rect)
            free_from = top + height
        return painted

    def _paint_marks(self, painter: QPainter, taken: Sequence[QRectF]) -> None:
        painter.setFont(self._font)
        height = SMALL_SIZE_PX + 3
        place = QRectF(_LABEL_X - 2, 0, self.width() - _LABEL_X - 4, height)
        paint_page_marks(painter, self._marks, place, self._theme, taken)

    def _paint_focus(self, painter: QPainter) -> None:
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("accent"), 1.5))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -2, -1), 3, 3)

    def _rect_of(self, band: Band, after: Band | None) -> QRectF:
        """Return where a band is painted, on device pixels, a gap left before the next one."""
        ratio = self.devicePixelRatioF()
        top, bottom = (round(edge * ratio) / ratio for edge in (band.top, band.bottom))
        touches = after is not None and after.level is band.level and after.top - bottom < _GAP
        if touches:
            bottom -= _GAP
        is_parent = band.level is Level.PARENT
        left, width = (_PARENT_X, _PARENT_WIDTH) if is_parent else (_CHILD_X, _CHILD_WIDTH)
        return QRectF(left, top, width, max(_SMALLEST, bottom - top))

    def _shade_of(self, band: Band) -> int:
        if band.level is Level.PARENT:
            return band.index // HUES % 2
        first = self._chunks().children_of(band.owner).start
        return (band.index - first + 1) % 2

    def _is_chosen(self, band: Band) -> bool:
        chosen = self._workspace.chosen_chunk
        return chosen is not None and (chosen.level, chosen.index) == (band.level, band.index)

    def _chosen_or_first(self) -> Chunk | None:
        chosen = self._workspace.chosen_chunk
        if chosen is None and self._bands:
            chosen = self._chunks().level(self._bands[0].level)[self._bands[0].index]
        return chosen

    def _choose_beside(self, step: int) -> None:
        chosen = self._chosen_or_first()
        if chosen is None:
            return
        index = chosen.index + (step if self._workspace.chosen_chunk is not None else 0)
        if 0 <= index < len(self._chunks().level(chosen.level)):
            self.chunk_chosen.emit(chosen.level, index)

    def _choose_child(self) -> None:
        chosen = self._chosen_or_first()
        if chosen is not None and chosen.level is Level.PARENT:
            self.chunk_chosen.emit(Level.CHILD, self._chunks().children_of(chosen.index).start)

    def _choose_parent(self) -> None:
        chosen = self._chosen_or_first()
        if chosen is not None and chosen.level is Level.CHILD:
            self.chunk_chosen.emit(Level.PARENT, chosen.owner)

    def _explain_chosen(self) -> None:
        chosen = self._workspace.chosen_chunk
        for band in self._bands:
            if chosen is not None and self._is_chosen(band):
                where = self.mapToGlobal(QPoint(self.width(), int(max(0.0, band.top))))
                self._explain(Place(chosen.level, chosen.index), where)

    def _explain(self, place: Place, where: QPoint) -> None:
        QToolTip.showText(where, plain_tip(self.sentence_of(place)), self)

    def _description(self) -> str:
        chosen = self._workspace.chosen_chunk
        if self._workspace.chunk_set is None:
            return "No chunks yet."
        if chosen is None:
            return "Arrow keys choose a chunk."
        return self.sentence_of(Place(chosen.level, chosen.index)).replace("\n", ". ", 1)
