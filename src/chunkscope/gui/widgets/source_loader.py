"""Fills a text document piece by piece, so that the event loop goes on meanwhile."""

import re
from collections.abc import Iterator
from time import perf_counter
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QFont, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout

from chunkscope.gui.widgets.source_pieces import Piece, PieceMap, pieces_of

_BUDGET_S: Final = 0.012
_MARKED_LINE: Final = re.compile(
    r"^ {0,3}(?:(?P<heading>#{1,6}(?:[ \t].*)?)$|(?P<fence>`{3,}|~{3,}).*$)", re.MULTILINE
)


class SourceLoader(QObject):
    """Puts a text into a document: the first pieces at once, the others while nothing else waits.

    Signals: `grew()` after each batch, `finished()` when all of the text is there.
    """

    grew = Signal()
    finished = Signal()

    def __init__(self, document: QTextDocument, parent: QObject) -> None:
        super().__init__(parent)
        self.map = PieceMap()
        self._document = document
        self._text = ""
        self._pieces: Iterator[Piece] = iter(())
        self._fence = ""
        self._plain = QTextCharFormat()
        self._bold = _bold_of_any_size()
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    @property
    def complete(self) -> bool:
        """Whether all of the text is in the document."""
        return self.map.end == len(self._text)

    def load(self, text: str) -> None:
        """Replace the document's text by the first pieces of `text`, the others to follow."""
        self._timer.stop()
        self._document.clear()
        self.map = PieceMap()
        self._text, self._pieces, self._fence = text, pieces_of(text), ""
        self._timer.start()
        self._go_on()

    def _go_on(self) -> None:
        deadline = perf_counter() + _BUDGET_S
        layout = self._document.documentLayout()
        assert isinstance(layout, QPlainTextDocumentLayout)
        layout.blockSignals(True)  # each insertion would repaint the view and move its scroll bar
        try:
            while perf_counter() < deadline and self._insert_next():
                pass
        finally:
            layout.blockSignals(False)
        layout.documentSizeChanged.emit(layout.documentSize())
        self.grew.emit()
        if self.complete:
            self._timer.stop()
            self.finished.emit()

    def _insert_next(self) -> bool:
        piece = next(self._pieces, None)
        if piece is None:
            return False
        text = piece.span.slice_of(self._text)
        cursor = QTextCursor(self._document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        if piece.soft:
            cursor.insertText("\n", self._plain)
        self._insert(cursor, text, styled=not piece.soft)
        cursor.endEditBlock()
        self.map.append(text, soft=piece.soft)
        return True

    def _insert(self, cursor: QTextCursor, text: str, *, styled: bool) -> None:
        done = 0
        for line in _MARKED_LINE.finditer(text) if styled else ():
            if line["fence"]:
                self._pass_fence(line[0].strip(), line["fence"])
            elif not self._fence:
                cursor.insertText(text[done : line.start()], self._plain)
                cursor.insertText(line[0], self._bold)
                done = line.end()
        cursor.insertText(text[done:], self._plain)

    def _pass_fence(self, line: str, run: str) -> None:
        if not self._fence:
            self._fence = run
        elif line.startswith(self._fence) and not line.strip(run[0]):
            self._fence = ""


def _bold_of_any_size() -> QTextCharFormat:
    """Return a format that says nothing but bold, on the axis of a variable font too."""
    font, bold = QFont(), QFont.Weight.Bold
    font.setWeight(bold)
    font.setVariableAxis(QFont.Tag("wght"), float(bold.value))
    look = QTextCharFormat()
    only = QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesSpecifiedOnly
    look.setFont(font, only)
    return look
