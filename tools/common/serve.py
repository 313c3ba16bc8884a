"""Serves dist/ on loopback as the host will: the headers of its `_headers`, the right types, nothing cached too long."""

import errno
import fnmatch
import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
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
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | TYPES

    def end_headers(self) -> None:
        """Adds the configured headers to whatever is being sent."""
        path = urlsplit(self.path).path
        values = {"Cache-Control": headers.DEFAULT_CACHE}
        for pattern, rule in header_rules(self.directory):
            if fnmatch.fnmatchcase(path, pattern):
                values |= rule
        for name, value in values.items():
            if name != "Content-Type":  # already sent, by TYPES
                self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Only errors are worth a line."""

    def log_error(self, format: str, *args: object) -> None:
        """A line for each request that failed."""
        super().log_message(format, *args)


@functools.cache
def header_rules(folder: str) -> list[tuple[str, dict[str, str]]]:
    """Path pattern and headers, as the folder's `_headers` says, if it has one."""
    path = Path(folder, "_headers")
    return headers.read(path.read_text()) if path.exists() else []


def server(folder: Path, port: int, tries: int = 50) -> http.server.ThreadingHTTPServer:
    """A server of the folder on the first free port from `port` on (0: any). Raises OSError when none is free."""
    handler = functools.partial(Handler, directory=str(folder))
    for candidate in range(port, port + tries if port else 1):
        try:
            return http.server.ThreadingHTTPServer(("127.0.0.1", candidate), handler)
        except OSError as taken:
            if taken.errno != errno.EADDRINUSE:
                raise
    raise OSError(f"no free port from {port} to {port + tries - 1}")


def address(running: http.server.ThreadingHTTPServer) -> str:
    """Where the server answers."""
    return f"http://127.0.0.1:{running.server_address[1]}/"


@contextmanager
def serving(folder: Path, port: int = 0) -> Iterator[str]:
    """Serves the folder in the background while the block runs; yields the address."""
    running = server(folder, port)
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    try:
        yield address(running)
    finally:
        running.shutdown()
        running.server_close()
        thread.join()
