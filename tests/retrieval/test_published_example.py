"""The published example: one sentence among others, cut at headings and as one fixed chunk."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.retrieval.embedders import chunks_at

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.document import normalise
from chunkscope.core.fusion import Mode, SearchSettings
from chunkscope.core.prompt import Outcome
from chunkscope.core.spans import Span
from chunkscope.core.splitters.parent_child import cut
from chunkscope.core.tokens import MINILM
from chunkscope.core.verdict import Share, shares
from chunkscope.retrieval.ask import ask
from chunkscope.retrieval.embedding import LocalEmbedder
from chunkscope.retrieval.index import Index
from chunkscope.retrieval.passages import PARENT, Page
from chunkscope.retrieval.search import Search
from chunkscope.retrieval.wordpiece import open_embedder_counter

TITLE = "Security add-on"
TEXT = normalise(
    (Path(__file__).parents[1] / "data" / "security-add-on.md").read_text(encoding="utf-8")
)
QUESTION = "Does the Pro plan include single sign-on?"
SENTENCE = "The Pro plan includes single sign-on through SAML 2.0."
ANSWER = Span(TEXT.index(SENTENCE), TEXT.index(SENTENCE) + len(SENTENCE))
# Pages of the same help that speak of the Pro plan, or of signing in, but do not answer.
OTHERS = {
    "Plans": "There are three plans: Free, Pro and Business. The Pro plan includes unlimited "
    "pages, guests and version history. Which features a plan includes is listed when you "
    "change it.",
    "Changing your plan": "An owner moves from Free to the Pro plan under Settings. The Pro plan "
    "begins at once and includes a month of free support; what is left of a paid month is "
    "returned.",
    "Signing in": "Sign in with your mail address and a password, or with a link that is sent to "
    "you. If you cannot sign in, ask an owner whether your account is still active.",
    "Guests": "A guest sees single pages and signs on with a link. On the Pro plan, guests are "
    "free.",
    "Export": "Pages are exported as PDF or markdown, one by one or all of them together.",
}


def at_headings(title: str, text: str) -> ChunkSet:
    return cut(title, text)


def as_one_chunk(title: str, text: str) -> ChunkSet:
    return chunks_at("", text, [(0, len(text))])


def found(
    cut_of: Callable[[str, str], ChunkSet], embedder: LocalEmbedder, folder: Path
) -> tuple[Outcome, Share]:
    """Return the best passage with the sentence, and how much of it the sentence is."""
    counter = open_embedder_counter(MINILM)
    pages = [Page(title, cut_of(title, text)) for title, text in OTHERS.items()]
    pages.append(Page(TITLE, cut_of(TITLE, TEXT)))
    with Index(folder / "index", embedder) as index:
        index.update(pages)
        settings = SearchSettings(mode=Mode.VECTOR, floor=-1)
        prompt = ask(Search(index), pages, QUESTION, settings, [PARENT]).prompt

    def tokens_of(outcome: Outcome) -> int:
        return counter.count(outcome.span.slice_of(outcome.source.text))

    of_the_page = [one for one in prompt.outcomes if one.source.page == TITLE]
    first = next(one for one in of_the_page if one.span.touches(ANSWER))
    all_shares = shares(ANSWER, counter.count(SENTENCE), prompt, tokens_of)
    return first, next(share for share in all_shares if share.place == first.place)


def test_cut_at_headings_the_sentence_is_a_third_of_its_chunk_which_comes_first(
    built_in: LocalEmbedder, tmp_path: Path
) -> None:
    outcome, share = found(at_headings, built_in, tmp_path)
    assert share.of_passage == pytest.approx(1 / 3, abs=0.05)
    assert outcome.place == 1


def test_as_one_fixed_chunk_it_is_a_twentieth_and_other_pages_come_before_it(
    built_in: LocalEmbedder, tmp_path: Path
) -> None:
    outcome, share = found(as_one_chunk, built_in, tmp_path)
    assert share.of_passage == pytest.approx(1 / 20, abs=0.01)
    assert outcome.place > 1


def test_the_same_sentence_scores_higher_the_less_stands_around_it(
    built_in: LocalEmbedder, tmp_path: Path
) -> None:
    narrow, _ = found(at_headings, built_in, tmp_path / "narrow")
    wide, _ = found(as_one_chunk, built_in, tmp_path / "wide")
    assert narrow.candidate.vector is not None
    assert wide.candidate.vector is not None
    assert narrow.candidate.vector.score > wide.candidate.vector.score + 0.1
