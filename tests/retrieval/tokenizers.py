"""What the libraries themselves count, for comparison."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from chunkscope.core.tokens import BGE_SMALL, Encoding
from chunkscope.retrieval.counters import available_counters
from chunkscope.retrieval.counting import DocumentCounts, SegmentTokenizer, TokenCounter, table_of

if TYPE_CHECKING:
    from chunkscope.retrieval.bpe import BytePairs
    from chunkscope.retrieval.wordpiece import WordPiece

NAMES = (BGE_SMALL.name, *(encoding.value for encoding in Encoding))

ATOMS = (
    *" \n\t/\\.,'!?-_[](){}<>|#*`~\"aAbZ19",
    *("  ", "\n\n", "\n ", "\n  \n", "\n/", "/\n", "\r", "://", "100", "1234", "the", "Über"),
    *("[CLS]", "[SEP]", "CLS]", "[SE", "<|endoftext|>", "'s", "'LL", "“", "”", "…", "\u2019"),
    *("e\u0301", "\u0301", "\u0323", "\u0338", "\u20dd", "\u0903", "\u0345", "\U0001d165"),
    *("漢", "字", "豈", "\u3400", "\U00020000", "\U0002f800", "\U0003134a", "。", "，", "、"),
    *("が", "か\u3099", "カタカナ", "ー", "ก", "ำ", "ไทย", "한국", "ᄒ", "ᅡ", "\u0f71\u0f72"),
    *("👩\u200d👩", "😀", "🏽", "\U0001fae9", "\u200b", "\u200d", "\ufe0f", "\u00ad", "\ufeff"),
    *("\u2028", "\u2029", "\x85", "\v", "\f", "\x1c", "\x1f", "\x00", "\x7f", "\ufffd", "\ue000"),
    *("\u00a0", "\u3000", "\u2003", "\u1680", "\u0378", "\ud83d", "\ude00"),
    *("İ", "ß", "ſ", "ǅ", "Σ", "ς", "½", "٣", "१", "Ⅷ"),
)


def counter_of(name: str, cache_folder: Path) -> TokenCounter:
    (state,) = available_counters([name], cache_folder=cache_folder)
    assert state.counter is not None, state.reason
    return state.counter


def library_count(counter: TokenCounter) -> Callable[[str], int]:
    """Return the count of the library itself, with nothing of ours between."""
    if counter.window is None:
        encoding = cast("BytePairs", counter.tokenizer)._encoding
        return lambda text: len(encoding.encode(text, disallowed_special=()))
    library = cast("WordPiece", counter.tokenizer)._tokenizer
    return lambda text: len(library.encode(text).ids)


def read_through(tokenizer: SegmentTokenizer, text: str) -> DocumentCounts:
    """Return counts that answer from the running totals, however short the text is."""
    counts = DocumentCounts(tokenizer, text)
    counts._table = table_of(tokenizer, text)
    return counts


def without_surrogates(text: str) -> str:
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
