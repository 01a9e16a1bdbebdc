"""A candidate as a row of the table: what each cell says, and how it reads aloud."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from chunkscope.core.chunks import ChunkSet, Level
from chunkscope.core.fusion import Hit
from chunkscope.core.prompt import OPENING_CHARACTERS, Fate, Outcome
from chunkscope.core.verdict import Case, Share
from chunkscope.gui.models.bench_words import (
    Sign,
    color_of,
    fate_sign,
    name_of,
    path_of_passage,
)
from chunkscope.gui.models.here import path_in_page
from chunkscope.gui.widgets.wording import UNKNOWN_FIGURE, path_of
from chunkscope.workspace.bench import Side
from chunkscope.workspace.questions import Asked

if TYPE_CHECKING:
    from chunkscope.retrieval.passages import Passage

Key = tuple[str, int, int]
"""What a passage is known by on both sides: its level and its characters."""


class Column(IntEnum):
    """The columns of the candidates."""

    PLACE = 0
    OTHER = 1
    PASSAGE = 2
    PATH = 3
    VECTOR = 4
    VECTOR_RANK = 5
    TEXT = 6
    FUSED = 7
    RERANKED = 8
    FATE = 9
    ANSWER = 10


@dataclass(frozen=True, slots=True)
class Places:
    """Where the same passage stands on both sides.

    Attributes:
        first: Place on the first side; None where it is not among those kept. `second`: likewise.
        is_second: Whether they are shown on the second side.
    """

    first: int | None
    second: int | None
    is_second: bool = False

    @property
    def words(self) -> str:
        """An arrow towards the other side, and the place there."""
        place = self.first if self.is_second else self.second
        there = UNKNOWN_FIGURE if place is None else f"{place:,}"
        return f"{'←' if self.is_second else '→'} {there}"

    @property
    def sentence(self) -> str:
        """The same in words."""
        if self.first is None:
            return "The first side does not have this passage among its candidates."
        if self.second is None:
            return "The second side does not have this passage among its candidates."
        if self.first == self.second:
            return f"At place {self.first:,} on both sides."
        return f"At place {self.first:,} on the first side, {self.second:,} on the second."


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """One candidate.

    Attributes:
        outcome: The candidate and its fate. `passage`: Its passage.
        name, path: What it is called, and the headings above it.
        hue, shade: Of its parent's colour; `NO_HUE` where it is the whole page.
        fate: What became of it, as a badge. `detail`: the figures behind that.
        answer: What the verdict says of this place; None for nothing.
        share: How much of it the answer is; None where it does not hold all of it.
        is_short: Whether the prompt's budget took some of it, not the cut of every passage.
        is_missed: Whether the vector engine's own answer lacks it.
        places: Where it stands on both sides; None while nothing is compared.
    """

    outcome: Outcome
    passage: "Passage"
    name: str
    path: str
    hue: int
    shade: int
    fate: Sign
    detail: str
    answer: Sign | None
    share: Share | None
    is_short: bool
    is_missed: bool
    places: Places | None

    @property
    def place(self) -> int:
        """From 1."""
        return self.outcome.place

    @property
    def is_delivered(self) -> bool:
        """Whether the prompt holds some of it."""
        return self.outcome.fate.is_delivered

    @property
    def share_words(self) -> str:
        """How much of it the answer is; empty where it does not hold all of it."""
        return "" if self.share is None else f"{100 * self.share.of_passage:.0f} % of it"

    @property
    def answer_words(self) -> str:
        """Share and verdict on one line."""
        words = "" if self.answer is None else self.answer.words
        return f"{self.share_words} {words}".strip()

    def figures(self, column: Column) -> tuple[str, ...]:
        """Return what stands before a cell's badge, the shorter forms behind."""
        if column is Column.ANSWER:
            return (self.share_words, self.share_words.removesuffix(" of it"))
        return (self.detail,)

    def cell(self, column: Column) -> str:
        """Return a cell as text."""
        return _CELLS[column](self)

    def value(self, column: Column) -> "_Value | None":
        """Return what a column sorts by; None goes last."""
        return _VALUES[column](self)

    def sentences(self) -> Iterator[str]:
        """Yield all there is to say of it, a line each."""
        where = f", {path_of_passage(self.passage)}" if self.passage.heading_path else ""
        yield f"Place {self.place:,}: {self.name}{where}"
        yield f"{self.fate.words}: {self.detail}" if self.detail else self.fate.words
        if self.is_short:
            yield SHORT
        vector, text = self.outcome.candidate.vector, self.outcome.candidate.text
        if vector is not None:
            yield f"By meaning: similarity {vector.score:.4f}, rank {vector.rank:,}"
        if text is not None:
            yield f"By words: rank {text.rank:,}"
        if (again := self.outcome.candidate.reranked) is not None:
            yield f"By the reranker: {again:.4f}"
        if self.is_missed:
            yield MISSED
        if self.places is not None:
            yield self.places.sentence
        if self.share is not None:
            yield (
                f"The answer is {self.share.answer_tokens:,} of its "
                f"{self.share.passage_tokens:,} tokens; the rest dilutes it."
            )
        if self.answer is not None:
            yield f"Here: {self.answer.words}."


SHORT: Final = "The prompt's budget is used up before its end."
MISSED: Final = (
    "The vector engine's own approximate answer lacks this passage: a system that trusts it "
    "would not have found it."
)
_FATES: Final = {fate: order for order, fate in enumerate(Fate)}
_ANSWERS: Final = {
    Case.FOUND: Sign("answer whole", "good"),
    Case.PAST_CUT: Sign("answer lost in the cut", "error"),
    Case.SPLIT: Sign("part of the answer", "warning"),
    Case.DUPLICATE: Sign("dropped with the answer", "warning"),
    Case.PAST_WINDOW: Sign("answer not read", "error"),
    Case.UNDER_FLOOR: Sign("answer under the floor", "error"),
    Case.AT_PLACE: Sign("answer not sent", "error"),
}


_Value = tuple[float | str, ...]


def _vector(row: CandidateRow) -> Hit | None:
    return row.outcome.candidate.vector


def _text(row: CandidateRow) -> Hit | None:
    return row.outcome.candidate.text


def _fused(row: CandidateRow) -> float:
    return row.outcome.candidate.fused


def _again(row: CandidateRow) -> float | None:
    return row.outcome.candidate.reranked


def _rank(hit: Hit | None) -> str:
    return UNKNOWN_FIGURE if hit is None else f"{hit.rank:,}"


def _score(hit: Hit | None) -> str:
    return UNKNOWN_FIGURE if hit is None else f"{hit.score:.3f}"


def _rise(row: CandidateRow) -> "_Value | None":
    """Order by how far a passage rose from the first side to the second."""
    places = row.places
    if places is None or places.first is None or places.second is None:
        return None
    return places.second - places.first, row.place


def _answer_order(row: CandidateRow) -> "_Value | None":
    share = 0.0 if row.share is None else row.share.of_passage
    return (row.answer is None, -share, row.place) if row.answer_words else None


_CELLS: Final[Mapping[Column, Callable[[CandidateRow], str]]] = {
    Column.PLACE: lambda row: f"{row.place:,}",
    Column.OTHER: lambda row: "" if row.places is None else row.places.words,
    Column.PASSAGE: lambda row: row.name,
    Column.PATH: lambda row: row.path,
    Column.VECTOR: lambda row: _score(_vector(row)),
    Column.VECTOR_RANK: lambda row: _rank(_vector(row)),
    Column.TEXT: lambda row: _rank(_text(row)),
    Column.FUSED: lambda row: f"{_fused(row):.4f}" if _fused(row) else UNKNOWN_FIGURE,
    Column.RERANKED: lambda row: UNKNOWN_FIGURE if _again(row) is None else f"{_again(row):.3f}",
    Column.FATE: lambda row: f"{row.detail} {row.fate.words}".strip(),
    Column.ANSWER: lambda row: row.answer_words,
}
_VALUES: Final[Mapping[Column, Callable[[CandidateRow], "_Value | None"]]] = {
    Column.PLACE: lambda row: (row.place,),
    Column.OTHER: _rise,
    Column.PASSAGE: lambda row: (row.passage.level, row.passage.start, row.passage.index),
    Column.PATH: lambda row: (row.path.casefold(), row.place) if row.path else None,
    Column.VECTOR: lambda row: None if (hit := _vector(row)) is None else (-hit.score, row.place),
    Column.VECTOR_RANK: lambda row: None if (hit := _vector(row)) is None else (hit.rank,),
    Column.TEXT: lambda row: None if (hit := _text(row)) is None else (hit.rank,),
    Column.FUSED: lambda row: (-_fused(row), row.place) if _fused(row) else None,
    Column.RERANKED: lambda row: None if (again := _again(row)) is None else (-again, row.place),
    Column.FATE: lambda row: (_FATES[row.outcome.fate], row.place),
    Column.ANSWER: _answer_order,
}


def key_of(passage: "Passage") -> Key:
    """Return what a passage is known by on both sides."""
    return passage.level, passage.start, passage.end


def short_name(passage: "Passage") -> str:
    """Return a passage's name for a narrow place: `P7`, `C21`, `page`."""
    if passage.level in tuple(Level):
        return f"{passage.level[0].upper()}{passage.index + 1:,}"
    return "page"


def places_of(asked: Asked | None) -> dict[Key, int]:
    """Return the place of each candidate by its passage."""
    if asked is None:
        return {}
    pairs = zip(asked.passages, asked.prompt.outcomes, strict=True)
    return {key_of(passage): outcome.place for passage, outcome in pairs}


def rows_of(
    side: Side, other: Mapping[Key, int] | None = None, *, is_second: bool = False
) -> tuple[CandidateRow, ...]:
    """Return a row for each candidate of a side, in the fused order.

    Args:
        side: The side.
        other: Places of passages on the other side; None where nothing is compared.
        is_second: Whether the side stands at the right.
    """
    asked = side.asked
    if asked is None:
        return ()
    shares = {share.place: share for share in asked.shares}
    missed = frozenset(asked.missed)
    paths: dict[int, str] = {}
    rows = []
    for outcome, passage in zip(asked.prompt.outcomes, asked.passages, strict=True):
        hue, shade = color_of(passage, side.chunk_set)
        places = None
        if other is not None:
            there = other.get(key_of(passage))
            here = outcome.place
            places = Places(there, here, True) if is_second else Places(here, there)
        rows.append(
            CandidateRow(
                outcome,
                passage,
                name_of(passage),
                _path(passage, side.chunk_set, paths),
                hue,
                shade,
                fate_sign(outcome, asked.prompt.settings),
                _detail(outcome, asked),
                _answer(outcome, asked),
                shares.get(outcome.place),
                asked.prompt.is_short_of_room(outcome),
                outcome.place in missed,
                places,
            )
        )
    return tuple(rows)


def _path(passage: "Passage", chunks: ChunkSet | None, known: dict[int, str]) -> str:
    """Return the headings above a passage, without the page's title where others follow."""
    if chunks is None or passage.level not in tuple(Level):
        return path_of_passage(passage)
    section = chunks.outline.section_at(min(passage.start, len(chunks.text)))
    if section not in known:
        known[section] = path_of(path_in_page(chunks, section))
    return known[section]


def _detail(outcome: Outcome, asked: Asked) -> str:
    if outcome.fate.is_delivered:
        return f"{outcome.delivered:,} of {outcome.source.length:,}"
    if outcome.fate is Fate.DUPLICATE:
        return f"same first {OPENING_CHARACTERS} characters"
    if outcome.fate is Fate.UNDER_FLOOR:
        return f"the floor is {asked.prompt.settings.floor:g}"
    return ""


def _answer(outcome: Outcome, asked: Asked) -> Sign | None:
    verdict = asked.verdict
    if verdict is None:
        return None
    if outcome.place in verdict.parts:
        return _ANSWERS[Case.SPLIT]
    if outcome.place == verdict.place:
        return _ANSWERS.get(verdict.case)
    if outcome.place in verdict.beaten_by and outcome.fate.is_delivered:
        return Sign("goes before it", "info")
    return None
