"""What the bench says of the window of the model that a question was asked with."""

from chunkscope.core.chunks import Level
from chunkscope.core.counts import PageCounts
from chunkscope.core.tokens import estimated_tokens
from chunkscope.workspace.bench import Side
from chunkscope.workspace.model_choice import remark_on, shown_name
from chunkscope.workspace.state import Workspace


def model_words(side: Side) -> str:
    """Return a side's model, what it reads once that is known, and what to bear in mind of it."""
    question, asked = side.question, side.asked
    parts = [shown_name(question.model)]
    if asked is not None and asked.question.model == question.model:
        parts.append(f"reads {asked.window:,} tokens")
    parts.append(remark_on(question.model, question.settings.instruction))
    return " · ".join(part for part in parts if part)


def unread_words(workspace: Workspace) -> str:
    """Return how much of the chosen passage has no part in its vector; empty where all has."""
    bench = workspace.bench
    outcome, asked = bench.chosen_outcome, bench.side.asked
    if outcome is None or asked is None or outcome.candidate.vector is None:
        return ""
    tokens = _tokens(bench.side, bench.chosen or 0, workspace.counts)
    if tokens <= asked.window:
        return ""
    read = f"the first {asked.window:,} of about {tokens:,} tokens"
    return f"Its vector holds {read}: {asked.model} reads no further."


def _tokens(side: Side, place: int, counts: PageCounts | None) -> int:
    """Return about how many tokens a passage has: counted where a count is there."""
    asked, chunks = side.asked, side.chunk_set
    passage = None if asked is None else asked.passage_at(place)
    if passage is None or chunks is None:
        return 0
    known = None
    if counts is not None and counts.chunk_set is chunks:
        if passage.level in tuple(Level):
            known = counts.chunk(chunks.level(Level(passage.level))[passage.index])
        else:
            known = counts.document()
    return estimated_tokens(passage.end - passage.start) if known is None else known
