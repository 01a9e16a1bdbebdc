"""One line of the inspector: what it is, how much, a note, and perhaps a meter below."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.alignment import LEFT, RIGHT
from chunkscope.gui.widgets.meter import Gauge, Meter
from chunkscope.gui.widgets.wording import plain_tip

_LINE_PX = 22
_GAP_PX = 8
_UNDER_METER_PX = 6


@dataclass(frozen=True, slots=True)
class Figure:
    """What one line says.

    Attributes:
        label: What is measured.
        value: How much, with its limit.
        note: What follows the value in a quieter ink.
        short_label, short_note: Stand for them where the line is too narrow.
        role: Ink of value and note: a state colour, or empty for the usual ones.
        tip: What else there is to say.
    """

    label: str
    value: str
    note: str = ""
    short_label: str = ""
    short_note: str = ""
    role: str = ""
    tip: str = ""

    @property
    def sentence(self) -> str:
        """The line as it is read aloud."""
        return f"{self.label}: {self.value} {self.note}".strip()


class FigureRow(QLabel):
    """Paints a figure on one line, its value always whole, its label elided before that."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, meter: bool = False) -> None:
        """Keep room for a meter below where `meter` is set."""
        super().__init__(parent)
        self._theme = theme
        self._figure = Figure("", "")
        self._meter = Meter(theme, self) if meter else None
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if self._meter is not None:
            layout = QVBoxLayout(self)
            layout.setContentsMargins(0, _LINE_PX, 0, _UNDER_METER_PX)
            layout.addWidget(self._meter)

    @property
    def figure(self) -> Figure:
        """What is shown."""
        return self._figure

    def show_figure(self, figure: Figure, gauge: Gauge | None = None) -> None:
        """Show a figure and, where this row has a meter, its gauge."""
        self._figure = figure
        self.setText(figure.sentence)
        self.setAccessibleDescription(figure.tip)
        if self._meter is not None and gauge is not None:
            self._meter.show_gauge(gauge)
        self._explain()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        if self._meter is not None:
            self._meter.set_theme(theme)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        meter = 0 if self._meter is None else self._meter.height() + _UNDER_METER_PX
        return QSize(180, _LINE_PX + meter)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._explain()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        figure, theme = self._fitting(), self._theme
        line = QRect(0, 0, self.width(), _LINE_PX)
        role = figure.role
        if figure.note:
            painter.setPen(theme.color(role or "quiet"))
            line = _drawn_at_right(painter, line, figure.note, interface_font())
        painter.setPen(theme.color(role or "text"))
        line = _drawn_at_right(painter, line, figure.value, interface_font(bold=True))
        painter.setPen(theme.color("quiet"))
        painter.setFont(interface_font())
        elide = Qt.TextElideMode.ElideRight
        label = painter.fontMetrics().elidedText(figure.label, elide, line.width())
        painter.drawText(line, LEFT, label)

    def _room_for_label(self, figure: Figure) -> int:
        taken = _width(figure.value, bold=True) + _GAP_PX
        if figure.note:
            taken += _width(figure.note) + _GAP_PX
        return self.width() - taken

    def _fitting(self) -> Figure:
        """Return the figure with as long words as the line has room for, a label before a note."""
        figure = self._figure
        short_label = figure.short_label or figure.label
        for label, note in (
            (figure.label, figure.note),
            (figure.label, figure.short_note),
            (short_label, figure.note),
        ):
            shown = replace(figure, label=label, note=note)
            if self._room_for_label(shown) > _width(label):
                return shown
        return replace(figure, label=short_label, note=figure.short_note)

    def _explain(self) -> None:
        figure, shown = self._figure, self._fitting()
        is_whole = shown == figure and self._room_for_label(shown) >= _width(figure.label)
        parts = ["" if is_whole else figure.sentence, figure.tip]
        self.setToolTip(plain_tip("\n".join(part for part in parts if part)))


def _width(text: str, *, bold: bool = False) -> int:
    return QFontMetrics(interface_font(bold=bold)).horizontalAdvance(text)


def _drawn_at_right(painter: QPainter, line: QRect, text: str, font: QFont) -> QRect:
    """Draw `text` at the right end of `line`; return what is left of the line."""
    painter.setFont(font)
    painter.drawText(line, RIGHT, text)
    return line.adjusted(0, 0, -QFontMetrics(font).horizontalAdvance(text) - _GAP_PX, 0)
