"""Whoever kills the program while it indexes finds an index that is right, or repairs itself."""

import random
import subprocess
import sys
import time
from pathlib import Path

from tests.retrieval.test_index import assert_both_legs_agree, contents, opened, pages_of_round

ROOT = Path(__file__).parents[2]
BEGIN = """
import os, sys; sys.path[:0] = sys.argv[1:3]
from pathlib import Path
from tests.retrieval.test_index import opened, pages_of_round
index = opened(Path(sys.argv[3]), engine=sys.argv[4])
number = int(sys.argv[5])
print("ready", flush=True)
"""
ENDLESS = """
while True:
    number += 1
    index.update(pages_of_round(number))
"""
UNTIL_A_CALL = """
calls, last, pages = 0, int(sys.argv[6]), pages_of_round(number)
def count(frame, event, argument):
    global calls
    calls += 1
    if calls == last:
        os._exit(9)
sys.setprofile(count)
index.update(pages)
sys.setprofile(None)
print(calls, flush=True)
"""


def start(code: str, folder: Path, engine: str, *numbers: int) -> "subprocess.Popen[str]":
    """Start a process that indexes in `folder`, and wait until it is about to."""
    words = [str(ROOT), str(ROOT / "src"), str(folder), engine, *map(str, numbers)]
    victim = subprocess.Popen(
        [sys.executable, "-c", BEGIN + code, *words], stdout=subprocess.PIPE, encoding="utf-8"
    )
    assert victim.stdout is not None
    assert victim.stdout.readline() == "ready\n"
    return victim


def assert_whole_or_repaired(folder: Path, engine: str) -> None:
    with opened(folder, engine=engine) as index:
        assert index.notes == ()
        assert_both_legs_agree(index)


def assert_equal_to_one_made_at_once(folder: Path, engine: str) -> None:
    (folder / "fresh").mkdir()
    with opened(folder, engine=engine) as index, opened(folder / "fresh") as fresh:
        index.update(pages_of_round(3))
        fresh.update(pages_of_round(3))
        assert contents(index) == contents(fresh)
        assert_both_legs_agree(index)


def test_an_index_survives_death_at_any_call_that_an_update_makes(tmp_path: Path) -> None:
    whole, _ = start(UNTIL_A_CALL, tmp_path / "whole", "numpy", 1, 0).communicate()
    drawn = random.Random(4)
    late = [int(whole) - drawn.randrange(int(whole) // 4) for _ in range(8)]
    for number, last in enumerate([drawn.randrange(int(whole)) for _ in range(8)] + late):
        victim = start(UNTIL_A_CALL, tmp_path, "numpy", number, last)
        victim.communicate()
        assert_whole_or_repaired(tmp_path, "numpy")
    assert_equal_to_one_made_at_once(tmp_path, "numpy")


def test_an_index_with_chroma_survives_being_killed_at_any_moment(tmp_path: Path) -> None:
    drawn = random.Random(4)
    for number in range(4):
        victim = start(ENDLESS, tmp_path, "chroma", number)
        time.sleep(drawn.uniform(0, 0.6))
        victim.kill()
        victim.communicate()
        assert_whole_or_repaired(tmp_path, "chroma")
    assert_equal_to_one_made_at_once(tmp_path, "chroma")
