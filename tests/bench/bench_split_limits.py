"""Cutting what nobody writes, and ten times as much of what people do.

    python tests/bench/bench_split_limits.py [FILE...]

First every hostile text: seconds of processor time, and the peak of allocated memory over the
text's bytes in UTF-8. The aims are 1 second and 20. Then each file, or a made-up page, once and
ten times over: the aim is 11 times the time.
"""

import sys
import tracemalloc
from pathlib import Path
from time import process_time

from chunkscope.core.document import normalise
from chunkscope.core.splitters.parent_child import cut

MEGABYTE = 1_000_000

HOSTILE = {
    "2 MB in one line": "word and more. " * 140_000,
    "2 MB in one sentence": "word and more " * 145_000,
    "100,000 paragraphs": "Some paragraph here.\n\n" * 100_000,
    "100,000 letters apart": "x\n\n" * 100_000,
    "white space between": "x\n \n" * 250_000,
    "50,000 headings": "".join(f"## Part {n}\n\nText {n}.\n\n" for n in range(50_000)),
    "50,000 bare headings": "# a\nb\n" * 50_000,
    "1 MB without a space": "x" * MEGABYTE,
    "1 MB of '. '": ". " * (MEGABYTE // 2),
    "1 MB of '.'": "." * MEGABYTE,
    "runs of full stops": ("." * 599 + "a") * 1_700,
    "only exclamations": ("word " * 400 + "!") * 500,
    "Chinese without stops": "漢字仮名交文章試験用" * 16_700,
    "100,000 fences": "```\nx\n```\n" * 100_000,
    "fences of all lengths": "".join(f"{'`' * n}\nx\n{'`' * n}\n" for n in range(3, 1_000)),
    "1 MB of backticks": "`" * MEGABYTE,
    "1 MB of tildes": "~" * MEGABYTE,
    "1 MB of hashes": "# " + "#" * MEGABYTE,
    "hashes apart": "# a" + " #" * (MEGABYTE // 2) + "b",
    "blank lines": "\n " * (MEGABYTE // 2),
    "1 MB of spaces": "x" + " " * MEGABYTE + "x",
    "spaced closers": "```\n" + ("```" + " " * 1_000 + "x\n") * 1_000,
    "front matter never closed": "---\na\n" + "--- x\n" * 170_000,
    "deep lists": "".join(" " * (n % 400) + "- item\n" for n in range(10_000)),
    "list markers": "- " * (MEGABYTE // 2),
    "emoji": "😀" * (MEGABYTE // 4),
}


def fastest(text: str, goes: int) -> float:
    """Return the seconds of processor time of the fastest of some goes."""
    seconds = []
    for _ in range(goes):
        start = process_time()
        cut("Bench", text)
        seconds.append(process_time() - start)
    return min(seconds)


def peak(text: str) -> int:
    """Return the bytes allocated at most while `text` is cut."""
    tracemalloc.start()
    cut("Bench", text)
    allocated = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return allocated


def main(paths: list[str]) -> None:
    """Print both tables."""
    print(f"{'hostile':28}{'megabytes':>10}{'seconds':>10}{'memory':>10}")
    for name, body in HOSTILE.items():
        text = f"{body}\n# End\n"
        size = len(text.encode())
        memory = peak(text) / size
        print(f"{name:28}{size / MEGABYTE:10.2f}{fastest(text, 2):10.3f}{memory:9.2f}x")
    texts = {Path(path).name: Path(path).read_text(encoding="utf-8") for path in paths}
    print(f"\n{'ten times over':28}{'ms':>10}{'ten, ms':>10}{'ratio':>10}")
    for name, raw in (texts or {"page": HOSTILE["50,000 headings"]}).items():
        text = normalise(raw)
        once, ten = fastest(text, 20), fastest(text * 10, 8)
        print(f"{name:28}{1000 * once:10.2f}{1000 * ten:10.2f}{ten / once:9.2f}x")


if __name__ == "__main__":
    main(sys.argv[1:])
