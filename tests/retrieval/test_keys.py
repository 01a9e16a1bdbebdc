from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail

from chunkscope.retrieval.errors import ModelUnavailable
from chunkscope.retrieval.keys import forget_key, server_of, store_key, stored_key


class FakeStore(KeyringBackend):
    """Keeps keys in memory."""

    priority = 1.0

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


@pytest.fixture
def store() -> Iterator[FakeStore]:
    before = keyring.get_keyring()
    fake = FakeStore()
    keyring.set_keyring(fake)
    yield fake
    keyring.set_keyring(before)


def test_a_key_belongs_to_a_server(store: FakeStore) -> None:
    store_key("https://Host:8/v1", "secret")
    assert stored_key("https://host:8/v2/embeddings") == "secret"
    assert stored_key("https://other/v1") is None
    forget_key("https://host:8")
    forget_key("https://host:8")
    assert store.kept == {}


def test_a_name_in_an_address_is_no_part_of_the_server() -> None:
    assert server_of("https://me:word@host/v1") == "https://host"


def test_without_a_key_store_it_says_so(store: FakeStore) -> None:
    keyring.set_keyring(fail.Keyring())  # type: ignore[no-untyped-call]
    with pytest.raises(ModelUnavailable, match="does not answer"):
        stored_key("https://host")


def test_a_store_that_writes_files_is_not_used(
    store: FakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeStore, "__module__", "keyrings.alt.file")
    with pytest.raises(ModelUnavailable, match="in a file"):
        store_key("https://host", "secret")
    assert store.kept == {}
