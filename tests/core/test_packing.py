"""Paragraphs as columns, and packing of stretches that cut some."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core import reference
from tests.core.pages import stretches

from chunkscope.core.packing import Columns, Packer, paragraphs_of, visible_span


@given(stretches)
def test_paragraphs_are_those_of_the_specification(text: str) -> None:
    span = visible_span(text, 0, len(text))
    if span is None:
        assert not text.strip()
        return
    starts, ends = paragraphs_of(text, *span)
    assert list(zip(starts, ends, strict=True)) == reference.paragraphs_of(text, *span)


@given(stretches, st.data())
def test_a_stretch_is_packed_as_if_nothing_stood_around_it(text: str, data: st.DataObject) -> None:
    visible = [place for place, mark in enumerate(text) if not mark.isspace()]
    if not visible:
        return
    start = data.draw(st.sampled_from(visible))
    end = data.draw(st.sampled_from([place for place in visible if place >= start])) + 1
    whole, own = Packer(text, 6, 2), Packer(text, 6, 2)
    whole.pack(paragraphs_of(text, visible[0], visible[-1] + 1), start, end, 0)
    own.pack(paragraphs_of(text, start, end), start, end, 0)
    assert whole.columns == own.columns


@pytest.mark.parametrize(
    ("text", "span"),
    [("", None), (" \n\x1c", None), (" a ", (1, 2)), ("a", (0, 1)), ("\u200b", (0, 1))],
)
def test_a_visible_span_has_no_white_space_at_its_ends(
    text: str, span: tuple[int, int] | None
) -> None:
    assert visible_span(text, 0, len(text)) == span


def test_fifty_tokens_are_thirty_seven_words() -> None:
    assert [Packer("", 350, tokens).words for tokens in (0, 1, 2, 25, 50)] == [0, 0, 1, 18, 37]


def test_copied_rows_are_shifted() -> None:
    source, target = Columns(), Columns()
    source.append(1, 2, 3, 0, 0, 0)
    source.append(3, 4, 5, 1, 3, 6)
    target.extend(source, range(1, 2), -3, 10)
    assert (target.starts[0], target.own_starts[0], target.ends[0]) == (0, 1, 2)
    assert (target.own_rules[0], target.start_rules[0], target.owners[0]) == (1, 3, 16)
