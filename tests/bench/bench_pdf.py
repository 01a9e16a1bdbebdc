"""Reading PDFs: speed against markitdown's own converter, outlines, glued words, marked headings.

    PYTHONPATH=src:. python tests/bench/bench_pdf.py FOLDER_OR_FILE [--peer] [--marks] [--missed]

One row a file: pages; seconds; entries of its outline and those of them that became a heading on
their page (or on the one before or after it) at their level; share of letters in words of over 20
letters; headings and whether letters told any of them; what was noted, or the state. `--peer`
converts each file with markitdown's own converter too, in the same run, and gives the ratio and
its share of long words. `--marks` measures the headings of the files in
`tests/data/pdf_headings.tsv` against those that a reader marked there. `--missed` names the entries
and marks that are not found, and the headings that nobody marked.
"""

import contextlib
import io
import logging
import sys
import time
import warnings
from collections.abc import Sequence
from pathlib import Path

from tests.sources.pdf_measures import (
    Title,
    headings_in,
    judged,
    marks,
    matched,
    missing,
    on_marked_pages,
    share_in_long_words,
)

from chunkscope.sources.pdf.converter import convert_pdf
from chunkscope.sources.pdf.lines import Pdf, Unreadable

HEAD = f"{'file':44}{'pages':>6}{'s':>7}{'outline':>13}{'long words':>11}{'headings':>9}  notes"
MOST_LONG_WORDS = 0.02


def main(arguments: Sequence[str]) -> None:
    options = {argument for argument in arguments if argument.startswith("--")}
    place = Path(next(argument for argument in arguments if not argument.startswith("--")))
    paths = sorted(place.glob("*.pdf")) if place.is_dir() else [place]
    if "--marks" in options:
        measure_marks(paths, missed="--missed" in options)
        return
    print(HEAD)
    entries = found = 0
    warm_up()
    for path in paths:
        here, there = measure(path, peer="--peer" in options, missed="--missed" in options)
        entries, found = entries + here, found + there
    if entries:
        print(f"outlines: {found:,} of {entries:,} entries, {found / entries:.1%}")


def warm_up() -> None:
    """Import what a first conversion imports, so that no file's time has it."""
    with contextlib.suppress(Unreadable):
        Pdf(io.BytesIO(b"%PDF-1.4"))


def measure(path: Path, *, peer: bool, missed: bool) -> tuple[int, int]:
    content = path.read_bytes()
    begin = time.perf_counter()
    try:
        converted = convert_pdf(io.BytesIO(content))
    except Exception as error:  # noqa: BLE001
        print(f"{path.stem[:43]:44}{'':38}{type(error).__name__}")
        return 0, 0
    seconds = time.perf_counter() - begin
    wanted, headings = outline_of(content), headings_in(converted)
    pairs = matched(wanted, headings)
    outline = f"{len(pairs):,}/{len(wanted):,}" if wanted else "-"
    long_words = share_in_long_words(converted.markdown)
    states = " ".join(remark.state for remark in converted.remarks)
    states = states or ("" if converted.markdown else "no text")
    print(
        f"{path.stem[:43]:44}{len(converted.pages):6}{seconds:7.2f}{outline:>13}"
        f"{long_words:11.1%}{len(headings):9}  {states}"
    )
    if missed:
        for title in missing(wanted, pairs):
            print(f"      missed: page {title.page + 1}, level {title.level}: {title.text}")
    if peer:
        compare(content, seconds)
    return len(wanted), len(pairs)


def compare(content: bytes, seconds: float) -> None:
    from markitdown import StreamInfo
    from markitdown.converters import PdfConverter

    begin = time.perf_counter()
    try:
        text = PdfConverter().convert(io.BytesIO(content), StreamInfo(extension=".pdf")).markdown
    except Exception as error:  # noqa: BLE001
        print(f"      markitdown: {type(error).__name__}")
        return
    peer_seconds = time.perf_counter() - begin
    share = share_in_long_words(text)
    glued = "  glued" if share > MOST_LONG_WORDS else ""
    ratio = peer_seconds / seconds
    print(f"      markitdown: {peer_seconds:.2f} s, {ratio:.1f} times; {share:.1%}{glued}")


def outline_of(content: bytes) -> list[Title]:
    pdf = Pdf(io.BytesIO(content))
    try:
        return [Title(entry.page, min(6, entry.depth + 1), entry.title) for entry in pdf.outline()]
    finally:
        pdf.close()


def measure_marks(paths: Sequence[Path], *, missed: bool) -> None:
    print(f"{'file':44}{'marks':>7}{'found':>7}{'level':>7}{'unmarked':>9}")
    by_name = {path.name: path for path in paths}
    sums = [0, 0, 0, 0]
    for name, titles in marks().items():
        if name not in by_name:
            continue
        with by_name[name].open("rb") as file:
            result = judged(titles, on_marked_pages(name, headings_in(convert_pdf(file))))
        row = (*result[:3], len(result.unmarked))
        sums = [one + other for one, other in zip(sums, row, strict=True)]
        print(f"{name[:43]:44}{row[0]:7}{row[1]:7}{row[2]:7}{row[3]:9}")
        if missed:
            for title in result.missed:
                print(f"      missed: page {title.page + 1}, level {title.level}: {title.text}")
            for title in result.unmarked:
                print(f"      unmarked: page {title.page + 1}, level {title.level}: {title.text}")
    marked, found, at_level, unmarked = sums
    if found:
        print(
            f"found {found / marked:.1%} of the marks ({at_level / marked:.1%} at their level); "
            f"{unmarked} headings that nobody marked, {unmarked / (unmarked + found):.1%}"
        )


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    main(sys.argv[1:])
