"""The theme that is in force: the system's or the user's choice, on the whole application."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from chunkscope.gui.assets import images, interface_font, load_fonts, style_template
from chunkscope.gui.theme import DARK, LIGHT, THEMES, Theme, palette_of, style_sheet

if TYPE_CHECKING:
    from chunkscope.gui.main_window import MainWindow


def theme_for(choice: str) -> Theme:
    """Return the theme of a choice: `light`, `dark` or the `system`'s."""
    if choice in THEMES:
        return THEMES[choice]
    scheme = QGuiApplication.styleHints().colorScheme()
    return DARK if scheme is Qt.ColorScheme.Dark else LIGHT


def dress(application: QApplication, theme: Theme) -> None:
    """Give the application fonts, palette and style sheet of a theme."""
    load_fonts()
    application.setStyle("Fusion")
    application.setFont(interface_font())
    application.setPalette(palette_of(theme))
    application.setStyleSheet(style_sheet(theme, style_template(), images()))


def choose_theme(window: "MainWindow", choice: str) -> None:
    """Remember a choice of theme and apply it."""
    controller = window.controller
    controller.preferences = replace(controller.preferences, theme=choice)
    follow_system(window)
    controller.refresh()


def follow_system(window: "MainWindow") -> None:
    """Apply the theme that the choice, and the system where it is followed, ask for."""
    theme = theme_for(window.controller.preferences.theme)
    application = QApplication.instance()
    if isinstance(application, QApplication):
        dress(application, theme)
    window.set_theme(theme)
