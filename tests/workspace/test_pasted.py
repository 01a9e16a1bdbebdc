"""Pasted markdown is told from the text of a pasted web page."""

import pytest

from chunkscope.workspace.pasted import address_in, looks_like_markdown


@pytest.mark.parametrize("text", ["# A\n", "x\n\n### B c\n", "```py\n", "a\n| b | c |\n"])
def test_markdown_is_recognised(text: str) -> None:
    assert looks_like_markdown(text)


@pytest.mark.parametrize("text", ["", "Plain words.\n", "#hashtag", "a | b", "    # indented code"])
def test_other_text_is_not(text: str) -> None:
    assert not looks_like_markdown(text)


def test_one_address_and_nothing_else_is_an_address() -> None:
    assert address_in("  https://example.org/a?b#c\n") == "https://example.org/a?b#c"
    assert address_in("HTTP://example.org") == "HTTP://example.org"


@pytest.mark.parametrize(
    "text",
    ["", "example.org", "https://", "https:///path", "see https://a.org", "https://a.org and more",
     "https://a.org\nhttps://b.org", "ftp://a.org", "https://a.org/" + "x" * 5000],
)  # fmt: skip
def test_other_text_is_no_address(text: str) -> None:
    assert address_in(text) is None
