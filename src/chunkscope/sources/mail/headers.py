"""What stands above a message, decoded from whatever mail programs have sent."""

import binascii
import codecs
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from typing import Final, TypeAlias

from chunkscope.sources.text import wider

_MOST_CHARACTERS: Final = 10_000

Part: TypeAlias = "Message[str, str]"


def header_of(message: Part, name: str) -> str:
    """Return a header's text, its encoded words decoded."""
    # As it came: what `get` returns has lost bytes that are no ASCII.
    values = (value for known, value in message.raw_items() if known.lower() == name.lower())
    text = str(next(values, ""))[:_MOST_CHARACTERS]
    text = _sent_raw(text.encode("utf-8", "surrogateescape"), message)
    try:
        pieces = [_word(piece, charset) for piece, charset in decode_header(text)]
    except (HeaderParseError, ValueError, LookupError, binascii.Error):
        return " ".join(text.split())
    return " ".join("".join(pieces).split())


def decoded_by(content: bytes, name: str) -> str | None:
    """Return bytes as text by an encoding's name; None where it is not known or does not fit."""
    try:
        return content.decode(wider(codecs.lookup(name).name))
    except (LookupError, UnicodeError, ValueError):
        return None


def _sent_raw(content: bytes, message: Part) -> str:
    """Return a header that need not be ASCII, which most mail programs of old have sent."""
    for encoding in ("utf-8", message.get_content_charset() or "cp1252", "cp1252"):
        text = decoded_by(content, encoding)
        if text is not None:
            return text
    return content.decode("utf-8", "replace")


def _word(piece: bytes | str, charset: str | None) -> str:
    if isinstance(piece, str):
        return piece
    text = decoded_by(piece, charset or "ascii")
    return piece.decode("utf-8", "replace") if text is None else text
