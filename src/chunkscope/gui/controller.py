"""Where intents become work, and results become the one workspace that is shown."""

import logging
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from chunkscope.core.chunks import ChunkSet, Level
from chunkscope.core.document import Document
from chunkscope.core.errors import words_of_error
from chunkscope.core.progress import Report
from chunkscope.core.settings import Settings
from chunkscope.core.spans import Span
from chunkscope.gui.analysis import Analysis
from chunkscope.gui.asking import Asking
from chunkscope.gui.courtesy import Courtesy, GivesWay
from chunkscope.gui.held import Held
from chunkscope.gui.history import History
from chunkscope.gui.opening import Opening
from chunkscope.gui.tasks import Lane, TaskRunner
from chunkscope.sources.outcome import Wishes
from chunkscope.workspace import preferences as stored
from chunkscope.workspace.bench import Bench, Side, bench_of
from chunkscope.workspace.files import SaveError
from chunkscope.workspace.original import has_pages_to_draw
from chunkscope.workspace.paths import sample_page, sample_questions
from chunkscope.workspace.preferences import Preferences
from chunkscope.workspace.questions import Question
from chunkscope.workspace.state import Choice, Problem, Step, View, Workspace, source_of

if TYPE_CHECKING:
    from chunkscope.retrieval.passages import Passage

_LOG = logging.getLogger(__name__)


class Controller(QObject):
    """Holds the workspace; every panel's intents end here and nowhere else.

    Signals:
        workspace_changed: The new `Workspace`.
        place_wanted: An offset that the document view should scroll to.
        progressed: How far a reading is, a `Progress`.
        idled: Nothing with progress runs any more.
        noticed: One sentence for the bar.
    """

    workspace_changed = Signal(object)
    place_wanted = Signal(int)
    progressed = Signal(object)
    idled = Signal()
    noticed = Signal(str)

    def __init__(
        self,
        preferences: Preferences,
        parent: QObject | None = None,
        *,
        keeps_preferences: bool = True,
    ) -> None:
        """Start with nothing open; what changes in the preferences is stored if they are kept."""
        super().__init__(parent)
        self.preferences = preferences
        self._keeps_preferences = keeps_preferences
        self.runner = TaskRunner(self)
        self._workspace = Workspace(
            settings=preferences.last_settings,
            view=preferences.view,
            shows_pages=preferences.shows_pages,
            bench=Bench((Side(preferences.question),)),
        )
        self._history = History()
        self._courtesy = Courtesy(self)
        held = Held(lambda: self._workspace, self._update)
        self._analysis = Analysis(self.runner, held, self)
        self._opening = Opening(self.runner, held, self)
        self._opening.opened.connect(self._opened)
        self._opening.progressed.connect(self.progressed)
        self._opening.ended.connect(self.idled)
        self.asking = Asking(self.runner, held, self)
        self.asking.passage_chosen.connect(self._show_passage)
        self.asking.question_kept.connect(self._keep_question)
        self.asking.progressed.connect(self.progressed)
        self.asking.ended.connect(self._asking_ended)
        self.asking.noticed.connect(self.noticed)

    @property
    def workspace(self) -> Workspace:
        """What is shown now."""
        return self._workspace

    @property
    def is_busy(self) -> bool:
        """Whether anything is still being read or worked out."""
        lanes = (Lane.PREPARE, Lane.READ, Lane.CUT, Lane.RENDER, Lane.DRAW)
        is_answering = self._analysis.is_busy or self.asking.is_busy
        return is_answering or any(self.runner.is_busy(lane) for lane in lanes)

    def prepare(self) -> None:
        """Start what the first document will need, once the window shows."""
        self._analysis.prepare()
        self._opening.prepare()
        self.asking.prepare()

    @property
    def can_go_back(self) -> bool:
        """Whether an earlier place was chosen."""
        return self._history.can_go_back

    @property
    def can_go_forward(self) -> bool:
        """Whether a later place was left by going back."""
        return self._history.can_go_forward

    def open_path(self, path: Path) -> None:
        """Read a file; what is open stays until the new document is there."""
        self._opening.open_path(path)

    def open_address(self, address: str) -> None:
        """Fetch a page that the user asked for; nothing else ever is fetched."""
        self._opening.open_address(address)

    def offer_address(self, address: str) -> None:
        """Say how an address that was dropped or pasted can be opened; fetch nothing."""
        problem = Problem(
            f"This is a web address: {address}",
            "Nothing was fetched. “Open address…” (Ctrl+L) fetches it.",
            address=address,
            step=Step.OPEN_ADDRESS,
            is_error=False,
        )
        self._update(replace(self._workspace, problem=problem))

    def open_text(self, text: str) -> None:
        """Open pasted text."""
        self._opening.open_text(text)

    def open_html(self, html: str) -> None:
        """Open a pasted piece of a web page."""
        self._opening.open_html(html)

    def reload(self) -> None:
        """Read the open document again."""
        self._opening.reload()

    def retry(self, *, by_content: bool = False) -> None:
        """Read again what could not be read last, or read it by its content."""
        self._opening.retry(by_content=by_content)

    def cancel(self) -> None:
        """End the reading, indexing and asking; what was there before stays."""
        self._opening.cancel()
        self.asking.cancel()

    def set_wishes(self, wishes: Wishes) -> None:
        """Convert the document anew, with other wishes."""
        self._opening.set_wishes(wishes)

    def show_pages(self, shows: bool) -> None:
        """Show the pages of the original beside the text, or hide them."""
        self.preferences = replace(self.preferences, shows_pages=shows)
        self._update(replace(self._workspace, shows_pages=shows))

    def set_settings(self, settings: Settings) -> None:
        """Cut the document anew with other sizes."""
        if settings == self._workspace.settings:
            return
        self.preferences = self.preferences.with_settings(self._workspace.source, settings)
        self._update(replace(self._workspace, settings=settings))
        self._cut()

    def set_view(self, view: View) -> None:
        """Show the document as source or rendered."""
        self.preferences = replace(self.preferences, view=view)
        self._update(replace(self._workspace, view=view))

    def note_visible(self, span: Span) -> None:
        """Remember what is on screen; it is counted first."""
        self._analysis.visible = span

    def choose_offset(self, offset: int) -> None:
        """Choose the place at a character."""
        self._choose(self._workspace.choose_offset(offset), scroll=False)

    def visit_offset(self, offset: int) -> None:
        """Choose the place at a character and show it."""
        self._choose(self._workspace.choose_offset(offset), scroll=True)

    def choose_chunk(self, level: Level, index: int) -> None:
        """Choose one chunk and show it."""
        self._choose(self._workspace.choose_chunk(level, index), scroll=True)

    def choose_finding(self, index: int) -> None:
        """Choose one finding and show it."""
        self._choose(self._workspace.choose_finding(index), scroll=True)

    def step_finding(self, step: int) -> None:
        """Choose the next or the previous finding, around the end."""
        workspace = self._workspace
        findings = workspace.findings or ()
        if not findings:
            self.noticed.emit("No findings to walk through.")
            return
        choice = workspace.choice
        if choice is not None and choice.finding is not None:
            index = (choice.finding + step) % len(findings)
        else:
            index = _finding_beside(findings_starts(workspace), choice, step)
        self.choose_finding(index)

    def step_chunk(self, step: int) -> None:
        """Choose the next or the previous parent."""
        chunks, choice = self._workspace.chunk_set, self._workspace.choice
        if chunks is None or not len(chunks.parents):
            return
        if choice is None or choice.parent is None:
            index = 0
        else:
            index = min(max(choice.parent + step, 0), len(chunks.parents) - 1)
        self.choose_chunk(Level.PARENT, index)

    def go_back(self) -> None:
        """Return to the place chosen before."""
        self._revisit(self._history.back())

    def go_forward(self) -> None:
        """Return to the place that going back left."""
        self._revisit(self._history.forward())

    def dismiss_problem(self) -> None:
        """Take the last problem off the screen."""
        self._update(replace(self._workspace, problem=None))

    def refresh(self) -> None:
        """Show the workspace once more; something that belongs to no document changed."""
        self.workspace_changed.emit(self._workspace)

    def close(self) -> None:
        """End all work and store the preferences."""
        self._opening.close()
        question = self._workspace.bench.side.question
        self.preferences = replace(self.preferences, question=question)
        self.runner.close()
        self._analysis.close()
        self.asking.close()
        if self._keeps_preferences:
            _save(self.preferences)

    def _opened(self, document: Document, wishes: Wishes) -> None:
        source = source_of(document)
        if source is not None:
            self.preferences = self.preferences.with_document(source)
            self._store()
        reloaded = source is not None and self._workspace.source == source
        is_scan = has_pages_to_draw(document) and not document.text.strip()
        before = self._workspace.bench
        self._history.clear()
        self._analysis.forget()
        self._update(
            Workspace(
                settings=self.preferences.settings_for(source),
                document=document,
                view=self._workspace.view,
                choice=self._workspace.choice if reloaded else None,
                wishes=wishes,
                shows_pages=self.preferences.shows_pages or is_scan,
            )
        )
        past = self.preferences.asked.get(source or "", ())
        is_sample = source == str(sample_page())
        ready = sample_questions() if is_sample else ()
        self.asking.page_opened(bench_of(before, past, ready, reloaded=reloaded))
        self._cut()

    def _cut(self) -> None:
        workspace = self._workspace
        document, settings, earlier = workspace.document, workspace.settings, workspace.chunk_set
        if document is None:
            return

        def cut(report: Report) -> ChunkSet:
            from chunkscope.core.splitters import parent_child

            with GivesWay(self._courtesy) as work:
                report = work.reporting(report)
                if earlier is not None and earlier.settings == settings:
                    return parent_child.recut(earlier, document.title, document.text, report)
                return parent_child.cut(document.title, document.text, settings, report)

        self.runner.start(Lane.CUT, cut, done=self._was_cut, failed=self._failed_inside)

    def _was_cut(self, chunks: ChunkSet) -> None:
        workspace = self._workspace
        choice = workspace.choice
        if choice is not None:
            offset = min(choice.offset, len(chunks.text))
            finding = choice.finding if workspace.findings is not None else None
            choice = Choice(offset, chunks.parents.owning(offset), None, finding)
        counts = self._analysis.carried_over(workspace.counts, chunks)
        self._update(replace(workspace, chunk_set=chunks, choice=choice, counts=counts))
        self._analysis.start()
        self.asking.page_cut()

    def _show_passage(self, passage: "Passage") -> None:
        """Choose the chunk that was found, where the cut still has it; else its place."""
        workspace = self._workspace
        is_chunk = passage.level in tuple(Level)
        if is_chunk and workspace.bench.side.chunk_set is workspace.chunk_set:
            self.choose_chunk(Level(passage.level), passage.index)
        else:
            self.visit_offset(passage.start)

    def _keep_question(self, question: Question, was_run: bool) -> None:
        source = self._workspace.source
        self.preferences = replace(self.preferences, question=question)
        if was_run and source is not None:
            self.preferences = self.preferences.with_asked(source, question.text.strip())
        self._store()

    def _asking_ended(self) -> None:
        if self._workspace.opening is None:
            self.idled.emit()

    def _failed_inside(self, error: Exception) -> None:
        problem = Problem(*words_of_error(error, "Cutting this document failed inside."))
        self._update(replace(self._workspace, problem=problem))

    def _choose(self, workspace: Workspace, *, scroll: bool) -> None:
        if workspace.choice is None:
            return
        self._history.visit(workspace.choice)
        self._update(workspace)
        if scroll:
            self.place_wanted.emit(workspace.choice.offset)

    def _revisit(self, choice: Choice | None) -> None:
        chunks = self._workspace.chunk_set
        if choice is None or chunks is None:
            return
        finding = choice.finding
        if finding is not None and finding >= len(self._workspace.findings or ()):
            finding = None
        parent = chunks.parents.owning(choice.offset)
        child = choice.child
        if child is not None and (
            child >= len(chunks.children) or chunks.children[child].owner != parent
        ):
            child = None
        self._update(replace(self._workspace, choice=Choice(choice.offset, parent, child, finding)))
        self.place_wanted.emit(choice.offset)

    def _update(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self.workspace_changed.emit(workspace)

    def _store(self) -> None:
        """Store the preferences now, in case the program does not end well."""
        preferences = self.preferences
        if self._keeps_preferences:
            self.runner.start(Lane.SAVE, lambda _report: _save(preferences), replace=False)


def _save(preferences: Preferences) -> None:
    try:
        stored.save(preferences)
    except (OSError, SaveError):
        _LOG.warning("The preferences could not be stored.", exc_info=True)


def findings_starts(workspace: Workspace) -> tuple[int, ...]:
    """Return where each finding starts, in the order of the findings."""
    return tuple(finding.spans[0].start for finding in workspace.findings or ())


def _finding_beside(starts: tuple[int, ...], choice: Choice | None, step: int) -> int:
    """Return the first finding after the chosen place, or the last one before it."""
    offset = -1 if choice is None else choice.offset
    if step > 0:
        return next((i for i, start in enumerate(starts) if start > offset), 0)
    before = [i for i, start in enumerate(starts) if start < offset]
    return before[-1] if before else len(starts) - 1
