"""Removes what the program keeps, once its window is closed; says what stayed."""

import logging
import time
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from chunkscope.workspace.kept import StillOpen, remove_kept

_PATIENCE_S: Final = 5.0
"""How long the processes that answer questions may take to end."""


def carry_out(application: QApplication) -> None:
    """Remove it all; where something stays, say so until that is read."""
    _let_go_of_log()
    words = _what_stayed()
    if words:
        box = QMessageBox()
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle("ChunkScope")
        box.setText(words)
        box.open()
        application.exec()


def _what_stayed() -> str:
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        try:
            removal = remove_kept()
        except StillOpen as error:
            if time.monotonic() > deadline:
                return str(error)
            time.sleep(0.1)
        else:
            break
    if not removal.stayed:
        return ""
    return f"Some of it could not be removed: {', '.join(removal.stayed)}."


def _let_go_of_log() -> None:
    """Close the log, which could not be removed otherwise on Windows."""
    root = logging.getLogger()
    for handler in [one for one in root.handlers if isinstance(one, logging.FileHandler)]:
        root.removeHandler(handler)
        handler.close()
