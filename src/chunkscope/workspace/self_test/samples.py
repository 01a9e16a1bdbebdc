"""One small file of each kind that the program reads, made by the program itself."""

import io
import json
import struct
import zipfile
from collections.abc import Mapping
from email.message import EmailMessage
from pathlib import Path
from typing import Final

from chunkscope.workspace.self_test.compound import compound_file, label, number, workbook_stream

WORD: Final = "Lighthouse"
"""Stands in every sample, so that its text can be told to have come through."""

_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006"
_RELATED: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
_WORD_SPACE: Final = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_SLIDE_SPACES: Final = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    f'xmlns:r="{_OFFICE}/relationships"'
)
_TEXT: Final = f"# {WORD} manual\n\n## Lamp\n\nThe lamp turns once in ten seconds.\n"
_HTML: Final = f"<h1>{WORD} manual</h1><p>The lamp turns once in ten seconds.</p>"
_TABLE: Final = [["Lamp", "Seconds"], [WORD, "10"]]


def write_samples(folder: Path) -> tuple[Path, ...]:
    """Write one file of each kind into `folder`; return their paths.

    Raises:
        OSError: One cannot be written.
    """
    contents: dict[str, bytes] = {
        "md": _TEXT.encode(),
        "mdx": _TEXT.encode(),
        "txt": f"The {WORD} turns once in ten seconds.\n".encode(),
        "html": _HTML.encode(),
        "csv": _rows(","),
        "tsv": _rows("\t"),
        "ipynb": _notebook(),
        "eml": _letter(),
        "pdf": _pdf(),
        "docx": _docx(),
        "pptx": _pptx(),
        "xlsx": _xlsx(),
        "epub": _epub(),
    }
    paths = [folder / f"sample.{form}" for form in contents]
    for path, content in zip(paths, contents.values(), strict=True):
        path.write_bytes(content)
    cells = [label(0, 0, "Lamp"), label(0, 1, "Seconds"), label(1, 0, WORD), number(1, 1, 10)]
    paths.append(
        compound_file(folder / "sample.xls", {"Workbook": workbook_stream({"Lamps": cells})})
    )
    paths.append(_msg(folder / "sample.msg"))
    return tuple(paths)


def _rows(delimiter: str) -> bytes:
    return "".join(f"{delimiter.join(row)}\n" for row in _TABLE).encode()


def _notebook() -> bytes:
    cell = {"cell_type": "markdown", "metadata": {}, "source": [_TEXT]}
    book = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(book).encode()


def _letter() -> bytes:
    message = EmailMessage()
    message["Subject"] = f"{WORD} manual"
    message["From"] = "Ann <ann@example.org>"
    message["To"] = "bo@example.org"
    message["Date"] = "Fri, 31 May 2024 09:30:00 +0200"
    message.set_content("The lamp turns once in ten seconds.")
    return message.as_bytes()


def _msg(path: Path) -> Path:
    streams = {"0037": f"{WORD} manual", "0C1A": "Ann", "1000": "The lamp turns.\r\n"}
    named = {f"__substg1.0_{tag}001F": words.encode("utf-16-le") for tag, words in streams.items()}
    day = struct.pack("<II8s", 0x00390040, 6, struct.pack("<Q", 133_616_214_000_000_000))
    return compound_file(path, {"__properties_version1.0": bytes(32) + day, **named})


def _pdf() -> bytes:
    drawn = (
        f"BT /F1 20 Tf 72 720 Td ({WORD} manual) Tj ET\n"
        "BT /F1 10 Tf 72 690 Td (The lamp turns once in ten seconds.) Tj ET"
    )
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    fonts = f"/Resources << /Font << /F1 {font} >> >>"
    bodies = (
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R {fonts} >>",
        f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream",
    )
    content, places = "%PDF-1.4\n", []
    for place, body in enumerate(bodies, 1):
        places.append(len(content))
        content += f"{place} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(bodies) + 1
    ending = f"trailer << /Size {size} /Root 1 0 R >>\nstartxref\n{len(content)}\n%%EOF"
    return f"{content}xref\n0 {size}\n0000000000 65535 f \n{table}{ending}".encode()


def _docx() -> bytes:
    words = ((f"{WORD} manual", "Heading1"), ("The lamp turns once in ten seconds.", ""))
    body = "".join(
        f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>'
        for text, style in words
    )
    style = '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>'
    return _zipped(
        {
            "_rels/.rels": _relation("officeDocument", "word/document.xml"),
            "word/document.xml": _xml("w:document", _WORD_SPACE, _in("w:body", body)),
            "word/_rels/document.xml.rels": _relation("styles", "styles.xml"),
            "word/styles.xml": _xml("w:styles", _WORD_SPACE, style),
        }
    )


def _pptx() -> bytes:
    text = _in("a:p", _in("a:r", _in("a:t", f"{WORD} manual")))
    shape = _in(
        "p:sp",
        '<p:nvSpPr><p:cNvPr id="2" name="Title"/><p:cNvSpPr/><p:nvPr><p:ph type="title"/></p:nvPr>'
        f"</p:nvSpPr><p:spPr/>{_in('p:txBody', f'<a:bodyPr/>{text}')}",
    )
    tree = "<p:nvGrpSpPr/><p:grpSpPr/>" + shape
    slide = _xml("p:sld", _SLIDE_SPACES, _in("p:cSld", _in("p:spTree", tree)))
    listed = _in("p:sldIdLst", '<p:sldId id="256" r:id="r1"/>')
    return _zipped(
        {
            "_rels/.rels": _relation("officeDocument", "ppt/presentation.xml"),
            "ppt/presentation.xml": _xml("p:presentation", _SLIDE_SPACES, listed),
            "ppt/_rels/presentation.xml.rels": _relation("slide", "slides/slide1.xml"),
            "ppt/slides/slide1.xml": slide,
        }
    )


def _xlsx() -> bytes:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    spaces = f'xmlns="{main}" xmlns:r="{_OFFICE}/relationships"'
    rows = "".join(
        _in("row", "".join(f'<c t="inlineStr">{_in("is", _in("t", cell))}</c>' for cell in row))
        for row in _TABLE
    )
    sheets = _in("sheets", '<sheet name="Lamps" sheetId="1" r:id="r1"/>')
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    types = (
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
        f'<Override PartName="/xl/sheet1.xml" ContentType="{kind}.worksheet+xml"/>'
    )
    named = 'xmlns="http://schemas.openxmlformats.org/package/2006/content-types"'
    return _zipped(
        {
            "[Content_Types].xml": _xml("Types", named, types),
            "_rels/.rels": _relation("officeDocument", "xl/workbook.xml"),
            "xl/workbook.xml": _xml("workbook", spaces, sheets),
            "xl/_rels/workbook.xml.rels": _relation("worksheet", "sheet1.xml"),
            "xl/sheet1.xml": _xml("worksheet", spaces, _in("sheetData", rows)),
        }
    )


def _epub() -> bytes:
    space = 'xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"'
    package = (
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:identifier id="i">x</dc:identifier><dc:title>{WORD}</dc:title></metadata>'
        '<manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="a"/></spine>'
    )
    container = (
        '<rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/>'
        "</rootfiles>"
    )
    oasis = 'xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"'
    page = 'xmlns="http://www.w3.org/1999/xhtml"'
    return _zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": _xml("container", oasis, container),
            "book.opf": _xml("package", space, package),
            "a.xhtml": _xml("html", page, _in("body", _HTML)),
        }
    )


def _zipped(parts: Mapping[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def _relation(kind: str, target: str) -> str:
    related = f'<Relationship Id="r1" Type="{_OFFICE}/relationships/{kind}" Target="{target}"/>'
    return _xml("Relationships", f'xmlns="{_RELATED}"', related)


def _xml(root: str, attributes: str, inner: str) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?><{root} {attributes}>{inner}</{root}>'


def _in(element: str, inner: str) -> str:
    return f"<{element}>{inner}</{element}>"
