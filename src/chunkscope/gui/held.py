"""The one workspace, as those who work on it hold it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from chunkscope.workspace.bench import Bench
from chunkscope.workspace.state import Workspace


@dataclass(frozen=True, slots=True)
class Held:
    """Gives the workspace as it is now, and takes its successor; both on the UI thread.

    Attributes:
        now: Gives it.
        update: Puts another in its place, which every panel then shows.
    """

    now: Callable[[], Workspace]
    update: Callable[[Workspace], None]

    @property
    def bench(self) -> Bench:
        """The workspace's test bench."""
        return self.now().bench

    def put_bench(self, bench: Bench) -> None:
        """Put another bench into the workspace, unless it is the same."""
        workspace = self.now()
        if workspace.bench != bench:
            self.update(replace(workspace, bench=bench))
