"""What every test stands on: no screen, no trace in the user's folders, the same examples in CI."""

import os
import tempfile
from pathlib import Path

import hypothesis
import pytest

USER_FOLDERS = (
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "WIN_PD_OVERRIDE_APPDATA",
    "WIN_PD_OVERRIDE_LOCAL_APPDATA",
)

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_API"] = "pyside6"

hypothesis.settings.register_profile("person", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "person")


@pytest.fixture(autouse=True, scope="session")
def user_folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lay the user's folders into a temporary one, for this process and its children."""
    folder = tmp_path_factory.mktemp("user")
    for name in USER_FOLDERS:
        os.environ[name] = str(folder / name.lower())
    tempfile.tempdir = None
    return folder
