"""The prompt: what is sent, what is cut, what is dropped, told plainly a second time."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkscope.core.fusion import Candidate, Hit, SearchSettings, Standing, fuse
from chunkscope.core.prompt import Fate, Outcome, Prompt, Role, Source, deliver
from chunkscope.core.spans import Span

BODY = "".join(f"{number:05d}" for number in range(2000))
DEFAULT = SearchSettings()


class Row(NamedTuple):
    """A candidate as the plain rules see it."""

    title: str
    passage: str
    standing: Standing


def candidates_of(standings: list[Standing]) -> list[Candidate]:
    hit = Hit(0, 1, 0.5)
    return [
        Candidate(position, hit, None, 0.0, 0.0, 0.0, standing)
        for position, standing in enumerate(standings)
    ]


def filled(rows: list[Row], chosen: SearchSettings = DEFAULT, pinned: str = "") -> Prompt:
    sources = [Source(row.title, f"#{row.passage}#", Span(1, 1 + len(row.passage))) for row in rows]
    return deliver(candidates_of([row.standing for row in rows]), sources, chosen, pinned)


def admitted(*passages: str) -> list[Row]:
    return [Row("T", passage, Standing.ADMITTED) for passage in passages]


def fates(prompt: Prompt) -> list[tuple[str, int, int | None]]:
    return [(one.fate.value, one.delivered, one.duplicate_of) for one in prompt.outcomes]


def plain_fates(
    rows: list[Row], chosen: SearchSettings, pinned: str
) -> list[tuple[str, int, int | None]]:
    """Tell the rules plainly, each in a walk of its own over the rows."""
    told: list[tuple[str, int, int | None]] = [("", 0, None)] * len(rows)
    alive: list[int] = []
    for place, row in enumerate(rows):
        if row.standing is not Standing.ADMITTED:
            told[place] = (row.standing.value, 0, None)
            continue
        twins = [
            other
            for other in alive
            if rows[other].title == row.title and rows[other].passage[:96] == row.passage[:96]
        ]
        if twins:
            told[place] = ("duplicate", 0, twins[0] + 1)
        else:
            alive.append(place)
    for place in alive[chosen.passages :]:
        told[place] = ("past-passages", 0, None)
    budget = list("x" * chosen.prompt_characters)
    del budget[: len(pinned)]
    for place in alive[: chosen.passages]:
        cut = rows[place].passage[: chosen.passage_characters][: len(budget)]
        del budget[: len(cut)]
        if cut == "":
            told[place] = ("no-room", 0, None)
        else:
            told[place] = ("whole" if cut == rows[place].passage else "cut", len(cut), None)
    return told


passages = st.one_of(
    st.text("ab", min_size=1, max_size=4),
    st.builds(
        lambda head, tail: head * 96 + tail, st.sampled_from("ab"), st.text("ab", max_size=9)
    ),
    st.integers(1, 3000).map(lambda length: BODY[:length]),
    st.tuples(st.integers(0, 3000), st.integers(1, 1500)).map(lambda at: BODY[at[0] : sum(at)]),
)
rows_of = st.lists(
    st.builds(
        Row, st.sampled_from("TU"), passages, st.sampled_from([*Standing, Standing.ADMITTED])
    ),
    max_size=14,
)
settings = st.builds(
    SearchSettings,
    passages=st.integers(1, 6),
    passage_characters=st.sampled_from([1, 95, 96, 97, 1000]),
    prompt_characters=st.sampled_from([0, 1, 300, 1000, 4000]),
)


@given(rows_of, settings, st.text("p", max_size=600))
def test_fates_are_those_of_the_plain_rules(
    rows: list[Row], chosen: SearchSettings, pinned: str
) -> None:
    assert fates(filled(rows, chosen, pinned)) == plain_fates(rows, chosen, pinned)


@given(rows_of, settings, st.text("p", max_size=600))
def test_the_pieces_are_the_prompt_and_only_text_counts(
    rows: list[Row], chosen: SearchSettings, pinned: str
) -> None:
    prompt = filled(rows, chosen, pinned)
    ends = [0, *(piece.at.end for piece in prompt.pieces)]
    assert [piece.at.start for piece in prompt.pieces] == ends[:-1]
    assert ends[-1] == len(prompt.text)
    counted = 0
    for piece in prompt.pieces:
        shown = piece.at.slice_of(prompt.text)
        if piece.role in (Role.PINNED, Role.PASSAGE):
            counted += len(shown)
        if piece.role is Role.PASSAGE:
            assert piece.outcome is not None
            assert shown == piece.outcome.sent.slice_of(piece.outcome.source.text)
    assert counted == prompt.characters <= chosen.prompt_characters


@pytest.mark.parametrize(
    ("rows", "pinned", "last"),
    [
        (admitted("short"), "", ("whole", 5, None)),
        (admitted(BODY[:1000]), "", ("whole", 1000, None)),
        (admitted(BODY[:1001]), "", ("cut", 1000, None)),
        (admitted(BODY[:900]), "p" * 3800, ("cut", 200, None)),
        (admitted("one"), "p" * 4000, ("no-room", 0, None)),
        (admitted("1", "2", "3", "4", "5"), "", ("past-passages", 0, None)),
        (admitted(BODY[:500], BODY[:400]), "", ("duplicate", 0, 1)),
        ([Row("T", "a", Standing.UNDER_FLOOR)], "", ("under-floor", 0, None)),
        ([Row("T", "a", Standing.BEYOND_LEG)], "", ("beyond-leg", 0, None)),
    ],
)
def test_each_fate_has_its_cause(
    rows: list[Row], pinned: str, last: tuple[str, int, int | None]
) -> None:
    assert fates(filled(rows, pinned=pinned))[-1] == last


def test_a_short_passage_is_no_duplicate_of_a_longer_one_that_begins_with_it() -> None:
    assert [fate for fate, _, _ in fates(filled(admitted("ab", "abc", "ab")))] == [
        "whole", "whole", "duplicate",
    ]  # fmt: skip


def test_the_ninety_sixth_character_counts_and_the_next_does_not() -> None:
    assert fates(filled(admitted("a" * 95 + "b", "a" * 95 + "c")))[1][0] == "whole"
    assert fates(filled(admitted("a" * 96 + "b", "a" * 96 + "c")))[1][0] == "duplicate"


def test_passages_of_other_titles_are_no_duplicates() -> None:
    rows = [Row("T", "same", Standing.ADMITTED), Row("U", "same", Standing.ADMITTED)]
    assert [fate for fate, _, _ in fates(filled(rows))] == ["whole", "whole"]


def test_a_duplicate_leaves_its_place_to_the_next_passage() -> None:
    prompt = filled(admitted("a", "a", "b", "c", "d", "e"))
    assert [one.place for one in prompt.outcomes if one.fate.is_delivered] == [1, 3, 4, 5]


def test_a_passage_that_comes_too_late_still_has_its_duplicates() -> None:
    assert fates(filled(admitted("a", "b", "c", "d", "e", "e")))[-1] == ("duplicate", 0, 5)


def test_what_was_kept_out_makes_no_duplicate() -> None:
    kept_out = [Row("T", "a", Standing.UNDER_FLOOR), *admitted("a")]
    assert [fate for fate, _, _ in fates(filled(kept_out))] == ["under-floor", "whole"]


def test_parents_that_stand_for_their_children_have_a_limit_of_their_own() -> None:
    prompt = filled(admitted(*"abcdef"), SearchSettings(small_to_big=True))
    assert [one.fate for one in prompt.outcomes][4:] == [Fate.WHOLE, Fate.PAST_PASSAGES]


def test_a_prompt_reads_pinned_text_then_labelled_passages() -> None:
    found = fuse([Hit(0, 1, 0.9), Hit(1, 2, 0.8)], [], DEFAULT)
    text = "One way.\n\nOther way."
    sources = [
        Source("Guide", text, Span(0, 8), prefix="Guide > Ways"),
        Source("Guide", text, Span(10, 20)),
    ]
    prompt = deliver(found, sources, DEFAULT, "Be brief.")
    assert prompt.text == "Be brief.\n\n[1] Guide > Ways\nOne way.\n\n[2] Guide\nOther way."
    assert prompt.characters == len("Be brief.One way.Other way.")


def test_a_label_stays_on_its_line() -> None:
    prompt = deliver(
        fuse([Hit(0, 1, 0.9)], [], DEFAULT), [Source("A\nB", "text", Span(0, 4))], DEFAULT
    )
    assert prompt.text == "[1] A B\ntext"


def test_an_empty_prompt_is_empty() -> None:
    assert (filled([]).text, filled([]).pieces) == ("", ())


def test_it_is_told_whether_the_cut_or_the_budget_took_the_rest() -> None:
    def short(prompt: Prompt) -> list[bool]:
        return [prompt.is_short_of_room(outcome) for outcome in prompt.outcomes]

    assert short(filled(admitted(BODY[:1200], "b"))) == [False, False]
    late = admitted(BODY[:900], "b", "c" * 9)
    assert short(filled(late, pinned="p" * 3099)) == [False, False, True]
    assert short(filled(late, pinned="p" * 3500)) == [True, True, True]


def test_what_is_sent_lies_in_its_page() -> None:
    (outcome,) = filled(admitted(BODY[:1200])).outcomes
    assert isinstance(outcome, Outcome)
    assert (outcome.span, outcome.sent) == (Span(1, 1201), Span(1, 1001))
