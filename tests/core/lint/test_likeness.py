"""Parents that are too alike."""

from tests.core.lint.pages import found, prose

from chunkscope.core.lint.findings import Options

OPENING = (
    "Refunds are paid to the card that was charged for the plan, "
    "and the bank may take as many as ten working days. "
)


def test_parents_with_the_same_first_96_characters_are_found_together() -> None:
    text = (
        f"# A\n\n{OPENING}Annual plans differ.\n\n# B\n\n{OPENING}Not monthly ones.\n\n# C\n\nNo."
    )
    (finding,) = found(text, "same-opening")

    assert finding.parents == (0, 1)
    assert finding.span.slice_of(text).endswith("ly ones.")
    assert "P1 → P2" in finding.message


def test_parents_with_nearly_the_same_words_are_found_and_others_are_not() -> None:
    words = [f"word{n}" for n in range(100)]
    other = ["first", *words[1:60], "other", *words[61:]]
    text = (
        f"# A\n\n{' '.join(words)}.\n\n# B\n\n{' '.join(other)}.\n\n# C\n\n{' '.join(words[50:])}."
    )
    (finding,) = found(text, "near-duplicate")

    assert finding.parents == (0, 1)
    assert finding.message.startswith("2 chunks are 92 % the same")


def test_what_is_not_wholly_the_same_is_at_most_99_percent_the_same() -> None:
    words = [f"word{n}" for n in range(290)]
    text = f"# A\n\n{' '.join(words)}\n\n# B\n\n{' '.join(words)} more"
    (finding,) = found(text, "near-duplicate")

    assert finding.message.startswith("2 chunks are 99 % the same")


def test_overlap_alone_makes_no_duplicate() -> None:
    numbered = " ".join(
        f"Sentence {n} says something of its own about {n * 7}." for n in range(200)
    )

    assert found(numbered, "near-duplicate") == []


def test_few_words_are_no_duplicate() -> None:
    assert found("# A\n\nNot yet.\n\n# B\n\nNot yet.", "near-duplicate") == []


def test_many_copies_are_one_finding() -> None:
    text = "\n\n".join(f"# {n}\n\n{prose(300)}" for n in range(300))

    (finding,) = found(text, "near-duplicate")
    assert len(finding.parents) == 300
    assert finding.message.startswith("300 chunks are the same · P1 … P300")


def test_the_threshold_can_be_set() -> None:
    words = [f"word{n}" for n in range(60)]
    text = f"# A\n\n{' '.join(words)}.\n\n# B\n\n{' '.join(words[:45])}."

    assert found(text, "near-duplicate") == []
    assert len(found(text, "near-duplicate", Options({"near-duplicate": 60}))) == 1
