"""Offsets in code points and in UTF-16 units."""

from hypothesis import given
from hypothesis import strategies as st

from chunkscope.gui.utf16 import Utf16Map, utf16_length

TEXTS = st.text(alphabet=st.sampled_from("aé漢😀👩‍🚀𝒳\n"), max_size=60)


@given(TEXTS)
def test_every_offset_maps_to_the_units_before_it(text: str) -> None:
    units = Utf16Map(text)
    for offset in range(len(text) + 1):
        assert units.to_utf16(offset) == utf16_length(text[:offset])


@given(TEXTS)
def test_every_offset_comes_back(text: str) -> None:
    units = Utf16Map(text)
    for offset in range(len(text) + 1):
        assert units.from_utf16(units.to_utf16(offset)) == offset


def test_the_middle_of_a_pair_belongs_to_its_character() -> None:
    units = Utf16Map("a😀b😀")
    assert [units.from_utf16(position) for position in range(7)] == [0, 1, 1, 2, 3, 3, 4]


def test_a_text_without_astral_characters_needs_no_conversion() -> None:
    assert Utf16Map("plain é 漢").is_identity
    assert not Utf16Map("😀").is_identity
