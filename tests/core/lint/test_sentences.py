"""Sentences: long ones, false ends, openings that point back."""

import pytest
from tests.core.lint.pages import WORDS, counts_of, found, page_of, prose, texts

from chunkscope.core.lint.findings import Options
from chunkscope.core.settings import Settings

LONG = "The refund " + WORDS * 12 + "ends."


def test_a_long_sentence_is_told_with_its_words() -> None:
    (finding,) = found(f"Short one. {LONG} Short.", "long-sentence")

    assert finding.message.startswith("Sentence of 51 words · hard to split; ")
    assert finding.message.endswith(" of 150 estimated tokens")


def test_a_sentence_goes_on_over_line_ends_and_quote_marks() -> None:
    text = "> " + LONG.replace("delta ", "delta\n> ")

    assert len(found(text, "long-sentence")) == 1


def test_links_tags_and_addresses_are_no_words() -> None:
    link = "[here](https://example.com/a/b/c/d/e/f/g/h/i/j/k?x=1&y=2&z=3) <b class='x y z'>now</b> "

    assert found("Go " + link * 8 + "and see.", "long-sentence") == []


@pytest.mark.parametrize(
    "text",
    [
        f"```\n{LONG}\n```",
        f"Text\n\n    {LONG}",
        f"> ```\n> {LONG}\n> ```",
        f"| a |\n|---|\n| {LONG} |",
        f"<!-- {LONG} -->",
        f"---\ntitle: {LONG}\n---\nText",
        f"# {LONG}",
    ],
)
def test_what_is_no_prose_has_no_sentences(text: str) -> None:
    assert found(text, "long-sentence") == []


def test_each_item_of_a_list_is_its_own_sentence() -> None:
    assert (
        found(
            "- " + "\n- ".join(["ten words stand here in a row and no more"] * 10), "long-sentence"
        )
        == []
    )


@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("退款" * 90 + "。", "退款很快。" * 40),
        ("返金は" * 70 + "。", "返金します。" * 40),
        ("คืนเงิน" * 40, "คืนเงินแล้ว " * 40),
    ],
)
def test_scripts_without_spaces_are_measured_in_real_tokens(long: str, short: str) -> None:
    for text, expected in ((long, 1), (short, 0)):
        bare = page_of(text)
        counts = counts_of(bare.chunk_set, chat={0: len(text)})
        assert found(bare, "long-sentence") == []
        findings = found(page_of(text, counts=counts), "long-sentence")
        assert len(findings) == expected
        assert all("tokens · hard" in finding.message for finding in findings)


@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("كلمة " * 45 + ".", "كلمة أخرى هنا؟ " * 20),
        ("शब्द " * 45 + "।", "यह एक वाक्य है। " * 20),
        ("단어 " * 45 + ".", "문장이 끝납니다. " * 20),
    ],
)
def test_other_scripts_are_measured_in_words(long: str, short: str) -> None:
    assert len(found(long, "long-sentence")) == 1
    assert found(short, "long-sentence") == []


def test_the_threshold_can_be_set() -> None:
    assert found(LONG, "long-sentence", Options({"long-sentence": 60})) == []


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("in places, e.g.", "in the settings"),
        ("as of version v2.", "1 of the program"),
        ("look at https://example.", "com/help for more"),
        ("open the page index.", "html of the site"),
        ("see the [guide.](https://example.", "com) for more"),
        ("ask for it with ?", "id=3 in the address"),
    ],
)
def test_a_cut_at_a_mark_that_ends_no_sentence_is_found(left: str, right: str) -> None:
    text = (
        f"{prose(480)} And this is how it looks {left}{' ' if left.endswith('g.') else ''}{right} "
        + prose(600)
    )
    cut = text.index(left) + len(left)
    page = page_of(text, settings=Settings(cut // 4 + 1, 0, cut // 4 + 1, 0))

    assert page.chunk_set.parents[0].end == cut
    assert len(found(page, "false-sentence-end")) == 1


def test_the_same_marks_are_fine_where_nothing_is_cut() -> None:
    assert found("See e.g. v2.1 at https://example.com/a?b=c.", "false-sentence-end") == []


@pytest.mark.parametrize("end", ["ends.", "ends!", 'ends."', "ends.**", "ends.)", "ends...", "50."])
def test_a_cut_at_a_real_end_is_fine(end: str) -> None:
    text = f'{prose(480)} And **("so it {end} ' + prose(600)

    assert found(text, "false-sentence-end") == []


def test_a_cut_behind_the_number_of_a_list_item_is_found() -> None:
    items = "".join(f"{n}. Open the settings and go on\n" for n in range(1, 60))

    findings = found(items, "false-sentence-end")
    assert findings
    assert all("Cut inside a sentence" in finding.message for finding in findings)


def test_no_cut_in_code_or_tables_counts_as_one_in_a_sentence() -> None:
    code = "```\n" + "module.call(argument)\n" * 80 + "```"

    assert found(code, "false-sentence-end") == []


def test_a_run_without_a_space_is_found_outside_code_and_in_latin_only() -> None:
    address = "https://example.com/" + "a1b2" * 60

    assert texts(f"Go to {address} now.", "no-word-breaks") == [address]
    assert texts(f"去{address}吧。", "no-word-breaks") == [address]
    assert texts(f"```\n{address}\n```", "no-word-breaks") == []
    assert texts("中文" * 300, "no-word-breaks") == []
    assert texts("_" * 300, "no-word-breaks") == []


@pytest.mark.parametrize(
    "opening", ["This means that", "It’s charged", "They are paid", "These apply"]
)
def test_an_opening_that_points_at_nothing_is_found(opening: str) -> None:
    (finding,) = found(f"# Fees\n\n{opening} every month.", "dangling-opening")

    assert finding.message.startswith("P1 opens with ")


@pytest.mark.parametrize(
    "opening",
    [
        "This page lists every fee.",
        "This is a guide to fees.",
        "It is important that you pay.",
        "It takes time to pay.",
        "Theyre is a typo.",
        "These fees apply.",
    ],
)
def test_an_opening_that_names_its_subject_is_fine(opening: str) -> None:
    assert found(f"# Fees\n\n{opening}", "dangling-opening") == []


def test_an_opening_with_its_overlap_before_it_is_fine() -> None:
    text = f"{prose(1300)}\n\nThis means more. {prose(300)}"

    assert len(page_of(text).chunk_set.parents) == 2
    assert found(text, "dangling-opening") == []
    assert len(found(page_of(text, settings=Settings(350, 0, 150, 0)), "dangling-opening")) == 1
