"""What the program keeps: all of it found, all of it removed, and nothing else touched."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from chunkscope.core.document import Document
from chunkscope.core.splitters.parent_child import cut
from chunkscope.retrieval.counters import available_counters
from chunkscope.retrieval.errors import ModelUnavailable
from chunkscope.retrieval.folders import HOME_VARIABLE
from chunkscope.retrieval.lock import FolderLock
from chunkscope.workspace import kept as kept_module
from chunkscope.workspace import preferences as stored
from chunkscope.workspace.asking import AskingSession, page_of
from chunkscope.workspace.crash_report import Session
from chunkscope.workspace.kept import StillOpen, described, kept, remove_kept
from chunkscope.workspace.model_choice import EndpointChoice
from chunkscope.workspace.paths import cache_folder, config_folder, log_folder
from chunkscope.workspace.preferences import Preferences
from chunkscope.workspace.questions import BUILT_IN_MODEL

LEFT_BY_A_CRASH = "running-999999999.txt"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


def everything() -> None:
    """Have each part of the program keep what it keeps, and lay the rest as they name it."""
    stored.save(Preferences())
    for state in available_counters():
        assert state.counter is not None
        state.counter.count("one")
    document = Document("Lamp", "# Lamp\n\nIt turns.\n")
    with AskingSession() as session:
        session.index(page_of(document, cut(document.title, document.text)), BUILT_IN_MODEL)
    log_folder().mkdir(parents=True, exist_ok=True)
    for name in ("chunkscope.log", "chunkscope.log.2", LEFT_BY_A_CRASH):
        (log_folder() / name).write_text("x", encoding="utf-8")


def laid(*paths: Path) -> None:
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine", encoding="utf-8")


def test_all_that_the_program_keeps_is_told_and_removed(home: Path) -> None:
    everything()
    told = described(kept())
    removal = remove_kept()

    assert [word for word in ("Settings", "Indexes", "Tables", "Log") if word not in told] == []
    assert (removal.stayed, removal.foreign, kept()) == ((), (), ())
    assert [path for path in home.rglob("*") if path.is_file()] == []


def test_in_the_folders_of_the_system_no_folder_of_its_name_stays(user_folders: Path) -> None:
    stored.save(Preferences())
    laid(cache_folder() / "indexes" / ("a" * 24) / "f", log_folder() / "chunkscope.log")
    remove_kept()

    assert list(user_folders.rglob("chunkscope")) == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the folders have other names")
def test_where_all_folders_of_the_system_are_one_nothing_stays_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    stored.save(Preferences())
    laid(cache_folder() / "tiktoken" / "ranks", log_folder() / "chunkscope.log")
    assert log_folder().is_relative_to(cache_folder())
    remove_kept()

    assert list(tmp_path.iterdir()) == []


def test_where_nothing_is_kept_nothing_happens(home: Path) -> None:
    assert kept() == ()
    assert remove_kept().stayed == ()
    assert not home.exists()


def test_what_somebody_else_put_there_stays_and_is_named(home: Path) -> None:
    stored.save(Preferences())
    others = [folder / "page.md" for folder in (config_folder(), cache_folder(), log_folder())]
    laid(*others, home / "beside.md")

    assert set(remove_kept().foreign) == set(others)
    assert all(path.exists() for path in (*others, home / "beside.md"))
    assert not (config_folder() / stored.FILE_NAME).exists()


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
@pytest.mark.parametrize("name", ["models", "indexes"])
def test_a_link_is_removed_and_not_what_it_leads_to(name: str, home: Path, tmp_path: Path) -> None:
    laid(tmp_path / "elsewhere" / ("b" * 24) / "page.md")
    cache_folder().mkdir(parents=True)
    (cache_folder() / name).symlink_to(tmp_path / "elsewhere")
    remove_kept()

    assert not cache_folder().exists()
    assert (tmp_path / "elsewhere" / ("b" * 24) / "page.md").exists()


def test_nothing_is_removed_while_a_window_is_open(home: Path) -> None:
    stored.save(Preferences())
    session = Session()
    with pytest.raises(StillOpen, match="is open"):
        remove_kept()
    assert (config_folder() / stored.FILE_NAME).exists()

    session.end()
    remove_kept()
    assert kept() == ()


def test_nothing_is_removed_while_an_index_is_in_use(home: Path) -> None:
    index = cache_folder() / "indexes" / ("a" * 24)
    laid(index / "ledger", config_folder() / stored.FILE_NAME)
    lock = FolderLock(index)
    with pytest.raises(StillOpen, match="in use"):
        remove_kept()
    assert (index / "ledger").exists()
    assert (config_folder() / stored.FILE_NAME).exists()

    lock.close()
    assert remove_kept().stayed == ()


def test_the_endpoints_key_goes_too_and_one_that_cannot_is_told(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgotten: list[str] = []
    monkeypatch.setattr(kept_module, "forget_key", forgotten.append)
    stored.save(Preferences(endpoint=EndpointChoice("https://host/v1", "m")))
    remove_kept()
    assert forgotten == ["https://host/v1"]

    def refuse(_address: str) -> None:
        raise ModelUnavailable("The key store does not answer.")

    monkeypatch.setattr(kept_module, "forget_key", refuse)
    stored.save(Preferences(endpoint=EndpointChoice("https://host/v1", "m")))
    assert "the key for host" in remove_kept().stayed[0]
    assert not config_folder().exists()


@pytest.mark.skipif(sys.platform == "win32", reason="folders are looked up otherwise there")
def test_on_macos_what_the_system_noted_of_the_program_goes_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("HOME", str(tmp_path))
    library = tmp_path / "Library"
    ours = [
        library / "Preferences" / "io.github.chunkscope.ChunkScope.plist",
        library / "Saved Application State" / "io.github.chunkscope.ChunkScope.savedState" / "w",
    ]
    laid(*ours, library / "Preferences" / "other.plist")
    remove_kept()

    assert not any(path.exists() for path in ours)
    assert (library / "Preferences" / "other.plist").exists()


def started(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "chunkscope", "--remove-data", *arguments],
        env={**os.environ, HOME_VARIABLE: str(home)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_command_removes_only_once_it_is_agreed_to(home: Path) -> None:
    stored.save(Preferences())
    asked = started(home)
    assert (asked.returncode, config_folder().exists()) == (2, True)
    assert str(config_folder()) in asked.stdout
    assert "--yes" in asked.stderr

    agreed = started(home, "--yes")
    assert (agreed.returncode, agreed.stderr, config_folder().exists()) == (0, "", False)
    assert started(home, "--yes").stdout.startswith("ChunkScope keeps nothing")
