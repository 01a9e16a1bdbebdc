"""A picture of the window, drawn without a screen."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from chunkscope.gui.picture import draw
from chunkscope.workspace.picture import PictureRequest
from chunkscope.workspace.preferences import Preferences, load, save


def test_a_picture_leaves_the_readers_preferences_as_they_are(qtbot: QtBot, tmp_path: Path) -> None:
    kept = Preferences(theme="dark", recent=("/home/me/page.md",))
    save(kept)
    page = tmp_path / "page.md"
    page.write_text("# Page\n\nText.\n", encoding="utf-8")

    assert draw(PictureRequest(page, tmp_path / "page.png", "light", 800, 600)) == 0

    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
    assert load() == kept


def test_no_png_is_written_under_the_name_of_another_format(
    qtbot: QtBot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "page.jpg"
    assert draw(PictureRequest(None, out)) == 2
    assert capsys.readouterr().err == "chunkscope: A picture is a PNG file. Name it page.png.\n"
    assert not out.exists()
