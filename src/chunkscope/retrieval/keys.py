"""Keys of embedding services, kept by the system's own key store and nowhere else."""

from typing import Any, Final
from urllib.parse import urlsplit

from chunkscope.retrieval.errors import ModelUnavailable

_SERVICE: Final = "chunkscope"
_FILE_BACKENDS: Final = "keyrings."
"""Backends that keep keys in files, some of them plain, all have modules of this name."""


def stored_key(address: str) -> str | None:
    """Return the key for the server of `address`; None where there is none.

    Raises:
        ModelUnavailable: The system has no key store, or refuses.
    """
    found: str | None = _asked("get_password", address)
    return found


def store_key(address: str, key: str) -> None:
    """Keep `key` for the server of `address`.

    Raises:
        ModelUnavailable: The system has no key store, or refuses.
    """
    _asked("set_password", address, key)


def forget_key(address: str) -> None:
    """Remove the key for the server of `address`, if there is one.

    Raises:
        ModelUnavailable: The system has no key store, or refuses.
    """
    if stored_key(address) is not None:
        _asked("delete_password", address)


def server_of(address: str) -> str:
    """Return scheme, host and port: what a key is kept for."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}".lower()


def _asked(question: str, address: str, *more: str) -> Any:
    try:
        import keyring
    except ImportError as error:
        raise ModelUnavailable(
            "The library that speaks to the system's key store is missing.",
            "Install the program anew.",
        ) from error
    store = keyring.get_keyring()
    if type(store).__module__.startswith(_FILE_BACKENDS):
        raise ModelUnavailable(
            "The only key store here keeps keys in a file.", "Set up the system's key store."
        )
    try:
        return getattr(store, question)(_SERVICE, server_of(address), *more)
    except Exception as error:  # backends raise what their system's libraries raise
        raise ModelUnavailable(
            f"The system's key store does not answer ({type(error).__name__}).",
            "Unlock it or set it up, then try again.",
        ) from error
