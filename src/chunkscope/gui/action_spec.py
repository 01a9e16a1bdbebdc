"""What is declared of an action."""

from dataclasses import dataclass

from PySide6.QtGui import QKeySequence

Shortcut = str | QKeySequence.StandardKey


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action.

    Attributes:
        name: Stable id; also the name of the method that it triggers.
        text: As menus show it.
        tip: What it does, in one sentence.
        menu: Menu it stands in; `a|b` puts a separator before it in menu a when b is `-`.
        shortcut: Key sequence, or the platform's standard one.
        icon: Name of its icon; empty for none.
        checkable: Whether it is a switch.
        needs: `document`, `chunk`, `findings`, `asked` or the like, or empty; without it the action
            is disabled.
    """

    name: str
    text: str
    tip: str
    menu: str
    shortcut: Shortcut = ""
    icon: str = ""
    checkable: bool = False
    needs: str = ""
    separated: bool = False
