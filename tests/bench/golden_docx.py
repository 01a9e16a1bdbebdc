"""How many headings of pages that also exist as markdown come out of their Word documents.

    PYTHONPATH=src python tests/bench/golden_docx.py FOLDER

FOLDER holds pairs: chapter.docx and chapter.md. A heading counts where text and level agree and
the ones before it keep its order. Headings inside quotations count as those outside.
"""

import sys
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from markdown_it import MarkdownIt

from chunkscope.sources.office.docx_converter import convert_docx

Heading = tuple[int, str]


def headings_of(markdown: str) -> list[Heading]:
    """Return level and text of each heading, in order."""
    tokens = MarkdownIt().parse(markdown)
    return [
        (int(token.tag[1]), " ".join(_text(tokens[place + 1].children or ()).split()))
        for place, token in enumerate(tokens)
        if token.type == "heading_open"
    ]


def _text(tokens: object) -> str:
    return "".join(token.content for token in tokens)  # type: ignore[attr-defined]


def compared(folder: Path) -> Iterator[tuple[str, list[Heading], list[Heading], int]]:
    """Yield a pair's name, what is missing, what is more than expected, and how many match."""
    for page in sorted(folder.glob("*.md")):
        expected = headings_of(page.read_text(encoding="utf-8"))
        with page.with_suffix(".docx").open("rb") as stream:
            found = headings_of(convert_docx(stream).markdown)
        matcher = SequenceMatcher(None, expected, found, autojunk=False)
        blocks = matcher.get_matching_blocks()
        matched = {block.a + step for block in blocks for step in range(block.size)}
        placed = {block.b + step for block in blocks for step in range(block.size)}
        missing = [one for place, one in enumerate(expected) if place not in matched]
        extra = [one for place, one in enumerate(found) if place not in placed]
        yield page.stem, missing, extra, len(matched)


def main(folder: Path) -> None:
    """Print what matches, pair by pair, then what does not."""
    total = together = 0
    lines = []
    for name, missing, extra, matched in compared(folder):
        total += matched + len(missing)
        together += matched
        print(f"{name:12} {matched:4} of {matched + len(missing):4}, {len(extra)} more")
        lines += [f"  {name}: missing {'#' * level} {text}" for level, text in missing]
        lines += [f"  {name}: more    {'#' * level} {text}" for level, text in extra]
    print(f"{'together':12} {together:4} of {total:4}: {together / max(total, 1):.1%}")
    print("\n".join(lines))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
