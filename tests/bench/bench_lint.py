"""Milliseconds that findings take per megabyte, rule by rule where asked.

    python tests/bench/bench_lint.py [--rules] [FILE...]

Without files, pages made up here: a help page of prose, one with everything, and pages that are
hard: 100,000 paragraphs, 50,000 headings, a line of 2 MB, a table of 20,000 rows. Processor time
of the fastest of three rounds; the cut is not counted.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from chunkscope.core.document import Document, normalise
from chunkscope.core.lint.checks import lint
from chunkscope.core.lint.findings import RULES, Options
from chunkscope.core.lint.page import Page
from chunkscope.core.splitters.parent_child import cut

ROUNDS = 3
TEXT = "the owner of an account sees each charge on a later invoice and may ask for refunds"
WORDS = TEXT.split()


def sentence(chance: random.Random) -> str:
    """Return a sentence of 6 to 24 words."""
    words = [chance.choice(WORDS) for _ in range(chance.randint(6, 24))]
    return " ".join(words).capitalize() + "."


def help_page(size: int) -> str:
    """Return sections of prose, lists, tables and code."""
    chance = random.Random(1)
    parts: list[str] = []
    length = 0
    while length < size:
        part = [f"## {sentence(chance)}", " ".join(sentence(chance) for _ in range(6))]
        part.append("\n".join(f"- {sentence(chance)}" for _ in range(4)))
        part.append("| a | b |\n|---|---|\n" + "| 1.5 | see `x` |\n" * 5)
        part.append("```python\nprint('a. b')\n\nprint('c')\n```")
        part.append(f"**Note** [{sentence(chance)}](https://example.com/a?b=c) ![](x.png)")
        parts += part
        length += sum(map(len, part))
    return "\n\n".join(parts)


def made_up() -> Iterator[tuple[str, str]]:
    """Yield names and texts of pages."""
    yield "help page, 100 KB", help_page(100_000)
    yield "help page, 1 MB", help_page(1_000_000)
    yield "help page, 10 MB", help_page(10_000_000)
    yield "100,000 paragraphs", "A paragraph of five words.\n\n" * 100_000
    yield "50,000 headings", "".join(f"# Heading {n}\n\nText.\n\n" for n in range(50_000))
    yield "500 same headings", "# Same\n\nThe same text below each of them.\n\n" * 500
    yield "10,000 like parents", "# A\n\n" + ("word " * 250 + ".\n\n") * 10_000
    yield "line of 2 MB", "The sentence goes on and on. " * 69_000
    yield "table of 20,000 rows", "| a | b |\n|---|---|\n" + "| 1.5 | text here. |\n" * 20_000
    yield "500 KB of Chinese", "\u4e2d\u6587" * 250_000
    yield "1 MB without a space", "x" * 1_000_000
    yield "1 MB of full stops", ". " * 500_000
    yield "quote 20,000 deep", ">" * 20_000 + " deep"


def seconds_of(page: Page, options: Options) -> tuple[float, int]:
    """Return the fastest round and the number of findings."""
    fastest = float("inf")
    findings = 0
    for _ in range(ROUNDS):
        began = process_time()
        findings = len(lint(page, options))
        fastest = min(fastest, process_time() - began)
    return fastest, findings


def main() -> None:
    """Print a line a page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--rules", action="store_true", help="each rule alone, with what it reads")
    arguments = parser.parse_args()
    texts = [
        (path.name, normalise(path.read_bytes().decode("utf-8", "replace")))
        for path in arguments.files
    ]
    print(f"{'page':28}{'MB':>7}{'ms':>9}{'ms per MB':>11}{'findings':>10}")
    for name, text in texts or made_up():
        page = Page(Document(name, text), cut(name, text))
        megabytes = len(text.encode("utf-8", "surrogatepass")) / 1e6
        seconds, findings = seconds_of(page, Options())
        ms = 1000 * seconds
        print(f"{name[:27]:28}{megabytes:7.2f}{ms:9.1f}{ms / megabytes:11.1f}{findings:10}")
        if arguments.rules:
            for rule in RULES:
                alone = Options(enabled={other: other == rule for other in RULES})
                print(f"    {rule:24}{1000 * seconds_of(page, alone)[0]:9.1f}")


if __name__ == "__main__":
    main()
