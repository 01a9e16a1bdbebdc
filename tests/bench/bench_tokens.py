"""Counting all chunks of a page from one reading, against tokenising every chunk.

    python tests/bench/bench_tokens.py [FILE]

The page is cut into parents and children at the default sizes; both ways count all of them, with
the embedder's prefix where there is one. They must agree. Without a file, a page of invented
words of about 2 MB is used. "Again" is a second cut of the same page, as while a size is dragged.
"""

import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from chunkscope.core.document import normalise
from chunkscope.core.spans import Span
from chunkscope.retrieval.counters import available_counters
from chunkscope.retrieval.counting import DocumentCounts, TokenCounter

NAMES = ("bge-small-en-v1.5", "cl100k_base", "o200k_base")
SIZES = ((1400, 1250), (600, 525))


def invented_page(characters: int = 2_000_000) -> str:
    drawn = random.Random(1)
    letters = "eeeeaaaooottnnniiirrssshlldcumpfgbyvkwxzqj"
    words = ["".join(drawn.choices(letters, k=drawn.randint(2, 11))) for _ in range(20_000)]
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    parts: list[str] = []
    length = 0
    while length < characters:
        sentence = " ".join(drawn.choices(words, weights, k=drawn.randint(5, 25))) + ". "
        parts.append(
            sentence if drawn.random() < 0.8 else f"{sentence}\n\n## `{sentence[:12]}`\n\n"
        )
        length += len(parts[-1])
    return "".join(parts)


def spans_of(text: str, shift: int) -> list[Span]:
    return [
        Span(start, min(len(text), start + size))
        for size, step in SIZES
        for start in range(shift, len(text), step)
    ]


def seconds_of(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def one_by_one(counter: TokenCounter, text: str, spans: Sequence[Span], prefix: str) -> list[int]:
    tokenizer: Any = counter.tokenizer
    lead = f"{prefix}\n\n" if prefix else ""
    passages = [lead + text[start:end] for start, end in spans]
    if counter.window is None:
        return [len(tokenizer._encoding.encode_ordinary(passage)) for passage in passages]
    return [len(tokenizer._tokenizer.encode(passage).ids) for passage in passages]


def main(arguments: Sequence[str]) -> None:
    text = normalise(Path(arguments[0]).read_text("utf-8")) if arguments else invented_page()
    spans, others = spans_of(text, 0), spans_of(text, 7)
    print(f"{len(text):,} characters, {len(spans):,} chunks; MB of the page a second")
    print(f"{'':20}{'each chunk':>12}{'one reading':>12}{'ratio':>7}{'again':>9}{'ratio':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for state in available_counters(NAMES, cache_folder=Path(folder)):
            assert state.counter is not None, state.reason
            prefix = "Invented page > A heading of it" if state.counter.window else ""
            row(state.counter, text, spans, others, prefix)


def row(
    counter: TokenCounter, text: str, spans: list[Span], others: list[Span], prefix: str
) -> None:
    prefixes = [prefix] * max(len(spans), len(others))
    counts = DocumentCounts(counter.tokenizer, text)
    each, expected = seconds_of(lambda: one_by_one(counter, text, spans, prefix))
    once, found = seconds_of(lambda: counts.count_spans(spans, prefixes))
    again, _ = seconds_of(lambda: counts.count_spans(others, prefixes))
    assert found == expected, "the counts differ"
    megabytes = len(text.encode()) / 1e6
    print(
        f"{counter.name:20}{megabytes / each:12.2f}{megabytes / once:12.2f}{each / once:7.1f}"
        f"{megabytes / again:9.2f}{each / again:7.1f}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
