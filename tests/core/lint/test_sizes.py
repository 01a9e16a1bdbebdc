"""Sizes: of chunks, in the prompt, in the window, against the estimate."""

from tests.core.lint.pages import WORDS, counts_of, found, page_of, prose

from chunkscope.core.lint.checks import lint, relint
from chunkscope.core.lint.findings import Severity


def test_a_passage_without_a_sentence_end_is_over_its_size() -> None:
    (finding,) = found(WORDS * 100, "chunk-over-size")

    assert finding.message.startswith("P1 is over its size · ")
    assert " of 350 estimated tokens" in finding.message


def test_a_child_is_over_its_size_where_its_parent_is_not() -> None:
    (finding,) = found(WORDS * 40, "chunk-over-size")

    assert finding.message.startswith("C1 is over its size · ")
    assert finding.children == (0,)


def test_overlap_alone_makes_no_chunk_over_size() -> None:
    assert found(prose(6000), "chunk-over-size") == []


def test_the_tail_of_a_lone_parent_is_counted_in_sentences() -> None:
    text = f"# Refunds\n\n{prose(1230)}"
    (finding,) = found(text, "prompt-tail")
    past = len(text) - text.index("The owner") - 1000

    assert finding.message == (
        f"Last 4 sentences never reach the prompt · {past} characters past the 1,000-character cut"
    )
    assert finding.span.end == len(text)


def test_what_the_next_parent_brings_into_the_prompt_is_not_lost() -> None:
    (finding,) = found(prose(2400), "prompt-tail")
    parents = page_of(prose(2400)).chunk_set.parents

    assert finding.spans[0].end <= parents[1].start
    assert " of the " in finding.message


def test_a_section_has_one_finding_about_its_tails() -> None:
    text = f"# A\n\n{prose(9000)}\n\n# B\n\n{prose(9000)}"
    findings = found(text, "prompt-tail")

    assert len(findings) == 2
    assert "chunks of “A” never reach" in findings[0].message
    assert len(findings[0].parents) > 3


def test_a_short_chunk_has_no_tail() -> None:
    assert found(prose(900), "prompt-tail") == []


def test_chunks_past_the_window_are_one_finding_a_section_and_start_where_reading_stops() -> None:
    text = f"# A\n\n{prose(3000)}\n\n# B\n\n{prose(500)}"
    chunks = page_of(text).chunk_set
    counts = counts_of(chunks, {0: 600, 1: 700, 2: 100}, cuts={0: 900})
    (finding,) = found(page_of(text, counts=counts), "over-embedder-window")

    assert finding.severity is Severity.ERROR
    assert finding.parents == (0, 1)
    assert finding.spans[0].start == 900
    assert "2 chunks of “A”" in finding.message
    assert "up to 700 tokens, bge-small-en-v1.5 reads 512" in finding.message


def test_a_script_that_the_embedder_does_not_know_is_not_blamed_on_headings_or_codes() -> None:
    text = "# A\n\n" + "사용자는 설정에서 요금제를 바꿀 수 있습니다. " * 60
    counts = counts_of(page_of(text).chunk_set, {0: 1200}, {0: 1200}, 2000, cuts={0: 500})
    page = page_of(text, counts=counts)
    (unread,), (denser,) = found(page, "over-embedder-window"), found(page, "estimate-off")

    assert "made for this script" in unread.advice
    assert denser.advice.endswith("choose a smaller size for such text.")


def test_a_page_that_is_denser_than_estimated_has_one_finding() -> None:
    text = f"# A\n\n{prose(3000)}\n\n# B\n\n{prose(500)}"
    chunks = page_of(text).chunk_set
    counts = counts_of(chunks, chat={0: 600, 1: 700, 2: 200}, document=2000)
    (finding,) = found(page_of(text, counts=counts), "estimate-off")

    assert "2,000 real tokens in the whole page, 1" in finding.message


def test_a_percentage_is_rounded_as_in_the_window() -> None:
    text = f"# A\n\n{prose(3000)}"
    chunks = page_of(text).chunk_set
    real = int(7.198 * chunks.estimated_tokens)
    counts = counts_of(chunks, document=real)
    (finding,) = found(page_of(text, counts=counts), "estimate-off")

    assert real / chunks.estimated_tokens < 7.2
    assert "620 % more than" in finding.message


def test_a_section_that_is_denser_than_estimated_is_named() -> None:
    text = f"# A\n\n{prose(3000)}\n\n# B\n\n{prose(500)}"
    chunks = page_of(text).chunk_set
    last = len(chunks.parents) - 1
    counts = counts_of(chunks, chat={last: 200}, document=900)
    (finding,) = found(page_of(text, counts=counts), "estimate-off")

    assert "in “B”" in finding.message
    assert finding.parents == (last,)


def test_without_counts_nothing_is_said_about_them_and_with_them_only_that_is_added() -> None:
    text = f"# A\n\n{prose(3000)}"
    bare = page_of(text)
    counted = page_of(text, counts=counts_of(bare.chunk_set, {0: 600}, {0: 600}, 2000))
    before = lint(bare)

    assert not {"over-embedder-window", "estimate-off"} & {finding.rule for finding in before}
    assert relint(before, counted) == lint(counted)
    assert {"over-embedder-window", "estimate-off"} <= {f.rule for f in relint(before, counted)}


def test_a_chunk_of_a_few_words_is_tiny_but_a_sentence_of_chinese_is_not() -> None:
    assert len(found("# Fees\n\nSee [Fees](f.md).", "tiny-chunk")) == 1
    assert found("# 费用\n\n本章介绍所有费用以及付款方式。", "tiny-chunk") == []
