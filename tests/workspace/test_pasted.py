"""Pasted markdown is told from the text of a pasted web page."""

import pytest

from chunkscope.workspace.pasted import looks_like_markdown


@pytest.mark.parametrize("text", ["# A\n", "x\n\n### B c\n", "```py\n", "a\n| b | c |\n"])
def test_markdown_is_recognised(text: str) -> None:
    assert looks_like_markdown(text)


@pytest.mark.parametrize("text", ["", "Plain words.\n", "#hashtag", "a | b", "    # indented code"])
def test_other_text_is_not(text: str) -> None:
    assert not looks_like_markdown(text)
