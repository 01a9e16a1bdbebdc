"""A bar that says how much of a limit is used."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.theme import Theme

HEIGHT_PX = 8
_TICK_OVERHANG_PX = 1
_CORNER_PX = 3.0
_HEADROOM = 1.25


@dataclass(frozen=True, slots=True)
class Gauge:
    """What a meter shows.

    Attributes:
        value: How much there is; None while it is unknown, which leaves the bar empty.
        limit: Where the tick stands; what lies past it is drawn as lost.
        role: State colour of the part within the limit; empty for the colour of chunk `hue`.
        hue: Which of the chunk colours, where no role is given.
    """

    value: int | None
    limit: int
    role: str = ""
    hue: int = 0

    @property
    def scale(self) -> float:
        """What the whole bar stands for: room past the limit, so that passing it shows."""
        return max(self.limit * _HEADROOM, self.value or 0, 1)

    @property
    def within(self) -> float:
        """Share of the bar that is filled up to the limit."""
        return min(self.value or 0, self.limit) / self.scale

    @property
    def beyond(self) -> float:
        """Share of the bar that lies past the limit."""
        return max(0, (self.value or 0) - self.limit) / self.scale


class Meter(QWidget):
    """Draws a gauge; what it says stands beside it in words."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._theme = theme
        self._gauge = Gauge(None, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEIGHT_PX + 2 * _TICK_OVERHANG_PX)

    def show_gauge(self, gauge: Gauge) -> None:
        """Show how much of the limit is used."""
        self._gauge = gauge
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(120, HEIGHT_PX + 2 * _TICK_OVERHANG_PX)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar = QRectF(0, _TICK_OVERHANG_PX, self.width(), HEIGHT_PX)
        clip = QPainterPath()
        clip.addRoundedRect(bar, _CORNER_PX, _CORNER_PX)
        gauge, theme = self._gauge, self._theme
        painter.save()
        painter.setClipPath(clip)
        painter.fillRect(bar, theme.blend(theme.color("line"), 0.7))
        within = QRectF(bar.left(), bar.top(), bar.width() * gauge.within, bar.height())
        color = theme.color(gauge.role) if gauge.role else theme.chunk_color(gauge.hue)
        painter.fillRect(within, color)
        if gauge.beyond:
            lost = QRectF(within.right(), bar.top(), bar.width() * gauge.beyond, bar.height())
            painter.fillRect(lost, theme.blend(theme.color("error"), 0.4))
        painter.restore()
        self._draw_tick(painter, bar)

    def _draw_tick(self, painter: QPainter, bar: QRectF) -> None:
        place = round(bar.left() + bar.width() * self._gauge.limit / self._gauge.scale)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(Qt.PenStyle.NoPen)
        tick = QRectF(place - 1, 0, 2, self.height())
        painter.fillRect(tick.adjusted(-1, 0, 1, 0), self._theme.color("panel"))
        painter.fillRect(tick, self._theme.color("text"))
