"""Servers on this machine that stand for those of the world: embeddings, and a hub of models."""

import hashlib
import json
import threading
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

COMMIT = "0" * 40


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def reply(self, content: bytes, code: int = 200, **headers: str) -> None:
        self.send_response(code)
        for name, text in headers.items():
            self.send_header(name.replace("_", "-"), text)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *arguments: Any) -> None:
        pass


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Let a client hang up."""


class _Server:
    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        self._server = _Quiet(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Embeddings(_Server):
    """Gives each text a vector of three numbers; may want a key."""

    def __init__(self, key: str = "") -> None:
        self.texts: list[str] = []
        self.keys: list[str] = []
        service = self

        class Handler(_Handler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                given = self.headers.get("Authorization", "").removeprefix("Bearer ")
                service.keys.append(given)
                if given != key:
                    self.reply(b'{"error": {"message": "no such key"}}', 401)
                    return
                service.texts += body["input"]
                rows = [{"index": n, "embedding": [3, 4, n]} for n in range(len(body["input"]))]
                self.reply(json.dumps({"data": rows}).encode())

        super().__init__(Handler)
        self.address += "/v1"


class Hub(_Server):
    """Has the files of one repository; `pause_s` is waited after each 1,000 bytes of a file."""

    def __init__(self, files: Mapping[str, bytes], pause_s: float = 0.0) -> None:
        class Handler(_Handler):
            def do_HEAD(self) -> None:
                self.do_GET()

            def do_GET(self) -> None:
                path = self.path.partition("?")[0]
                name = path.rpartition(f"/resolve/{COMMIT}/")[2]
                if path.startswith("/api/models/"):
                    self.reply(_listing(path, files), Content_Type="application/json")
                elif name in files:
                    self._send_file(files[name])
                else:
                    self.reply(b"", 404, X_Error_Code="EntryNotFound")

            def _send_file(self, content: bytes) -> None:
                tag = f'"{hashlib.sha256(content).hexdigest()}"'
                if self.command == "HEAD" or not pause_s:
                    self.reply(content, ETag=tag, X_Repo_Commit=COMMIT)
                    return
                self.send_response(200)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                for start in range(0, len(content), 1000):
                    self.wfile.write(content[start : start + 1000])
                    time.sleep(pause_s)

        super().__init__(Handler)


def _listing(path: str, files: Mapping[str, bytes]) -> bytes:
    if "/tree/" in path:
        entries = [
            {"type": "file", "path": name, "size": len(content), "oid": "0" * 40}
            for name, content in files.items()
        ]
        return json.dumps(entries).encode()
    siblings = [{"rfilename": name, "size": len(content)} for name, content in files.items()]
    return json.dumps({"id": "x", "sha": COMMIT, "siblings": siblings}).encode()
