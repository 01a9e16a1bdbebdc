"""What every table of the window is like: rows chosen whole, gone through by keys, copied."""

from typing import Any, Generic, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QTableView, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.models.table import Table

Model = TypeVar("Model", bound=Table[Any])


class TableView(QTableView, Generic[Model]):
    """Shows a table; Home and End go to the first and the last row, not along one."""

    def __init__(self, model: Model, row_px: int, parent: QWidget | None = None) -> None:
        """Show what `model` holds in rows that high."""
        super().__init__(parent)
        self._listed = model
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setModel(model)
        rows = self.verticalHeader()
        rows.hide()
        rows.setMinimumSectionSize(row_px)
        rows.setDefaultSectionSize(row_px)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._offer_copying()

    @property
    def listed(self) -> Model:
        """What is listed."""
        return self._listed

    def copy_rows(self) -> None:
        """Copy the chosen rows as lines of text, in the order of the table."""
        rows = sorted({index.row() for index in self.selectedIndexes()})
        if rows:
            QApplication.clipboard().setText("\n".join(map(self._listed.line_of, rows)))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        rows = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: self._listed.rowCount() - 1}
        row = rows.get(Qt.Key(event.key()))
        if row is None or event.modifiers() != Qt.KeyboardModifier.NoModifier:
            super().keyPressEvent(event)
        else:
            self.setCurrentIndex(self._listed.index(row, 0))

    def _offer_copying(self) -> None:
        copy = QAction("Copy", self)
        copy.setShortcut(QKeySequence.StandardKey.Copy)
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy.triggered.connect(self.copy_rows)
        self.addAction(copy)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
