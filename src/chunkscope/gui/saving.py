"""The chunks saved to a file that the user names, whole or not at all."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from chunkscope.gui.tasks import Lane, TaskReport
from chunkscope.workspace import export
from chunkscope.workspace.files import write_whole
from chunkscope.workspace.state import source_of

if TYPE_CHECKING:
    from chunkscope.gui.main_window import MainWindow

_FILTERS = {"json": "JSON (*.json)", "csv": "Table (*.csv)"}


def save_chunks(window: "MainWindow", form: str) -> None:
    """Ask for a file and write all chunks to it, `json` or `csv`, in the background."""
    workspace = window.controller.workspace
    if workspace.chunk_set is None or workspace.document is None:
        return
    origin = workspace.document.origin
    stem = "chunks" if origin is None else origin.stem
    dialog = QFileDialog(window, "Save the chunks", f"{stem}.chunks.{form}", _FILTERS[form])
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(form)
    if origin is not None:
        dialog.setDirectory(str(origin.parent))
        dialog.selectFile(f"{stem}.chunks.{form}")
    dialog.fileSelected.connect(lambda path: write_chunks(window, Path(path), form))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def write_chunks(window: "MainWindow", path: Path, form: str) -> None:
    """Write all chunks to `path` in the background and say how it went."""
    workspace = window.controller.workspace
    chunks, counts, document = workspace.chunk_set, workspace.counts, workspace.document
    if chunks is None or document is None:
        return
    source = source_of(document)

    def write(report: TaskReport) -> int:
        rows = (
            export.as_csv(chunks, counts)
            if form == "csv"
            else export.as_json(chunks, counts, source)
        )
        return write_whole(path, rows, report)

    window.controller.runner.start(
        Lane.SAVE,
        write,
        done=lambda _size: window.status.notice(f"Saved {path.name}."),
        failed=lambda error: window.status.notice(str(error)),
        replace=False,
    )
