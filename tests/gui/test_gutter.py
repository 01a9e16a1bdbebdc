"""The gutter: where its bands lie, and what it says and asks for."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from chunkscope.core.chunks import ChunkColumn, Level
from chunkscope.core.document import Document
from chunkscope.core.packing import Columns
from chunkscope.core.settings import Settings
from chunkscope.core.spans import Span
from chunkscope.core.splitters.parent_child import cut
from chunkscope.gui.widgets.gutter import Gutter, Place
from chunkscope.gui.widgets.gutter_bands import FAR, Band, Heights, bands
from chunkscope.gui.widgets.source_view import SourceView
from chunkscope.workspace.state import Choice, Workspace

ROW = 20
SMALL = Settings(30, 6, 12, 2)
TEXT = "# Fees\n\n" + "\n\n".join(
    f"Paragraph {number} has a sentence of some length, and one more of it." for number in range(40)
)


def column(*chunks: tuple[int, int, int]) -> ChunkColumn:
    columns = Columns()
    for start, own_start, end in chunks:
        columns.append(start, own_start, end, 0, 0, 0)
    return ChunkColumn(Level.PARENT, columns)


def rows_of_ten(visible: Span = Span(0, 100)) -> Heights:
    """Ten characters a row, the visible part at the top."""
    return Heights(
        visible,
        200,
        lambda offset: (offset - visible.start) // 10 * ROW,
        lambda offset: ((offset - 1 - visible.start) // 10 + 1) * ROW,
    )


def heights(found: tuple[Band, ...]) -> list[tuple[float, float]]:
    return [(band.top, band.bottom) for band in found]


def test_a_band_is_as_high_as_the_rows_of_its_own_text() -> None:
    found = bands(column((0, 0, 30), (30, 30, 50)), rows_of_ten())

    assert heights(found) == [(0, 60), (60, 100)]


def test_chunks_that_share_a_row_share_its_height() -> None:
    found = bands(column((0, 0, 12), (12, 12, 14), (14, 14, 30)), rows_of_ten())

    assert heights(found) == [
        (0, pytest.approx(20 + ROW / 3)),
        (pytest.approx(20 + ROW / 3), pytest.approx(20 + 2 * ROW / 3)),
        (pytest.approx(20 + 2 * ROW / 3), 60),
    ]


def test_the_end_that_the_next_chunk_repeats_is_known() -> None:
    found = bands(column((0, 0, 40), (30, 40, 60)), rows_of_ten())

    assert found[0].repeated_from == 60
    assert found[1].repeated_from is None


def test_chunks_off_screen_have_no_band_and_reach_beyond_it() -> None:
    chunks = column((0, 0, 50), (50, 50, 150), (150, 150, 900), (900, 900, 950))
    found = bands(chunks, rows_of_ten(Span(100, 200)))

    assert [band.index for band in found] == [1, 2]
    assert found[0].top == -FAR
    assert found[1].bottom >= 200


def test_no_two_bands_cover_each_other() -> None:
    chunks = cut("t", TEXT, SMALL)
    for level in Level:
        found = bands(chunks.level(level), rows_of_ten(Span(0, 1000)))
        edges = [edge for band in found for edge in (band.top, band.bottom)]
        assert edges == sorted(edges)


@pytest.fixture
def gutter(qtbot: QtBot) -> Gutter:
    view = SourceView()
    gutter = Gutter()
    qtbot.addWidget(view)
    qtbot.addWidget(gutter)
    with qtbot.waitSignal(view.loaded):
        view.show_document(TEXT)
    for widget in (view, gutter):
        widget.resize(500, 400)
        widget.show()
    gutter.set_view(view)
    gutter.show_workspace(workspace())
    gutter.grab()
    return gutter


def workspace(choice: Choice | None = None) -> Workspace:
    document = Document("t", TEXT)
    return Workspace(SMALL, document, chunk_set=cut("t", TEXT, SMALL), choice=choice)


def test_a_click_chooses_the_chunk(qtbot: QtBot, gutter: Gutter) -> None:
    band = next(band for band in gutter._bands if band.index == 1)
    where = QPoint(12, int(band.top + band.bottom) // 2)
    with qtbot.waitSignal(gutter.chunk_chosen) as chosen:
        QTest.mouseClick(gutter, Qt.MouseButton.LeftButton, pos=where)

    assert chosen.args == [Level.PARENT, 1]


def test_a_boundary_says_which_rule_cut_there(gutter: Gutter) -> None:
    band = next(band for band in gutter._bands if band.index == 1)
    place = gutter.place_at(QPointF(12, band.top + 1))

    assert place == Place(Level.PARENT, 1, "start")
    assert "would have made P1 larger than 30 tokens (size)" in gutter.sentence_of(place)


def test_the_hatched_end_says_what_is_repeated(gutter: Gutter) -> None:
    band = next(band for band in gutter._bands if band.repeated_from is not None)
    place = gutter.place_at(QPointF(12, band.bottom - 3))

    assert place is not None
    assert place.boundary == "overlap"
    assert gutter.sentence_of(place).endswith("(overlap).")


@pytest.mark.parametrize(
    ("key", "choice", "wanted"),
    [
        (Qt.Key.Key_Down, Choice(0, 2), [Level.PARENT, 3]),
        (Qt.Key.Key_Up, Choice(0, 2), [Level.PARENT, 1]),
        (Qt.Key.Key_Left, Choice(0, 0, 0), [Level.PARENT, 0]),
        (Qt.Key.Key_Right, Choice(0, 0), [Level.CHILD, 0]),
        (Qt.Key.Key_Down, None, [Level.PARENT, 0]),
    ],
)
def test_arrow_keys_choose_the_neighbours(
    qtbot: QtBot, gutter: Gutter, key: Qt.Key, choice: Choice | None, wanted: list[object]
) -> None:
    gutter.show_workspace(workspace(choice))
    with qtbot.waitSignal(gutter.chunk_chosen) as chosen:
        QTest.keyClick(gutter, key)

    assert chosen.args == wanted


def test_a_screen_reader_hears_the_chosen_chunk(gutter: Gutter) -> None:
    gutter.show_workspace(workspace(Choice(0, 1)))

    assert gutter.accessibleDescription().startswith("P2: ")


def test_chunks_of_another_text_are_not_shown(gutter: Gutter) -> None:
    stale = workspace()
    gutter.show_workspace(Workspace(SMALL, Document("t", TEXT + "more"), chunk_set=stale.chunk_set))
    gutter.grab()

    assert gutter._bands == ()
