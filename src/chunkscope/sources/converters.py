"""The typed door to markitdown; used in the child process only.

An engine knows one converter, that of its format: whatever markitdown itself takes a file for, no
other of its converters (some of which reach the network) can be chosen.
"""

import functools
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, Final, cast

from chunkscope.core.errors import Cancelled, SourceError
from chunkscope.core.progress import Report, ignore
from chunkscope.sources.outcome import Converted, Converter, PasswordNeeded, Wishes
from chunkscope.sources.states import failure

if TYPE_CHECKING:
    from markitdown import DocumentConverter, MarkItDown


def convert(
    stream: BinaryIO,
    form: str,
    name: str,
    wishes: Wishes | None = None,
    report: Report = ignore,
) -> Converted:
    """Convert a stream by the converter of format `form`, whatever its name says.

    Args:
        stream: A file's bytes; UTF-8 for the formats that are text.
        form: Id of a format in `chunkscope.sources.formats`.
        name: Stands for the source in a sentence.
        wishes: What the reader chose.
        report: Called with the pages or parts that are done, of all.

    Raises:
        SourceError: `password`, `damaged`, `too-deep`, or the converter's own.
    """
    from markitdown import FileConversionException, StreamInfo, UnsupportedFormatException

    engine, registered = _engine(form)
    registered.wishes, registered.report = wishes or Wishes(), report
    described = StreamInfo(extension=f".{form}", charset="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            outcome: Any = engine.convert_stream(stream, stream_info=described)
        except FileConversionException as error:
            raise _failure_behind(error, name) from error
        except UnsupportedFormatException as error:
            raise failure("damaged", name) from error
    converted: Converted = outcome.converted
    return converted


def prepare() -> None:
    """Import what takes long, so that a first conversion need not wait for it."""
    for form in ("pdf", "docx", "html"):
        _engine(form)


class _Registered:
    """One of our converters as markitdown knows converters.

    Its result also carries `converted`, which markitdown leaves as it is; of the markdown it drops
    blank lines and blanks at line ends, also in code.
    """

    def __init__(self, form: str) -> None:
        self._form = form
        self._convert = _MAKERS[form]()
        self.wishes = Wishes()
        self.report: Report = ignore

    def accepts(self, _file_stream: BinaryIO, stream_info: Any, **_options: Any) -> bool:
        return (stream_info.extension or "").lower() == f".{self._form}"

    def convert(self, file_stream: BinaryIO, _stream_info: Any, **_options: Any) -> Any:
        from markitdown import DocumentConverterResult

        converted = self._convert(file_stream, self.wishes, self.report)
        result: Any = DocumentConverterResult(markdown="", title=converted.title)
        result.converted = converted
        return result


@functools.cache
def _engine(form: str) -> "tuple[MarkItDown, _Registered]":
    from markitdown import MarkItDown

    # markitdown loads it; the variable that silences it is not heeded on every system.
    runtime = sys.modules.get("onnxruntime")
    if runtime is not None and hasattr(runtime, "disable_telemetry_events"):
        runtime.disable_telemetry_events()
    engine = MarkItDown(enable_builtins=False, enable_plugins=False)
    registered = _Registered(form)
    engine.register_converter(cast("DocumentConverter", registered))
    return engine, registered


def _pdf() -> Converter:
    from chunkscope.sources.pdf.converter import convert_pdf

    return convert_pdf


def _docx() -> Converter:
    from chunkscope.sources.office.docx_converter import convert_docx

    return convert_docx


def _html() -> Converter:
    from chunkscope.sources.web.html_converter import convert_html

    return convert_html


def _csv() -> Converter:
    from chunkscope.sources.sheets.csv_converter import convert_csv

    return convert_csv


def _tsv() -> Converter:
    from chunkscope.sources.sheets.csv_converter import convert_tsv

    return convert_tsv


def _xlsx() -> Converter:
    from chunkscope.sources.sheets.workbook_converter import convert_xlsx

    return convert_xlsx


def _xls() -> Converter:
    from chunkscope.sources.sheets.workbook_converter import convert_xls

    return convert_xls


def _epub() -> Converter:
    from chunkscope.sources.web.epub_converter import convert_epub

    return convert_epub


def _ipynb() -> Converter:
    from chunkscope.sources.notebooks import convert_notebook

    return convert_notebook


def _eml() -> Converter:
    from chunkscope.sources.mail.eml_converter import convert_eml

    return convert_eml


def _msg() -> Converter:
    from chunkscope.sources.mail.msg_converter import convert_msg

    return convert_msg


def _mht() -> Converter:
    from chunkscope.sources.mail.mht_converter import convert_mht

    return convert_mht


def _xmlss() -> Converter:
    from chunkscope.sources.sheets.xml_converter import convert_xml_spreadsheet

    return convert_xml_spreadsheet


def _pptx() -> Converter:
    from chunkscope.sources.office.pptx_converter import convert_pptx

    return convert_pptx


_MAKERS: Final[dict[str, Callable[[], Converter]]] = {
    "html": _html,
    "csv": _csv,
    "tsv": _tsv,
    "pdf": _pdf,
    "docx": _docx,
    "pptx": _pptx,
    "xlsx": _xlsx,
    "xls": _xls,
    "epub": _epub,
    "ipynb": _ipynb,
    "msg": _msg,
    "eml": _eml,
    "mht": _mht,
    "xmlss": _xmlss,
}


def _failure_behind(error: Exception, name: str) -> SourceError:
    causes = list(_causes_of(error))
    for cause in causes:
        if isinstance(cause, Cancelled | SourceError | MemoryError):
            raise cause from error
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
