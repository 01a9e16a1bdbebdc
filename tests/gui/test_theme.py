"""The colours are readable, and told apart by colour-blind eyes too."""

from itertools import pairwise

import pytest
from tests.gui.colours import DEUTERANOPE, PROTANOPE, contrast, difference, seen_by

from chunkscope.gui.theme import DARK, LIGHT, Theme

EYES = {"normal": None, "deuteranope": DEUTERANOPE, "protanope": PROTANOPE}
STATES = ("error", "warning", "good")


def test_the_difference_measures_what_its_source_says() -> None:
    # Pairs 1 and 17 of the paper's table of test data.
    assert difference((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert difference((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("ink", ["text", "quiet", "accent", *STATES])
@pytest.mark.parametrize("ground", ["ground", "panel", "selection"])
def test_every_ink_is_readable_on_every_ground(theme: Theme, ink: str, ground: str) -> None:
    assert contrast(getattr(theme, ink), getattr(theme, ground)) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("state", [*STATES, "info", "accent"])
def test_a_badge_is_readable(theme: Theme, state: str) -> None:
    ink = theme.color(state).name()

    assert contrast(ink, theme.ground_of(state).name()) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_the_accent_carries_its_ink(theme: Theme) -> None:
    assert contrast(theme.accent_ink, theme.accent) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("hue", range(6))
def test_text_stays_readable_on_every_tint(theme: Theme, hue: int) -> None:
    for chosen in (False, True):
        ground = theme.tint_of(hue, chosen=chosen).name()
        assert contrast(theme.text, ground) >= 7
        assert contrast(theme.quiet, ground) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("hue", range(-1, 6))
def test_text_links_and_frames_stay_readable_on_every_shade_of_likeness(
    theme: Theme, hue: int
) -> None:
    for strength in (0, 0.25, 0.5, 0.75, 1):
        for chosen in (False, True):
            ground = theme.heat(strength, hue, chosen=chosen).name()
            assert contrast(theme.text, ground) >= 7
            assert contrast(theme.quiet, ground) >= 4.5
            assert contrast(theme.accent, ground) >= 4.5
            assert contrast(theme.good, ground) >= 3


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("eye", EYES.values(), ids=EYES.keys())
def test_the_closest_sentence_stands_out_from_the_others(theme: Theme, eye: None) -> None:
    # Little, since a stroke and its figure stand beside it too.
    closest = seen_by(theme.heat(1).name(), eye)
    others = [theme.heat(0, hue, chosen=chosen) for hue in range(6) for chosen in (False, True)]

    assert min(difference(closest, seen_by(other.name(), eye)) for other in others) >= 2.3


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("eye", EYES.values(), ids=EYES.keys())
def test_what_is_sent_what_is_not_and_the_answer_are_told_apart(theme: Theme, eye: None) -> None:
    pale = theme.blend(theme.color("accent"), 0.55).name()
    marks = [seen_by(one, eye) for one in (theme.accent, pale, theme.quiet, theme.good)]

    assert [round(difference(a, b)) for a, b in pairwise(marks) if difference(a, b) < 12] == []


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("eye", EYES.values(), ids=EYES.keys())
def test_neighbouring_chunks_are_told_apart(theme: Theme, eye: None) -> None:
    seen = [seen_by(colour, eye) for colour in (*theme.chunks, theme.chunks[0])]

    assert [round(difference(a, b), 1) for a, b in pairwise(seen) if difference(a, b) < 15] == []


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("eye", EYES.values(), ids=EYES.keys())
def test_no_chunk_looks_like_a_state_or_the_accent(theme: Theme, eye: None) -> None:
    too_alike = [
        (hue, state, round(difference(seen_by(hue, eye), seen_by(getattr(theme, state), eye)), 1))
        for hue in theme.chunks
        for state in (*STATES, "accent")
        if difference(seen_by(hue, eye), seen_by(getattr(theme, state), eye)) < 15
    ]

    assert too_alike == []
