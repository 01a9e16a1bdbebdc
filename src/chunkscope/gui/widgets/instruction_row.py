"""What is put before a question when it is embedded, and which form the floor assumes."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from chunkscope.gui.widgets.dialog_parts import Remark
from chunkscope.workspace.model_choice import FLOOR_ASSUMES
from chunkscope.workspace.model_list import ModelRow

_NEEDED, _NOTHING, _MAKERS, _OWN = range(4)
_CHOICES: Final = ("What the model needs", "Nothing", "Its makers’ words", "Words of your own")
_COMBO_PX: Final = 190


class InstructionRow(QWidget):
    """A choice, and a line that shows the words.

    Signals:
        instruction_chosen: The text, empty for none; None for what the model needs.
    """

    instruction_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Put nothing before questions yet."""
        super().__init__(parent)
        self._needed = self._makers = ""
        self._instruction: str | None = None
        title = QLabel("Before a question")
        self.choice = QComboBox(self)
        self.choice.addItems(_CHOICES)
        self.choice.setFixedWidth(_COMBO_PX)
        self.choice.setAccessibleName("What is put before a question")
        self.choice.setToolTip("Some models are made for questions with words before them")
        self.choice.activated.connect(self._choose)
        title.setBuddy(self.choice)
        self.line = QLineEdit(self)
        self.line.setAccessibleName("Words before a question")
        self.line.setToolTip("They are embedded with the question, and not shown in the prompt")
        self.line.editingFinished.connect(self._take_words)
        self.remark = Remark(1, self)
        self.remark.say(f"{FLOOR_ASSUMES} Passages are embedded as their model needs it, always.")
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(title)
        row.addWidget(self.choice)
        row.addWidget(self.line, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.remark)
        self._show()

    @property
    def instruction(self) -> str | None:
        """What is chosen."""
        return self._instruction

    def show_instruction(self, instruction: str | None, row: ModelRow | None) -> None:
        """Show what is chosen for a model."""
        self._instruction = instruction
        self._makers = "" if row is None else row.instruction
        self._needed = "" if row is None else row.needed_instruction
        self._show()

    def _show(self) -> None:
        instruction = self._instruction
        if instruction is None:
            place = _NEEDED
        elif not instruction:
            place = _NOTHING
        else:
            place = _MAKERS if instruction == self._makers else _OWN
        self._show_place(place)

    def _show_place(self, place: int) -> None:
        view = self.choice.view()
        if hasattr(view, "setRowHidden"):
            view.setRowHidden(_MAKERS, not self._makers)
        self.choice.setCurrentIndex(place)
        shown = self._needed if self._instruction is None else self._instruction
        if self.line.text() != shown:
            self.line.setText(shown)
        self.line.setCursorPosition(0)
        self.line.setReadOnly(place != _OWN)
        self.line.setPlaceholderText("such as “query: ”" if place == _OWN else "nothing")

    def _choose(self, place: int) -> None:
        if place == _OWN:
            self._show_place(_OWN)
            self.line.setFocus()
            return
        self._put((None, "", self._makers)[place])

    def _take_words(self) -> None:
        if not self.line.isReadOnly() and self.line.text() != (self._instruction or ""):
            self._put(self.line.text())

    def _put(self, instruction: str | None) -> None:
        self._instruction = instruction
        self._show()
        self.instruction_chosen.emit(instruction)
