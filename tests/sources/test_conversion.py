"""The child seen from its parent; small scripts stand in for a converter that misbehaves."""

import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from chunkscope.core.errors import Cancelled, SourceError
from chunkscope.sources.conversion import Child, _environment

REQUEST = {"text": "<h1>Title</h1>", "form": "html", "name": "page"}
GONE_SECONDS = 30

SPEAK = """
import os, subprocess, sys, time
from chunkscope.sources.frames import read_frame, write_frame
def hear(): return read_frame(sys.stdin.buffer)
def say(**answer): write_frame(sys.stdout.buffer, answer)
"""


def scripted(script: str, memory_bytes: int = 1_500_000_000) -> Child:
    return Child(memory_bytes, [sys.executable, "-c", SPEAK + script])


def is_gone(pid: int) -> bool:
    """Wait until a process that is not ours to reap has ended."""
    deadline = time.monotonic() + GONE_SECONDS
    while time.monotonic() < deadline:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.02)
    return False


def test_cancelling_ends_the_child_and_what_it_started(tmp_path: Path) -> None:
    sign = tmp_path / "pid"
    script = f"""
hear()
grandchild = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({str(sign)!r} + ".new", "w").write(str(grandchild.pid))
os.replace({str(sign)!r} + ".new", {str(sign)!r})
time.sleep(600)
"""

    def report(done: int, total: int) -> None:
        if sign.exists():
            raise Cancelled

    child = scripted(script)
    with pytest.raises(Cancelled):
        child.convert(REQUEST, report)
    assert not psutil.pid_exists(child.pid)
    assert is_gone(int(sign.read_text()))


def test_a_report_that_refuses_at_once_ends_the_child_at_once() -> None:
    def refuse(done: int, total: int) -> None:
        raise Cancelled

    child = Child()
    with pytest.raises(Cancelled):
        child.convert(REQUEST, refuse)
    assert not psutil.pid_exists(child.pid)


def test_report_is_called_while_the_child_works() -> None:
    calls: list[int] = []

    def answer_after_some(done: int, total: int) -> None:
        calls.append(done)

    with scripted("hear(); time.sleep(0.5); say(markdown='x')") as child:
        child.convert(REQUEST, answer_after_some)
    assert len(calls) > 2


def test_a_child_that_takes_too_much_memory_is_ended() -> None:
    child = scripted("hear(); hog = b'x' * 300_000_000; time.sleep(600)", 150_000_000)
    with pytest.raises(SourceError) as caught:
        child.convert(REQUEST)
    assert caught.value.state == "out-of-memory"
    assert "150 MB" in caught.value.message
    assert not psutil.pid_exists(child.pid)


def test_the_memory_of_what_the_child_started_counts_too() -> None:
    hog = "hog = b'x' * 300_000_000; import time; time.sleep(600)"
    child = scripted(f"hear(); subprocess.run([sys.executable, '-c', {hog!r}])", 150_000_000)
    with pytest.raises(SourceError) as caught:
        child.convert(REQUEST)
    assert caught.value.state == "out-of-memory"


def test_a_child_that_takes_too_long_is_ended() -> None:
    child = scripted("hear(); time.sleep(600)")
    with pytest.raises(SourceError) as caught:
        child.convert(REQUEST, seconds=0.2)
    assert caught.value.state == "too-slow"
    assert not psutil.pid_exists(child.pid)


@pytest.mark.parametrize(
    "script",
    ["hear(); os._exit(3)", "hear(); os.abort()", "sys.stdout.buffer.write(b'noise'); hear()"],
)
def test_a_converter_that_crashes_leaves_a_named_state(script: str) -> None:
    with scripted(script) as child, pytest.raises(SourceError) as caught:
        child.convert(REQUEST)
    assert caught.value.state == "damaged"


def test_an_interpreter_that_is_missing_leaves_a_named_state() -> None:
    with pytest.raises(SourceError) as caught:
        Child(command=["no-such-interpreter"])
    assert caught.value.state == "converter-missing"


def test_a_request_larger_than_a_pipe_arrives_whole() -> None:
    text = "x" * 3_000_000
    with scripted("say(length=len(hear()['text']))") as child:
        assert child.convert({**REQUEST, "text": text})["length"] == len(text)


def test_one_child_answers_one_request_after_the_other() -> None:
    with Child() as child:
        first = child.convert(REQUEST)
        second = child.convert({**REQUEST, "text": "<h2>Next</h2>"})
    assert [first["markdown"], second["markdown"]] == ["# Title", "## Next"]


def test_no_child_outlives_a_parent_that_is_killed() -> None:
    script = """
import sys, time
from chunkscope.sources.conversion import Child
child = Child()
child.convert({"text": "x", "form": "html", "name": "x"})
print(child.pid, flush=True)
time.sleep(600)
"""
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=_environment()) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.kill()
    assert is_gone(pid)


def test_what_reports_home_is_silenced_in_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    switches = ("ORT_DISABLE_TELEMETRY", "HF_HUB_DISABLE_TELEMETRY", "ANONYMIZED_TELEMETRY")
    for switch in switches:
        monkeypatch.delenv(switch, raising=False)
    script = f"""
import chunkscope.sources.child
hear(); say(found=[os.environ.get(switch) for switch in {switches!r}])
"""
    with scripted(script) as child:
        assert child.convert(REQUEST)["found"] == ["1", "1", "False"]


def test_nothing_in_the_child_reaches_the_network() -> None:
    script = """
import socket
from chunkscope.sources.child import _refuse_network
sys.addaudithook(_refuse_network)
hear()
outcomes = []
for attempt in (
    lambda: socket.create_connection(("127.0.0.1", 9)),
    lambda: socket.getaddrinfo("localhost", 9),
    lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9)),
):
    try:
        attempt()
    except PermissionError as error:
        outcomes.append("refused")
say(outcomes=outcomes)
"""
    with scripted(script) as child:
        assert child.convert(REQUEST)["outcomes"] == ["refused"] * 3


def test_the_converter_loads_no_speech_or_video_code_and_no_plugin() -> None:
    script = """
from chunkscope.sources.converters import _engine
engine, ours = _engine("html")
hear(); say(ours=[each.converter is ours for each in engine._converters])
"""
    with scripted(script) as child:
        assert child.convert(REQUEST)["ours"] == [True]
