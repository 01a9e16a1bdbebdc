"""Menus, toolbar, titles and switches of the main window."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QDockWidget,
    QMainWindow,
    QMenu,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QWidget,
)

from chunkscope.core.document import Document
from chunkscope.core.settings import preset_of
from chunkscope.gui.actions import ACTIONS, MENUS
from chunkscope.gui.controller import Controller
from chunkscope.gui.panels.tuning import TuningBar
from chunkscope.workspace.original import has_encoding, has_pages_to_draw
from chunkscope.workspace.preferences import PAGES_WIDTH_RANGE, Preferences
from chunkscope.workspace.state import View, Workspace

if TYPE_CHECKING:
    from chunkscope.gui.main_window import MainWindow

_LABELLED: Final = ("open_document", "show_rendered", "show_source")
_TOOLBAR_START: Final = ("open_document", "go_back", "go_forward", "|")
_LABELS_FROM_PX: Final = 1240
_FOLLOWED_BY: Final = {"focus_inspector": "ask_question"}
"""Actions that stand in a second menu too: behind which one there."""
_RECENT_PX: Final = 420
_TOOLBAR_END: Final = ("show_rendered", "show_source", "|", "find", "show_palette")


def build_menus(window: QMainWindow, actions: Mapping[str, QAction]) -> None:
    """Fill the menu bar from the table of actions."""
    for title in MENUS:
        menu = window.menuBar().addMenu(title)
        menu.setObjectName(title.replace("&", "").lower())
        for spec in ACTIONS:
            if spec.menu == title:
                if spec.separated:
                    menu.addSeparator()
                menu.addAction(actions[spec.name])
                if spec.name in _FOLLOWED_BY:
                    menu.addAction(actions[_FOLLOWED_BY[spec.name]])


def add_recent_menu(window: "MainWindow", before: QAction) -> QMenu:
    """Put a menu of the documents opened last into the file menu, filled when it opens."""
    file_menu = _menu(window, "file")
    recent = QMenu("Open r&ecent", file_menu)
    recent.setObjectName("recent")
    recent.aboutToShow.connect(lambda: fill_recent(recent, window))
    file_menu.insertMenu(before, recent)
    return recent


def fill_recent(menu: QMenu, window: "MainWindow") -> None:
    """List the documents opened last, newest first; a long path is cut in its middle."""
    menu.clear()
    recent = window.controller.preferences.recent
    for source in recent:
        shown = menu.fontMetrics().elidedText(source, Qt.TextElideMode.ElideMiddle, _RECENT_PX)
        entry = menu.addAction(shown.replace("&", "&&"))
        entry.setStatusTip(source)
        entry.triggered.connect(partial(_open, window, source))
    if not recent:
        menu.addAction("Nothing was opened yet").setEnabled(False)


def _open(window: "MainWindow", source: str, _checked: bool = False) -> None:
    window.commands.open_source(source)


def _menu(window: QMainWindow, name: str) -> QMenu:
    menus = (entry.menu() for entry in window.menuBar().actions())
    return next(menu for menu in menus if isinstance(menu, QMenu) and menu.objectName() == name)


def add_dock_switch(window: QMainWindow, dock: QDockWidget) -> QAction:
    """Put a switch for a dock into the view menu, checked while the dock is in sight."""
    switch = QAction(f"Show {dock.objectName().removeprefix('dock-')}", window)
    switch.setObjectName(dock.objectName().replace("dock-", "show_").replace(" ", "_"))
    switch.setStatusTip(f"Bring the panel {dock.windowTitle()} forward, or hide it")
    switch.setCheckable(True)
    _menu(window, "view").addAction(switch)
    return switch


def fill_toolbar(bar: QToolBar, actions: Mapping[str, QAction], tuning: QWidget) -> None:
    """Put what is used most on the toolbar, the tuning in its middle."""
    _add(bar, actions, _TOOLBAR_START)
    bar.addWidget(tuning)
    spacer = QWidget(bar)
    spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    bar.addWidget(spacer)
    _add(bar, actions, _TOOLBAR_END)


def title_of(workspace: Workspace) -> str:
    """Return the window's title."""
    document = workspace.document
    if document is None:
        return "ChunkScope"
    name = document.title if document.origin is None else document.origin.name
    return f"{name} — ChunkScope"


def has_news(before: Workspace, now: Workspace) -> bool:
    """Say whether a page, or what is known or chosen of it, is another one."""
    pairs = zip(_page_of(before), _page_of(now), strict=True)
    return before.choice != now.choice or any(one is not other for one, other in pairs)


def present_in(controller: Controller) -> Iterator[str]:
    """Yield the needs of actions that are met now."""
    workspace = controller.workspace
    document = workspace.document
    if document is not None:
        yield "document"
        yield from _present_of(document)
    if any(one and (one.origin or one.address) for one in (document, workspace.problem)):
        yield "file"
    if workspace.chunk_set is not None:
        yield "chunks"
    if workspace.chosen_chunk is not None:
        yield "chunk"
    if workspace.findings:
        yield "findings"
    if workspace.bench.side.asked is not None:
        yield "asked"
    if workspace.bench.answer is not None:
        yield "answer"
    if controller.can_go_back:
        yield "back"
    if controller.can_go_forward:
        yield "forward"


def _page_of(workspace: Workspace) -> tuple[object, ...]:
    return workspace.document, workspace.chunk_set, workspace.counts, workspace.findings


def _present_of(document: Document) -> Iterator[str]:
    if document.form == "pdf":
        yield "pdf"
    if has_pages_to_draw(document):
        yield "pages"
    if has_encoding(document):
        yield "encoding"
    if document.notes:
        yield "notes"


def check_switches(
    actions: Mapping[str, QAction], workspace: Workspace, preferences: Preferences
) -> None:
    """Check the actions that stand for a state which holds."""
    preset = preset_of(workspace.settings)
    for name, holds in (
        ("show_rendered", workspace.view is View.RENDERED),
        ("show_source", workspace.view is View.SOURCE),
        ("show_pages", workspace.shows_pages),
        ("compare_questions", workspace.bench.is_compared),
        ("headings_from_size", workspace.wishes.headings_from_size),
        ("theme_system", preferences.theme == "system"),
        ("theme_light", preferences.theme == "light"),
        ("theme_dark", preferences.theme == "dark"),
        ("preset_laybuild", preset == "LayBuild"),
        ("preset_fine", preset == "Fine"),
        ("preset_coarse", preset == "Coarse"),
    ):
        actions[name].setChecked(holds)


def remember_window(window: "MainWindow", state: QByteArray) -> None:
    """Keep the window's place, the state of its docks and the pages' width in the preferences."""
    geometry = bytes(window.saveGeometry().toBase64().data()).decode()
    docks = bytes(state.toBase64().data()).decode()
    least, most = PAGES_WIDTH_RANGE
    width = min(max(window.document.side.pages_width, least), most)
    window.controller.preferences = replace(
        window.controller.preferences, geometry=geometry, docks=docks, pages_width=width
    )


def fit_toolbar(bar: QToolBar, actions: Mapping[str, QAction], tuning: TuningBar) -> None:
    """Leave labels out, and shorten the sliders, where the window is too narrow for them."""
    is_wide = bar.width() >= _LABELS_FROM_PX
    tuning.set_compact(not is_wide)
    style = Qt.ToolButtonStyle
    for name in _LABELLED:
        button = bar.widgetForAction(actions[name])
        if isinstance(button, QToolButton):
            button.setToolButtonStyle(
                style.ToolButtonTextBesideIcon if is_wide else style.ToolButtonIconOnly
            )


def _add(bar: QToolBar, actions: Mapping[str, QAction], names: tuple[str, ...]) -> None:
    for name in names:
        if name == "|":
            bar.addSeparator()
            continue
        bar.addAction(actions[name])
        button = bar.widgetForAction(actions[name])
        if isinstance(button, QToolButton):
            label = actions[name].text().replace("&", "")
            button.setAccessibleName(label.rstrip("…"))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
