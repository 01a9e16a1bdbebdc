"""What the inspector says of a chunk and of a page, line by line."""

from operator import sub

from chunkscope.core.chunks import Chunk, ChunkSet, Level
from chunkscope.core.counts import PageCounts
from chunkscope.core.packing import Rule
from chunkscope.core.tokens import Encoding, estimate_error, estimated_tokens
from chunkscope.gui.bench_facts import outcome_of
from chunkscope.gui.models.bench_words import fate_sign
from chunkscope.gui.overlays import hue_of
from chunkscope.gui.widgets.figure_row import Figure
from chunkscope.gui.widgets.meter import Gauge
from chunkscope.gui.widgets.wording import UNKNOWN_FIGURE, counted, figure, percent_over
from chunkscope.workspace.state import Workspace

NEARLY_FULL = 0.9
FAR_OFF = 1 / 3
_LISTED_SIZES = 4
_NOT_AVAILABLE = "not available"
_REACHES = "Reaches the prompt"


def size_figure(chunks: ChunkSet, chunk: Chunk) -> tuple[Figure, Gauge]:
    """Return a chunk's estimate against its size."""
    settings = chunks.settings
    limit = settings.parent_size if chunk.level is Level.PARENT else settings.child_size
    estimated = chunk.estimated_tokens
    is_over = estimated > limit
    tip = "Characters over 4, rounded up: this is what the splitter goes by."
    if is_over:
        tip += " One sentence or the overlap with it is larger than the size."
    value = f"{estimated:,} / {limit:,}"
    shown = Figure("Estimated tokens", value, role="error" if is_over else "", tip=tip)
    return shown, Gauge(estimated, limit, hue=_hue(chunk))


def window_figure(counts: PageCounts | None, chunk: Chunk) -> tuple[Figure, Gauge]:
    """Return what the embedder's tokenizer counts against what the embedder reads."""
    if counts is None:
        return Figure("Embedder", UNKNOWN_FIGURE), Gauge(None, 1)
    label, name, window = f"Embedder · {counts.embedder}", counts.embedder, counts.window
    reason = counts.unavailable.get(name)
    if reason is not None:
        return _unavailable(label, name, reason), Gauge(None, window)
    real = counts.chunk(chunk)
    role = _window_role(real, window)
    tip = f"Tokens as the embedder counts them, prefix included; it reads {window:,}."
    if real is not None and real > window:
        tip += f" It never sees the last {real - window:,}."
    value = f"{figure(real)} / {window:,}"
    shown = Figure(label, value, short_label=name, role="error" if role == "error" else "", tip=tip)
    return shown, Gauge(real, window, "warning" if role else "", _hue(chunk))


def encoding_figures(
    counts: PageCounts | None, chunk: Chunk | None, estimated: int
) -> tuple[Figure, ...]:
    """Return what the chat models' tokenizers count in a chunk, or else in the page."""
    return tuple(_encoding_figure(counts, chunk, estimated, name.value) for name in Encoding)


def prompt_figure(workspace: Workspace, chunk: Chunk) -> tuple[Figure, Gauge]:
    """Return what became of a chunk when a question found it, or how much a prompt would take."""
    outcome = outcome_of(workspace, chunk)
    if outcome is None:
        return _if_found(chunk.end - chunk.start, workspace.prompt_limit)
    settings = workspace.bench.side.question.settings
    length, sent = outcome.source.length, outcome.delivered
    where = f"Of the question asked now it is candidate {outcome.place:,}."
    limit = settings.passage_characters
    if not outcome.fate.is_delivered:
        fate = fate_sign(outcome, settings).words
        tip = f"{where} Nothing of it is sent: {fate}."
        shown = Figure(_REACHES, "none", fate, "In the prompt", tip=tip)
        return shown, Gauge(length, limit, "info")
    if sent == length:
        tip = f"{where} All of it is sent."
        shown = Figure(_REACHES, f"all {length:,}", "characters", "In the prompt", tip=tip)
        return shown, Gauge(length, limit, "good")
    tip = f"{where} The last {length - sent:,} characters are cut off."
    value = f"{sent:,} of {length:,}"
    shown = Figure(_REACHES, value, "characters", "In the prompt", role="error", tip=tip)
    return shown, Gauge(length, sent, "good")


def children_figure(chunks: ChunkSet, parent: int) -> Figure:
    """Return how many children a parent has, and their sizes."""
    places = chunks.children_of(parent)
    sizes = [chunks.children[place].estimated_tokens for place in places]
    if len(sizes) > _LISTED_SIZES:
        note = f"{min(sizes):,} to {max(sizes):,} est"
    else:
        note = " · ".join(f"{size:,}" for size in sizes) + " est" if sizes else ""
    return Figure("Children", f"{len(sizes):,}", note, tip="Estimated tokens of each child.")


def overlap_figure(chunks: ChunkSet, chunk: Chunk) -> Figure:
    """Return how much a chunk repeats of the one before."""
    overlap = chunk.overlap
    if overlap.start == overlap.end:
        return Figure("Overlap in", "none", _why_no_overlap(chunks, chunk))
    words = len(chunks.text[overlap.start : overlap.end].split())
    length = overlap.end - overlap.start
    if chunk.start_rule is Rule.GUARD:
        tip = "Shortened: so many words would have filled half of the chunk."
        return Figure("Overlap in", counted(length, "character"), "shortened", tip=tip)
    tip = "It begins with these words of the chunk before."
    return Figure("Overlap in", counted(words, "word"), counted(length, "character"), tip=tip)


def rule_sentence(chunks: ChunkSet, chunk: Chunk) -> str:
    """Return in plain words why a chunk begins where it does."""
    if chunk.level is Level.CHILD:
        if chunk.index == chunks.children_of(chunk.owner)[0]:
            return f"Begins where parent {chunk.owner + 1:,} begins."
        size = chunks.settings.child_size
    else:
        size = chunks.settings.parent_size
    if chunk.rule is Rule.SECTION:
        is_opening = chunks.section_of(chunk) == 0
        return "Begins where the page begins." if is_opening else "Begins right below its heading."
    if chunk.rule is Rule.SENTENCE:
        return f"Cut after a sentence: the paragraph is longer than {size:,} tokens."
    return f"Cut between two paragraphs: with the next one it would have passed {size:,} tokens."


def page_figures(chunks: ChunkSet, counts: PageCounts | None) -> tuple[Figure, ...]:
    """Return what the inspector says of a page while no chunk is chosen."""
    estimated = chunks.estimated_tokens
    largest = max(map(sub, chunks.parents.columns.ends, chunks.parents.columns.starts), default=0)
    size = chunks.settings.parent_size
    over = estimated_tokens(largest) > size
    return (
        Figure("Estimated tokens", f"{estimated:,}", tip="Characters over 4, rounded up."),
        _page_window_figure(counts),
        *encoding_figures(counts, None, estimated),
        Figure("Parents", f"{len(chunks.parents):,}"),
        Figure("Children", f"{len(chunks.children):,}"),
        Figure(
            "Largest parent",
            f"{estimated_tokens(largest):,} / {size:,}" if largest else UNKNOWN_FIGURE,
            role="error" if over else "",
            tip="Its estimated tokens against the size that was asked for.",
        ),
    )


def _if_found(length: int, limit: int) -> tuple[Figure, Gauge]:
    """Return how much of so many characters goes into a prompt that takes `limit` of each."""
    is_cut = length > limit
    value = f"{limit:,} of {length:,}" if is_cut else f"all {length:,}"
    lost = f" The last {length - limit:,} are cut off." if is_cut else ""
    tip = f"A passage that a question finds is cut to its first {limit:,} characters.{lost}"
    role = "error" if is_cut else ""
    shown = Figure(f"{_REACHES} if found", value, "characters", "Sent if found", "", role, tip)
    return shown, Gauge(length, limit, "good")


def _page_window_figure(counts: PageCounts | None) -> Figure:
    if counts is None:
        return Figure("Embedder", UNKNOWN_FIGURE)
    name, window = counts.embedder, counts.window
    label = f"Embedder · {name}"
    reason = counts.unavailable.get(name)
    if reason is not None:
        return _unavailable(label, name, reason)
    tip = (
        "Tokens as the embedder counts them. The page has a vector of its own, for which it"
        f" reads the first {window:,}."
    )
    return Figure(label, figure(counts.document()), short_label=name, tip=tip)


def _encoding_figure(
    counts: PageCounts | None, chunk: Chunk | None, estimated: int, name: str
) -> Figure:
    label = f"Chat model · {name}"
    reason = counts.unavailable.get(name) if counts is not None else None
    if reason is not None:
        return _unavailable(label, name, reason)
    real = None
    if counts is not None:
        real = counts.document(name) if chunk is None else counts.chunk(chunk, name)
    error = None if real is None else estimate_error(real, estimated)
    if error is None:
        return Figure(label, figure(real), short_label=name)
    short = percent_over(error)
    word = "under" if error < 0 else "over"
    note = f"{short.lstrip('+−±')} {word} estimate"
    role = "warning" if error > FAR_OFF else ""
    tip = f"Tokens as chat models with {name} count them; the estimate is {estimated:,}."
    return Figure(label, figure(real), note, name, short, role, tip)


def _unavailable(label: str, name: str, reason: str) -> Figure:
    return Figure(label, "", _NOT_AVAILABLE, name, _NOT_AVAILABLE, tip=reason)


def _window_role(real: int | None, window: int) -> str:
    if real is None or real <= NEARLY_FULL * window:
        return ""
    return "error" if real > window else "warning"


def _why_no_overlap(chunks: ChunkSet, chunk: Chunk) -> str:
    if chunk.level is Level.PARENT:
        if chunk.index == chunks.parents.owned_by(chunk.owner)[0]:
            return "first of its section"
        return "" if chunks.settings.parent_overlap else "overlap is 0"
    if chunk.index == chunks.children_of(chunk.owner)[0]:
        return "first of its parent"
    return "" if chunks.settings.child_overlap else "overlap is 0"


def _hue(chunk: Chunk) -> int:
    return hue_of(chunk.index if chunk.level is Level.PARENT else chunk.owner)
