"""How the dialog of models meets the window: what is chosen there goes to the question."""

from dataclasses import replace
from typing import TYPE_CHECKING

from chunkscope.workspace.model_choice import EndpointChoice, is_allowed
from chunkscope.workspace.questions import BUILT_IN_MODEL

if TYPE_CHECKING:
    from chunkscope.gui.dialogs.models import ModelsDialog
    from chunkscope.gui.main_window import MainWindow
    from chunkscope.gui.model_work import ModelWork


class ChoosingModels:
    """Opens the dialog; keeps what a fetch needs while the dialog is closed."""

    def __init__(self, window: "MainWindow") -> None:
        """Choose for the questions of `window`."""
        self._window = window
        self._work: ModelWork | None = None

    @property
    def work(self) -> "ModelWork":
        """The work on models, which outlives the dialog."""
        from chunkscope.gui.model_work import ModelWork

        if self._work is None:
            self._work = ModelWork(self._window.controller.runner, self._window)
            self._work.noticed.connect(self._window.status.notice)
        return self._work

    def open(self) -> "ModelsDialog":
        """Open the dialog and return it."""
        from chunkscope.gui.dialogs.models import ModelsDialog

        controller = self._window.controller
        dialog = ModelsDialog(
            self.work,
            controller.workspace.bench.side.question,
            controller.preferences.endpoint,
            self._window,
        )
        dialog.model_chosen.connect(self._use)
        dialog.instruction_chosen.connect(self._put_before)
        dialog.endpoint_changed.connect(self._keep_endpoint)
        dialog.open()
        return dialog

    def _use(self, model: str) -> None:
        """Let the leading side's question use a model, and load it while the reader reads."""
        asking = self._window.controller.asking
        bench = self._window.controller.workspace.bench
        asking.set_question(bench.leading, replace(bench.side.question, model=model))
        asking.prepare()

    def _put_before(self, instruction: str | None) -> None:
        bench = self._window.controller.workspace.bench
        question = bench.side.question
        settings = replace(question.settings, instruction=instruction)
        asking = self._window.controller.asking
        asking.set_question(bench.leading, replace(question, settings=settings))

    def _keep_endpoint(self, endpoint: EndpointChoice) -> None:
        """Keep the choice; no question goes on sending text where that is switched off."""
        controller = self._window.controller
        controller.preferences = replace(controller.preferences, endpoint=endpoint)
        for number, side in enumerate(controller.workspace.bench.sides):
            if not is_allowed(side.question.model, endpoint):
                question = replace(side.question, model=BUILT_IN_MODEL)
                controller.asking.set_question(number, question)
