"""A picture of the window, drawn without a screen."""

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from chunkscope.gui import picture
from chunkscope.gui.main_window import MainWindow
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


def test_a_question_is_asked_and_its_answer_judged_before_the_picture(
    qtbot: QtBot,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    in_sight: list[bool] = []
    png_of = picture._png_of

    def noted(window: MainWindow) -> bytes:
        in_sight.append(window.bench_place.isVisible())
        return png_of(window)

    monkeypatch.setattr(picture, "_png_of", noted)
    page = tmp_path / "page.md"
    page.write_text("# Plans\n\nThe Pro plan has single sign-on.\n", encoding="utf-8")
    request = PictureRequest(page, tmp_path / "asked.png", question="Is there single sign-on?")
    plain, missing = replace(request, question=None), replace(request, answer="nowhere")

    assert draw(request) == 0
    asked = request.out.read_bytes()
    assert draw(plain) == 0
    assert request.out.read_bytes() != asked
    small = replace(request, answer="has single sign-on", width=1100, height=700)
    assert draw(small) == 0
    assert in_sight[-1]
    assert request.out.read_bytes() != asked
    assert draw(missing) == 2
    assert "not in the page" in capsys.readouterr().err
