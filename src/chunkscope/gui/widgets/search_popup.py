"""The rest of the search settings: how much of what reaches the prompt."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from chunkscope.core.fusion import SearchSettings
from chunkscope.core.overriding import override
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.text_line import Paragraph, TextLine
from chunkscope.workspace.model_choice import FLOOR_ASSUMES, remark_on, shown_name
from chunkscope.workspace.questions import LEVELS, Question

_WIDTH_PX, _FIGURE_PX, _PINNED_PX, _GAP_PX = 400, 92, 66, 4
_RIGHT: Final = Qt.AlignmentFlag.AlignRight
_ANYWHERE: Final = Qt.AlignmentFlag(0)
_CUSTOM: Final = "Own instruction, or empty for none"


class FigureSpec(NamedTuple):
    """A setting that is a whole number: its name, what it is called and means, its range."""

    name: str
    label: str
    tip: str
    least: int
    most: int
    step: int


FIGURES: Final = (
    FigureSpec("passages", "Passages", "Passages that the prompt holds at most", 1, 100, 1),
    FigureSpec(
        "passage_characters",
        "Cut per passage, in characters",
        "Characters of a passage that reach the prompt",
        1,
        1_000_000,
        100,
    ),
    FigureSpec(
        "prompt_characters",
        "Budget, in characters",
        "Characters that all passages and the pinned text share",
        0,
        10_000_000,
        500,
    ),
    FigureSpec("leg", "Hits per leg", "Hits that each leg hands on", 1, 1000, 1),
    FigureSpec(
        "k",
        "Fusion constant k",
        "A hit gives 1 / (k + rank); a small k favours the best",
        0,
        10_000,
        5,
    ),
    FigureSpec(
        "big_passages",
        "Parents handed on",
        "Parents that the prompt holds at most where children stand for them",
        1,
        100,
        1,
    ),
)


class SearchPopup(QFrame):
    """Opens at its button; every change is tried at once; Escape or a click beside closes it.

    Signals:
        question_wanted: The `Question` under other settings.
    """

    question_wanted = Signal(object)

    def __init__(
        self, question: Question, theme: Theme, models: QAction | None, parent: QWidget
    ) -> None:
        """Show how `question` is searched; `models` opens the list of models."""
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("searchSettings")
        self.setAccessibleName("Search settings")
        self._question = question
        self._theme = theme
        self._models = models
        self._is_showing = False
        self.figures = {spec.name: self._figure(spec) for spec in FIGURES}
        self.small_to_big = QCheckBox("Search children, hand on their parents", self)
        self.usual = QCheckBox("Instruction as the model's makers say", self)
        self.instruction = QLineEdit(self)
        self.reranker = QLineEdit(self)
        self.pinned = QPlainTextEdit(self)
        self.pinned.setObjectName("pinned")
        self._pinned_size = TextLine(theme, "quiet", parent=self)
        self._model = TextLine(theme, parent=self)
        self._remark = Paragraph(theme, "quiet", parent=self)
        self.reset = QPushButton("Reset to the default profile", self)
        self._set_up()
        self._lay_out()
        self._show(question)
        self._connect()

    def open_above(self, corner: QPoint, height: int) -> None:
        """Show it with its right edge at `corner`, above it, or below a thing of that height."""
        self.setFixedWidth(_WIDTH_PX)
        self.adjustSize()
        screen = self.screen().availableGeometry()
        left = max(screen.left(), min(corner.x() - self.width(), screen.right() - self.width()))
        top = corner.y() - self.height() - _GAP_PX
        if top < screen.top():
            top = min(corner.y() + height + _GAP_PX, screen.bottom() - self.height())
        self.move(left, max(top, screen.top()))
        self.show()
        self.figures["passages"].setFocus(Qt.FocusReason.PopupFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes; Return only takes over what is typed."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def _show(self, question: Question) -> None:
        self._question, settings = question, question.settings
        self._is_showing = True
        for name, figure in self.figures.items():
            figure.setValue(getattr(settings, name))
        self.small_to_big.setChecked(settings.small_to_big)
        self.usual.setChecked(settings.instruction is None)
        if self.instruction.text() != (settings.instruction or ""):
            self.instruction.setText(settings.instruction or "")
        if self.reranker.text() != settings.reranker:
            self.reranker.setText(settings.reranker)
        if self.pinned.toPlainText() != question.pinned:
            self.pinned.setPlainText(question.pinned)
        self._is_showing = False
        self.instruction.setEnabled(settings.instruction is not None)
        self.figures["passages"].setEnabled(not settings.small_to_big)
        self.figures["big_passages"].setEnabled(settings.small_to_big)
        self._pinned_size.say(f"{len(question.pinned):,} characters, always first")
        self._model.say(shown_name(question.model), question.model)
        remark = remark_on(question.model, settings.instruction)
        self._remark.say(remark)
        self._remark.setVisible(bool(remark))
        is_usual = settings == SearchSettings() and question.levels == LEVELS
        self.reset.setEnabled(not is_usual)

    def _set_up(self) -> None:
        self.small_to_big.setAccessibleName("Search children, hand on their parents")
        self.small_to_big.setToolTip(
            "The best children are found, and each one's parent goes into the prompt once"
        )
        self.usual.setAccessibleName("Instruction before the question as the model's makers say")
        self.usual.setToolTip(f"Put before the question where it is embedded. {FLOOR_ASSUMES}")
        self.instruction.setPlaceholderText(_CUSTOM)
        self.instruction.setAccessibleName("Instruction before the question")
        self.instruction.setToolTip("Put before the question where it is embedded; empty for none")
        self.reranker.setPlaceholderText("None")
        self.reranker.setAccessibleName("Reranker")
        self.reranker.setToolTip(
            "A cross-encoder that puts the passages in its own order: its name or folder"
        )
        self.pinned.setFixedHeight(_PINNED_PX)
        self.pinned.setTabChangesFocus(True)
        self.pinned.setPlaceholderText("Text that always goes first in the prompt")
        self.pinned.setAccessibleName("Pinned text")
        self.pinned.setToolTip("Text that always goes first in the prompt, within the budget")
        self.reset.setAccessibleName("Reset to the default profile")
        self.reset.setToolTip("Every setting as the default profile has it; pinned text stays")

    def _connect(self) -> None:
        for name, figure in self.figures.items():
            figure.valueChanged.connect(self._changer(name))
        self.small_to_big.toggled.connect(self._changer("small_to_big"))
        self.usual.toggled.connect(self._take_usual)
        self.instruction.textEdited.connect(self._changer("instruction"))
        self.reranker.editingFinished.connect(self._take_reranker)
        self.pinned.textChanged.connect(self._take_pinned)
        self.reset.clicked.connect(self._reset)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 12, 16, 12)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(0, 1)
        row = 0
        for spec in FIGURES:
            if spec.name == "big_passages":
                grid.addWidget(self.small_to_big, row, 0, 1, 2)
                row += 1
            self._add(grid, row, spec.label, self.figures[spec.name])
            row += 1
        row -= 2
        grid.addWidget(self.usual, row + 2, 0, 1, 2)
        grid.addWidget(self.instruction, row + 3, 0, 1, 2)
        self._add(grid, row + 4, "Reranker", self.reranker)
        self._add(grid, row + 5, "Pinned text", self._pinned_size)
        grid.addWidget(self.pinned, row + 6, 0, 1, 2)
        self._add(grid, row + 7, "Model", self._model)
        grid.addWidget(self._remark, row + 8, 0, 1, 2)
        grid.addWidget(self.reset, row + 9, 0, Qt.AlignmentFlag.AlignLeft)
        if self._models is not None:
            grid.addWidget(self._models_button(self._models), row + 9, 1)

    def _add(self, grid: QGridLayout, row: int, label: str, part: QWidget) -> None:
        caption = QLabel(label, self)
        caption.setObjectName("caption")
        caption.setBuddy(part)
        grid.addWidget(caption, row, 0)
        is_figure = isinstance(part, QSpinBox)
        grid.addWidget(part, row, 1, _RIGHT if is_figure else _ANYWHERE)

    def _models_button(self, action: QAction) -> QPushButton:
        button = QPushButton(action.text().replace("&", ""), self)
        button.setAccessibleName(action.text().replace("&", "").rstrip("…"))
        button.setToolTip(action.toolTip())
        button.clicked.connect(self.close)
        button.clicked.connect(action.trigger)
        return button

    def _figure(self, spec: FigureSpec) -> QSpinBox:
        figure = QSpinBox(self)
        figure.setRange(spec.least, spec.most)
        figure.setSingleStep(spec.step)
        figure.setGroupSeparatorShown(True)
        figure.setKeyboardTracking(False)
        figure.setAlignment(Qt.AlignmentFlag.AlignRight)
        figure.setFixedWidth(_FIGURE_PX)
        figure.setAccessibleName(spec.label)
        figure.setToolTip(f"{spec.tip}; from {spec.least:,} to {spec.most:,}")
        return figure

    def _changer(self, name: str) -> Callable[[object], None]:
        def change(value: object) -> None:
            if not self._is_showing:
                settings = replace(self._question.settings, **{name: value})  # type: ignore[arg-type]
                self._want(replace(self._question, settings=settings))

        return change

    def _take_usual(self, is_usual: bool) -> None:
        instruction = None if is_usual else self.instruction.text()
        self._changer("instruction")(instruction)

    def _take_reranker(self) -> None:
        name = self.reranker.text().strip()
        if name != self._question.settings.reranker:
            self._changer("reranker")(name)

    def _take_pinned(self) -> None:
        if not self._is_showing:
            self._want(replace(self._question, pinned=self.pinned.toPlainText()))

    def _reset(self) -> None:
        self._want(replace(self._question, settings=SearchSettings(), levels=LEVELS))

    def _want(self, question: Question) -> None:
        self._show(question)
        self.question_wanted.emit(question)
