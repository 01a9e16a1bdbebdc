"""A slide as markdown: its title, and its shapes in reading order."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from xml.etree.ElementTree import Element

from chunkscope.sources.office.drawings import (
    Drawn,
    Picture,
    alternative,
    described,
    parts_of,
)
from chunkscope.sources.office.markdown import Ledger, apart, heading, picture, table
from chunkscope.sources.office.package import MC, A, P, Package, child, whole_number
from chunkscope.sources.office.pptx_order import Place, in_order
from chunkscope.sources.office.pptx_text import Frame, Texts

DEEPEST: Final = 30  # groups inside each other

_SHAPES: Final = frozenset(
    P + name for name in ("sp", "pic", "graphicFrame", "grpSp", "cxnSp", "contentPart")
)
_TITLES: Final = ("title", "ctrTitle")
_MARGINS: Final = ("dt", "ftr", "hdr", "sldNum")
_MOST_SPANNED: Final = 200
# What may go wrong in a shape that is not as it should be; the others are read all the same.
_ODD: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class _Holder:
    """A placeholder: what a slide's shape takes from its layout, and that from the master."""

    kind: str
    index: str


@dataclass(slots=True)
class Slide:
    """One slide with the layout and the master that it takes from.

    Attributes:
        root: Of the slide's part.
        behind: Roots of its layout and its master, as far as they can be read.
    """

    package: Package
    part: str
    ledger: Ledger
    root: Element
    behind: tuple[Element, ...] = ()
    _texts: Texts = field(init=False)

    def __post_init__(self) -> None:
        self._texts = Texts(self.package, self.part, self.ledger)

    @property
    def is_hidden(self) -> bool:
        """Whether the slide is left out when the deck is shown."""
        return self.root.get("show") in ("0", "false")

    @property
    def opens_deck(self) -> bool:
        """Whether the slide has a title as title slides have it."""
        return any(_kind(shape) == "ctrTitle" for shape in self._shapes(self._tree()))

    def title(self) -> str:
        """Return the slide's title; empty without one."""
        for shape in self._shapes(self._tree()):
            body = child(shape, P + "txBody")
            if _kind(shape) in _TITLES and body is not None and (text := self._texts.title(body)):
                return text
        return ""

    def markdown(self, level: int) -> str:
        """Return the slide, its title as a heading of `level`."""
        title = self.title()
        written = [heading(level, title)] if title else []
        shapes = [shape for shape in self._shapes(self._tree()) if not self._is_title(shape, title)]
        written += self._written(shapes, 0)
        return apart(written)

    def _tree(self) -> Element | None:
        return child(self.root, P + "cSld", P + "spTree")

    def _shapes(self, container: Element | None) -> Iterator[Element]:
        for element in () if container is None else container:
            if element.tag in _SHAPES:
                yield element
            elif element.tag == MC + "AlternateContent" and len(element):
                yield from (one for one in alternative(element) if one.tag in _SHAPES)

    def _is_title(self, shape: Element, title: str) -> bool:
        body = child(shape, P + "txBody")
        if _kind(shape) not in _TITLES or body is None:
            return False
        return self._texts.title(body) in (title, "")

    def _written(self, shapes: list[Element], depth: int) -> Iterator[str]:
        ordered = shapes
        if not all(_kind(shape) is not None for shape in shapes):
            ordered = in_order(shapes, self._place)
        for shape in ordered:
            try:
                yield self._shape(shape, depth)
            except _ODD:
                yield self.ledger.mark("shapes-unread")

    def _shape(self, shape: Element, depth: int) -> str:
        if _is_unseen(shape) or _kind(shape) in _MARGINS:
            return ""
        if shape.tag == P + "grpSp":
            return self._group(shape, depth)
        if shape.tag == P + "sp" and (body := child(shape, P + "txBody")) is not None:
            text = self._texts.markdown(Frame(body, tuple(self._bullets(shape, body))))
            return apart((text, self._drawn(shape)) if self._is_filled(shape) else (text,))
        found = next(shape.iter(A + "tbl"), None)
        return self._drawn(shape) if found is None else self._table(found)

    def _group(self, shape: Element, depth: int) -> str:
        if depth < DEEPEST:
            return apart(self._written(list(self._shapes(shape)), depth + 1))
        text = " ".join(self._texts.lines(shape).split())
        return self.ledger.mark("layout-lost", text) if text else ""

    def _is_filled(self, shape: Element) -> bool:
        """Say whether a picture fills a shape."""
        return child(shape, P + "spPr", A + "blipFill") is not None

    def _drawn(self, shape: Element) -> str:
        """Return what a picture, a chart or a diagram says."""
        written = []
        alt = described(_properties(shape))
        for part in parts_of(shape, self.package, self.part):
            if isinstance(part, Picture):
                shown = part.alt or alt
                written.append(picture(shown) if shown else self.ledger.mark("pictures-dropped"))
            elif isinstance(part, Drawn):
                written.append(part.markdown)
            else:
                shown = picture(alt) if alt else ""
                written.append(self.ledger.mark("objects-dropped", shown))
        return apart(written)

    def _table(self, element: Element) -> str:
        rows = []
        for row in element.iter(A + "tr"):
            cells = [cell for cell in row if cell.tag == A + "tc"]
            bodies = [child(cell, A + "txBody") for cell in cells[:_MOST_SPANNED]]
            rows.append(["" if body is None else self._texts.lines(body) for body in bodies])
        return table(rows) if any(any(row) for row in rows) else ""

    def _place(self, shape: Element) -> Place | None:
        """Return where a shape is, which a placeholder may leave to its layout or master."""
        for holder in (shape, *self._inherited(shape)):
            frame = child(holder, P + "spPr", A + "xfrm")
            if frame is None:
                frame = child(holder, P + "grpSpPr", A + "xfrm")
            frame = child(holder, P + "xfrm") if frame is None else frame
            offset, extent = child(frame, A + "off"), child(frame, A + "ext")
            if offset is not None and extent is not None:
                return Place(
                    whole_number(offset.get("x")),
                    whole_number(offset.get("y")),
                    max(0, whole_number(extent.get("cx"))),
                    max(0, whole_number(extent.get("cy"))),
                )
        return None

    def _inherited(self, shape: Element) -> Iterator[Element]:
        """Yield the placeholders of layout and master that a shape takes from."""
        wanted = _holder(shape)
        if wanted is None:
            return
        for root in self.behind:
            shapes = self._shapes(child(root, P + "cSld", P + "spTree"))
            held = [(one, holder) for one in shapes if (holder := _holder(one)) is not None]
            by_index = [one for one, holder in held if holder.index == wanted.index]
            by_kind = [one for one, holder in held if _family(holder.kind) == _family(wanted.kind)]
            is_layout = root is self.behind[0]
            found = by_index or by_kind if is_layout else by_kind
            if found:
                yield found[0]

    def _bullets(self, shape: Element, body: Element) -> Iterator[Element]:
        """Yield where a shape's bullets may be told, nearest first."""
        for holder in (shape, *self._inherited(shape)):
            frame = body if holder is shape else child(holder, P + "txBody")
            if (styles := child(frame, A + "lstStyle")) is not None:
                yield styles
        kind = _kind(shape)
        if kind is None or not self.behind:
            return
        name = "bodyStyle" if _family(kind) == "body" else "otherStyle"
        styles = child(self.behind[-1], P + "txStyles", P + name)
        if styles is not None:
            yield styles


def _properties(shape: Element) -> Element | None:
    """Return a shape's name, description and whether it is seen."""
    holder = next((one for one in shape if one.tag.startswith(P + "nv")), None)
    return child(holder, P + "cNvPr")


def _is_unseen(shape: Element) -> bool:
    properties = _properties(shape)
    return properties is not None and properties.get("hidden") in ("1", "true")


def _holder(shape: Element) -> _Holder | None:
    for one in shape:
        if one.tag.startswith(P + "nv"):
            holder = child(one, P + "nvPr", P + "ph")
            if holder is not None:
                return _Holder(holder.get("type", "obj"), holder.get("idx", "0"))
    return None


def _kind(shape: Element) -> str | None:
    holder = _holder(shape)
    return None if holder is None else holder.kind


def _family(kind: str) -> str:
    """Return the kind of the master's placeholder that one of `kind` takes from."""
    if kind in _TITLES:
        return "title"
    return kind if kind in _MARGINS else "body"
