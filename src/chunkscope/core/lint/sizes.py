"""Rules about sizes: of chunks, in the prompt, in the embedder's window, against the estimate."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from chunkscope.core.chunks import Level
from chunkscope.core.lint.findings import Finding
from chunkscope.core.lint.page import Subject, counted, named
from chunkscope.core.lint.prose import prose_of
from chunkscope.core.segmentation import sentences_of, unspaced_parts
from chunkscope.core.spans import Span
from chunkscope.core.tokens import estimated_tokens, percent_of

_SMALLEST_ESTIMATE: Final = 100
_SMALLEST_GAP: Final = 20
_SHORTEN: Final = ", or take addresses and codes out of it"
_FIRST_NOT_LATIN: Final = "\u0370"
_SENTENCES_LOOKED_AT: Final = 20_000


def chunk_over_size(subject: Subject) -> Iterator[Finding]:
    """Find passages without a sentence end that are longer than a chunk may be.

    Of children only those of prose: code and tables that pass a child's size are whole in the
    parent, and have rules of their own.
    """
    parents, reach_of_parents = subject.chunk_set.parents.columns, subject.parent_reach
    for place, (start, end) in enumerate(zip(parents.own_starts, parents.ends, strict=True)):
        if end - start > reach_of_parents:
            yield _over_size(subject, Level.PARENT, place, Span(start, end))
    children = subject.chunk_set.children.columns
    reach = 4 * subject.chunk_set.settings.child_size
    told = -1
    for place, (start, end) in enumerate(zip(children.own_starts, children.ends, strict=True)):
        parent = children.owners[place]
        if (
            end - start > reach
            and start >= told
            and parents.ends[parent] - parents.own_starts[parent] <= reach_of_parents
            and subject.is_prose(subject.blocks.at_or_after(start))
        ):
            told = end
            yield _over_size(subject, Level.CHILD, place, Span(start, end))


def over_embedder_window(subject: Subject) -> Iterator[Finding]:
    """Find the sections with parents that the embedder does not read to their end."""
    counts = subject.page.counts
    if counts is None:
        return
    for section, parents in _by_section(subject):
        over = []
        for place in parents:
            tokens = counts.chunk(subject.chunk_set.parents[place])
            if tokens is not None and tokens > counts.window:
                over.append((place, tokens))
        if over:
            yield _past_window(subject, section, over)


def prompt_tail(subject: Subject) -> Iterator[Finding]:
    """Find the sections with text that no parent brings into the prompt."""
    limit = subject.threshold("prompt-tail")
    starts = subject.chunk_set.parents.columns.starts
    for section, parents in _by_section(subject):
        tails: list[Span] = []
        cut: list[int] = []
        past = 0
        for place in parents:
            end = subject.chunk_set.parents.columns.ends[place]
            if end - starts[place] <= limit:
                continue
            past += end - starts[place] - limit
            following = starts[place + 1] if place + 1 in parents else end
            tail = _visible(subject.text, starts[place] + limit, min(end, following))
            if tail is not None and (end == following or tail.end - tail.start >= _SMALLEST_GAP):
                tails.append(tail)
                cut.append(place)
        if tails:
            yield _tail_finding(subject, section, tails, cut, past, limit)


def tiny_chunk(subject: Subject) -> Iterator[Finding]:
    """Find parents of a few words; a letter of a script without spaces weighs as three."""
    limit = subject.threshold("tiny-chunk")
    columns = subject.chunk_set.parents.columns
    for place, (start, end) in enumerate(zip(columns.starts, columns.ends, strict=True)):
        if end - start > limit:
            continue
        dense = sum(part.end - part.start for part in unspaced_parts(subject.text[start:end]))
        if end - start + 2 * dense <= limit and not subject.blocks.is_torn(Span(start, end)):
            name = subject.place_of(columns.owners[place])
            yield subject.finding(
                "tiny-chunk",
                (Span(start, end),),
                f"Chunk of {counted(end - start, 'character')} · all of {name}",
                "Say it in a full sentence that names its subject, or move it into the section "
                "before or after.",
                parents=(place,),
            )


def estimate_off(subject: Subject) -> Iterator[Finding]:
    """Find where real tokens pass the estimate: once for the page, or section by section."""
    counts, encoding = subject.page.counts, subject.chat_encoding
    if counts is None or encoding is None:
        return
    limit = subject.threshold("estimate-off")
    total = _excess(counts.document(encoding), subject.chunk_set.estimated_tokens, limit)
    if total is not None:
        yield _off(subject, subject.opening_span(), "the whole page", total, ())
        return
    for section, parents in _by_section(subject):
        estimates = [subject.chunk_set.parents[place].estimated_tokens for place in parents]
        tokens = [counts.chunk(subject.chunk_set.parents[place], encoding) for place in parents]
        known = [count for count in tokens if count is not None]
        if len(known) < len(parents):
            continue
        excess = _excess(sum(known), sum(estimates), limit)
        if excess is not None:
            span = subject.chunk_set.parents[parents[0]].own_span
            yield _off(subject, span, subject.place_of(section), excess, tuple(parents))


def _over_size(subject: Subject, level: Level, place: int, span: Span) -> Finding:
    chunk = subject.chunk_set.level(level)[place]
    settings = subject.chunk_set.settings
    size = settings.parent_size if level is Level.PARENT else settings.child_size
    estimate = estimated_tokens(span.end - span.start)
    return subject.finding(
        "chunk-over-size",
        (span,),
        f"{chunk.name} is over its size · {estimate:,} of {size:,} estimated tokens "
        "without a place to cut",
        "Break it into paragraphs; the splitter cuts only at blank lines and behind . ! and ?",
        parents=(place,) if level is Level.PARENT else (chunk.owner,),
        children=() if level is Level.PARENT else (place,),
    )


def _by_section(subject: Subject) -> Iterator[tuple[int, range]]:
    owners = subject.chunk_set.parents.columns.owners
    place = 0
    for section, group in groupby(owners):
        first = place
        place += sum(1 for _ in group)
        subject.progress(section)
        yield section, range(first, place)


def _past_window(subject: Subject, section: int, over: list[tuple[int, int]]) -> Finding:
    counts = subject.page.counts
    assert counts is not None
    spans = []
    for place, _ in over:
        chunk = subject.chunk_set.parents[place]
        unread = counts.embedder_cut(place)
        spans.append(chunk.own_span if unread is None else Span(unread, chunk.end))
    places = [place for place, _ in over]
    most = max(tokens for _, tokens in over)
    name = subject.place_of(section)
    if len(over) == 1:
        message = (
            f"The embedder stops reading {named(places)} before its end · {most:,} tokens, "
            f"{counts.embedder} reads {counts.window:,}"
        )
    else:
        message = (
            f"The embedder stops reading {len(over):,} chunks of {name} before their end · "
            f"up to {most:,} tokens, {counts.embedder} reads {counts.window:,}"
        )
    return subject.finding(
        "over-embedder-window",
        spans,
        message,
        _window_advice(subject, spans, counts.embedder),
        parents=places,
    )


def _window_advice(subject: Subject, spans: Sequence[Span], embedder: str) -> str:
    if _is_not_latin(subject.text, spans):
        return (
            f"Choose a smaller parent size, or an embedder made for this script; {embedder} "
            "reads it nearly letter by letter."
        )
    return "Split the section under more headings, or move addresses, codes and long tables out."


def _is_not_latin(text: str, spans: Sequence[Span]) -> bool:
    """Say whether most letters are of other scripts; looks at the start of each span."""
    looked_at = "".join(text[span.start : min(span.end, span.start + 1000)] for span in spans[:20])
    letters = [letter for letter in looked_at if letter.isalpha()]
    return 2 * sum(letter >= _FIRST_NOT_LATIN for letter in letters) > len(letters)


def _tail_finding(
    subject: Subject,
    section: int,
    tails: list[Span],
    parents: list[int],
    past: int,
    limit: int,
) -> Finding:
    lost = sum(tail.end - tail.start for tail in tails)
    where = f"{lost:,} characters past the {limit:,}-character cut"
    all_lost = past - lost <= len(tails)
    if not all_lost:
        where = f"{lost:,} of the {past:,} characters past the {limit:,}-character cut"
    number, unit = _what_is_lost(subject, tails)
    what = counted(number, unit)
    if len(tails) > 1:
        what = f"{what} in {len(tails):,} chunks of {subject.place_of(section)}"
    elif all_lost:
        what = f"Last {unit}" if number == 1 else f"Last {what}"
    message = f"{what} never {'reaches' if number == 1 else 'reach'} the prompt · {where}"
    return subject.finding(
        "prompt-tail",
        tails,
        message,
        "Put what matters most first, or give the end a heading of its own.",
        parents=parents,
    )


def _what_is_lost(subject: Subject, tails: Sequence[Span]) -> tuple[int, str]:
    """Return how many sentences or lines the tails hold, and which of both."""
    if all(subject.is_prose(subject.blocks.at_or_after(tail.start)) for tail in tails):
        sentences = sum(_sentences_in(subject.text, tail) for tail in tails)
        if sentences:
            return sentences, "sentence"
    return sum(subject.text.count("\n", *tail) + 1 for tail in tails), "line"


def _sentences_in(text: str, tail: Span) -> int:
    source = text[tail.start : min(tail.end, tail.start + _SENTENCES_LOOKED_AT)]
    return sum(1 for _ in sentences_of(prose_of(source)))


def _visible(text: str, start: int, end: int) -> Span | None:
    source = text[start:end]
    stripped = source.strip()
    if not stripped:
        return None
    start += len(source) - len(source.lstrip())
    return Span(start, start + len(stripped))


def _excess(real: int | None, estimate: int, limit: int) -> tuple[int, int] | None:
    if real is None or estimate < _SMALLEST_ESTIMATE or 100 * real <= (100 + limit) * estimate:
        return None
    return real, estimate


def _off(
    subject: Subject, span: Span, name: str, sizes: tuple[int, int], parents: tuple[int, ...]
) -> Finding:
    real, estimate = sizes
    share = percent_of(real / estimate - 1)
    places = parents or range(min(len(subject.chunk_set.parents), 20))
    bodies = [subject.chunk_set.parents[place].own_span for place in places]
    way_out = "" if _is_not_latin(subject.text, bodies) else _SHORTEN
    return subject.finding(
        "estimate-off",
        (span,),
        f"{real:,} real tokens in {name}, {share:,} % more than the estimated {estimate:,}",
        "Expect chunks to be larger than their size says; choose a smaller size for such text"
        f"{way_out}.",
        parents=parents,
    )
