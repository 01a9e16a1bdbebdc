"""Rich text as Outlook keeps it beside a message, unpacked and read.

Source: [MS-OXRTFCP] for how it is packed, [MS-OXRTFEX] for web content within it.
"""

import re
import struct
from dataclasses import dataclass, replace
from typing import Final

_HEAD: Final = struct.Struct("<IIII")
_PACKED, _PLAIN = 0x75465A4C, 0x414C454D
_FIRST_WINDOW: Final = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript "
    rb"\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
_WINDOW: Final = 4_096
_MOST_BYTES: Final = 50_000_000

_TOKEN: Final = re.compile(
    rb"\\'([0-9A-Fa-f]{2})|\\([A-Za-z]+)(-?\d{1,9})? ?|\\([^A-Za-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)",
    re.DOTALL,
)
_UNSEEN: Final = frozenset(
    (b"fonttbl", b"colortbl", b"stylesheet", b"info", b"pict", b"object", b"header", b"footer")
)
_SIGNS: Final = {
    **dict.fromkeys((b"par", b"line", b"row", b"sect", b"page"), "\n"),
    **dict.fromkeys((b"tab", b"cell"), "\t"),
    b"emdash": "—",
    b"endash": "–",
    b"bullet": "•",
    b"lquote": "‘",
    b"rquote": "’",
    b"ldblquote": "“",
    b"rdblquote": "”",
}


def unpacked(content: bytes) -> bytes:
    """Return rich text unpacked; nothing for what is damaged."""
    if len(content) < _HEAD.size:
        return b""
    _, size, kind, _ = _HEAD.unpack_from(content)
    if kind == _PLAIN:
        return content[_HEAD.size : _HEAD.size + size]
    return _unpacked(content[_HEAD.size :]) if kind == _PACKED else b""


def html_or_text_of(rtf: bytes) -> tuple[str, str]:
    """Return the web content that rich text was made of, or else its plain text."""
    reader = _Reader(from_html=rb"\fromhtml" in rtf[:500])
    for token in _TOKEN.finditer(rtf):
        reader.hear(token)
    text = reader.text()
    return (text, "") if reader.from_html else ("", text)


def _unpacked(packed: bytes) -> bytes:
    window = bytearray(_FIRST_WINDOW.ljust(_WINDOW, b"\0"))
    write = len(_FIRST_WINDOW)
    out = bytearray()
    at = 0
    while at < len(packed) and len(out) < _MOST_BYTES:
        flags = packed[at]
        at += 1
        for bit in range(8):
            refers = flags >> bit & 1
            if at + refers >= len(packed):
                return bytes(out)
            if refers:
                reference = packed[at] << 8 | packed[at + 1]
                offset, length = reference >> 4, (reference & 15) + 2
                if offset == write:
                    return bytes(out)
            else:
                offset, length = -1, 1
            for step in range(length):
                byte = packed[at] if offset < 0 else window[(offset + step) % _WINDOW]
                out.append(byte)
                window[write] = byte
                write = (write + 1) % _WINDOW
            at += 1 + refers
    return bytes(out)


@dataclass(frozen=True, slots=True)
class _Group:
    """What holds within a pair of braces."""

    unseen: bool = False
    in_tag: bool = False
    for_rtf_only: bool = False
    fallback: int = 1


class _Reader:
    """Hears of one token after the other and keeps the text."""

    def __init__(self, *, from_html: bool) -> None:
        self.from_html = from_html
        self._group = _Group()
        self._around: list[_Group] = []
        self._encoding = "cp1252"
        self._bytes = bytearray()
        self._pieces: list[str] = []
        self._starred = False
        self._skip = 0

    def text(self) -> str:
        self._flush()
        joined = "".join(self._pieces)
        return joined.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")

    def hear(self, token: re.Match[bytes]) -> None:
        in_hex, word, number, sign, brace, plain = token.groups()
        if in_hex is not None:
            self._add_bytes(bytes.fromhex(in_hex.decode()))
        elif word is not None:
            self._hear_word(word, None if number is None else int(number))
        elif sign is not None:
            self._hear_sign(sign)
        elif brace == b"{":
            self._around.append(self._group)
        elif brace == b"}":
            self._group = self._around.pop() if self._around else _Group()
            self._skip = 0
        elif plain is not None:
            self._add_bytes(plain)
        self._starred = sign == b"*"

    def _hear_sign(self, sign: bytes) -> None:
        if sign == b"~":
            self._add("\xa0")
        elif sign in b"\\{}":
            self._add_bytes(sign)
        elif sign in b"\r\n":
            self._add("\n")

    def _hear_word(self, word: bytes, number: int | None) -> None:
        if word == b"htmltag" and self._starred:
            self._group = replace(self._group, in_tag=True)
        elif self._starred or word in _UNSEEN:
            self._group = replace(self._group, unseen=True)
        elif word == b"htmlrtf":
            self._group = replace(self._group, for_rtf_only=number != 0)
        elif word == b"ansicpg" and number:
            self._encoding = "utf-8" if number == 65001 else f"cp{number}"
        elif word == b"uc":
            self._group = replace(self._group, fallback=max(0, number or 0))
        elif word == b"u" and number is not None:
            self._add(chr(number % 0x10000))
            self._skip = self._group.fallback
        elif word in _SIGNS:
            self._add(_SIGNS[word])

    def _add_bytes(self, content: bytes) -> None:
        if self._skip:
            content, self._skip = content[self._skip :], max(0, self._skip - len(content))
        if self._is_seen():
            self._bytes += content

    def _add(self, text: str) -> None:
        if self._is_seen():
            self._flush()
            self._pieces.append(text)

    def _is_seen(self) -> bool:
        group = self._group
        return not group.unseen and (group.in_tag or not (self.from_html and group.for_rtf_only))

    def _flush(self) -> None:
        try:
            text = self._bytes.decode(self._encoding, "replace")
        except LookupError:
            text = self._bytes.decode("cp1252", "replace")
        self._pieces.append(text)
        self._bytes.clear()
