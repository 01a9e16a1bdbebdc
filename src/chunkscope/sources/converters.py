"""The typed door to markitdown; used in the child process only.

One converter is registered a conversion, the one of the file's format: whatever markitdown itself
takes a file for, no other of its converters (some of which reach the network) can be chosen.
"""

import io
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from chunkscope.core.errors import SourceError
from chunkscope.sources.pdf_converter import PdfConverter
from chunkscope.sources.pdf_lines import PasswordNeeded
from chunkscope.sources.states import failure

if TYPE_CHECKING:
    from markitdown import DocumentConverter, DocumentConverterResult, MarkItDown


@dataclass(frozen=True, slots=True)
class Converted:
    """Markdown as the converter gave it.

    Attributes:
        markdown: Neither normalised nor free of lone surrogates.
        title: From the source's own metadata; None where it has none.
        layout_lost: Whether only plain text could be had, for the depth of the nesting.
        pages: Start and end of each page in the markdown, for sources that have pages.
        headings_guessed: Whether the size of letters told what is a heading.
        repeats_dropped: How many running headers, footers and page numbers were left out.
    """

    markdown: str
    title: str | None
    layout_lost: bool = False
    pages: tuple[tuple[int, int], ...] = ()
    headings_guessed: bool = False
    repeats_dropped: int = 0


def convert_file(path: Path, form: str, name: str) -> Converted:
    """Convert a file by the converter of format `form`, whatever its name says.

    Raises:
        SourceError: `password`, `damaged`, `too-deep`.
    """
    from markitdown import StreamInfo

    suffix = StreamInfo(extension=f".{form}")
    return _guarded(form, name, lambda engine: engine.convert_local(path, stream_info=suffix))


def convert_text(text: str, form: str, name: str) -> Converted:
    """Convert what was decoded already: html or csv.

    Raises:
        SourceError: `damaged`, `too-deep`.
    """
    from markitdown import StreamInfo

    stream = io.BytesIO(text.encode("utf-8"))
    described = StreamInfo(extension=f".{form}", charset="utf-8")
    return _guarded(form, name, lambda engine: engine.convert_stream(stream, stream_info=described))


def _guarded(
    form: str, name: str, conversion: "Callable[[MarkItDown], DocumentConverterResult]"
) -> Converted:
    """Run one conversion and turn what its libraries raise into a state."""
    from markitdown import FileConversionException, UnsupportedFormatException

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            outcome = conversion(_engine(form))
        except FileConversionException as error:
            raise _failure_behind(error, name) from error
        except UnsupportedFormatException as error:
            raise failure("damaged", name) from error
    title = None if outcome.title is None else str(outcome.title)
    layout_lost = any("too deeply nested" in str(warning.message) for warning in caught)
    return Converted(
        outcome.markdown,
        title,
        layout_lost,
        getattr(outcome, "pages", ()),
        getattr(outcome, "headings_guessed", False),
        getattr(outcome, "repeats_dropped", 0),
    )


def _engine(form: str) -> "MarkItDown":
    from markitdown import MarkItDown

    # markitdown loads it; the variable that silences it is not heeded on every system.
    runtime = sys.modules.get("onnxruntime")
    if runtime is not None and hasattr(runtime, "disable_telemetry_events"):
        runtime.disable_telemetry_events()
    engine = MarkItDown(enable_builtins=False, enable_plugins=False)
    engine.register_converter(_converter_of(form))
    return engine


def _converter_of(form: str) -> "DocumentConverter":
    from markitdown import converters

    makers: dict[str, Callable[[], DocumentConverter]] = {
        "html": converters.HtmlConverter,
        "csv": converters.CsvConverter,
        "pdf": lambda: cast("DocumentConverter", PdfConverter()),
        "docx": converters.DocxConverter,
        "pptx": converters.PptxConverter,
        "xlsx": converters.XlsxConverter,
        "epub": converters.EpubConverter,
    }
    return makers[form]()


def _failure_behind(error: Exception, name: str) -> SourceError:
    causes = list(_causes_of(error))
    if any(isinstance(cause, MemoryError) for cause in causes):
        raise MemoryError from error
    if any(isinstance(cause, PasswordNeeded) for cause in causes):
        return failure("password", name)
    if any(isinstance(cause, RecursionError) for cause in causes):
        return failure("too-deep", name)
    return failure("damaged", name)


def _causes_of(error: BaseException) -> Iterator[BaseException]:
    """Yield `error` and all that it wraps, by cause, context, argument or markitdown's list."""
    seen: set[int] = set()
    waiting = [error]
    while waiting:
        cause = waiting.pop()
        if id(cause) in seen:
            continue
        seen.add(id(cause))
        yield cause
        attempts = getattr(cause, "attempts", None) or ()
        tried = [attempt.exc_info[1] for attempt in attempts if attempt.exc_info]
        wrapped = [cause.__cause__, cause.__context__, *cause.args, *tried]
        waiting.extend(other for other in wrapped if isinstance(other, BaseException))
