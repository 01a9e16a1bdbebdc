"""What the panes around the bench need of it: whose answer counts, and what it sends."""

from collections.abc import Iterator
from itertools import islice

from chunkscope.core.chunks import Chunk
from chunkscope.core.prompt import Outcome
from chunkscope.workspace.questions import Asked
from chunkscope.workspace.state import Workspace


def asked_of(workspace: Workspace) -> Asked | None:
    """Return the leading side's answer, if it was asked of the text that is open."""
    side, document = workspace.bench.side, workspace.document
    chunks = side.chunk_set
    if chunks is None or document is None or chunks.text is not document.text:
        return None
    return side.asked


def is_old(workspace: Workspace) -> bool:
    """Say whether the leading side was asked of an earlier cut, or asked something else."""
    side = workspace.bench.side
    return side.is_stale or side.chunk_set is not workspace.chunk_set


def outcome_of(workspace: Workspace, chunk: Chunk) -> Outcome | None:
    """Return what became of a chunk as a candidate of the leading side.

    None while its answer is not to what stands there now, or not of the cut on screen.
    """
    asked = workspace.bench.side.asked
    if asked is None or is_old(workspace) or workspace.cut_is_stale:
        return None
    key = (chunk.level.value, chunk.index)
    pairs = zip(asked.prompt.outcomes, asked.passages, strict=True)
    return next((one for one, held in pairs if (held.level, held.index) == key), None)


def sent_outcomes(asked: Asked) -> Iterator[Outcome]:
    """Yield the candidates that reach the prompt, best first."""
    sent = (one for one in asked.prompt.outcomes if one.fate.is_delivered)
    return islice(sent, len(asked.prompt.passages))
