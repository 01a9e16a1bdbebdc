"""The newest version: asked of one address, compared by numbers, never downloaded."""

import json

import pytest
from tests.sources.test_address import Reply, Server, server

from chunkscope.core.errors import SourceError
from chunkscope.sources.newest import Newest, NewestUnknown, newest_version

__all__ = ["server"]


def answered(server: Server, release: object, current: str = "0.9.0") -> Newest:
    server.replies["/latest"] = Reply(json.dumps(release).encode())
    return newest_version(address=f"{server.address}/latest", current=current)


@pytest.mark.parametrize(
    ("newest", "current", "is_newer"),
    [
        ("v0.10.0", "0.9.0", True),
        ("0.9", "0.9.0", False),
        ("0.8.7", "0.9.0", False),
        ("1.0.0.1", "1.0", True),
    ],
)
def test_versions_are_compared_by_their_numbers(
    server: Server, newest: str, current: str, is_newer: bool
) -> None:
    found = answered(server, {"tag_name": newest, "html_url": "https://example.org/r"}, current)

    assert found == Newest(newest.removeprefix("v"), is_newer, "https://example.org/r")
    assert server.asked == ["/latest"]


@pytest.mark.parametrize("release", [{}, [], "1.0", {"tag_name": None}, {"tag_name": "soon"}])
def test_an_answer_without_a_version_is_one_clear_error(server: Server, release: object) -> None:
    with pytest.raises(NewestUnknown):
        answered(server, release)


def test_only_a_web_page_is_offered(server: Server) -> None:
    found = answered(server, {"tag_name": "v1.0", "html_url": "file:///etc/passwd"})

    assert found.page == ""


def test_no_answer_is_a_named_state() -> None:
    with pytest.raises(SourceError) as caught:
        newest_version(address="http://127.0.0.1:9/latest")

    assert caught.value.state == "not-reached"
