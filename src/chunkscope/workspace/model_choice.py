"""Which embedding model is chosen: how a choice is written, stored, opened and remarked upon.

A choice is a name that `retrieval.catalogue` opens, a folder, or a model of an embeddings endpoint,
written `endpoint:ADDRESS#WINDOW#MODEL`; the window may be left out. Keys are no part of it.
"""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, urlsplit

from chunkscope.core.progress import Report, ignore
from chunkscope.core.tokens import BGE_SMALL

if TYPE_CHECKING:
    from chunkscope.retrieval.embedding import Embedder, Vectors
    from chunkscope.retrieval.endpoint import EndpointEmbedder

DEFAULT_WINDOW: Final = 8191
WINDOW_RANGE: Final = (16, 1_000_000)
FLOOR_ASSUMES: Final = "The floor of 0.4 was set for questions without an instruction."

_ENDPOINT: Final = "endpoint:"
_SETTING: Final = "#"
_LONGEST: Final = 2000
_FOLDER_PARTS: Final = 4
_OTHER_MODEL: Final = (
    f"Scores of another model differ: the floor of 0.4 was set for {BGE_SMALL.name}."
)
_WITH_INSTRUCTION: Final = f"{FLOOR_ASSUMES} Scores with one differ."


@dataclass(frozen=True, slots=True)
class EndpointChoice:
    """An embeddings endpoint as the user set it up; its key is kept by the system's key store.

    Attributes:
        address: Up to the version, such as `https://host/v1`.
        model: The model's name there.
        window: Tokens that it reads of a text.
        is_on: Whether the user has confirmed that text of pages is sent there.
    """

    address: str = ""
    model: str = ""
    window: int = DEFAULT_WINDOW
    is_on: bool = False

    @property
    def name(self) -> str:
        """What stands for it as the model of a question; empty while it is not set up."""
        if not self.address or not self.model:
            return ""
        return f"{_ENDPOINT}{self.address}{_SETTING}{self.window}{_SETTING}{self.model}"

    @property
    def host(self) -> str:
        """Host and port that text is sent to; empty where the address is none."""
        parts = _parts_of(self.address)
        return "" if parts is None else parts.netloc.rpartition("@")[2]

    @property
    def stays_here(self) -> bool:
        """Whether it is a program on this machine."""
        parts = _parts_of(self.address)
        return parts is not None and _is_this_machine(parts.hostname or "")

    @property
    def warning(self) -> str:
        """What happens to text of pages, in plain words."""
        where = self.host or "the service"
        if self.stays_here:
            return (
                f"Text of your pages and your questions are sent to a program on this machine, "
                f"{where}. Whether they stay here is up to it."
            )
        parts = _parts_of(self.address)
        is_open = parts is not None and parts.scheme == "http"
        way = ", unencrypted: others on the way can read them" if is_open else ""
        return (
            "Text of your pages and your questions leave this machine: they are sent to "
            f"{where}{way}. What becomes of them there is up to its owner."
        )

    @property
    def refusal(self) -> str:
        """What keeps it from being used, in a sentence; empty where nothing does."""
        parts = _parts_of(self.address)
        if parts is None:
            return "Type an address that begins with https:// or http://."
        if "@" in parts.netloc or parts.query or _SETTING in self.address:
            return "The address may hold no name, password, “?” or “#”; a key has its own line."
        if len(self.address) > _LONGEST or len(self.model) > _LONGEST:
            return "That is too long."
        return "" if self.model.strip() else "Type the name that the model has there."


class OnDemandEndpoint:
    """An endpoint that is connected to when a vector is wanted, and no earlier."""

    def __init__(self, choice: EndpointChoice) -> None:
        """Connect to nothing yet."""
        from chunkscope.retrieval.endpoint import Endpoint, EndpointEmbedder

        self._endpoint = Endpoint(choice.address, choice.model, choice.window)
        self._described = EndpointEmbedder(self._endpoint, "", None, 0)
        self._connected: EndpointEmbedder | None = None
        self.name = choice.model
        self.identity = self._described.identity
        self.window = choice.window

    @property
    def dimension(self) -> int:
        """Length of a vector; the server is asked for one."""
        return self._opened().dimension

    def read_part(self, text: str) -> str:
        """Return a beginning of `text` that, by the estimate, fills the window."""
        return self._described.read_part(text)

    def embed(self, texts: Sequence[str], report: Report = ignore) -> "Vectors":
        """Return one vector a text, in the order given."""
        return self._opened().embed(texts, report)

    def embed_question(self, question: str, instruction: str | None = None) -> "Vectors":
        """Return the vector of a question."""
        return self._opened().embed_question(question, instruction)

    def _opened(self) -> "EndpointEmbedder":
        if self._connected is None:
            from chunkscope.retrieval.endpoint import open_endpoint
            from chunkscope.retrieval.errors import ModelUnavailable

            key, lack = "", ""
            try:
                from chunkscope.retrieval.keys import stored_key

                key = stored_key(self._endpoint.address) or ""
            except ModelUnavailable as unavailable:
                lack = unavailable.message
            try:
                self._connected = open_endpoint(self._endpoint, key)
            except ModelUnavailable as error:
                wants_key = any(f"({code}" in error.message for code in (401, 403))
                if not lack or not wants_key:
                    raise
                raise ModelUnavailable(f"{error.message} {lack}", error.hint) from error
        return self._connected


def open_chosen(model: str) -> "Embedder":
    """Return the embedder that a question's model stands for; a local one takes about a second.

    Raises:
        ModelUnavailable: There is no such model, it is not here, or it cannot be loaded.
    """
    if model.startswith(_ENDPOINT):
        choice = endpoint_named(model)
        if choice is None or choice.refusal:
            from chunkscope.retrieval.errors import ModelUnavailable

            raise ModelUnavailable(
                f"“{model}” does not say which model of which endpoint.",
                f"Write it as {_ENDPOINT}https://host/v1{_SETTING}MODEL.",
            )
        return OnDemandEndpoint(choice)
    from chunkscope.retrieval.catalogue import open_embedder

    return open_embedder(model)


def endpoint_named(model: str) -> EndpointChoice | None:
    """Return the endpoint that a question's model stands for; None where it is no endpoint's."""
    if not model.startswith(_ENDPOINT):
        return None
    address, _, rest = model.removeprefix(_ENDPOINT).partition(_SETTING)
    window, has_window, name = rest.partition(_SETTING)
    least, most = WINDOW_RANGE
    if has_window and window.isascii() and window.isdigit() and least <= int(window) <= most:
        return EndpointChoice(address, name, int(window))
    return EndpointChoice(address, rest)


def is_allowed(model: str, endpoint: EndpointChoice) -> bool:
    """Whether a model may be used unasked: an endpoint's only where that is switched on."""
    return not model.startswith(_ENDPOINT) or (endpoint.is_on and endpoint.name == model)


def shown_name(model: str) -> str:
    """Return what a reader calls a question's model."""
    endpoint = endpoint_named(model)
    if endpoint is not None:
        return f"{endpoint.model} at {endpoint.host or 'an endpoint'}"
    name, equals, folder = model.partition("=")
    if equals and folder:
        return name
    return PurePath(model).name if _is_folder(model) else model


def stands_for_folder(model: str) -> bool:
    """Whether a question's model is a folder of the user's."""
    _, equals, folder = model.partition("=")
    return bool(equals and folder) or _is_folder(model)


def remark_on(model: str, instruction: str | None = None) -> str:
    """Return what to bear in mind about scores, in one line; empty where the floor fits.

    Args:
        model: Of a question.
        instruction: What is put before the question; None for what the model's makers call
            necessary, which for the reference system's model is nothing.
    """
    if not _is_reference(model):
        return _OTHER_MODEL
    return _WITH_INSTRUCTION if instruction else ""


def decoded_endpoint(stored: object) -> EndpointChoice:
    """Return a stored endpoint; whatever cannot be read is off."""
    if not isinstance(stored, dict):
        return EndpointChoice()
    address, model, window = (stored.get(name) for name in ("address", "model", "window"))
    if not isinstance(address, str) or not isinstance(model, str):
        return EndpointChoice()
    least, most = WINDOW_RANGE
    if type(window) is not int or not least <= window <= most:
        window = DEFAULT_WINDOW
    choice = EndpointChoice(address, model, window, stored.get("is_on") is True)
    return EndpointChoice() if choice.refusal else choice


def _is_reference(model: str) -> bool:
    endpoint = endpoint_named(model)
    if endpoint is not None:
        return endpoint.model.casefold().rpartition("/")[2] == BGE_SMALL.name
    name, equals, folder = model.partition("=")
    if equals and folder:
        model = name
    if _is_folder(model):
        parts = PurePath(model).parts[-_FOLDER_PARTS:]
        return any(BGE_SMALL.name in part.casefold() for part in parts)
    return model.strip().casefold().rpartition("/")[2] == BGE_SMALL.name


def _is_folder(model: str) -> bool:
    return PurePath(model).is_absolute() or model.startswith((".", "~"))


def _parts_of(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address)
        is_web = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return None
    return parts if is_web else None


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
