"""The prompt as a bar: pinned text first, then each passage in its chunk's colour."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from chunkscope.core.overriding import override
from chunkscope.core.prompt import Fate
from chunkscope.gui.assets import interface_font
from chunkscope.gui.models.bench_words import NO_HUE
from chunkscope.gui.models.candidate_rows import CandidateRow, short_name
from chunkscope.gui.theme import SMALL_SIZE_PX, Theme
from chunkscope.gui.widgets.wording import plain_tip
from chunkscope.workspace.questions import Asked

HEIGHT_PX: Final = 20
GROUND_SHARE: Final = 0.62
"""How much of a chunk's colour a label stands on; its edge below has all of it."""
QUIET_SHARE: Final = 0.45
_EDGE_PX, _CORNER_PX, _PADDING_PX = 3, 4.0, 6


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the prompt that counts against the budget.

    Attributes:
        place: Place of the candidate; None for pinned text.
        characters: Its length.
        labels: What to write on it, the longest first.
        tip: What it is, in sentences.
        hue, shade: Of its colour; `NO_HUE` for grey.
    """

    place: int | None
    characters: int
    labels: tuple[str, ...]
    tip: str
    hue: int = NO_HUE
    shade: int = 0


def stretches_of(asked: Asked, rows: Sequence[CandidateRow]) -> tuple[Stretch, ...]:
    """Return the parts of a prompt in their order; `rows` are its candidates by place."""
    pinned = len(asked.prompt.pinned)
    parts = []
    if pinned:
        labels = (f"pinned {pinned:,}", "pinned")
        tip = f"Pinned text: {pinned:,} characters, always first"
        parts.append(Stretch(None, pinned, labels, tip))
    sent = (row for row in rows if row.is_delivered)
    for number, row in enumerate(sent, 1):
        parts.append(_stretch(number, row))
    return tuple(parts)


def _stretch(number: int, row: CandidateRow) -> Stretch:
    delivered, name = row.outcome.delivered, short_name(row.passage)
    named = f"{number} · {name}"
    labels: tuple[str, ...] = (named, f"{number}")
    sent = f"all of its {delivered:,} characters"
    if row.outcome.fate is Fate.CUT:
        labels = (f"{named} cut at {delivered:,}", *labels)
        sent = f"the first {row.detail} characters"
    where = f", {row.path}" if row.path else ""
    tip = f"{number} in the prompt: {row.name}{where}\n{sent}, at place {row.place:,}"
    return Stretch(row.place, delivered, labels, tip, row.hue, row.shade)


class BudgetBar(QWidget):
    """Shows how the prompt's budget is spent.

    Signals:
        place_chosen: Place of the candidate whose part was clicked.
    """

    place_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._theme = theme
        self._stretches: tuple[Stretch, ...] = ()
        self._budget = 1
        self._chosen: int | None = None
        self._hovered: int | None = None
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEIGHT_PX)
        self.show_stretches((), 1)

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """The parts that are shown."""
        return self._stretches

    def show_stretches(self, stretches: tuple[Stretch, ...], budget: int) -> None:
        """Show other parts of `budget` characters."""
        self._stretches, self._budget = stretches, budget
        used = sum(one.characters for one in stretches)
        self.setAccessibleName(f"Prompt: {used:,} of {budget:,} characters")
        self.setAccessibleDescription("; ".join(one.tip for one in stretches))
        self.update()

    def show_chosen(self, place: int | None) -> None:
        """Frame the part of the chosen candidate."""
        if place != self._chosen:
            self._chosen = place
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.update()

    def room_of(self, number: int) -> QRectF:
        """Return where a part stands; the bar's end is the budget's, or of what passes it."""
        whole = max(self._budget, sum(one.characters for one in self._stretches), 1)
        before = sum(one.characters for one in self._stretches[:number])
        scale = self.width() / whole
        left, width = before * scale, self._stretches[number].characters * scale
        return QRectF(left, 0, width, self.height())

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, HEIGHT_PX)

    @override
    def event(self, event: QEvent) -> bool:
        """Say in a tooltip what a part is, however narrow it is."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            number = self._number_at(event.pos().x())
            free = self._budget - sum(one.characters for one in self._stretches)
            tip = f"Free: {max(free, 0):,} characters"
            if number is not None:
                tip = self._stretches[number].tip
            QToolTip.showText(event.globalPos(), plain_tip(tip), self)
            return True
        return super().event(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        number = self._number_at(round(event.position().x()))
        is_candidate = number is not None and self._stretches[number].place is not None
        self._hovered = number if is_candidate else None
        shape = Qt.CursorShape.PointingHandCursor if is_candidate else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)
        self.update()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self.update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        number = self._number_at(round(event.position().x()))
        place = None if number is None else self._stretches[number].place
        if place is not None:
            self.place_chosen.emit(place)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        clip = QPainterPath()
        clip.addRoundedRect(QRectF(self.rect()), _CORNER_PX, _CORNER_PX)
        painter.setClipPath(clip)
        painter.fillRect(self.rect(), theme.blend(theme.color("line"), 0.7))
        for number in range(len(self._stretches)):
            self._paint(painter, number)

    def _paint(self, painter: QPainter, number: int) -> None:
        theme, stretch = self._theme, self._stretches[number]
        room = self.room_of(number).adjusted(0, 0, -1, 0)
        color = self._color_of(stretch)
        is_strong = number == self._hovered or self._is_chosen(stretch)
        painter.fillRect(room, ground_of(stretch, theme))
        edge = QRectF(room.left(), room.bottom() - _EDGE_PX, room.width(), _EDGE_PX)
        painter.fillRect(edge, color)
        painter.setFont(interface_font(SMALL_SIZE_PX, bold=self._is_chosen(stretch)))
        painter.setPen(theme.color("text"))
        inner = room.adjusted(_PADDING_PX, 0, -_PADDING_PX, -_EDGE_PX)
        metrics = QFontMetrics(painter.font())
        label = next(
            (one for one in stretch.labels if metrics.horizontalAdvance(one) <= inner.width()), ""
        )
        painter.drawText(inner, int(Qt.AlignmentFlag.AlignCenter), label)
        if is_strong:
            painter.setPen(QPen(theme.color("text"), 1.5 if self._is_chosen(stretch) else 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(room.adjusted(0.75, 0.75, -0.75, -0.75))

    def _color_of(self, stretch: Stretch) -> QColor:
        if stretch.hue == NO_HUE:
            return self._theme.color("quiet")
        return self._theme.chunk_color(stretch.hue, stretch.shade)

    def _is_chosen(self, stretch: Stretch) -> bool:
        return stretch.place is not None and stretch.place == self._chosen

    def _number_at(self, x: int) -> int | None:
        numbers = range(len(self._stretches))
        return next(
            (n for n in numbers if self.room_of(n).left() <= x < self.room_of(n).right()), None
        )


def ground_of(stretch: Stretch, theme: Theme) -> QColor:
    """Return what a label stands on: pale enough for the text's ink."""
    if stretch.hue == NO_HUE:
        return theme.blend(theme.color("quiet"), QUIET_SHARE)
    return theme.blend(QColor(theme.chunks[stretch.hue]), GROUND_SHARE)
