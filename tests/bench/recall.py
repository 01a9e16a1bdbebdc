"""How much of the answers to published questions is found, by what `ask` itself does.

    python tests/bench/recall.py [QUESTIONS] [DATA]

DATA holds `corpora/` and `questions.shared.jsonl`; QUESTIONS asks only some (all by default). All
corpora lie in one index. With E the characters of a question's gold excerpts and R those of what
was handed on, each counted once:

    recall    = |E and R| / |E|
    precision = |E and R| / |R|

averaged over questions; the deviation is that of single questions.

Source: Smith and Troynikov, "Evaluating Chunking Strategies for Retrieval", Chroma, 2024, section
Metrics; as in their code, characters stand for tokens, five chunks are retrieved by vector alone,
and chunks of another corpus count in R but bring nothing. Their recall for all-MiniLM-L6-v2 at 200
tokens without overlap is 75.7 % over five corpora, of which three are here; a run of ours by other
code over these three, cut at every 800 characters, gave 73.7 %.
"""

import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from tests.retrieval.embedders import chunks_at

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.document import normalise
from chunkscope.core.fusion import Mode, SearchSettings
from chunkscope.core.prompt import Outcome
from chunkscope.core.splitters.parent_child import cut
from chunkscope.core.tokens import Encoding
from chunkscope.retrieval.ask import Answer, ask
from chunkscope.retrieval.embedding import Embedder, open_built_in
from chunkscope.retrieval.index import Index
from chunkscope.retrieval.passages import LEVELS, PARENT, Page
from chunkscope.retrieval.search import Search

DATA = Path(__file__).parents[3] / "shared/data/eval/chunking_evaluation"
RETRIEVED = 5
CHARACTERS = 800
TOKENS = 200

Place = tuple[str, int, int]
"""Key of a page, and a stretch of it."""
Cut = Callable[[str, str], ChunkSet]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the excerpts that answer it."""

    words: str
    page: str
    gold: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Way:
    """How a cut is searched and what counts as handed on."""

    name: str
    settings: SearchSettings
    levels: Sequence[str]
    handed_on: Callable[[Answer], list[Place]]


def first_five(answer: Answer) -> list[Place]:
    """Return the five best candidates, whole."""
    best = answer.prompt.outcomes[:RETRIEVED]
    return [(one.source.page, *one.span) for one in best]


def prompt_of(answer: Answer) -> list[Place]:
    """Return what the prompt holds."""
    return [(one.source.page, *one.sent) for one in answer.prompt.outcomes if is_sent(one)]


def is_sent(outcome: Outcome) -> bool:
    return outcome.fate.is_delivered


BY_VECTOR = SearchSettings(mode=Mode.VECTOR, floor=-1, leg=RETRIEVED)
BARE = (Way("vector, best 5", BY_VECTOR, (PARENT,), first_five),)
PROFILE = (
    Way("parents, vector, best 5", BY_VECTOR, (PARENT,), first_five),
    Way("as shipped: the prompt", SearchSettings(), LEVELS, prompt_of),
    Way("vector only: the prompt", SearchSettings(mode=Mode.VECTOR), LEVELS, prompt_of),
    Way("full text only: the prompt", SearchSettings(mode=Mode.TEXT), LEVELS, prompt_of),
    Way("without a floor: the prompt", SearchSettings(floor=-1), LEVELS, prompt_of),
    Way("small-to-big: the prompt", SearchSettings(small_to_big=True), LEVELS, prompt_of),
)


def cut_by_characters(title: str, text: str) -> ChunkSet:
    spans = [(at, min(at + CHARACTERS, len(text))) for at in range(0, len(text), CHARACTERS)]
    return chunks_at("", text, [span for span in spans if text[slice(*span)].strip()])


def cut_by_tokens(title: str, text: str) -> ChunkSet:
    """Cut at every 200 tokens of cl100k_base, as the published figure's splitter does."""
    from chunkscope.retrieval.bpe import _open
    from chunkscope.retrieval.counters import default_cache_folder

    encoding = _open(Encoding.CL100K, default_cache_folder(), ())._encoding
    _, starts = encoding.decode_with_offsets(encoding.encode_ordinary(text))
    bounds = [*starts[::TOKENS], len(text)]
    return chunks_at("", text, [span for span in pairwise(bounds) if text[slice(*span)].strip()])


def default_profile(title: str, text: str) -> ChunkSet:
    return cut(title, text)


CUTS: tuple[tuple[str, Cut, Sequence[Way]], ...] = (
    (f"{CHARACTERS} characters, no overlap", cut_by_characters, BARE),
    (f"{TOKENS} tokens, no overlap", cut_by_tokens, BARE),
    ("default profile", default_profile, PROFILE),
)


def corpora_in(folder: Path) -> dict[str, str]:
    paths = sorted((folder / "corpora").glob("*.md"))
    return {path.stem: normalise(path.read_text("utf-8")) for path in paths}


def questions_in(folder: Path, corpora: dict[str, str], most: int) -> list[Asked]:
    """Return the questions whose excerpts stand where they say, or a sample of them."""
    asked = []
    for line in (folder / "questions.shared.jsonl").read_text("utf-8").splitlines():
        fields = json.loads(line)
        page = Path(fields["doc"]).stem
        gold = tuple((one["start"], one["end"]) for one in fields["gold"])
        texts = [corpora[page][start:end] for start, end in gold]
        if texts == [one["text"] for one in fields["gold"]]:
            asked.append(Asked(fields["question"], page, gold))
    return random.Random(1).sample(asked, most) if 0 < most < len(asked) else asked


def scores_of(asked: Asked, handed_on: Iterable[Place]) -> tuple[float, float]:
    """Return recall and precision of what was handed on."""
    gold = characters((asked.page, *span) for span in asked.gold)
    found = characters(handed_on)
    both = len(gold & found)
    return both / len(gold), both / len(found) if found else 0.0


def characters(places: Iterable[Place]) -> set[tuple[str, int]]:
    return {(page, at) for page, start, end in places for at in range(start, end)}


def rows_of(
    cut_of: Cut,
    ways: Sequence[Way],
    corpora: dict[str, str],
    asked: Sequence[Asked],
    model: Embedder,
) -> Iterable[str]:
    pages = [Page(name, cut_of(name, text)) for name, text in corpora.items()]
    chunks = sum(len(page.chunks.parents) + len(page.chunks.children) for page in pages)
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        Index(Path(folder) / "index", model) as index,
    ):
        began = time.perf_counter()
        index.update(pages)
        yield f"  {chunks} chunks, indexed in {time.perf_counter() - began:.0f} s"
        search = Search(index)
        for way in ways:
            found = [
                scores_of(
                    one, way.handed_on(ask(search, pages, one.words, way.settings, way.levels))
                )
                for one in asked
            ]
            recalls, precisions = zip(*found, strict=True)
            yield (
                f"  {way.name:30} recall {statistics.mean(recalls):6.1%} "
                f"± {statistics.stdev(recalls):.1%}, "
                f"precision {statistics.mean(precisions):.1%}"
            )


def main(arguments: Sequence[str]) -> None:
    folder = Path(arguments[1]) if len(arguments) > 1 else DATA
    corpora = corpora_in(folder)
    asked = questions_in(folder, corpora, int(arguments[0]) if arguments else 0)
    print(f"{len(asked)} questions over {len(corpora)} corpora")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as models:
        model = open_built_in(Path(models))
        for name, cut_of, ways in CUTS:
            print(name)
            for row in rows_of(cut_of, ways, corpora, asked, model):
                print(row, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
