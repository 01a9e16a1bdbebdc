"""How the cells of the candidates are painted."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from chunkscope.core.lint.findings import Severity
from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.models.bench_words import NO_HUE, Sign
from chunkscope.gui.models.candidate_rows import CandidateRow, Column
from chunkscope.gui.models.candidates_model import HEADS
from chunkscope.gui.widgets.alignment import LEFT
from chunkscope.gui.widgets.badge import badge_width, paint_badge, paint_severity
from chunkscope.gui.widgets.elision import elided
from chunkscope.gui.widgets.row_ground import paint_row_ground

if TYPE_CHECKING:
    from chunkscope.gui.widgets.candidates_view import CandidatesView

PADDING_PX: Final = 8
GAP_PX: Final = 6
SWATCH_PX: Final = 10
_MARK_PX: Final = 3
_Index = QModelIndex | QPersistentModelIndex


class CandidateDelegate(QStyledItemDelegate):
    """Paints a row by its fate: what is not sent stands back."""

    def __init__(self, view: "CandidatesView") -> None:
        """Paint for `view`."""
        super().__init__(view)
        self._view = view
        self._font, self._bold = interface_font(), interface_font(bold=True)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        view, theme = self._view, self._view.theme
        row = view.listed.shown[index.row()]
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        whole = QRect(0, option.rect.top(), view.viewport().width(), option.rect.height())
        painter.save()
        painter.setClipRect(option.rect)
        paint_row_ground(painter, view, whole, theme, chosen=chosen)
        line = QRect(whole.left(), whole.bottom(), whole.width(), 1)
        painter.fillRect(line, theme.blend(theme.color("line"), 0.55))
        column = Column(index.column())
        if row.place == view.marked and column is Column.PLACE:
            mark = QRect(option.rect.left(), option.rect.top(), _MARK_PX, option.rect.height())
            painter.fillRect(mark, theme.color("accent"))
        room = option.rect.adjusted(PADDING_PX, 0, -PADDING_PX, 0)
        is_strong = row.place == view.marked and column is Column.PASSAGE
        painter.setFont(self._bold if is_strong else self._font)
        self._paint_cell(painter, room, row, column)
        painter.restore()

    def _paint_cell(
        self, painter: QPainter, room: QRect, row: CandidateRow, column: Column
    ) -> None:
        if column is Column.PASSAGE:
            self._paint_swatch(painter, room, row)
            room.setLeft(room.left() + SWATCH_PX + GAP_PX)
        if column is Column.FATE:
            self._paint_signed(painter, room, row, column, row.fate)
        elif column is Column.ANSWER:
            self._paint_signed(painter, room, row, column, row.answer)
        elif column is Column.OTHER:
            self._paint_places(painter, room, row)
        else:
            if column is Column.VECTOR and row.is_missed:
                self._paint_missed(painter, room)
            self._write(painter, room, row, column)

    def _write(self, painter: QPainter, room: QRect, row: CandidateRow, column: Column) -> None:
        is_quiet = not row.is_delivered or column in (Column.PATH, Column.VECTOR_RANK)
        painter.setPen(self._view.theme.color("quiet" if is_quiet else "text"))
        across = Qt.TextElideMode.ElideMiddle if column is Column.PATH else _ELIDE_RIGHT
        text = elided(row.cell(column), painter.fontMetrics(), across, room.width())
        painter.drawText(room, int(HEADS[column].alignment), text)

    def _paint_signed(
        self, painter: QPainter, room: QRect, row: CandidateRow, column: Column, sign: Sign | None
    ) -> None:
        """Write figures and, behind them, a badge; where room is short, no figures but whole ones.

        The tooltip has them all.
        """
        metrics = painter.fontMetrics()
        badge = 0 if sign is None else badge_width(sign.words)
        left = max(0, room.width() - badge - GAP_PX) if sign is not None else room.width()
        forms = row.figures(column)
        shown = next((one for one in forms if metrics.horizontalAdvance(one) <= left), "")
        painter.setPen(self._view.theme.color("text" if row.is_delivered else "quiet"))
        painter.drawText(room, LEFT, shown)
        if sign is None:
            return
        used = metrics.horizontalAdvance(shown)
        start = room.left() + (used + GAP_PX if used else 0)
        if badge <= room.width():
            place = QRect(start, room.top(), badge, room.height())
            paint_badge(painter, place, sign.words, sign.role, self._view.theme)
        else:
            painter.setPen(self._view.theme.color(sign.role))
            painter.drawText(room, LEFT, elided(sign.words, metrics, _ELIDE_RIGHT, room.width()))

    def _paint_places(self, painter: QPainter, room: QRect, row: CandidateRow) -> None:
        if row.places is None:
            return
        words = row.places.words
        if row.places.first == row.places.second:
            painter.setPen(self._view.theme.color("quiet"))
            painter.drawText(room, LEFT, words)
        elif badge_width(words) <= room.width() + PADDING_PX:
            place = QRect(room.left(), room.top(), badge_width(words), room.height())
            paint_badge(painter, place, words, "accent", self._view.theme)

    def _paint_swatch(self, painter: QPainter, room: QRect, row: CandidateRow) -> None:
        theme = self._view.theme
        top = room.top() + (room.height() - SWATCH_PX) / 2
        square = QRectF(room.left(), top, SWATCH_PX, SWATCH_PX)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = theme.color("quiet") if row.hue == NO_HUE else theme.chunk_color(row.hue, row.shade)
        if row.is_delivered and row.hue != NO_HUE:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
        else:
            painter.setPen(QPen(color, 1.5))
            square.adjust(0.75, 0.75, -0.75, -0.75)
        painter.drawRoundedRect(square, 2, 2)
        painter.restore()

    def _paint_missed(self, painter: QPainter, room: QRect) -> None:
        mark = QRect(room.left(), room.top(), SWATCH_PX, room.height())
        if QFontMetrics(painter.font()).horizontalAdvance("0.000") + SWATCH_PX <= room.width():
            paint_severity(painter, mark, Severity.WARNING, self._view.theme)


_ELIDE_RIGHT: Final = Qt.TextElideMode.ElideRight
