"""Smallest Word documents and decks, written by hand."""

import io
import zipfile
from collections.abc import Mapping, Sequence

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
_SPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    f'xmlns:r="{_OFFICE}/relationships" xmlns:m="{_OFFICE}/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)

Relation = tuple[str, str, str]
"""Id, last word of the kind, target; an address where it begins with http."""


def part(root: str, inner: str) -> str:
    """Return a part whose outermost element is `root`."""
    return f'<?xml version="1.0" encoding="UTF-8"?><{root} {_SPACES}>{inner}</{root}>'


def package(parts: Mapping[str, str | bytes]) -> bytes:
    """Return the file of these parts."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def relations(related: Sequence[Relation]) -> str:
    """Return a part of relations."""
    lines = (
        f'<Relationship Id="{identity}" Type="{_OFFICE}/relationships/{kind}" Target="{target}"'
        f' TargetMode="{_mode(target)}"/>'
        for identity, kind, target in related
    )
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{space}">{"".join(lines)}</Relationships>'


def _mode(target: str) -> str:
    return "External" if target.startswith("http") else "Internal"


def run(text: str, properties: str = "") -> str:
    """Return letters, with properties such as `<w:b/>`."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(inner: str, style: str | None = None, properties: str = "") -> str:
    """Return a paragraph; `inner` is text or what stands in it."""
    if not inner.startswith("<"):
        inner = run(inner)
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{properties}</w:pPr>{inner}</w:p>"


def style(identity: str, name: str, inner: str = "", based_on: str | None = None) -> str:
    """Return a style of paragraphs."""
    base = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    return (
        f'<w:style w:type="paragraph" w:styleId="{identity}"><w:name w:val="{name}"/>'
        f"{base}{inner}</w:style>"
    )


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return a table; each cell is text or its properties and paragraphs."""
    written = ""
    for row in rows:
        cells = (cell if cell.startswith("<") else paragraph(cell) for cell in row)
        written += f"<w:tr>{''.join(f'<w:tc>{cell}</w:tc>' for cell in cells)}</w:tr>"
    return f"<w:tbl>{written}</w:tbl>"


def docx(
    body: str,
    styles: str = "",
    numbering: str = "",
    related: Sequence[Relation] = (),
    parts: Mapping[str, str | bytes] | None = None,
) -> bytes:
    """Return a Word document of this body."""
    own = [("s", "styles", "styles.xml"), ("n", "numbering", "numbering.xml"), *related]
    return package(
        {
            "_rels/.rels": relations([("d", "officeDocument", "word/document.xml")]),
            "word/document.xml": part("w:document", f"<w:body>{body}</w:body>"),
            "word/_rels/document.xml.rels": relations(own),
            "word/styles.xml": part("w:styles", styles),
            "word/numbering.xml": part("w:numbering", numbering),
            **(parts or {}),
        }
    )


def level(place: int, form: str, text: str, more: str = "") -> str:
    """Return a level of a list."""
    return (
        f'<w:lvl w:ilvl="{place}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{text}"/>{more}</w:lvl>'
    )


def numbered(*lists: str) -> str:
    """Return lists of these levels, with the ids 1, 2 and so on."""
    places = range(1, len(lists) + 1)
    abstract = (
        f'<w:abstractNum w:abstractNumId="{place}">{levels}</w:abstractNum>'
        for place, levels in zip(places, lists, strict=True)
    )
    return "".join(abstract) + "".join(
        f'<w:num w:numId="{place}"><w:abstractNumId w:val="{place}"/></w:num>' for place in places
    )


def item(text: str, depth: int = 0, identity: int = 1) -> str:
    """Return an item of a list."""
    listed = f'<w:ilvl w:val="{depth}"/><w:numId w:val="{identity}"/>'
    return paragraph(text, None, f"<w:numPr>{listed}</w:numPr>")


def shape(text: str, kind: str | None = None, place: Sequence[int] = (), body: str = "") -> str:
    """Return a shape of a slide: a placeholder of `kind`, or one at (left, top, width, height)."""
    holder = f'<p:ph type="{kind}"/>' if kind else ""
    frame = ""
    if place:
        left, top, width, height = place
        frame = f'<a:xfrm><a:off x="{left}" y="{top}"/><a:ext cx="{width}" cy="{height}"/></a:xfrm>'
    body = body or f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>"
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="1" name="S"/><p:nvPr>{holder}</p:nvPr></p:nvSpPr>'
        f"<p:spPr>{frame}</p:spPr><p:txBody>{body}</p:txBody></p:sp>"
    )


def slide(shapes: str, attributes: str = "") -> str:
    """Return a slide of these shapes."""
    content = part("p:sld", f"<p:cSld><p:spTree>{shapes}</p:spTree></p:cSld>")
    return content.replace("<p:sld ", f"<p:sld {attributes} ", 1)


def pptx(
    slides: Sequence[str],
    related: Mapping[int, Sequence[Relation]] | None = None,
    parts: Mapping[str, str | bytes] | None = None,
) -> bytes:
    """Return a deck of these slides; `related` holds the relations of those with some."""
    places = range(1, len(slides) + 1)
    listed = "".join(f'<p:sldId id="{255 + place}" r:id="r{place}"/>' for place in places)
    return package(
        {
            "_rels/.rels": relations([("d", "officeDocument", "ppt/presentation.xml")]),
            "ppt/presentation.xml": part("p:presentation", f"<p:sldIdLst>{listed}</p:sldIdLst>"),
            "ppt/_rels/presentation.xml.rels": relations(
                [(f"r{place}", "slide", f"slides/slide{place}.xml") for place in places]
            ),
            **{f"ppt/slides/slide{place}.xml": slides[place - 1] for place in places},
            **{
                f"ppt/slides/_rels/slide{place}.xml.rels": relations(some)
                for place, some in (related or {}).items()
            },
            **(parts or {}),
        }
    )
