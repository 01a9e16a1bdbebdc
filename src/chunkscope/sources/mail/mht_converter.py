"""The converter of web pages that a browser or Office wrote into one file, as if it were mail."""

from collections.abc import Iterator
from email import message_from_binary_file, policy
from typing import BinaryIO, Final

from chunkscope.core.progress import Report, ignore
from chunkscope.sources.mail.headers import Part, decoded_by, header_of
from chunkscope.sources.outcome import Converted, Remark, Wishes
from chunkscope.sources.text import NotText, decode_markup
from chunkscope.sources.web.html_converter import remarks_of
from chunkscope.sources.web.markdown import page_of_html

_NAVIGATION: Final = ("tabstrip", "filelist")
_BETWEEN: Final = "\n\n"


def convert_mht(
    stream: BinaryIO, wishes: Wishes | None = None, report: Report = ignore
) -> Converted:
    """Return the page as markdown; where it is but a frame, the pages that it frames.

    Raises:
        ValueError: There is no page in it.
    """
    message = message_from_binary_file(stream, policy=policy.compat32)
    chosen = (wishes or Wishes()).encoding
    parts = list(_pages_in(message))
    if not parts:
        raise ValueError("no page")
    pieces: list[str] = []
    remarks: list[Remark] = []
    title, length = None, 0
    for done, part in enumerate(parts):
        report(done, len(parts))
        page = page_of_html(_decoded(part, chosen))
        title = title or page.title
        if page.markdown.strip():
            remarks += remarks_of(page, length)
            pieces.append(page.markdown)
            length += len(page.markdown) + len(_BETWEEN)
            if done == 0:
                break
    title = title or header_of(message, "Subject") or None
    return Converted(_BETWEEN.join(pieces), title, remarks=tuple(remarks))


def _pages_in(message: Part) -> Iterator[Part]:
    """Yield the pages, the one that was saved first."""
    pages = [part for part in message.walk() if part.get_content_type() == "text/html"]
    start = str(message.get_param("start") or "")
    pages.sort(key=lambda part: not start or part.get("Content-ID") != start)
    for part in pages:
        place = str(part.get("Content-Location") or "").rpartition("/")[2].lower()
        if not place.startswith(_NAVIGATION):
            yield part


def _decoded(part: Part, chosen: str | None) -> str:
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return ""
    try:
        if chosen is not None:
            return decode_markup(content, chosen).text
        charset = part.get_content_charset()
        text = decoded_by(content, charset) if charset else None
        return decode_markup(content).text if text is None else text
    except NotText:
        return ""
