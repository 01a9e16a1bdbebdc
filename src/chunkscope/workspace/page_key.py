"""The name under which a document's page is indexed."""

from pathlib import Path

from chunkscope.core.document import Document


def page_key(document: Document) -> str:
    """Return the whole path, the address or, for what has neither, the title of a document.

    So a file has one index, from whichever folder it is named.
    """
    if document.origin is not None:
        return str(Path(document.origin).resolve())
    return document.address or document.title
