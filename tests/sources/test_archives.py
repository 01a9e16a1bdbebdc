import struct
import zipfile
from pathlib import Path

import pytest

from chunkscope.core.errors import SourceError
from chunkscope.sources import archives
from chunkscope.sources.archives import format_of_archive, format_of_compound
from chunkscope.workspace.self_test.compound import compound_file


def archive_of(folder: Path, **parts: str | bytes) -> Path:
    path = folder / "made.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name.replace("__", "/"), content)
    return path


def state_of(path: Path) -> str:
    with pytest.raises(SourceError) as caught:
        format_of_archive(path, path.name)
    return caught.value.state


@pytest.mark.parametrize(
    ("part", "form"), [("word", "docx"), ("ppt", "pptx"), ("xl", "xlsx"), ("META-INF", "epub")]
)
def test_the_parts_of_an_archive_tell_its_format(tmp_path: Path, part: str, form: str) -> None:
    path = archive_of(tmp_path, **{f"{part}/container.xml": "<x/>"})
    assert format_of_archive(path, "x") == form


def test_a_book_is_told_by_its_media_type(tmp_path: Path) -> None:
    path = archive_of(tmp_path, mimetype="application/epub+zip", word__x="")
    assert format_of_archive(path, "x") == "epub"


def test_what_would_unpack_to_more_than_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = archive_of(tmp_path, **{"word/document.xml": "x" * 3_000_000, "word/a.png": "x"})
    assert format_of_archive(path, "x") == "docx"
    monkeypatch.setattr(archives, "MOST_MARKUP_BYTES", 2_000_000)
    assert state_of(path) == "too-large"
    monkeypatch.undo()
    monkeypatch.setattr(archives, "MOST_UNPACKED_BYTES", 3_000_000)
    assert state_of(path) == "too-large"
    monkeypatch.undo()
    monkeypatch.setattr(archives, "MOST_PARTS", 1)
    assert state_of(path) == "too-large"


def test_an_archive_of_something_else_is_named(tmp_path: Path) -> None:
    open_document = "application/vnd.oasis.opendocument.text"
    with pytest.raises(SourceError, match="an OpenDocument text"):
        format_of_archive(archive_of(tmp_path, mimetype=open_document), "x")
    assert state_of(archive_of(tmp_path, any="thing")) == "not-supported"


def test_a_truncated_archive_is_damaged(tmp_path: Path) -> None:
    path = archive_of(tmp_path, word__document="x" * 1000)
    path.write_bytes(path.read_bytes()[:-30])
    assert state_of(path) == "damaged"


@pytest.mark.parametrize(
    ("stream", "form"),
    [("Workbook", "xls"), ("Book", "xls"), ("__properties_version1.0", "msg")],
)
def test_the_streams_of_a_compound_file_tell_its_format(
    tmp_path: Path, stream: str, form: str
) -> None:
    path = compound_file(tmp_path / "made.bin", {stream: b"content"})
    assert format_of_compound(path, "x") == form


@pytest.mark.parametrize(
    ("stream", "state", "said"),
    [
        ("EncryptedPackage", "password", "protected by a password"),
        ("WordDocument", "not-supported", "an old Word document"),
        ("PowerPoint Document", "not-supported", "an old PowerPoint presentation"),
        ("Nothing known", "damaged", "damaged"),
    ],
)
def test_a_compound_file_says_what_it_is(
    tmp_path: Path, stream: str, state: str, said: str
) -> None:
    path = compound_file(tmp_path / "made.docx", {stream: b"content"})
    with pytest.raises(SourceError, match=said) as caught:
        format_of_compound(path, path.name)
    assert caught.value.state == state


def test_the_name_of_a_stream_within_a_text_says_nothing(tmp_path: Path) -> None:
    text = "EncryptedPackage WordDocument".encode("utf-16-le") * 200
    path = compound_file(tmp_path / "made.msg", {"__properties_version1.0": text})
    assert format_of_compound(path, "x") == "msg"


def test_a_workbook_with_a_password_is_told_by_its_records(tmp_path: Path) -> None:
    opening = struct.pack("<HH4x", 0x0809, 4) + struct.pack("<HH", 0x002F, 0)
    path = compound_file(tmp_path / "made.xls", {"Workbook": opening})
    with pytest.raises(SourceError) as caught:
        format_of_compound(path, path.name)
    assert caught.value.state == "password"


@pytest.mark.parametrize("kept", [8, 100, 600])
def test_a_truncated_compound_file_is_damaged(tmp_path: Path, kept: int) -> None:
    path = compound_file(tmp_path / "made.xls", {"Workbook": b"x" * 5000})
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(SourceError) as caught:
        format_of_compound(path, path.name)
    assert caught.value.state == "damaged"
