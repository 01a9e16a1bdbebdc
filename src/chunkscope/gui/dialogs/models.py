"""Embedding models: which there are, which are here, and which one questions use."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.dialogs.endpoint import EndpointDialog
from chunkscope.gui.dialogs.model_folder import FolderDialog
from chunkscope.gui.model_work import ModelState, ModelWork
from chunkscope.gui.theme import HEADING_SIZE_PX
from chunkscope.gui.widgets.dialog_parts import (
    ConfirmRow,
    Remark,
    button,
    mark_primary,
    stacked,
)
from chunkscope.gui.widgets.instruction_row import InstructionRow
from chunkscope.gui.widgets.model_table import ModelTable
from chunkscope.gui.widgets.wording import breakable
from chunkscope.workspace.model_choice import EndpointChoice, remark_on, shown_name
from chunkscope.workspace.model_list import HUB, ModelRow, fetch_words, rows_of
from chunkscope.workspace.questions import BUILT_IN_MODEL, Question

_SIZE: Final = (860, 600)
_MEGABYTE: Final = 1e6


class ModelsDialog(QDialog):
    """The known models, what can be done with each, and what stands before a question.

    Signals:
        model_chosen: The model that questions shall use.
        instruction_chosen: What shall stand before them; None for what the model needs.
        endpoint_changed: The `EndpointChoice`, set up anew or switched off.
    """

    model_chosen = Signal(str)
    instruction_chosen = Signal(object)
    endpoint_changed = Signal(object)

    def __init__(
        self, work: ModelWork, question: Question, endpoint: EndpointChoice, parent: QWidget
    ) -> None:
        """Show what `question` uses; have everything done by `work`."""
        super().__init__(parent)
        self.setWindowTitle("Models")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._work = work
        self._question = question
        self._endpoint = endpoint
        self._row: ModelRow | None = None
        self.title = QLabel(self)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.title.setFont(interface_font(HEADING_SIZE_PX, bold=True))
        self.remark = Remark(1, self)
        self.table = ModelTable(self)
        self.words = Remark(2, self)
        self.confirm = ConfirmRow(self)
        self.instruction = InstructionRow(self)
        self.said = Remark(2, self)
        self._make_buttons()
        self._make_progress()
        self._lay_out()
        self._connect()
        self.table.stand_at(_name_of(question.model, endpoint))
        self._show()
        work.say_nothing()
        work.look()

    def use(self) -> None:
        """Let questions use the model that the table stands at."""
        row = self._row
        if row is not None and row.can_be_used and not self._is_in_use(row):
            self._choose(row.choice)

    def ask_to_fetch(self) -> None:
        """Say how much a fetch brings and under which licence, and ask."""
        row = self._row
        if row is None or not row.can_be_fetched:
            return
        name = row.name
        self._ask(
            fetch_words(row),
            f"Fetch {row.size_words}",
            f"Connect to the hub and fetch {name}",
            lambda: self._work.fetch(name),
        )

    def ask_to_remove(self) -> None:
        """Say what removing a model means, and ask."""
        row = self._row
        if row is None or not row.can_be_removed:
            return
        is_in_use = self._is_in_use(row)
        then = f" Questions use {BUILT_IN_MODEL} then." if is_in_use else ""
        self._ask(
            f"Remove {row.name} from this machine? It can be fetched again.{then}",
            "Remove",
            f"Delete {row.name}, about {row.size_words}",
            lambda: self._remove(row.name, is_in_use=is_in_use),
        )

    def open_folder(self) -> FolderDialog:
        """Ask for a folder that holds a model, and return the dialog."""
        names = [one.known.name for one in self._work.state.listed if not one.known.is_built_in]
        dialog = FolderDialog(self._work, tuple(names), self)
        dialog.model_chosen.connect(self._choose)
        dialog.open()
        return dialog

    def open_endpoint(self) -> EndpointDialog:
        """Ask for an endpoint, and return the dialog."""
        dialog = EndpointDialog(self._work, self._endpoint, self)
        dialog.endpoint_chosen.connect(self._take_endpoint)
        dialog.open()
        return dialog

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Escape take back a question before it closes the dialog."""
        if event.key() == Qt.Key.Key_Escape and self.foot.currentWidget() is self.confirm:
            self._withdraw()
        else:
            super().keyPressEvent(event)

    @override
    def done(self, result: int) -> None:
        """Close; a fetch goes on."""
        self._work.changed.disconnect(self._show)
        self._work.rest()
        super().done(result)

    def _make_buttons(self) -> None:
        self.use_it = button("Use", "Use this model for questions (Enter)", self, primary=True)
        self.fetch = button("Fetch…", "Say size and licence, then fetch this model", self)
        self.remove = button("Remove…", "Delete this model, which was fetched", self)
        self.folder = button("Use a folder…", "Read a model from a folder of yours", self)
        self.set_up = button("Endpoint…", "Set up an OpenAI-compatible endpoint", self)
        self.buttons = QWidget(self)
        row = QHBoxLayout(self.buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for one in (self.use_it, self.fetch, self.remove):
            row.addWidget(one)
        row.addStretch(1)
        row.addWidget(self.folder)
        row.addWidget(self.set_up)

    def _make_progress(self) -> None:
        self.far = Remark(1, self)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Progress of the fetch")
        self.cancel = button("Cancel", "End the fetch; nothing of it is left", self)
        self.progress = QWidget(self)
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self.far)
        words.addWidget(self.bar)
        row = QHBoxLayout(self.progress)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addLayout(words, 1)
        row.addWidget(self.cancel)

    def _lay_out(self) -> None:
        self.foot = stacked(self, self.buttons, self.confirm)
        self.news = stacked(self, self.said, self.progress)
        closing = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        closing.rejected.connect(self.reject)
        close = closing.button(QDialogButtonBox.StandardButton.Close)
        close.setAutoDefault(False)
        close.setToolTip("Close this; a fetch goes on (Escape)")
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addWidget(self.remark)
        column.addWidget(self.table, 1)
        for part in (self.words, self.foot, self.news, self.instruction, closing):
            column.addWidget(part)
        self.resize(*_SIZE)

    def _connect(self) -> None:
        self._work.changed.connect(self._show)
        self.table.row_reached.connect(self._reach)
        self.table.row_confirmed.connect(lambda _row: self.use())
        self.use_it.clicked.connect(self.use)
        self.fetch.clicked.connect(self.ask_to_fetch)
        self.remove.clicked.connect(self.ask_to_remove)
        self.folder.clicked.connect(self.open_folder)
        self.set_up.clicked.connect(self.open_endpoint)
        self.confirm.refused.connect(self._withdraw)
        self.cancel.clicked.connect(self._work.cancel_fetch)
        self.instruction.instruction_chosen.connect(self._take_instruction)

    def _show(self, _state: ModelState | None = None) -> None:
        state, question = self._work.state, self._question
        self.title.setText(f"Questions use {breakable(shown_name(question.model))}")
        self.remark.say(remark_on(question.model, question.settings.instruction))
        rows = rows_of(state.listed, question.model, self._endpoint)
        self.table.show_rows(rows)
        used = next((row for row in rows if self._is_in_use(row)), None)
        self.instruction.show_instruction(question.settings.instruction, used)
        self._show_news(state)

    def _show_news(self, state: ModelState) -> None:
        self.news.setCurrentWidget(self.progress if state.fetching else self.said)
        if state.fetching:
            here, total = state.done / _MEGABYTE, state.total / _MEGABYTE
            far = f"{here:,.0f} of about {total:,.0f} MB" if here >= 1 else f"asking {HUB}"
            self.far.say(f"Fetching {state.fetching}: {far}")
            self.bar.setRange(0, max(round(total), 1))
            self.bar.setValue(round(here))
        elif state.said:
            self.said.say(f"{state.said} {state.hint}".strip(), is_error=state.is_error)
        else:
            self.said.say("Looking which models are here…" if state.is_looking else "")

    def _reach(self, row: ModelRow) -> None:
        if self._row is not None and row.name != self._row.name:
            self._withdraw()
        self._row = row
        self.words.say(row.words)
        is_listed = bool(self._work.state.listed)
        self.use_it.setEnabled(row.can_be_used and not self._is_in_use(row))
        self.fetch.setEnabled(row.can_be_fetched and not self._work.state.fetching)
        self.remove.setEnabled(row.can_be_removed)
        mark_primary(self.use_it, is_primary=not row.can_be_fetched)
        mark_primary(self.fetch, is_primary=row.can_be_fetched)
        self.folder.setEnabled(is_listed)
        for one, does in ((self.use_it, "Use"), (self.fetch, "Fetch"), (self.remove, "Remove")):
            one.setAccessibleDescription(f"{does} {row.name}")

    def _ask(self, question: str, answer: str, tip: str, confirmed: Callable[[], None]) -> None:
        self.foot.setCurrentWidget(self.confirm)
        self.confirm.ask(question, answer, tip, confirmed)

    def _withdraw(self) -> None:
        if self.foot.currentWidget() is self.confirm:
            self.foot.setCurrentWidget(self.buttons)
            self.table.setFocus()

    def _remove(self, name: str, *, is_in_use: bool) -> None:
        if is_in_use:
            self._choose(BUILT_IN_MODEL)
        self._work.remove(name)

    def _choose(self, model: str) -> None:
        self._question = replace(self._question, model=model)
        self._work.say_nothing()
        self.table.stand_at(_name_of(model, self._endpoint))
        self._show()
        self.model_chosen.emit(model)

    def _take_endpoint(self, endpoint: EndpointChoice) -> None:
        before, self._endpoint = self._endpoint, endpoint
        self.endpoint_changed.emit(endpoint)
        if endpoint.is_on:
            self._choose(endpoint.name)
        elif self._question.model == before.name:
            self._choose(BUILT_IN_MODEL)
        else:
            self._show()

    def _take_instruction(self, instruction: str | None) -> None:
        settings = replace(self._question.settings, instruction=instruction)
        self._question = replace(self._question, settings=settings)
        self._show()
        self.instruction_chosen.emit(instruction)

    def _is_in_use(self, row: ModelRow) -> bool:
        return bool(row.choice) and row.choice.casefold() == self._question.model.casefold()


def _name_of(model: str, endpoint: EndpointChoice) -> str:
    """Return the name of the row that stands for a question's model."""
    rows = rows_of((), model, endpoint)
    return next((row.name for row in rows if row.choice.casefold() == model.casefold()), model)
