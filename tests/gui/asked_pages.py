"""Pages that a question was asked of, with scores of the tests' own."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tests.gui.pages import cut_of, opened

from chunkscope.core.fusion import Hit, SearchSettings, fuse
from chunkscope.core.prompt import Source, deliver
from chunkscope.core.spans import Span
from chunkscope.core.verdict import Share, Verdict
from chunkscope.retrieval.passages import Page, Passage, passages_of
from chunkscope.workspace.bench import Bench, Side
from chunkscope.workspace.questions import Asked, Question
from chunkscope.workspace.state import Workspace

TEXT = "# Page\n\n" + "".join(
    f"## Section {number}\n\nWords of section {number} begin. " + "More of it. " * 20 + "\n\n"
    for number in range(1, 7)
)


def page() -> Workspace:
    """A page of six sections, a parent and a child each."""
    return opened(TEXT)


def passages(workspace: Workspace) -> list[Passage]:
    """What is indexed of a page."""
    return passages_of(Page("page", cut_of(workspace)), lambda text: text)


def answer_to(
    workspace: Workspace,
    scores: Mapping[str, float],
    words: Sequence[str] = (),
    *,
    settings: SearchSettings | None = None,
    text: str = "Why?",
    pinned: str = "",
    verdict: Verdict | None = None,
    shares: tuple[Share, ...] = (),
    missed: tuple[int, ...] = (),
) -> Side:
    """A side whose vector leg gave `scores` to passages and whose full-text leg found `words`.

    Passages are named `P1`, `C1` and `page`.
    """
    settings = settings or SearchSettings()
    known = passages(workspace)
    by_name = {name(one): place for place, one in enumerate(known)}
    best = sorted(scores, key=lambda one: -scores[one])
    vector = [Hit(by_name[one], rank, scores[one]) for rank, one in enumerate(best, 1)]
    found = [Hit(by_name[one], rank, 1 / rank) for rank, one in enumerate(words, 1)]
    candidates = fuse(vector, found, settings)
    chunks = cut_of(workspace)
    sources = [Source("Page", chunks.text, span_of(known[one.position])) for one in candidates]
    prompt = deliver(candidates, sources, settings, pinned)
    question = Question(text, settings, pinned=pinned)
    held = tuple(known[one.position] for one in candidates)
    asked = Asked(question, question.model, 256, prompt, held, verdict, shares, missed)
    return Side(question, asked, chunks)


def asked_of(workspace: Workspace, *sides: Side, **bench: object) -> Workspace:
    """The page with these sides in its bench."""
    return replace(workspace, bench=replace(Bench(sides), **bench))  # type: ignore[arg-type]


def name(passage: Passage) -> str:
    """What the tests call a passage."""
    if passage.level == "document":
        return "page"
    return f"{passage.level[0].upper()}{passage.index + 1}"


def span_of(passage: Passage) -> Span:
    """The characters of a passage."""
    return Span(passage.start, passage.end)
