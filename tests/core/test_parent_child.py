"""The parent/child splitter: as the specification says, on every page."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import settings as effort
from tests.core import reference
from tests.core.pages import pages, settings, stretches

from chunkscope.core.chunks import Chunk
from chunkscope.core.settings import Settings
from chunkscope.core.splitters.parent_child import cut


def rows(chunks: Sequence[Chunk]) -> list[reference.Row]:
    return [
        reference.Row(c.owner, c.start, c.own_start, c.end, c.rule.value, c.start_rule.value)
        for c in chunks
    ]


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
