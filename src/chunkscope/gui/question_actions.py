"""The actions of the test bench."""

from typing import Final

from chunkscope.gui.action_spec import ActionSpec

QUESTION_ACTIONS: Final = (
    ActionSpec(
        "ask_question",
        "Ask a &question",
        "Move the keyboard to the question",
        "&Questions",
        "Ctrl+T",
        "ph.chat-circle-text",
    ),
    ActionSpec(
        "run_question",
        "&Run",
        "Ask what is typed; the page is indexed first where that is needed",
        "&Questions",
        "Ctrl+Return",
        "ph.play",
        needs="document",
    ),
    ActionSpec(
        "compare_questions",
        "&Compare with a second question",
        "Put a second question, or the same under other settings, beside the first",
        "&Questions",
        "Ctrl+Shift+T",
        "ph.columns",
        True,
    ),
    ActionSpec(
        "next_candidate",
        "&Next candidate",
        "Show the next passage that was found",
        "&Questions",
        "F9",
        needs="asked",
        separated=True,
    ),
    ActionSpec(
        "previous_candidate",
        "&Previous candidate",
        "Show the passage found before",
        "&Questions",
        "Shift+F9",
        needs="asked",
    ),
    ActionSpec(
        "show_prompt",
        "Show the pro&mpt",
        "Show the prompt as it is sent",
        "&Questions",
        "Ctrl+Shift+P",
        "ph.article",
        needs="asked",
    ),
    ActionSpec(
        "mark_answer",
        "Mark selection as the &answer",
        "Say that the text selected in the document answers the question",
        "&Questions",
        "Ctrl+Shift+A",
        "ph.check-circle",
        needs="document",
        separated=True,
    ),
    ActionSpec(
        "forget_answer",
        "&Forget the answer",
        "Judge no answer any more",
        "&Questions",
        needs="answer",
    ),
    ActionSpec(
        "search_settings",
        "Search &settings…",
        "Change passages, cut, budget, legs, pinned text and model of the question",
        "&Questions",
        "",
        "ph.sliders-horizontal",
        separated=True,
    ),
    ActionSpec(
        "models",
        "Mo&dels…",
        "Choose, fetch or remove the model that questions use, or set up an endpoint",
        "&Questions",
        "",
        "ph.cube",
    ),
)
