"""Every format that is converted, from a file to a document, by one process after the other."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chunkscope.core.document import Document
from chunkscope.core.errors import SourceError
from chunkscope.sources.outcome import Wishes
from chunkscope.sources.read import read_document
from chunkscope.sources.workshop import Workshop
from chunkscope.workspace.self_test.compound import compound_file, label, workbook_stream


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    workshop = Workshop()
    yield workshop
    workshop.close()


def read(
    workshop: Workshop, folder: Path, name: str, content: bytes, encoding: str | None = None
) -> Document:
    path = folder / name
    path.write_bytes(content)
    return read_document(path, workshop=workshop, wishes=Wishes(encoding=encoding))


def states(document: Document) -> list[str]:
    return [note.state for note in document.notes]


@pytest.mark.parametrize(
    ("name", "content", "text"),
    [
        ("a.tsv", "ä\tb\n1\t2\n".encode("cp1252"), "| ä | b |\n| --- | --- |\n| 1 | 2 |"),
        ("a.ipynb", b'{"cells": [{"cell_type": "markdown", "source": "# A"}]}', "# A"),
        ("a.eml", b"Subject: A\r\n\r\ntext", "# A\n\ntext"),
        ("a.html", b"<title>T</title><h1>A</h1><pre>x\n\n\ny</pre>", "# A\n\n```\nx\n\n\ny\n```"),
    ],
)
def test_a_file_becomes_a_document(
    workshop: Workshop, tmp_path: Path, name: str, content: bytes, text: str
) -> None:
    assert read(workshop, tmp_path, name, content).text == text


def test_compound_files_are_told_by_their_streams(workshop: Workshop, tmp_path: Path) -> None:
    sheet = {"Workbook": workbook_stream({"One": [label(0, 0, "a"), label(0, 1, "b")]})}
    book = read_document(compound_file(tmp_path / "a.xls", sheet), workshop=workshop)
    assert book.text.startswith("## One\n\n| a | b |")
    letter = {
        "__properties_version1.0": bytes(32),
        "__substg1.0_0037001F": "Subject".encode("utf-16-le"),
    }
    wishes = Wishes(by_content=True)
    path = compound_file(tmp_path / "b.doc", letter)
    message = read_document(path, workshop=workshop, wishes=wishes)
    assert (message.text, states(message)) == ("# Subject", ["wrong-extension"])


def test_a_web_page_under_the_name_of_a_workbook_is_read_as_one(
    workshop: Workshop, tmp_path: Path
) -> None:
    content = b"<html><body><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr>"
    path = tmp_path / "a.xls"
    path.write_bytes(content)
    document = read_document(path, workshop=workshop, wishes=Wishes(by_content=True))
    assert document.text == "| a | b |\n| --- | --- |\n| 1 | 2 |"
    assert "wrong-extension" in states(document)


@pytest.mark.parametrize("name", ["a.csv", "a.html", "a.eml", "a.md"])
def test_a_chosen_encoding_is_taken(workshop: Workshop, tmp_path: Path, name: str) -> None:
    content = "Subject: x\n\nпривет".encode("cp1251")
    document = read(workshop, tmp_path, name, content, "cp1251")
    assert "привет" in document.text
    assert "encoding-guessed" not in states(document)
    garbled = read(workshop, tmp_path, name, content, "cp1252")
    assert "ïðèâåò" in garbled.text


@pytest.mark.parametrize(
    ("name", "content", "state"),
    [
        ("a.ipynb", b"{", "damaged"),
        ("a.ipynb", b"\xff" * 5_000, "damaged"),
        ("a.ipynb", b"[" * 100_000, "too-deep"),
        ("a.eml", b"no message", "damaged"),
        ("a.eml", b"Content-Type: multipart/encrypted\n\nx", "encrypted"),
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "damaged"),
        ("a.msg", b"", "empty"),
    ],
)
def test_every_failure_is_a_named_state(
    workshop: Workshop, tmp_path: Path, name: str, content: bytes, state: str
) -> None:
    with pytest.raises(SourceError) as caught:
        read(workshop, tmp_path, name, content)
    assert caught.value.state == state
