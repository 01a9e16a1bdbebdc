import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.retrieval.embedders import FakeEmbedder, written
from tests.retrieval.embedders import page_of as small_page_of

from chunkscope.core.fusion import Mode, SearchSettings, fuse
from chunkscope.core.prompt import Fate, Outcome
from chunkscope.core.settings import Settings
from chunkscope.core.splitters.parent_child import cut
from chunkscope.retrieval.ask import Answer, ask
from chunkscope.retrieval.embedding import LocalEmbedder
from chunkscope.retrieval.errors import IndexUnavailable
from chunkscope.retrieval.index import Index
from chunkscope.retrieval.passages import CHILD, LEVELS, PARENT, Page
from chunkscope.retrieval.search import Search

if TYPE_CHECKING:
    from chunkscope.retrieval.embedding import Vectors

ADD_ON = """# Security add-on

## Single sign-on

{sentence} It works with every identity provider that speaks SAML 2.0.

## Audit logs

Every sign-in, export and change of a role is written to the audit log, which owners can
search and download for ninety days.

## Allow-lists

Owners may list the addresses from which members connect; all others are turned away.

## Retention

Deleted pages stay in the bin for thirty days. After that nobody can bring them back.
"""
SENTENCE = "The Pro plan includes single sign-on at no extra cost."
QUESTION = "Does the Pro plan include single sign-on?"


def page_of(text: str, key: str = "page") -> Page:
    return Page(key, cut("Security add-on", text, Settings()))


PAGE = page_of(ADD_ON.format(sentence=SENTENCE))


@pytest.fixture(scope="module")
def search(built_in: LocalEmbedder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Search]:
    with Index(tmp_path_factory.mktemp("asked") / "index", built_in) as index:
        index.update([PAGE])
        yield Search(index)


def heading(answer: Answer, place: int) -> str:
    return answer.ranking.passages[answer.prompt.outcomes[place].candidate.position].heading_path


def test_the_passage_with_the_answer_is_delivered_first(search: Search) -> None:
    answer = ask(search, [PAGE], QUESTION)
    assert heading(answer, 0) == "Security add-on > Single sign-on"
    assert answer.prompt.passages[0].startswith(SENTENCE)
    assert answer.prompt.outcomes[0].fate is Fate.WHOLE
    assert any(outcome.fate is Fate.DUPLICATE for outcome in answer.prompt.outcomes)
    assert len(answer.prompt.passages) <= 4


class Asleep(FakeEmbedder):
    """Embeds nothing once it sleeps."""

    sleeps = False

    def embed_question(self, question: str, instruction: str | None = None) -> "Vectors":
        assert not self.sleeps
        return super().embed_question(question, instruction)


@pytest.mark.parametrize("small_to_big", [False, True])
def test_a_question_to_the_full_text_alone_embeds_nothing(
    small_to_big: bool, tmp_path: Path
) -> None:
    embedder = Asleep()
    with Index(tmp_path / "index", embedder) as index:
        index.update([PAGE])
        embedder.sleeps = True
        settings = SearchSettings(mode=Mode.TEXT, small_to_big=small_to_big)
        answer = ask(Search(index), [PAGE], QUESTION, settings)
    assert answer.prompt.passages[0].startswith(SENTENCE)


@pytest.mark.parametrize("mode", list(Mode))
def test_each_leg_alone_finds_it_too(mode: Mode, search: Search) -> None:
    answer = ask(search, [PAGE], QUESTION, SearchSettings(mode=mode))
    assert heading(answer, 0) == "Security add-on > Single sign-on"
    first = answer.prompt.outcomes[0].candidate
    assert (first.vector is None) == (mode is Mode.TEXT)
    assert mode is not Mode.VECTOR or first.text is None


def test_by_words_alone_no_model_is_asked(search: Search, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_words: object) -> None:
        raise AssertionError("embedded")

    monkeypatch.setattr(search, "_embedded", refuse)
    for small_to_big in (False, True):
        settings = SearchSettings(mode=Mode.TEXT, small_to_big=small_to_big)
        answer = ask(search, [PAGE], QUESTION, settings)
        assert heading(answer, 0) == "Security add-on > Single sign-on"
        assert answer.ranking.disagreement is None


def test_small_to_big_searches_children_and_delivers_parents_once(search: Search) -> None:
    answer = ask(search, [PAGE], QUESTION, SearchSettings(small_to_big=True))
    positions = [outcome.candidate.position for outcome in answer.prompt.outcomes]
    passages = answer.ranking.passages
    assert len(set(positions)) == len(positions)
    assert {passages[position].level for position in positions} == {PARENT}
    assert {passages[child].level for child in answer.found_by.values()} == {CHILD}


def test_pinned_text_goes_first(search: Search) -> None:
    answer = ask(search, [PAGE], QUESTION, pinned="Answer in one sentence.")
    assert answer.prompt.pinned == "Answer in one sentence."


@pytest.mark.parametrize(
    "text",
    [
        ADD_ON.format(sentence="The Pro plan has no single sign-on."),
        ADD_ON.format(sentence=SENTENCE)[20:],
        "# Security add-on\n\nAll gone.",
    ],
)
def test_a_page_that_has_changed_since_is_not_searched(text: str, search: Search) -> None:
    with pytest.raises(IndexUnavailable, match="changed since it was indexed"):
        ask(search, [page_of(text)], QUESTION)
    with pytest.raises(IndexUnavailable, match="changed since it was indexed"):
        ask(search, [page_of(ADD_ON.format(sentence=SENTENCE), "other")], QUESTION)


def test_a_section_that_is_moved_away_takes_its_place_along(
    built_in: LocalEmbedder, tmp_path: Path
) -> None:
    text = ADD_ON.format(sentence=SENTENCE)
    head, section, rest = re.split(r"(?=## Single|## Audit)", text)
    moved = page_of(f"{head}{rest}\n{section}")
    with Index(tmp_path / "index", built_in) as index:
        index.update([PAGE])
        index.update([moved])
        answer = ask(Search(index), [moved], QUESTION)
    assert answer.prompt.passages[0].startswith(SENTENCE)


def test_a_passage_carries_its_page_and_the_prefix_that_labels_it(search: Search) -> None:
    answer = ask(search, [PAGE], QUESTION)
    sources = {one.source.prefix for one in answer.prompt.outcomes}
    assert {"Security add-on", "Security add-on > Single sign-on"} <= sources
    assert {one.source.page for one in answer.prompt.outcomes} == {PAGE.key}
    assert answer.prompt.text.startswith("[1] Security add-on > Single sign-on\n")


MANY = written(
    [(f"Part {n}", [f"Words {n % 7} of it.", "And more. " * (9 * (n % 2))]) for n in range(60)]
)


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Search, list[Page]]]:
    pages = [small_page_of(MANY), small_page_of(MANY[:900], "other")]
    with Index(tmp_path_factory.mktemp("many") / "index", FakeEmbedder()) as index:
        index.update(pages)
        yield Search(index), pages


def shown(outcomes: Sequence[Outcome]) -> list[tuple[object, ...]]:
    return [(one.place, one.candidate, one.fate, one.delivered, one.span) for one in outcomes]


@pytest.mark.parametrize("small_to_big", [False, True])
@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("levels", [LEVELS, [CHILD], []])
def test_candidates_far_down_have_the_places_that_fusing_all_would_give_them(
    mode: Mode, small_to_big: bool, levels: list[str], many: tuple[Search, list[Page]]
) -> None:
    search, pages = many
    chosen = SearchSettings(mode=mode, floor=0.1, leg=6, small_to_big=small_to_big)
    whole = ask(search, pages, "words 3", chosen, levels, places=10**6)
    text = whole.ranking.text
    fused = fuse(whole.vector.first(10**6), text.first(len(text)), chosen)
    assert [one.candidate for one in whole.prompt.outcomes] == list(fused)
    assert [one.place for one in whole.prompt.outcomes] == list(range(1, len(fused) + 1))

    some = ask(
        search, pages, "words 3", chosen, levels, places=20, also=lambda one: one.start > 500
    )
    wanted = [
        one for one in whole.prompt.outcomes if one.place <= 20 or one.source.span.start > 500
    ]
    assert shown(some.prompt.outcomes) == shown(wanted)
    assert some.prompt.text == whole.prompt.text


def test_a_passage_that_its_words_found_has_its_rank_by_meaning_however_low(
    many: tuple[Search, list[Page]],
) -> None:
    search, pages = many
    answer = ask(search, pages, "words 3", places=1)
    by_text = [one for one in answer.prompt.outcomes if one.candidate.text is not None]
    assert by_text
    assert all(one.candidate.vector is not None for one in by_text)
    assert any(one.candidate.vector.rank > 20 for one in by_text if one.candidate.vector)
