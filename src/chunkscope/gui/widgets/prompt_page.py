"""The prompt exactly as it would be sent, and how much of the budget it takes."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from chunkscope.core.prompt import Prompt
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.empty_state import EmptyState
from chunkscope.gui.widgets.ground import Ground
from chunkscope.gui.widgets.panel_parts import MARGIN_PX, link
from chunkscope.gui.widgets.prompt_text import PromptText
from chunkscope.gui.widgets.text_line import TextLine
from chunkscope.gui.widgets.wording import plain_tip
from chunkscope.workspace.state import Workspace


class PromptPage(QStackedWidget):
    """Shows the prompt of the leading side.

    Signals:
        place_chosen: Place of a passage that was clicked.
    """

    place_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start with nothing asked."""
        super().__init__(parent)
        self._prompt: Prompt | None = None
        self._none = EmptyState(theme, self)
        self._page = Ground(theme, self)
        self._budget = TextLine(theme, parent=self._page)
        self._copy = link("Copy", self._page)
        self._text = PromptText(theme, self._page)
        self._lay_out()
        self._copy.setAccessibleName("Copy the prompt")
        self._copy.setToolTip(plain_tip("Copy the whole prompt, letter for letter"))
        self._copy.clicked.connect(self.copy)
        self._text.place_chosen.connect(self.place_chosen)

    @property
    def text(self) -> PromptText:
        """The prompt's characters."""
        return self._text

    @property
    def budget(self) -> str:
        """How much of the budget is used, in words."""
        return self._budget.text()

    def show_workspace(self, workspace: Workspace) -> None:
        """Show what would be sent."""
        bench, asked = workspace.bench, workspace.bench.side.asked
        prompt = None if asked is None else asked.prompt
        self._text.show_prompt(bench.side, bench.chosen)
        if prompt is not None and prompt is self._prompt:
            return
        self._prompt = prompt
        if prompt is None:
            self._none.say("Nothing is asked yet", "What a question sends stands here as it is.")
        elif not prompt.characters:
            self._none.say("Nothing is sent", "No passage reaches the prompt and none is pinned.")
        if prompt is None or not prompt.characters:
            self.setCurrentWidget(self._none)
            return
        used, most = prompt.characters, prompt.settings.prompt_characters
        rest = len(prompt.text) - used
        self._budget.say(
            f"{used:,} / {most:,} characters",
            f"Labels and the blank lines between add {rest:,} that do not count.",
        )
        self.setCurrentWidget(self._page)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        for part in (self._none, self._page, self._budget, self._text):
            part.set_theme(theme)

    def copy(self) -> None:
        """Copy the whole prompt."""
        if self._prompt is not None:
            QGuiApplication.clipboard().setText(self._prompt.text)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(MARGIN_PX, 6, MARGIN_PX, 2)
        head.addWidget(self._budget, 1)
        head.addWidget(self._copy)
        column = QVBoxLayout(self._page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._text, 1)
        self.addWidget(self._none)
        self.addWidget(self._page)
