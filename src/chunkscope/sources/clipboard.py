"""Pasted text and pasted web content become documents without a file."""

from chunkscope.core.document import Document, normalise
from chunkscope.core.outline import title_of
from chunkscope.core.progress import Report, ignore
from chunkscope.sources.conversion import DEFAULT_MEMORY_BYTES, DEFAULT_SECONDS, Child
from chunkscope.sources.read import document_from_answer
from chunkscope.sources.text import without_surrogates
from chunkscope.sources.workshop import Workshop

_PASTED: str = "The pasted content"


def document_from_text(text: str, *, title: str | None = None) -> Document:
    """Return pasted text as a document, unchanged but for line ends."""
    text = normalise(without_surrogates(text))
    return Document(title_of(text, title), text)


def document_from_html(
    html: str,
    *,
    title: str | None = None,
    report: Report = ignore,
    workshop: Workshop | None = None,
    memory_limit: int = DEFAULT_MEMORY_BYTES,
    timeout: float = DEFAULT_SECONDS,
) -> Document:
    """Return pasted web content as a document; arguments as in `read.read_document`.

    Raises:
        SourceError: What a conversion can end in.
        Cancelled: From `report`.
    """
    request = {"text": without_surrogates(html), "form": "html", "name": _PASTED}
    with workshop.child() if workshop is not None else Child(memory_limit) as child:
        answer = child.convert(request, report, timeout)
    return document_from_answer(
        {**answer, "encoding": None}, title=title, origin=None, claimed=None
    )
