"""Where the intents of the panels lead, and what the controller says to whom."""

from typing import TYPE_CHECKING

from chunkscope.gui.opening import Progress
from chunkscope.workspace.bench import Stage

if TYPE_CHECKING:
    from chunkscope.gui.main_window import MainWindow
    from chunkscope.gui.panels.bench import BenchPanel


def connect(window: "MainWindow") -> None:
    """Connect the panels of `window` with its controller."""
    controller, commands = window.controller, window.commands
    controller.place_wanted.connect(window.document.scroll_to)
    controller.noticed.connect(window.status.notice)
    controller.progressed.connect(lambda progress: _show_progress(window, progress))
    controller.idled.connect(window.status.end_progress)
    window.status.cancel_wanted.connect(controller.cancel)
    window.tuning.settings_wanted.connect(controller.set_settings)
    window.outline.section_chosen.connect(controller.visit_offset)
    window.inspector.chunk_chosen.connect(controller.choose_chunk)
    window.inspector.finding_chosen.connect(controller.choose_finding)
    window.inspector.copy_wanted.connect(commands.copy)
    window.findings.finding_chosen.connect(controller.choose_finding)
    _connect_document(window)


def _connect_document(window: "MainWindow") -> None:
    document, controller, commands = window.document, window.controller, window.commands
    document.offset_chosen.connect(controller.choose_offset)
    document.chunk_chosen.connect(controller.choose_chunk)
    document.offset_wanted.connect(controller.visit_offset)
    document.visible_changed.connect(controller.note_visible)
    document.recent_chosen.connect(commands.open_source)
    document.problem_dismissed.connect(controller.dismiss_problem)
    document.step_wanted.connect(commands.take_step)
    document.encoding_chosen.connect(commands.set_encoding)
    document.answer_wanted.connect(lambda _span: commands.mark_answer())


def connect_bench(window: "MainWindow", bench: "BenchPanel") -> None:
    """Connect the test bench of `window`, which is built later than the rest."""
    asking = window.controller.asking
    bench.question_changed.connect(asking.set_question)
    bench.run_wanted.connect(asking.run)
    bench.compare_wanted.connect(asking.compare)
    bench.lead_wanted.connect(asking.lead)
    bench.place_chosen.connect(asking.choose)
    bench.answer_forgotten.connect(window.commands.forget_answer)
    bench.details.offset_wanted.connect(window.controller.visit_offset)
    bench.cancel_wanted.connect(window.controller.cancel)


def _show_progress(window: "MainWindow", progress: Progress) -> None:
    """Say how far an indexing is below the bench, a reading in the document's place.

    The status bar says either where nothing else on screen does.
    """
    workspace = window.controller.workspace
    done, total = progress.done, progress.total
    is_indexing = workspace.bench.stage is Stage.INDEXING
    if is_indexing:
        window.bench.show_progress(progress)
    else:
        window.document.reading.progress(progress.what, progress.far, done, total)
    docks = window.docks
    is_said = docks.is_in_sight(docks.bench) if is_indexing else workspace.document is None
    if not is_said:
        window.status.show_progress(progress.sentence, done, total)
