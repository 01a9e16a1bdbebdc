"""Exactly what the embedder reads of a chunk, as plain text that can be chosen and copied."""

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.assets import code_font
from chunkscope.gui.theme import Theme

LONGEST: Final = 4000
"""Characters that are shown; laying out more would be felt. Copying takes all of them."""
_SIZE_PX: Final = 12
_LEAST_PX: Final = 40


class EmbeddedText(QPlainTextEdit):
    """Prefix on a ground of its own, then the slice; what the model never reads is struck out."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._theme = theme
        self._shown: tuple[str, str, int | None] = ("", "", None)
        self._fitted_width: int | None = None
        self.setObjectName("embedded")
        self.setAccessibleName("What the embedder reads")
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)

    def show_embedded(self, prefix: str, text: str, seen: int | None) -> None:
        """Show `prefix` and `text`; the model reads `seen` characters of `text`, or all of it."""
        if (prefix, text, seen) == self._shown:
            return
        self._shown = (prefix, text, seen)
        self._write()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self._write()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _write(self) -> None:
        prefix, text, seen = self._shown
        seen = len(text) if seen is None else seen
        parts = (
            (prefix, self._format("text", ground="selection")),
            ("\n\n" + text[: min(seen, LONGEST)], self._format("text")),
            (text[seen:LONGEST] if seen < LONGEST else "", self._format("quiet", struck=True)),
        )
        self.clear()
        if not text:
            return
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for part, look in parts:
            cursor.insertText(part, look)
        cursor.endEditBlock()
        self._fitted_width = None
        if self.isVisible():  # else it may get another width before it shows
            self._fit()

    def _format(self, ink: str, *, ground: str = "", struck: bool = False) -> QTextCharFormat:
        look = QTextCharFormat()
        look.setFont(code_font(_SIZE_PX))
        look.setForeground(self._theme.color(ink))
        look.setFontStrikeOut(struck)
        if ground:
            look.setBackground(self._theme.color(ground))
        return look

    def _fit(self) -> None:
        """Be as high as the text, so that the panel scrolls and not this."""
        width = self.viewport().width()
        if width == self._fitted_width:
            return
        self._fitted_width = width
        height, block = 0.0, self.document().firstBlock()
        while block.isValid():
            height += self.blockBoundingRect(block).height()
            block = block.next()
        self.setFixedHeight(max(_LEAST_PX, round(height) + 2))
