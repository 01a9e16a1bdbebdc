"""What is changed most about a search: its legs, the levels searched, the floor."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from chunkscope.core.fusion import Mode
from chunkscope.core.overriding import override
from chunkscope.gui.assets import icon
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.search_popup import SearchPopup
from chunkscope.gui.widgets.text_line import TextLine
from chunkscope.workspace.questions import LEVELS, Question

LEGS: Final[Mapping[Mode, str]] = {
    Mode.HYBRID: "Vector + full text",
    Mode.VECTOR: "Vector only",
    Mode.TEXT: "Full text only",
}
_SHORT_LEGS: Final = ("Both", "Vector", "Text")
_LEVEL_WORDS: Final = {"child": "Children", "parent": "Parents", "document": "Page"}
_FLOOR_STEP: Final = 0.05
_FLOOR_SIGN: Final = "≥ "
_FLOOR_PX: Final = 56
_SIGNED_FLOOR_PX: Final = 68
_CONTROL_PX: Final = 26


class SearchControls(QWidget):
    """Shows how a question is searched and says how it should be.

    Signals:
        question_wanted: The `Question` under other settings.
    """

    question_wanted = Signal(object)

    def __init__(self, number: int, theme: Theme, parent: QWidget | None = None) -> None:
        """Show the usual settings; `number` tells two sides apart, from 0."""
        super().__init__(parent)
        self._theme = theme
        self._question = Question()
        self._models: QAction | None = None
        self._is_compact = self._is_narrow = False
        self._of = "" if number == 0 else " of the second question"
        self.legs = QComboBox(self)
        self.levels = QToolButton(self)
        self.floor = QDoubleSpinBox(self)
        self.more = QToolButton(self)
        self._caption = TextLine(theme, "quiet", parent=self)
        self._menu = CheckMenu(self)
        self._checks = {level: self._check(level) for level in reversed(LEVELS)}
        self._set_up()
        self._lay_out()
        self.show_question(self._question)

    def show_question(self, question: Question) -> None:
        """Show how a question is searched, without announcing it."""
        self._question = question
        settings = question.settings
        with QSignalBlocker(self.legs):
            self.legs.setCurrentIndex(list(LEGS).index(settings.mode))
        with QSignalBlocker(self.floor):
            self.floor.setValue(settings.floor)
        for level, check in self._checks.items():
            with QSignalBlocker(check):
                check.setChecked(level in question.levels)
        self._name_levels()
        self._explain()

    def set_compact(self, is_compact: bool) -> None:
        """Leave words out where there is little room."""
        if is_compact != self._is_compact:
            self._is_compact = is_compact
            self._name_levels()

    def set_captioned(self, is_captioned: bool) -> None:
        """Name the floor before its field, or by a sign in it where there is no room for that.

        Then legs and levels are named in a word each, too.
        """
        self._is_narrow = not is_captioned
        self._name_levels()
        self._caption.setVisible(is_captioned)
        for row, words in enumerate(LEGS.values() if is_captioned else _SHORT_LEGS):
            if self.legs.itemText(row) != words:
                self.legs.setItemText(row, words)
        self.floor.setPrefix("" if is_captioned else _FLOOR_SIGN)
        self.floor.setFixedWidth(_FLOOR_PX if is_captioned else _SIGNED_FLOOR_PX)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self._caption.set_theme(theme)

    def set_icons(self) -> None:
        """Give the buttons their icons."""
        self.more.setIcon(icon("ph.sliders-horizontal", self._theme))
        self.more.setText("")

    def set_models_action(self, action: QAction) -> None:
        """Offer the action that opens the list of models among the settings."""
        self._models = action

    def open_settings(self) -> SearchPopup:
        """Open the rest of the settings and return them."""
        popup = SearchPopup(self._question, self._theme, self._models, self)
        popup.question_wanted.connect(self._want)
        corner = self.more.mapToGlobal(QPoint(self.more.width(), 0))
        popup.open_above(corner, self.more.height())
        return popup

    def _set_up(self) -> None:
        self.legs.addItems(list(LEGS.values()))
        self.legs.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.legs.setAccessibleName(f"Legs that are asked{self._of}")
        self.legs.activated.connect(self._choose_legs)
        self.levels.setObjectName("levels")
        self.levels.setMenu(self._menu)
        self.levels.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.levels.setAccessibleName(f"Levels that are searched{self._of}")
        self.levels.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._menu.setAccessibleName("Levels")
        self._caption.say("floor")
        self._caption.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.floor.setRange(-1, 1)
        self.floor.setSingleStep(_FLOOR_STEP)
        self.floor.setDecimals(2)
        self.floor.setKeyboardTracking(False)
        self.floor.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.floor.setFixedWidth(_FLOOR_PX)
        self.floor.setAccessibleName(f"Floor of the similarity{self._of}")
        self.floor.valueChanged.connect(self._choose_floor)
        self.more.setText("Settings")
        self.more.setIconSize(QSize(16, 16))
        self.more.setAccessibleName(f"Search settings{self._of}")
        self.more.setToolTip("Search settings: passages, cut, budget, pinned text, model")
        self.more.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.more.clicked.connect(self.open_settings)

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for part in (self.legs, self.levels, self._caption, self.floor, self.more):
            row.addWidget(part)
        for part in (self.legs, self.levels, self.floor, self.more):
            part.setFixedHeight(_CONTROL_PX)

    def _check(self, level: str) -> QAction:
        check = self._menu.addAction(_LEVEL_WORDS[level])
        check.setCheckable(True)
        check.toggled.connect(lambda _on: self._choose_levels())
        return check

    def _name_levels(self) -> None:
        levels = self._question.levels
        words = [_LEVEL_WORDS[level] for level in self._checks if level in levels]
        if self._is_compact and len(words) == len(LEVELS):
            words = ["All" if self._is_narrow else "All levels"]
        self.levels.setText(", ".join(words).capitalize())

    def _explain(self) -> None:
        """Say what each control does, or why it does nothing as the others stand."""
        settings = self._question.settings
        by_text = settings.mode is Mode.TEXT
        self.legs.setToolTip("Which legs are asked: similar meaning, same words, or both fused")
        levels = "Which passages the vector leg searches; the full-text leg has parents only"
        floor = "Least similarity that passes on the vector leg; the default profile's is 0.4"
        if by_text:
            levels = "The full-text leg searches parents only"
            floor = "The floor is the vector leg's alone"
        elif settings.small_to_big:
            levels = "Children are searched and their parents handed on; see the search settings"
        self.levels.setToolTip(levels)
        self.floor.setToolTip(floor)
        self.levels.setEnabled(not by_text and not settings.small_to_big)
        self.floor.setEnabled(not by_text)

    def _choose_legs(self, row: int) -> None:
        mode = list(LEGS)[row]
        self._want(replace(self._question, settings=replace(self._question.settings, mode=mode)))

    def _choose_floor(self, floor: float) -> None:
        settings = replace(self._question.settings, floor=round(floor, 2))
        self._want(replace(self._question, settings=settings))

    def _choose_levels(self) -> None:
        """Take the levels that are checked; the last one stays."""
        levels = tuple(level for level in LEVELS if self._checks[level].isChecked())
        self._want(replace(self._question, levels=levels or self._question.levels))

    def _want(self, question: Question) -> None:
        self.show_question(question)
        self.question_wanted.emit(question)


class CheckMenu(QMenu):
    """Stays open while its entries are checked."""

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action = self.actionAt(event.position().toPoint())
        if action in self.actions() and action.isCheckable():
            action.toggle()
        else:
            super().mouseReleaseEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self.activeAction()
        is_there = action in self.actions()
        if event.key() == Qt.Key.Key_Space and is_there and action.isCheckable():
            action.toggle()
        else:
            super().keyPressEvent(event)
