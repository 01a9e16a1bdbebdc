"""A bar in two parts: how much of the fused score each leg brought, and how."""

from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.models.leg_figures import LegFigure
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.alignment import LEFT, RIGHT
from chunkscope.gui.widgets.overlay_paint import hatch
from chunkscope.gui.widgets.panel_parts import MARGIN_PX
from chunkscope.gui.widgets.wording import plain_tip

_LINE_PX, _BAR_PX, _GAP_PX, _KEY_PX = 20, 12, 6, 9


class LegBars(QLabel):
    """The two legs of one candidate; meaning is plain, words are hatched."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._theme = theme
        self.legs: tuple[LegFigure, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def fused(self) -> float:
        """The sum of what the legs contribute."""
        return sum(leg.part for leg in self.legs)

    def show_legs(self, legs: tuple[LegFigure, ...]) -> None:
        """Show what each leg brought."""
        self.legs = legs
        words = ". ".join(leg.sentence for leg in legs)
        self.setText(f"Fused score {self.fused:.4f}. {words}.")
        self.setToolTip(plain_tip(words))
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, _LINE_PX + _BAR_PX + _GAP_PX + 4 * _LINE_PX + _GAP_PX)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        painter.setFont(interface_font())
        room = self.rect().adjusted(MARGIN_PX, 0, -MARGIN_PX, 0)
        line = QRect(room.left(), 0, room.width(), _LINE_PX)
        painter.setPen(theme.color("quiet"))
        painter.drawText(line, LEFT, "Fused score")
        painter.setPen(theme.color("text"))
        painter.drawText(line, RIGHT, f"{self.fused:.4f}" if self.fused else "takes no part")
        self._paint_bar(painter, QRectF(room.left(), _LINE_PX, room.width(), _BAR_PX))
        line.translate(0, _LINE_PX + _BAR_PX + _GAP_PX)
        for number, leg in enumerate(self.legs):
            self._paint_leg(painter, line, leg, number)
            line.translate(0, 2 * _LINE_PX + (0 if number else _GAP_PX))

    def _paint_bar(self, painter: QPainter, bar: QRectF) -> None:
        theme, clip = self._theme, QPainterPath()
        clip.addRoundedRect(bar, 3, 3)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(clip)
        painter.fillRect(bar, theme.blend(theme.color("line"), 0.7))
        left = bar.left()
        for number, leg in enumerate(self.legs):
            part = QRectF(left, bar.top(), bar.width() * leg.share, bar.height())
            if part.width():
                self._fill(painter, part, number)
                left = part.right()
        painter.restore()

    def _fill(self, painter: QPainter, part: QRectF, number: int) -> None:
        theme = self._theme
        accent = theme.color("accent")
        if not number:
            painter.fillRect(part, accent)
            return
        painter.fillRect(part, theme.blend(accent, 0.25))
        hatch(painter, part, theme.blend(accent, 0.8))

    def _paint_leg(self, painter: QPainter, line: QRect, leg: LegFigure, number: int) -> None:
        theme = self._theme
        key = QRectF(line.left(), line.center().y() - _KEY_PX / 2 + 1, _KEY_PX, _KEY_PX)
        self._fill(painter, key, number)
        words = line.adjusted(_KEY_PX + 8, 0, 0, 0)
        painter.setPen(theme.color("text"))
        painter.drawText(words, LEFT, leg.name)
        percent = f"{100 * leg.share:.0f} %" if leg.part else "–"
        painter.drawText(words, RIGHT, percent)
        name = painter.fontMetrics().horizontalAdvance(leg.name)
        painter.setPen(theme.color("quiet"))
        painter.drawText(words.adjusted(name + 8, 0, -44, 0), LEFT, leg.found)
        painter.drawText(words.translated(0, _LINE_PX), LEFT, leg.sum)
