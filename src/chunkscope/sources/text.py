"""Bytes become text: byte order mark, then UTF-8, then a guess that says so."""

import codecs
import re
from dataclasses import dataclass
from typing import Final

from chunkscope.core.errors import SourceError

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROLS: Final = bytes(sorted({*range(0x20), 0x7F} - set(b"\t\n\v\f\r\x1b\x1a")))
_HIGH_BYTES: Final = bytes(range(0x80, 0x100))
_HIGH_BYTE: Final = re.compile(rb"[\x80-\xff]")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_DECLARED: Final = re.compile(
    rb"""<(?:meta\b[^>]{0,400}?\bcharset|\?xml\b[^>]{0,400}?\bencoding)\s*=\s*["']?\s*([\w.:-]+)""",
    re.IGNORECASE,
)
_DECLARATION_REACH: Final = 4096
_DECLARABLE: Final = re.compile(
    r"(?:utf-8|big5|cp\d|euc|gb|hz|iso|johab|koi8|kz|mac-|shift|tis)", re.IGNORECASE
)
# What browsers read under these names. Source: WHATWG Encoding Standard, "Names and labels".
_WIDER: Final = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}

# Ways to write text in ASCII for a machine; Python lists them among encodings.
_OF_NO_TEXT: Final = frozenset(
    ("idna", "punycode", "raw_unicode_escape", "undefined", "unicode_escape")
)
_MARKED_IN_TEXT: Final = frozenset(("gb18030", "utf-7"))

_UTF8_MOST_CONTROLS: Final = 0.3
_OTHER_MOST_CONTROLS: Final = 0.02
_LETTERS_PER_BROKEN_SEQUENCE: Final = 10
_MOST_OF_ONE_BYTE: Final = 0.5
_SAMPLE_BYTES: Final = 48_000
_WINDOW_BYTES: Final = 4_000
_NULS_OF_UTF16: Final = 0.2
_SAME_DISORDER: Final = 0.01
_SAME_COHERENCE: Final = 0.01
# Left to itself the detector also proposes rare relatives, and those more often than not.
_COMMON: Final = (
    *("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258"),
    *("koi8_r", "cp866", "cp850", "mac_roman", "tis_620"),
    *("cp932", "euc_jp", "gb18030", "big5", "cp949"),
)
_LESS_COMMON: Final = (
    *("iso8859_2", "iso8859_5", "iso8859_6", "iso8859_7", "iso8859_8", "iso8859_9", "iso8859_15"),
    *("cp437", "cp852", "cp855", "mac_cyrillic", "mac_latin2", "johab", "euc_jis_2004"),
)
# Windows code page 1255: letters in alphabetical order, points, and the signs that Hebrew is set
# with. Five letters have a form that only ends words. Source: Unicode's mapping table CP1255.TXT.
_HEBREW_LETTERS: Final = bytes(range(0xE0, 0xFB))
_HEBREW_SIGNS: Final = (
    bytes(range(0xC0, 0xD4)) + b"\x80\x84\x85\x91\x92\x93\x94\x96\x97\xa0\xa4\xab\xb7\xbb"
)
_FINAL_WITHIN_WORD: Final = re.compile(rb"[\xea\xed\xef\xf3\xf5][\xe0-\xfa]")
_FEWEST_HEBREW_LETTERS: Final = 8
_MOST_HEBREW_SIGNS: Final = 0.1
_ISO_2022_JP_ESCAPES: Final = (b"\x1b$B", b"\x1b$@")


class NotText(SourceError):
    """Bytes that no encoding of text explains."""

    def __init__(self, reason: str) -> None:
        super().__init__("not-supported", f"This is no text: {reason}.", "Choose a text file.")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text and how it was read.

    Attributes:
        text: Without its byte order mark, of which there is at most one; a second one is a
            character of the text. Line ends are as in the bytes.
        encoding: Python's name of the encoding.
        guessed: Whether the bytes neither say their encoding nor are valid UTF-8.
        replaced: Number of U+FFFD put where bytes made no sense.
    """

    text: str
    encoding: str
    guessed: bool
    replaced: int = 0


def decode(content: bytes, encoding: str | None = None) -> Decoded:
    """Return the text of `content`; the time is linear in its length, whatever it holds.

    NUL and other control characters stay where they are, so that offsets are those of the file.
    An `encoding` that the reader chose is taken as it is, whatever the bytes say.

    Raises:
        NotText: The bytes are no text.
    """
    if encoding is not None:
        return _decode_chosen(content, encoding)
    marked = _decode_marked(content)
    if marked is not None:
        return marked
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return _decode_other(content)
    return _plain_utf8(content, text)


def _decode_chosen(content: bytes, encoding: str) -> Decoded:
    for mark, marked in _MARKS:
        if codecs.lookup(marked) == codecs.lookup(encoding):
            content = content.removeprefix(mark)
    return _with_replacements(content, encoding, guessed=False)


def encoding_named(name: str) -> str | None:
    """Return Python's name of an encoding of text; None where it knows none by this name."""
    try:
        known = codecs.lookup(name).name
        "".encode(known)
    except (LookupError, ValueError):  # Some stand for no text, such as `hex`.
        return None
    return None if known.replace("-", "_") in _OF_NO_TEXT else known


def decode_markup(content: bytes, encoding: str | None = None) -> Decoded:
    """Return the text of a web page, which may declare its encoding in its own first lines.

    A chosen `encoding` goes before it, as in `decode`.

    Raises:
        NotText: The bytes are no text.
    """
    if encoding is not None:
        return _decode_chosen(content, encoding)
    declared = _declared_encoding(content)
    if declared and not content.startswith(tuple(mark for mark, _ in _MARKS)):
        # Escapes of ISO 2022 are valid UTF-8, so a declaration of it must count first.
        first = ("utf-8", declared) if b"\x1b" not in content else (declared,)
        for known in first:
            text = _strictly(content, known)
            if text is not None and _share_of(_CONTROLS, content) <= _OTHER_MOST_CONTROLS:
                return Decoded(text, known, guessed=False)
    return decode(content)


def without_surrogates(text: str) -> str:
    """Return `text` with split surrogate pairs joined and lone ones as U+FFFD.

    Converters and clipboards may hand over such halves, which no file or index can store.
    """
    if _SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _decode_marked(content: bytes) -> Decoded | None:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _with_replacements(content[len(mark) :], encoding, guessed=False)
    return None


def _plain_utf8(content: bytes, text: str) -> Decoded:
    if b"\0" in content:
        wide = _utf16_without_mark(content)
        if wide is not None:
            return wide
    if any(escape in content for escape in _ISO_2022_JP_ESCAPES):
        japanese = _strictly(content, "iso2022_jp_2")
        if japanese is not None:
            return Decoded(japanese, "iso2022_jp_2", guessed=True)
    if _share_of(_CONTROLS, content) > _UTF8_MOST_CONTROLS:
        raise NotText("it is full of control characters")
    return Decoded(text, "utf-8", guessed=False)


def _decode_other(content: bytes) -> Decoded:
    wide = _utf16_without_mark(content)
    if wide is not None:
        return wide
    if _share_of(_CONTROLS, content) > _OTHER_MOST_CONTROLS:
        raise NotText("it is full of control characters")
    broken_utf8 = _mostly_utf8(content)
    if broken_utf8 is not None:
        return broken_utf8
    start = content[:_SAMPLE_BYTES]
    if max(start.count(byte) for byte in set(start)) > _MOST_OF_ONE_BYTE * len(start):
        raise NotText("it repeats one byte over and over")
    return _decode_guessed(content)


def _mostly_utf8(content: bytes) -> Decoded | None:
    """Return UTF-8 with a few broken places: a guess at another encoding would garble the rest."""
    text = content.decode("utf-8", "replace")
    replaced = text.count("\ufffd") - content.count("\ufffd".encode())
    letters = len(text) - len(content.translate(None, _HIGH_BYTES)) - replaced
    if letters < _LETTERS_PER_BROKEN_SEQUENCE * replaced:
        return None
    return Decoded(text, "utf-8", guessed=True, replaced=replaced)


def _decode_guessed(content: bytes) -> Decoded:
    sample = _telling_sample(content)
    # The last character may be cut: then the sample fits once up to three bytes are off.
    cuts = range(1 if sample is content else 4)
    guesses = next(filter(None, (_guesses(sample[: len(sample) - cut]) for cut in cuts)), None)
    if guesses is None:
        raise NotText("no encoding fits its bytes")
    for encoding in guesses:
        text = _strictly(content, encoding)
        if text is not None:
            return Decoded(text, encoding, guessed=True)
    return _with_replacements(content, guesses[0], guessed=True)


def _guesses(sample: bytes) -> list[str]:
    """Return the encodings that may explain `sample`, likeliest first."""
    from charset_normalizer import from_bytes

    if _looks_hebrew(sample):
        return ["cp1255"]
    for candidates in (_COMMON, _LESS_COMMON):
        matches = list(from_bytes(sample, 8, 2048, cp_isolation=list(candidates)))
        if matches:
            likeliest = matches[0]
            alike = [
                match
                for match in matches
                if match.chaos <= likeliest.chaos + _SAME_DISORDER
                and match.coherence >= likeliest.coherence - _SAME_COHERENCE
            ]
            fitting = [name for match in alike for name in match.could_be_from_charset]
            # Short Western text fits many code pages alike: then the commonest is the best guess.
            fitting.sort(key=lambda name: name != "cp1252")
            return list(dict.fromkeys([*fitting, *(match.encoding for match in matches)]))
    return []


def _looks_hebrew(sample: bytes) -> bool:
    """Say whether a text is Hebrew, whose letters are those of lower-case Cyrillic words too.

    A detector by frequency finds no difference in a few words; the forms that end words tell.
    """
    above = sample.translate(None, bytes(range(0x80)))
    letters = len(above) - len(above.translate(None, _HEBREW_LETTERS))
    return (
        letters >= _FEWEST_HEBREW_LETTERS
        and not above.translate(None, _HEBREW_LETTERS + _HEBREW_SIGNS)
        and len(above) - letters <= _MOST_HEBREW_SIGNS * len(above)
        and _FINAL_WITHIN_WORD.search(sample) is None
    )


def _telling_sample(content: bytes) -> bytes:
    """Return some text that holds bytes above ASCII, from the whole of `content`.

    Each piece begins at the first such byte of a line and ends with a line, because a piece that
    splits a two-byte character misleads the detector. A long line makes one piece, the last.
    """
    if len(content) <= _SAMPLE_BYTES:
        return content
    stride = max(_WINDOW_BYTES, len(content) * _WINDOW_BYTES // _SAMPLE_BYTES)
    pieces: list[bytes] = []
    position = 0
    while (found := _HIGH_BYTE.search(content, position)) is not None:
        start = found.start()
        end = content.rfind(b"\n", start, start + _WINDOW_BYTES) + 1
        pieces.append(content[start : end or start + _SAMPLE_BYTES])
        next_line = content.find(b"\n", start + stride)
        if not end or next_line < 0:
            break
        position = next_line + 1
    return b"".join(pieces)


def _utf16_without_mark(content: bytes) -> Decoded | None:
    """Return UTF-16 that lacks its mark, told by NUL at every other place."""
    if len(content) < 4 or len(content) % 2:
        return None
    half = len(content) // 2
    low_nuls, high_nuls = content[0::2].count(0), content[1::2].count(0)
    if max(low_nuls, high_nuls) < _NULS_OF_UTF16 * half:
        return None
    if min(low_nuls, high_nuls) > 0.02 * half:
        return None
    encoding = "utf-16-le" if high_nuls > low_nuls else "utf-16-be"
    text = _strictly(content, encoding)
    return None if text is None else Decoded(text, encoding, guessed=True)


def _with_replacements(content: bytes, encoding: str, *, guessed: bool) -> Decoded:
    text = _strictly(content, encoding)
    if text is not None:
        return Decoded(text, encoding, guessed)
    try:
        text = content.decode(encoding, "replace")
    except UnicodeError as error:  # Some know no replacement.
        raise NotText("its bytes do not fit the encoding") from error
    return Decoded(_unmarked(text, encoding), encoding, guessed, replaced=text.count("\ufffd"))


def _strictly(content: bytes, encoding: str) -> str | None:
    try:
        return _unmarked(content.decode(encoding), encoding)
    except (UnicodeError, LookupError):
        return None


def _unmarked(text: str, encoding: str) -> str:
    """Take off the mark of an encoding whose marks are not told by their bytes."""
    return text.removeprefix("\ufeff") if encoding in _MARKED_IN_TEXT else text


def _declared_encoding(content: bytes) -> str | None:
    found = _DECLARED.search(content, 0, _DECLARATION_REACH)
    if found is None:
        return None
    try:
        name = codecs.lookup(found[1].decode("ascii")).name
    except (LookupError, UnicodeError):
        return None
    name = wider(name)
    return name if _DECLARABLE.match(name) else None


def wider(encoding: str) -> str:
    """Return what browsers read under an encoding's name, which may hold more characters."""
    return _WIDER.get(encoding, encoding)


def _share_of(bytes_: bytes, content: bytes) -> float:
    if not content:
        return 0.0
    return (len(content) - len(content.translate(None, bytes_))) / len(content)
