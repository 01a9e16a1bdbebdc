"""Pages, cuts, counts and findings for the tests of panels."""

from collections.abc import Sequence
from dataclasses import replace

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.counts import CountColumn, PageCounts
from chunkscope.core.document import Document
from chunkscope.core.lint.findings import Finding, Severity
from chunkscope.core.settings import Settings
from chunkscope.core.spans import Span
from chunkscope.core.splitters.parent_child import cut
from chunkscope.workspace.state import Workspace

MODEL = "model"


def opened(text: str, settings: Settings | None = None, title: str = "Page") -> Workspace:
    """A page that was read and cut; nothing is counted or found yet."""
    settings = settings or Settings()
    return Workspace(settings, Document(title, text), chunk_set=cut(title, text, settings))


def cut_of(workspace: Workspace) -> ChunkSet:
    """The cut of a page."""
    assert workspace.chunk_set is not None
    return workspace.chunk_set


def counted(
    workspace: Workspace, tokens: int = 7, *, sections: Sequence[int] | None = None
) -> Workspace:
    """The same page with the same number of tokens for every chunk, section and the page."""
    chunks = cut_of(workspace)
    column = CountColumn(
        [tokens] * len(chunks.parents),
        [tokens] * len(chunks.children),
        [tokens] * len(chunks.outline) if sections is None else sections,
        tokens,
    )
    columns = {MODEL: column, "cl100k_base": column}
    unavailable = {"o200k_base": "The file is missing."}
    return replace(workspace, counts=PageCounts(chunks, MODEL, 10, columns, unavailable))


def found(
    workspace: Workspace,
    word: str,
    severity: Severity = Severity.WARNING,
    *,
    rule: str = "some-rule",
    parents: tuple[int, ...] = (),
) -> Workspace:
    """The same page with one finding more, at the first place of a word."""
    start = cut_of(workspace).text.index(word)
    span = Span(start, start + len(word))
    finding = Finding(rule, severity, (span,), f"About {word}", f"Change {word}.", parents)
    return replace(workspace, findings=(*(workspace.findings or ()), finding))
