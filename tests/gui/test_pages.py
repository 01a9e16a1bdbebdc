"""The pages of an original: where they lie, how they are drawn, how text and pages move."""

from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from tests.sources.pdf_maker import pdf

from chunkscope.core.spans import Span
from chunkscope.gui.page_pictures import PagePictures
from chunkscope.gui.tasks import Lane, TaskRunner
from chunkscope.gui.theme import LIGHT
from chunkscope.gui.widgets.page_sync import PageSync
from chunkscope.gui.widgets.pages_layout import MARGIN_PX, lay_out
from chunkscope.gui.widgets.pages_view import PagesView
from chunkscope.workspace.original import PagePlace

PATIENCE_MS = 60_000
PAGES = 30


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[TaskRunner]:
    runner = TaskRunner()
    yield runner
    runner.close()


@pytest.fixture
def pictures(runner: TaskRunner) -> Iterator[PagePictures]:
    owner = QWidget()
    pictures = PagePictures(runner, owner)
    yield pictures
    runner.close()
    pictures.shut()


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "book.pdf"
    path.write_bytes(pdf(["1 0 0 rg 0 0 612 792 re f"] * PAGES))
    return path


@pytest.fixture
def view(qtbot: QtBot, pictures: PagePictures, book: Path) -> PagesView:
    view = PagesView(pictures)
    qtbot.addWidget(view)
    view.resize(240, 400)
    view.begin()
    view.show()
    pictures.open(book)
    qtbot.waitUntil(lambda: len(view.layout_of_pages) == PAGES, timeout=PATIENCE_MS)
    return view


class FakeText:
    """A text of a hundred characters a page, of which a hundred show."""

    def __init__(self, view: PagesView) -> None:
        self.spans = tuple(Span(100 * page, 100 * page + 100) for page in range(PAGES))
        self.start, self.scrolls = 0, 0
        self.comes_late = False
        self.sync = PageSync(view, self.visible, self.scroll_to, view)
        self.sync.show_pages(self.spans)

    def visible(self) -> Span:
        return Span(self.start, self.start + 100)

    def scroll_to(self, offset: int) -> None:
        self.scrolls += 1
        if not self.comes_late:
            self.arrive(offset)

    def arrive(self, offset: int) -> None:
        """Show an offset, at the earliest the row of ten that holds it, and say so."""
        self.start = min(offset // 10 * 10, 100 * PAGES - 100)
        self.sync.text_moved()


def drawn(pictures: PagePictures, page: int) -> QImage:
    image = pictures.picture(page)
    assert image is not None
    return image


@given(st.lists(st.floats(0, 100), min_size=1, max_size=40), st.integers(0, 2000), st.data())
def test_a_height_in_the_column_is_found_again_by_its_place(
    shapes: list[float], room: int, data: st.DataObject
) -> None:
    layout = lay_out(shapes, room)
    page = data.draw(st.integers(0, len(shapes) - 1))
    y = layout.tops[page] + data.draw(st.integers(0, layout.heights[page] - 1))

    assert layout.place_at(y).page == page
    assert abs(layout.y_of(layout.place_at(y)) - y) <= 1
    assert page in layout.within(y, y + 1)


def test_pages_fit_the_width_whatever_their_shape() -> None:
    layout = lay_out((1.5, 0.5, 1e9, 0.0), 228)

    assert layout.width == 228 - 2 * MARGIN_PX
    assert layout.heights == (300, 100, 4000, 16)


def test_pages_are_drawn_as_sharp_as_the_screen(
    pictures: PagePictures, book: Path, qtbot: QtBot
) -> None:
    pictures.open(book)
    pictures.want((2, 0), 150, 2.0)
    qtbot.waitUntil(lambda: pictures.picture(0) is not None, timeout=PATIENCE_MS)
    image = drawn(pictures, 2)

    assert (image.width(), image.devicePixelRatio()) == (300, 2.0)
    assert image.pixelColor(150, 150) == QColor("#ff0000")
    assert pictures.picture(1) is None


def test_visible_pages_come_first_and_others_only_where_wanted(
    view: PagesView, pictures: PagePictures, qtbot: QtBot
) -> None:
    came: list[int] = []
    pictures.came.connect(came.append)
    view.verticalScrollBar().setValue(view.layout_of_pages.tops[20])
    qtbot.waitUntil(lambda: pictures.picture(23) is not None, timeout=PATIENCE_MS)
    on_purpose = [page for page in came if page > 10]

    assert on_purpose[0] == 20
    assert max(came) <= 25


def test_pictures_stay_within_their_bound(runner: TaskRunner, book: Path, qtbot: QtBot) -> None:
    owner = QWidget()
    bound = 5 * 100 * 130 * 4
    pictures = PagePictures(runner, owner, bound)
    pictures.open(book)
    for first in range(0, 25, 5):
        wanted = range(first, first + 3)
        pictures.want(wanted, 100, 1.0)
        qtbot.waitUntil(lambda: pictures.picture(wanted[-1]) is not None, timeout=PATIENCE_MS)  # noqa: B023
        assert pictures.kept_bytes <= bound
    pictures.want(range(20), 100, 1.0)
    qtbot.waitUntil(lambda: not runner.is_busy(Lane.DRAW), timeout=PATIENCE_MS)
    assert pictures.kept_bytes <= bound + 100 * 130 * 4
    runner.close()
    pictures.shut()


def test_another_width_draws_anew(pictures: PagePictures, book: Path, qtbot: QtBot) -> None:
    pictures.open(book)
    pictures.want((0,), 100, 1.0)
    qtbot.waitUntil(lambda: pictures.picture(0) is not None, timeout=PATIENCE_MS)
    pictures.want((0,), 160, 1.0)
    qtbot.waitUntil(lambda: drawn(pictures, 0).width() == 160, timeout=PATIENCE_MS)


def test_the_process_that_draws_ends_with_the_file(
    pictures: PagePictures, book: Path, qtbot: QtBot
) -> None:
    before = {process.pid for process in psutil.Process().children()}
    pictures.open(book)
    pictures.want((0,), 100, 1.0)
    qtbot.waitUntil(lambda: pictures.picture(0) is not None, timeout=PATIENCE_MS)
    (process,) = (each for each in psutil.Process().children() if each.pid not in before)
    pictures.close()

    qtbot.waitUntil(lambda: not process.is_running(), timeout=PATIENCE_MS)
    assert pictures.kept_bytes == 0


def test_closing_while_a_page_is_drawn_leaves_no_process(book: Path, qtbot: QtBot) -> None:
    before = {process.pid for process in psutil.Process().children()}
    runner, owner = TaskRunner(), QWidget()
    pictures = PagePictures(runner, owner)
    pictures.open(book)
    pictures.want(range(PAGES), 900, 2.0)
    qtbot.waitUntil(lambda: pictures.picture(0) is not None, timeout=PATIENCE_MS)
    pictures.close()
    pictures.open(book)
    runner.close()
    pictures.shut()

    assert {process.pid for process in psutil.Process().children()} <= before


def test_a_file_that_cannot_be_drawn_says_why(
    pictures: PagePictures, tmp_path: Path, qtbot: QtBot
) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 no more than that")
    view = PagesView(pictures)
    qtbot.addWidget(view)
    view.begin()
    pictures.open(broken)
    qtbot.waitUntil(lambda: "damaged" in view.words, timeout=PATIENCE_MS)

    assert view.words == view.accessibleDescription()


def test_a_page_that_cannot_be_drawn_says_so_and_the_next_one_comes(
    view: PagesView, pictures: PagePictures, book: Path, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: pictures.picture(0) is not None, timeout=PATIENCE_MS)
    content = book.read_bytes()
    book.unlink()
    pictures.want((25,), 100, 1.0)
    qtbot.waitUntil(lambda: bool(pictures.failure(25)), timeout=PATIENCE_MS)
    book.write_bytes(content)
    pictures.want((25, 26), 100, 1.0)
    qtbot.waitUntil(lambda: pictures.picture(26) is not None, timeout=PATIENCE_MS)


def test_a_page_keeps_its_place_while_it_is_drawn(view: PagesView) -> None:
    layout = view.layout_of_pages
    assert layout.heights[0] == round(layout.width * 792 / 612)
    assert view.verticalScrollBar().maximum() == layout.height - view.viewport().height()


def test_the_place_stays_when_the_width_changes(view: PagesView) -> None:
    view.follow(PagePlace(12, 0.5))
    view.resize(360, 400)

    assert view.place == PagePlace(12, 0.5)
    assert view.verticalScrollBar().value() == view.layout_of_pages.y_of(PagePlace(12, 0.5))


def test_the_pages_follow_the_text(view: PagesView) -> None:
    text = FakeText(view)
    text.arrive(1250)

    assert view.place == PagePlace(12, 0.5)
    assert view.current == 12
    assert view.accessibleDescription() == "Page 13 of 30"
    assert text.scrolls == 0


def test_the_text_follows_the_pages_and_does_not_push_them_back(
    view: PagesView, qtbot: QtBot
) -> None:
    text = FakeText(view)
    for y in range(100, 6000, 333):
        view.verticalScrollBar().setValue(y)
    qtbot.waitUntil(lambda: text.scrolls > 0)
    place = view.layout_of_pages.place_at(view.verticalScrollBar().value())
    offset = 100 * place.page + round(100 * place.share)

    assert view.verticalScrollBar().value() == 5761
    assert text.start == offset // 10 * 10
    assert text.scrolls == 1


def test_text_that_comes_late_does_not_push_the_pages_back(view: PagesView, qtbot: QtBot) -> None:
    text = FakeText(view)
    text.comes_late = True
    view.verticalScrollBar().setValue(5000)
    qtbot.waitUntil(lambda: text.scrolls > 0)
    text.sync.text_moved()
    assert view.verticalScrollBar().value() == 5000
    text.arrive(100 * view.place.page + 50)
    assert view.verticalScrollBar().value() == 5000
    text.arrive(300)
    assert view.place == PagePlace(3, 0.0)


def test_text_that_never_comes_where_it_was_sent_leads_again(
    view: PagesView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chunkscope.gui.widgets.page_sync._PATIENCE_S", -1.0)
    text = FakeText(view)
    text.comes_late = True
    view.verticalScrollBar().setValue(5000)
    qtbot.waitUntil(lambda: text.scrolls > 0)
    text.arrive(300)

    assert view.place == PagePlace(3, 0.0)


def test_at_the_end_of_the_text_the_pages_go_on_alone(view: PagesView, qtbot: QtBot) -> None:
    text = FakeText(view)
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: text.scrolls > 0)
    qtbot.wait(50)

    assert bar.value() == bar.maximum()


def test_a_click_on_a_page_goes_to_its_text_and_leaves_the_pages(
    view: PagesView, qtbot: QtBot
) -> None:
    text = FakeText(view)
    view.follow(PagePlace(8, 0.0))
    value = view.verticalScrollBar().value()
    y = view.layout_of_pages.heights[8] // 2
    with qtbot.waitSignal(view.chosen) as chosen:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(100, y))
    offset = text.sync.go_to(chosen.args[0])

    assert offset is not None
    assert abs(offset - 850) <= 2
    assert text.start == offset // 10 * 10
    assert view.verticalScrollBar().value() == value


def test_the_keyboard_reaches_both_ends_and_the_text(view: PagesView, qtbot: QtBot) -> None:
    bar = view.verticalScrollBar()
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
    with qtbot.waitSignal(view.chosen) as chosen:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert chosen.args == [PagePlace(view.current)]
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert bar.value() == 0


def test_the_current_page_is_framed_and_numbered(
    view: PagesView, pictures: PagePictures, qtbot: QtBot
) -> None:
    view.follow(PagePlace(4, 0.0))
    qtbot.waitUntil(lambda: pictures.picture(4) is not None, timeout=PATIENCE_MS)
    shot = view.viewport().grab().toImage()
    left = (view.viewport().width() - view.layout_of_pages.width) // 2
    middle = view.layout_of_pages.heights[4] // 2

    assert shot.pixelColor(left - 1, middle) == LIGHT.color("accent")
    assert shot.pixelColor(left + 20, middle) == QColor("#ff0000")
