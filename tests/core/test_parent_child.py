"""The parent/child splitter: as the specification says, on every page."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import settings as effort
from tests.core import reference
from tests.core.pages import pages, settings, stretches

from chunkscope.core.chunks import Chunk, ChunkSet
from chunkscope.core.errors import Cancelled
from chunkscope.core.packing import Rule
from chunkscope.core.settings import Settings
from chunkscope.core.splitters.parent_child import cut


def rows(chunks: Sequence[Chunk]) -> list[reference.Row]:
    return [
        reference.Row(c.owner, c.start, c.own_start, c.end, c.rule.value, c.start_rule.value)
        for c in chunks
    ]


def slices(chunks: ChunkSet) -> list[str]:
    return [chunks.slice_of(parent) for parent in chunks.parents]


def agrees_with_reference(text: str, chosen: Settings) -> None:
    chunks = cut("T", text, chosen)
    parents, children, paths = reference.cut(text, chosen)

    assert [section.heading_path for section in chunks.outline.sections()] == paths
    assert rows(chunks.parents) == parents
    assert rows(chunks.children) == children


@effort(max_examples=400)
@given(pages, settings())
def test_cuts_every_page_as_the_specification_says(text: str, chosen: Settings) -> None:
    agrees_with_reference(text, chosen)


@effort(max_examples=400)
@given(stretches, settings())
def test_cuts_every_stretch_as_the_specification_says(text: str, chosen: Settings) -> None:
    agrees_with_reference(text, chosen)


def covered(chunks: Sequence[Chunk]) -> set[int]:
    return {offset for chunk in chunks for offset in range(chunk.start, chunk.end)}


@given(pages, settings())
def test_no_visible_character_of_a_body_is_lost(text: str, chosen: Settings) -> None:
    chunks = cut("T", text, chosen)
    bodies = {offset for body in chunks.outline.bodies() for offset in range(*body)}
    visible = {offset for offset in bodies if not text[offset].isspace()}

    for level in (chunks.parents, chunks.children):
        assert visible <= covered(level) <= bodies


@given(pages, settings())
def test_parents_and_the_children_of_each_are_in_order(text: str, chosen: Settings) -> None:
    chunks = cut("T", text, chosen)
    families = [
        chunks.children[c.start : c.stop]
        for c in map(chunks.children_of, range(len(chunks.parents)))
    ]

    for family in (chunks.parents, *families):
        for earlier, later in pairwise(family):
            assert earlier.start <= later.start
            assert earlier.end <= later.own_start
    assert all(families)


@given(pages, settings())
def test_chunks_begin_and_end_with_something_to_see(text: str, chosen: Settings) -> None:
    chunks = cut("T", text, chosen)
    for chunk in (*chunks.parents, *chunks.children):
        assert chunk.start <= chunk.own_start < chunk.end
        edges = text[chunk.start] + text[chunk.own_start] + text[chunk.end - 1]
        assert not any(edge.isspace() for edge in edges)


@given(pages, settings())
def test_only_one_long_unit_passes_the_size(text: str, chosen: Settings) -> None:
    chunks = cut("T", text, chosen)
    for level, size in ((chunks.parents, chosen.parent_size), (chunks.children, chosen.child_size)):
        for chunk in level:
            if chunk.estimated_tokens > size:
                assert len(reference.units_of(text, *chunk.own_span, size)) == 1


@given(pages, settings())
def test_children_lie_in_their_parent_and_fill_it(text: str, chosen: Settings) -> None:
    chunks = cut("T", text, chosen)
    for place, parent in enumerate(chunks.parents):
        family = [chunks.children[child] for child in chunks.children_of(place)]
        assert (family[0].start, family[-1].end) == parent.span
        assert family[0].rule is parent.start_rule


@given(stretches, settings())
def test_every_boundary_names_the_rule_that_made_it(text: str, chosen: Settings) -> None:
    chunks = cut("T", text, chosen)
    for earlier, later in pairwise(chunks.parents):
        between = text[earlier.end : later.own_start]
        new_paragraph = between.isspace() and between.count("\n") > 1
        assert later.rule is (Rule.SIZE if new_paragraph else Rule.SENTENCE)
        if later.rule is Rule.SENTENCE:
            assert text[earlier.end - 1] in ".!?"
        words = len(text[later.start : earlier.end].split())
        if later.start_rule is Rule.OVERLAP:
            assert words == chosen.parent_overlap * 3 // 4 or later.start == earlier.start
        elif later.start_rule is Rule.GUARD:
            assert earlier.end - later.start <= 4 * chosen.parent_overlap
        else:
            assert later.start_rule is later.rule
            assert chosen.parent_overlap < 2
    assert all(parent.rule is Rule.SECTION for parent in chunks.parents[:1])


@pytest.mark.parametrize("text", ["", " \n\t\x1c\n", "# Only\n## Headings\n", "---\na: b\n---\n"])
def test_nothing_to_say_makes_no_chunk(text: str) -> None:
    chunks = cut("T", text)
    assert (len(chunks.parents), len(chunks.children)) == (0, 0)


def test_paragraphs_join_while_they_fit() -> None:
    assert slices(cut("T", "aaaa\n\nbb\n\ncccc", Settings(2, 0, 1, 0))) == ["aaaa\n\nbb", "cccc"]


def test_a_long_paragraph_is_cut_after_its_sentences() -> None:
    text = "One e.g. two?! Three"
    assert slices(cut("T", text, Settings(2, 0, 1, 0))) == ["One e.g.", "two?!", "Three"]


def test_a_long_sentence_is_a_chunk_of_its_own() -> None:
    text = "aa.\n\n" + "b" * 40 + "\n\ncc."
    assert slices(cut("T", text, Settings(4, 0, 1, 0))) == ["aa.", "b" * 40, "cc."]


def test_the_next_chunk_repeats_the_last_words() -> None:
    text = "a b c d e f\n\ng h i j k l"
    assert slices(cut("T", text, Settings(4, 2, 1, 0))) == ["a b c d e f", "f\n\ng h i j k l"]


def test_text_without_spaces_repeats_a_bounded_tail() -> None:
    text = "漢" * 15 + "\n\n" + "字" * 15
    second = cut("T", text, Settings(4, 2, 1, 0)).parents[1]
    assert (second.own_start - second.start, second.start_rule) == (10, Rule.GUARD)


def test_sections_share_no_overlap() -> None:
    chunks = cut("T", "a b c\n# H\nd e f", Settings(1, 0, 1, 0))
    assert slices(chunks) == ["a b c", "d e f"]
    assert [parent.rule for parent in chunks.parents] == [Rule.SECTION] * 2


def test_the_cut_can_be_cancelled_between_sections() -> None:
    def stop(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        cut("T", "text", report=stop)


@pytest.mark.parametrize("unit", ["A sentence. ", "A line\n\n", "# Title\n\nText\n\n"])
def test_a_long_text_can_be_stopped_wherever_there_is_much_to_cut(unit: str) -> None:
    text = unit * (400_000 // len(unit))
    heard: list[int] = []
    cut("T", text, report=lambda done, total: heard.append(done))
    assert len(heard) > 8
    assert max(heard) > 300_000
