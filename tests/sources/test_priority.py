"""Background processes let the window go first."""

import psutil
import pytest

from chunkscope.sources.conversion import Child
from chunkscope.sources.priority import put_aside, stand_aside

REQUEST = {"text": "<h1>Title</h1>", "form": "html", "name": "page"}


@pytest.mark.skipif(psutil.WINDOWS, reason="priorities have other names there")
def test_a_converter_is_nicer_than_the_one_who_started_it() -> None:
    with Child() as child:
        child.convert(REQUEST)
        assert psutil.Process(child.pid).nice() > psutil.Process().nice()


@pytest.mark.skipif(psutil.WINDOWS, reason="there it stands aside by itself, once it runs")
def test_a_converter_is_put_aside_before_it_has_loaded_anything() -> None:
    with Child() as child:
        assert psutil.Process(child.pid).nice() > psutil.Process().nice()


def test_a_process_that_is_gone_is_not_put_aside() -> None:
    with Child() as child:
        gone = child.pid
    put_aside(gone)


def test_a_system_that_refuses_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise psutil.AccessDenied

    monkeypatch.setattr(psutil.Process, "nice", refuse)
    stand_aside()
