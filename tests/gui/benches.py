"""Benches for the tests of panels: questions answered by the real search, without a model."""

from collections.abc import Sequence
from dataclasses import replace

from tests.gui.pages import cut_of

from chunkscope.core.chunks import Chunk, Level
from chunkscope.core.fusion import Hit, SearchSettings, fuse
from chunkscope.core.prompt import Source, deliver
from chunkscope.core.spans import Span
from chunkscope.core.verdict import judge, shares, within
from chunkscope.retrieval.passages import Passage
from chunkscope.workspace.bench import Bench, Side
from chunkscope.workspace.questions import Asked, Question, Why
from chunkscope.workspace.state import Workspace

QUESTION = "Does the Pro plan include single sign-on?"
MODEL = "model"


def asked(
    workspace: Workspace,
    *,
    meaning: Sequence[float] = (),
    words: Sequence[int] = (),
    settings: SearchSettings | None = None,
    pinned: str = "",
    level: Level = Level.PARENT,
) -> Workspace:
    """The same page with a question asked of its parents, or its children.

    Args:
        workspace: An open page with a cut.
        meaning: Similarity of each chunk to the question, by place.
        words: Places of the chunks that the full-text leg found, best first.
        settings: Of the search and the prompt.
        pinned: Text that goes first in the prompt.
        level: Of the chunks.
    """
    chunks, settings = cut_of(workspace), settings or SearchSettings()
    spans = [(one.start, one.end) for one in chunks.level(level)]
    best = sorted(range(len(meaning)), key=lambda place: -meaning[place])
    vector = [Hit(place, rank, meaning[place]) for rank, place in enumerate(best, 1)]
    text = [Hit(place, rank, 10.0 - rank) for rank, place in enumerate(words, 1)]
    candidates = fuse(vector, text, settings)
    sources = [
        Source(chunks.title, chunks.text, Span(*spans[one.position]), chunks.title)
        for one in candidates
    ]
    prompt = deliver(candidates, sources, settings, pinned)
    passages = tuple(passage_of(chunks.level(level)[one.position]) for one in candidates)
    question = Question(QUESTION, settings, (level.value,), pinned)
    side = Side(question, Asked(question, MODEL, 256, prompt, passages), chunks)
    return replace(workspace, bench=Bench((side,)))


def passage_of(chunk: Chunk) -> Passage:
    """A chunk as the passage that is indexed."""
    return Passage(
        f"id-{chunk.index}",
        "page",
        chunk.level.value,
        chunk.index,
        "",
        chunk.start,
        chunk.end,
        "Security > Sign-in",
        "",
    )


def choosing(workspace: Workspace, place: int) -> Workspace:
    """The same bench with one candidate, and its chunk, chosen; why is still to come."""
    workspace = replace(workspace, bench=replace(workspace.bench, chosen=place, why=None))
    passage = workspace.bench.chosen_passage
    assert passage is not None
    return workspace.choose_chunk(Level(passage.level), passage.index)


def explained(workspace: Workspace, scores: Sequence[float], *words: str) -> Workspace:
    """The same bench with the chosen passage's lines as sentences, and the words found in it."""
    outcome = workspace.bench.chosen_outcome
    assert outcome is not None
    text, start, sentences = outcome.source.text, outcome.span.start, []
    for score in scores:
        end = text.find("\n", start, outcome.span.end)
        end = outcome.span.end if end < 0 else end
        sentences.append((Span(start, end), score))
        start = end + 1
    terms = sorted(
        Span(at, at + len(word))
        for word in words
        for at in range(outcome.span.start, outcome.span.end)
        if text.startswith(word, at)
    )
    why = Why(outcome.span, tuple(sentences), tuple(terms))
    return replace(workspace, bench=replace(workspace.bench, why=why))


def answered(workspace: Workspace, words: str) -> Workspace:
    """The same bench with the first place of `words` marked as the answer, and judged."""
    chunks, bench = cut_of(workspace), workspace.bench
    start = chunks.text.index(words)
    answer = Span(start, start + len(words))
    found = bench.side.asked
    if found is not None:
        level = Level(found.question.levels[0])
        spans = [Span(one.start, one.end) for one in chunks.level(level)]
        verdict = judge(answer, found.prompt, spans, lambda one: one.source.length)
        inside = within(answer, spans)
        parts = shares(inside, len(words.split()), found.prompt, lambda one: one.source.length // 5)
        found = replace(found, verdict=verdict, shares=parts)
        bench = bench.with_side(0, replace(bench.side, asked=found))
    return replace(workspace, bench=replace(bench, answer=answer))
