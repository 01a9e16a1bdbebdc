"""Preferences survive a restart, and nothing that is stored can stop one."""

import json
from pathlib import Path

import pytest

from chunkscope.core.settings import PRESETS
from chunkscope.workspace.files import SaveError
from chunkscope.workspace.preferences import RECENT_LIMIT, Preferences, load, save
from chunkscope.workspace.state import View

NESTED = "[" * 900 + "]" * 900


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    preferences = (
        Preferences(
            "dark", View.SOURCE, 2, geometry="AA==", docks="BB==", shows_pages=True, pages_width=333
        )
        .with_document("/a.md")
        .with_settings("/a.md", PRESETS["Fine"])
    )
    save(preferences, tmp_path)

    assert load(tmp_path) == preferences


def test_the_first_start_has_defaults(tmp_path: Path) -> None:
    assert load(tmp_path / "nothing") == Preferences()


@pytest.mark.parametrize(
    "stored",
    [
        "", "{", "[]", "null", "7", '{"theme": 3, "view": [], "zoom": "x", "recent": 5}',
        '{"settings": {"a": {"parent_size": 0}}}', '{"settings": {"a": 7}}',
        '{"last_settings": {"unknown": 1}}', '{"zoom": true}', '{"view": {"a": 1}}',
        "[" * 100_000, '{"a":' * 100_000, f'{{"recent": [{NESTED}]}}', f'{{"docks": {NESTED}}}',
        f'{{"asked": {{"a": [{NESTED}]}}}}', f'{{"settings": {{"a": {NESTED}}}}}',
        f'{{"question": {{"text": {NESTED}}}}}', f'{{"endpoint": {{"model": {NESTED}}}}}',
        '{"zoom": ' + "9" * 5000 + "}", '{"geometry": 7}', '{"recent": [null, {}, ""]}',
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_the_default(tmp_path: Path, stored: str) -> None:
    (tmp_path / "preferences.json").write_text(stored, encoding="utf-8")

    assert load(tmp_path) == Preferences()


def test_what_an_older_version_stored_is_still_read(tmp_path: Path) -> None:
    (tmp_path / "preferences.json").write_text('{"recent": ["/a.md"]}', encoding="utf-8")

    assert load(tmp_path) == Preferences(recent=("/a.md",))


def test_an_address_is_kept_among_the_recent_documents(tmp_path: Path) -> None:
    save(Preferences().with_document("/a.md").with_document("https://example.org/a"), tmp_path)

    assert load(tmp_path).recent == ("https://example.org/a", "/a.md")


@pytest.mark.parametrize(("stored", "loaded"), [("9", 80), ("1e9", 280), ("99999", 4000)])
def test_a_width_out_of_range_is_brought_into_it(tmp_path: Path, stored: str, loaded: int) -> None:
    (tmp_path / "preferences.json").write_text(f'{{"pages_width": {stored}}}', encoding="utf-8")

    assert load(tmp_path).pages_width == loaded


def test_a_zoom_out_of_range_is_brought_into_it(tmp_path: Path) -> None:
    (tmp_path / "preferences.json").write_text(json.dumps({"zoom": 10**9}), encoding="utf-8")

    assert load(tmp_path).zoom == 12


def test_recent_documents_are_newest_first_without_repeats() -> None:
    preferences = Preferences()
    for number in range(20):
        preferences = preferences.with_document(f"/{number}.md")
    preferences = preferences.with_document("/15.md")

    assert preferences.recent[:3] == ("/15.md", "/19.md", "/18.md")
    assert len(preferences.recent) == RECENT_LIMIT


def test_each_document_keeps_its_settings_and_new_ones_start_with_the_last() -> None:
    preferences = Preferences().with_settings("/a.md", PRESETS["Fine"])
    preferences = preferences.with_settings("/b.md", PRESETS["Coarse"])

    assert preferences.settings_for("/a.md") == PRESETS["Fine"]
    assert preferences.settings_for("/c.md") == PRESETS["Coarse"]


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(Preferences("dark"), tmp_path)

    def fail(*_: object) -> None:
        raise OSError(28, "the disk is full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(SaveError, match="full"):
        save(Preferences("light"), tmp_path)

    assert load(tmp_path).theme == "dark"
    assert [file.name for file in tmp_path.iterdir()] == ["preferences.json"]
