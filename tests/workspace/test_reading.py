"""Sources as a reader names them."""

from pathlib import Path

import pytest

from chunkscope.core.document import Document, Note
from chunkscope.core.spans import Span
from chunkscope.workspace.files import SaveError, write_whole
from chunkscope.workspace.reading import notes_with_places, source_named

TEXT = "# One\n\nText.\n\n# Two\n\nText.\n"


def test_a_name_is_a_file_unless_it_is_an_address() -> None:
    assert source_named("a/b.md") == Path("a/b.md")
    assert source_named(" https://a.example//b ") == "https://a.example//b"


def test_a_note_tells_the_page_it_speaks_of_or_else_the_line() -> None:
    notes = (Note("a", "First."), Note("b", "Second.", Span(14, 20)))
    with_pages = Document("T", TEXT, pages=(Span(0, 14), Span(14, len(TEXT))), notes=notes)

    assert list(notes_with_places(with_pages)) == ["First.", "Second. (page 2)"]
    assert list(notes_with_places(Document("T", TEXT, notes=notes)))[1] == "Second. (line 5)"


def test_a_note_of_many_places_is_said_once_with_all_of_them() -> None:
    notes = tuple(Note("a", "Two of them.", Span(start, start + 1)) for start in (0, 14))

    assert list(notes_with_places(Document("T", TEXT, notes=notes))) == [
        "Two of them. (line 1, line 5)"
    ]


def test_what_fails_midway_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("old", encoding="utf-8")

    def pieces() -> "list[str]":
        raise ValueError("midway")

    with pytest.raises(ValueError, match="midway"):
        write_whole(path, (piece for _ in "x" for piece in pieces()))
    assert path.read_text(encoding="utf-8") == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["page.md"]


def test_a_link_is_followed_and_permissions_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "page.md", tmp_path / "link.md"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    link.symlink_to(path)

    write_whole(link, ["new"])

    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == "new"
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", ["nowhere/page.md", "a\0b.md", "x" * 300])
def test_a_name_that_cannot_be_written_is_one_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(SaveError):
        write_whole(tmp_path / name, ["text"])
    assert list(tmp_path.iterdir()) == []
