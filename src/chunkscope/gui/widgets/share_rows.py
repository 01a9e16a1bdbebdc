"""How much of each chunk that holds it the answer is: the dilution that a writer can fix."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPainterPath
from PySide6.QtWidgets import QVBoxLayout, QWidget

from chunkscope.core.overriding import override
from chunkscope.core.verdict import Share
from chunkscope.gui.assets import interface_font
from chunkscope.gui.models.bench_words import NO_HUE, color_of, name_of
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.alignment import LEFT, RIGHT
from chunkscope.gui.widgets.ground import Themed
from chunkscope.gui.widgets.panel_parts import MARGIN_PX, RowButton, inset, replace_rows
from chunkscope.gui.widgets.text_line import Paragraph, TextLine
from chunkscope.gui.widgets.wording import plain_tip
from chunkscope.workspace.bench import Side

_MOST: Final = 6
_LINE_PX, _BAR_PX, _ROW_PX = 22, 6, 34
_WHY: Final = "The smaller its share, the more the rest of the chunk drowns the answer."


@dataclass(frozen=True, slots=True)
class ShareLine:
    """The answer's share of one chunk, with the chunk's name and colour."""

    name: str
    share: Share
    hue: int
    shade: int

    @property
    def figures(self) -> str:
        """The tokens of both and the share."""
        share = self.share
        percent = f"{100 * share.of_passage:.0f} %" if share.of_passage >= 0.01 else "under 1 %"
        return f"{share.answer_tokens:,} of {share.passage_tokens:,} tokens · {percent}"


class ShareRow(RowButton):
    """One chunk that holds the answer; pressing it goes there."""

    def __init__(self, line: ShareLine, theme: Theme, parent: QWidget | None = None) -> None:
        """Show `line`."""
        super().__init__(theme, parent)
        self.line = line
        words = f"The answer is {line.figures} of {line.name}, place {line.share.place:,}"
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(f"{words}. Click to show it in the document."))

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, _ROW_PX)

    @override
    def _paint(self, painter: QPainter) -> None:
        room = self.rect().adjusted(MARGIN_PX, 0, -MARGIN_PX, 0)
        room.setHeight(_LINE_PX)
        painter.setFont(interface_font())
        painter.setPen(self._theme.color("text"))
        painter.drawText(room, LEFT, self.line.name)
        name = QFontMetrics(painter.font()).horizontalAdvance(self.line.name)
        figures = room.adjusted(name + 8, 0, 0, 0)
        painter.setPen(self._theme.color("quiet"))
        painter.drawText(figures, RIGHT, self.line.figures)
        self._paint_bar(painter, QRectF(room.left(), _LINE_PX, room.width(), _BAR_PX))

    def _paint_bar(self, painter: QPainter, bar: QRectF) -> None:
        """Draw the chunk paler than the answer in it."""
        theme, line = self._theme, self.line
        clip = QPainterPath()
        clip.addRoundedRect(bar, 3, 3)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(clip)
        is_page = line.hue == NO_HUE
        color = theme.color("quiet") if is_page else theme.chunk_color(line.hue, line.shade)
        painter.fillRect(bar, theme.blend(color, 0.35))
        bar.setWidth(max(2.0, bar.width() * line.share.of_passage))
        painter.fillRect(bar, theme.color("good"))


class ShareList(QWidget):
    """A row for each chunk that holds the answer.

    Signals:
        place_chosen: The place of the chunk that was pressed.
    """

    place_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self._theme = theme
        self._rows: list[ShareRow] = []
        self._title = TextLine(theme, "quiet", parent=self)
        self._title.say("Its share of each chunk that holds it")
        self._why = Paragraph(theme, "quiet", parent=self)
        self._why.say(_WHY)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 10, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(inset(self._title))
        self._column.addWidget(inset(self._why, top=4))
        self.setVisible(False)

    @property
    def lines(self) -> tuple[ShareLine, ...]:
        """What is shown."""
        return tuple(row.line for row in self._rows)

    def show_shares(self, side: Side, shares: Sequence[Share]) -> None:
        """Show the shares of the best places."""
        lines = tuple(line for share in shares[:_MOST] if (line := _line(side, share)) is not None)
        self.setVisible(bool(lines))
        if lines == self.lines:
            return
        before, self._rows = self._rows, [ShareRow(line, self._theme, self) for line in lines]
        for row in self._rows:
            place = row.line.share.place
            row.clicked.connect(lambda _=False, place=place: self.place_chosen.emit(place))
        replace_rows(self._column, before, self._rows)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        parts: tuple[Themed, ...] = (self._title, self._why, *self._rows)
        for part in parts:
            part.set_theme(theme)


def _line(side: Side, share: Share) -> ShareLine | None:
    passage = None if side.asked is None else side.asked.passage_at(share.place)
    if passage is None:
        return None
    return ShareLine(name_of(passage), share, *color_of(passage, side.chunk_set))
