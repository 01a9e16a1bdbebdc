"""The conversion shown in the window: its bar, notes, switches, encodings, pages and addresses."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.sources.pdf_maker import lines, pdf, words

from chunkscope.core.document import Document, Note
from chunkscope.core.spans import Span
from chunkscope.gui import app
from chunkscope.gui.main_window import MainWindow
from chunkscope.gui.widgets.conversion_bar import BAR_PX
from chunkscope.gui.widgets.notes_popup import NotesPopup
from chunkscope.workspace.preferences import Preferences
from chunkscope.workspace.state import Step, Workspace

PATIENCE_MS = 60_000
PAGES = 12


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    window = app.make_window(Preferences(), keeps_preferences=False)
    qtbot.addWidget(window)
    window.resize(1440, 900)
    window.show()
    qtbot.waitExposed(window)
    yield window
    window.close()


@pytest.fixture
def manual(tmp_path: Path) -> Path:
    path = tmp_path / "manual.pdf"
    pages = [
        words(f"Chapter {page}", 72, 720, size=24)
        + lines([f"Line {line} of the text of page {page}." for line in range(50)], 72, 690)
        for page in range(PAGES)
    ]
    path.write_bytes(pdf(pages))
    return path


def opened(window: MainWindow, qtbot: QtBot, path: Path) -> None:
    window.controller.open_path(path)
    settled(window, qtbot)


def settled(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.controller.workspace.opening is None, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: window.is_settled, timeout=PATIENCE_MS)


def document_of(window: MainWindow) -> Document:
    assert window.controller.workspace.document is not None
    return window.controller.workspace.document


def shown(window: MainWindow, *notes: Note, pages: tuple[Span, ...] = ()) -> None:
    """Show a converted document with these notes, without any file."""
    document = Document("T", "one\ntwo\nthree\n", form="docx", notes=notes, pages=pages)
    window.document.conversion.show_workspace(Workspace(document=document))


def test_text_that_was_read_as_it_stands_has_no_bar(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "plain.md"
    path.write_text("# Plain\n\nText.\n", encoding="utf-8")
    opened(window, qtbot, path)

    assert not window.document.conversion.isVisible()
    assert window.actions_by_name["choose_encoding"].isEnabled()
    assert not window.actions_by_name["show_pages"].isEnabled()
    assert not window.actions_by_name["show_notes"].isEnabled()


def test_a_pdf_says_where_it_came_from_on_one_quiet_row(
    window: MainWindow, qtbot: QtBot, manual: Path
) -> None:
    opened(window, qtbot, manual)
    bar = window.document.conversion

    assert bar.isVisible()
    assert bar.height() == BAR_PX
    assert bar.source.text() == "Converted from PDF · 12 pages"
    assert bar.switches["headings_from_size"].isChecked()
    assert not bar.switches["show_pages"].isChecked()
    assert not bar.encoding.isVisible()


def test_the_row_says_less_where_it_is_narrow(
    window: MainWindow, qtbot: QtBot, manual: Path
) -> None:
    opened(window, qtbot, manual)
    bar = window.document.conversion
    window.resize(1000, 640)
    qtbot.waitUntil(lambda: bar.source.text() == "PDF · 12 pages")

    assert bar.switches["show_pages"].text() == "Pages"
    assert bar.switches["show_pages"].accessibleName() == "Original pages"
    assert bar.switches["show_pages"].geometry().right() <= bar.width()


def test_a_guessed_encoding_is_shown_and_another_can_be_chosen(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "greek.txt"
    path.write_bytes("Καλημέρα κόσμε, τι κάνεις σήμερα; Όλα καλά.".encode("cp1253"))
    opened(window, qtbot, path)
    bar = window.document.conversion
    assert bar.encoding.text() == "Greek (Windows-1253)"
    window.commands.choose_encoding()
    entries = {entry.text(): entry for entry in bar.encodings.actions()}
    assert entries["Found by itself: Greek (Windows-1253)"].isChecked()
    bar.encodings.close()
    entries["Cyrillic (Windows-1251)"].trigger()
    settled(window, qtbot)

    assert document_of(window).encoding == "cp1251"
    assert bar.source.text() == "Text in an encoding that you chose"
    window.commands.choose_encoding()
    checked = [entry.text() for entry in bar.encodings.actions() if entry.isChecked()]
    assert checked == ["Cyrillic (Windows-1251)"]
    bar.encodings.close()


def test_the_headings_switch_converts_anew_and_keeps_the_page(
    window: MainWindow, qtbot: QtBot, manual: Path
) -> None:
    opened(window, qtbot, manual)
    start = document_of(window).pages[8].start
    window.document.view.scroll_to(start, top=True)
    window.document.conversion.switches["headings_from_size"].click()
    settled(window, qtbot)

    document = document_of(window)
    assert "# Chapter" not in document.text
    assert not window.actions_by_name["headings_from_size"].isChecked()
    assert not window.document.conversion.switches["headings_from_size"].isChecked()
    visible = window.document.visible_span()
    assert visible.start <= document.pages[8].start <= visible.end


def test_pages_that_are_shown_stay_where_they_are_while_a_pdf_is_converted_anew(
    window: MainWindow, qtbot: QtBot, manual: Path
) -> None:
    window.commands.show_pages()
    opened(window, qtbot, manual)
    pages = window.document.side.pages
    window.document.view.scroll_to(document_of(window).pages[8].start, top=True)
    qtbot.waitUntil(lambda: pages.current == 8)
    window.commands.headings_from_size()
    settled(window, qtbot)
    qtbot.wait(50)

    assert "# Chapter" not in document_of(window).text
    assert pages.current == 8
    assert abs(window.document.visible_span().start - document_of(window).pages[8].start) < 100


def test_every_control_on_a_conversion_has_a_name_a_tooltip_and_the_keyboard(
    window: MainWindow, qtbot: QtBot, manual: Path
) -> None:
    window.commands.show_pages()
    opened(window, qtbot, manual)
    bar = window.document.conversion
    parts = [bar.notes, bar.encoding, *bar.switches.values()]

    assert all(part.accessibleName() and part.toolTip() for part in parts)
    assert all(part.focusPolicy() & Qt.FocusPolicy.TabFocus for part in parts)
    assert window.document.side.pages.accessibleName()
    assert window.document.side.pages.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_notes_are_counted_by_sentence_and_lead_to_their_places(
    window: MainWindow, qtbot: QtBot
) -> None:
    shown(
        window,
        Note("a", "A picture was left out.", Span(0, 3)),
        Note("b", "It is a guess."),
        Note("a", "A picture was left out.", Span(8, 9)),
    )
    bar = window.document.conversion
    assert bar.notes.text() == "2 notes"
    popup = bar.open_notes()
    assert popup is not None
    model = popup.list.model()
    rows = [model.index(row, 0) for row in range(model.rowCount())]

    assert [row.data() for row in rows] == ["A picture was left out.", "", "It is a guess."]
    assert [row.data(Qt.ItemDataRole.AccessibleTextRole) for row in rows] == [
        "A picture was left out. (line 1)",
        "A picture was left out. (line 3)",
        "It is a guess.",
    ]
    qtbot.keyClick(popup.list, Qt.Key.Key_Down)
    with qtbot.waitSignal(bar.offset_wanted) as wanted:
        qtbot.keyClick(popup.list, Qt.Key.Key_Return)
    assert wanted.args == [8]


def test_a_note_without_a_place_stays_and_escape_closes_the_list(
    window: MainWindow, qtbot: QtBot
) -> None:
    shown(window, Note("b", "It is a guess."))
    popup = window.document.conversion.open_notes()
    assert popup is not None
    assert popup.list.hasFocus() or popup.focusWidget() is popup.list
    qtbot.keyClick(popup.list, Qt.Key.Key_Return)
    assert popup.isVisible()
    qtbot.keyClick(popup.list, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.document.conversion.findChildren(NotesPopup))


def test_a_thousand_notes_open_without_being_laid_out_at_once(
    window: MainWindow, qtbot: QtBot
) -> None:
    shown(window, *(Note("a", f"Note {n} " + "words " * 30, Span(0, 1)) for n in range(1000)))
    popup = window.document.conversion.open_notes()

    assert popup is not None
    assert popup.height() < window.height() / 2
    popup.close()


def test_original_pages_stand_beside_the_text_and_move_with_it(
    window: MainWindow, qtbot: QtBot, manual: Path
) -> None:
    opened(window, qtbot, manual)
    window.document.conversion.switches["show_pages"].click()
    settled(window, qtbot)
    side, pages = window.document.side, document_of(window).pages
    assert side.pages.isVisible()
    assert window.controller.preferences.shows_pages
    window.controller.visit_offset(pages[7].start + 300)
    qtbot.waitUntil(lambda: side.pages.current in (6, 7))

    bar = side.pages.verticalScrollBar()
    bar.setValue(side.pages.layout_of_pages.tops[3])
    qtbot.waitUntil(lambda: abs(window.document.visible_span().start - pages[3].start) < 200)
    assert bar.value() == side.pages.layout_of_pages.tops[3]
    window.actions_by_name["show_pages"].trigger()
    assert not side.pages.isVisible()
    assert side.pictures.kept_bytes == 0


def test_the_pages_width_is_remembered_and_leaves_room_for_the_text(
    qtbot: QtBot, manual: Path
) -> None:
    preferences = Preferences(shows_pages=True, pages_width=2000)
    window = app.make_window(preferences, keeps_preferences=False)
    qtbot.addWidget(window)
    window.show()
    opened(window, qtbot, manual)
    side = window.document.side
    assert side.pages.width() < side.width() / 2
    side.pages_width = 200
    window.close()

    assert window.controller.preferences.pages_width == 200


def test_docks_fold_in_a_narrow_window_while_pages_are_shown(
    window: MainWindow, qtbot: QtBot, manual: Path
) -> None:
    window.resize(1300, 800)
    opened(window, qtbot, manual)
    narrow = window.document.width()
    window.commands.show_pages()
    qtbot.waitUntil(lambda: window.document.width() > narrow + 200, timeout=PATIENCE_MS)
    window.commands.show_pages()
    qtbot.waitUntil(lambda: window.document.width() == narrow, timeout=PATIENCE_MS)


def test_a_scan_says_what_to_do_beside_its_pages(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(pdf(["0 0 100 100 re f"]))
    opened(window, qtbot, path)

    assert window.document.stack.currentWidget() is window.document.nothing
    assert "OCR" in window.document.nothing.sentence
    assert window.document.side.pages.isVisible()
    qtbot.waitUntil(lambda: window.document.side.pictures.picture(0) is not None)


@pytest.mark.parametrize(
    ("name", "content", "words_said"),
    [
        ("locked.pdf", pdf(["0 0 1 1 re f"], encrypted=True), "password"),
        ("broken.pdf", b"%PDF-1.4 no more", "damaged"),
        ("photo.png", b"\x89PNG\r\n\x1a\n" + bytes(64), "picture"),
        ("nothing.docx", b"", "no content"),
    ],
)
def test_what_cannot_be_read_says_why_and_what_next(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, name: str, content: bytes, words_said: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    opened(window, qtbot, path)
    failed = window.document.failed

    assert window.document.stack.currentWidget() is failed
    assert words_said in failed.title
    assert failed.sentence
    path.write_text("# Mended\n", encoding="utf-8")
    failed.steps[Step.RETRY].click()
    qtbot.waitUntil(lambda: window.controller.workspace.opening is None, timeout=PATIENCE_MS)


def test_a_file_of_another_format_than_its_name_says_is_read_at_the_press_of_a_button(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "export.xls"
    path.write_bytes(b"<html><h1>Words</h1><p>More of them.</p>")
    opened(window, qtbot, path)
    failed = window.document.failed
    assert "web page" in failed.title
    assert not failed.steps[Step.RETRY].isVisible()
    failed.steps[Step.BY_CONTENT].click()
    qtbot.waitUntil(lambda: window.controller.workspace.document is not None, timeout=PATIENCE_MS)
    document = window.controller.workspace.document
    assert document is not None
    assert document.text == "# Words\n\nMore of them."

    window.controller.reload()
    qtbot.waitUntil(
        lambda: window.controller.workspace.document is not document, timeout=PATIENCE_MS
    )
    assert window.controller.workspace.problem is None


def test_beside_an_open_page_the_bar_offers_to_read_a_file_by_its_content(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page, path = tmp_path / "page.md", tmp_path / "export.xls"
    page.write_text("# Page\n\nWords.\n", encoding="utf-8")
    path.write_bytes(b"<html><h1>Words</h1><p>More of them.</p>")
    opened(window, qtbot, page)
    opened(window, qtbot, path)
    banner = window.document.banner
    assert "export.xls is a web page" in banner.message
    assert banner.step.text() == "Read by its content"
    banner.step.click()
    qtbot.waitUntil(lambda: window.controller.workspace.problem is None, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: window.controller.workspace.opening is None, timeout=PATIENCE_MS)
    document = window.controller.workspace.document
    assert document is not None
    assert document.origin == path


def test_the_reading_page_counts_pages_and_cancels(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "thick.pdf"
    path.write_bytes(pdf([lines(["Words on a line of the page."] * 30, 40, 760)] * 500))
    window.controller.open_path(path)
    reading = window.document.reading
    qtbot.waitUntil(lambda: " of 500" in reading.sentence, timeout=PATIENCE_MS)
    assert window.document.stack.currentWidget() is reading
    assert reading.title == "Reading thick.pdf…"
    window.actions_by_name["cancel"].trigger()

    assert window.document.stack.currentWidget() is window.document.welcome
    assert window.document.banner.message == "Cancelled; nothing was opened."
    assert window.document.banner.step.text() == "Try again"


@pytest.mark.parametrize("kind", ["link", "text", "link in a page"])
def test_an_address_that_comes_by_drop_or_paste_is_offered_and_not_fetched(
    window: MainWindow, kind: str
) -> None:
    address, content = "https://example.org/page", QMimeData()
    if kind == "link":
        content.setUrls([QUrl(address)])
    else:
        content.setText(f" {address}\n")
    if kind == "link in a page":
        content.setHtml(f'<a href="{address}">A page</a>')
    window.open_mime(content)

    assert window.controller.workspace.opening is None
    assert address in window.document.banner.message
    window.document.banner.step.click()
    (dialog,) = (each for each in QApplication.topLevelWidgets() if hasattr(each, "refusal"))
    assert dialog.line.text() == address  # type: ignore[attr-defined]
    dialog.close()


def test_a_bad_address_is_refused_in_place(window: MainWindow, qtbot: QtBot) -> None:
    dialog = window.commands.ask_for_address("example.org")
    dialog.confirm()
    assert dialog.isVisible()
    assert "https://" in dialog.refusal.text()
    dialog.line.setText("https://example.org/a")
    assert not dialog.refusal.text()
    assert "example.org" in dialog.promise.text()
    dialog.address_chosen.disconnect()
    with qtbot.waitSignal(dialog.address_chosen) as chosen:
        dialog.confirm()
    assert chosen.args == ["https://example.org/a"]


def test_a_recent_address_is_asked_for_once_more(window: MainWindow) -> None:
    window.commands.open_source("https://example.org/a")

    assert window.controller.workspace.opening is None
    (dialog,) = (each for each in QApplication.topLevelWidgets() if hasattr(each, "refusal"))
    dialog.close()


def test_the_status_bar_offers_to_cancel_while_something_is_open(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.status.show_progress("Reading it: page 3 of 9", 3, 9)
    qtbot.waitUntil(window.status.cancel.isVisible)
    with qtbot.waitSignal(window.status.cancel_wanted):
        window.status.cancel.click()
    window.status.end_progress()
    qtbot.waitUntil(lambda: not window.status.cancel.isVisible())
