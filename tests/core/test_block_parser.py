"""How the lines of a source are marked for the block parser."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it.rules_block.state_block import StateBlock

from chunkscope.core.progress import ignore
from chunkscope.core.rendering import block_parser
from chunkscope.core.rendering.block_parser import SourceState
from chunkscope.core.rendering.inline_parser import github_parser
from chunkscope.core.rendering.page import iter_blocks

PARSER = github_parser()


@given(st.text("a \t\n>", max_size=60), st.integers(0, 9))
def test_lines_marked_a_piece_at_a_time_are_those_of_the_whole(text: str, size: int) -> None:
    whole = StateBlock(text, PARSER, {}, [])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(block_parser, "_MARKED_AT_ONCE", size)
        state = SourceState(text, PARSER, {}, ignore)
    for name in ("src", "bMarks", "eMarks", "tShift", "sCount", "bsCount", "lineMax"):
        assert getattr(state, name) == getattr(whole, name)


def test_whoever_reads_a_long_page_hears_of_it_before_the_first_block() -> None:
    seen: list[int] = []
    blocks = iter_blocks("a\n\n" * 100_000, lambda done, total: seen.append(done))
    next(blocks)
    assert len(seen) > 2
