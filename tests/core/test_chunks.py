"""Chunks as values, where they lie, and what is embedded of them."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.pages import pages, settings

from chunkscope.core.chunks import Level, prefix_of
from chunkscope.core.packing import Rule
from chunkscope.core.settings import Settings
from chunkscope.core.spans import Span
from chunkscope.core.splitters.parent_child import cut

TEXT = "# Guide\nIntro words here.\n\n## Part\nOne two. Three four.\n"
TINY = Settings(3, 1, 2, 1)


@pytest.mark.parametrize(
    ("title", "path", "prefix"),
    [
        ("Guide", (), "Guide"),
        ("Guide", ("A", "B"), "Guide > A > B"),
        ("Guide", ("GUIDE ", "B"), "Guide > B"),
        ("Straße", ("STRASSE",), "Straße"),
        ("Guide", ("A", "Guide"), "Guide > A > Guide"),
        ("Guide", ("Guide", "Guide"), "Guide > Guide"),
    ],
)
def test_a_prefix_names_the_title_once(title: str, path: tuple[str, ...], prefix: str) -> None:
    assert prefix_of(title, path) == prefix


@given(st.text(max_size=500), st.lists(st.text(max_size=500), max_size=4))
def test_a_prefix_is_the_first_400_characters(title: str, path: list[str]) -> None:
    rest = path[1:] if path and path[0].strip().casefold() == title.strip().casefold() else path
    assert prefix_of(title, tuple(path)) == " > ".join([title, *rest])[:400]


def test_what_is_embedded_is_prefix_and_slice() -> None:
    chunks = cut("Guide", TEXT, TINY)
    parent = chunks.parents[-1]
    embedded = f"Guide > Part\n\n{TEXT[parent.start : parent.end]}"
    assert chunks.embedded_text(parent) == embedded
    assert chunks.parent_hash(parent) == sha256(embedded.encode()).hexdigest()


def test_a_renamed_heading_changes_the_hash_but_not_the_slice() -> None:
    earlier, later = (cut("T", f"# {name}\ntext") for name in "AB")
    assert earlier.slice_of(earlier.parents[0]) == later.slice_of(later.parents[0])
    assert earlier.parent_hash(earlier.parents[0]) != later.parent_hash(later.parents[0])


def test_lone_surrogates_can_be_hashed() -> None:
    chunks = cut("T", "a \ud800 b")
    assert len(chunks.parent_hash(chunks.parents[0])) == 64


def test_the_page_is_embedded_without_its_front_matter() -> None:
    chunks = cut("T", "---\na: b\n---\n# H\ntext")
    assert chunks.document_text == "T\n\n# H\ntext"
    assert chunks.estimated_tokens == 2


def test_children_inherit_the_path_of_their_parent() -> None:
    chunks = cut("Guide", TEXT, TINY)
    for child in chunks.children:
        assert chunks.heading_path(child) == chunks.heading_path(chunks.parents[child.owner])
    assert chunks.heading_path(chunks.children[-1]) == ("Guide", "Part")


def test_a_column_is_a_sequence_of_values() -> None:
    parents = cut("Guide", TEXT, TINY).parents
    assert parents[-1] == parents[len(parents) - 1] == list(parents)[-1]
    assert parents[:2] == (parents[0], parents[1])
    assert [parents[0].name, parents[1].level] == ["P1", Level.PARENT]
    with pytest.raises(IndexError):
        parents[len(parents)]


def test_every_parent_knows_what_set_its_beginning() -> None:
    parents = cut("Guide", TEXT, TINY).parents
    assert {parent.rule for parent in parents} == {Rule.SECTION, Rule.SENTENCE}


@given(pages, settings(), st.data())
def test_touching_parents_are_exactly_those(
    text: str, chosen: Settings, data: st.DataObject
) -> None:
    parents = cut("T", text, chosen).parents
    start = data.draw(st.integers(0, len(text)))
    span = Span(start, data.draw(st.integers(start, len(text))))
    touching = [parent.index for parent in parents if parent.span.touches(span)]
    assert list(parents.touching(span)) == touching


@given(pages, settings(), st.data())
def test_no_touching_child_is_missed(text: str, chosen: Settings, data: st.DataObject) -> None:
    chunks = cut("T", text, chosen)
    start = data.draw(st.integers(0, len(text)))
    span = Span(start, data.draw(st.integers(start, len(text))))
    places = chunks.children.touching(span)
    assert {c.index for c in chunks.children if c.span.touches(span)} <= set(places)
    owners = {chunks.children[place].owner for place in places}
    assert owners <= set(chunks.parents.touching(span))


@given(pages, settings())
def test_every_own_character_has_one_owner(text: str, chosen: Settings) -> None:
    chunks = cut("T", text, chosen)
    owners = {offset: p.index for p in chunks.parents for offset in range(*p.own_span)}
    for offset in range(len(text)):
        parent, child = chunks.parents.owning(offset), chunks.children.owning(offset)
        assert parent == owners.get(offset)
        if child is not None:
            assert chunks.children[child].owner == parent
            assert chunks.children[child].own_span.contains(offset)
        elif parent is not None:
            assert text[offset].isspace()
