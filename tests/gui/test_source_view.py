"""The source view on small texts, offscreen."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QGuiApplication, QTextFormat
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from unicode_segmentation_rs import graphemes

from chunkscope.core.spans import Span
from chunkscope.gui.overlays import Decoration, Mark
from chunkscope.gui.utf16 import utf16_length
from chunkscope.gui.widgets import source_view
from chunkscope.gui.widgets.source_view import SourceView

MIXED = "# 👨‍👩‍👧 Family\n\ncafe\u0301 😀 naïve 🏳️‍🌈 字 end\n\nplain line\n"


@pytest.fixture
def view(qtbot: QtBot) -> SourceView:
    view = SourceView()
    qtbot.addWidget(view)
    view.resize(640, 400)
    view.show()
    return view


def show(qtbot: QtBot, view: SourceView, text: str) -> None:
    with qtbot.waitSignal(view.loaded):
        view.show_document(text)


def middle_of(view: SourceView, span: Span) -> QPoint:
    """Return the middle of a stretch of text in one row."""
    for row in view.rows():
        edges = row.edges(span, fill=False)
        if edges:
            return QPoint(int(sum(edges[0]) / 2), int(row.rect.center().y()))
    raise AssertionError(span)


@pytest.mark.parametrize(
    "text", [MIXED, "😀" * 30 + " word", "م" * 4 + " abc 😀 " + "ب" * 3, "مرحب word 😀 " * 30]
)
def test_every_letter_is_where_its_offset_says(qtbot: QtBot, view: SourceView, text: str) -> None:
    show(qtbot, view, text)
    offset = 0
    for cluster in graphemes(text, True):
        if not cluster.isspace():
            span = Span(offset, offset + len(cluster))
            found = view.offset_at(middle_of(view, span))
            assert found is not None
            assert span.contains(found)
        offset += len(cluster)


def test_a_highlight_behind_emoji_starts_and_ends_on_the_right_letters(
    qtbot: QtBot, view: SourceView
) -> None:
    text = "😀😀 x😀y"
    show(qtbot, view, text)
    (row,) = view.rows()
    ((left, right),) = row.edges(Span(4, 5), fill=False)

    assert row.edges(Span(3, 4), fill=False)[0][1] == left
    assert row.edges(Span(5, 6), fill=False)[0][0] == right
    assert row.ink[1] == pytest.approx(row.edges(Span(5, 6), fill=False)[0][1], abs=1)


def test_the_document_is_shown_letter_for_letter(qtbot: QtBot, view: SourceView) -> None:
    show(qtbot, view, "<b>no markup</b> &amp;\n# heading\n")

    assert view.toPlainText() == "<b>no markup</b> &amp;\n# heading\n"


def test_characters_that_mean_something_to_qt_keep_their_places(
    qtbot: QtBot, view: SourceView
) -> None:
    text = "a\u2029b\ufdd0c\ufdd1d\x00e\u2028f\ufffcg\tafter 😀 \ufeff end"
    show(qtbot, view, text)
    span = Span(text.index("after"), text.index("after") + 1)

    assert view.document().characterCount() - 1 == utf16_length(text)
    assert view.offset_at(middle_of(view, span)) == span.start


def test_soft_breaks_are_not_copied(qtbot: QtBot, view: SourceView) -> None:
    text = "One " + "😀 word " * 4000
    show(qtbot, view, text)
    assert view.blockCount() > 1
    view.selectAll()
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == text
    assert view.selected_span() == Span(0, len(text))


def test_heights_grow_with_the_offset_and_leave_the_screen_at_its_ends(
    qtbot: QtBot, view: SourceView
) -> None:
    text = "\n".join(f"line {number}" for number in range(500))
    show(qtbot, view, text)
    view.scroll_to(text.index("line 250"), centre=True)
    visible = view.visible_span()
    heights = [view.y_of(offset) for offset in range(visible.start, visible.end)]

    assert visible.contains(text.index("line 250"))
    assert heights == sorted(height for height in heights if height is not None)
    assert view.y_of(0) == -1
    assert view.y_of(len(text)) == view.viewport().height()


def test_a_place_in_the_middle_is_shown_in_the_middle(qtbot: QtBot, view: SourceView) -> None:
    text = "\n\n".join("some words that wrap " * 20 for _ in range(300))
    show(qtbot, view, text)
    for offset in (len(text) // 2, len(text) // 3, 100_000):
        view.scroll_to(offset, centre=True)
        y = view.y_of(offset)
        assert y is not None
        assert abs(y - view.viewport().height() / 2) < 3 * view.rows()[0].rect.height()


def test_scrolling_to_what_shows_moves_nothing(qtbot: QtBot, view: SourceView) -> None:
    show(qtbot, view, "line\n" * 300)
    view.scroll_to(700)
    before = view.visible_span()
    view.scroll_to(before.start + 30)

    assert view.visible_span() == before


def test_a_place_that_is_not_there_yet_is_shown_as_soon_as_it_is(
    qtbot: QtBot, view: SourceView
) -> None:
    text = "a line of words\n" * 60_000
    with qtbot.waitSignal(view.loaded):
        view.show_document(text)
        view.scroll_to(len(text) - 20)

    assert view.visible_span().contains(len(text) - 20)


def test_zoom_keeps_the_place(qtbot: QtBot, view: SourceView) -> None:
    text = "\n\n".join("some words that wrap " * 20 for _ in range(100))
    show(qtbot, view, text)
    view.scroll_to(len(text) // 2)
    top = view.visible_span().start
    view.set_zoom(4)

    assert abs(view.visible_span().start - top) < 200


def test_a_style_sheet_for_all_widgets_does_not_change_the_font(
    qtbot: QtBot, view: SourceView
) -> None:
    show(qtbot, view, MIXED)
    height = view.rows()[1].rect.height()
    view.setStyleSheet("QWidget { font-family: serif; font-size: 31px }")
    view.grab()

    assert view.rows()[1].rect.height() == height


def test_a_click_reports_the_character_and_a_drag_does_not(qtbot: QtBot, view: SourceView) -> None:
    show(qtbot, view, MIXED)
    at_end = middle_of(view, Span(MIXED.index("end"), MIXED.index("end") + 1))
    with qtbot.waitSignal(view.offset_clicked) as clicked:
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at_end)
    assert clicked.args == [MIXED.index("end")]

    with qtbot.assertNotEmitted(view.offset_clicked):
        QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=at_end)
        QTest.mouseMove(view.viewport(), QPoint(20, at_end.y()))
        QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, at_end.y()))


def test_return_chooses_where_the_caret_stands(qtbot: QtBot, view: SourceView) -> None:
    show(qtbot, view, MIXED)
    view.select(Span(MIXED.index("字"), MIXED.index("字")))
    with qtbot.waitSignal(view.offset_clicked) as clicked:
        QTest.keyClick(view, Qt.Key.Key_Return)

    assert clicked.args == [MIXED.index("字")]


def test_only_what_is_on_screen_is_asked_for(qtbot: QtBot, view: SourceView) -> None:
    asked: list[Span] = []

    def source(visible: Span) -> list[Decoration]:
        asked.append(visible)
        return [Decoration(mark, Span(3, 400), hue=1, role="error", label="cut") for mark in Mark]

    text = "some words\n" * 20_000
    show(qtbot, view, text)
    view.set_decorations(source)
    view.grab()

    assert asked[-1].start == 0
    assert asked[-1].end < 2_000


def test_an_empty_text_has_no_place_for_an_offset(qtbot: QtBot, view: SourceView) -> None:
    show(qtbot, view, "some text")
    show(qtbot, view, "")

    assert view.visible_span() == Span(0, 0)
    assert view.offset_at(QPoint(50, 20)) is None


def test_a_screen_reader_gets_the_text(qtbot: QtBot, view: SourceView) -> None:
    from PySide6.QtGui import QAccessible

    show(qtbot, view, MIXED)
    interface = QAccessible.queryAccessibleInterface(view)

    assert interface.text(QAccessible.Text.Name)
    assert interface.textInterface().text(0, 1) == "#"


def test_the_caret_begins_at_the_start(qtbot: QtBot, view: SourceView) -> None:
    show(qtbot, view, MIXED)
    assert view.textCursor().position() == 0
    show(qtbot, view, "another text")
    assert view.textCursor().position() == 0


def test_text_that_is_lost_or_found_fault_with_says_so(qtbot: QtBot, view: SourceView) -> None:
    show(qtbot, view, "one <b>two</b>")
    marks = [
        Decoration(Mark.FINDING, Span(4, 7), role="error", label="Tag <b>"),
        Decoration(Mark.LOST, Span(4, 14), label="Lost."),
    ]
    view.set_decorations(lambda _visible: marks)
    assert view.tooltip_at(middle_of(view, Span(5, 6))) == "Tag <b>\nLost."
    assert view.tooltip_at(middle_of(view, Span(1, 2))) == ""


def test_a_large_text_keeps_its_place_and_breaks_its_lines_anew_once_the_width_stays(
    qtbot: QtBot, view: SourceView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source_view, "MANY_BLOCKS", 10)
    show(qtbot, view, "\n\n".join(f"{number} " + "word " * 40 for number in range(40)))
    view.scroll_to(len("word " * 40) * 20, top=True)
    start = view.visible_span().start
    view.resize(320, 400)
    assert view.visible_span().start == start
    assert not is_broken_to_fit(view)
    qtbot.waitUntil(lambda: is_broken_to_fit(view))
    assert view.visible_span().start == start


def is_broken_to_fit(view: SourceView) -> bool:
    return all(row.ink[1] <= view.viewport().width() for row in view.rows())


def test_headings_are_bold_on_the_axis_of_a_variable_font_in_the_size_of_the_text(
    qtbot: QtBot, view: SourceView
) -> None:
    show(qtbot, view, "# Heading\n\nText.\n")
    blocks = (view.document().findBlockByNumber(number) for number in (0, 2))
    heading, text = (block.begin().fragment().charFormat() for block in blocks)
    weight = QFont.Tag("wght")
    assert heading.font().variableAxisValue(weight) == QFont.Weight.Bold.value
    assert not heading.hasProperty(QTextFormat.Property.FontPixelSize)
    assert not text.font().isVariableAxisSet(weight)
