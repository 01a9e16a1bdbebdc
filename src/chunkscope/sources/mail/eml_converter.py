"""The converter of e-mail messages.

Headers are read by the oldest of Python's policies: it takes any header for text, where the newer
ones parse it and stumble over what real messages hold.
"""

import binascii
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_binary_file, policy
from email.message import Message
from typing import BinaryIO, Final

from chunkscope.core.progress import Report, ignore
from chunkscope.sources.mail.headers import Part, decoded_by, header_of
from chunkscope.sources.mail.markdown import Letter, Text, text_of
from chunkscope.sources.outcome import Converted, Wishes
from chunkscope.sources.states import failure
from chunkscope.sources.text import NotText, decode

_SHOWN: Final = ("From", "To", "Cc", "Date")
_ENCRYPTED: Final = frozenset(
    ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")
)
_MOST_NESTED: Final = 20


def convert_eml(
    stream: BinaryIO, wishes: Wishes | None = None, _report: Report = ignore
) -> Converted:
    """Return a message as markdown, its subject as heading and title.

    Raises:
        SourceError: `encrypted`; `damaged` for what is no message.
    """
    message = message_from_binary_file(stream, policy=policy.compat32)
    if not message.keys():
        raise ValueError("no headers")
    return _letter_of(message, (wishes or Wishes()).encoding, 1).converted()


@dataclass(slots=True)
class _Gathered:
    """What the parts of a message hold, in their order; its heading's level is `above`."""

    above: int
    texts: list[Text] = field(default_factory=list)
    attached: list[str] = field(default_factory=list)


def _letter_of(message: Part, encoding: str | None, depth: int) -> Letter:
    if _is_encrypted(message):
        raise failure("encrypted", "The message")
    subject = header_of(message, "Subject")
    gathered = _Gathered(depth if subject else depth - 1)
    _gather(message, encoding, depth, gathered)
    return Letter(
        subject,
        tuple((label, header_of(message, label)) for label in _SHOWN),
        tuple(text.markdown for text in gathered.texts),
        tuple(gathered.attached),
        sum(text.pictures for text in gathered.texts),
        any(text.layout_lost for text in gathered.texts),
        sum(text.hidden for text in gathered.texts),
    )


def _gather(part: Part, encoding: str | None, depth: int, gathered: _Gathered) -> None:
    kind = part.get_content_type()
    if kind == "message/rfc822" and part.is_multipart() and depth < _MOST_NESTED:
        for message in _parts_of(part):
            if _is_encrypted(message):
                gathered.attached.append(_name_of(part))
                continue
            inner = _letter_of(message, encoding, depth + 1)
            gathered.texts.append(
                Text(inner.markdown(depth + 1), inner.pictures, inner.layout_lost, inner.hidden)
            )
    elif kind == "multipart/alternative":
        _gather_alternative(part, encoding, depth, gathered)
    elif kind == "multipart/related":
        parts = list(_parts_of(part))
        for first in parts[:1]:
            _gather(first, encoding, depth, gathered)
        gathered.attached += map(_name_of, parts[1:])
    elif part.is_multipart():
        for inner_part in _parts_of(part):
            _gather(inner_part, encoding, depth, gathered)
    elif _is_text(part):
        text = _decoded(part, encoding)
        is_html = kind == "text/html"
        plain, html = ("", text) if is_html else (text, "")
        gathered.texts.append(text_of(plain, html, gathered.above))
    elif part.get_payload():
        gathered.attached.append(_name_of(part))


def _gather_alternative(part: Part, encoding: str | None, depth: int, gathered: _Gathered) -> None:
    """Add the one of several forms of a text that says most; plain where they say the same."""
    plain, html = "", ""
    others: list[Part] = []
    for inner in _parts_of(part):
        kind = inner.get_content_type()
        if kind == "text/plain" and _is_text(inner):
            plain = plain or _decoded(inner, encoding)
        elif kind == "text/html" and _is_text(inner):
            html = html or _decoded(inner, encoding)
        else:
            others.append(inner)
    related = _Gathered(gathered.above)
    for other in others:
        _gather(other, encoding, depth, related)
    gathered.attached += related.attached
    own = text_of(plain, html, gathered.above)
    inside = sum(len(text.markdown) for text in related.texts)
    if not own.markdown.strip() or (not html and len(own.markdown) < inside / 3):
        gathered.texts += related.texts
    else:
        gathered.texts.append(own)


def _parts_of(part: Part) -> Iterator[Part]:
    payload = part.get_payload()
    if isinstance(payload, list):
        yield from (one for one in payload if isinstance(one, Message))


def _is_text(part: Part) -> bool:
    """Say whether a part is text to read where it stands, not a file that was attached."""
    if part.get_content_maintype() != "text" or part.is_multipart():
        return False
    if part.get_content_type() in ("text/calendar", "text/x-vcard", "text/vcard", "text/css"):
        return False
    return part.get_content_disposition() != "attachment" and not part.get_filename()


def _is_encrypted(part: Part) -> bool:
    if part.get_content_type() not in _ENCRYPTED:
        return False
    return str(part.get_param("smime-type") or "") not in ("signed-data", "certs-only")


def _decoded(part: Part, encoding: str | None) -> str:
    """Return a part's text by the reader's encoding, else its own, else what its bytes tell."""
    try:
        content = part.get_payload(decode=True)
    except (ValueError, LookupError, binascii.Error):
        content = str(part.get_payload()).encode("utf-8", "surrogateescape")
    if not isinstance(content, bytes):
        return ""
    named = encoding or part.get_content_charset()
    text = decoded_by(content, named) if named else None
    if text is None:
        try:
            text = decode(content).text
        except NotText:
            text = content.decode("latin-1")
    return _unfolded(part, text.replace("\r\n", "\n"))


def _unfolded(part: Part, text: str) -> str:
    """Return text with the lines joined that end with a blank where its format says so."""
    if str(part.get_param("format") or "").lower() != "flowed":
        return text
    drops_blank = str(part.get_param("delsp") or "").lower() == "yes"
    lines: list[str] = []
    goes_on = False
    for stuffed in text.split("\n"):
        quoted = stuffed.startswith(">")
        line = stuffed.removeprefix(" ") if not quoted else stuffed
        if goes_on and lines and not quoted:
            lines[-1] += line
        else:
            lines.append(line)
        goes_on = line.endswith(" ") and line != "-- " and not quoted
        if goes_on and drops_blank:
            lines[-1] = lines[-1][:-1]
    return "\n".join(lines)


def _name_of(part: Part) -> str:
    """Return the name of what is attached, else what it is."""
    try:
        name = part.get_filename()
    except (ValueError, LookupError, TypeError):
        name = None
    kind = part.get_content_type()
    if kind == "message/rfc822":
        inner = next(_parts_of(part), None)
        name = name or (None if inner is None else header_of(inner, "Subject"))
    return _decoded_name(name) or kind


def _decoded_name(name: str | None) -> str:
    if not name:
        return ""
    carrier: Part = Message()
    carrier["Subject"] = " ".join(name.split())
    return header_of(carrier, "Subject")
