"""Sets up an OpenAI-compatible embeddings endpoint: off until its warning is confirmed."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from chunkscope.core.overriding import override
from chunkscope.gui.model_work import ModelWork
from chunkscope.gui.tasks import Task
from chunkscope.gui.widgets.dialog_parts import ConfirmRow, Remark, button, stacked
from chunkscope.workspace.model_choice import WINDOW_RANGE, EndpointChoice

if TYPE_CHECKING:
    from chunkscope.workspace.model_messages import Tried

_WIDTH_PX: Final = 580
_WINDOW_PX: Final = 130
_NO_STORE: Final = (
    "No key store works on this machine, so no key can be kept, and none is written to a file: "
    "only a service that wants no key can be used."
)


class EndpointDialog(QDialog):
    """Address, model, window and key; where text goes, which is asked before the first use.

    Signals:
        endpoint_chosen: The `EndpointChoice`, on once it may be used, off where it may not.
    """

    endpoint_chosen = Signal(object)

    def __init__(self, work: ModelWork, endpoint: EndpointChoice, parent: QWidget) -> None:
        """Begin with an endpoint as it is set up, which may be none."""
        super().__init__(parent)
        self.setWindowTitle("Endpoint")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._work = work
        self._before = endpoint
        self._tasks: list[Task] = []
        self._asked_for = ""
        self.address = QLineEdit(endpoint.address, self)
        self.model = QLineEdit(endpoint.model, self)
        self.window_tokens = QSpinBox(self)
        self.key = QLineEdit(self)
        self.warning = Remark(2, self)
        self.warning.setObjectName("")
        self.ask = ConfirmRow(self)
        self.key_words = Remark(2, self)
        self.said = Remark(2, self)
        self._make_lines()
        self._make_buttons()
        self._lay_out()
        self._connect()
        self._tell()
        self._look_for_key()

    @property
    def endpoint(self) -> EndpointChoice:
        """As it is typed, off."""
        address = self.address.text().strip().rstrip("/")
        return EndpointChoice(address, self.model.text().strip(), self.window_tokens.value())

    def try_it(self) -> None:
        """Have the endpoint give one vector, of a sentence that is ours."""
        if self._is_refused():
            return
        self.said.say(f"Asking {self.endpoint.host} for a vector…")
        self.try_button.setEnabled(False)
        self._run(
            self._work.try_endpoint(
                self.endpoint, self.key.text() or None, self._works, self._say_failure
            )
        )

    def confirm(self) -> None:
        """Use the endpoint; before text is sent to a server for the first time, ask."""
        if self._is_refused():
            return
        host = self.endpoint.host
        if self._before.is_on and self._before.host == host:
            self._keep_and_finish()
            return
        self.said.say("")
        self.foot.setCurrentWidget(self.ask)
        self.ask.ask(
            f"From now on, send the text of every page that you ask about to {host}?",
            "Send it there",
            "Use the endpoint for questions",
            self._keep_and_finish,
        )

    def _keep_and_finish(self) -> None:
        """Keep the key, then use the endpoint."""
        chosen = replace(self.endpoint, is_on=True)
        key = self.key.text().strip()
        if not key:
            self._finish(chosen)
            return
        self.said.say("Giving the key to the system’s key store…")
        self._run(
            self._work.keep_key(
                chosen.address, key, lambda _none: self._finish(chosen), self._say_failure
            )
        )

    def switch_off(self) -> None:
        """Use no endpoint any more, and have its key forgotten."""
        address = self._before.address
        off = replace(self._before, is_on=False)
        self._work.keep_key(address, "", lambda _none: None, lambda _message, _hint: None)
        self._finish(off)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Escape take back a question before it closes the dialog."""
        if event.key() == Qt.Key.Key_Escape and self.foot.currentWidget() is self.ask:
            self._withdraw()
        else:
            super().keyPressEvent(event)

    @override
    def done(self, result: int) -> None:
        """Close; nobody waits for an answer any more."""
        for task in self._tasks:
            task.cancel()
        super().done(result)

    def _make_lines(self) -> None:
        for line, name, hint, tip in (
            (self.address, "Address", "https://host/v1", "Up to the version, such as /v1"),
            (self.model, "Model", "", "The name that the model has there"),
            (self.key, "Key", "", "Kept by the system’s key store, never in a file"),
        ):
            line.setAccessibleName(f"{name} of the endpoint")
            line.setPlaceholderText(hint)
            line.setToolTip(tip)
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.window_tokens.setRange(*WINDOW_RANGE)
        self.window_tokens.setValue(self._before.window)
        self.window_tokens.setFixedWidth(_WINDOW_PX)
        self.window_tokens.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.window_tokens.setGroupSeparatorShown(True)
        self.window_tokens.setSuffix(" tokens")
        self.window_tokens.setAccessibleName("Window of the model")
        self.window_tokens.setToolTip("Tokens that it reads; longer texts are cut, by estimate")

    def _make_buttons(self) -> None:
        self.try_button = button("Try it", "Send one short sentence of ours there", self)
        self.off = button("Switch off", "Send nothing there any more; forget the key", self)
        self.off.setVisible(self._before.is_on)
        self.use_it = button("Use", "Use it for questions (Return)", self, primary=True)
        self.no = button("Cancel", "Change nothing (Escape)", self)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        form.addRow("Address", self.address)
        form.addRow("Model", self.model)
        form.addRow("Window", self.window_tokens)
        form.addRow("Key", self.key)
        form.addRow("", self.key_words)
        self.buttons = QWidget(self)
        row = QHBoxLayout(self.buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.try_button)
        row.addWidget(self.off)
        row.addStretch(1)
        row.addWidget(self.use_it)
        row.addWidget(self.no)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(10)
        column.addLayout(form)
        self.foot: QStackedWidget = stacked(self, self.buttons, self.ask)
        for part in (self.warning, self.said, self.foot):
            column.addWidget(part)
        self.setFixedWidth(_WIDTH_PX)

    def _connect(self) -> None:
        self.address.textChanged.connect(self._tell)
        self.address.editingFinished.connect(self._look_for_key)
        self.model.textChanged.connect(lambda _text: self.said.say(""))
        self.try_button.clicked.connect(self.try_it)
        self.off.clicked.connect(self.switch_off)
        self.use_it.clicked.connect(self.confirm)
        self.no.clicked.connect(self.reject)
        self.ask.refused.connect(self._withdraw)

    def _tell(self) -> None:
        """Say where text would go."""
        self.warning.setText(self.endpoint.warning)
        self.said.say("")
        self._withdraw()

    def _withdraw(self) -> None:
        self.foot.setCurrentWidget(self.buttons)

    def _look_for_key(self) -> None:
        endpoint = self.endpoint
        if endpoint.host == self._asked_for and self._asked_for:
            return
        self._asked_for = endpoint.host
        address = endpoint.address if endpoint.host else "https://localhost"
        self.key_words.say("Asking the system’s key store…")
        self._run(self._work.look_for_key(address, self._tell_of_key, self._tell_of_no_store))

    def _tell_of_key(self, has_key: bool) -> None:
        self.key.setPlaceholderText("kept; type another to replace it" if has_key else "")
        self.key_words.say(
            "A key for this server is kept by the system’s key store."
            if has_key
            else "The system’s key store keeps it, no file does. Leave it empty if none is wanted."
        )

    def _tell_of_no_store(self, message: str, _hint: str) -> None:
        self.key.clear()
        self.key.setEnabled(False)
        self.key.setPlaceholderText("no key store")
        self.key.setToolTip(message)
        self.key_words.say(_NO_STORE)

    def _is_refused(self) -> bool:
        refusal = self.endpoint.refusal
        if refusal:
            self.said.say(refusal, is_error=True)
            is_address = bool(replace(self.endpoint, model="x").refusal)
            (self.address if is_address else self.model).setFocus()
        return bool(refusal)

    def _works(self, tried: "Tried") -> None:
        self.try_button.setEnabled(True)
        self.said.say(f"It works: {tried.name} gives vectors of {tried.dimension:,} numbers.")

    def _say_failure(self, message: str, hint: str) -> None:
        self.try_button.setEnabled(True)
        self.said.say(f"{message} {hint}".strip(), is_error=True)

    def _run(self, task: Task) -> None:
        self._tasks.append(task)

    def _finish(self, endpoint: EndpointChoice) -> None:
        self.accept()
        self.endpoint_chosen.emit(endpoint)
