"""The line that a question is typed in, with the questions asked of the page before."""

from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QSizePolicy, QStyledItemDelegate, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.widgets.wording import plain_tip, unturned

_ASK: Final = "Ask a question about this page"
_KEPT_DRAFTS: Final = 5
_LEAST_CHARACTERS: Final = 12


class QuestionLine(QComboBox):
    """Keeps what is typed: neither a key nor the wheel replaces it.

    A question chosen from the list leaves what stood there before as the list's first.

    Signals:
        text_typed: The text, whenever the user changed it.
        run_wanted: Return was pressed.
    """

    text_typed = Signal(str)
    run_wanted = Signal()

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        """Start empty; `number` tells the lines of two sides apart, from 0."""
        super().__init__(parent)
        self._past: tuple[str, ...] = ()
        self._drafts: tuple[str, ...] = ()
        name = "Question" if number == 0 else "Second question"
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setCompleter(None)  # type: ignore[arg-type]
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_LEAST_CHARACTERS)
        self.setMaxVisibleItems(12)
        self.setItemDelegate(QStyledItemDelegate(self))  # whose rows the style sheet can space
        self.setAccessibleName(f"{name} and those asked before")
        self.setToolTip("Type a question and press Return; the Down key lists earlier ones")
        line = QLineEdit(self)
        line.setPlaceholderText(_ASK)
        line.setAccessibleName(name)
        line.setToolTip("Type a question and press Return; the Down key lists earlier ones")
        line.textEdited.connect(self._take)
        line.returnPressed.connect(self.run_wanted)
        self.setLineEdit(line)
        self.setCompleter(None)  # type: ignore[arg-type]
        self.textActivated.connect(self._choose)
        self._before = ""

    @property
    def text(self) -> str:
        """What stands in the line."""
        return self.currentText()

    def show_text(self, text: str) -> None:
        """Show another text; the cursor stays where the text is the same."""
        text = unturned(text)
        if text != self.currentText():
            with QSignalBlocker(self):
                self.setEditText(text)
            line = self.lineEdit()
            if line is not None and not line.hasFocus():
                line.setCursorPosition(0)  # a narrow line shows how the question begins
        self._before = text

    def show_past(self, past: tuple[str, ...]) -> None:
        """List the questions asked before, the newest first."""
        if past == self._past:
            return
        self._past = past
        self._drafts = tuple(one for one in self._drafts if one not in past)
        self._list()

    def focus(self) -> None:
        """Take the keyboard, with all that is typed selected."""
        line = self.lineEdit()
        if line is not None:
            line.setFocus(Qt.FocusReason.ShortcutFocusReason)
            line.selectAll()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list with the Down key; the arrows would else replace what is typed."""
        if event.key() == Qt.Key.Key_Down and self.count():
            self.showPopup()
        elif event.key() not in (
            Qt.Key.Key_Down,
            Qt.Key.Key_Up,
            Qt.Key.Key_PageDown,
            Qt.Key.Key_PageUp,
        ):
            super().keyPressEvent(event)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def _take(self, typed: str) -> None:
        """Tell what was typed or pasted, without what would turn the line round unseen."""
        text, line = unturned(typed), self.lineEdit()
        if text != typed and line is not None:
            cursor = len(unturned(typed[: line.cursorPosition()]))
            line.setText(text)
            line.setCursorPosition(cursor)
        self.text_typed.emit(text)

    def _list(self) -> None:
        text, line = self.currentText(), self.lineEdit()
        cursor = 0 if line is None else line.cursorPosition()
        with QSignalBlocker(self):
            self.clear()
            self.addItems([unturned(one) for one in (*self._drafts, *self._past)])
            for row in range(self.count()):
                self.setItemData(row, plain_tip(self.itemText(row)), Qt.ItemDataRole.ToolTipRole)
            self.setCurrentIndex(-1)
            self.setEditText(text)
        if line is not None:
            line.setCursorPosition(cursor)

    def _choose(self, text: str) -> None:
        """Take a question from the list, and keep what stood in its place."""
        draft = self._before.strip()
        is_new = draft and draft != text and draft not in (*self._past, *self._drafts)
        self._before = text
        if is_new:
            self._drafts = (draft, *self._drafts)[:_KEPT_DRAFTS]
            self._list()
        self.text_typed.emit(text)
