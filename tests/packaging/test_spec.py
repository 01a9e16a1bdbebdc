"""The recipe of the frozen program, read for each system; fakes stand in for PyInstaller."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from tests.packaging.scripts import PACKAGING


class Recipe:
    """Notes what the recipe asks PyInstaller for."""

    def __init__(self) -> None:
        self.asked: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {}
        self.programs: list[dict[str, Any]] = []

    def taker(self, name: str) -> Any:
        def take(*given: Any, **named: Any) -> SimpleNamespace:
            self.asked[name] = (given, named)
            self.programs += [named] if name == "EXE" else []
            plugins = "PySide6/Qt/plugins"
            binaries = [
                (f"{plugins}/tls/libq.so", "/q", "BINARY"),
                ("lxml/etree.so", "/e", "BINARY"),
            ]
            made = named.get("name")
            return SimpleNamespace(pure=[], binaries=binaries, datas=[], scripts=[], name=made)

        return take


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    hooks = ModuleType("PyInstaller.utils.hooks")
    vars(hooks).update(collect_data_files=lambda _name: [], copy_metadata=lambda _name: [])
    licences = ModuleType("licences")
    vars(licences).update(write=lambda _sources, folder: [("licences/all", str(folder), "DATA")])
    resource = ModuleType("PyInstaller.utils.win32.versioninfo")
    kinds = ("VSVersionInfo", "FixedFileInfo", "StringFileInfo", "StringTable", "StringStruct")
    for kind in (*kinds, "VarFileInfo", "VarStruct"):
        setattr(resource, kind, lambda *given, **named: (given, named))
    win32 = ModuleType("PyInstaller.utils.win32")
    vars(win32).update(versioninfo=resource)
    for module in (hooks, licences, win32):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    for name in ("PyInstaller", "PyInstaller.utils"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setenv("CHUNKSCOPE_WORK", "work")
    monkeypatch.setenv("CHUNKSCOPE_VERSION", "1.2.3")
    monkeypatch.setenv("CHUNKSCOPE_NUMBERS", "1.2.3.0")
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    sys.modules.pop("parts", None)


def recipe_on(system: str, monkeypatch: pytest.MonkeyPatch) -> Recipe:
    monkeypatch.setattr(sys, "platform", system)
    recipe = Recipe()
    names = ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")
    source = (PACKAGING / "chunkscope.spec").read_text(encoding="utf-8")
    scope = {name: recipe.taker(name) for name in names} | {"SPECPATH": str(PACKAGING)}
    exec(compile(source, "chunkscope.spec", "exec"), scope)
    monkeypatch.undo()
    return recipe


@pytest.mark.usefixtures("fakes")
def test_on_linux_it_is_a_folder_with_a_program_in_small_letters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    recipe = recipe_on("linux", monkeypatch)
    program = recipe.asked["EXE"][1]
    assert (program["name"], program["console"]) == ("chunkscope", True)
    assert "BUNDLE" not in recipe.asked


@pytest.mark.usefixtures("fakes")
def test_on_windows_it_has_no_console_but_an_icon_and_a_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = recipe_on("win32", monkeypatch).asked["EXE"][1]
    assert (program["name"], program["console"]) == ("ChunkScope", False)
    assert Path(program["icon"]).name == "chunkscope.ico"
    assert "1.2.3" in str(program["version"])


@pytest.mark.usefixtures("fakes")
def test_on_windows_a_program_for_consoles_shares_the_modules_by_having_the_same_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    recipe = recipe_on("win32", monkeypatch)
    console, program = recipe.programs
    assert (console["console"], program["console"]) == (True, False)
    assert (console["append_pkg"], program["append_pkg"]) == (False, False)
    assert recipe.asked["COLLECT"][0][1] == [("ChunkScope.com", console["name"], "EXECUTABLE")]


@pytest.mark.usefixtures("fakes")
@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_elsewhere_one_program_is_for_both_and_holds_its_modules(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = recipe_on(system, monkeypatch)
    assert [program["append_pkg"] for program in recipe.programs] == [True]
    assert recipe.asked["COLLECT"][0][1] == []


@pytest.mark.usefixtures("fakes")
def test_on_macos_it_is_a_bundle_signed_with_the_entitlements(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CHUNKSCOPE_SIGN_IDENTITY", "Developer ID Application: Somebody")
    recipe = recipe_on("darwin", monkeypatch)
    program, bundle = recipe.asked["EXE"][1], recipe.asked["BUNDLE"][1]
    assert program["codesign_identity"] == "Developer ID Application: Somebody"
    assert Path(program["entitlements_file"]).is_file()
    assert (bundle["name"], bundle["version"]) == ("ChunkScope.app", "1.2.3")
    assert bundle["info_plist"]["CFBundleDocumentTypes"]


@pytest.mark.usefixtures("fakes")
@pytest.mark.parametrize("system", ["linux", "win32", "darwin"])
def test_nothing_is_packed_or_stripped_and_what_is_unwanted_stays_out(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = recipe_on(system, monkeypatch)
    for step in ("EXE", "COLLECT"):
        assert recipe.asked[step][1]["upx"] is False
        assert recipe.asked[step][1]["strip"] is False
    _program, _consoles, binaries, datas = recipe.asked["COLLECT"][0]
    assert [place for place, _, _ in binaries] == ["lxml/etree.so"]
    assert ("licences/all", str(Path("work") / "licences"), "DATA") in datas
