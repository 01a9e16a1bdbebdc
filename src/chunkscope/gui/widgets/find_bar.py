"""The bar that looks for words in the document."""

from collections.abc import Iterator
from time import perf_counter
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QToolButton, QWidget

from chunkscope.core.overriding import override
from chunkscope.core.spans import Span
from chunkscope.gui.assets import icon, interface_font
from chunkscope.gui.overlays import Decoration, Mark
from chunkscope.gui.theme import LIGHT, Theme
from chunkscope.gui.widgets.find_search import Matches, Search, ShownBlocks, ShownSearch

_BUDGET_S: Final = 0.008
_FIELD_WIDTH: Final = 280
_ICON_PX: Final = 16
_WAIT_MS: Final = 30


class FindBar(QWidget):
    """Looks for a word while it is typed; hidden until it is opened.

    Signals:
        offset_wanted: Start of the match that was gone to.
        matches_changed: The matches on screen, or which of them is the current one.
        closed: The bar is gone; the view may have the keyboard again.
    """

    offset_wanted = Signal(int)
    matches_changed = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._theme = LIGHT
        self._visible = Span(0, 0)
        self._anchor = 0
        self._blocks: ShownBlocks | None = None
        self._search: Matches | None = None
        self._stays = False
        self._current: int | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)
        self.field = QLineEdit(self)
        self.count = QLabel(self)
        self.previous = self._button("Previous match", "Previous match (Shift+Enter)")
        self.next = self._button("Next match", "Next match (Enter)")
        self.match_case = self._button("Match case", "Match case (Alt+C)")
        self.dismiss = self._button("Close the find bar", "Close (Escape)")
        self._configure()
        self.hide()

    def show_document(self, text: str, blocks: ShownBlocks | None = None) -> None:
        """Look in this text from now on, or rather in what is shown of it where that is given."""
        self._text, self._blocks = text, blocks
        self._anchor, self._visible = 0, Span(0, 0)
        self._restart()

    def show_blocks(self, blocks: ShownBlocks | None) -> None:
        """Look in what is shown of the same text, or in the text itself; stay at the place."""
        self._blocks = blocks
        self._begin(stays=True)

    def show_visible(self, visible: Span) -> None:
        """Know what is on screen: a search starts there when the bar is opened."""
        self._visible = visible

    def set_theme(self, theme: Theme) -> None:
        """Take over the colours."""
        self._theme = theme
        if self.isVisible():
            self._set_icons()
        self.update()

    def open(self, word: str = "") -> None:
        """Show the bar, the keyboard in its field; `word`, where given, is looked for."""
        self._anchor = self._visible.start
        self._set_icons()
        self.show()
        if word:
            self.field.setText(word)
        elif self._search is None:
            self._restart()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def step(self, matches: int) -> None:
        """Go to a later match, or for a negative number an earlier one, around the ends."""
        if not self.isVisible():
            self.open()
        elif self._search is not None and len(self._search):
            self._go_to(((self._current or 0) + matches) % len(self._search))

    def decorations(self, visible: Span) -> Iterator[Decoration]:
        """Yield the matches in `visible`."""
        if self._search is None:
            return
        for place, span in self._search.within(visible):
            yield Decoration(Mark.CHOSEN_MATCH if place == self._current else Mark.MATCH, span)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        """Forget the matches; the word stays for the next time."""
        super().closeEvent(event)
        self._timer.stop()
        self._search = self._current = None
        self.matches_changed.emit()
        self.closed.emit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground and the line above it."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.color("panel"))
            painter.fillRect(0, 0, self.width(), 1, self._theme.color("line"))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Catch the field's Return and Escape before the window's shortcuts do."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                backwards = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
                self.step(-1 if backwards else 1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close()
                return True
        return super().eventFilter(watched, event)

    def _set_icons(self) -> None:
        self.previous.setIcon(icon("ph.caret-up", self._theme))
        self.next.setIcon(icon("ph.caret-down", self._theme))
        self.dismiss.setIcon(icon("ph.x", self._theme))

    def _button(self, name: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setAccessibleName(name)
        button.setToolTip(tip)
        button.setAutoRaise(True)
        button.setIconSize(QSize(_ICON_PX, _ICON_PX))
        return button

    def _configure(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.field.setPlaceholderText("Find in the document")
        self.field.setAccessibleName("Find in the document")
        self.field.setToolTip("Words to find; Enter goes to the next match")
        self.field.setFixedWidth(_FIELD_WIDTH)
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._restart)
        self.count.setAccessibleName("Matches")
        self.count.setFont(interface_font())
        self.match_case.setText("Aa")
        self.match_case.setShortcut("Alt+C")
        self.match_case.setCheckable(True)
        self.match_case.toggled.connect(self._restart)
        self.previous.clicked.connect(lambda: self.step(-1))
        self.next.clicked.connect(lambda: self.step(1))
        self.dismiss.clicked.connect(self.close)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 5, 8, 4)
        row.setSpacing(4)
        for part in (self.field, self.match_case, self.previous, self.next):
            row.addWidget(part)
        row.addSpacing(8)
        row.addWidget(self.count)
        row.addStretch(1)
        row.addWidget(self.dismiss)

    def _restart(self) -> None:
        self._begin(stays=False)

    def _begin(self, *, stays: bool) -> None:
        """Look from the start; go to the first match unless the reader is to stay."""
        self._stays = stays
        if self._search is not None and self._current is not None:
            self._anchor = self._search[self._current].start
        word = self.field.text()
        self._current = self._search = None
        self._timer.stop()
        if word and self.isVisible():
            self._search = self._search_for(word)
            self._timer.start()
            self._go_on()
        else:
            self.matches_changed.emit()
        self._tell()

    def _search_for(self, word: str) -> Matches:
        match_case = self.match_case.isChecked()
        if self._blocks is None:
            return Search(self._text, word, match_case=match_case)
        return ShownSearch(self._blocks, word, match_case=match_case)

    def _go_on(self) -> None:
        search = self._search
        if search is None:
            return
        known, shown = len(search), False
        deadline = perf_counter() + _BUDGET_S
        while not (search.complete or search.is_waiting):
            shown |= search.step().touches(self._visible) and len(search) > known
            if perf_counter() > deadline:
                break
        self._timer.setInterval(_WAIT_MS if search.is_waiting else 0)
        if search.complete:
            self._timer.stop()
        first = search.first_from(self._anchor) if self._current is None else None
        if first is not None and self._stays:
            self._current, self._stays = first, False
            self.matches_changed.emit()
        elif first is not None:
            self._go_to(first)
        elif shown or search.complete:
            self.matches_changed.emit()
        self._tell()

    def _go_to(self, place: int) -> None:
        assert self._search is not None
        self._current = place
        self.offset_wanted.emit(self._search[place].start)
        self.matches_changed.emit()
        self._tell()

    def _tell(self) -> None:
        """Say which match this is and how many there are, so far."""
        search, words = self._search, ""
        if search is not None and len(search):
            more = "" if search.complete else "…"
            place = "–" if self._current is None else f"{self._current + 1:,}"
            words = f"{place} of {len(search):,}{more}"
        elif search is not None:
            words = "Nothing found" if search.complete else "Looking…"
        self.count.setText(words)
        found = search is not None and len(search) > 0
        self.previous.setEnabled(found)
        self.next.setEnabled(found)
