"""Icons, packages, notes and workflows, as far as they can be held without building."""

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from PIL import Image
from tests.packaging.scripts import PACKAGING, ROOT, script

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
NSIS = (PACKAGING / "windows" / "installer.nsi").read_text(encoding="utf-8")


def test_icons_hold_every_size_that_each_system_asks_for(tmp_path: Path) -> None:
    icons = script("icons.py")
    icons.write_windows(tmp_path / "icon.ico")
    icons.write_mac(tmp_path / "icon.icns")
    with Image.open(tmp_path / "icon.ico") as windows, Image.open(tmp_path / "icon.icns") as mac:
        assert {(16, 16), (32, 32), (48, 48), (256, 256)} <= windows.info["sizes"]
        assert {(16, 16, 2), (128, 128, 1), (512, 512, 2)} <= set(mac.info["sizes"])


@pytest.mark.parametrize("size", [16, 32, 256])
def test_the_icon_shows_three_chunks_apart_in_three_colours(size: int) -> None:
    icon = script("icons.py").drawn(size)
    column = [icon.getpixel((size * 5 // 8, y)) for y in range(size)]
    white = ["x" if min(pixel[:3]) > 130 else " " for pixel in column]
    assert len("".join(white).split()) >= 3
    assert icon.getpixel((0, 0))[3] < 128
    assert icon.getpixel((size // 2, size // 2))[3] == 255


def test_a_package_depends_on_what_it_lacks() -> None:
    make_deb = script("linux/make_deb.py")
    found = make_deb.packages_of({"libGL.so.1", "libc.so.6", "ld-linux-x86-64.so.2", "libEGL.so.1"})
    assert found == ["libegl1", "libgl1"]
    with pytest.raises(SystemExit, match=r"libstrange\.so\.9"):
        make_deb.packages_of({"libstrange.so.9"})


def test_the_menu_entry_names_the_window_and_what_it_opens() -> None:
    entry = (PACKAGING / "linux" / "chunkscope.desktop").read_text(encoding="utf-8")
    assert "Exec=chunkscope %f" in entry
    assert "text/markdown;" in entry
    source = (ROOT / "src" / "chunkscope" / "gui" / "app.py").read_text(encoding="utf-8")
    assert 'setDesktopFileName("chunkscope")' in source


def test_the_notes_of_a_release_are_the_chapter_of_its_version() -> None:
    notes = script("notes.py")
    log = "# Changes\n\n## 1.1.0, not yet released\n\n- New.\n\n## 1.1, June\n\n- Old.\n"
    assert notes.chapter_of(log, "1.1.0") == "- New.\n"
    assert notes.chapter_of(log, "1.1") == "- Old.\n"
    with pytest.raises(SystemExit):
        notes.chapter_of(log, "1")


def test_the_windows_installer_needs_no_administrator() -> None:
    assert "RequestExecutionLevel user" in NSIS
    assert "HKLM" not in NSIS


def test_the_windows_uninstaller_removes_every_key_that_the_installer_writes() -> None:
    install, uninstall = NSIS.split('Section "Uninstall"')
    keys = set(re.findall(r'WriteReg\w+ HKCU "([^"]+)"', install))
    roots = {re.sub(r"\\(?:shell|DefaultIcon|SupportedTypes).*", "", key) for key in keys}
    gone = set(re.findall(r'DeleteReg(?:Key|Value)(?: /ifempty)? HKCU "([^"]+)"', uninstall))
    gone |= {key.replace("${ending}", end) for key in gone for end in (".md", ".markdown")}
    assert roots <= gone


def test_the_windows_uninstaller_leaves_it_to_the_program_what_is_the_programs() -> None:
    uninstall = NSIS.split('Section "Uninstall"')[1]
    assert uninstall.index("--remove-data --yes") < uninstall.index("REMOVE_PROGRAM")
    assert "APPDATA" not in "".join(re.findall(r"^ *RMDir.*", uninstall, re.MULTILINE))


def test_the_windows_installer_waits_for_the_window_and_for_commands() -> None:
    assert set(re.findall(r'NOTE_RUNNING "\$\{NAME\}(\.\w+)"', NSIS)) == {".exe", ".com"}
    for ending in (".exe", ".com", ".pkg"):
        assert f'Delete "$INSTDIR\\${{NAME}}{ending}"' in NSIS


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_pins_what_it_uses_and_grants_no_more_than_it_names(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {}
    for job in workflow["jobs"].values():
        assert set(job["permissions"]) == {"contents"}
        for step in job["steps"]:
            assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", step.get("uses", "a/a@" + "0" * 40))


def test_the_workflows_follow_the_schema_and_no_known_weakness_is_in_them() -> None:
    pytest.importorskip("check_jsonschema")
    files = [str(path) for path in WORKFLOWS]
    for command in (
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"],
        [str(Path(sys.executable).parent / "zizmor"), "--offline", "--quiet"],
    ):
        ran = subprocess.run([*command, *files], capture_output=True, check=False, text=True)
        assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("name", ["freeze.lock", "tools.lock"])
def test_what_builds_is_pinned_by_hash_and_no_lock_holds_an_address(name: str) -> None:
    lock = (PACKAGING / name).read_text(encoding="utf-8")
    assert "://" not in lock
    assert all(
        re.match(r"[a-z0-9-]+==\S+.* \\$", line) for line in lock.splitlines() if line[:1].isalnum()
    )


def test_the_background_of_the_disk_image_can_be_drawn(tmp_path: Path) -> None:
    background = script("macos/make_dmg.py").draw_background(tmp_path)
    with Image.open(io.BytesIO((tmp_path / "background@2x.png").read_bytes())) as large:
        assert large.size == (1120, 680)
    assert background.is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_a_copy_of_an_environment_shares_its_files_and_keeps_its_links(tmp_path: Path) -> None:
    source, copy = tmp_path / "source", tmp_path / "copy"
    (source / "bin").mkdir(parents=True)
    (source / "bin" / "python").symlink_to(sys.executable)
    (source / "module.py").write_text("one = 1\n", encoding="utf-8")
    for _ in range(2):
        script("build.py").copy_environment(source, copy)

    assert (copy / "module.py").samefile(source / "module.py")
    assert (copy / "bin" / "python").is_symlink()
