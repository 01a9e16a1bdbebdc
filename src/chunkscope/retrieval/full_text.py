"""The full-text leg: SQLite's FTS5 over parents, stemmed, ranked by BM25.

Runs of Han, Kana, Hangul and Thai, which have no spaces between words, are indexed and asked as
overlapping pairs of characters.
"""

import re
import sqlite3
import unicodedata
from collections.abc import Collection, Iterable
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from chunkscope.core.spans import Span
from chunkscope.retrieval.characters import without_surrogates

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_UNSPACED: Final = (
    "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
    "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"  # Hangul
    "\u0e01-\u0e3a\u0e40-\u0e4e"  # Thai
)
_RUN: Final = re.compile(f"[{_UNSPACED}]+")
# Letters and digits with the marks that stand on them, or else such a run.
_MARKS: Final = "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0900-\u0dff"
_WORD: Final = re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}](?:[^\W_{_UNSPACED}]|[{_MARKS}])*")
# Without marks among its letters, Hindi's vowel signs would end words.
_TOKENIZER: Final = "porter unicode61 remove_diacritics 2 categories ''L* N* Co Mn Mc''"
_LONGEST_QUERY: Final = 512
"""Distinct words of a question that are asked; more would only take time."""


class TextHits(NamedTuple):
    """The parents that hold a word of the question, in no order.

    Attributes:
        rows: Row of each.
        scores: BM25 of each; higher is better.
    """

    rows: "NDArray[np.int64]"
    scores: "NDArray[np.float64]"


def create(connection: sqlite3.Connection) -> None:
    """Make the empty full-text table."""
    connection.execute(f"CREATE VIRTUAL TABLE texts USING fts5(body, tokenize = '{_TOKENIZER}')")


def add(connection: sqlite3.Connection, passages: Iterable[tuple[int, str]]) -> None:
    """Index each passage under its row."""
    connection.executemany(
        "INSERT INTO texts(rowid, body) VALUES (?, ?)",
        ((row, _indexed(text)) for row, text in passages),
    )


def remove(connection: sqlite3.Connection, rows: Iterable[int]) -> None:
    """Take the passages of these rows out."""
    connection.executemany("DELETE FROM texts WHERE rowid = ?", ((row,) for row in rows))


def rows_of(connection: sqlite3.Connection) -> set[int]:
    """Return the rows that are indexed."""
    return {int(row) for (row,) in connection.execute("SELECT rowid FROM texts")}


def check(connection: sqlite3.Connection) -> None:
    """Compare the index with the texts that it was made from.

    Raises:
        sqlite3.DatabaseError: They differ.
    """
    connection.execute("INSERT INTO texts(texts) VALUES ('integrity-check')")


def search(connection: sqlite3.Connection, question: str) -> TextHits:
    """Return every passage with a word of the question."""
    import numpy as np

    query = query_of(question)
    found: Iterable[tuple[int, float]] = ()
    if query:
        found = connection.execute(
            "SELECT rowid, round(-bm25(texts), 9) FROM texts WHERE texts MATCH ?", (query,)
        )
    # Straight into an array: thousands of tuples that stay would set off Python's collector.
    hits = np.fromiter(found, np.dtype([("row", np.int64), ("score", np.float64)]))
    return TextHits(hits["row"], hits["score"])


def query_of(question: str) -> str:
    """Return the question in FTS5's syntax: its distinct words, each quoted, joined by OR.

    Nothing of the question itself is syntax. Empty where it has no word.
    """
    return " OR ".join(_quoted(part) for part in _asked(question))


def matched_spans(question: str, text: str) -> tuple[Span, ...]:
    """Return where `text` holds what the full-text leg finds of `question`, in order."""
    found = [(match.start(), match.group()) for match in _WORD.finditer(text)]
    asked = _asked(question)
    pairs = {part for part in asked if _RUN.fullmatch(part)}
    words = [part for part in asked if part not in pairs]
    plain = [word for _, word in found if not _RUN.fullmatch(word)]
    terms = _terms([*words, *plain])
    asked_terms = {terms[word] for word in words}
    spans: list[Span] = []
    for start, word in found:
        if _RUN.fullmatch(word):
            spans += _run_spans(start, word, pairs)
        elif terms[word] in asked_terms:
            spans.append(Span(start, start + len(word)))
    return tuple(spans)


def _normalised(text: str) -> str:
    return unicodedata.normalize("NFC", without_surrogates(text)).replace("\0", " ")


def _indexed(text: str) -> str:
    return _RUN.sub(lambda run: f" {' '.join(_pairs(run.group(), ends=True))} ", _normalised(text))


def _asked(question: str) -> list[str]:
    """Return the distinct parts of a question that are asked: words, and pairs of runs."""
    parts: dict[str, None] = {}
    for word in _WORD.findall(_normalised(question)):
        is_pairs = len(word) > 1 and _RUN.fullmatch(word)
        parts |= dict.fromkeys(_pairs(word) if is_pairs else [word.lower()])
        if len(parts) >= _LONGEST_QUERY:
            break
    return list(parts)[:_LONGEST_QUERY]


def _quoted(part: str) -> str:
    """Return a part in FTS5's syntax."""
    if len(part) == 1 and _RUN.fullmatch(part):
        return f'"{part}"*'  # every pair that begins with it, and every run that ends with it
    return f'"{part}"'


def _pairs(run: str, *, ends: bool = False) -> list[str]:
    """Return the overlapping pairs of a run; with `ends` also its last character alone.

    The last one makes a question of one character find it wherever it stands.
    """
    pairs = [run[place : place + 2] for place in range(len(run) - 1)]
    return [*pairs, run[-1]] if ends else pairs


def _run_spans(start: int, run: str, asked: Collection[str]) -> list[Span]:
    found: list[Span] = []
    for place in range(len(run)):
        length = next((n for n in (2, 1) if run[place : place + n] in asked), 0)
        first, end = start + place, start + place + length
        if length and found and first <= found[-1].end:
            found[-1] = Span(found[-1].start, max(end, found[-1].end))
        elif length:
            found.append(Span(first, end))
    return found


def _terms(words: Iterable[str]) -> dict[str, str]:
    """Return what FTS5 makes of each word: folded and stemmed."""
    distinct = list(dict.fromkeys(words))
    connection = sqlite3.connect(":memory:")
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")  # long ones are cut
    try:
        create(connection)
        connection.execute("CREATE VIRTUAL TABLE terms USING fts5vocab(texts, instance)")
        connection.executemany(
            "INSERT INTO texts(rowid, body) VALUES (?, ?)",
            ((place, _normalised(word)) for place, word in enumerate(distinct)),
        )
        made: dict[str, list[str]] = {word: [] for word in distinct}
        for term, place in connection.execute("SELECT term, doc FROM terms ORDER BY doc, offset"):
            made[distinct[place]].append(str(term))
    finally:
        connection.close()
    return {word: " ".join(terms) for word, terms in made.items()}
