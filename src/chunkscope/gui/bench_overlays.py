"""What both views paint of the bench: what is sent, what was asked for, what answers it.

Pure functions of the workspace and of the span on screen. With no question asked and no answer
marked there is nothing.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

from chunkscope.core.prompt import Fate, Outcome
from chunkscope.core.spans import Span
from chunkscope.gui.bench_facts import asked_of, is_old, sent_outcomes
from chunkscope.gui.models.bench_words import fate_sign, name_of
from chunkscope.gui.overlays import Decoration, Mark, hue_of, prompt_cut
from chunkscope.workspace.bench import Side
from chunkscope.workspace.questions import Asked, Why
from chunkscope.workspace.state import Workspace

LANES: Final = 2
"""Bars beside each other that there is room for; more passages share the last one."""
_RARE: Final = 2
_LONGEST_WORD: Final = 40
_LEAST_RANGE: Final = 0.25
"""Of similarities: sentences that differ by less are not told apart by more."""


def bench_decorations(workspace: Workspace, visible: Span) -> Iterator[Decoration]:
    """Yield what the bench paints in `visible`; first the answer, whose label must find room."""
    answer, asked = workspace.bench.answer, asked_of(workspace)
    if answer is not None and workspace.document is not None and answer.touches(visible):
        yield Decoration(Mark.ANSWER, answer, role="good", label="The marked answer.")
        yield Decoration(Mark.ANSWER_SIGN, answer, role="good")
    if asked is not None:
        yield from _sentences(workspace, visible)
        yield from _terms(workspace, visible)
        yield from _cut(workspace, visible)
        yield from _bars(workspace, asked, visible)


def heats_of(why: Why) -> list[float]:
    """Return how strong each sentence of a passage is among them, 0 to 1; the best has 1."""
    scores = [score for _, score in why.sentences]
    if not scores:
        return []
    best = max(scores)
    least = min(*scores, best - _LEAST_RANGE)
    return [(score - least) / (best - least) for score in scores]


def closest_of(why: Why) -> int | None:
    """Return which sentence is most like the question, the first of equal ones."""
    scores = [score for _, score in why.sentences]
    return scores.index(max(scores)) if scores else None


def lanes_of(spans: Sequence[Span]) -> list[int]:
    """Return a lane for each span, so that those of one lane do not meet while lanes last."""
    ends = [-1] * LANES
    lanes = [0] * len(spans)
    for number in sorted(range(len(spans)), key=lambda one: (spans[one].start, -spans[one].end)):
        start, end = spans[number]
        lane = next((place for place, taken in enumerate(ends) if taken <= start), LANES - 1)
        ends[lane] = max(ends[lane], end)
        lanes[number] = lane
    return lanes


def words_of(side: Side, outcome: Outcome) -> str:
    """Return what a passage is and what became of it, for a tooltip."""
    asked = side.asked
    passage = None if asked is None else asked.passage_at(outcome.place)
    name = "passage" if passage is None else name_of(passage)
    where = f"Place {outcome.place:,}, {name}"
    if outcome.fate is Fate.WHOLE:
        return f"{where}: reaches the prompt whole."
    if outcome.fate is Fate.CUT:
        length = outcome.source.length
        return f"{where}: {outcome.delivered:,} of {length:,} characters reach the prompt."
    settings = None if asked is None else asked.question.settings
    fate = "" if settings is None else f": {fate_sign(outcome, settings).words}"
    return f"{where}{fate}; not in the prompt."


def _bars(workspace: Workspace, asked: Asked, visible: Span) -> Iterator[Decoration]:
    """Yield a bar for each passage that is sent, and one for the chosen passage if it is not."""
    side, chosen = workspace.bench.side, workspace.bench.chosen_outcome
    sent = list(sent_outcomes(asked))
    missed = [] if chosen is None or chosen.delivered else [chosen]
    lanes = lanes_of([*(one.sent for one in sent), *(one.span for one in missed)])
    role = "quiet" if is_old(workspace) else "accent"
    for one, lane in zip([*sent, *missed], lanes, strict=True):
        span = one.sent if one.delivered else one.span
        if span.touches(visible):
            is_chosen = chosen is not None and one.place == chosen.place
            yield Decoration(
                Mark.SENT if one.delivered else Mark.MISSED,
                span,
                role=role if one.delivered else "quiet",
                label=words_of(side, one),
                place=one.place,
                lane=lane,
                strength=float(is_chosen),
            )


def _cut(workspace: Workspace, visible: Span) -> Iterator[Decoration]:
    """Yield where the chosen passage is cut, unless the page says so of its parent already."""
    chosen = workspace.bench.chosen_outcome
    if chosen is None or chosen.fate is not Fate.CUT:
        return
    cut = chosen.sent.end
    if not Span(cut - 1, chosen.span.end).touches(visible):
        return
    if not _is_said(workspace, chosen.span, cut):
        length = chosen.source.length
        words = f"Past the first {chosen.delivered:,} characters: not sent with this question."
        yield Decoration(Mark.LOST, Span(cut, chosen.span.end), label=words)
        label = f"sent to here · {chosen.delivered:,} of {length:,}"
        yield Decoration(Mark.CUT_LINE, Span(cut, cut), role="error", label=label)


def _is_said(workspace: Workspace, passage: Span, cut: int) -> bool:
    chunks = workspace.chunk_set
    owner = None if chunks is None else chunks.parents.owning(passage.start)
    if chunks is None or owner is None or chunks.parents[owner].start != passage.start:
        return False
    tail = prompt_cut(workspace, owner)
    return tail is not None and tail.start == cut


def _sentences(workspace: Workspace, visible: Span) -> Iterator[Decoration]:
    why = workspace.bench.why
    if why is None:
        return
    closest = closest_of(why)
    for number, ((span, score), heat) in enumerate(zip(why.sentences, heats_of(why), strict=True)):
        if span.touches(visible):
            hue, shade = _ground_at(workspace, span.start)
            label = f"Similarity of this sentence to the question: {score:.2f}."
            yield Decoration(Mark.SENTENCE, span, hue, "", label, shade, strength=heat)
            if number == closest:
                label = f"closest · {score:.2f}"
                yield Decoration(Mark.CLOSEST, span, role="accent", label=label)


def _ground_at(workspace: Workspace, offset: int) -> tuple[int, int]:
    """Return the hue of the parent at a character, and whether the chosen chunk holds it."""
    chunks, chosen = workspace.chunk_set, workspace.chosen_chunk
    owner = None if chunks is None else chunks.parents.owning(offset)
    is_chosen = chosen is not None and chosen.own_span.contains(offset)
    return -1 if owner is None else hue_of(owner), int(is_chosen)


def _terms(workspace: Workspace, visible: Span) -> Iterator[Decoration]:
    why, document = workspace.bench.why, workspace.document
    if why is None or document is None or not why.terms:
        return
    text, rare = document.text, _rare_words(why.terms, document.text)
    first = bisect_right(why.terms, visible.start, key=lambda term: term.end)
    for term in islice(why.terms, first, None):
        if term.start >= visible.end:
            return
        strength = float(_word(term, text) in rare)
        yield Decoration(Mark.TERM, term, role="accent", strength=strength)


@lru_cache(maxsize=8)
def _rare_words(terms: tuple[Span, ...], text: str) -> frozenset[str]:
    """Return the words that stand in a passage once or twice; the others say less."""
    words = Counter(_word(term, text) for term in terms)
    return frozenset(word for word, many in words.items() if many <= _RARE)


def _word(term: Span, text: str) -> str:
    return text[term.start : min(term.end, term.start + _LONGEST_WORD)].casefold()
