"""The pieces of a text and the map between its offsets and a document's positions."""

from hypothesis import given
from hypothesis import strategies as st
from unicode_segmentation_rs import graphemes

from chunkscope.gui.utf16 import utf16_length
from chunkscope.gui.widgets.source_pieces import LONGEST_LINE, SOFT_PIECE, PieceMap, pieces_of

FAMILY = "👨‍👩‍👧‍👦"
SCRAPS = ["a", " ", "\n", "é", "e\u0301", "字", "😀", FAMILY, "🏳️‍🌈", "\u2028"]
TEXTS = st.builds(
    lambda scraps, scrap, times, tail: "".join(scraps) + scrap * times + "".join(tail),
    st.lists(st.sampled_from(SCRAPS)),
    st.sampled_from(SCRAPS),
    st.sampled_from([0, 7, SOFT_PIECE, LONGEST_LINE + 3]),
    st.lists(st.sampled_from(SCRAPS)),
)


def laid_out(text: str) -> tuple[PieceMap, str]:
    places, document = PieceMap(), ""
    for piece in pieces_of(text):
        document += "\n" * piece.soft + piece.span.slice_of(text)
        places.append(piece.span.slice_of(text), soft=piece.soft)
    return places, document


@given(TEXTS)
def test_the_pieces_are_the_text(text: str) -> None:
    assert "".join(piece.span.slice_of(text) for piece in pieces_of(text)) == text


@given(TEXTS)
def test_every_offset_is_found_at_its_character(text: str) -> None:
    places, document = laid_out(text)
    units = document.encode("utf-16-le")
    for offset in range(0, len(text), 1 + len(text) // 97):
        position = places.to_position(offset)
        rest = units[2 * position :].decode("utf-16-le")
        assert rest[0] == text[offset]
        assert places.to_offset(position) == offset
    assert places.length == utf16_length(document)


def test_a_line_of_twenty_thousand_characters_is_left_whole() -> None:
    text = "word " * (LONGEST_LINE // 5 - 1) + "\nnext"

    assert not any(piece.soft for piece in pieces_of(text))


def test_a_longer_line_is_broken_behind_its_spaces() -> None:
    text = "start\n" + "word " * 5000 + "\nend"
    soft = [piece for piece in pieces_of(text) if piece.soft]

    assert len(soft) >= 5
    assert all(text[piece.span.start - 1] == " " for piece in soft)
    assert max(end - start for (start, end), _ in soft) <= SOFT_PIECE + 1


def test_no_letter_is_torn_where_there_are_no_spaces() -> None:
    text = FAMILY * 4000
    starts = set()
    place = 0
    for cluster in graphemes(text, True):
        starts.add(place)
        place += len(cluster)

    assert all(piece.span.start in starts for piece in pieces_of(text))


def test_a_soft_break_is_no_character_of_the_text() -> None:
    text = "a" * 25_000
    places, document = laid_out(text)
    breaks = [place for place, letter in enumerate(document) if letter == "\n"]

    assert len(document) == len(text) + len(breaks)
    assert all(places.to_offset(place) == places.to_offset(place + 1) for place in breaks)
