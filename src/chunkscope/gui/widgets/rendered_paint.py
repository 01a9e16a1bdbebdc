"""Paints laid-out blocks and what lies on them."""

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QTextCharFormat, QTextLayout

from chunkscope.core.rendering import Kind, Marker, Nest
from chunkscope.core.spans import Span
from chunkscope.gui.assets import interface_font
from chunkscope.gui.overlays import Decoration, Mark
from chunkscope.gui.theme import SMALL_SIZE_PX, Theme
from chunkscope.gui.widgets.rendered_block import BlockLayout, quote_depths
from chunkscope.gui.widgets.rendered_look import SOURCE_KINDS
from chunkscope.gui.widgets.rendered_text import TextPiece

_GROUNDS: Final = (Mark.TINT, Mark.OVERLAP, Mark.CHOSEN, Mark.UNSEEN, Mark.MATCH, Mark.CHOSEN_MATCH)
_ALERT_ROLES: Final = {
    Nest.QUOTE: "line",
    Nest.NOTE: "accent",
    Nest.TIP: "good",
    Nest.IMPORTANT: "accent",
    Nest.WARNING: "warning",
    Nest.CAUTION: "error",
}
_WAVE_PX: Final = 2.0
_BOX_PX: Final = 11.0


class BlockPainter:
    """Paints one block after the other in one theme."""

    def __init__(self, painter: QPainter, theme: Theme, selected: Span | None) -> None:
        """Paint with `painter`, which must outlive this."""
        self._painter = painter
        self._theme = theme
        self._selected = selected

    def paint(self, layout: BlockLayout, reach: Span, decorations: Sequence[Decoration]) -> None:
        """Paint a block at the painter's origin and what lies under its text."""
        near = [each for each in decorations if _concerns(each, reach)]
        self._paint_surroundings(layout)
        for mark in _GROUNDS:
            for decoration in near:
                if decoration.mark is mark:
                    self._paint_ground(layout, decoration)
        self._paint_selection(layout)
        self._paint_grid(layout)
        self._paint_texts(layout, [each.span for each in near if each.mark is Mark.LOST])

    def paint_lines(
        self, layout: BlockLayout, reach: Span, decorations: Sequence[Decoration]
    ) -> None:
        """Paint what lies over a block's text and may hang into the next block."""
        for decoration in decorations:
            if not _concerns(decoration, reach):
                continue
            if decoration.mark is Mark.FINDING:
                self._paint_waves(layout, decoration)
            elif decoration.mark is Mark.CUT_LINE:
                self._paint_cut_line(layout, decoration)

    def _paint_surroundings(self, layout: BlockLayout) -> None:
        block, painter = layout.block, self._painter
        if block.kind in SOURCE_KINDS:
            painter.fillRect(layout.body, self._theme.color("ground"))
            painter.fillRect(_left_edge(layout.body, 2), self._theme.color("line"))
        if block.kind is Kind.BREAK:
            middle = layout.body.center().y()
            rule = QRectF(layout.body.left(), middle, layout.body.width(), 1)
            painter.fillRect(rule, self._theme.color("line"))
        for depth, nest in quote_depths(block):
            edge = layout.edge_of(depth)
            x = edge + 11 if layout.mirrored else edge - 14
            top = 0.0 if depth < layout.shared_nest else layout.gap
            bar = QRectF(x, top, 3, layout.height - top)
            painter.fillRect(bar, self._theme.color(_ALERT_ROLES[nest]))
        for marker in block.markers:
            self._paint_marker(layout, marker)

    def _paint_marker(self, layout: BlockLayout, marker: Marker) -> None:
        top, bottom = layout.body.top(), layout.body.bottom()
        if layout.pieces and layout.pieces[0].rows:
            row = layout.pieces[0].rows[0]
            top, bottom = row.top, row.top + row.height
        edge = layout.edge_of(marker.depth)
        place = QRectF(edge - 46, top, 40, bottom - top)
        if layout.mirrored:
            place.moveLeft(edge + 6)
        if marker.checked is not None:
            self._paint_check_box(place, checked=marker.checked, mirrored=layout.mirrored)
            return
        side = Qt.AlignmentFlag.AlignLeft if layout.mirrored else Qt.AlignmentFlag.AlignRight
        self._painter.setFont(layout.look.text.font)
        self._painter.setPen(self._theme.color("quiet"))
        self._painter.drawText(place, side | Qt.AlignmentFlag.AlignVCenter, marker.text)

    def _paint_check_box(self, place: QRectF, *, checked: bool, mirrored: bool) -> None:
        left = place.left() if mirrored else place.right() - _BOX_PX
        box = QRectF(left, place.center().y() - _BOX_PX / 2, _BOX_PX, _BOX_PX)
        painter = self._painter
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("accent" if checked else "quiet"), 1.2))
        painter.setBrush(self._theme.color("accent") if checked else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 2, 2)
        if checked:
            painter.setPen(QPen(self._theme.color("accent_ink"), 1.6))
            corner = box.topLeft()
            points = (QPointF(2.6, 5.8), QPointF(4.6, 8.0), QPointF(8.6, 3.2))
            painter.drawPolyline([corner + point for point in points])
        painter.restore()

    def _paint_ground(self, layout: BlockLayout, decoration: Decoration) -> None:
        brush = self._ground_brush(decoration)
        is_match = decoration.mark in (Mark.MATCH, Mark.CHOSEN_MATCH)
        for piece in layout.touched(decoration.span):
            parts = piece.underlines if is_match else piece.rectangles
            for rectangle in parts(decoration.span):
                self._painter.fillRect(rectangle, brush)
                if decoration.mark is Mark.CHOSEN_MATCH:
                    self._painter.setPen(self._theme.color("accent"))
                    self._painter.drawRect(rectangle.adjusted(0, 0, -1, -1))

    def _ground_brush(self, decoration: Decoration) -> QBrush:
        theme, hue = self._theme, decoration.hue
        match decoration.mark:
            case Mark.OVERLAP:
                hatch = theme.chunk_color(hue)
                hatch.setAlphaF(0.45)
                return QBrush(hatch, Qt.BrushStyle.BDiagPattern)
            case Mark.UNSEEN:
                dots = theme.color("quiet")
                dots.setAlphaF(0.55)
                return QBrush(dots, Qt.BrushStyle.Dense7Pattern)
            case Mark.MATCH | Mark.CHOSEN_MATCH:
                share = 0.45 if decoration.mark is Mark.CHOSEN_MATCH else 0.25
                return QBrush(theme.blend(theme.color("accent"), share))
        tint = theme.tint_of(hue, chosen=decoration.mark is Mark.CHOSEN)
        if decoration.shade and decoration.mark is Mark.TINT:
            tint = theme.blend(tint, 0.78)
        return QBrush(tint)

    def _paint_selection(self, layout: BlockLayout) -> None:
        if self._selected is None:
            return
        ground = self._theme.color("accent")
        ground.setAlphaF(0.28)
        for piece in layout.touched(self._selected):
            for rectangle in piece.underlines(self._selected):
                self._painter.fillRect(rectangle, ground)

    def _paint_grid(self, layout: BlockLayout) -> None:
        if not layout.columns:
            return
        painter, line = self._painter, self._theme.color("line")
        table = layout.block.table
        if table is not None and table.has_header:
            shade = self._theme.color("quiet")
            shade.setAlphaF(0.07)
            painter.fillRect(_box(layout, layout.row_tops[0], layout.row_tops[1]), shade)
        for top in layout.row_tops[int(layout.block.continues) :]:
            painter.fillRect(QRectF(layout.body.left(), top, layout.body.width(), 1), line)
        top, bottom = layout.row_tops[0], layout.row_tops[-1]
        for left in layout.columns:
            painter.fillRect(QRectF(left, top, 1, bottom - top + 1), line)

    def _paint_texts(self, layout: BlockLayout, lost: list[Span]) -> None:
        ink = layout.look.of(layout.block).ink
        for piece in layout.pieces:
            gone = [span for span in lost if span.touches(piece.shown.span)]
            self._painter.setPen(ink)
            piece.layout.draw(self._painter, piece.origin, self._dimmed(piece, gone))
            for span in gone:
                self._strike(piece, span)

    def _dimmed(self, piece: TextPiece, lost: Iterable[Span]) -> list[QTextLayout.FormatRange]:
        formats = []
        for span in lost:
            start, end = piece.shown.range_of(span)
            part = QTextLayout.FormatRange()
            part.start, part.length = start, end - start
            form = QTextCharFormat()
            form.setForeground(self._theme.color("quiet"))
            part.format = form
            formats.append(part)
        return formats

    def _strike(self, piece: TextPiece, span: Span) -> None:
        for part in piece.underlines(span):
            rule = QRectF(part.left(), round(part.center().y()) + 1, part.width(), 1)
            self._painter.fillRect(rule, self._theme.color("quiet"))

    def _paint_waves(self, layout: BlockLayout, decoration: Decoration) -> None:
        color = self._theme.color(decoration.role)
        for piece in layout.touched(decoration.span):
            for part in piece.underlines(decoration.span):
                self._paint_wave(part, color)

    def _paint_wave(self, part: QRectF, color: QColor) -> None:
        path = QPainterPath(QPointF(part.left(), part.bottom() - 2))
        x, up = part.left(), True
        while x < part.right():
            x = min(x + _WAVE_PX, part.right())
            path.lineTo(x, part.bottom() - 2 - (_WAVE_PX if up else 0))
            up = not up
        self._painter.save()
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.setPen(QPen(color, 1.1))
        self._painter.drawPath(path)
        self._painter.restore()

    def _paint_cut_line(self, layout: BlockLayout, decoration: Decoration) -> None:
        """Paint a dashed line under the row that holds the cut, its label at the right end."""
        painter, color = self._painter, self._theme.color(decoration.role)
        _, y = layout.row_at(max(decoration.span.start - 1, layout.block.span.start))
        painter.setFont(interface_font(SMALL_SIZE_PX, bold=True))
        label_width = painter.fontMetrics().horizontalAdvance(decoration.label) + 12
        right = layout.width
        pen = QPen(color, 1, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawLine(QPointF(layout.body.left(), y), QPointF(right - label_width, y))
        box = QRectF(right - label_width, y - 8, label_width, 16)
        painter.fillRect(box, self._theme.color("panel"))
        painter.setPen(color)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, decoration.label)


def _concerns(decoration: Decoration, reach: Span) -> bool:
    span = decoration.span
    if decoration.mark is Mark.CUT_LINE:
        return reach.start < span.start <= reach.end
    return span.touches(reach)


def _left_edge(rectangle: QRectF, width: float) -> QRectF:
    return QRectF(rectangle.left(), rectangle.top(), width, rectangle.height())


def _box(layout: BlockLayout, top: float, bottom: float) -> QRectF:
    return QRectF(layout.body.left(), top, layout.body.width(), bottom - top)
