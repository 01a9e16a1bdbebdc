"""The palette: every action, found by typing part of its name."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.actions import blank_icon

_ACTION = Qt.ItemDataRole.UserRole
_WIDTH_PX, _HEIGHT_PX = 520, 380


class ActionPalette(QDialog):
    """A line to type in and the actions that match; Enter runs the chosen one."""

    def __init__(self, actions: Iterable[QAction], parent: QWidget) -> None:
        """List `actions` in their order."""
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("palette")
        self._actions = tuple(actions)
        self.line = QLineEdit(self)
        self.line.setPlaceholderText("Type an action, such as “zoom” or “dark”")
        self.line.setAccessibleName("Action to look for")
        self.line.installEventFilter(self)
        self.line.textChanged.connect(self._filter)
        self._list = QListWidget(self)
        self._list.setAccessibleName("Actions")
        self._list.itemActivated.connect(self._run)
        self._list.itemClicked.connect(self._run)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(8)
        layout.addWidget(self.line)
        layout.addWidget(self._list)
        self.resize(_WIDTH_PX, _HEIGHT_PX)
        self._filter("")

    def open_over(self, window: QWidget) -> None:
        """Show it in the upper middle of `window`, empty and focused."""
        corner = window.mapToGlobal(window.rect().topLeft())
        self.move(corner.x() + (window.width() - self.width()) // 2, corner.y() + 72)
        self.line.clear()
        self._filter("")
        self.show()
        self.line.setFocus()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrows and Enter work on the list while one types."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                self._step(1 if event.key() == Qt.Key.Key_Down else -1)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run(self._list.currentItem())
                return True
        return super().eventFilter(watched, event)

    def _filter(self, typed: str) -> None:
        words = typed.casefold().split()
        self._list.clear()
        named, described = [], []
        for action in self._actions:
            name = action.text().replace("&", "").rstrip("…")
            if all(word in name.casefold() for word in words):
                named.append((action, name))
            elif all(word in f"{name} {action.statusTip()}".casefold() for word in words):
                described.append((action, name))
        for action, name in named + described:
            self._list.addItem(_row(action, name))
        if self._list.count():
            self._list.setCurrentRow(0)

    def _step(self, step: int) -> None:
        count = self._list.count()
        if count:
            self._list.setCurrentRow((self._list.currentRow() + step) % count)

    def _run(self, row: QListWidgetItem | None) -> None:
        action = None if row is None else row.data(_ACTION)
        if isinstance(action, QAction) and action.isEnabled():
            self.close()
            action.trigger()


def _row(action: QAction, name: str) -> QListWidgetItem:
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    icon = blank_icon() if action.icon().isNull() else action.icon()
    row = QListWidgetItem(icon, f"{name}    {keys}" if keys else name)
    row.setToolTip(action.statusTip())
    row.setData(_ACTION, action)
    if not action.isEnabled():
        row.setFlags(row.flags() & ~Qt.ItemFlag.ItemIsEnabled)
    return row
