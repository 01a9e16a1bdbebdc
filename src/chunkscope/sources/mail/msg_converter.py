"""The converter of Outlook's messages: properties in a compound file."""

import datetime as dt
import struct
from dataclasses import dataclass
from email import message_from_string, policy
from typing import Any, BinaryIO, Final

from chunkscope.core.progress import Report, ignore
from chunkscope.sources.mail.markdown import Letter, text_of
from chunkscope.sources.mail.rtf import html_or_text_of, unpacked
from chunkscope.sources.outcome import Converted, Wishes
from chunkscope.sources.states import failure
from chunkscope.sources.text import NotText, decode, decode_markup

_CLASS, _SUBJECT, _HEADERS = 0x001A, 0x0037, 0x007D
_SENDER, _SENDER_ADDRESS, _SENDER_SMTP = 0x0C1A, 0x0C1F, 0x5D01
_TO, _CC = 0x0E04, 0x0E03
_PLAIN, _RTF, _HTML = 0x1000, 0x1009, 0x1013
_LONG_NAME, _SHORT_NAME, _SHOWN_NAME, _MIME = 0x3707, 0x3704, 0x3001, 0x370E
_SENT, _DELIVERED = 0x0039, 0x0E06
_CODE_PAGES: Final = (0x3FDE, 0x3FFD)
_UNICODE, _EIGHT_BIT, _BINARY = 0x001F, 0x001E, 0x0102
_MOMENT, _NUMBER = 0x0040, 0x0003

_PROPERTIES: Final = "__properties_version1.0"
_ATTACHED: Final = "__attach_version1.0_"
_HEAD_BYTES: Final = 32
_ENTRY: Final = struct.Struct("<HHI8s")
_ENCRYPTED: Final = ("application/pgp-encrypted", "application/pkcs7-mime")
_FILETIME_START: Final = dt.datetime(1601, 1, 1, tzinfo=dt.UTC)
_UTF8_CODE_PAGE: Final = 65001


def convert_msg(
    stream: BinaryIO, wishes: Wishes | None = None, _report: Report = ignore
) -> Converted:
    """Return a message as markdown, its subject as heading and title.

    Raises:
        SourceError: `encrypted`.
    """
    import olefile  # type: ignore[import-untyped]

    with olefile.OleFileIO(stream) as compound:
        return _letter_of(compound, (wishes or Wishes()).encoding).converted()


@dataclass(frozen=True, slots=True)
class _Storage:
    """The properties that one storage of a compound file holds."""

    compound: Any
    path: tuple[str, ...]
    encoding: str

    def text(self, *tags: int) -> str:
        """Return the first of several properties that holds text."""
        for tag in tags:
            wide = self._read(tag, _UNICODE)
            if wide is not None:
                text = wide.decode("utf-16-le", "replace")
            else:
                text = self._in_code_page(self._read(tag, _EIGHT_BIT) or b"")
            if text.strip("\0 \r\n"):
                return text.replace("\0", "")
        return ""

    def binary(self, tag: int) -> bytes:
        """Return a property that holds bytes."""
        return self._read(tag, _BINARY) or b""

    def _read(self, tag: int, kind: int) -> bytes | None:
        path = [*self.path, f"__substg1.0_{tag:04X}{kind:04X}"]
        if not self.compound.exists(path):
            return None
        content: bytes = self.compound.openstream(path).read()
        return content

    def _in_code_page(self, content: bytes) -> str:
        try:
            return content.decode(self.encoding)
        except (UnicodeError, LookupError):
            pass
        try:
            return decode(content).text
        except NotText:
            return content.decode("latin-1")


def _letter_of(compound: Any, chosen: str | None) -> Letter:
    fixed = _fixed_properties(compound)
    code_page = next((fixed[tag] for tag in _CODE_PAGES if tag in fixed), None)
    encoding = chosen or _encoding_named(code_page)
    message = _Storage(compound, (), encoding)
    attached = [
        _Storage(compound, (name,), encoding)
        for name in sorted({path[0] for path in compound.listdir(storages=True)})
        if name.startswith(_ATTACHED)
    ]
    plain = message.text(_PLAIN)
    html = _html_of(message, chosen)
    if not plain.strip() and not html.strip() and (rtf := unpacked(message.binary(_RTF))):
        html, plain = html_or_text_of(rtf)
    if not plain.strip() and not html.strip() and _is_encrypted(message, attached):
        raise failure("encrypted", "The message")
    subject = " ".join(message.text(_SUBJECT).split())
    text = text_of(plain, html, above=1 if subject else 0)
    names = (one.text(_LONG_NAME, _SHORT_NAME, _SHOWN_NAME) or "unnamed" for one in attached)
    return Letter(
        subject,
        _lines_of(message, fixed),
        (text.markdown,),
        tuple(" ".join(name.split()) for name in names),
        text.pictures,
        text.layout_lost,
        text.hidden,
    )


def _lines_of(message: _Storage, fixed: dict[int, int]) -> tuple[tuple[str, str], ...]:
    name, address = message.text(_SENDER), message.text(_SENDER_SMTP, _SENDER_ADDRESS)
    sender = f"{name} <{address}>" if "@" in address and address != name else name or address
    headers = message_from_string(message.text(_HEADERS), policy=policy.compat32)
    sent = str(headers.get("Date") or "") or _moment(fixed.get(_SENT) or fixed.get(_DELIVERED))
    return (
        ("From", sender),
        ("To", message.text(_TO)),
        ("Cc", message.text(_CC)),
        ("Date", sent),
    )


def _html_of(message: _Storage, chosen: str | None) -> str:
    content = message.binary(_HTML)
    if not content:
        return message.text(_HTML)
    try:
        return decode_markup(content, chosen).text
    except NotText:
        return ""


def _is_encrypted(message: _Storage, attached: list[_Storage]) -> bool:
    kind = message.text(_CLASS).upper()
    if kind.startswith("IPM.NOTE.SMIME") and "SIGNED" not in kind:
        return True
    return any(one.text(_MIME).strip().lower() in _ENCRYPTED for one in attached)


def _fixed_properties(compound: Any) -> dict[int, int]:
    """Return numbers and moments by their tags."""
    if not compound.exists(_PROPERTIES):
        return {}
    content = compound.openstream(_PROPERTIES).read()[_HEAD_BYTES:]
    whole = content[: len(content) // _ENTRY.size * _ENTRY.size]
    found = {}
    for kind, tag, _flags, value in _ENTRY.iter_unpack(whole):
        if kind == _NUMBER:
            found[tag] = int.from_bytes(value[:4], "little", signed=True)
        elif kind == _MOMENT:
            found[tag] = int.from_bytes(value, "little")
    return found


def _encoding_named(code_page: int | None) -> str:
    return "utf-8" if code_page in (None, _UTF8_CODE_PAGE) else f"cp{code_page}"


def _moment(filetime: int | None) -> str:
    """Return a moment counted in tenths of a microsecond as a reader writes it."""
    if not filetime:
        return ""
    try:
        moment = _FILETIME_START + dt.timedelta(microseconds=filetime // 10)
    except OverflowError:
        return ""
    return f"{moment:%Y-%m-%d %H:%M} UTC"
