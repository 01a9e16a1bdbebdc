"""Embeddings from a server that speaks as OpenAI's does; off unless the user sets it up.

What is embedded leaves this machine: whoever opens an `EndpointEmbedder` has said so before.
"""

import http.client
import ipaddress
import json
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import SplitResult, urlsplit

from chunkscope.core.progress import Report, ignore
from chunkscope.retrieval.characters import without_surrogates
from chunkscope.retrieval.embedding import unit_rows
from chunkscope.retrieval.errors import ModelUnavailable
from chunkscope.retrieval.keys import server_of

if TYPE_CHECKING:
    from chunkscope.retrieval.embedding import Vectors

MOST_TEXTS: Final = 64
"""Texts in one request; every service takes as many."""
MOST_CHARACTERS: Final = 200_000
"""Text in one request, but for a single text that is longer."""

_CHARACTERS_PER_TOKEN: Final = 4
_TIMEOUT_SECONDS: Final = 60.0
_ATTEMPTS: Final = 3
_LONGEST_PAUSE_SECONDS: Final = 20.0
_BYTES_PER_NUMBER: Final = 32
_MOST_DIMENSIONS: Final = 16_384
_MOST_WORDS: Final = 200
_TEMPORARY: Final = (408, 429, 500, 502, 503, 504)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where embeddings are asked for.

    Attributes:
        address: Up to the version, such as `https://host/v1`, or up to `/embeddings`.
        model: The model's name there.
        window: Tokens that it reads of a text; longer texts are cut by the estimate before they
            are sent, because most servers refuse them.
    """

    address: str
    model: str
    window: int = 8191

    @property
    def embeddings_address(self) -> str:
        """The address that is asked."""
        address = self.address.strip().rstrip("/")
        return address if address.endswith("/embeddings") else f"{address}/embeddings"


class EndpointEmbedder:
    """Asks a server for vectors, a bounded batch at a time."""

    def __init__(self, endpoint: Endpoint, key: str, opener: Any, dimension: int) -> None:
        """Wrap `opener`, which opens addresses; `dimension` 0 takes what the server gives."""
        self.name = endpoint.model
        self.identity = f"{endpoint.model}@{server_of(endpoint.address)}"
        self.window = endpoint.window
        self.dimension = dimension
        self._address = endpoint.embeddings_address
        self._key = key
        self._opener = opener

    def read_part(self, text: str) -> str:
        """Return a beginning of `text` that, by the estimate, fills the window."""
        return without_surrogates(text[: self.window * _CHARACTERS_PER_TOKEN])

    def embed(self, texts: Sequence[str], report: Report = ignore) -> "Vectors":
        """Return one vector a text, in the order given, as unit rows."""
        import numpy as np

        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        parts = [self.read_part(text) for text in texts]
        for first, end in _requests(parts):
            report(first, len(texts))
            vectors[first:end] = self._asked(parts[first:end], report, (first, len(texts)))
        report(len(texts), len(texts))
        return vectors

    def embed_question(self, question: str, instruction: str | None = None) -> "Vectors":
        """Return the vector of a question; no instruction stands before it unless given."""
        asked = self.read_part((instruction or "") + question)
        vector: Vectors = self._asked([asked], ignore, (0, 1))[0]
        return vector

    def _asked(self, texts: list[str], report: Report, place: tuple[int, int]) -> "Vectors":
        body = {"model": self.name, "input": texts, "encoding_format": "float"}
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return self._vectors(self._sent(body, len(texts)), len(texts))
            except urllib.error.HTTPError as error:
                with error:
                    if error.code not in _TEMPORARY or attempt == _ATTEMPTS:
                        raise self._refused(error) from error
                    pause = _pause_seconds(error, attempt)
                _wait(pause, report, place)
            except (OSError, ValueError, RecursionError, http.client.HTTPException) as error:
                raise ModelUnavailable(
                    f"The embedding service {server_of(self._address)} does not answer as it "
                    f"should ({self._without_key(_reason(error))}).",
                    "Check the address and the connection.",
                ) from error
        raise AssertionError("the last attempt returns or raises")

    def _sent(self, body: dict[str, Any], count: int) -> bytes:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        request = urllib.request.Request(  # noqa: S310 - `open_endpoint` let only http through
            self._address, json.dumps(body).encode(), headers, method="POST"
        )
        dimension = self.dimension or _MOST_DIMENSIONS
        most = 100_000 + count * dimension * _BYTES_PER_NUMBER
        with self._opener.open(request, timeout=_TIMEOUT_SECONDS) as answer:
            content: bytes = answer.read(most + 1)
        if len(content) > most:
            raise ValueError("the answer is too long")
        return content

    def _vectors(self, content: bytes, count: int) -> "Vectors":
        import numpy as np

        entries = json.loads(content)
        rows = entries.get("data") if isinstance(entries, dict) else None
        if not isinstance(rows, list) or len(rows) != count:
            raise ValueError("the answer holds not one vector a text")
        try:
            ordered = sorted(rows, key=lambda row: row.get("index", 0))
            vectors = np.array([row["embedding"] for row in ordered], dtype=np.float32)
        except (AttributeError, KeyError, TypeError) as error:
            raise ValueError("the answer holds no vectors") from error
        if vectors.ndim != 2 or (self.dimension and vectors.shape[1] != self.dimension):
            raise ValueError("the vectors have not the length that they had before")
        return unit_rows(vectors)

    def _refused(self, error: urllib.error.HTTPError) -> ModelUnavailable:
        said = self._without_key(_message_in(error.read(20_000)))
        words = f"{error.code}: {said}" if said else str(error.code)
        hint = "Check the address and the model's name."
        if error.code in (401, 403):
            hint = "Check the key."
        elif error.code in _TEMPORARY:
            hint = "Try again later."
        elif error.code == 400:
            hint = "If a text is too long for the model, give it a smaller window."
        return ModelUnavailable(
            f"The embedding service {server_of(self._address)} refused ({words}).", hint
        )

    def _without_key(self, words: str) -> str:
        return words.replace(self._key, "…") if self._key else words


def open_endpoint(
    endpoint: Endpoint, key: str = "", context: ssl.SSLContext | None = None
) -> EndpointEmbedder:
    """Return the embedder, once the server has said by one vector how long they are.

    Args:
        endpoint: Whom to ask for what.
        key: Sent along; only encrypted, or to this machine. Empty for none.
        context: Whom to trust; by default whom Python trusts here.

    Raises:
        ModelUnavailable: The address is none, or the server does not answer as it should.
    """
    parts = _web_address(endpoint.embeddings_address)
    if parts is None:
        raise ModelUnavailable(
            "The address of the embedding service is no web address.",
            "Give one that begins with https:// or http://.",
        )
    if key and parts.scheme == "http" and not _is_this_machine(parts.hostname or ""):
        raise ModelUnavailable(
            "The key would leave this machine unencrypted.",
            "Use an address that begins with https://.",
        )
    secured = urllib.request.HTTPSHandler(context=context or ssl.create_default_context())
    opener = urllib.request.build_opener(secured, _NoRedirects())
    asking = EndpointEmbedder(endpoint, key, opener, 0)
    dimension = len(asking.embed_question("How long is a vector?"))
    return EndpointEmbedder(endpoint, key, opener, dimension)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Takes a redirection for a refusal: text and key go where the user said, and nowhere else."""

    def redirect_request(self, *_arguments: Any) -> None:
        """Follow nowhere."""


def _web_address(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address)
        valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        return None
    return parts if valid else None


def _requests(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    first = characters = 0
    for place, text in enumerate(texts):
        characters += len(text)
        if place > first and (place - first == MOST_TEXTS or characters > MOST_CHARACTERS):
            yield first, place
            first, characters = place, len(text)
    if texts:
        yield first, len(texts)


def _pause_seconds(error: urllib.error.HTTPError, attempt: int) -> float:
    asked = error.headers.get("Retry-After", "")
    seconds = float(asked) if asked.isascii() and asked.isdigit() else 2.0 ** (attempt - 1)
    return min(seconds, _LONGEST_PAUSE_SECONDS)


def _wait(seconds: float, report: Report, place: tuple[int, int]) -> None:
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        report(*place)
        time.sleep(min(left, 0.1))


def _message_in(content: bytes) -> str:
    try:
        said = json.loads(content)["error"]
        words = said["message"] if isinstance(said, dict) else said
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    return " ".join(str(words).split())[:_MOST_WORDS]


def _reason(error: Exception) -> str:
    reason = getattr(error, "reason", error)
    words = str(getattr(reason, "strerror", None) or reason).strip()
    return words[:_MOST_WORDS] or type(error).__name__


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
