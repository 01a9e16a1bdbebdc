"""A key store for the processes of tests: keys lie in a file that the test names."""

import json
import os
from pathlib import Path

from keyring.backend import KeyringBackend


class TestStore(KeyringBackend):
    __test__ = False
    priority = 1.0

    def get_password(self, service: str, username: str) -> str | None:
        return _kept().get(username)

    def set_password(self, service: str, username: str, password: str) -> None:
        _file().write_text(json.dumps({**_kept(), username: password}), encoding="utf-8")

    def delete_password(self, service: str, username: str) -> None:
        kept = _kept()
        del kept[username]
        _file().write_text(json.dumps(kept), encoding="utf-8")


def _file() -> Path:
    return Path(os.environ["TEST_KEYS"])


def _kept() -> dict[str, str]:
    kept: dict[str, str] = {}
    if _file().exists():
        kept = json.loads(_file().read_text(encoding="utf-8"))
    return kept
