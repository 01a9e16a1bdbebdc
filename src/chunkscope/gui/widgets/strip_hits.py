"""Where on the strip the passages lie that a question found, and the answer."""

from dataclasses import dataclass
from itertools import islice

from chunkscope.core.prompt import Fate, Outcome
from chunkscope.core.spans import Span
from chunkscope.gui.bench_facts import asked_of
from chunkscope.gui.models.bench_words import DOCUMENT_LEVEL
from chunkscope.workspace.state import Workspace

_TAKE_PART = (Fate.WHOLE, Fate.CUT, Fate.DUPLICATE, Fate.PAST_PASSAGES, Fate.NO_ROOM)
_MOST = 200


@dataclass(frozen=True, slots=True)
class StripHit:
    """A passage that was found.

    Attributes:
        span: What of it reaches the prompt; all of it where nothing does.
        outcome: The candidate.
    """

    span: Span
    outcome: Outcome

    @property
    def is_sent(self) -> bool:
        """Whether something of it reaches the prompt."""
        return self.outcome.delivered > 0


def hits_of(workspace: Workspace) -> tuple[StripHit, ...]:
    """Return the leading side's candidates that take part, the best last.

    The page as a whole is left out unless its beginning is sent: it would mark everything.
    """
    asked = asked_of(workspace)
    if asked is None:
        return ()
    found = zip(asked.prompt.outcomes, asked.passages, strict=True)
    hits = [
        StripHit(one.sent if one.delivered else one.span, one)
        for one, passage in islice(found, _MOST)
        if one.fate in _TAKE_PART and (one.delivered or passage.level != DOCUMENT_LEVEL)
    ]
    return tuple(sorted(hits, key=lambda hit: (hit.is_sent, -hit.outcome.place)))
