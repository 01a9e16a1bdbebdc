"""What drawings of an Office file hold: pictures, text boxes, charts, diagrams, in their order."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

from chunkscope.sources.office.markdown import escaped, table
from chunkscope.sources.office.package import CHART, DIAGRAM, MC, A, Package, R, W, child

MOST_CHOICES: Final = 100  # of a drawing, between a newer form of it and an older
MOST_POINTS: Final = 5_000  # of a chart that become rows

_VML: Final = "{urn:schemas-microsoft-com:vml}"
_OFFICE: Final = "{urn:schemas-microsoft-com:office:office}"
_OLE: Final = _OFFICE + "OLEObject"
_CONTENT: Final = frozenset(
    (W + "t", W + "txbxContent", A + "t", A + "blip", _VML + "imagedata", _VML + "textpath")
) | {CHART + "chart", DIAGRAM + "relIds", A + "tbl"}


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, which is not kept, and what is said of it."""

    alt: str


@dataclass(frozen=True, slots=True)
class Box:
    """A text box; `content` holds paragraphs and tables."""

    content: Element


@dataclass(frozen=True, slots=True)
class Drawn:
    """Text that is drawn: a chart's figures, a diagram's words; finished markdown."""

    markdown: str


@dataclass(frozen=True, slots=True)
class Unread:
    """A chart, a diagram or an object that gives no text."""


Part = Picture | Box | Drawn | Unread


def parts_of(drawing: Element, package: Package, name: str) -> Iterator[Part]:
    """Yield what a drawing holds, in the order of the file.

    Args:
        drawing: Word's `drawing`, `pict` or `object`.
        package: The file.
        name: The part that the drawing is in.
    """
    alt = ""
    choices = 0
    waiting = [drawing]
    while waiting:
        element = waiting.pop()
        local = element.tag.rpartition("}")[2]
        if local in ("docPr", "cNvPr"):
            alt = described(element) or (alt if local == "cNvPr" else "")
        if element.tag == MC + "AlternateContent" and len(element):
            choices += 1
            element = alternative(element) if choices < MOST_CHOICES else element[0]
        elif element.tag == W + "txbxContent":
            yield Box(element)
            continue
        elif element.tag == A + "blip":
            yield Picture(alt)
            alt = ""
        elif element.tag == _VML + "imagedata":
            yield Picture(alt or element.get(_OFFICE + "title") or "")
            alt = ""
        elif element.tag == _OLE:
            yield Unread()
        elif element.tag == CHART + "chart" and R + "id" in element.attrib:
            yield _drawn(chart_markdown(_part_behind(element, "id", package, name)))
        elif element.tag == DIAGRAM + "relIds":
            yield _drawn(diagram_markdown(_part_behind(element, "dm", package, name)))
        elif local == "shape" and element.get("alt"):
            alt = element.get("alt") or ""
        elif element.tag == _VML + "textpath" and element.get("string"):
            yield Drawn(escaped(element.get("string") or ""))
        waiting.extend(reversed(element))


def alternative(element: Element) -> Element:
    """Return that one of the alternatives of a content which can be read here.

    The first is what a newer program shows; the last, for older ones, repeats it.
    """
    for choice in element:
        if any(inner.tag in _CONTENT for inner in choice.iter()):
            return choice
    return element[-1] if len(element) else element


def described(properties: Element | None) -> str:
    """Return what a drawing's properties say that it shows."""
    if properties is None:
        return ""
    return (properties.get("descr") or properties.get("title") or "").strip()


def chart_markdown(root: Element | None) -> str:
    """Return a chart's title and its figures as a table; empty where it holds none."""
    if root is None:
        return ""
    series = list(_series(root))
    title = " ".join("".join(_texts(child(root, CHART + "chart", CHART + "title"))).split())
    caption = f"Chart: {escaped(title)}" if title else ""
    if not series:
        return caption
    names = series[0].categories
    for one in series[1:]:
        names = one.categories if len(one.categories) > len(names) else names
    rows = [["", *(escaped(one.name) for one in series)]]
    count = max(len(names), *(len(one.values) for one in series))
    for place in range(min(count, MOST_POINTS)):
        label = escaped(names[place]) if place < len(names) else ""
        rows.append(
            [label, *(one.values[place] if place < len(one.values) else "" for one in series)]
        )
    return "\n\n".join(part for part in (caption, table(rows)) if part)


def diagram_markdown(root: Element | None) -> str:
    """Return a diagram's words as a list; its points in the file's order."""
    lines = []
    for point in () if root is None else root.iter(DIAGRAM + "pt"):
        body = child(point, DIAGRAM + "t")
        paragraphs = () if body is None else body.iter(A + "p")
        texts = (" ".join("".join(_texts(paragraph)).split()) for paragraph in paragraphs)
        lines += [f"- {escaped(text)}" for text in texts if text]
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class _Series:
    name: str
    categories: list[str]
    values: list[str]


def _series(root: Element) -> Iterator[_Series]:
    for element in root.iter(CHART + "ser"):
        categories = child(element, CHART + "cat")
        values = child(element, CHART + "val")
        if values is None:
            categories, values = child(element, CHART + "xVal"), child(element, CHART + "yVal")
        name = " ".join(_points(child(element, CHART + "tx")))
        yield _Series(name, _points(categories), [_figure(value) for value in _points(values)])


def _points(element: Element | None) -> list[str]:
    """Return a series' cached values at their places; of several levels, the innermost."""
    if element is None:
        return []
    level = next(element.iter(CHART + "lvl"), element)
    found: dict[int, str] = {}
    for point in level.iter(CHART + "pt"):
        place = point.get("idx", "")
        if place.isdecimal() and len(place) < 6:
            found[int(place)] = (point.findtext(CHART + "v") or "").strip()
    if not found:
        text = element.findtext(CHART + "v")
        return [text] if text else []
    return [found.get(place, "") for place in range(min(max(found) + 1, MOST_POINTS))]


def _figure(text: str) -> str:
    """Return a number without the digits that arithmetic left behind, as a chart shows it."""
    try:
        number = float(text)
    except ValueError:
        return escaped(text)
    shorter = f"{number:.10g}"
    return text if len(text) <= len(shorter) else shorter


def _texts(element: Element | None) -> Iterator[str]:
    for inner in () if element is None else element.iter():
        if inner.tag == A + "t":
            yield inner.text or ""
        elif inner.tag in (A + "br", A + "p"):
            yield " "


def _drawn(markdown: str) -> Part:
    return Drawn(markdown) if markdown else Unread()


def _part_behind(element: Element, attribute: str, package: Package, name: str) -> Element | None:
    related = package.relations(name).get(element.get(R + attribute, ""))
    return None if related is None else package.root_or_none(related.target)
