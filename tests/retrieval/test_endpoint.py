import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from chunkscope.core.errors import Cancelled
from chunkscope.retrieval import endpoint
from chunkscope.retrieval.embedding import Embedder
from chunkscope.retrieval.endpoint import Endpoint, open_endpoint
from chunkscope.retrieval.errors import ModelUnavailable

Answer = Callable[[dict[str, Any]], tuple[int, dict[str, str], bytes]]


class Service:
    """A real server on this machine; what it answers is the test's to say."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.answer: Answer = vectors
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                service.asked.append({**body, "path": self.path})
                service.headers.append(dict(self.headers))
                code, headers, content = service.answer(body)
                self.send_response(code)
                for name, text in headers.items():
                    self.send_header(name, text)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *arguments: Any) -> None:
                pass

        class Quiet(ThreadingHTTPServer):
            def handle_error(self, request: Any, client_address: Any) -> None:
                """Let a client hang up on an answer that is too long."""

        self._server = Quiet(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def vectors(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
    """Answer as the real service does, but last text first."""
    rows = [
        {"index": place, "embedding": [3.0, float(len(text)), 4.0]}
        for place, text in enumerate(body["input"])
    ]
    return 200, {}, json.dumps({"data": rows[::-1]}).encode()


def saying(code: int, content: object, **headers: str) -> Answer:
    return lambda body: (code, headers, json.dumps(content).encode())


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    monkeypatch.setattr(endpoint, "_LONGEST_PAUSE_SECONDS", 0.02)
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    running = Service()
    yield running
    running.close()


def test_vectors_come_as_unit_rows_in_the_order_of_the_texts(service: Service) -> None:
    embedder: Embedder = open_endpoint(Endpoint(service.address, "small"), "secret")
    texts = ["x" * (place + 1) for place in range(endpoint.MOST_TEXTS + 3)]
    found = embedder.embed(texts)
    lengths = found[:, 1] / found[:, 0] * 3
    assert embedder.dimension == 3
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-6)
    assert np.allclose(lengths, range(1, len(texts) + 1), atol=1e-3)
    assert [len(body["input"]) for body in service.asked] == [1, endpoint.MOST_TEXTS, 3]
    assert {(body["path"], body["model"]) for body in service.asked} == {
        ("/v1/embeddings", "small")
    }
    assert {headers["Authorization"] for headers in service.headers} == {"Bearer secret"}


def test_without_a_key_none_is_sent(service: Service) -> None:
    open_endpoint(Endpoint(f"{service.address}/embeddings/", "small"))
    assert "Authorization" not in service.headers[0]
    assert service.asked[0]["path"] == "/v1/embeddings"


def test_a_text_longer_than_the_window_is_cut_before_it_is_sent(service: Service) -> None:
    open_endpoint(Endpoint(service.address, "small", window=10)).embed(["x" * 1000, "\ud800"])
    assert service.asked[-1]["input"] == ["x" * 40, "\ufffd"]


def test_long_texts_share_no_request(service: Service) -> None:
    long = "x" * endpoint.MOST_CHARACTERS
    open_endpoint(Endpoint(service.address, "small", window=10**6)).embed([long, "y", long])
    assert [len(body["input"]) for body in service.asked] == [1, 1, 1, 1]


def test_a_busy_service_is_asked_again(service: Service) -> None:
    embedder = open_endpoint(Endpoint(service.address, "small"))
    answers = iter([saying(429, {}, **{"Retry-After": "7"}), saying(503, {}), vectors])

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        return next(answers)(body)

    service.answer = answer
    assert embedder.embed(["text"]).shape == (1, 3)


def test_it_can_be_cancelled_while_it_waits(service: Service) -> None:
    embedder = open_endpoint(Endpoint(service.address, "small"))
    service.answer = saying(429, {})
    reports: list[int] = []

    def report(done: int, total: int, /) -> None:
        reports.append(done)
        if len(reports) > 1:
            raise Cancelled

    with pytest.raises(Cancelled):
        embedder.embed(["text"], report)


@pytest.mark.parametrize(
    ("answer", "words", "hint"),
    [
        (saying(401, {"error": {"message": "bad key secret"}}), "401: bad key …", "the key"),
        (saying(404, {"error": "no such model"}), "404: no such model", "model's name"),
        (saying(400, {}), r"refused \(400\)", "smaller window"),
        (saying(503, {}), r"refused \(503\)", "later"),
        (saying(302, {}, Location="http://127.0.0.1:9/"), r"refused \(302\)", "address"),
        (saying(200, []), "not one vector a text", "address"),
        (saying(200, {"data": [{}]}), "holds no vectors", "address"),
        (saying(200, {"data": [{"embedding": ["x"]}]}), "convert", "address"),
        (saying(200, {"data": [{"embedding": [1.0]}]}), "length that they had", "address"),
        (saying(200, {"data": [{"embedding": [0.0, 0.0, 0.0]}]}), "direction", "model"),
        (lambda body: (200, {}, b"<html>"), "does not answer as it should", "address"),
        (lambda body: (200, {}, b"[" * 100_000), "does not answer as it should", "address"),
        (lambda body: (200, {}, b" " * 10_000_000), "too long", "address"),
    ],
)
def test_whatever_a_service_answers_becomes_a_sentence_without_the_key(
    answer: Answer, words: str, hint: str, service: Service
) -> None:
    embedder = open_endpoint(Endpoint(service.address, "small"), "secret")
    service.answer = answer
    with pytest.raises(ModelUnavailable, match=words) as caught:
        embedder.embed(["text"])
    assert hint in caught.value.hint
    assert "secret" not in str(caught.value)


def test_nobody_listening_is_a_sentence(service: Service) -> None:
    service.close()
    with pytest.raises(ModelUnavailable, match="does not answer"):
        open_endpoint(Endpoint(service.address, "small"))


@pytest.mark.parametrize(
    "address", ["", "host/v1", "file:///etc", "http://", "http://[", "ftp://h"]
)
def test_what_is_no_web_address_is_refused(address: str) -> None:
    with pytest.raises(ModelUnavailable, match="no web address"):
        open_endpoint(Endpoint(address, "small"))


def test_a_key_never_leaves_this_machine_unencrypted() -> None:
    with pytest.raises(ModelUnavailable, match="unencrypted"):
        open_endpoint(Endpoint("http://example.invalid/v1", "small"), "secret")
