"""Cutting both levels, timed in one run against two peers that cut the same sizes.

    python tests/bench/bench_split.py [FILE...]

The peers are semantic-text-splitter's MarkdownSplitter (Rust, by characters) with 1,400 and then
600 characters, and LangChain's RecursiveCharacterTextSplitter with 1,400/200 and then 600/100.
Each gives offsets. Rounds are interleaved, each has two goes in a row, so that none pays for the
memory that the one before it left behind, and the fastest counts: a busy machine troubles all three
alike. Without files, text made up here is cut, a short page and a long one.
"""

import gc
import random
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter, process_time

from langchain_text_splitters import RecursiveCharacterTextSplitter
from semantic_text_splitter import MarkdownSplitter

from chunkscope.core.document import normalise
from chunkscope.core.settings import Settings
from chunkscope.core.splitters.parent_child import cut

SIZES = ((1400, 200), (600, 100))
ROUND_SECONDS = 4.0
ROUNDS = (2, 40)

Cutter = Callable[[str], object]


def chunkscope(text: str) -> object:
    return cut("Bench", text, Settings(350, 50, 150, 25))


def semantic(text: str) -> object:
    return [MarkdownSplitter(size).chunk_indices(text) for size, _ in SIZES]


def langchain(text: str) -> object:
    return [
        RecursiveCharacterTextSplitter(
            chunk_size=size, chunk_overlap=overlap, add_start_index=True
        ).create_documents([text])
        for size, overlap in SIZES
    ]


CUTTERS: Mapping[str, Cutter] = {
    "chunkscope": chunkscope,
    "semantic": semantic,
    "langchain": langchain,
}


def seconds_of(text: str) -> dict[str, float]:
    """Return the fastest go of each cutter, in seconds of processor time."""
    fastest = dict.fromkeys(CUTTERS, float("inf"))
    began = perf_counter()
    fewest, most = ROUNDS
    for number in range(most):
        for name, cutter in CUTTERS.items():
            gc.collect()
            for _ in range(2):
                start = process_time()
                cutter(text)
                fastest[name] = min(fastest[name], process_time() - start)
        if number + 1 >= fewest and perf_counter() - began > ROUND_SECONDS:
            break
    return fastest


def page(sections: int) -> str:
    """Return a made-up page: headings, paragraphs, lists, a fence here and there."""
    chance = random.Random(7)
    letters = "etaoinshrdlucmfwypvbgkqjxz"

    def sentence() -> str:
        words = ("".join(chance.choices(letters, k=chance.randint(2, 9))) for _ in range(12))
        return " ".join(words).capitalize() + "."

    parts: list[str] = []
    for number in range(sections):
        parts.append(f"{'#' * (1 + number % 4)} Part {number}")
        parts += [
            " ".join(sentence() for _ in range(chance.randint(1, 9)))
            for _ in range(chance.randint(1, 5))
        ]
        parts.append("\n".join(f"- {sentence()}" for _ in range(chance.randint(1, 6))))
        if not number % 5:
            parts.append("```\n# a comment\nrun --all\n```")
    return "\n\n".join(parts)


def texts(paths: list[str]) -> dict[str, str]:
    """Return what to cut under the name to print."""
    if not paths:
        return {"short page": page(20), "long page": page(2000)}
    return {Path(path).name: normalise(Path(path).read_text(encoding="utf-8")) for path in paths}


def show(name: str, characters: int, seconds: Mapping[str, float]) -> None:
    """Print one line of the table."""
    own = seconds["chunkscope"]
    figures = "".join(f"{1000 * seconds[cutter]:12.2f}" for cutter in CUTTERS)
    ratios = "".join(f"{seconds[peer] / own:10.2f}" for peer in CUTTERS if peer != "chunkscope")
    print(f"{name:26}{characters:>12,}{figures}{ratios}")


def main(paths: list[str]) -> None:
    """Print milliseconds of each cutter, and how often we fit into each peer's time."""
    names = "".join(f"{cutter:>12}" for cutter in CUTTERS)
    ratios = "".join(f"{'x ' + peer[:8]:>10}" for peer in CUTTERS if peer != "chunkscope")
    print(f"{'milliseconds':26}{'characters':>12}{names}{ratios}")
    total = dict.fromkeys(CUTTERS, 0.0)
    length = 0
    for name, text in texts(paths).items():
        seconds = seconds_of(text)
        show(name, len(text), seconds)
        length += len(text)
        total = {cutter: total[cutter] + seconds[cutter] for cutter in CUTTERS}
    show("all", length, total)


if __name__ == "__main__":
    main(sys.argv[1:])
