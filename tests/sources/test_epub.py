"""Books: chapters in the order of reading, each a page, without what only leads to them."""

import io
import zipfile

import pytest

from chunkscope.sources.outcome import PasswordNeeded
from chunkscope.sources.web.epub_converter import convert_epub

CONTAINER = '<container><rootfiles><rootfile full-path="O/a.opf"/></rootfiles></container>'
XHTML = "application/xhtml+xml"


def book(
    parts: dict[str, str],
    *,
    order: list[str] | None = None,
    properties: dict[str, str] | None = None,
    guide: str = "",
    more: dict[str, str] | None = None,
) -> io.BytesIO:
    """Return a book whose chapters are `parts`, read in `order`."""
    items = "".join(
        f'<item id="{name}" href="{name}" media-type="{XHTML}" '
        f'properties="{(properties or {}).get(name, "")}"/>'
        for name in parts
    )
    spine = "".join(f'<itemref idref="{name}"/>' for name in order or parts)
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Book</dc:title></metadata>'
        f"<manifest>{items}</manifest><spine>{spine}</spine><guide>{guide}</guide></package>"
    )
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("O/a.opf", package)
        for name, text in parts.items():
            archive.writestr(f"O/{name}", text)
        for name, text in (more or {}).items():
            archive.writestr(name, text)
    content.seek(0)
    return content


def chapter(body: str, title: str = "T") -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml">'
        f"<head><title>{title}</title></head><body>{body}</body></html>"
    )


def test_chapters_come_in_the_order_of_reading_and_are_pages() -> None:
    parts = {"b.xhtml": chapter("<h1>Two</h1>"), "a.xhtml": chapter("<h1>One</h1><p>Ä</p>")}
    outcome = convert_epub(book(parts, order=["a.xhtml", "b.xhtml"]))
    assert (outcome.markdown, outcome.title) == ("# One\n\nÄ\n\n# Two", "The Book")
    texts = [outcome.markdown[start:end] for start, end in outcome.pages]
    assert texts == ["# One\n\nÄ", "# Two"]


def test_elements_that_xml_closes_at_once_hold_nothing() -> None:
    page = chapter('<p>a<a id="x"/>b</p><p/><script src="x"/><i/>c').replace(
        "<title>T<", "<title><"
    )
    page = page.replace("<title></title>", "<title/>")
    assert convert_epub(book({"a.xhtml": page})).markdown == "ab\n\nc"


def test_what_only_leads_to_chapters_is_left_out() -> None:
    parts = {
        "cover.xhtml": chapter('<img src="c.jpg" alt="Cover"/>'),
        "nav.xhtml": chapter("<nav><ol><li><a href='a.xhtml'>One</a></li></ol></nav>"),
        "toc.xhtml": chapter("<h1>Contents</h1><p><a href='a.xhtml'>One</a></p>"),
        "a.xhtml": chapter("<h1>One</h1>"),
    }
    guide = '<reference type="cover" href="cover.xhtml"/><reference type="toc" href="toc.xhtml"/>'
    outcome = convert_epub(book(parts, properties={"nav.xhtml": "nav"}, guide=guide))
    assert outcome.markdown == "# One"


def test_a_chapter_with_the_contents_in_it_is_kept() -> None:
    parts = {"a.xhtml": chapter("<h1>One</h1>" + "<p>many words of text</p>" * 20)}
    guide = '<reference type="toc" href="a.xhtml#contents"/>'
    assert convert_epub(book(parts, guide=guide)).markdown.startswith("# One")


def test_parts_that_are_missing_are_said() -> None:
    content = book({"a.xhtml": chapter("<p>text</p>"), "b.xhtml": ""})
    stripped = io.BytesIO()
    with zipfile.ZipFile(content) as old, zipfile.ZipFile(stripped, "w") as new:
        for name in old.namelist():
            if name != "O/b.xhtml":
                new.writestr(name, old.read(name))
    stripped.seek(0)
    outcome = convert_epub(stripped)
    assert outcome.markdown == "text"
    assert [(one.state, one.detail) for one in outcome.remarks] == [("parts-unread", "O/b.xhtml")]


def test_a_book_whose_chapters_are_encrypted_needs_a_password() -> None:
    encryption = '<encryption><x><CipherReference URI="{}"/></x></encryption>'
    parts = {"a.xhtml": chapter("<p>text</p>")}
    locked = {"META-INF/encryption.xml": encryption.format("O/a.xhtml")}
    with pytest.raises(PasswordNeeded):
        convert_epub(book(parts, more=locked))
    fonts = {"META-INF/encryption.xml": encryption.format("O/font.otf")}
    assert convert_epub(book(parts, more=fonts)).markdown == "text"


def test_notes_and_their_references_are_kept() -> None:
    body = (
        '<p>text<sup><a href="#n1">1</a></sup></p>'
        '<aside epub:type="footnote" id="n1"><p>1. the note</p></aside>'
    )
    markdown = convert_epub(book({"a.xhtml": chapter(body)})).markdown
    assert markdown == "text[1](#n1)\n\n1\\. the note"


def test_a_book_of_which_no_chapter_can_be_read_is_damaged_and_not_without_text() -> None:
    whole = book({"a.xhtml": chapter("<p>words</p>" * 99)}).getvalue()
    start = whole.index(b"O/a.xhtml") + len("O/a.xhtml")
    broken = whole[: start + 60] + b"????" + whole[start + 64 :]
    with pytest.raises(zipfile.BadZipFile):
        convert_epub(io.BytesIO(broken))
