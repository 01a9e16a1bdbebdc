"""Paints laid-out blocks and what lies behind their text."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from chunkscope.core.rendering.display import Kind, Marker, Nest
from chunkscope.core.spans import Span
from chunkscope.gui.overlays import Decoration, Mark
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.overlay_paint import VEIL, dots, hatch
from chunkscope.gui.widgets.rendered_block import BlockLayout, quote_depths
from chunkscope.gui.widgets.rendered_look import SOURCE_KINDS
from chunkscope.gui.widgets.rendered_text import EVERYWHERE, Zone

_GROUNDS: Final = (
    Mark.TINT,
    Mark.CHOSEN,
    Mark.OVERLAP,
    Mark.UNSEEN,
    Mark.SENTENCE,
    Mark.MATCH,
    Mark.CHOSEN_MATCH,
)
_ON_INK: Final = (Mark.SENTENCE, Mark.MATCH, Mark.CHOSEN_MATCH)
_ALERT_ROLES: Final = {
    Nest.QUOTE: "line",
    Nest.NOTE: "accent",
    Nest.TIP: "good",
    Nest.IMPORTANT: "accent",
    Nest.WARNING: "warning",
    Nest.CAUTION: "error",
}
_BOX_PX: Final = 11.0


class BlockPainter:
    """Paints one block after the other in one theme."""

    def __init__(self, painter: QPainter, theme: Theme, selected: Span | None) -> None:
        """Paint with `painter`, which must outlive this."""
        self._painter = painter
        self._theme = theme
        self._selected = selected
        self._zone = EVERYWHERE

    def paint(
        self,
        layout: BlockLayout,
        reach: Span,
        decorations: Sequence[Decoration],
        zone: Zone = EVERYWHERE,
    ) -> None:
        """Paint a block at the painter's origin and what lies under its text.

        Rows outside `zone`, which do not show, may be left out.
        """
        self._zone = zone
        near = [each for each in decorations if each.span.touches(reach)]
        self._paint_surroundings(layout)
        for mark in _GROUNDS:
            for decoration in near:
                if decoration.mark is mark:
                    self._paint_ground(layout, decoration)
        self._paint_selection(layout)
        self._paint_grid(layout)
        self._paint_texts(layout)
        for decoration in near:
            if decoration.mark is Mark.LOST:
                self._paint_lost(layout, decoration.span)

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
        theme = self._theme
        is_on_ink = decoration.mark in _ON_INK
        for piece in layout.touched(decoration.span, self._zone):
            parts = piece.underlines if is_on_ink else piece.rectangles
            for rectangle in parts(decoration.span, self._zone):
                if decoration.mark is Mark.SENTENCE:
                    self._painter.fillRect(
                        rectangle,
                        theme.heat(
                            decoration.strength, decoration.hue, chosen=decoration.shade > 0
                        ),
                    )
                elif is_on_ink:
                    self._painter.fillRect(rectangle, theme.ground_of("accent"))
                elif decoration.mark is Mark.OVERLAP:
                    hatch(self._painter, rectangle, theme.tint_of(decoration.hue, chosen=True))
                elif decoration.mark is Mark.UNSEEN:
                    dots(self._painter, rectangle, theme.blend(theme.color("warning"), 0.55))
                else:
                    is_chosen = decoration.mark is Mark.CHOSEN
                    tint = theme.tint_of(decoration.hue, chosen=is_chosen)
                    self._painter.fillRect(rectangle, tint)

    def _paint_selection(self, layout: BlockLayout) -> None:
        if self._selected is None:
            return
        ground = self._theme.color("accent")
        ground.setAlphaF(0.28)
        for piece in layout.touched(self._selected, self._zone):
            for rectangle in piece.underlines(self._selected, self._zone):
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
            if self._zone.top <= top + 1 and top <= self._zone.bottom:
                painter.fillRect(QRectF(layout.body.left(), top, layout.body.width(), 1), line)
        top, bottom = layout.row_tops[0], layout.row_tops[-1]
        for left in layout.columns:
            painter.fillRect(QRectF(left, top, 1, bottom - top + 1), line)

    def _paint_texts(self, layout: BlockLayout) -> None:
        self._painter.setPen(layout.look.of(layout.block).ink)
        top, bottom = max(self._zone.top, 0.0), min(self._zone.bottom, layout.height)
        clip = QRectF(0.0, top, max(1.0, layout.width), max(1.0, bottom - top))
        for piece in layout.pieces_within(self._zone):
            piece.layout.draw(self._painter, piece.origin, [], clip)

    def _paint_lost(self, layout: BlockLayout, span: Span) -> None:
        """Veil and strike text that never reaches the prompt."""
        veil = self._theme.color("panel")
        veil.setAlphaF(VEIL)
        for piece in layout.touched(span, self._zone):
            for rectangle in piece.rectangles(span, self._zone):
                self._painter.fillRect(rectangle, veil)
            for part in piece.underlines(span, self._zone):
                stroke = QRectF(part.left(), round(part.center().y()), part.width(), 1)
                self._painter.fillRect(stroke, self._theme.color("faint"))


def _left_edge(rectangle: QRectF, width: float) -> QRectF:
    return QRectF(rectangle.left(), rectangle.top(), width, rectangle.height())


def _box(layout: BlockLayout, top: float, bottom: float) -> QRectF:
    return QRectF(layout.body.left(), top, layout.body.width(), bottom - top)
