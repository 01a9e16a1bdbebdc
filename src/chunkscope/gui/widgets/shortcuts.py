"""Tooltips that name the keys which do the same."""

from PySide6.QtGui import QKeySequence

from chunkscope.gui.widgets.wording import plain_tip


def tip_with_keys(text: str, shortcut: str) -> str:
    """Return a tooltip with the platform's way to write `shortcut`; empty for none."""
    if not shortcut:
        return plain_tip(text)
    keys = QKeySequence(shortcut).toString(QKeySequence.SequenceFormat.NativeText)
    return plain_tip(f"{text} ({keys})")
