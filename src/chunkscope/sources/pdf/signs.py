"""Signs that a PDF's fonts name in ways of their own become those that every reader knows.

Source: Adobe's corporate-use subarea and Symbol font; for controls Windows-1252.
"""

import re
from typing import Final

UNKNOWN: Final = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")
"""A sign whose meaning only a font of the file knows."""

_NOT_TEXT: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u200b\ufeff\ud800-\udfff]+|\(cid:\d+\)")
_PARTS_OF_BRACKETS: Final = dict(
    zip(
        range(0xF8EB, 0xF8FF),
        "⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭",
        strict=True,
    )
)
_SYMBOLS: Final = {
    **dict(zip((0xF8E8, 0xF8E9, 0xF8EA), "®©™", strict=True)),
    **dict(zip(range(0xF0AB, 0xF0B0), "↔←↑→↓", strict=True)),
    **dict(zip(range(0xF0DB, 0xF0E0), "⇔⇐⇑⇒⇓", strict=True)),
    **dict(zip((0xF0A3, 0xF0A5, 0xF0B0, 0xF0B1, 0xF0B3), "≤∞°±≥", strict=True)),
    **dict(zip((0xF0B4, 0xF0B8, 0xF0B9, 0xF0BA, 0xF0BB), "×÷≠≡≈", strict=True)),
    **dict(zip((0xF0B7, 0xF0E0, 0xF0E8), "•→➔", strict=True)),
}
_CONTROLS: Final = {
    code: bytes([code]).decode("cp1252", "ignore") or None for code in range(0x80, 0xA0)
}
_TABLE: Final = {**_CONTROLS, **_SYMBOLS, **_PARTS_OF_BRACKETS}


def readable(text: str) -> str:
    """Return text on one line, without what is no text and with signs that readers know."""
    return " ".join(with_known_signs(text).split())


def with_known_signs(text: str) -> str:
    """Return text as `readable` does, with its blanks as they are."""
    text = _NOT_TEXT.sub("", text)
    return text if text.isascii() else text.translate(_TABLE)
