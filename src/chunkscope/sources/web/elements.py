"""What single elements of web content say: pictures, formulas, code, numbers."""

import re
from typing import Final

from chunkscope.sources.web.tree import UNSEEN, Element, events_of, is_hidden

BLOCKS: Final = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "caption", "center", "dd"),
        *("details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure"),
        *("footer", "form", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup"),
        *("hr", "html", "legend", "li", "main", "menu", "nav", "noscript", "ol", "optgroup", "p"),
        *("pre", "search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead"),
        *("tr", "ul"),
    )
)
"""Elements that begin a line of their own."""

_MOST_DIGITS: Final = 9
_LANGUAGE: Final = re.compile(r"(?:^|\s)(?:lang(?:uage)?|brush|highlight)[-: ]+([\w+#.-]+)")
_LAST_BREAK: Final = re.compile(r"(?:\n[ \t]*)+\Z")
_LAZY_SOURCES: Final = ("src", "data-src", "data-original", "data-lazy-src")


def source_of(image: Element) -> str:
    """Return a picture's address; scripts load many of them later from an attribute of theirs."""
    sources = [str(image.get(name) or "").strip() for name in _LAZY_SOURCES]
    given = [source for source in sources if source]
    return next((one for one in given if one[:5].lower() != "data:"), "".join(given[:1]))


def formula_of(math: Element) -> str:
    """Return the TeX that a formula carries."""
    for note in math.iter("annotation"):
        if note.get("encoding") == "application/x-tex" and (tex := (note.text or "").strip()):
            return f"${' '.join(tex.split())}$"
    return ""


def code_of(pre: Element) -> str:
    """Return preformatted text as it stands, but for the line break that HTML leaves out."""
    pieces: list[str] = []
    for event, element in events_of(pre):
        begins = event == "start"
        if element is pre:
            pieces.append((element.text or "") if begins else "")
            continue
        on_new_line = not pieces[-1] or pieces[-1].endswith("\n")
        if (element.tag == "br" and begins) or (element.tag in BLOCKS and not on_new_line):
            pieces.append("\n")
        is_unseen = element.tag in UNSEEN or is_hidden(element)
        text = element.tail if not begins else "" if is_unseen else element.text
        if text:
            pieces.append(text)
    code = "".join(pieces).replace("\r\n", "\n").removeprefix("\n")
    return _LAST_BREAK.sub("", code)


def language_of(pre: Element) -> str:
    """Return the language that the classes of code, or of what is right around it, name."""
    inner = pre.find("code")
    around = pre.getparent()
    for element in (pre, inner, around, None if around is None else around.getparent()):
        if element is not None and (found := _LANGUAGE.search(element.get("class") or "")):
            return found[1]
    return ""


def number_of(value: str | None) -> int | None:
    """Return the number that an attribute holds; None for any other value."""
    text = (value or "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None
