"""The chat models' tokenizers: tiktoken's byte pair encodings, without its downloads."""

import hashlib
import os
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Final

from chunkscope.core.errors import CountUnavailable
from chunkscope.core.tokens import Encoding
from chunkscope.retrieval.counting import SegmentTokenizer, TokenCounter
from chunkscope.retrieval.vocabularies import (
    CL100K,
    O200K,
    Vocabulary,
    read_vocabulary,
    verifies,
)

if TYPE_CHECKING:
    import tiktoken

# Both encodings first cut a text into pieces by a pattern that never looks back. Its pieces
# surely end
# - between anything but white space and a space: no piece goes on with one;
# - after the last line feed of white space that a text goes on behind: white space ends at its
#   last line feed, and only a slash may join the marks before it;
# - between a letter of Chinese or Japanese and a mark of theirs: no mark follows a letter.
_MARKS: Final = "\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f"
_LETTERS: Final = "\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fa5"
_WORD: Final = rf"\S[^\s{_MARKS}]*+(?>(?:(?<![{_LETTERS}])[{_MARKS}][^\s{_MARKS}]*+)*)"
_LINE_END: Final = r"\s*\n(?=[^\S\r\n]++\S|[^\s/])"
_SEGMENT: Final = (
    rf"\s*+(?>(?:{_WORD}(?=\s)(?![ \t\u00a0\u3000]|{_LINE_END})\s++)*)"
    rf"(?>(?:{_WORD}(?>(?:{_LINE_END})?))?)"
)

# tiktoken's pattern fails on a million characters of white space in one line; it cannot be
# caught there without a trace on standard error. Half of that is told apart here.
_LONG_BLANK_FROM: Final = 500_000
_BLANKS: Final = r" \t\v\f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_LONG_BLANK: Final = re.compile(f"[{_BLANKS}]{{{_LONG_BLANK_FROM},}}+")
_LINE_ENDS: Final = ("\n", "\r")
_CACHE_VARIABLE: Final = "TIKTOKEN_CACHE_DIR"
_VOCABULARIES: Final = {Encoding.CL100K: CL100K, Encoding.O200K: O200K}
_tiktoken_is_ours: Final = threading.Lock()


class BytePairs(SegmentTokenizer):
    """Counts as a chat model's encoding does; names of special tokens are ordinary text."""

    segment = re.compile(_SEGMENT)

    def __init__(self, encoding: "tiktoken.Encoding") -> None:
        super().__init__()
        self._encoding = encoding
        self._whole: tiktoken.Encoding | None = None

    def tokenise(self, texts: Sequence[str]) -> Sequence[int]:
        """Return the tokens of each text."""
        return [self._count(text) for text in texts]

    def _count(self, text: str) -> int:
        if len(text) < _LONG_BLANK_FROM:
            return len(self._encoding.encode_ordinary(text))
        tokens = 0
        for part, is_one_piece in self._parts(text):
            encoding = self._one_piece() if is_one_piece else self._encoding
            tokens += len(encoding.encode_ordinary(part))
        return tokens

    def _parts(self, text: str) -> Iterator[tuple[str, bool]]:
        """Yield the parts of `text` that count alone, and whether a part is one long blank."""
        start = 0
        for blank in _LONG_BLANK.finditer(text):
            at_end = blank.end() == len(text)
            if text[blank.end() : blank.end() + 1] in _LINE_ENDS:
                continue  # one piece with the line feed, which the pattern finds without trouble
            if at_end and self._encoding.name == Encoding.CL100K:
                continue  # taken whole up to the end, again without trouble
            yield text[start : blank.start()], False
            # The last space before a word belongs to the word.
            start = blank.end() if at_end else blank.end() - 1
            yield text[blank.start() : start], True
        yield text[start:], False

    def _one_piece(self) -> "tiktoken.Encoding":
        """Return the same encoding without its pattern: any text is one piece to it."""
        if self._whole is None:
            import tiktoken

            self._whole = tiktoken.Encoding(
                f"{self._encoding.name} in one piece",
                pat_str="(?s:.+)",
                mergeable_ranks=self._encoding._mergeable_ranks,  # noqa: SLF001 - no other way
                special_tokens={},
            )
        return self._whole


def open_encoding_counter(
    encoding: Encoding, cache_folder: Path, folders: Sequence[Path] = ()
) -> TokenCounter:
    """Return the counter of `encoding`, which is read once; takes up to half a second.

    Args:
        encoding: Which one.
        cache_folder: Ours; the unpacked ranks are laid there under the names tiktoken expects.
        folders: Looked through for the ranks before the installed package.

    Raises:
        CountUnavailable: The ranks or the library that reads them are missing or changed.
    """
    return TokenCounter(encoding.value, None, _open(encoding, cache_folder, tuple(folders)))


def lay_out(
    vocabulary: Vocabulary, cache_folder: Path, folders: Sequence[Path] = ()
) -> Path | None:
    """Return the verified copy of the ranks in `cache_folder`; makes or repairs it.

    Several processes may do so at once: a copy appears whole or not at all.

    Returns:
        None where nothing can be written there.

    Raises:
        CountUnavailable: There is no good copy, nor contents to make one of.
    """
    copy = cache_folder / _name_in_cache(vocabulary)
    if _is_good(copy, vocabulary):
        return copy
    contents = read_vocabulary(vocabulary, folders)
    try:
        cache_folder.mkdir(parents=True, exist_ok=True)
        _write_whole(copy, contents)
    except OSError:
        pass  # another process may have been faster; on Windows that refuses us
    return copy if _is_good(copy, vocabulary) else None


@lru_cache(maxsize=8)
def _open(encoding: Encoding, cache_folder: Path, folders: tuple[Path, ...]) -> BytePairs:
    vocabulary = _VOCABULARIES[encoding]
    copy = lay_out(vocabulary, cache_folder, folders)
    try:
        import tiktoken
    except ImportError as error:
        raise CountUnavailable(
            "The library tiktoken is missing.", "Install the program anew."
        ) from error
    with _reads_only_our_ranks(vocabulary, copy, folders):
        return BytePairs(tiktoken.get_encoding(encoding.value))


@contextmanager
def _reads_only_our_ranks(
    vocabulary: Vocabulary, copy: Path | None, folders: Sequence[Path]
) -> Iterator[None]:
    """Give tiktoken our copy, or the contents where there is none, and no way to download.

    tiktoken deletes a copy with a wrong hash and fetches another. Ours was verified, but a file
    can change in between: so the step that fetches gives our contents too, or refuses.
    """
    from tiktoken import load

    def ours(blobpath: str) -> bytes:
        if blobpath != vocabulary.address:
            raise CountUnavailable("A tokenizer asked for a file that is not here.")
        return read_vocabulary(vocabulary, folders)

    with _tiktoken_is_ours:
        fetches, folder = load.read_file, os.environ.get(_CACHE_VARIABLE)
        load.read_file = ours
        os.environ[_CACHE_VARIABLE] = str(copy.parent) if copy else ""
        try:
            yield
        finally:
            load.read_file = fetches
            if folder is None:
                del os.environ[_CACHE_VARIABLE]
            else:
                os.environ[_CACHE_VARIABLE] = folder


def _name_in_cache(vocabulary: Vocabulary) -> str:
    # tiktoken names its copies so; nothing secret hangs on it.
    return hashlib.sha1(vocabulary.address.encode(), usedforsecurity=False).hexdigest()


def _is_good(copy: Path, vocabulary: Vocabulary) -> bool:
    try:
        return copy.stat().st_size == vocabulary.size and verifies(copy.read_bytes(), vocabulary)
    except OSError:
        return False


def _write_whole(path: Path, contents: bytes) -> None:
    with NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as draft:
        draft_path = Path(draft.name)
        try:
            draft.write(contents)
        except OSError:
            draft.close()
            draft_path.unlink()
            raise
    try:
        draft_path.replace(path)
    except OSError:
        draft_path.unlink()
        raise
