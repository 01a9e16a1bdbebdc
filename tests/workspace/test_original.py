"""Words on where a document came from, and places by page."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkscope.core.document import Document, Note
from chunkscope.core.spans import Span
from chunkscope.workspace.original import (
    ENCODINGS,
    PagePlace,
    came_from,
    encoding_label,
    has_encoding,
    has_pages_to_draw,
    offset_at,
    page_at,
    place_words,
    progress_words,
)

PAGES = (Span(0, 10), Span(10, 10), Span(10, 40), Span(40, 60))


def document(**fields: object) -> Document:
    return Document("Title", "one\ntwo\nthree\n", **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"form": "pdf", "pages": PAGES}, "Converted from PDF · 4 pages"),
        ({"form": "pdf", "pages": PAGES[:1]}, "Converted from PDF · 1 page"),
        ({"form": "pptx", "pages": PAGES}, "Converted from PowerPoint presentation · 4 slides"),
        ({"form": "xlsx", "pages": PAGES[:1]}, "Converted from Excel workbook · 1 sheet"),
        (
            {"form": "html", "address": "https://user@example.org:8080/a?b"},
            "Converted from web page · example.org",
        ),
        ({"encoding": "utf-8"}, "Text"),
        (
            {"encoding": "cp1252", "notes": (Note("encoding-guessed", "Guessed."),)},
            "Text in an encoding that was guessed",
        ),
    ],
)
def test_a_document_says_what_it_was_made_from(fields: dict[str, object], words: str) -> None:
    assert came_from(document(**fields)) == words


def test_a_chosen_encoding_is_named_as_such() -> None:
    assert "you chose" in came_from(document(encoding="cp1252"), encoding_chosen=True)


def test_a_place_is_named_by_page_or_else_by_line() -> None:
    assert place_words(document(form="pdf", pages=PAGES), 45) == "page 4"
    assert place_words(document(form="pptx", pages=PAGES), 5) == "slide 1"
    assert place_words(document(), 5) == "line 2"


def test_an_empty_page_gives_way_to_the_one_that_holds_the_text() -> None:
    assert page_at(PAGES, 10) == PagePlace(2, 0.0)
    assert page_at(PAGES, 25) == PagePlace(2, 0.5)


@given(st.lists(st.integers(0, 50), min_size=1, max_size=30), st.data())
def test_every_offset_is_found_again_by_its_page(lengths: list[int], data: st.DataObject) -> None:
    spans, start = [], 0
    for length in lengths:
        spans.append(Span(start, start + length))
        start += length
    offset = data.draw(st.integers(0, max(0, start - 1)))

    assert offset_at(spans, page_at(spans, offset)) == offset


def test_progress_counts_in_the_words_of_the_format() -> None:
    assert progress_words("manual.pdf", 120, 1619) == "page 120 of 1,619"
    assert progress_words("deck.pptx", 2, 9) == "slide 2 of 9"
    assert progress_words("odd.xyz", 2, 9) == "part 2 of 9"
    assert progress_words("manual.xls", 2, 9, by_content=True) == "part 2 of 9"
    assert progress_words("manual.pdf", 0, 1) == ""


def test_every_encoding_that_is_offered_can_be_read_and_has_one_name() -> None:
    for label, codec in ENCODINGS:
        assert "a".encode(codec).decode(codec) == "a"
        assert encoding_label(codec) == label
    assert encoding_label("cp037") == "cp037"


def test_only_what_can_be_read_again_has_an_encoding_to_choose_or_pages_to_draw() -> None:
    assert has_encoding(document(encoding="utf-8", origin=Path("/a.md")))
    assert has_encoding(document(encoding="utf-8", address="https://example.org"))
    assert not has_encoding(document(encoding="utf-8"))
    assert has_pages_to_draw(document(form="pdf", origin=Path("/a.pdf")))
    assert not has_pages_to_draw(document(form="pdf", address="https://example.org/a.pdf"))
    assert not has_pages_to_draw(None)


def test_a_scan_begins_at_its_first_page() -> None:
    assert page_at([Span(0, 0), Span(0, 0), Span(0, 0)], 0) == PagePlace(0, 0.0)
