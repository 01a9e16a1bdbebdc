"""How the bench writes of candidates: their names, their fates, what became of an answer."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from chunkscope.core.chunks import ChunkSet, Level
from chunkscope.core.fusion import SearchSettings
from chunkscope.core.prompt import Fate, Outcome
from chunkscope.core.verdict import Case, Verdict
from chunkscope.gui.overlays import HUES, hue_of
from chunkscope.gui.widgets.wording import PATH_SEPARATOR, unturned
from chunkscope.workspace.bench import Side

if TYPE_CHECKING:
    from chunkscope.retrieval.passages import Passage

DOCUMENT_LEVEL: Final = "document"
"""Of the passage that is the whole page; no chunk has it."""
NO_HUE: Final = -1
"""Of the whole page, which is no chunk."""
_STORED_SEPARATOR: Final = " > "


@dataclass(frozen=True, slots=True)
class Sign:
    """A badge: its words and the role of its colour."""

    words: str
    role: str


@dataclass(frozen=True, slots=True)
class CandidateLine:
    """One candidate on one line.

    Attributes:
        place: From 1.
        name: What it is called.
        path: The headings above it; empty at the top of the page.
        hue, shade: Of its parent's colour; `NO_HUE` where it is the whole page.
        fate: What became of it.
    """

    place: int
    name: str
    path: str
    hue: int
    shade: int
    fate: Sign

    @property
    def sentence(self) -> str:
        """The line as it is read aloud."""
        under = f", {self.path}" if self.path else ""
        return f"Place {self.place:,}: {self.name}{under}, {self.fate.words}"


_CASES: Final = {
    Case.FOUND: Sign("found whole", "good"),
    Case.PAST_CUT: Sign("past the cut", "error"),
    Case.SPLIT: Sign("split", "warning"),
    Case.DUPLICATE: Sign("dropped as duplicate", "warning"),
    Case.PAST_WINDOW: Sign("past the window", "error"),
    Case.UNDER_FLOOR: Sign("under the floor", "error"),
    Case.AT_PLACE: Sign("not sent", "error"),
    Case.NO_CHUNK: Sign("in no chunk", "error"),
}

_FATES: Final = {
    Fate.WHOLE: Sign("whole", "good"),
    Fate.CUT: Sign("cut", "error"),
    Fate.UNDER_FLOOR: Sign("under the floor", "info"),
    Fate.NO_ROOM: Sign("no room", "warning"),
}


def case_sign(verdict: Verdict) -> Sign:
    """Return the badge of what became of an answer."""
    return _CASES[verdict.case]


def fate_sign(outcome: Outcome, settings: SearchSettings) -> Sign:
    """Return the badge of what became of a candidate."""
    words = {
        Fate.DUPLICATE: f"same as {outcome.duplicate_of}",
        Fate.BEYOND_LEG: f"past a leg's {settings.leg:,}",
        Fate.PAST_PASSAGES: f"past the first {settings.most_passages:,}",
    }
    return _FATES.get(outcome.fate) or Sign(words[outcome.fate], "info")


def name_of(passage: "Passage") -> str:
    """Return what a passage is called."""
    if passage.level == Level.PARENT:
        return f"Parent {passage.index + 1:,}"
    if passage.level == Level.CHILD:
        return f"Child {passage.index + 1:,}"
    return "Whole page"


def path_of_passage(passage: "Passage") -> str:
    """Return the headings above a passage on one line."""
    path = " ".join(passage.heading_path.split())
    return unturned(path.replace(_STORED_SEPARATOR, PATH_SEPARATOR))


def color_of(passage: "Passage", chunks: ChunkSet | None) -> tuple[int, int]:
    """Return hue and shade of the parent that a passage is or was cut from."""
    owner = NO_HUE
    if passage.level == Level.PARENT:
        owner = passage.index
    elif passage.level == Level.CHILD and chunks is not None:
        owner = chunks.children[passage.index].owner
    return (NO_HUE, 0) if owner == NO_HUE else (hue_of(owner), owner // HUES % 2)


def line_of(side: Side, place: int) -> CandidateLine | None:
    """Return the candidate at a place as one line; None where it is not kept."""
    asked = side.asked
    outcome = None if asked is None else asked.outcome_at(place)
    passage = None if asked is None else asked.passage_at(place)
    if asked is None or outcome is None or passage is None:
        return None
    hue, shade = color_of(passage, side.chunk_set)
    fate = fate_sign(outcome, asked.question.settings)
    return CandidateLine(place, name_of(passage), path_of_passage(passage), hue, shade, fate)
