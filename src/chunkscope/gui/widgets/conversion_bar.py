"""One quiet row over the document: what it was made from, what was guessed, and the choices."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QIcon, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from chunkscope.core.document import Document
from chunkscope.core.overriding import override
from chunkscope.gui.assets import icon
from chunkscope.gui.theme import LIGHT, Theme
from chunkscope.gui.widgets.notes_popup import NotesPopup, sentences_of
from chunkscope.gui.widgets.text_line import TextLine
from chunkscope.gui.widgets.wording import counted
from chunkscope.workspace.original import (
    CONVERTED,
    ENCODINGS,
    came_from,
    encoding_label,
    has_encoding,
    has_pages_to_draw,
)
from chunkscope.workspace.state import Workspace

BAR_PX: Final = 30
_ICON_PX: Final = 16
_SWITCHES: Final = (
    ("headings_from_size", "Headings from font size", "Headings"),
    ("show_pages", "Original pages", "Pages"),
)
"""Actions, and their words where there is room and where there is not."""


class ConversionBar(QWidget):
    """Hidden for text that was read as it stands.

    Signals:
        offset_wanted: The place of a note that was chosen.
        encoding_chosen: Python's name of an encoding; empty for finding it.
    """

    offset_wanted = Signal(int)
    encoding_chosen = Signal(str)

    def __init__(self, actions: Mapping[str, QAction], parent: QWidget | None = None) -> None:
        """Show the switches among `actions`."""
        super().__init__(parent)
        self._theme = LIGHT
        self._workspace = Workspace()
        self._words = ""
        self.source = TextLine(LIGHT, "quiet", parent=self)
        self.notes = self._button("What the conversion guessed or left out")
        self.notes.clicked.connect(self.open_notes)
        self.encoding = self._button(actions["choose_encoding"].toolTip())
        self.encoding.clicked.connect(self.open_encodings)
        self.switches = {name: self._switch(actions[name], words) for name, words, _ in _SWITCHES}
        self.encodings = QMenu(self)
        self.encodings.setAccessibleName("Encodings")
        self.encodings.setToolTipsVisible(False)
        self._configure()
        self.hide()

    def show_workspace(self, workspace: Workspace) -> None:
        """Show where the workspace's document came from."""
        before, self._workspace = self._workspace, workspace
        document = workspace.document
        if document is before.document and workspace.wishes == before.wishes:
            return
        if document is None or not _has_a_story(document, workspace):
            self.hide()
            return
        chosen = workspace.wishes.encoding is not None
        self._words = came_from(document, encoding_chosen=chosen)
        self._show_notes(document)
        self._show_encoding(document)
        has_text = bool(document.text.strip())
        self.switches["headings_from_size"].setVisible(document.form == "pdf" and has_text)
        self.switches["show_pages"].setVisible(has_pages_to_draw(document))
        self.show()
        self._fit()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.source.set_theme(theme)
        self.update()

    def set_icons(self) -> None:
        """Give the buttons that open something their arrow, and the switches their box."""
        for button in (self.notes, self.encoding):
            button.setIcon(icon("ph.caret-down", self._theme))
        box = icon("ph.square", self._theme)
        ticked = icon("ph.check-square", self._theme, "accent")
        size = QSize(2 * _ICON_PX, 2 * _ICON_PX)
        both = QIcon(box.pixmap(size))
        both.addPixmap(ticked.pixmap(size), QIcon.Mode.Normal, QIcon.State.On)
        for switch in self.switches.values():
            switch.setIcon(both)
        self._fit()

    def open_notes(self) -> NotesPopup | None:
        """Open the list of notes; None where there are none."""
        document = self._workspace.document
        if document is None or not document.notes:
            return None
        popup = NotesPopup(document, self._theme, self)
        popup.offset_chosen.connect(self.offset_wanted)
        popup.open_at(self._below(self.notes))
        return popup

    def open_encodings(self) -> None:
        """Open the menu of encodings, the one in use checked."""
        document = self._workspace.document
        if document is None or not has_encoding(document):
            return
        self.encodings.clear()
        group = QActionGroup(self.encodings)
        chosen = self._workspace.wishes.encoding
        found = "" if chosen else f": {encoding_label(document.encoding or '')}"
        self._add_encoding(group, f"Found by itself{found}", "", is_chosen=chosen is None)
        self.encodings.addSeparator()
        for label, codec in ENCODINGS:
            self._add_encoding(group, label, codec, is_chosen=codec == chosen)
        self.encodings.popup(self._below(self.encoding))

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, BAR_PX)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(80, BAR_PX)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.color("panel"))
            painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.color("line"))

    def _show_notes(self, document: Document) -> None:
        self.notes.setVisible(bool(document.notes))
        words = counted(len(sentences_of(document.notes)), "note")
        self.notes.setText(words)
        self.notes.setAccessibleName(f"{words} on the conversion")

    def _show_encoding(self, document: Document) -> None:
        self.encoding.setVisible(has_encoding(document))
        label = encoding_label(document.encoding or "")
        self.encoding.setText(label)
        self.encoding.setAccessibleName(f"Encoding: {label}")

    def _fit(self) -> None:
        """Say less where the row is too narrow for all words."""
        for is_short in (False, True):
            for name, words, fewer in _SWITCHES:
                self.switches[name].setText(fewer if is_short else words)
            self.source.say(self._words.removeprefix(CONVERTED) if is_short else self._words)
            if self._width_of_all() <= self.width():
                break

    def _width_of_all(self) -> int:
        shown = (self.source, self.notes, self.encoding, *self.switches.values())
        widths = [part.sizeHint().width() for part in shown if not part.isHidden()]
        return sum(widths) + 4 * len(widths) + 20

    def _add_encoding(
        self, group: QActionGroup, label: str, codec: str, *, is_chosen: bool
    ) -> None:
        entry = group.addAction(label)
        entry.setCheckable(True)
        entry.setChecked(is_chosen)
        entry.triggered.connect(lambda _checked=False: self.encoding_chosen.emit(codec))
        self.encodings.addAction(entry)

    def _below(self, button: QToolButton) -> QPoint:
        """Return where what a button opens begins, also where the button is not shown."""
        if button.isVisible():
            return button.mapToGlobal(button.rect().bottomLeft())
        parent = self.parentWidget() or self
        return parent.mapToGlobal(QPoint(12, 12))

    def _button(self, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setToolTip(tip)
        button.setIconSize(QSize(_ICON_PX, _ICON_PX))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow after the words
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _switch(self, action: QAction, words: str) -> QToolButton:
        """Return a button that shows and changes an action's state."""
        switch = QToolButton(self)
        switch.setCheckable(True)
        switch.setText(words)
        switch.setToolTip(action.toolTip())
        switch.setAccessibleName(words)
        switch.setIconSize(QSize(_ICON_PX, _ICON_PX))
        switch.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        switch.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        switch.clicked.connect(action.trigger)
        action.changed.connect(lambda: switch.setChecked(action.isChecked()))
        return switch

    def _configure(self) -> None:
        self.setObjectName("conversionBar")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 8, 3)
        row.setSpacing(4)
        row.addWidget(self.source)
        row.addWidget(self.notes)
        row.addStretch(1)
        row.addWidget(self.switches["headings_from_size"])
        row.addWidget(self.encoding)
        row.addWidget(self.switches["show_pages"])


def _has_a_story(document: Document, workspace: Workspace) -> bool:
    """Say whether there is more to tell than that text was read as it stands."""
    is_chosen = workspace.wishes.encoding is not None
    return document.form is not None or bool(document.notes) or is_chosen
