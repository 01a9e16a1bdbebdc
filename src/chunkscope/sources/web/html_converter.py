"""The converter of web pages that markitdown is given in place of its own."""

from typing import BinaryIO

from chunkscope.core.progress import Report, ignore
from chunkscope.sources.outcome import Converted, Remark, Wishes
from chunkscope.sources.web.markdown import HtmlPage, page_of_html
from chunkscope.sources.wording import counted


def convert_html(
    stream: BinaryIO, _wishes: Wishes | None = None, _report: Report = ignore
) -> Converted:
    """Return a web page, UTF-8, as markdown; its title is that of its head."""
    page = page_of_html(stream.read().decode("utf-8", "replace"))
    return Converted(page.markdown, page.title, remarks=remarks_of(page))


def remarks_of(page: HtmlPage, offset: int = 0) -> tuple[Remark, ...]:
    """Return what was lost of a page whose markdown starts at `offset`."""
    remarks = []
    if page.layout_lost:
        remarks.append(Remark("layout-lost"))
    if page.pictures:
        at = offset + page.pictures[0]
        remarks.append(Remark("pictures-dropped", counted(len(page.pictures), "picture"), at, at))
    for state, places in (("hidden-dropped", page.hidden), ("hidden-kept", page.kept)):
        if places:
            at = offset + places[0]
            remarks.append(Remark(state, f"{len(places):,}", at, at))
    return tuple(remarks)
