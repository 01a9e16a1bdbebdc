"""What each action does; the names are those of the table of actions."""

# ruff: noqa: D102 - the table of actions says in a sentence what each does

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QFileDialog

from chunkscope.core.settings import PRESETS
from chunkscope.gui import appearance
from chunkscope.gui.choosing_models import ChoosingModels
from chunkscope.gui.dialogs.about import AboutDialog
from chunkscope.gui.dialogs.address import AddressDialog
from chunkscope.gui.dialogs.removal import RemovalDialog
from chunkscope.gui.saving import save_chunks
from chunkscope.workspace.bench import Stage
from chunkscope.workspace.pasted import address_in
from chunkscope.workspace.paths import sample_page
from chunkscope.workspace.preferences import ZOOM_RANGE
from chunkscope.workspace.state import Step, View

if TYPE_CHECKING:
    from chunkscope.gui.dialogs.palette import ActionPalette
    from chunkscope.gui.main_window import MainWindow
    from chunkscope.sources.formats import FileFilter


class Commands:
    """The actions of one main window."""

    def __init__(self, window: "MainWindow") -> None:
        """Act on `window` and its controller."""
        self._window = window
        self.choosing_models = ChoosingModels(window)

    def open_document(self) -> None:
        from chunkscope.sources.formats import file_filters

        dialog = QFileDialog(self._window, "Open a document")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([_filter_text(one) for one in file_filters()])
        recent = self._window.controller.preferences.recent
        files = (source for source in recent if address_in(source) is None)
        dialog.setDirectory(str(Path(next(files, "x")).parent))
        dialog.fileSelected.connect(lambda path: self._window.controller.open_path(Path(path)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def open_address(self) -> None:
        problem = self._window.controller.workspace.problem
        self.ask_for_address((problem is not None and problem.address) or "")

    def ask_for_address(self, address: str) -> AddressDialog:
        """Open the dialog for an address, with `address` in it, and return it."""
        dialog = AddressDialog(address, self._window)
        dialog.address_chosen.connect(self._window.controller.open_address)
        dialog.open()
        return dialog

    def open_source(self, source: str) -> None:
        """Open a document opened before: a file at once, an address once it is confirmed."""
        if address_in(source) is not None:
            self.ask_for_address(source)
        else:
            self._window.controller.open_path(Path(source))

    def take_step(self, step: Step) -> None:
        """Do what a problem offers as its next step."""
        if step is Step.OPEN_ADDRESS:
            self.open_address()
        else:
            self._window.controller.retry(by_content=step is Step.BY_CONTENT)

    def open_clipboard(self) -> None:
        self._window.paste()

    def open_sample(self) -> None:
        self._window.controller.open_path(sample_page())

    def reload(self) -> None:
        self._window.controller.reload()

    def save_json(self) -> None:
        save_chunks(self._window, "json")

    def save_csv(self) -> None:
        save_chunks(self._window, "csv")

    def quit(self) -> None:
        self._window.close()

    def find(self) -> None:
        self._window.document.find_bar.open()

    def find_next(self) -> None:
        self._window.document.find_bar.step(1)

    def find_previous(self) -> None:
        self._window.document.find_bar.step(-1)

    def copy_chunk(self) -> None:
        self.copy("plain")

    def copy_embedded(self) -> None:
        self.copy("embedded")

    def copy(self, kind: str) -> None:
        """Put the chosen chunk on the clipboard, `plain` or as `embedded`."""
        workspace = self._window.controller.workspace
        chunks, chunk = workspace.chunk_set, workspace.chosen_chunk
        if chunks is None or chunk is None:
            return
        text = chunks.slice_of(chunk) if kind == "plain" else chunks.embedded_text(chunk)
        QGuiApplication.clipboard().setText(text)
        self._window.status.notice(f"{chunk.name} copied, {len(text):,} characters.")

    def show_rendered(self) -> None:
        self._window.controller.set_view(View.RENDERED)

    def show_source(self) -> None:
        self._window.controller.set_view(View.SOURCE)

    def show_pages(self) -> None:
        controller = self._window.controller
        controller.show_pages(not controller.workspace.shows_pages)

    def headings_from_size(self) -> None:
        controller = self._window.controller
        wishes = controller.workspace.wishes
        wished = not wishes.headings_from_size
        controller.set_wishes(replace(wishes, headings_from_size=wished))

    def choose_encoding(self) -> None:
        self._window.document.conversion.open_encodings()

    def set_encoding(self, codec: str) -> None:
        """Read the document anew with an encoding; an empty name lets it be found."""
        controller = self._window.controller
        controller.set_wishes(replace(controller.workspace.wishes, encoding=codec or None))

    def show_notes(self) -> None:
        self._window.document.conversion.open_notes()

    def zoom_in(self) -> None:
        self._zoom(self._window.controller.preferences.zoom + 1)

    def zoom_out(self) -> None:
        self._zoom(self._window.controller.preferences.zoom - 1)

    def zoom_reset(self) -> None:
        self._zoom(0)

    def theme_system(self) -> None:
        appearance.choose_theme(self._window, "system")

    def theme_light(self) -> None:
        appearance.choose_theme(self._window, "light")

    def theme_dark(self) -> None:
        appearance.choose_theme(self._window, "dark")

    def go_back(self) -> None:
        self._window.controller.go_back()

    def go_forward(self) -> None:
        self._window.controller.go_forward()

    def next_finding(self) -> None:
        self._step_finding(1)

    def previous_finding(self) -> None:
        self._step_finding(-1)

    def next_chunk(self) -> None:
        self._window.controller.step_chunk(1)

    def previous_chunk(self) -> None:
        self._window.controller.step_chunk(-1)

    def focus_outline(self) -> None:
        self._window.docks.focus(self._window.docks.outline)

    def focus_inspector(self) -> None:
        self._window.docks.focus(self._window.docks.inspector)

    def focus_findings(self) -> None:
        self._window.docks.focus(self._window.docks.findings)

    def focus_document(self) -> None:
        self._window.document.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def preset_laybuild(self) -> None:
        self._window.controller.set_settings(PRESETS["LayBuild"])

    def preset_fine(self) -> None:
        self._window.controller.set_settings(PRESETS["Fine"])

    def preset_coarse(self) -> None:
        self._window.controller.set_settings(PRESETS["Coarse"])

    def ask_question(self) -> None:
        self._window.show_bench().focus_question()

    def run_question(self) -> None:
        self._window.show_bench()
        self._window.controller.asking.run()

    def compare_questions(self) -> None:
        is_compared = self._window.controller.workspace.bench.is_compared
        self._window.show_bench()
        self._window.controller.asking.compare(not is_compared)

    def next_candidate(self) -> None:
        self._window.show_bench().step(1)

    def previous_candidate(self) -> None:
        self._window.show_bench().step(-1)

    def show_prompt(self) -> None:
        self._window.show_bench().show_prompt()

    def mark_answer(self) -> None:
        span = self._window.document.view.selected_span()
        if span is None:
            self._window.status.notice("Select the answer in the document first.")
        else:
            self._window.show_bench()
            self._window.controller.asking.mark_answer(span)

    def forget_answer(self) -> None:
        self._window.controller.asking.mark_answer(None)

    def search_settings(self) -> None:
        self._window.show_bench().open_settings()

    def models(self) -> None:
        self.choosing_models.open()

    def show_palette(self) -> None:
        self.open_palette()

    def open_palette(self) -> "ActionPalette":
        """Open the palette and return it."""
        from chunkscope.gui.dialogs.palette import ActionPalette

        palette = ActionPalette(self.in_palette(), self._window)
        palette.open_over(self._window)
        return palette

    def cancel(self) -> None:
        workspace = self._window.controller.workspace
        if workspace.opening is not None or workspace.bench.stage is not Stage.IDLE:
            self._window.controller.cancel()
        elif self._window.document.find_bar.isVisible():
            self._window.document.find_bar.close()

    def newest(self) -> None:
        from chunkscope.gui.dialogs.newest import NewestDialog

        controller = self._window.controller
        asks = controller.preferences.asks_for_newest
        dialog = NewestDialog(controller.runner, asks_at_start=asks, parent=self._window)
        dialog.asking_at_start_chosen.connect(self._ask_for_newest_at_start)
        dialog.open()

    def remove_data(self) -> None:
        dialog = RemovalDialog(self._window.controller.runner, self._window)
        dialog.accepted.connect(self._close_for_removal)
        dialog.open()

    def _close_for_removal(self) -> None:
        self._window.removes_data = self._window.close()

    def about(self) -> None:
        AboutDialog(self._window).open()

    def _ask_for_newest_at_start(self, asks: bool) -> None:
        controller = self._window.controller
        controller.preferences = replace(controller.preferences, asks_for_newest=asks)

    def _step_finding(self, step: int) -> None:
        self._window.docks.show_findings()
        self._window.controller.step_finding(step)

    def _zoom(self, steps: int) -> None:
        steps = min(max(steps, ZOOM_RANGE[0]), ZOOM_RANGE[1])
        controller = self._window.controller
        controller.preferences = replace(controller.preferences, zoom=steps)
        self._window.document.set_zoom(steps)

    def in_palette(self) -> Iterator[QAction]:
        """Yield every action but the one that opens the palette."""
        for name, action in self._window.actions_by_name.items():
            if name != "show_palette":
                yield action
        yield from self._window.dock_switches


def _filter_text(file_filter: "FileFilter") -> str:
    return f"{file_filter.label} ({' '.join(file_filter.patterns)})"
