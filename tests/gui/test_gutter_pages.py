"""Marks in the gutter where the pages of the original begin."""

from dataclasses import replace
from pathlib import PurePath

from chunkscope.core.document import Document
from chunkscope.core.spans import Span
from chunkscope.gui.widgets.gutter_bands import Heights
from chunkscope.gui.widgets.gutter_pages import mark_at, mark_sentence, page_marks
from chunkscope.workspace.state import Workspace

TEXT = "x" * 500
PAGES = tuple(Span(start, start + 100) for start in range(0, 500, 100))


def opened(pages: tuple[Span, ...] = PAGES) -> Workspace:
    document = Document("T", TEXT, PurePath("t.pdf"), pages=pages, form="pdf")
    return Workspace(document=document, shows_pages=True)


def heights(start: int, end: int) -> Heights:
    """A view whose letters are a pixel high each."""
    return Heights(
        Span(start, end), end - start, lambda offset: offset - start, lambda offset: offset - start
    )


def test_pages_that_begin_on_screen_are_marked_at_their_height() -> None:
    marks = page_marks(opened(), heights(150, 350))
    assert [(mark.page, mark.y) for mark in marks] == [(2, 50), (3, 150)]


def test_the_first_page_and_what_is_off_the_screen_have_no_mark() -> None:
    assert page_marks(opened(), heights(0, 90)) == ()
    assert [mark.page for mark in page_marks(opened(), heights(0, 101))] == [1]


def test_of_pages_that_begin_together_the_one_with_text_is_marked() -> None:
    pages = (Span(0, 100), Span(100, 100), Span(100, 100), Span(100, 500))
    assert [mark.page for mark in page_marks(opened(pages), heights(0, 500))] == [3]


def test_nothing_is_marked_while_no_pages_show() -> None:
    assert page_marks(replace(opened(), shows_pages=False), heights(0, 500)) == ()
    assert page_marks(Workspace(shows_pages=True), heights(0, 500)) == ()


def test_a_mark_is_found_near_its_height_and_says_its_page() -> None:
    marks = page_marks(opened(), heights(150, 350))
    mark = mark_at(marks, 53)
    assert mark is not None
    assert mark_sentence(mark, len(PAGES)) == "Page 3 of 5 begins here"
    assert mark_at(marks, 80) is None
