"""A picture of the window, drawn without a screen."""

from pathlib import Path

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
