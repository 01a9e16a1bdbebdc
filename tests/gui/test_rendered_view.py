"""The document as a page: what shows, where it is, and that it stays there."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from chunkscope.core.rendering.page import iter_blocks
from chunkscope.core.spans import Span
from chunkscope.gui.assets import load_fonts
from chunkscope.gui.overlays import Decoration, Mark
from chunkscope.gui.tasks import TaskRunner
from chunkscope.gui.theme import DARK, LIGHT
from chunkscope.gui.widgets.document_view import NOWHERE, DocumentView
from chunkscope.gui.widgets.rendered_block import BlockLayout
from chunkscope.gui.widgets.rendered_estimate import measured
from chunkscope.gui.widgets.rendered_view import RenderedView

SENTENCE = "The renewal is charged to the card on file 😀, and the receipt goes to the contact. "
PAGE = "# Page\n\n" + "".join(
    f"## Section {number}\n\n{SENTENCE * (1 + number % 7)}\n\n- item\n- item\n\n"
    f"| a | b |\n|---|---|\n| {number} | x |\n\n"
    for number in range(120)
)
Show = Callable[[str], RenderedView]


@pytest.fixture
def runner() -> Iterator[TaskRunner]:
    runner = TaskRunner()
    yield runner
    runner.close()


@pytest.fixture
def show(qtbot: QtBot, runner: TaskRunner) -> Show:
    load_fonts()

    def show_text(text: str) -> RenderedView:
        view = RenderedView(runner)
        qtbot.addWidget(view)
        view.resize(600, 400)
        view.show()
        with qtbot.waitSignal(view.completed):
            view.show_document(text)
        return view

    return show_text


def test_it_is_a_document_view(show: Show) -> None:
    view: DocumentView = show("a")
    assert view.visible_span() == Span(0, 1)


def test_what_shows_first_is_laid_out_once_for_the_width_that_the_bar_leaves(
    qtbot: QtBot, runner: TaskRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_fonts()
    widths: list[float] = []
    lay_out = BlockLayout.__init__

    def noted(layout: BlockLayout, *how: Any) -> None:
        widths.append(how[-1])
        lay_out(layout, *how)

    monkeypatch.setattr(BlockLayout, "__init__", noted)
    view = RenderedView(runner)
    qtbot.addWidget(view)
    view.resize(600, 400)
    view.show()
    view.append_blocks([measured(block) for block in iter_blocks(PAGE * 8)])
    qtbot.waitUntil(lambda: view.verticalScrollBar().isVisible() and bool(widths))
    assert set(widths) == {view.page.width}


def test_a_page_begins_at_its_start(show: Show) -> None:
    view = show(PAGE)
    span = view.visible_span()
    assert span.start == 0
    assert 0 < span.end < len(PAGE)


def test_only_what_shows_is_asked_for(show: Show) -> None:
    view = show(PAGE)
    asked: list[Span] = []

    def note(span: Span) -> tuple[Decoration, ...]:
        asked.append(span)
        return ()

    view.set_decorations(note)
    view.scroll_to(PAGE.index("Section 60"))
    view.grab()
    assert asked
    assert all(span.end - span.start < len(PAGE) / 10 for span in asked)


def test_an_offset_is_found_where_it_is_shown(show: Show) -> None:
    view = show(PAGE)
    offset = PAGE.index("Section 40")
    view.scroll_to(offset)
    top, bottom = view.y_of(offset), view.bottom_of(offset + 1)
    assert top is not None
    assert bottom is not None
    assert 0 <= top < bottom <= view.viewport().height()
    assert view.offset_at(QPoint(22, (top + bottom) // 2)) == offset


def test_what_does_not_show_is_above_or_below(show: Show) -> None:
    view = show(PAGE)
    view.scroll_to(PAGE.index("Section 40"))
    above, below = view.y_of(0), view.y_of(len(PAGE) - 1)
    assert above is not None
    assert above < 0
    assert below is not None
    assert below >= view.viewport().height()


def test_nothing_is_anywhere_without_a_text(qtbot: QtBot, runner: TaskRunner) -> None:
    view = RenderedView(runner)
    qtbot.addWidget(view)
    assert view.y_of(0) is None
    assert view.offset_at(QPoint(30, 30)) is None
    assert view.visible_span() == Span(0, 0)


def test_beside_the_text_is_nothing(show: Show) -> None:
    assert show("short").offset_at(QPoint(300, 350)) is None


@pytest.mark.parametrize("step", [-37, 41])
def test_what_shows_moves_by_exactly_what_is_scrolled(show: Show, step: int) -> None:
    view = show(PAGE)
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    for _ in range(60):
        offset = view.visible_span().start + 200
        before = view.y_of(offset)
        bar.setValue(bar.value() + step)
        after = view.y_of(offset)
        assert before is not None
        assert after is not None
        if 0 < before < 399 and 0 < after < 399:
            assert abs(after - before + step) <= 1


def test_both_ends_are_reached(show: Show) -> None:
    view = show(PAGE)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    assert view.visible_span().end == len(PAGE.rstrip())
    view.verticalScrollBar().setValue(0)
    assert view.visible_span().start == 0
    assert view.y_of(0) == 16


@pytest.mark.parametrize("change", ["width", "zoom"])
def test_the_top_row_stays_when_all_is_laid_out_anew(show: Show, change: str) -> None:
    view = show(PAGE)
    offset = PAGE.index("Section 77")
    view.scroll_to(offset)
    view.verticalScrollBar().setValue(view.verticalScrollBar().value() + (view.y_of(offset) or 0))
    before = view.y_of(offset)
    if change == "width":
        view.resize(430, 400)
    else:
        view.set_zoom(4)
    after = view.y_of(offset)
    assert before is not None
    assert after is not None
    assert abs(before - after) <= 1


def test_the_same_text_again_keeps_the_place(show: Show) -> None:
    view = show(PAGE)
    view.scroll_to(PAGE.index("Section 50"))
    place = view.visible_span()
    view.show_document(PAGE[:1] + PAGE[1:])
    assert view.visible_span() == place


def test_a_place_not_yet_read_is_gone_to_when_it_comes(qtbot: QtBot, runner: TaskRunner) -> None:
    view = RenderedView(runner)
    qtbot.addWidget(view)
    view.resize(600, 400)
    offset = PAGE.index("Section 100")
    with qtbot.waitSignal(view.completed):
        view.show_document(PAGE)
        view.scroll_to(offset, centre=True)
    y = view.y_of(offset)
    assert y is not None
    assert 100 < y < 300


def test_another_text_replaces_the_first(show: Show, qtbot: QtBot) -> None:
    view = show(PAGE)
    with qtbot.waitSignal(view.completed):
        view.show_document("only this")
    assert view.visible_span() == Span(0, 9)


def test_a_click_tells_its_offset(show: Show, qtbot: QtBot) -> None:
    view = show("first\n\nsecond")
    y = view.y_of(7)
    assert y is not None
    with qtbot.waitSignal(view.offset_clicked) as clicked:
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(23, y + 5))
    assert clicked.args == [7]


def test_the_pointer_tells_what_it_is_over(show: Show, qtbot: QtBot) -> None:
    view = show("first\n\nsecond")
    y = view.y_of(7)
    assert y is not None
    heard: list[int] = []
    view.hovered.connect(heard.append)
    QTest.mouseMove(view.viewport(), QPoint(23, y + 5))
    QTest.mouseMove(view.viewport(), QPoint(300, 390))
    assert heard[-2:] == [7, NOWHERE]


def test_a_drag_selects_and_copies_what_is_shown(show: Show, qtbot: QtBot) -> None:
    view = show("one **two** &amp; [three](http://a.b)\n\nfour")
    y = view.y_of(0)
    last = view.y_of(len("one **two** &amp; [three](http://a.b)\n\n"))
    assert y is not None
    assert last is not None
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(19, y + 5))
    QTest.mouseMove(view.viewport(), QPoint(300, last + 5))
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(300, last + 5))
    view.copy()
    assert QGuiApplication.clipboard().text() == "one two & three\n\nfour"


def test_a_copied_table_keeps_rows_and_cells(show: Show) -> None:
    view = show("| a | b |\n|---|---|\n| 1 | 2 |\n")
    view.select_all()
    view.copy()
    assert QGuiApplication.clipboard().text() == "a\tb\n1\t2"


def test_a_double_click_selects_the_word(show: Show, qtbot: QtBot) -> None:
    view = show("word another")
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(30, 26))
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(30, 26))
    assert view.selected_span() == Span(0, 4)


def test_keys_scroll_the_page(show: Show, qtbot: QtBot) -> None:
    view = show(PAGE)
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()
    QTest.keyClick(view, Qt.Key.Key_Home)
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert view.visible_span().start > 0


def test_a_link_and_a_finding_have_a_tooltip(show: Show) -> None:
    view = show("[label](http://a.b)")
    view.set_decorations(
        lambda _: [Decoration(Mark.FINDING, Span(0, 19), role="error", label="Too long")]
    )
    y = view.y_of(1)
    assert y is not None
    assert view.tooltip_at(QPoint(24, y + 5)) == "http://a.b\nToo long"


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_every_mark_is_painted_in_both_themes(show: Show, theme: object) -> None:
    view = show(PAGE + "\n\nمرحبا word بالعالم\n")
    view.set_theme(theme)  # type: ignore[arg-type]
    plain = view.grab().toImage()
    for mark in Mark:
        made = Decoration(mark, Span(40, 60), hue=1, role="error", label="cut")
        if mark is Mark.CUT_LINE:
            made = Decoration(mark, Span(40, 40), role="error", label="cut")
        view.set_decorations(lambda _, made=made: [made])  # type: ignore[misc]
        assert view.grab().toImage() != plain, mark


def test_a_wide_table_can_be_scrolled_across(show: Show) -> None:
    view = show("|" + "column |" * 30 + "\n|" + "---|" * 30 + "\n|" + "x |" * 30)
    assert view.horizontalScrollBar().maximum() > 0


def test_a_screen_reader_gets_the_whole_text(show: Show) -> None:
    view = show("# Title 😀\n\nSome **bold** text.\n\n- item")
    interface = QAccessible.queryAccessibleInterface(view)
    assert interface is not None
    assert interface.role() == QAccessible.Role.Document
    text: Any = interface.textInterface()
    whole = "Title 😀\nSome bold text.\nitem"
    assert text.text(0, -1) == whole
    assert text.characterCount() == len(whole) + 1
    assert text.text(9, 13) == "Some"
    word = text.textAtOffset(15, QAccessible.TextBoundaryType.WordBoundary)
    assert tuple(word) == ("bold", 14, 18)


def test_a_screen_reader_can_select(show: Show) -> None:
    view = show("one **two** three")
    interface = QAccessible.queryAccessibleInterface(view)
    assert interface is not None
    text: Any = interface.textInterface()
    text.addSelection(4, 7)
    assert view.selected_span() == Span(6, 9)
    assert tuple(text.selection(0)) == (4, 7)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "> " * 500 + "deep",
        "[" * 3000,
        "*a" * 3000,
        "|a|\n|-|\n" + "|x|\n" * 2000,
        "-\n" * 500,
    ],
)
def test_odd_texts_show_without_complaint(show: Show, text: str) -> None:
    view = show(text)
    view.grab()
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    view.grab()
