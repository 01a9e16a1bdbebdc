"""A page behind an http or https address that the reader typed becomes a document."""

import contextlib
import mimetypes
import os
import re
import shutil
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any, Final
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from chunkscope import __version__
from chunkscope.core.document import Document
from chunkscope.core.errors import SourceError
from chunkscope.core.progress import Report, ignore
from chunkscope.sources.formats import SIGNATURE_LENGTH, SUFFIXES, signature_of
from chunkscope.sources.outcome import Wishes
from chunkscope.sources.read import check_encoding, read_document
from chunkscope.sources.states import failure, size_in_words
from chunkscope.sources.text import encoding_named, wider, without_surrogates
from chunkscope.sources.workshop import Workshop

MOST_FETCHED_BYTES: Final = 100_000_000
DEFAULT_FETCH_SECONDS: Final = 60.0

_SILENCE_SECONDS: Final = 15.0
_POLL_SECONDS: Final = 0.05
_BLOCK_BYTES: Final = 64_000
_MOST_REDIRECTS: Final = 10
_MOST_NAME_LETTERS: Final = 80
_UNSAFE_IN_NAMES: Final = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\ud800-\udfff]')
_SUFFIXES_BY_TYPE: Final = {
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "text/markdown": ".md",
    "application/pdf": ".pdf",
}
_TYPES_THAT_SAY_LITTLE: Final = ("", "text/plain", "application/octet-stream")


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a server sent.

    Attributes:
        content: Decompressed.
        address: Where redirections led to.
        media_type: Lower case, without parameters; may be empty.
        charset: As the server names it; None where it does not.
    """

    content: bytes
    address: str
    media_type: str
    charset: str | None


def is_address(text: str) -> bool:
    """Say whether a text looks like something that `read_address` takes."""
    return re.match(r"https?://", text.strip(), re.IGNORECASE) is not None


def read_address(
    address: str,
    *,
    title: str | None = None,
    wishes: Wishes | None = None,
    report: Report = ignore,
    workshop: Workshop | None = None,
    most_bytes: int = MOST_FETCHED_BYTES,
    seconds: float = DEFAULT_FETCH_SECONDS,
    keep_in: Path | None = None,
) -> Document:
    """Return the document at an address; nothing that it names is fetched.

    Args:
        address: Begins with http:// or https://.
        title: Goes before whatever the document says of itself.
        wishes: What the reader chose for the conversion.
        report: Called about 20 times a second, with the bytes that came while they come; what it
            raises ends the work at once.
        workshop: Lends the child that converts.
        most_bytes: More than this is not fetched.
        seconds: After these it is given up.
        keep_in: Folder that takes a copy of what has pages to draw, named in the document.

    Raises:
        SourceError: `not-an-address`, `leads-elsewhere`, `not-reached`, `refused`,
            `broken-answer`, `fetch-too-slow`, `too-large`, and all that `read_document` ends in.
        Cancelled: From `report`.
    """
    target = _checked(address)
    wishes = replace(wishes or Wishes(), by_content=True)
    check_encoding(wishes, _without_password(urlsplit(target)))
    fetched = fetch(target, report, most_bytes, seconds)
    if wishes.encoding is None:
        wishes = replace(wishes, encoding=_encoding_needed(fetched))
    with tempfile.TemporaryDirectory(prefix="chunkscope-") as folder:
        path = Path(folder) / _file_name(fetched)
        path.write_bytes(fetched.content)
        document = read_document(path, title=title, wishes=wishes, report=report, workshop=workshop)
        copy = _kept(path, keep_in) if keep_in is not None and document.form == "pdf" else None
    notes = document.notes
    if not PurePosixPath(urlsplit(fetched.address).path).suffix:  # Then the name is our own.
        notes = tuple(note for note in notes if note.state != "wrong-extension")
    return replace(document, origin=None, address=fetched.address, notes=notes, copy=copy)


def _kept(path: Path, folder: Path) -> Path | None:
    """Move a file into a folder under a name of its own; None where that does not work."""
    try:
        handle, name = tempfile.mkstemp(dir=folder, suffix=path.suffix)
        os.close(handle)
        return Path(shutil.move(path, name))
    except OSError:
        return None


def _checked(address: str) -> str:
    """Return an address without blanks around it and without its fragment."""
    shown = without_surrogates(address.strip())
    try:
        parts = urlsplit(shown)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise failure("not-an-address", shown) from error
    if parts.scheme not in ("http", "https") or not host or re.search(r"\s", shown):
        raise failure("not-an-address", shown)
    return urlunsplit(parts._replace(fragment=""))


def fetch(address: str, report: Report, most_bytes: int, seconds: float) -> Fetched:
    """Return what is at an address; fetched on a thread of its own, left alone where it hangs.

    Args:
        address: A checked one, of http or https.
        report: As `read_address` takes it.
        most_bytes: More than this is not fetched.
        seconds: After these it is given up.

    Raises:
        SourceError: `not-an-address`, `leads-elsewhere`, `not-reached`, `refused`,
            `broken-answer`, `fetch-too-slow`, `too-large`.
        Cancelled: From `report`.
    """
    work = _Fetching(address, most_bytes)
    thread = threading.Thread(target=work.run, name="fetch", daemon=True)
    deadline = time.monotonic() + seconds
    thread.start()
    try:
        while thread.is_alive():
            report(work.received_bytes, work.total_bytes)
            thread.join(_POLL_SECONDS)
            if time.monotonic() > deadline:
                raise failure("fetch-too-slow", work.name, f"{seconds:.0f} seconds")
    finally:
        work.is_given_up = True
    if work.error is not None:
        raise work.error
    assert work.fetched is not None
    return work.fetched


class _Fetching:
    """One fetch; its attributes are read from another thread."""

    def __init__(self, address: str, most_bytes: int) -> None:
        self.name = _without_password(urlsplit(address))
        self.received_bytes = 0
        self.total_bytes = 0
        self.is_given_up = False
        self.fetched: Fetched | None = None
        self.error: BaseException | None = None
        self._was_led_on = False
        self._address = address
        self._most_bytes = most_bytes

    def run(self) -> None:
        import requests

        try:
            self.fetched = self._fetched()
        except SourceError as error:
            self.error = error
        except requests.exceptions.TooManyRedirects:
            self.error = failure("not-reached", self.name, "it leads in circles")
        except (requests.exceptions.InvalidSchema, requests.exceptions.InvalidURL, UnicodeError):
            state = "leads-elsewhere" if self._was_led_on else "not-an-address"
            self.error = failure(state, self.name)
        except requests.exceptions.SSLError:
            self.error = failure("not-reached", self.name, "its certificate is not valid")
        except (
            requests.exceptions.ChunkedEncodingError,
            requests.exceptions.ContentDecodingError,
        ):
            self.error = failure("broken-answer", self.name)
        except requests.exceptions.Timeout:
            self.error = failure("not-reached", self.name, "no answer came")
        except (requests.exceptions.RequestException, OSError) as error:
            self.error = failure("not-reached", self.name, _reason(error))
            self.error.__cause__ = error
        except Exception as error:  # noqa: BLE001 - a world ends here: the thread
            # Where a server leads to is parsed by libraries that forgive less than they raise.
            self.error = failure("not-reached", self.name, "its answer makes no sense")
            self.error.__cause__ = error

    def _fetched(self) -> Fetched:
        with contextlib.closing(_session()) as session:
            session.hooks["response"].append(self._note_redirection)
            answer = session.get(self._address, stream=True, timeout=_SILENCE_SECONDS)
            with contextlib.closing(answer):
                if not answer.ok:
                    said = f"{answer.status_code} {answer.reason or ''}".strip()
                    raise failure("refused", self.name, without_surrogates(said))
                self._check_size(_length_of(answer.headers))
                content = bytearray()
                for block in answer.iter_content(_BLOCK_BYTES):
                    content += block
                    self.received_bytes = len(content)
                    self._check_size(len(content))
                    if self.is_given_up:
                        break
                if not content and not self.is_given_up:
                    raise failure("refused", self.name, "with an empty page")
                media_type, charset = _type_of(answer.headers)
                address = _without_password(urlsplit(answer.url))
                return Fetched(bytes(content), address, media_type, charset)

    def _note_redirection(self, answer: Any, **_: object) -> None:
        self._was_led_on |= answer.is_redirect

    def _check_size(self, size_bytes: int) -> None:
        if not self.received_bytes:
            self.total_bytes = size_bytes
        if size_bytes > self._most_bytes:
            sizes = f"more than {size_in_words(self._most_bytes)}"
            raise failure("too-large", self.name, sizes)


def _session() -> Any:
    """Return a session that trusts whom the system trusts."""
    import ssl

    import requests
    import truststore

    class Adapter(requests.adapters.HTTPAdapter):
        def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
            kwargs["ssl_context"] = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            super().init_poolmanager(*args, **kwargs)

    session = requests.Session()
    session.mount("https://", Adapter())
    session.max_redirects = _MOST_REDIRECTS
    session.headers["User-Agent"] = f"ChunkScope/{__version__}"
    return session


def _reason(error: BaseException) -> str:
    """Return the innermost thing that a chain of errors says, as the end of a sentence."""
    told = "the connection failed"
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        if isinstance(cause, OSError) and cause.strerror:
            told = cause.strerror
        wrapped = (one for one in cause.args if isinstance(one, BaseException))
        reason = getattr(cause, "reason", None)
        inner = next(wrapped, reason if isinstance(reason, BaseException) else None)
        cause = inner or cause.__cause__ or cause.__context__
    told = told.strip().rstrip(".")
    return told[:1].lower() + told[1:]


def _length_of(headers: Mapping[str, str]) -> int:
    length = headers.get("Content-Length", "")
    return int(length) if length.isascii() and length.isdigit() and len(length) < 16 else 0


def _type_of(headers: Mapping[str, str]) -> tuple[str, str | None]:
    media_type, *parameters = headers.get("Content-Type", "").split(";")
    charset = None
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            charset = value.strip().strip("\"'").lower()
    return media_type.strip().lower(), encoding_named(charset or "")


def _encoding_needed(fetched: Fetched) -> str | None:
    """Return the server's encoding where the bytes do not show whether they are UTF-8."""
    charset = fetched.charset
    if charset is None or charset.startswith("iso2022"):
        return charset
    try:
        fetched.content.decode("utf-8")
    except UnicodeDecodeError:
        return None if charset == "utf-8" else wider(charset)
    return None


def _file_name(fetched: Fetched) -> str:
    """Return a name that says what the content is, by the server's word and then the address."""
    path = PurePosixPath(unquote(urlsplit(fetched.address).path, errors="replace"))
    host = urlsplit(fetched.address).hostname or "page"
    name = _UNSAFE_IN_NAMES.sub("-", path.name)[-_MOST_NAME_LETTERS:].strip(". ") or host
    suffix = PurePosixPath(name).suffix.lower()
    if fetched.media_type in _TYPES_THAT_SAY_LITTLE:
        return name if suffix else f"{name}{_suffix_by_content(fetched)}"
    wanted = _SUFFIXES_BY_TYPE.get(fetched.media_type) or _guessed_suffix(fetched.media_type)
    if wanted is None or suffix == wanted:
        return name
    stem = name.removesuffix(PurePosixPath(name).suffix) if suffix in SUFFIXES else name
    return f"{stem}{wanted}"


def _suffix_by_content(fetched: Fetched) -> str:
    if fetched.media_type == "text/plain":
        return ".txt"
    signature = signature_of(fetched.content[:SIGNATURE_LENGTH], None)
    return f".{signature}" if signature in ("pdf", "html") else ".txt"


def _guessed_suffix(media_type: str) -> str | None:
    suffixes = mimetypes.guess_all_extensions(media_type)
    return next((suffix for suffix in suffixes if suffix in SUFFIXES), None)


def _without_password(parts: SplitResult) -> str:
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=host))
