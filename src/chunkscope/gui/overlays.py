"""What both views paint on the text: tints, overlap, cuts and findings, as spans.

Pure functions of the workspace and of the span on screen, so that painting costs what is
visible and not what the document holds.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from chunkscope.core.spans import Span
from chunkscope.gui.bench_facts import asked_of, sent_outcomes
from chunkscope.gui.finding_places import places_of
from chunkscope.workspace.state import Workspace


class Mark(StrEnum):
    """How a span is painted."""

    TINT = "tint"
    CHOSEN = "chosen"
    OVERLAP = "overlap"
    LOST = "lost"
    UNSEEN = "unseen"
    FINDING = "finding"
    MATCH = "match"
    CHOSEN_MATCH = "chosen-match"
    CUT_LINE = "cut-line"
    SENTENCE = "sentence"
    CLOSEST = "closest"
    TERM = "term"
    SENT = "sent"
    MISSED = "missed"
    ANSWER = "answer"
    ANSWER_SIGN = "answer-sign"


@dataclass(frozen=True, slots=True)
class Decoration:
    """One thing to paint.

    Attributes:
        mark: How.
        span: Where; a cut line has an empty span, drawn under the line of text that holds it.
        hue: Which of the chunk colours (0 to 5), for tints and overlap; -1 elsewhere.
        role: Name of a state colour of the theme (`error`, `warning`, `quiet`), elsewhere "".
        label: Short text at a cut line's end or beside a sentence, elsewhere a tooltip's words.
        shade: 0 or 1; neighbours of one hue family alternate. Of a sentence, whether it lies in
            the chosen chunk.
        place: Of the candidate that is sent, or is missed; 0 elsewhere.
        lane: Which of the bars beside each other it is.
        strength: How much a sentence is like the question, 0 to 1; of a sent passage 1 if
            chosen; of a word that was found 1 if it is rare.
    """

    mark: Mark
    span: Span
    hue: int = -1
    role: str = ""
    label: str = ""
    shade: int = 0
    place: int = 0
    lane: int = 0
    strength: float = 0.0


_SPOKEN: Final = (
    Mark.FINDING,
    Mark.LOST,
    Mark.UNSEEN,
    Mark.ANSWER,
    Mark.SENTENCE,
    Mark.SENT,
    Mark.MISSED,
)

HUES = 6
LONGEST_UNDERLINED = 400
"""Characters; more underlining than that is noise."""


def hue_of(parent: int) -> int:
    """Return which of the chunk colours a parent carries."""
    return parent % HUES


def decorations(workspace: Workspace, visible: Span) -> Iterator[Decoration]:
    """Yield what to paint in `visible`, grounds first, lines last."""
    chunks = workspace.chunk_set
    if chunks is None or workspace.document is None or chunks.text is not workspace.document.text:
        return
    places = chunks.parents.touching(visible)
    yield from _tints(workspace, places)
    yield from _tails(workspace, places)
    yield from _findings(workspace, visible)


def words_at(marks: Iterable[Decoration], offset: int) -> str:
    """Return what there is to say about a character: what is wrong with it, what it is part of."""
    return "\n".join(
        mark.label for mark in marks if mark.mark in _SPOKEN and mark.span.contains(offset)
    )


def prompt_cut(workspace: Workspace, parent: int) -> Span | None:
    """Return the tail of a parent that the prompt cuts off; None where all of it fits.

    What the next parent repeats of that tail is not lost and not in the span.
    """
    chunks = workspace.chunk_set
    if chunks is None:
        return None
    chunk = chunks.parents[parent]
    cut = chunk.start + workspace.prompt_limit
    if chunk.end <= cut:
        return None
    end = chunk.end
    if parent + 1 < len(chunks.parents):
        end = min(end, max(cut, chunks.parents[parent + 1].start))
    return Span(cut, end)


def _tints(workspace: Workspace, places: range) -> Iterator[Decoration]:
    chunks = workspace.chunk_set
    assert chunks is not None
    chosen_parent, chosen = workspace.chosen_parent, workspace.chosen_chunk
    for place in places:
        parent = chunks.parents[place]
        hue, shade = hue_of(place), place // HUES % 2
        yield Decoration(Mark.TINT, parent.own_span, hue, shade=shade)
        repeats = parent.start < parent.own_start
        if repeats and chosen_parent is not None and place == chosen_parent.index:
            yield Decoration(Mark.OVERLAP, parent.overlap, hue)
    if chosen is not None:
        parent_index = chosen_parent.index if chosen_parent is not None else chosen.index
        yield Decoration(Mark.CHOSEN, chosen.own_span, hue_of(parent_index))


def _tails(workspace: Workspace, places: range) -> Iterator[Decoration]:
    chunks, counts = workspace.chunk_set, workspace.counts
    assert chunks is not None
    limit = workspace.prompt_limit
    for place in places:
        lost = prompt_cut(workspace, place)
        if lost is not None:
            words = f"Past the first {limit:,} characters: never reaches the prompt."
            for part in _not_sent(lost, workspace):
                yield Decoration(Mark.LOST, part, label=words)
            label = f"prompt cut · {limit:,} characters"
            yield Decoration(Mark.CUT_LINE, Span(lost.start, lost.start), role="error", label=label)
        seen = counts.embedder_cut(place) if counts is not None else None
        if counts is not None and seen is not None:
            end = chunks.parents[place].end
            words = f"Past {counts.window} tokens: {counts.embedder} does not read it."
            yield Decoration(Mark.UNSEEN, Span(seen, end), label=words)
            label = f"embedder cut · {counts.window} tokens"
            yield Decoration(Mark.CUT_LINE, Span(seen, seen), role="warning", label=label)


def _not_sent(lost: Span, workspace: Workspace) -> Iterator[Span]:
    """Yield the parts of a tail that no other passage brings to the prompt."""
    asked, start = asked_of(workspace), lost.start
    sent = [] if asked is None else [one.sent for one in sent_outcomes(asked)]
    for brought in sorted(span for span in sent if span.touches(lost)):
        if start < brought.start:
            yield Span(start, brought.start)
        start = max(start, brought.end)
    if start < lost.end:
        yield Span(start, lost.end)


def _findings(workspace: Workspace, visible: Span) -> Iterator[Decoration]:
    places = places_of(workspace.findings)
    for number, span in places.at(visible):
        shown = _shown_part(workspace, span)
        if shown.touches(visible):
            finding = places.findings[number]
            role, label = finding.severity.value, finding.message
            yield Decoration(Mark.FINDING, shown, role=role, label=label)


def _shown_part(workspace: Workspace, span: Span) -> Span:
    """Return what is underlined of a finding: a passage whole, of a long stretch its first line."""
    if span.end - span.start <= LONGEST_UNDERLINED or workspace.document is None:
        return span
    end = workspace.document.text.find("\n", span.start, span.start + LONGEST_UNDERLINED)
    return Span(span.start, span.start + LONGEST_UNDERLINED if end < 0 else end)
