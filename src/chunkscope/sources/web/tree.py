"""The typed door to lxml: web content as events of elements, in the order of the page.

Its parser closes what pages leave open, as browsers do. It builds no tree deeper than some two
thousand elements; then the page's text is taken without one.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol, TypeAlias

from chunkscope.sources.web.word_lists import restore_word_lists

Element: TypeAlias = Any
"""An element of lxml: `tag`, `text`, `tail`, `get`, `iter`, `getparent`."""

UNSEEN: Final = frozenset(
    ("script", "style", "template", "title", "meta", "link", "base", "iframe", "noframes", "object")
)
"""Elements whose content no reader sees as text of the page."""

SCRIPTED: Final = "until-scripted"
"""Value of the attribute `hidden` where scripts show what it hides, as for another system."""

_HIDING: Final = re.compile(
    r"(?:^|;)\s{0,9}(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}(?:hidden|collapse))(?![\w-])",
    re.IGNORECASE,
)
_HEADINGS: Final = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_LISTS: Final = frozenset(("ul", "ol", "dl", "menu", "dir"))
_SEPARATE: Final = frozenset(("p", "div", "li", "tr", "td", "th", "br", "dt", "dd", *_HEADINGS))
_PERMALINKS: Final = frozenset("¶§🔗\uf0c1")


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed page.

    Attributes:
        root: Its outermost element.
        layout: Lists and tables that arrange a page: what is in them stands for itself.
    """

    root: Element
    layout: frozenset[Element]


def tree_of(html: str) -> Tree | None:
    """Return the tree of a page; None where there is nothing, or nesting is too deep for one."""
    from lxml import etree  # type: ignore[import-untyped]

    parser = etree.HTMLParser(
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True, no_network=True
    )
    root = etree.fromstring(html.encode("utf-8", "replace"), parser)
    if root is None or any(error.type_name == "ERR_RESOURCE_LIMIT" for error in parser.error_log):
        return None
    _silence_permalinks(root)
    _mark_scripted(root)
    restore_word_lists(root, html)
    return Tree(root, frozenset(_layout_of(root)))


def events_of(root: Element) -> Iterator[tuple[Literal["start", "end"], Element]]:
    """Yield each element when it starts and when it ends; what no reader sees is left out."""
    from lxml import etree

    walk: Any = etree.iterwalk(root, events=("start", "end"))
    for event, element in walk:
        if event == "start" and (element.tag in UNSEEN or is_hidden(element)):
            walk.skip_subtree()
        yield event, element


def is_hidden(element: Element) -> bool:
    """Say whether a browser shows nothing of an element, by its own attributes.

    What a click or a search in the page shows is not hidden, nor is the whole page, which its
    scripts show; nor a formula, which stands behind a picture of itself.
    """
    return _hides(element.tag, element) and next(element.iter("math"), None) is None


def _hides(tag: str, attributes: "_Attributes") -> bool:
    hidden, style = attributes.get("hidden"), attributes.get("style")
    if hidden is None and style is None:
        return False
    is_marked = hidden is not None and hidden.strip().lower() not in ("until-found", SCRIPTED)
    if not is_marked and _HIDING.search(style or "") is None:
        return False
    return tag not in ("html", "body", "head") and attributes.get("role") != "tabpanel"


def title_of(root: Element) -> str | None:
    """Return the title that a page's head names; None where it names none."""
    for found in root.iter("title"):
        if found.getparent() is not None and found.getparent().tag != "svg":
            return " ".join("".join(found.itertext()).split()) or None
    return None


def highest_level(root: Element) -> int:
    """Return the level of a page's highest heading; that of the lowest where there is none."""
    return min((int(heading.tag[1]) for heading in root.iter(*_HEADINGS)), default=6)


def plain_text_of(html: str) -> tuple[str, str | None]:
    """Return a page's text line by line, and its title, however deep the page is nested."""
    from lxml import etree

    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, no_network=True, target=_Text())
    text: _Text = etree.fromstring(html.encode("utf-8", "replace"), parser)
    lines = (" ".join(line.split()) for line in "".join(text.pieces).split("\n"))
    title = " ".join("".join(text.title).split())
    return "\n".join(line for line in lines if line), title or None


class _Attributes(Protocol):
    def get(self, name: str, /) -> str | None: ...


@dataclass(slots=True)
class _Text:
    """Hears of a page's elements from lxml and keeps the text."""

    pieces: list[str] = field(default_factory=list)
    title: list[str] = field(default_factory=list)
    _unseen: list[str] = field(default_factory=list)

    def start(self, tag: str, attributes: "_Attributes") -> None:
        is_nested = bool(self._unseen) and tag == self._unseen[-1]
        if tag in UNSEEN or is_nested or _hides(tag, attributes):
            self._unseen.append(tag)
        elif tag in _SEPARATE:
            self.pieces.append("\n")

    def end(self, tag: str) -> None:
        if self._unseen and self._unseen[-1] == tag:
            self._unseen.pop()
        elif tag in _SEPARATE:
            self.pieces.append("\n")

    def data(self, text: str) -> None:
        if not self._unseen:
            self.pieces.append(" ".join(text.split("\n")))
        elif self._unseen == ["title"]:
            self.title.append(text)

    def comment(self, text: str) -> None:
        pass

    def close(self) -> "_Text":
        return self


def _silence_permalinks(root: Element) -> None:
    """Empty the links of a single sign by which a reader copies the address of a heading."""
    for link in root.iter("a"):
        if len(link) > 1 or not (link.get("href") or "").startswith("#"):
            continue
        if "".join(link.itertext()).strip() in _PERMALINKS:
            for child in list(link):
                link.remove(child)
            link.text = None


def _mark_scripted(root: Element) -> None:
    """Mark what is hidden by an attribute on a page with scripts, which show it sooner or later."""
    if next(root.iter("script"), None) is not None:
        for element in root.iterfind(".//*[@hidden]"):
            element.set("hidden", SCRIPTED)


def _layout_of(root: Element) -> set[Element]:
    """Return what arranges a page.

    That is lists and tables that hold headings, and tables without a header of their own that hold
    tables or have but one row or column.
    """
    layout: set[Element] = set()
    for element in root.iter(*_HEADINGS):
        _mark_above(element, layout, lambda above: above.tag in _LISTS or above.tag == "table")
    headed, shaped = _tables_that_tell(root)
    for table in root.iter("table"):
        told = table in headed or table in shaped
        if not told or table.get("role") in ("presentation", "none"):
            layout.add(table)
        _mark_above(table, layout, lambda above: above.tag == "table" and above not in headed)
    return layout


def _tables_that_tell(root: Element) -> tuple[set[Element], set[Element]]:
    """Return the tables that have a header, and those that have rows and columns."""
    headed: set[Element] = set()
    rows: dict[Element, int] = {}
    broad: set[Element] = set()
    for row in root.iter("tr"):
        table = next(row.iterancestors("table"), None)
        if table is None:
            continue
        rows[table] = rows.get(table, 0) + 1
        if row.find("th") is not None:
            headed.add(table)
        if sum(1 for cell in row if cell.tag in ("td", "th")) > 1:
            broad.add(table)
    return headed, {table for table in broad if rows[table] > 1}


def _mark_above(element: Element, layout: set[Element], fits: Callable[[Element], bool]) -> None:
    """Mark what is around an element and fits, up to what was marked before."""
    for above in element.iterancestors():
        if above in layout:
            return
        if fits(above):
            layout.add(above)
