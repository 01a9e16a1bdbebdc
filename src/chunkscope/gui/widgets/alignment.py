"""Where words and figures stand in a row: at one of its ends, halfway up."""

from typing import Final

from PySide6.QtCore import Qt

LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
