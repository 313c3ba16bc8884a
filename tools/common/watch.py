"""Serve a quick build of the game. Build again and reload every open page when a source file changes (`play.py --dev`)."""

import functools
import http.server
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from tools import build
from tools.common import provision, serve

POLL = 0.1  # seconds between two checks of the source files
ALIVE = 10  # seconds between two signs of life to a waiting page; sending one shows whether the page is still open
DEV_BUILD = provision.ROOT / "tools" / "making" / "dev_build.py"


class Watch:
    """A watcher that builds the game into a folder, again when a source file changes. `version` counts the builds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.version = 0
        self.changed = threading.Condition()  # a lock for `version`, and a signal that it changed
        self.times: dict[Path, int] = {}  # each source file's time of modification, in ns

    def check(self) -> bool:
        """Build the game again if a source file changed since the last check. Return whether a build succeeded."""
        times = {path: path.stat().st_mtime_ns for path in [*build.sources(), DEV_BUILD] if path.exists()}
        if times == self.times:
            return False
        names = [
            str(path.relative_to(provision.ROOT)) for path in times if self.times.get(path) != times[path]
        ]
        start, self.times = time.monotonic(), times
        version = self.version + 1
        done = subprocess.run([sys.executable, DEV_BUILD, self.folder, str(version)], check=False)
        if done.returncode:
            provision.say("the build failed: correct the error and save the file again")
            return False
        serve.header_rules.cache_clear()
        what = names[0] if len(names) == 1 else f"{len(names)} files"
        provision.say(f"{what}: built in {time.monotonic() - start:.2f} s")
        with self.changed:
            self.version = version
            self.changed.notify_all()
        return True

    def check_forever(self) -> None:
        """Check the source files every POLL seconds. This function never returns."""
        while True:
            self.check()
            time.sleep(POLL)


class Handler(serve.Handler):
    """Serve the files, and tell each open page when a newer version is built."""

    def __init__(self, watch: Watch, *request: object, directory: str) -> None:
        self.watch = watch
        super().__init__(*request, directory=directory)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Answer `dev/changes?N` by a server-sent event, once the version is not N. Send a file for other addresses."""
        address = urlsplit(self.path)
        if address.path != "/dev/changes":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        with suppress(BrokenPipeError, ConnectionResetError):  # the page was closed
            self._wait(address.query)

    def _wait(self, version: str) -> None:
        """Send a sign of life every ALIVE seconds while this is the current version, then the event."""
        with self.watch.changed:
            while str(self.watch.version) == version:
                if not self.watch.changed.wait(ALIVE):
                    self.wfile.write(b": still the same\n\n")
        self.wfile.write(b"data: changed\n\n")


def server(folder: Path, port: int) -> http.server.ThreadingHTTPServer:
    """Build the game into this folder, and again after each change. Return a server of the folder.

    Raises OSError when no port is free. Exits if the first build fails.
    """
    watch = Watch(folder)
    if not watch.check():
        sys.exit(1)
    web_server = serve.server(folder, port)
    web_server.RequestHandlerClass = functools.partial(Handler, watch, directory=str(folder))
    threading.Thread(target=watch.check_forever, daemon=True).start()
    return web_server
