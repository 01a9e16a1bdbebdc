"""How long Word documents and decks take, against markitdown's own converters in the same run.

    PYTHONPATH=src python tests/bench/bench_office.py FILE...

Memory is the most that Python's own allocator held, each converter in its turn.
"""

import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

from markitdown import StreamInfo
from markitdown.converters import DocxConverter, PptxConverter

from chunkscope.sources.office.docx_converter import convert_docx
from chunkscope.sources.office.pptx_converter import convert_pptx

OURS = {".docx": convert_docx, ".pptx": convert_pptx}
THEIRS = {".docx": DocxConverter, ".pptx": PptxConverter}


def main(paths: list[Path]) -> None:
    """Print a line a file."""
    print(f"{'file':44} {'ours':>8} {'theirs':>8} {'times':>6} {'ours':>8} {'theirs':>8}")
    for path in paths:
        ours, own_peak = measured(lambda path=path: _convert(path))  # type: ignore[misc]
        theirs, their_peak = measured(lambda path=path: _convert_by_theirs(path))  # type: ignore[misc]
        print(
            f"{path.name:44} {ours:7.2f}s {theirs:7.2f}s {theirs / ours:6.1f} "
            f"{own_peak / 1e6:6.1f}MB {their_peak / 1e6:6.1f}MB"
        )


def measured(work: Callable[[], None]) -> tuple[float, int]:
    """Return the seconds that work takes, and the bytes in another run of it."""
    start = time.perf_counter()
    work()
    seconds = time.perf_counter() - start
    tracemalloc.start()
    work()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return seconds, peak


def _convert(path: Path) -> None:
    with path.open("rb") as stream:
        OURS[path.suffix](stream)


def _convert_by_theirs(path: Path) -> None:
    converter: Any = THEIRS[path.suffix]
    with path.open("rb") as stream:
        converter().convert(stream, StreamInfo(extension=path.suffix))


if __name__ == "__main__":
    main([Path(argument) for argument in sys.argv[1:]])
