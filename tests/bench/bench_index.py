"""Indexing, an edit, and a search, against indexing anew and against Chroma's own search.

    python tests/bench/bench_index.py [CHUNKS] [CORPORA]

The pages in CORPORA are cut; CHUNKS of their parents and children (1500 by default) are embedded
by the built-in model once, so that no figure below holds the model's time but where it says so.
Recall is the share of the hundred nearest that Chroma gives, by its own settings and by ours.
Last, 10,000 invented passages are searched on both legs.
"""

import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from tests.retrieval.embedders import FakeEmbedder

from chunkscope.core.document import normalise
from chunkscope.core.progress import Report, ignore
from chunkscope.core.splitters.parent_child import cut
from chunkscope.retrieval.ask import ask
from chunkscope.retrieval.chroma_store import ChromaStore
from chunkscope.retrieval.embedding import LocalEmbedder, open_built_in
from chunkscope.retrieval.index import Index
from chunkscope.retrieval.mirror import OpenStore
from chunkscope.retrieval.passages import Page
from chunkscope.retrieval.search import Search
from chunkscope.retrieval.store import ExactStore

if TYPE_CHECKING:
    from chunkscope.retrieval.embedding import Vectors

CORPORA = Path(__file__).parents[3] / "shared/data/eval/chunking_evaluation/corpora"
QUESTIONS = 60
NEAREST = 100


class Remembering:
    """The built-in model, asked for every text once."""

    def __init__(self, model: LocalEmbedder) -> None:
        self.name, self.identity = model.name, model.identity
        self.dimension, self.window = model.dimension, model.window
        self.read_part = model.read_part
        self._model = model
        self._known: dict[str, Vectors] = {}

    def embed(self, texts: Sequence[str], report: Report = ignore) -> "Vectors":
        import numpy as np

        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known |= dict(zip(missing, self._model.embed(missing, report), strict=True))
        found = [self._known[text] for text in texts]
        return np.array(found, np.float32).reshape(len(texts), self.dimension)

    def embed_question(self, question: str, instruction: str | None = None) -> "Vectors":
        vector: Vectors = self.embed([(instruction or "") + question])[0]
        return vector


def pages_of(folder: Path, most: int) -> list[Page]:
    """Return the pages, the last of them shortened, with about `most` chunks."""
    pages: list[Page] = []
    left = most
    for path in sorted(folder.glob("*.md"), key=lambda path: path.stat().st_size):
        text = normalise(path.read_text("utf-8"))
        chunks = cut(path.stem, text)
        if (count := len(chunks.parents) + len(chunks.children)) > left:
            chunks = cut(path.stem, text[: len(text) * left // count])
        left -= len(chunks.parents) + len(chunks.children)
        pages.append(Page(path.stem, chunks))
        if left <= 0:
            break
    return pages


def seconds_of(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main(arguments: Sequence[str]) -> None:
    pages = pages_of(
        Path(arguments[1]) if len(arguments) > 1 else CORPORA,
        int(arguments[0]) if arguments else 1500,
    )
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        root = Path(folder)
        embedder = Remembering(open_built_in(root / "models"))
        for name, opened in (("NumPy", ExactStore), ("Chroma", ChromaStore)):
            engine_rows(name, root / name, embedder, opened, pages)
        recall_rows(root, embedder)
        large_rows(root / "large")


def engine_rows(
    name: str, folder: Path, embedder: Remembering, opened: OpenStore, pages: list[Page]
) -> None:
    with Index(folder, embedder, opened) as index:
        if name == "NumPy":
            model = seconds_of(lambda: index.update(pages))
            print(f"{len(index.snapshot.passages)} passages; with the model {model:.1f} s")
    with Index(folder, embedder, opened, anew=True) as index:
        whole = seconds_of(lambda: index.update(pages))
        text = pages[0].chunks.text
        middle = text.find("\n\n", len(text) // 2)
        edited = f"{text[:middle]}\n\nA new paragraph.{text[middle:]}"
        first = Page(pages[0].key, cut(pages[0].chunks.title, edited))
        plan = index.plan([first, *pages[1:]])
        chunks = first.chunks
        embedder.embed([chunks.embedded_text(one) for one in (*chunks.parents, *chunks.children)])
        embedder.embed([embedder.read_part(chunks.document_text)])
        edit = seconds_of(lambda: index.update([first, *pages[1:]]))
        print(
            f"{name:7} index {whole:6.2f} s; an edit {edit:5.2f} s with {plan.to_embed} texts "
            f"embedded: {whole / edit:.1f} times faster"
        )
        index.update(pages)
    again = seconds_of(lambda: Index(folder, embedder, opened).close())
    print(f"{'':7} opening again {again:.2f} s")


def recall_rows(root: Path, embedder: Remembering) -> None:
    import chromadb
    import numpy as np
    from chromadb.config import Settings

    with Index(root / "NumPy", embedder, ExactStore) as index:
        snapshot = index.snapshot
    questions = [embedder.embed_question(one) for one in questions_near(CORPORA)]
    client = chromadb.PersistentClient(
        str(root / "default"), settings=Settings(anonymized_telemetry=False)
    )
    plain = client.create_collection("plain", metadata={"hnsw:space": "cosine"})
    ids = [passage.id for passage in snapshot.passages]
    for first in range(0, len(ids), 1000):
        plain.upsert(ids[first : first + 1000], snapshot.vectors[first : first + 1000])
    with Index(root / "Chroma", embedder, ChromaStore) as ours:
        rows: dict[str, list[tuple[float, float]]] = {"exact": [], "own": [], "ours": []}
        for question in questions:
            start = time.perf_counter()
            scores = snapshot.vectors @ question
            best = {ids[place] for place in np.argsort(-scores, kind="stable")[:NEAREST]}
            rows["exact"].append((time.perf_counter() - start, 1.0))
            start = time.perf_counter()
            own = plain.query(question.reshape(1, -1), n_results=NEAREST, include=[])["ids"][0]
            rows["own"].append((time.perf_counter() - start, len(best & set(own)) / NEAREST))
            start = time.perf_counter()
            near = ours.nearest(question, NEAREST, ()) or ()
            found = {answer.id for answer in near}
            rows["ours"].append((time.perf_counter() - start, len(best & found) / NEAREST))
    names = {"exact": "NumPy, exact", "own": "Chroma, its settings", "ours": "Chroma, ours"}
    for name, measured in rows.items():
        milliseconds = statistics.median(seconds for seconds, _ in measured) * 1e3
        recalls = [recall for _, recall in measured]
        print(
            f"{names[name]:21} {milliseconds:6.2f} ms a question; recall@{NEAREST} "
            f"{statistics.mean(recalls):.3f}, worst {min(recalls):.2f}"
        )


def questions_near(folder: Path) -> list[str]:
    """Return some of the questions that belong to the corpora."""
    lines = (folder.parent / "questions.shared.jsonl").read_text("utf-8").splitlines()
    asked = [str(json.loads(line)["question"]) for line in lines]
    return random.Random(1).sample(asked, min(QUESTIONS, len(asked)))


def large_rows(folder: Path) -> None:
    """Ask for ten words, common ones among them, as often as they are said."""
    drawn = random.Random(1)
    words = ["".join(drawn.choices("etaoinshrdlu", k=drawn.randint(2, 9))) for _ in range(5000)]
    common = [1 / rank for rank in range(1, len(words) + 1)]  # Zipf's law
    sections = [
        f"## {number}\n\n{' '.join(drawn.choices(words, common, k=90))}" for number in range(5000)
    ]
    page = Page("large", cut("Large", "\n\n".join(sections)))
    middle = len(page.chunks.text) // 2
    embedder = FakeEmbedder(dimension=384)
    with Index(folder, embedder, ExactStore) as index:
        index.update([page])
        search = Search(index)
        ask(search, [page], "first")
        asked = [" ".join(drawn.choices(words, common, k=10)) for _ in range(40)]
        for question in asked:
            search._embedded(question)
        passages = len(index.snapshot.passages)
        ways: list[tuple[str, Callable[[str], Any]]] = [
            (
                "all vectors in one product alone",
                lambda q: index.snapshot.vectors @ search._embedded(q),
            ),
            ("both legs", search.rank),
            ("both legs to the prompt", lambda q: ask(search, [page], q)),
            (
                "the same with an answer's passages",
                lambda q: ask(search, [page], q, also=lambda one: one.start < middle < one.end),
            ),
        ]
        print(f"{passages} passages; a question, embedded before:")
        clocks = time.perf_counter, time.process_time
        for name, way in ways:
            took, used = [], []
            for question in asked:
                before = [clock() for clock in clocks]
                way(question)
                passed, worked = (
                    clock() - start for clock, start in zip(clocks, before, strict=True)
                )
                took.append(passed * 1e3)
                used.append(worked * 1e3)
            print(
                f"  {name:36} {statistics.median(took):6.1f} ms, slowest {max(took):.1f} ms; "
                f"of the processor {statistics.median(used):.1f} ms, at most {max(used):.1f} ms"
            )
        edited = Page("large", cut("Large", "\n\n".join([*sections[1:], "## New\n\nWords."])))
        print(f"  an edit {seconds_of(lambda: index.update([edited])):.2f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
