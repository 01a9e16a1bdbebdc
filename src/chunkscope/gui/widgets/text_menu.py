"""What a right click on the document offers: copying, selecting, marking the answer."""

from typing import Final

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from chunkscope.gui.widgets.rendered_view import RenderedView
from chunkscope.gui.widgets.source_view import SourceView

ANSWER: Final = "This is the &answer"
ANSWER_KEYS: Final = "Ctrl+Shift+A"


class TextMenu(QObject):
    """The menu of a view of the document; lives as long as the view.

    Signals:
        answer_wanted: The `Span` that is selected answers the question.
    """

    answer_wanted = Signal(object)

    def __init__(self, view: SourceView | RenderedView) -> None:
        """Offer the menu on `view`, which need not have one of its own."""
        super().__init__(view)
        self._view = view
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._open)

    def menu(self) -> QMenu:
        """Return a new menu for what is selected now; it goes when it is closed."""
        view, menu = self._view, QMenu(self._view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        selected = view.selected_span()
        copy = menu.addAction("&Copy", view.copy)
        copy.setShortcut(QKeySequence.StandardKey.Copy)
        every = menu.addAction("Select &all", view.select_all)
        every.setShortcut(QKeySequence.StandardKey.SelectAll)
        menu.addSeparator()
        answer = menu.addAction(ANSWER, lambda: self.answer_wanted.emit(selected))
        answer.setShortcut(ANSWER_KEYS)
        for each in (copy, answer):
            each.setEnabled(selected is not None)
        return menu

    def _open(self, at: QPoint) -> None:
        self.menu().popup(self._view.viewport().mapToGlobal(at))
