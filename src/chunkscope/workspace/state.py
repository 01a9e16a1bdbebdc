"""What is open: one immutable value that the whole window shows."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import PurePath

from chunkscope.core.chunks import Chunk, ChunkSet, Level
from chunkscope.core.counts import PageCounts
from chunkscope.core.document import Document
from chunkscope.core.ignored import IgnoredHeading
from chunkscope.core.lint.findings import Finding
from chunkscope.core.settings import Settings
from chunkscope.sources.outcome import Wishes
from chunkscope.workspace.bench import Bench

PROMPT_LIMIT = 1000
"""Characters of a passage that reach the prompt; the default profile's rule."""


class View(StrEnum):
    """How the document is shown."""

    SOURCE = "source"
    RENDERED = "rendered"


@dataclass(frozen=True, slots=True)
class Choice:
    """The one place that every panel shows.

    Attributes:
        offset: Character in the text; what the views scroll to.
        parent: Index of the chosen parent; None where no parent lies.
        child: Index of the chosen child; None where the parent as a whole is meant.
        finding: Index of the chosen finding.
    """

    offset: int
    parent: int | None = None
    child: int | None = None
    finding: int | None = None


class Step(StrEnum):
    """The next step that a problem offers, in a button's words."""

    NONE = ""
    RETRY = "Try again"
    BY_CONTENT = "Read by its content"
    OPEN_ADDRESS = "Open address…"


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something was not done: one sentence and a next step.

    Attributes:
        message: The sentence.
        hint: The next step; may be empty.
        origin: The file that it speaks of.
        address: The web address that it speaks of.
        step: What can be done at once.
        is_error: Whether something failed; False for what the reader asked for, or may ask for.
    """

    message: str
    hint: str
    origin: PurePath | None = None
    address: str | None = None
    step: Step = Step.NONE
    is_error: bool = True


@dataclass(frozen=True, slots=True)
class Workspace:
    """One document, its cut and what is known of it.

    Derived values carry what they were derived from: `cut_is_stale` says when the chunks on
    screen belong to settings that have changed since.

    Attributes:
        settings: The sizes and overlaps wished for.
        document: The open document; None at the first start.
        opening: Name of the source being read; None when nothing is.
        problem: What went wrong last; cleared by the next success.
        chunk_set: The cut last finished.
        counts: Real token counts of `chunk_set`, as far as they are there.
        findings: Findings of `chunk_set`; None while they are looked for.
        ignored: Headings that the splitter takes for text; empty until they are looked for.
        choice: The chosen place.
        view: Source or rendered.
        wishes: What the reader chose for the conversion of the document.
        shows_pages: Whether the pages of the original are to stand beside the text.
        bench: What is asked of the document, and what came of it.
    """

    settings: Settings = Settings()
    document: Document | None = None
    opening: str | None = None
    problem: Problem | None = None
    chunk_set: ChunkSet | None = None
    counts: PageCounts | None = None
    findings: tuple[Finding, ...] | None = None
    ignored: tuple[IgnoredHeading, ...] = ()
    choice: Choice | None = None
    view: View = View.RENDERED
    wishes: Wishes = field(default_factory=Wishes)
    shows_pages: bool = False
    bench: Bench = field(default_factory=Bench)

    @property
    def source(self) -> str | None:
        """The path or address that the document came from; None where it was pasted."""
        return None if self.document is None else source_of(self.document)

    @property
    def cut_is_stale(self) -> bool:
        """Whether the chunks belong to other settings or another document."""
        chunks, document = self.chunk_set, self.document
        if chunks is None or document is None:
            return False
        return chunks.settings != self.settings or chunks.text is not document.text

    @property
    def prompt_limit(self) -> int:
        """Characters of a passage that reach the prompt, as the question was asked."""
        asked = self.bench.side.asked
        return PROMPT_LIMIT if asked is None else asked.question.settings.passage_characters

    @property
    def chosen_parent(self) -> Chunk | None:
        """The chosen parent chunk."""
        if self.chunk_set is None or self.choice is None or self.choice.parent is None:
            return None
        return self.chunk_set.parents[self.choice.parent]

    @property
    def chosen_chunk(self) -> Chunk | None:
        """The chosen child, or else the chosen parent."""
        if self.chunk_set is None or self.choice is None or self.choice.child is None:
            return self.chosen_parent
        return self.chunk_set.children[self.choice.child]

    @property
    def chosen_finding(self) -> Finding | None:
        """The chosen finding."""
        if self.findings is None or self.choice is None or self.choice.finding is None:
            return None
        return self.findings[self.choice.finding]

    def choose_offset(self, offset: int) -> "Workspace":
        """Return this workspace with the place at `offset`, and its parent, chosen.

        A heading lies in no chunk; it stands for the first parent of its section.
        """
        chunks = self.chunk_set
        if chunks is None:
            return replace(self, choice=Choice(offset))
        parent = chunks.parents.owning(offset)
        if parent is None:
            owned = chunks.parents.owned_by(chunks.outline.section_at(offset))
            if owned and offset < chunks.parents[owned[0]].own_start:
                parent = owned[0]
        return replace(self, choice=Choice(offset, parent))

    def choose_chunk(self, level: Level, index: int) -> "Workspace":
        """Return this workspace with one chunk chosen."""
        if self.chunk_set is None:
            return self
        chunk = self.chunk_set.level(level)[index]
        parent, child = (index, None) if level is Level.PARENT else (chunk.owner, index)
        return replace(self, choice=Choice(chunk.own_start, parent, child))

    def choose_finding(self, index: int) -> "Workspace":
        """Return this workspace with one finding, and the parent it lies in, chosen."""
        if self.findings is None or self.chunk_set is None:
            return self
        offset = self.findings[index].spans[0].start
        parent = self.chunk_set.parents.owning(offset)
        return replace(self, choice=Choice(offset, parent, None, index))


def source_of(document: Document) -> str | None:
    """Return the path or the address that a document came from."""
    return document.address if document.origin is None else str(document.origin)
