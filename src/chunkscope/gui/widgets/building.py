"""Widgets of many parts that can be made in steps, so that no turn of the event loop is long.

Such a widget has a method `build` that yields each part once it is made. It is whole, and may be
used, when that ends; its constructor goes through all steps unless it is told to wait.
"""

from collections.abc import Iterable

from PySide6.QtWidgets import QWidget


def at_once(steps: Iterable[object]) -> None:
    """Go through all steps."""
    for _step in steps:
        pass


def polished(parts: Iterable[QWidget]) -> Iterable[QWidget]:
    """Yield each part once it is dressed in the style sheet, which else waits for its showing."""
    for part in parts:
        part.ensurePolished()
        yield part
