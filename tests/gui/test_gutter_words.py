"""The sentences that say which rule cut where."""

from chunkscope.core.chunks import ChunkSet, Level
from chunkscope.core.packing import Rule
from chunkscope.core.settings import Settings
from chunkscope.core.splitters.parent_child import cut
from chunkscope.gui.widgets.gutter_words import (
    boundary_sentence,
    chunk_sentence,
    overlap_sentence,
)

SMALL = Settings(20, 4, 10, 2)
PARAGRAPH = "Eleven small words stand here and make a paragraph of ours."


def words_of(chunks: ChunkSet, rule: Rule, level: Level = Level.PARENT) -> str:
    column = chunks.level(level)
    return next(boundary_sentence(chunks, chunk) for chunk in column if chunk.rule is rule)


def test_a_heading_is_named_as_it_stands_in_the_text() -> None:
    chunks = cut("t", f"# Fees & <b>more</b>\n\n{PARAGRAPH}", SMALL)

    assert words_of(chunks, Rule.SECTION) == (
        "P1 starts here: the heading “Fees & <b>more</b>” opens a new section (section)."
    )


def test_text_before_the_first_heading_just_begins() -> None:
    chunks = cut("t", PARAGRAPH, SMALL)

    assert words_of(chunks, Rule.SECTION) == "P1 starts here: the text begins (section)."


def test_a_paragraph_that_did_not_fit_says_so() -> None:
    chunks = cut("t", f"{PARAGRAPH}\n\n{PARAGRAPH}\n\n{PARAGRAPH}", SMALL)

    assert words_of(chunks, Rule.SIZE) == (
        "P2 starts here: the next paragraph would have made P1 larger than 20 tokens (size)."
    )


def test_a_long_paragraph_is_cut_at_a_sentence() -> None:
    chunks = cut("t", "One sentence of some length here. " * 8, SMALL)

    assert words_of(chunks, Rule.SENTENCE) == (
        "P2 starts here: the next sentence would have made P1 larger than 20 tokens (sentence)."
    )


def test_what_follows_a_chunk_over_its_size_says_that_it_was_full() -> None:
    chunks = cut("t", f"{'word ' * 40}\n\n{PARAGRAPH}", SMALL)

    assert words_of(chunks, Rule.SIZE) == (
        "P2 starts here: P1 is already larger than 20 tokens (size)."
    )


def test_overlap_is_counted_in_words() -> None:
    chunks = cut("t", f"{PARAGRAPH}\n\n{PARAGRAPH}", SMALL)

    assert overlap_sentence(chunks, chunks.parents[1]) == (
        "P2 repeats the last 3 words of P1 (overlap)."
    )
    assert overlap_sentence(chunks, chunks.parents[0]) == ""


def test_the_guard_counts_in_characters() -> None:
    chunks = cut("t", "字" * 90 + "。\n\n" + "字" * 60, Settings(20, 4, 20, 4))

    assert chunks.parents[1].start_rule is Rule.GUARD
    assert overlap_sentence(chunks, chunks.parents[1]).startswith(
        "P2 repeats the last 16 characters of P1: "
    )


def test_a_first_child_starts_because_its_parent_does() -> None:
    chunks = cut("t", f"{PARAGRAPH}\n\n{PARAGRAPH}", SMALL)
    first = chunks.children[chunks.children_of(1).start]

    assert boundary_sentence(chunks, first) == (
        f"{first.name} starts here: its parent P2 begins here with what it repeats of P1 (overlap)."
    )


def test_a_chunk_is_told_with_its_limit() -> None:
    chunks = cut("t", PARAGRAPH, SMALL)

    assert chunk_sentence(chunks, chunks.parents[0]) == "P1: 15 of 20 estimated tokens"


def test_every_boundary_of_a_page_has_a_sentence() -> None:
    text = "# A\n\n" + "A sentence. " * 60 + f"\n\n## B\n\n{PARAGRAPH}\n\n" + "字" * 300
    chunks = cut("t", text, SMALL)
    for level in Level:
        for chunk in chunks.level(level):
            assert boundary_sentence(chunks, chunk).endswith(f"({chunk.rule}).")
