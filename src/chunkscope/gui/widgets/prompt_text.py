"""The prompt as it would be sent, with a bar beside each passage in its chunk's colour."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from chunkscope.core.overriding import override
from chunkscope.core.prompt import Fate, Prompt, Role
from chunkscope.gui.assets import code_font
from chunkscope.gui.models.bench_words import NO_HUE, color_of
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.badge import paint_badge
from chunkscope.gui.widgets.focus_frame import FocusFrame
from chunkscope.gui.widgets.overlay_paint import hatch
from chunkscope.workspace.bench import Side

LONGEST_PIECE: Final = 6_000
LONGEST: Final = 60_000
"""Characters that are shown of one piece, and of all; copying takes the whole prompt."""
_SIZE_PX: Final = 12
_BAR_X, _BAR_PX, _TEXT_X = 4, 4, 14


@dataclass(frozen=True, slots=True)
class PromptPart:
    """A piece of the prompt as it is shown.

    Attributes:
        role: What it is.
        words: Its characters, as far as they are shown.
        hidden: How many more there are.
        place: Place of the candidate that it shows or labels; None for all else.
        is_cut: Whether only the beginning of its passage is sent.
        hue, shade: Of the passage's parent; `NO_HUE` for all else.
    """

    role: Role
    words: str
    hidden: int = 0
    place: int | None = None
    is_cut: bool = False
    hue: int = NO_HUE
    shade: int = 0


def parts_of(side: Side) -> list[PromptPart]:
    """Return the prompt of a side in pieces, as far as they can be shown."""
    asked = side.asked
    if asked is None:
        return []
    text, left, parts = asked.prompt.text, LONGEST, []
    for role, at, outcome in asked.prompt.pieces:
        shown = min(at.end - at.start, LONGEST_PIECE, left)
        left -= shown
        words, hidden = text[at.start : at.start + shown], at.end - at.start - shown
        if outcome is None:
            parts.append(PromptPart(role, words, hidden))
            continue
        passage = asked.passage_at(outcome.place)
        color = (NO_HUE, 0) if passage is None else color_of(passage, side.chunk_set)
        is_cut = outcome.fate is Fate.CUT
        parts.append(PromptPart(role, words, hidden, outcome.place, is_cut, *color))
    return parts


class PromptText(QPlainTextEdit):
    """Shows a prompt letter for letter; a click on a passage chooses it.

    Signals:
        place_chosen: Place of the passage.
    """

    place_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._theme = theme
        self._prompt: Prompt | None = None
        self.parts: list[PromptPart] = []
        self._chosen: int | None = None
        self._pressed_at: QPoint | None = None
        self.setObjectName("embedded")
        self.setAccessibleName("The prompt as it would be sent")
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(_TEXT_X)
        self._frame = FocusFrame(theme, self)

    def show_prompt(self, side: Side, chosen: int | None) -> None:
        """Show the prompt of a side, the chosen passage marked."""
        prompt = None if side.asked is None else side.asked.prompt
        if prompt is not self._prompt:
            self._prompt = prompt
            self.parts = parts_of(side)
            self._write()
        if chosen != self._chosen:
            self._chosen = chosen
            self.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self._frame.set_theme(theme)
        self._write()

    @override
    def copy(self) -> None:
        """Copy the selected characters; the whole prompt where none are selected."""
        words = self.textCursor().selectedText().replace("\u2029", "\n")
        if not words and self._prompt is not None:
            words = self._prompt.text
        QGuiApplication.clipboard().setText(words)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return chooses the passage that the caret stands in, as a click does."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.textCursor().block())
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed_at = event.position().toPoint()
        super().mousePressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        pressed_at, self._pressed_at = self._pressed_at, None
        is_left = event.button() is Qt.MouseButton.LeftButton
        if pressed_at is not None and is_left and not self.textCursor().hasSelection():
            self._choose(self.cursorForPosition(event.position().toPoint()).block())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, the bars in the margin beside it, and what is pinned or cut."""
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            bottom, block = self.viewport().height(), self.firstVisibleBlock()
            while block.isValid():
                box = self.blockBoundingGeometry(block).translated(self.contentOffset())
                if box.top() > bottom:
                    break
                self._paint_sign(painter, block, box)
                block = block.next()

    def _paint_sign(self, painter: QPainter, block: QTextBlock, box: QRectF) -> None:
        part, theme = self._part_of(block), self._theme
        if part is None or part.role is Role.SEPARATOR:
            return
        bar = QRectF(_BAR_X, box.top(), _BAR_PX, block.layout().boundingRect().height())
        if part.hue != NO_HUE:
            painter.fillRect(bar, theme.chunk_color(part.hue, part.shade))
        elif part.role is Role.PINNED:
            hatch(painter, bar, theme.color("quiet"))
        else:
            painter.fillRect(bar, theme.color("faint"))
        if part.place is not None and part.place == self._chosen:
            painter.fillRect(bar.translated(-_BAR_PX, 0), theme.color("accent"))
        if self._part_of(block.next()) is part:
            return
        room = QRect(0, round(bar.bottom()) - 3, self.viewport().width() - 6, 20)
        if part.role is Role.PINNED:
            paint_badge(painter, room, "pinned", "info", theme)
        if part.is_cut and part.role is Role.PASSAGE:
            paint_badge(painter, room, "cut here", "error", theme)

    def _part_of(self, block: QTextBlock) -> PromptPart | None:
        state = block.userState() if block.isValid() else -1
        return self.parts[state] if 0 <= state < len(self.parts) else None

    def _choose(self, block: QTextBlock) -> None:
        part = self._part_of(block)
        if part is not None and part.place is not None:
            self.place_chosen.emit(part.place)

    def _write(self) -> None:
        self.clear()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        last = cursor.block()
        for number, part in enumerate(self.parts):
            first = cursor.block() if cursor.atBlockStart() else None
            cursor.insertText(part.words, self._look_of(part.role))
            if part.hidden:
                words = f"\n⋯ {part.hidden:,} more characters\n"
                cursor.insertText(words, self._look_of(Role.SEPARATOR))
            _number_blocks(first or last.next(), cursor.block(), number)
            last = cursor.block()
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)

    def _look_of(self, role: Role) -> QTextCharFormat:
        look, font = QTextCharFormat(), code_font(_SIZE_PX)
        font.setFeature(QFont.Tag("calt"), 0)  # here every character shows as it is
        look.setFont(font)
        is_quiet = role in (Role.PINNED, Role.SEPARATOR)
        look.setForeground(self._theme.color("quiet" if is_quiet else "text"))
        if role is Role.LABEL:
            look.setBackground(self._theme.color("selection"))
        return look


def _number_blocks(block: QTextBlock, last: QTextBlock, number: int) -> None:
    """Let the blocks from `block` to `last` know which part they show."""
    while block.isValid():
        block.setUserState(number)
        if block == last:
            return
        block = block.next()
