"""The bench's one line: what a question will cost, how far it is, what was done, what is wrong."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from chunkscope.gui.widgets.wording import counted
from chunkscope.workspace.bench import Bench, Side, Stage
from chunkscope.workspace.model_choice import shown_name
from chunkscope.workspace.state import Workspace

if TYPE_CHECKING:
    from chunkscope.retrieval.costs import Outcome, Plan


@dataclass(frozen=True, slots=True)
class Saying:
    """A line and how it is said.

    Attributes:
        words: The line.
        role: Of its ink: `quiet`, `text`, `warning` or `error`.
        is_running: Whether it can be cancelled.
    """

    words: str
    role: str = "quiet"
    is_running: bool = False


STALE_CUT: Final = "Asked of other sizes; run again."
STALE_QUESTION: Final = "The answer below is to what was asked before; Return asks this."
TRYING: Final = "Trying these settings…"


def saying_of(workspace: Workspace, far: str = "") -> Saying:
    """Return what the line says now.

    Args:
        workspace: What is shown.
        far: How far an indexing is, in words; empty while that is unknown.
    """
    bench = workspace.bench
    if bench.stage is not Stage.IDLE:
        return Saying(_doing(bench, far), "text", is_running=True)
    if bench.error:
        return Saying(f"{bench.error} {bench.hint}".strip(), "error")
    if workspace.document is None:
        return Saying("")
    if any(is_of_other_sizes(workspace, n) for n in range(len(bench.sides))):
        return Saying(f"{STALE_CUT} {_cost(bench.plan)}".strip(), "warning")
    if bench.side.is_stale:
        return Saying(TRYING) if _is_tried(bench.side) else Saying(STALE_QUESTION, "warning")
    return Saying(_at_rest(bench))


def is_of_other_sizes(workspace: Workspace, number: int) -> bool:
    """Say whether the answer of a side belongs to another cut than the one on screen."""
    side = workspace.bench.sides[number]
    if side.asked is None:
        return False
    return side.chunk_set is not workspace.chunk_set or workspace.cut_is_stale


def _is_tried(side: Side) -> bool:
    """Say whether only settings differ from what was asked, which is tried without a word."""
    asked = side.asked
    if asked is None:
        return False
    return (asked.question.text, asked.question.model) == (side.question.text, side.question.model)


def _doing(bench: Bench, far: str) -> str:
    model = shown_name(bench.side.question.model)
    if bench.stage is Stage.LOADING:
        return f"Loading {model}…"
    if bench.stage is Stage.INDEXING:
        return f"Indexing: {far}" if far else "Indexing…"
    return "Asking…"


def _at_rest(bench: Bench) -> str:
    """Return what the last indexing did or the next will cost, then notes."""
    notes = () if bench.side.asked is None else bench.side.asked.notes
    plan, done = bench.plan, bench.indexed
    if plan is not None and not plan.changes_nothing:
        last = _cost(plan)
    elif done is not None and not done.plan.changes_nothing:
        last = _done(done)
    elif plan is not None:
        last = f"Index up to date: {counted(plan.passages, 'passage')}."
    else:
        last = ""
    return " ".join((last, *notes)).strip()


def _cost(plan: "Plan | None") -> str:
    if plan is None or plan.changes_nothing:
        return ""
    if not plan.to_embed:
        return f"Nothing to embed; {counted(plan.vanished, 'passage')} to remove."
    passages, tokens = counted(plan.passages, "passage"), counted(plan.estimated_tokens, "token")
    return f"{plan.to_embed:,} of {passages} to embed, about {tokens}."


def _done(done: "Outcome") -> str:
    parts = [f"embedded {done.embedded:,}", f"kept {done.plan.kept:,}"]
    if done.plan.vanished:
        parts.append(f"removed {done.plan.vanished:,}")
    return f"Indexed: {', '.join(parts)}, {done.seconds:.1f} s."
