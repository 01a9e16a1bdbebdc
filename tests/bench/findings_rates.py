"""How often each rule fires per 10,000 words of a folder of markdown, and firings to judge by eye.

Other files of the folder are passed over, and their number is said.

python tests/bench/findings_rates.py FOLDER
python tests/bench/findings_rates.py FOLDER --judge long-sentence --number 20 --seed 1
"""

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.document import Document, normalise
from chunkscope.core.lint.checks import lint
from chunkscope.core.lint.findings import RULES, Finding, Options
from chunkscope.core.lint.page import Page
from chunkscope.core.outline import title_of
from chunkscope.core.segmentation import count_words
from chunkscope.core.splitters.parent_child import cut
from chunkscope.retrieval.page_counts import PageCounter
from chunkscope.sources.formats import format_named, format_of

ALL_RULES = Options(enabled=dict.fromkeys(RULES, True), most_of_a_rule=1_000_000)


def markdown_under(folder: Path, largest: int) -> list[Path]:
    """Return the markdown files under `folder`, in order; say how many files are left out."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    markdown = [path for path in files if format_of(path) == format_named("md")]
    chosen = [path for path in markdown if path.stat().st_size <= largest]
    print(
        f"{len(chosen):,} files of markdown; left out: {len(files) - len(markdown):,} others, "
        f"{len(markdown) - len(chosen):,} over {largest:,} bytes",
        file=sys.stderr,
    )
    return chosen


def pages(files: Sequence[Path], counting: bool) -> Iterator[tuple[Path, Page]]:
    """Yield the pages in the files."""
    for path in files:
        text = normalise(path.read_bytes().decode("utf-8", "replace"))
        title = title_of(text, file_name=path.name)
        chunks = cut(title, text)
        counts = PageCounter(text).count(chunks) if counting else None
        yield path, Page(Document(title, text), chunks, counts)


def show(path: Path, chunks: ChunkSet, finding: Finding, context: int) -> None:
    """Print a finding with its place in context."""
    span = finding.span
    before = chunks.text[max(0, span.start - context) : span.start]
    after = chunks.text[span.end : span.end + context]
    middle = chunks.text[span.start : span.end]
    if len(middle) > 4 * context:
        middle = f"{middle[: 3 * context]} [...] {middle[-context:]}"
    print(f"--- {path.parent.name}/{path.name}  {finding.message}")
    print(f"{before}<<{middle}>>{after}\n")


def main() -> None:
    """Print the table, or the firings of one rule."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--judge", metavar="RULE")
    parser.add_argument("--number", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--largest", type=int, default=1_000_000, help="bytes of a file")
    parser.add_argument("--context", type=int, default=100, help="characters around a firing")
    parser.add_argument("--no-counts", action="store_true")
    parser.add_argument("--most-of-a-page", type=int, default=1_000_000)
    arguments = parser.parse_args()
    words = 0
    fired: Counter[str] = Counter()
    on: defaultdict[str, set[Path]] = defaultdict(set)
    chosen = []
    files = markdown_under(arguments.folder, arguments.largest)
    if not files:
        parser.error(f"there is no markdown under {arguments.folder}")
    for path, page in pages(files, not arguments.no_counts):
        words += count_words(page.chunk_set.text)
        of_page = []
        for finding in lint(page, ALL_RULES):
            fired[finding.rule] += 1
            on[finding.rule].add(path)
            if finding.rule == arguments.judge:
                of_page.append((path, page.chunk_set, finding))
        random.Random(arguments.seed).shuffle(of_page)
        chosen += of_page[: arguments.most_of_a_page]
    if arguments.judge:
        random.Random(arguments.seed).shuffle(chosen)
        for firing in chosen[: arguments.number]:
            show(*firing, arguments.context)
        return
    print(f"{words:,} words")
    print(f"{'rule':24}{'fired':>8}{'per 10,000 words':>18}{'pages':>7}  default")
    for rule, entry in RULES.items():
        rate = 10_000 * fired[rule] / max(words, 1)
        state = "on" if entry.enabled else "off"
        print(f"{rule:24}{fired[rule]:8,}{rate:18.2f}{len(on[rule]):7}  {state}")


if __name__ == "__main__":
    main()
