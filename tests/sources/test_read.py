import os
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chunkscope.core.document import Document, normalise
from chunkscope.core.errors import Cancelled, SourceError
from chunkscope.sources import read
from chunkscope.sources.clipboard import document_from_html, document_from_text
from chunkscope.sources.outcome import Wishes
from chunkscope.sources.read import read_document
from chunkscope.sources.states import failure_of_no_text

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def states(document: Document) -> list[str]:
    return [note.state for note in document.notes]


def state_of(path: Path) -> str:
    with pytest.raises(SourceError) as caught:
        read_document(path)
    assert caught.value.message.endswith(".")
    assert caught.value.hint
    return caught.value.state


def written(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def word_document(folder: Path, name: str, body: str) -> Path:
    """Write the smallest Word document that holds `body`."""
    path = folder / name
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "[Content_Types].xml",
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats'
            '-officedocument.wordprocessingml.document.main+xml"/></Types>',
        )
        archive.writestr(
            "_rels/.rels",
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            '<Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
            'relationships/officeDocument" Target="word/document.xml"/></Relationships>',
        )
        archive.writestr(
            "word/document.xml",
            f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>',
        )
    return path


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def test_markdown_is_unchanged_but_for_its_line_ends(tmp_path: Path) -> None:
    content = "\ufeff# Töne \r\n\r\n\r\n\ttrailing  \r    ```\n\n\nend"
    document = read_document(written(tmp_path, "page.md", content.encode()))
    assert document.text == "# Töne \n\n\n\ttrailing  \n    ```\n\n\nend"
    assert (document.title, document.encoding, states(document)) == ("Töne", "utf-8", [])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\r\n\t #")))
def test_no_character_of_a_text_is_lost(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, "page.md", text.encode())
    assert read_document(path).text == normalise(text)


@pytest.mark.parametrize("name", ["page.mdx", "page.txt", "page.rst", "README", "page.xml"])
def test_whatever_is_text_is_read(tmp_path: Path, name: str) -> None:
    document = read_document(written(tmp_path, name, b"Words.\n"))
    assert (document.text, states(document)) == ("Words.\n", [])


def test_a_guessed_encoding_is_noted(tmp_path: Path) -> None:
    path = written(tmp_path, "page.md", "# Größe\n\nStraße\n".encode("cp1252"))
    document = read_document(path)
    assert document.text == "# Größe\n\nStraße\n"
    assert states(document) == ["encoding-guessed"]


def test_an_empty_markdown_file_is_an_empty_document(tmp_path: Path) -> None:
    document = read_document(written(tmp_path, "blank.md", b""))
    assert (document.text, document.title, states(document)) == ("", "blank", ["empty"])


def test_a_given_title_comes_first(tmp_path: Path) -> None:
    path = written(tmp_path, "page.md", b"# Own\n")
    assert read_document(path, title="Given").title == "Given"


@pytest.mark.parametrize("name", ["a.md", "a.mdx", "a.txt", "a", "a.log"])
def test_an_empty_file_of_text_is_an_empty_page_and_says_so(tmp_path: Path, name: str) -> None:
    document = read_document(written(tmp_path, name, b""))

    assert document.text == ""
    assert [note.message for note in document.notes] == ["The file is empty."]


@pytest.mark.parametrize(
    ("name", "content", "text"),
    [
        ("a.md", "\ufeff\ufeffa".encode(), "\ufeffa"),
        ("a.md", "\ufeff\ufeffa".encode("utf-16"), "\ufeff\ufeffa"),
        ("a.md", "\ufeff# 见出标题".encode("gb18030"), "# 见出标题"),
        ("a.txt", "a\ufeffb".encode(), "a\ufeffb"),
    ],
)
def test_one_byte_order_mark_is_dropped_and_a_second_is_text(
    tmp_path: Path, name: str, content: bytes, text: str
) -> None:
    assert read_document(written(tmp_path, name, content)).text == text


@pytest.mark.parametrize(
    "encoding",
    ["idna", "punycode", "unicode_escape", "unicode-escape", "raw_unicode_escape", "undefined"],
)
def test_what_writes_text_for_machines_is_no_encoding(tmp_path: Path, encoding: str) -> None:
    with pytest.raises(SourceError) as caught:
        read_document(written(tmp_path, "a.md", b"a"), wishes=Wishes(encoding=encoding))
    assert caught.value.state == "encoding-unknown"


@pytest.mark.parametrize(
    ("name", "content", "state"),
    [
        ("zero.docx", b"", "empty"),
        ("zero.csv", b"", "empty"),
        ("zero.zip", b"", "not-supported"),
        ("a.docx", b"\xff" * 5000, "damaged"),
        ("a.md", b"\xff" * 5000, "not-supported"),
        ("a.md", b"\x89PNG\r\n\x1a\n", "not-supported"),
        ("a.xyz", bytes(range(256)) * 20, "not-supported"),
        ("a.docx", b"PK\x03\x04 and no more", "damaged"),
        ("a.csv", bytes(range(256)) * 20, "not-supported"),
        ("a.pdf", b"%PDF-1.7 and no more", "damaged"),
        ("a.pptx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and no more", "damaged"),
    ],
)
def test_every_failure_is_a_named_state(
    tmp_path: Path, name: str, content: bytes, state: str
) -> None:
    assert state_of(written(tmp_path, name, content)) == state


def test_what_is_no_file_is_a_named_state(tmp_path: Path) -> None:
    assert state_of(tmp_path / "none.md") == "missing"
    assert state_of(tmp_path / "nul\0.md") == "missing"
    assert state_of(tmp_path) == "folder"
    assert state_of(written(tmp_path, "a.md", b"x") / "inside.md") == "missing"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and modes are those of POSIX")
def test_pipes_and_forbidden_files_are_named_states(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    assert state_of(tmp_path / "pipe.md") == "not-supported"
    forbidden = written(tmp_path, "a.md", b"x")
    forbidden.chmod(0)
    if not os.access(forbidden, os.R_OK):
        assert state_of(forbidden) == "no-permission"


def test_a_text_over_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "MOST_TEXT_BYTES", 1_000_000)
    assert state_of(written(tmp_path, "a.md", b"x" * 1_000_001)) == "too-large"
    assert state_of(written(tmp_path, "a.csv", b"x" * 1_000_001)) == "too-large"


def test_a_text_can_be_cancelled(tmp_path: Path) -> None:
    def refuse(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        read_document(written(tmp_path, "a.md", b"x"), report=refuse)


def test_a_web_page_keeps_its_characters_headings_and_title(tmp_path: Path) -> None:
    page = '<meta charset="cp932"><title>表題</title><body><h1>見出し</h1><p>本文</p></body>'
    document = read_document(written(tmp_path, "page.html", page.encode("cp932")))
    assert document.text == "# 見出し\n\n本文"
    assert (document.title, document.encoding, states(document)) == ("表題", "cp932", [])


def test_a_web_page_without_text_says_so(tmp_path: Path) -> None:
    document = read_document(written(tmp_path, "app.html", b"<div id=app></div><script>1</script>"))
    assert (document.text, states(document)) == ("", ["no-text"])
    assert "scripts" in document.notes[0].message


def test_a_table_keeps_characters_that_come_late(tmp_path: Path) -> None:
    rows = "name,place\n" + "plain,row\n" * 10_000 + "Łódź,東京\n"
    document = read_document(written(tmp_path, "t.csv", rows.encode()))
    assert document.text.endswith("| Łódź | 東京 |")
    assert (document.encoding, states(document)) == ("utf-8", ["no-headings"])


def test_a_word_document_is_converted(tmp_path: Path) -> None:
    document = read_document(word_document(tmp_path, "a.docx", paragraph("Größe 😀")))
    assert (document.text, document.title) == ("Größe 😀", "a")
    assert (document.encoding, states(document)) == (None, ["no-headings"])


@pytest.mark.parametrize("name", ["a.pdf", "a.md", "a.pptx", "a.doc", "a.csv", "a.html"])
def test_content_wins_over_a_wrong_name_where_the_reader_wishes_it(
    tmp_path: Path, name: str
) -> None:
    path = word_document(tmp_path, name, paragraph("Words"))
    with pytest.raises(SourceError) as caught:
        read_document(path)
    assert caught.value.state == "wrong-extension"
    assert caught.value.message == f"{name} is a Word document, although its name says otherwise."
    assert "end in .docx" in caught.value.hint
    document = read_document(path, wishes=Wishes(by_content=True))
    assert document.text == "Words"
    assert states(document) == ["wrong-extension", "no-headings"]


def test_a_suffix_that_is_not_known_is_noted_and_never_wrong(tmp_path: Path) -> None:
    document = read_document(word_document(tmp_path, "a.v2", paragraph("Words")))
    assert document.text == "Words"
    assert states(document) == ["wrong-extension", "no-headings"]


def test_a_name_that_claims_nothing_is_not_wrong(tmp_path: Path) -> None:
    document = read_document(word_document(tmp_path, "a", paragraph("Words")))
    assert (document.text, document.form) == ("Words", "docx")
    assert states(document) == ["no-headings"]


@pytest.mark.parametrize("name", ["a.docx", "a.doc", "a.pdf", "a.epub"])
def test_text_under_the_name_of_another_format_is_read_as_text_on_a_wish(
    tmp_path: Path, name: str
) -> None:
    path = written(tmp_path, name, b"# Words\n")
    assert state_of(path) == "wrong-extension"
    document = read_document(path, wishes=Wishes(by_content=True))
    assert (document.text, states(document)) == ("# Words\n", ["wrong-extension"])


@pytest.mark.parametrize("name", ["a.md", "a.mdx", "a.txt", "a.TXT", "a.csv", "a.tsv", "a.html"])
def test_text_is_never_the_wrong_content_of_a_format_of_text(tmp_path: Path, name: str) -> None:
    document = read_document(written(tmp_path, name, b"words;more\n"))
    assert "wrong-extension" not in states(document)


def test_entities_that_grow_without_end_are_refused(tmp_path: Path) -> None:
    path = word_document(tmp_path, "a.docx", paragraph("&c;"))
    entities = "".join(
        f'<!ENTITY {a} "{f"&{b};" * 60}">' for a, b in ("cb", "ba", "ax", "xy", "yz")
    )
    with zipfile.ZipFile(path) as archive:
        parts = {part: archive.read(part) for part in archive.namelist()}
    parts["word/document.xml"] = (
        f'<!DOCTYPE d [<!ENTITY z "{"z" * 100}">{entities}]>'.encode() + parts["word/document.xml"]
    )
    with zipfile.ZipFile(path, "w") as archive:
        for part, content in parts.items():
            archive.writestr(part, content)
    assert state_of(path) == "damaged"


def test_nesting_beyond_the_converter_keeps_the_text_and_says_so(tmp_path: Path) -> None:
    page = "<div>" * 5_000 + "deep" + "</div>" * 5_000
    document = read_document(written(tmp_path, "a.html", page.encode()))
    assert document.text == "deep"
    assert states(document) == ["layout-lost", "no-headings"]


def test_pasted_text_becomes_a_document() -> None:
    document = document_from_text("# Töne\r\n\r\nWords \ud83d\ude00")
    assert (document.title, document.text) == ("Töne", "# Töne\n\nWords 😀")
    assert (document.origin, document.encoding) == (None, None)


def test_pasted_web_content_becomes_a_document() -> None:
    document = document_from_html("<h2>Töne</h2><p>Words 😀</p>")
    assert (document.title, document.text) == ("Untitled", "## Töne\n\nWords 😀")
    assert (document.origin, document.encoding, states(document)) == (None, None, [])


@pytest.mark.skipif(sys.platform != "linux", reason="other systems store names as text")
def test_a_name_that_is_no_text_is_read_all_the_same(tmp_path: Path) -> None:
    name = os.fsdecode(b"gr\xfc\xdfe.html")
    document = read_document(written(tmp_path, name, b"<h1>Words</h1>"))
    assert document.text == "# Words"


@pytest.mark.parametrize(
    ("name", "step"),
    [("a.zip", "Unpack it"), ("a.jpg", "text recognised"), ("a.mp3", "written down")],
)
def test_what_no_other_format_would_help_names_a_step_of_its_own(
    tmp_path: Path, name: str, step: str
) -> None:
    with pytest.raises(SourceError) as caught:
        read_document(written(tmp_path, name, b""))
    assert caught.value.state == "not-supported"
    assert step in caught.value.hint


@pytest.mark.parametrize("encoding", ["klingon", "hex", "", "a\0b", "\ud800"])
def test_an_encoding_that_no_one_knows_is_refused_by_name(tmp_path: Path, encoding: str) -> None:
    for name in ("a.md", "a.html", "a.msg"):
        with pytest.raises(SourceError) as caught:
            read_document(written(tmp_path, name, b"words"), wishes=Wishes(encoding=encoding))
        assert caught.value.state == "encoding-unknown"
        assert name in caught.value.message


@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
@pytest.mark.parametrize("sign", ["\n", "\r", "\x1b", "\x7f", "\u2028", "\x85"])
def test_a_sentence_about_a_file_is_one_line_whatever_its_name(tmp_path: Path, sign: str) -> None:
    with pytest.raises(SourceError) as caught:
        read_document(written(tmp_path, f"new{sign}line.zip", b""))
    assert len(caught.value.message.splitlines()) == 1
    assert caught.value.message.isprintable()


@pytest.mark.parametrize("form", ["docx", "pptx", "epub"])
def test_a_document_without_a_letter_is_not_told_to_be_scanned_again(form: str) -> None:
    error = failure_of_no_text(form, f"a.{form}")
    assert error.state == "no-text"
    assert "pictures" in error.message
    assert "OCR" not in error.hint
