"""The embedders' tokenizer: WordPiece over BERT's uncased vocabulary."""

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chunkscope.core.errors import CountUnavailable
from chunkscope.core.tokens import EmbedderModel
from chunkscope.retrieval.counting import SegmentTokenizer, TokenCounter
from chunkscope.retrieval.vocabularies import WORDPIECE, read_vocabulary

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# Characters that are a word of their own wherever they stand: BERT sets spaces around ideographs
# and takes punctuation out of words. They also keep accents apart, which are sorted before that.
# Brackets are missing: the special tokens' names, such as [SEP], must stay in one piece.
_BREAKERS: Final = (
    r"!-/:-@\\^-`{-~"
    "\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0002a6df\U0002a700-\U0002b81f\U0002b920-\U0002ceaf\U0002f800-\U0002fa1f"
)
_SEGMENT: Final = rf"[ \t\n]*+(?:[{_BREAKERS}]|\[?+[^ \t\n\[\]{_BREAKERS}]*+\]?+)"


class WordPiece(SegmentTokenizer):
    """Counts as the embedders' tokenizer does, with nothing cut off and nothing filled up."""

    segment = re.compile(_SEGMENT)
    special_tokens = 2
    parts_at_line_feed = True

    def __init__(self, tokenizer: "Tokenizer") -> None:
        super().__init__()
        self._tokenizer = tokenizer

    def tokenise(self, texts: Sequence[str]) -> Sequence[int]:
        """Return the tokens of each text, special ones not included."""
        # The batch call lets other threads run; the call for a single text does not.
        try:
            encodings = self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        except (TypeError, UnicodeEncodeError):
            whole = [_without_surrogates(text) for text in texts]
            encodings = self._tokenizer.encode_batch_fast(whole, add_special_tokens=False)
        return [len(encoding) for encoding in encodings]

    def read_end(self, text: str, window: int) -> int:
        """Return where in `text` a model stops reading: the end of the last token it takes in.

        Args:
            text: What is embedded, prefix included.
            window: Tokens that the model reads, special ones included.
        """
        encoding = self._tokenizer.encode(_without_surrogates(text), add_special_tokens=False)
        kept = window - self.special_tokens
        return len(text) if len(encoding) <= kept else int(encoding.offsets[kept - 1][1])


def open_embedder_counter(model: EmbedderModel, folders: Sequence[Path] = ()) -> TokenCounter:
    """Return the counter of `model`; its vocabulary is read once and shared.

    Args:
        model: The embedder; all that are known share one vocabulary.
        folders: Looked through before the installed package.

    Raises:
        CountUnavailable: The vocabulary or the library that reads it is missing or changed.
    """
    return TokenCounter(model.name, model.window, _open(tuple(folders)))


@lru_cache(maxsize=4)
def _open(folders: tuple[Path, ...]) -> WordPiece:
    vocabulary = read_vocabulary(WORDPIECE, folders)
    try:
        from tokenizers import Tokenizer
    except ImportError as error:
        raise CountUnavailable(
            "The library tokenizers is missing.", "Install the program anew."
        ) from error
    tokenizer = Tokenizer.from_str(vocabulary.decode())
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return WordPiece(tokenizer)


def _without_surrogates(text: str) -> str:
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
