"""Where on the strip the passages lie that a question found, and the answer."""

from dataclasses import dataclass

from chunkscope.core.prompt import Fate
from chunkscope.core.spans import Span
from chunkscope.gui.bench_overlays import asked_of, words_of
from chunkscope.workspace.state import Workspace

_TAKE_PART = (Fate.WHOLE, Fate.CUT, Fate.DUPLICATE, Fate.PAST_PASSAGES, Fate.NO_ROOM)


@dataclass(frozen=True, slots=True)
class StripHit:
    """A passage that was found.

    Attributes:
        span: What of it reaches the prompt; all of it where nothing does.
        place: From 1.
        is_sent: Whether something of it reaches the prompt.
        words: What it is and what became of it.
    """

    span: Span
    place: int
    is_sent: bool
    words: str


def hits_of(workspace: Workspace) -> tuple[StripHit, ...]:
    """Return the leading side's candidates that take part, the best last.

    The page as a whole is left out unless its beginning is sent: it would mark everything.
    """
    asked, document = asked_of(workspace), workspace.document
    if asked is None or document is None:
        return ()
    hits = []
    for one in asked.prompt.outcomes:
        passage = asked.passage_at(one.place)
        is_page = passage is not None and passage.level == "document"
        if one.fate in _TAKE_PART and (one.delivered or not is_page):
            span = one.sent if one.delivered else one.span
            words = words_of(workspace.bench.side, one)
            hits.append(StripHit(span, one.place, one.delivered > 0, words))
    return tuple(sorted(hits, key=lambda hit: (hit.is_sent, -hit.place)))
