"""Lists that Word writes as paragraphs, when its text is copied or saved as a web page."""

import re
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

Element: TypeAlias = Any
"""An element of lxml."""

_LIST: Final = re.compile(r"mso-list:\s*l(\d{1,9})\s+level(\d)", re.IGNORECASE)
_SIGN: Final = re.compile(r"mso-list:\s*ignore", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\(?(?:(\d{1,9})|[A-Za-z]|[ivxlcIVXLC]{2,7})[.)]")
_MAY_HOLD_LISTS: Final = "mso-list"


def restore_word_lists(root: Element, html: str) -> None:
    """Make lists of the paragraphs of a tree that are items to Word."""
    if _MAY_HOLD_LISTS not in html:
        return
    levels: list[_Level] = []
    before: Element = None
    for paragraph in list(root.iter("p")):
        found = _LIST.search(paragraph.get("style") or "")
        if found is None:
            continue
        if before is None or not _follows(before, paragraph):
            levels = []
        before = _placed(paragraph, int(found[2]), found[1], levels)


@dataclass(slots=True)
class _Level:
    """A list that is open: its depth, what Word calls it, its element and that of its last item."""

    depth: int
    name: str
    element: Element
    item: Element


def _placed(paragraph: Element, depth: int, name: str, levels: list[_Level]) -> Element:
    """Put a paragraph into a list as an item; return the outermost list."""
    number = _NUMBER.fullmatch(_sign_taken_from(paragraph))
    tag = "ul" if number is None else "ol"
    while levels and levels[-1].depth > depth:
        levels.pop()
    same = bool(levels) and levels[-1].depth == depth
    if same and (levels[-1].element.tag, levels[-1].name) != (tag, name):
        before = levels.pop()
        above = levels[-1].item if levels else None
        levels.append(_begun(paragraph, tag, above, before.element))
    elif not same:
        levels.append(_begun(paragraph, tag, levels[-1].item if levels else None, None))
    level = levels[-1]
    level.depth, level.name, level.item = depth, name, paragraph
    paragraph.tag = "li"
    if number is not None and number[1]:
        paragraph.set("value", number[1])
    paragraph.tail = None
    level.element.append(paragraph)
    return levels[0].element


def _begun(paragraph: Element, tag: str, item: Element, before: Element) -> _Level:
    """Begin a list: within an item, else after a list, else where the paragraph stands."""
    new = paragraph.makeelement(tag)
    if item is not None:
        item.append(new)
    elif before is not None:
        before.addnext(new)
    else:
        paragraph.addprevious(new)
    return _Level(0, "", new, None)


def _follows(before: Element, paragraph: Element) -> bool:
    """Say whether nothing but blanks stands between a list and a paragraph."""
    return paragraph.getprevious() is before and not (before.tail or "").strip()


def _sign_taken_from(paragraph: Element) -> str:
    """Return the bullet or number that a paragraph begins with, which Word writes as text."""
    for element in paragraph.iter("span"):
        if _SIGN.search(element.get("style") or ""):
            sign = "".join(element.itertext()).strip()
            _drop(element)
            return sign
    return ""


def _drop(element: Element) -> None:
    """Take an element out of its tree; what follows it stays."""
    around, before = element.getparent(), element.getprevious()
    tail = element.tail or ""
    if before is not None:
        before.tail = (before.tail or "") + tail
    else:
        around.text = (around.text or "") + tail
    around.remove(element)
