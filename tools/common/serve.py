"""Serve dist/ on this machine like a web host that follows `dist/_headers`, for example Netlify.

The responses have the headers that `_headers` lists, and the right content types.
"""

import errno
import fnmatch
import functools
import http.server
import socket
import sys
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
}
# The types that hosts compress, as their beginnings: text, and what mime-db calls compressible. No archive, no unknown type.
COMPRESSED = ("text/", "application/json", "application/manifest+json", "application/wasm", "image/svg+xml")


class Handler(http.server.SimpleHTTPRequestHandler):
    """Answer requests for files of one folder. Log only requests that fail."""

    protocol_version = "HTTP/1.1"
    base_path = "/"  # the path of the address at which the folder is served
    plain = False  # True: like a host that ignores `_headers`
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | TYPES

    def end_headers(self) -> None:
        """Add the headers of `_headers` to any response."""
        path = "/" + urlsplit(self.path).path.removeprefix(self.base_path)
        values = {} if self.plain else {"Cache-Control": headers.DEFAULT_CACHE}
        for pattern, rule in () if self.plain else header_rules(self.directory):
            if fnmatch.fnmatchcase(path, pattern):
                values |= rule
        for name, value in values.items():
            if name != "Content-Type":  # already sent, from TYPES
                self.send_header(name, value)
        super().end_headers()

    def send_head(self) -> Any:
        """Send the headers and return the open file. Outside `base_path`, send an error and return None."""
        path = urlsplit(self.path).path
        if path + "/" == self.base_path:
            self.send_response(301)
            self.send_header("Location", self.base_path)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return None
        if not path.startswith(self.base_path):
            self.send_error(404)
            return None
        return super().send_head()

    def translate_path(self, path: str) -> str:
        """Return the file for the path of an address."""
        return super().translate_path("/" + path.removeprefix(self.base_path))

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing for a request that succeeds."""

    def log_error(self, format: str, *args: object) -> None:
        """Log a request that failed."""
        super().log_message(format, *args)


class Server(http.server.ThreadingHTTPServer):
    """A server that also closes its open connections when it is closed."""

    request_queue_size = 128  # the default of 5 is too small for several browsers that start at the same time

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.connections: set[socket.socket] = set()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Remember a new connection."""
        self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Forget a closed connection."""
        self.connections.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print why an answer failed, unless the browser has closed the connection, as it does when a page is left."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def server_close(self) -> None:
        """Close the server and its open connections."""
        super().server_close()
        for connection in list(self.connections):
            with suppress(OSError):  # the browser has just closed it
                connection.shutdown(socket.SHUT_RDWR)


@functools.cache
def header_rules(folder: str) -> list[tuple[str, dict[str, str]]]:
    """Return the rules of the folder's `_headers` file, as (path pattern, headers by name).

    The list is empty if the folder has no such file.
    """
    path = Path(folder, "_headers")
    return headers.read(path.read_text()) if path.exists() else []


def server(
    folder: Path,
    port: int,
    tries: int = 50,
    base_path: str = "/",
    plain: bool = False,
    handler: type[Handler] = Handler,
) -> http.server.ThreadingHTTPServer:
    """Return a server of the folder on the first free port from `port` on; 0 means any port.

    The folder is served below `base_path`. `plain` ignores its `_headers` file. Raises OSError when no port is free.
    """
    configured = type("ConfiguredHandler", (handler,), {"base_path": base_path, "plain": plain})
    make_handler = functools.partial(configured, directory=str(folder))
    for candidate in range(port, port + tries if port else 1):
        try:
            return Server(("127.0.0.1", candidate), make_handler)
        except OSError as problem:
            if problem.errno != errno.EADDRINUSE:
                raise
    raise OSError(f"no free port from {port} to {port + tries - 1}")


def address(web_server: http.server.ThreadingHTTPServer) -> str:
    """Return the root address of a server."""
    return f"http://127.0.0.1:{web_server.server_address[1]}/"


@contextmanager
def serving(
    folder: Path, port: int = 0, base_path: str = "/", plain: bool = False, handler: type[Handler] = Handler
) -> Iterator[str]:
    """Serve the folder in a background thread while the block runs. Yield its address. Arguments: see `server`."""
    web_server = server(folder, port, base_path=base_path, plain=plain, handler=handler)
    thread = threading.Thread(target=web_server.serve_forever, daemon=True)
    thread.start()
    try:
        yield address(web_server) + base_path.removeprefix("/")
    finally:
        web_server.shutdown()
        web_server.server_close()
        thread.join()
