"""Keys that scroll a page which has no caret."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QScrollBar


def scroll_by_key(bar: QScrollBar, event: QKeyEvent) -> bool:
    """Scroll to either end by Home and End, by a screen with Space; say whether it was one."""
    match event.key():
        case Qt.Key.Key_Home:
            bar.setValue(bar.minimum())
        case Qt.Key.Key_End:
            bar.setValue(bar.maximum())
        case Qt.Key.Key_Space:
            backwards = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            bar.setValue(bar.value() + (-1 if backwards else 1) * bar.pageStep())
        case _:
            return False
    return True
