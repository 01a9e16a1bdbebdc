"""How long web pages, tables, workbooks, books and notebooks take, against markitdown's converters.

    PYTHONPATH=src python tests/bench/bench_pages.py FILE...

Both get the same bytes in the same run; seconds are those of the processor.
"""

import io
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from markitdown import StreamInfo, converters

from chunkscope.sources.notebooks import convert_notebook
from chunkscope.sources.sheets.csv_converter import convert_csv
from chunkscope.sources.sheets.workbook_converter import convert_xls, convert_xlsx
from chunkscope.sources.web.epub_converter import convert_epub
from chunkscope.sources.web.html_converter import convert_html

PAIRS: dict[str, tuple[Callable[..., Any], str]] = {
    ".html": (convert_html, "HtmlConverter"),
    ".csv": (convert_csv, "CsvConverter"),
    ".xlsx": (convert_xlsx, "XlsxConverter"),
    ".xls": (convert_xls, "XlsConverter"),
    ".epub": (convert_epub, "EpubConverter"),
    ".ipynb": (convert_notebook, "IpynbConverter"),
}


def main(paths: list[Path]) -> None:
    """Print a line a file."""
    print(f"{'file':44} {'ours':>8} {'theirs':>8} {'times':>6}")
    for path in paths:
        convert, name = PAIRS[path.suffix]
        content = path.read_bytes()
        theirs: Any = getattr(converters, name)()
        described = StreamInfo(extension=path.suffix, charset="utf-8")
        own = seconds(convert, content)
        other = seconds(lambda stream, its=theirs, of=described: its.convert(stream, of), content)
        print(f"{path.name[:44]:44} {own:7.2f}s {other:7.2f}s {other / own:6.1f}")


def seconds(convert: Callable[..., Any], content: bytes) -> float:
    """Return the seconds of the quicker of two runs, so that imports do not count."""
    taken = []
    for _ in range(2):
        start = time.process_time()
        convert(io.BytesIO(content))
        taken.append(time.process_time() - start)
    return min(taken)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main([Path(argument) for argument in sys.argv[1:]])
