"""Addresses that a reader types, against a small server of our own."""

import gzip
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from chunkscope.core.errors import Cancelled, SourceError
from chunkscope.sources.address import is_address, read_address
from chunkscope.sources.outcome import Wishes


@dataclass
class Reply:
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    status: int = 200
    waits: bool = False


class Server:
    def __init__(self) -> None:
        self.replies: dict[str, Reply] = {}
        self.asked: list[str] = []
        self.let_go = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append(self.path)
                reply = outer.replies.get(self.path, Reply(b"", status=404))
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(reply.body)
                if reply.waits:
                    self.wfile.flush()
                    outer.let_go.wait(60)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.let_go.set()
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server = Server()
    yield server
    server.close()


def state_of(address: str, **bounds: float) -> str:
    with pytest.raises(SourceError) as caught:
        read_address(address, **bounds)  # type: ignore[arg-type]
    return caught.value.state


def test_markdown_comes_unchanged_and_knows_its_address(server: Server) -> None:
    server.replies["/guide.md"] = Reply(b"# Guide\n\nText.\n", {"Content-Type": "text/plain"})
    document = read_address(f"  {server.address}/guide.md#part ")
    assert document.text == "# Guide\n\nText.\n"
    assert document.address == f"{server.address}/guide.md"
    assert document.origin is None
    assert server.asked == ["/guide.md"]


def test_a_web_page_is_converted_and_nothing_it_names_is_fetched(server: Server) -> None:
    page = b"<html><head><title>Help</title></head><body><h1>Help</h1><img src='/a.png'></body>"
    server.replies["/help"] = Reply(page, {"Content-Type": "text/html; charset=utf-8"})
    document = read_address(f"{server.address}/help")
    assert document.title == "Help"
    assert document.text.startswith("# Help")
    assert server.asked == ["/help"]


def test_a_redirection_is_followed_and_the_last_address_is_kept(server: Server) -> None:
    server.replies["/old"] = Reply(b"", {"Location": "/new.md"}, status=302)
    server.replies["/new.md"] = Reply(b"# New\n")
    assert read_address(f"{server.address}/old").address == f"{server.address}/new.md"


@pytest.mark.parametrize(
    "leads_to", ["file:///etc/hostname", "ftp://127.0.0.1/x", "javascript:alert(1)"]
)
def test_a_redirection_leads_to_no_file_and_no_other_kind_of_server(
    server: Server, leads_to: str
) -> None:
    server.replies["/out"] = Reply(b"", {"Location": leads_to}, status=302)
    assert state_of(f"{server.address}/out") == "leads-elsewhere"


@pytest.mark.parametrize("leads_to", ["http://[bad", "http://a:b:c/", "//"])
def test_a_redirection_that_makes_no_sense_is_a_named_state(server: Server, leads_to: str) -> None:
    server.replies["/out"] = Reply(b"", {"Location": leads_to}, status=302)
    assert state_of(f"{server.address}/out") in ("not-reached", "leads-elsewhere", "refused")


def test_an_answer_without_content_is_a_named_state(server: Server) -> None:
    server.replies["/nothing"] = Reply(b"", {"Content-Type": "text/html"})
    assert state_of(f"{server.address}/nothing") == "refused"


def test_redirections_in_circles_end(server: Server) -> None:
    server.replies["/loop"] = Reply(b"", {"Location": "/loop"}, status=302)
    assert state_of(f"{server.address}/loop") == "not-reached"


def test_nothing_is_fetched_for_an_encoding_that_no_one_knows(server: Server) -> None:
    with pytest.raises(SourceError) as caught:
        read_address(f"{server.address}/page", wishes=Wishes(encoding="klingon"))
    assert (caught.value.state, server.asked) == ("encoding-unknown", [])


def test_the_encoding_that_the_server_names_is_used(server: Server) -> None:
    body = "# Καλημέρα".encode("iso8859-7")
    server.replies["/greek.txt"] = Reply(body, {"Content-Type": "text/plain; charset=ISO-8859-7"})
    assert read_address(f"{server.address}/greek.txt").text == "# Καλημέρα"


def test_utf_8_is_believed_before_a_server_that_names_something_else(server: Server) -> None:
    body = "# Grüße".encode()
    server.replies["/a.md"] = Reply(body, {"Content-Type": "text/markdown; charset=iso-8859-1"})
    assert read_address(f"{server.address}/a.md").text == "# Grüße"


def test_a_server_that_wrongly_claims_utf_8_costs_no_letter(server: Server) -> None:
    body = "# Grüße aus der Straße".encode("cp1252")
    server.replies["/a.md"] = Reply(body, {"Content-Type": "text/markdown; charset=utf-8"})
    assert read_address(f"{server.address}/a.md").text == "# Grüße aus der Straße"


@pytest.mark.parametrize("charset", ["hex", "undefined", "no-such", "idna"])
def test_a_charset_that_is_none_of_text_is_passed_over(server: Server, charset: str) -> None:
    body = "# Grüße".encode()
    server.replies["/a.md"] = Reply(body, {"Content-Type": f"text/markdown; charset={charset}"})
    assert read_address(f"{server.address}/a.md").text == "# Grüße"


def test_content_tells_what_neither_server_nor_address_do(server: Server) -> None:
    server.replies["/page"] = Reply(b"<!doctype html><h1>One</h1>")
    document = read_address(f"{server.address}/page")
    assert (document.text.strip(), document.notes) == ("# One", ())


def test_what_the_server_refuses_is_said_with_its_own_words(server: Server) -> None:
    with pytest.raises(SourceError) as caught:
        read_address(f"{server.address}/nowhere")
    assert caught.value.state == "refused"
    assert "404 Not Found" in caught.value.message


@pytest.mark.parametrize(
    "address",
    ["", "help.md", "file:///etc/hostname", "ftp://a/b", "http://", "https:// a b", "http://[::1"],
)
def test_what_is_no_web_address_is_refused_by_name(address: str) -> None:
    assert state_of(address) == "not-an-address"


def test_a_server_that_is_not_there_is_said() -> None:
    server = Server()
    server.close()
    assert state_of(f"{server.address}/a.md") == "not-reached"


def test_more_than_may_be_fetched_is_not_even_begun(server: Server) -> None:
    server.replies["/big.md"] = Reply(b"", {"Content-Length": "2000000"}, waits=True)
    assert state_of(f"{server.address}/big.md", most_bytes=1_000_000) == "too-large"


def test_compression_hides_no_size(server: Server) -> None:
    packed = gzip.compress(b"a" * 5_000_000)
    server.replies["/bomb.md"] = Reply(packed, {"Content-Encoding": "gzip"})
    assert state_of(f"{server.address}/bomb.md", most_bytes=1_000_000) == "too-large"


def test_a_server_that_does_not_end_is_given_up(server: Server) -> None:
    server.replies["/slow.md"] = Reply(b"# Slow", {"Content-Length": "1000"}, waits=True)
    assert state_of(f"{server.address}/slow.md", seconds=0.3) == "fetch-too-slow"


def test_cancelling_does_not_wait_for_the_server(server: Server) -> None:
    server.replies["/slow.md"] = Reply(b"# Slow", {"Content-Length": "1000"}, waits=True)

    def cancel_once_something_came(done: int, total: int) -> None:
        if server.asked:
            raise Cancelled

    with pytest.raises(Cancelled):
        read_address(f"{server.address}/slow.md", report=cancel_once_something_came)


def test_a_password_in_an_address_is_not_kept(server: Server) -> None:
    server.replies["/a.md"] = Reply(b"# A")
    address = server.address.replace("http://", "http://me:secret@")
    document = read_address(f"{address}/a.md")
    assert document.address == f"{server.address}/a.md"


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("https://a.example/b", True), (" HTTP://a", True), ("httpx://a", False), ("a.md", False)],
)
def test_an_address_is_told_from_a_path(text: str, is_one: bool) -> None:
    assert is_address(text) is is_one


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"# Words\n", {"Content-Length": "4000"}),
        (b"no gzip", {"Content-Encoding": "gzip"}),
        (b"zz\r\n# Words", {"Transfer-Encoding": "chunked"}),
    ],
)
def test_an_answer_that_breaks_off_or_is_garbled_is_told_as_that(
    server: Server, body: bytes, headers: dict[str, str]
) -> None:
    server.replies["/page.md"] = Reply(body, headers)
    assert state_of(f"{server.address}/page.md") == "broken-answer"
