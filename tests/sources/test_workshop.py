"""Converter processes that are kept ready."""

import contextlib

import psutil
import pytest

from chunkscope.core.errors import Cancelled
from chunkscope.sources.workshop import Workshop

REQUEST = {"text": "<h1>Title</h1>", "form": "html", "name": "page"}


def refuse(done: int, total: int) -> None:
    raise Cancelled


def converters() -> set[int]:
    found = set()
    for process in psutil.Process().children():
        with contextlib.suppress(psutil.Error):
            if "chunkscope.sources.child" in process.cmdline():
                found.add(process.pid)
    return found


def test_a_process_that_did_its_work_does_the_next_too() -> None:
    workshop = Workshop()
    with workshop.child() as child:
        first = child.pid
        child.convert(REQUEST)
    with workshop.child() as child:
        assert child.pid == first
        assert child.convert(REQUEST)["markdown"].strip() == "# Title"
    workshop.close()


def test_a_cancelled_process_is_gone_and_another_waits() -> None:
    workshop = Workshop()
    with workshop.child() as child:
        first = child.pid
        with pytest.raises(Cancelled):
            child.convert(REQUEST, refuse)
    assert not psutil.pid_exists(first)
    with workshop.child() as child:
        assert child.pid != first
        child.convert(REQUEST)
    workshop.close()


def test_a_process_that_died_while_it_waited_is_replaced() -> None:
    workshop = Workshop()
    workshop.prepare()
    with workshop.child() as child:
        first = child.pid
    psutil.Process(first).kill()
    psutil.Process(first).wait()
    with workshop.child() as child:
        assert child.pid != first
        child.convert(REQUEST)
    workshop.close()


def test_closing_leaves_no_process_behind() -> None:
    workshop = Workshop()
    workshop.prepare()
    with workshop.child() as child:
        first = child.pid
        workshop.close()
    assert not psutil.pid_exists(first)
    workshop.prepare()
    with workshop.child() as child:
        second = child.pid
    assert not psutil.pid_exists(second)


def test_work_that_takes_long_leaves_a_spare_ready_for_what_ends_it() -> None:
    before = converters()
    workshop = Workshop(spare_after_s=0.0)
    with workshop.child() as child:
        working = child.pid
        while len(converters() - before) < 2:
            child.convert(REQUEST)
        with pytest.raises(Cancelled):
            child.convert(REQUEST, refuse)
    (spare,) = converters() - before
    with workshop.child() as child:
        assert child.pid == spare != working
        assert child.convert(REQUEST)["markdown"].strip() == "# Title"
    workshop.close()
    assert converters() == before


def test_a_process_that_worked_long_and_well_is_kept_instead_of_its_spare() -> None:
    before = converters()
    workshop = Workshop(spare_after_s=0.0)
    with workshop.child() as child:
        first = child.pid
        while len(converters() - before) < 2:
            child.convert(REQUEST)
    assert converters() - before == {first}
    with workshop.child() as child:
        assert child.pid == first
    workshop.close()
