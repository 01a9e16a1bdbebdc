"""The window: every control is named and reachable, and what one does shows everywhere."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QTabBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from chunkscope.core.chunks import Level
from chunkscope.core.settings import PRESETS
from chunkscope.gui import app
from chunkscope.gui.actions import ACTIONS
from chunkscope.gui.main_window import MainWindow
from chunkscope.gui.theme import DARK
from chunkscope.gui.widgets.focus_frame import FocusFrame
from chunkscope.workspace.preferences import Preferences, load
from chunkscope.workspace.state import View

PAGE = (
    "# Refunds 😀\n\nAsk within 30 days.\n\n## Limits\n\nThere are none.\n\n##### Deep\n\nMore.\n"
)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "refunds.md"
    path.write_text(PAGE, encoding="utf-8")
    return path


def opened(window: MainWindow, qtbot: QtBot, path: Path) -> None:
    window.controller.open_path(path)
    qtbot.waitUntil(lambda: window.controller.workspace.document is not None, timeout=20_000)
    qtbot.waitUntil(lambda: window.is_settled, timeout=20_000)


def controls(window: QWidget) -> Iterator[QWidget]:
    kinds = (QAbstractButton, QAbstractSlider, QComboBox, QLineEdit, QAbstractSpinBox)
    for widget in window.findChildren(QWidget):
        is_inner = widget.objectName().startswith("qt_") or isinstance(
            widget.parent(), QAbstractSpinBox | QComboBox
        )
        if isinstance(widget, kinds) and not is_inner and widget.isVisibleTo(window):
            yield widget


def test_the_first_start_offers_the_next_step(window: MainWindow) -> None:
    assert window.document.stack.currentWidget() is window.document.welcome
    assert window.windowTitle() == "ChunkScope"


def test_every_control_has_a_name_and_a_tooltip(
    window: MainWindow, qtbot: QtBot, page: Path
) -> None:
    opened(window, qtbot, page)
    window.controller.choose_chunk(Level.PARENT, 0)
    window.commands.find()
    scroll_bars = ("QScrollBar",)
    nameless = [
        f"{type(widget).__name__} {widget.objectName()!r} in {type(widget.parent()).__name__}"
        for widget in controls(window)
        if type(widget).__name__ not in scroll_bars
        and not (widget.accessibleName() and widget.toolTip())
    ]

    assert nameless == []


def test_every_action_is_in_the_palette_and_says_what_it_does(window: MainWindow) -> None:
    names = {action.objectName() for action in window.commands.in_palette()}

    panels = {"show_outline", "show_inspector", "show_test_bench", "show_findings"}
    assert names == {spec.name for spec in ACTIONS} - {"show_palette"} | panels
    assert all(spec.tip for spec in ACTIONS)


def test_no_shortcut_is_given_twice(window: MainWindow) -> None:
    keys = [
        sequence.toString()
        for action in window.actions_by_name.values()
        for sequence in action.shortcuts()
    ]

    assert sorted(keys) == sorted(set(keys))


def test_the_palette_runs_an_action_by_typing(window: MainWindow, qtbot: QtBot, page: Path) -> None:
    opened(window, qtbot, page)
    palette = window.commands.open_palette()
    qtbot.keyClicks(palette.line, "source")
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)

    assert window.controller.workspace.view is View.SOURCE
    assert window.document.view is window.document.source


def test_a_choice_shows_in_every_panel(window: MainWindow, qtbot: QtBot, page: Path) -> None:
    opened(window, qtbot, page)
    offset = PAGE.index("There")
    window.document.offset_chosen.emit(offset)

    assert window.controller.workspace.choice is not None
    assert window.controller.workspace.choice.parent == 1
    assert window.actions_by_name["copy_chunk"].isEnabled()


def test_a_chunk_is_copied_plain_or_as_embedded(
    window: MainWindow, qtbot: QtBot, page: Path
) -> None:
    opened(window, qtbot, page)
    window.controller.choose_chunk(Level.PARENT, 1)
    window.commands.copy_chunk()
    assert QGuiApplication.clipboard().text().startswith("There are none.")

    window.commands.copy_embedded()
    assert QGuiApplication.clipboard().text().startswith("Refunds 😀 > Limits\n\nThere are none.")


def test_presets_are_switches(window: MainWindow, qtbot: QtBot, page: Path) -> None:
    opened(window, qtbot, page)
    window.actions_by_name["preset_fine"].trigger()

    assert window.controller.workspace.settings == PRESETS["Fine"]
    assert window.actions_by_name["preset_fine"].isChecked()
    assert not window.actions_by_name["preset_laybuild"].isChecked()
    assert window.tuning.parent_size.value() == 200


def test_dragging_the_parent_below_the_child_takes_the_child_along(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.tuning.parent_slider.setValue(60)
    settings = window.controller.workspace.settings

    assert (settings.parent_size, settings.parent_overlap) == (60, 30)
    assert (settings.child_size, settings.child_overlap) == (60, 25)


@pytest.mark.parametrize("form", ["json", "csv"])
def test_chunks_are_saved_whole(
    window: MainWindow, qtbot: QtBot, page: Path, tmp_path: Path, form: str
) -> None:
    from chunkscope.gui.saving import write_chunks

    opened(window, qtbot, page)
    out = tmp_path / f"chunks.{form}"
    write_chunks(window, out, form)
    qtbot.waitUntil(out.exists)

    assert "There are none." in out.read_text(encoding="utf-8")
    qtbot.waitUntil(lambda: not list(tmp_path.glob(".chunks*")))


def test_saving_to_nowhere_is_told(window: MainWindow, qtbot: QtBot, page: Path) -> None:
    from chunkscope.gui.saving import write_chunks

    opened(window, qtbot, page)
    write_chunks(window, page.parent / "no such folder" / "x.json", "json")
    qtbot.waitUntil(lambda: "could not be written" in window.status.currentMessage())


def test_a_dropped_file_opens(window: MainWindow, qtbot: QtBot, page: Path) -> None:
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(page))])
    window.open_mime(dropped)
    qtbot.waitUntil(lambda: window.windowTitle().startswith("refunds.md"), timeout=20_000)


def test_of_several_dropped_files_the_first_opens_and_that_is_told(
    window: MainWindow, qtbot: QtBot, page: Path
) -> None:
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(page)), QUrl.fromLocalFile("/other.md")])
    window.open_mime(dropped)
    assert "first of 2" in window.status.currentMessage()
    qtbot.waitUntil(lambda: window.windowTitle().startswith("refunds.md"), timeout=20_000)


def test_only_what_came_from_a_file_can_be_reloaded(
    window: MainWindow, qtbot: QtBot, page: Path, tmp_path: Path
) -> None:
    reload = window.actions_by_name["reload"]
    window.controller.open_text("Pasted words.")
    qtbot.waitUntil(lambda: window.controller.workspace.document is not None, timeout=20_000)
    assert not reload.isEnabled()
    opened(window, qtbot, page)
    qtbot.waitUntil(reload.isEnabled, timeout=20_000)


def test_a_dropped_address_is_not_fetched(window: MainWindow) -> None:
    dropped = QMimeData()
    dropped.setUrls([QUrl("https://example.org/page.md")])
    window.open_mime(dropped)

    assert window.controller.workspace.opening is None


def test_markdown_from_an_editor_is_text_and_not_its_coloured_html(
    window: MainWindow, qtbot: QtBot
) -> None:
    pasted = QMimeData()
    pasted.setText("# Pasted\n\nWords.\n")
    pasted.setHtml("<pre># Pasted</pre>")
    window.open_mime(pasted)
    qtbot.waitUntil(lambda: window.controller.workspace.document is not None)

    assert window.controller.workspace.document is not None
    assert window.controller.workspace.document.text == "# Pasted\n\nWords.\n"


def test_documents_opened_before_are_in_the_file_menu(
    window: MainWindow, qtbot: QtBot, page: Path
) -> None:
    opened(window, qtbot, page)
    window.recent_menu.aboutToShow.emit()

    assert [entry.statusTip() for entry in window.recent_menu.actions()] == [str(page)]


def test_an_empty_clipboard_is_told(window: MainWindow) -> None:
    window.open_mime(QMimeData())

    assert "neither" in window.status.currentMessage()


def test_an_empty_document_says_why_nothing_shows(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    empty = tmp_path / "empty.md"
    empty.write_text("", encoding="utf-8")
    opened(window, qtbot, empty)

    assert window.document.stack.currentWidget() is window.document.nothing


def test_a_problem_stands_over_what_is_open(window: MainWindow, qtbot: QtBot, page: Path) -> None:
    opened(window, qtbot, page)
    window.controller.open_path(page.with_name("missing.md"))
    qtbot.waitUntil(window.document.banner.isVisible)

    assert window.document.stack.currentWidget() is window.document.page
    window.document.banner.dismissed.emit()
    assert not window.document.banner.isVisible()


def test_the_theme_changes_at_once_and_is_remembered(window: MainWindow) -> None:
    window.commands.theme_dark()
    assert window.theme is DARK
    assert window.actions_by_name["theme_dark"].isChecked()
    window.close()

    assert load().theme == "dark"


def test_the_window_comes_back_as_it_was(qtbot: QtBot) -> None:
    first = app.make_window(Preferences())
    qtbot.addWidget(first)
    first.show()
    dock = first.outline.parentWidget()
    assert dock is not None
    dock.hide()
    first.close()
    second = app.make_window(load())
    qtbot.addWidget(second)
    second.show()

    assert not second.outline.isVisible()
    assert second.inspector.isVisible()
    second.close()


def test_standard_shortcuts_are_the_platform_s(window: MainWindow) -> None:
    actions = window.actions_by_name

    assert actions["open_document"].shortcut() == QKeySequence(QKeySequence.StandardKey.Open)
    assert actions["next_finding"].shortcut() == QKeySequence("F8")
    assert actions["show_palette"].shortcut() == QKeySequence("Ctrl+K")


def test_the_panels_leave_nothing_nameless_at_the_smallest_size(
    window: MainWindow, qtbot: QtBot, page: Path
) -> None:
    opened(window, qtbot, page)
    window.resize(1000, 640)
    qtbot.wait(50)

    assert window.width() == 1000
    assert window.height() == 640


def test_the_tab_key_reaches_every_control_and_shows_where_it_is(
    window: MainWindow, qtbot: QtBot, page: Path
) -> None:
    opened(window, qtbot, page)
    window.controller.choose_offset(20)
    window.activateWindow()
    window.document.view.setFocus()
    reached, frames = [], 0
    while QApplication.focusWidget() not in reached:
        reached.append(QApplication.focusWidget())
        window.focusNextPrevChild(True)
        frames += any(each.isVisible() for each in window.findChildren(FocusFrame))
    wanted = [
        control
        for control in controls(window)
        if control.isEnabled() and control.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert [control.accessibleName() for control in wanted if control not in reached] == []
    assert frames >= 3


def test_the_caret_follows_a_place_that_is_gone_to(
    window: MainWindow, qtbot: QtBot, page: Path
) -> None:
    opened(window, qtbot, page)
    window.commands.show_source()
    qtbot.waitUntil(lambda: window.document.source.toPlainText() == PAGE)
    window.controller.visit_offset(PAGE.index("##"))
    assert window.document.source.selected_span() is None
    assert window.document.source.textCursor().position() == PAGE.index("##") + 1


def test_switching_views_keeps_the_place(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "long.md"
    path.write_text("# Long\n\n" + "".join(f"## {n}\n\nA few words.\n\n" for n in range(200)))
    opened(window, qtbot, path)
    document, text = window.document, path.read_text()
    document.view.scroll_to(text.index("## 100"), centre=True)
    rendered = document.visible_span()
    for _ in range(3):
        window.commands.show_source()
        source = document.visible_span()
        assert 0 <= rendered.start - source.start < 40
        window.commands.show_rendered()
        assert document.visible_span().start == rendered.start


def test_the_tab_key_reaches_the_buttons_of_the_toolbar(window: MainWindow) -> None:
    buttons = [button for button in controls(window.toolbar) if isinstance(button, QToolButton)]
    assert len(buttons) >= 7
    assert all(button.focusPolicy() & Qt.FocusPolicy.TabFocus for button in buttons)


def test_the_tabs_of_the_panels_have_a_name(window: MainWindow, qtbot: QtBot) -> None:
    def names() -> set[str]:
        return {bar.accessibleName() for bar in window.children() if isinstance(bar, QTabBar)}

    window.resize(1440, 900)
    qtbot.waitUntil(lambda: not window.folding.is_folded and names() == {"Panels"})
    window.resize(1000, 640)
    qtbot.waitUntil(lambda: window.folding.is_folded and names() == {"Panels"})


@pytest.mark.parametrize("kind", ["text/html", "text/plain", "text/uri-list"])
def test_whatever_can_be_pasted_can_be_dropped(window: MainWindow, kind: str) -> None:
    content = QMimeData()
    content.setData(kind, b"<p>Words</p>")
    drag = QDragEnterEvent(
        QPoint(9, 9),
        Qt.DropAction.CopyAction,
        content,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    drag.ignore()
    window.dragEnterEvent(drag)
    assert drag.isAccepted()
