"""Unexpected errors: into the log, and into a dialog that holds nothing of the document."""

import logging
import sys
import traceback
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

from chunkscope.workspace.crash_report import left_report, versions

if TYPE_CHECKING:
    from chunkscope.gui.main_window import MainWindow

_LOG = logging.getLogger(__name__)


def watch(window: "MainWindow") -> None:
    """Show a report for every error that nobody expected; the program goes on."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            window.close()
            return
        _LOG.critical("Unexpected.", exc_info=(kind, error, trace))
        _show(window, error)

    sys.excepthook = hook
    window.controller.runner.unexpected.connect(lambda error: _show(window, error))


def report_of(error: BaseException) -> str:
    """Return where an error happened, without its message, which may quote the document."""
    frames = traceback.extract_tb(error.__traceback__)
    places = "\n".join(
        f"  {frame.name}, line {frame.lineno} of {_module(frame)}" for frame in frames
    )
    return f"{versions()}, Qt {qVersion()}\n{type(error).__name__}\n{places}"


def offer_left_report(window: "MainWindow") -> None:
    """Offer the report of an earlier start that crashed, to be copied; it is never sent."""
    report = left_report()
    if report is None:
        return
    box = QMessageBox(window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.Information)
    box.setWindowTitle("ChunkScope ended unexpectedly")
    box.setText("The last time, ChunkScope ended unexpectedly. Your documents are unharmed.")
    box.setInformativeText(
        "A report says which versions ran and where it happened. It holds no text of a document "
        "and is sent nowhere; copy it if you want to tell us."
    )
    box.setDetailedText(f"{report.rstrip()}\nQt {qVersion()}")
    copy = box.addButton("Copy report", QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Close)
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(box.detailedText()))
    box.open()


def _module(frame: traceback.FrameSummary) -> str:
    return "/".join(frame.filename.replace("\\", "/").split("/")[-2:])


def _show(window: "MainWindow", error: BaseException) -> None:
    box = QMessageBox(window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("Something failed inside")
    box.setText("Something failed inside the program. It goes on; your document is unharmed.")
    box.setInformativeText("The report below holds no text of the document.")
    box.setDetailedText(report_of(error))
    box.open()
