"""The converter of decks that markitdown is given in place of its own."""

from collections.abc import Iterator
from itertools import pairwise
from typing import BinaryIO, Final
from xml.etree.ElementTree import Element

from chunkscope.core.progress import Report, ignore
from chunkscope.sources.office.markdown import Ledger, apart, without_marks
from chunkscope.sources.office.package import Damaged, P, Package, R, child
from chunkscope.sources.office.pptx_slides import Slide
from chunkscope.sources.office.pptx_text import Frame, Texts
from chunkscope.sources.outcome import Converted, Wishes

_USUAL: Final = "ppt/presentation.xml"
_SLIDES_APART: Final = "---"  # before one without a title, whose text belongs to no other slide


def convert_pptx(
    stream: BinaryIO, _wishes: Wishes | None = None, report: Report = ignore
) -> Converted:
    """Return a deck as markdown, slide by slide: titles are headings, slides are pages.

    Raises:
        Damaged: It has no list of slides, or none of them can be read.
    """
    package, ledger = Package(stream), Ledger()
    deck = package.main_part(_USUAL)
    parts = _slides(package, deck)
    written: list[str] = []
    titles: list[str] = []
    level = 1
    for number, part in enumerate(parts, 1):
        slide = _slide(package, part, ledger)
        if slide is None:
            written.append(ledger.division() + ledger.mark("shapes-unread"))
            continue
        titles.append(slide.title())
        text = _whole(slide, level)
        if without_marks(text) and not titles[-1] and number > 1:
            written.append(_SLIDES_APART)
        written.append(ledger.division() + text)
        if number == 1 and slide.opens_deck and titles[0]:
            level = 2
        report(number, len(parts))
    if parts and not titles:
        raise Damaged(deck)
    settled = ledger.settle(apart(written))
    pages = tuple(pairwise((*settled.divisions, len(settled.text))))
    title = None if any(titles) else package.title()
    return Converted(settled.text, title, pages, settled.remarks)


def _slides(package: Package, deck: str) -> list[str]:
    """Return the parts that a deck lists as its slides, in their order."""
    listed = child(package.root(deck), P + "sldIdLst")
    relations = package.relations(deck)
    found = [relations.get(one.get(R + "id", "")) for one in (() if listed is None else listed)]
    return [related.target for related in found if related is not None]


def _slide(package: Package, part: str, ledger: Ledger) -> Slide | None:
    root = package.root_or_none(part)
    if root is None:
        return None
    layout = next(package.related(part, "slideLayout"), None)
    master = None if layout is None else next(package.related(layout, "slideMaster"), None)
    behind = (package.root_or_none(layout), package.root_or_none(master))
    return Slide(package, part, ledger, root, tuple(one for one in behind if one is not None))


def _whole(slide: Slide, level: int) -> str:
    """Return a slide with the notes that its speaker has, and what is to be said of it."""
    ledger, package = slide.ledger, slide.package
    marks = ledger.mark("slides-hidden") if slide.is_hidden else ""
    for name in package.related(slide.part, "comments"):
        root = package.root_or_none(name)
        count = 0 if root is None else sum(_is_comment(one) for one in root.iter())
        if count:
            marks += ledger.mark("comments-dropped", count=count)
    texts = [slide.markdown(level)]
    for name in package.related(slide.part, "notesSlide"):
        texts += _notes(package, name, ledger)
    return marks + apart(texts)


def _notes(package: Package, name: str, ledger: Ledger) -> Iterator[str]:
    root = package.root_or_none(name)
    for shape in () if root is None else root.iter(P + "sp"):
        holder = child(shape, P + "nvSpPr", P + "nvPr", P + "ph")
        body = child(shape, P + "txBody")
        if holder is None or holder.get("type") != "body" or body is None:
            continue
        text = Texts(package, name, ledger).markdown(Frame(body))
        if without_marks(text):
            yield f"Notes:\n\n{text}" if _is_list(text) else f"Notes: {text}"


def _is_list(text: str) -> bool:
    return text.startswith("- ") or text[:1].isdigit()


def _is_comment(element: Element) -> bool:
    return element.tag.rpartition("}")[2] == "cm"
