"""Serves dist/ on loopback as the host will: the headers of its `_headers`, the right types, nothing cached too long."""

import errno
import fnmatch
import functools
import http.server
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tools.making import headers

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".py": "text/x-python; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}


class Handler(http.server.SimpleHTTPRequestHandler):
    """One file request; silent unless it fails."""

    protocol_version = "HTTP/1.1"
    under = "/"  # the folder's own address
    bare = False  # as a host that sends no headers of ours
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | TYPES

    def end_headers(self) -> None:
        """Adds the configured headers to whatever is being sent."""
        path = "/" + urlsplit(self.path).path.removeprefix(self.under)
        values = {} if self.bare else {"Cache-Control": headers.DEFAULT_CACHE}
        for pattern, rule in () if self.bare else header_rules(self.directory):
            if fnmatch.fnmatchcase(path, pattern):
                values |= rule
        for name, value in values.items():
            if name != "Content-Type":  # already sent, by TYPES
                self.send_header(name, value)
        super().end_headers()

    def send_head(self) -> Any:
        """The file, below `under`; anywhere else there is nothing."""
        path = urlsplit(self.path).path
        if path + "/" == self.under:
            self.send_response(301)
            self.send_header("Location", self.under)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return None
        if not path.startswith(self.under):
            self.send_error(404)
            return None
        return super().send_head()

    def translate_path(self, path: str) -> str:
        """The file that an address names."""
        return super().translate_path("/" + path.removeprefix(self.under))

    def log_message(self, format: str, *args: object) -> None:
        """Only errors are worth a line."""

    def log_error(self, format: str, *args: object) -> None:
        """A line for each request that failed."""
        super().log_message(format, *args)


class Server(http.server.ThreadingHTTPServer):
    """Lets go of its open connections when it is closed, so that nobody is answered any more."""

    request_queue_size = 128  # connections that wait; several browsers at once begin more than the usual five

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.connections: set[socket.socket] = set()

    def process_request(self, request: Any, client_address: Any) -> None:
        """A new connection."""
        self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """A connection that is over."""
        self.connections.discard(request)
        super().shutdown_request(request)

    def server_close(self) -> None:
        """Stops answering, on open connections too."""
        super().server_close()
        for connection in list(self.connections):
            with suppress(OSError):  # gone meanwhile
                connection.shutdown(socket.SHUT_RDWR)


@functools.cache
def header_rules(folder: str) -> list[tuple[str, dict[str, str]]]:
    """Path pattern and headers, as the folder's `_headers` says, if it has one."""
    path = Path(folder, "_headers")
    return headers.read(path.read_text()) if path.exists() else []


def server(
    folder: Path,
    port: int,
    tries: int = 50,
    under: str = "/",
    bare: bool = False,
    handler: type[Handler] = Handler,
) -> http.server.ThreadingHTTPServer:
    """A server of the folder at the address `under`, on the first free port from `port` on (0: any); `bare` sends no headers.

    Raises OSError when no port is free.
    """
    kind = type("Serving", (handler,), {"under": under, "bare": bare})
    made = functools.partial(kind, directory=str(folder))
    for candidate in range(port, port + tries if port else 1):
        try:
            return Server(("127.0.0.1", candidate), made)
        except OSError as taken:
            if taken.errno != errno.EADDRINUSE:
                raise
    raise OSError(f"no free port from {port} to {port + tries - 1}")


def address(running: http.server.ThreadingHTTPServer) -> str:
    """Where the server answers."""
    return f"http://127.0.0.1:{running.server_address[1]}/"


@contextmanager
def serving(
    folder: Path, port: int = 0, under: str = "/", bare: bool = False, handler: type[Handler] = Handler
) -> Iterator[str]:
    """Serves the folder in the background while the block runs; yields the address. See `server`."""
    running = server(folder, port, under=under, bare=bare, handler=handler)
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    try:
        yield address(running) + under.removeprefix("/")
    finally:
        running.shutdown()
        running.server_close()
        thread.join()
