"""Asks for a folder that holds an embedding model, and has it tried before it is used."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from chunkscope.core.overriding import override
from chunkscope.gui.model_work import ModelWork
from chunkscope.gui.tasks import Task
from chunkscope.gui.widgets.dialog_parts import Remark, button

_WIDTH_PX: Final = 560
_BY_NAME: Final = "the one that the folder’s name says"
_NO_NAME: Final = "Choose above which model it holds."


class FolderDialog(QDialog):
    """A line for a folder and a choice of model; what is wrong with the folder stands below.

    Signals:
        model_chosen: The model as a question names it, tried.
    """

    model_chosen = Signal(str)

    def __init__(self, work: ModelWork, names: tuple[str, ...], parent: QWidget) -> None:
        """Offer the models of these names."""
        super().__init__(parent)
        self.setWindowTitle("Use a folder")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._work = work
        self._task: Task | None = None
        self.line = QLineEdit(self)
        self.line.setAccessibleName("Folder that holds a model")
        self.line.setToolTip("The folder with the model’s .onnx file and its tokenizer")
        self.line.textChanged.connect(self._take_back)
        self.browse = button("Browse…", "Choose a folder", self)
        self.browse.clicked.connect(self._browse)
        self.holds = QComboBox(self)
        self.holds.addItems((_BY_NAME, *names))
        self.holds.setAccessibleName("Model in the folder")
        self.holds.setToolTip("Which model the folder holds")
        self.holds.currentIndexChanged.connect(self._take_back)
        self.said = Remark(3, self)
        self._make_buttons()
        self._lay_out()
        self._take_back()

    @property
    def model(self) -> str:
        """What a question would name."""
        folder = self.line.text().strip()
        if self.holds.currentIndex() == 0:
            return folder
        return f"{self.holds.currentText()}={folder}"

    def confirm(self) -> None:
        """Have the folder tried, and use it where it holds a model."""
        if not self.line.text().strip():
            self.said.say("Type a folder, or choose one.", is_error=True)
            self.line.setFocus()
            return
        model = self.model
        self.said.say("Trying whether the model works…")
        self.use_it.setEnabled(False)
        self._task = self._work.try_model(model, lambda _tried: self._works(model), self._lacks)

    @override
    def done(self, result: int) -> None:
        """Close; nobody waits for the trial any more."""
        if self._task is not None:
            self._task.cancel()
        super().done(result)

    def _make_buttons(self) -> None:
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        cancel = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        cancel.setAutoDefault(False)
        cancel.setToolTip("Use no folder (Escape)")
        self.use_it = button("Use", "Try the model, then use it (Return)", self, primary=True)
        self.buttons.addButton(self.use_it, QDialogButtonBox.ButtonRole.ActionRole)
        self.use_it.clicked.connect(self.confirm)
        self.buttons.rejected.connect(self.reject)

    def _lay_out(self) -> None:
        folder, model = QLabel("Folder"), QLabel("It holds")
        folder.setBuddy(self.line)
        model.setBuddy(self.holds)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.line, 1)
        row.addWidget(self.browse)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.addWidget(folder, 0, 0)
        grid.addLayout(row, 0, 1)
        grid.addWidget(model, 1, 0)
        grid.addWidget(self.holds, 1, 1)
        grid.setColumnStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(12)
        column.addLayout(grid)
        column.addWidget(self.said)
        column.addWidget(self.buttons)
        self.setFixedWidth(_WIDTH_PX)

    def _browse(self) -> None:
        dialog = QFileDialog(self, "Folder that holds a model")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        if self.line.text().strip():
            dialog.setDirectory(self.line.text().strip())
        dialog.fileSelected.connect(self.line.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _take_back(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self.use_it.setEnabled(True)
        self.said.say("It is read where it lies; nothing is copied, and nothing is fetched.")

    def _works(self, model: str) -> None:
        self._task = None
        self.accept()
        self.model_chosen.emit(model)

    def _lacks(self, message: str, hint: str) -> None:
        self._task = None
        self.use_it.setEnabled(True)
        names_none = "NAME=" in hint  # as the command line would say it
        self.said.say(f"{message} {_NO_NAME if names_none else hint}".strip(), is_error=True)
        (self.holds if names_none else self.line).setFocus()
