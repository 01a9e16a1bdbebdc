"""Normalised markdown: what changes on the way in, and what must not."""

import pytest

from chunkscope.core.document import normalise


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("", ""),
        ("\ufeffa", "a"),
        ("\ufeff\ufeffa", "\ufeffa"),
        ("a\ufeffb", "a\ufeffb"),
        ("a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("a\r\r\nb", "a\n\nb"),
        ("\r", "\n"),
        ("a\x0bb\x0cc\x85d\u2028e\u2029f", "a\x0bb\x0cc\x85d\u2028e\u2029f"),
        ("e\u0301 \t", "e\u0301 \t"),
    ],
)
def test_only_the_byte_order_mark_and_line_ends_change(raw: str, text: str) -> None:
    assert normalise(raw) == text


def test_normal_text_stays_as_it_is() -> None:
    once = normalise("\ufeffa\r\n\rb")
    assert normalise(once) == once
