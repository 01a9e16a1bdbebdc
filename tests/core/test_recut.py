"""Cutting a later text again: the same chunks as anew, and no more work than needed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.pages import pages, settings

from chunkscope.core import packing
from chunkscope.core.chunks import ChunkSet
from chunkscope.core.settings import Settings
from chunkscope.core.splitters import parent_child
from chunkscope.core.splitters.parent_child import cut, recut


def chunks_of(chunks: ChunkSet) -> tuple[object, ...]:
    return chunks.title, chunks.text, chunks.settings, *chunks.parents, *chunks.children


@given(pages, st.data(), settings())
def test_gives_what_cutting_anew_gives(text: str, data: st.DataObject, chosen: Settings) -> None:
    earlier = cut("T", text, chosen)
    for _ in range(2):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, len(text)))
        text = text[:start] + data.draw(pages) + text[end:]
        anew = cut("U", text, chosen)
        earlier = recut(earlier, "U", text)
        assert chunks_of(earlier) == chunks_of(anew)


@given(pages, pages, settings())
def test_sections_may_change_places(first: str, second: str, chosen: Settings) -> None:
    earlier = cut("T", f"# A\n{first}\n# B\n{second}\n# C\n{first}", chosen)
    text = f"# B\n{second}\n# A\n{first}\n# A\n{first}\n"
    assert chunks_of(recut(earlier, "T", text)) == chunks_of(cut("T", text, chosen))


PARAGRAPH = "A sentence of some words. " * 40


def page(changed: int | None = None) -> str:
    """Return a page of twenty sections that each take several chunks."""
    bodies = [PARAGRAPH + str(number) + "!" * (number == changed) for number in range(20)]
    return "".join(f"# {number}\n{body}\n\n{body}\n" for number, body in enumerate(bodies))


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list to which every search for paragraphs adds where it begins."""
    places: list[int] = []

    def listed(text: str, start: int, end: int) -> packing.Paragraphs:
        places.append(start)
        return packing.paragraphs_of(text, start, end)

    monkeypatch.setattr(parent_child, "paragraphs_of", listed)
    return places


def test_only_the_section_that_differs_is_cut(searched: list[int]) -> None:
    earlier = cut("T", page())
    assert len(searched) == 20
    searched.clear()
    later = recut(earlier, "T", page(changed=7))
    assert searched == [later.outline.body_of(8).start]


def test_a_new_heading_or_title_cuts_nothing(searched: list[int]) -> None:
    earlier = cut("T", page())
    searched.clear()
    later = recut(earlier, "U", page().replace("# 3\n", "## Three\n\n# Between\n# 3\n"))
    assert searched == []
    assert later.title == "U"
    assert len(later.outline) == len(earlier.outline) + 2
