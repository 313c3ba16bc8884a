"""Serves the game from its plain sources and has every page reload when one of them changes: `play.py --dev`."""

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

POLL = 0.1  # seconds between two looks at the sources
ALIVE = 10  # seconds until a page that waits hears something, so that one that has gone is noticed
DEV_BUILD = provision.ROOT / "tools" / "making" / "dev_build.py"


class Watch:
    """The folder that is served, made anew when a source changes; `version` counts how often."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.version = 0
        self.changed = threading.Condition()
        self.state: dict[Path, int] = {}

    def look(self) -> bool:
        """Makes the folder anew if a source changed since the last look; whether it did, and could be made."""
        state = {path: path.stat().st_mtime_ns for path in [*build.sources(), DEV_BUILD] if path.exists()}
        if state == self.state:
            return False
        names = [
            str(path.relative_to(provision.ROOT)) for path in state if self.state.get(path) != state[path]
        ]
        begun, self.state = time.monotonic(), state
        version = self.version + 1
        made = subprocess.run([sys.executable, DEV_BUILD, self.folder, str(version)], check=False)
        if made.returncode:
            provision.say("not made: mend this, and save it again")
            return False
        serve.header_rules.cache_clear()
        what = names[0] if len(names) == 1 else f"{len(names)} files"
        provision.say(f"{what}: made in {time.monotonic() - begun:.2f} s")
        with self.changed:
            self.version = version
            self.changed.notify_all()
        return True

    def keep_looking(self) -> None:
        """Never returns."""
        while True:
            self.look()
            time.sleep(POLL)


class Handler(serve.Handler):
    """One file request, or a page that waits for a newer version."""

    def __init__(self, watch: Watch, *request: object, directory: str) -> None:
        self.watch = watch
        super().__init__(*request, directory=directory)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """`dev/changes?N` is answered when there is another version than N, as a server-sent event."""
        address = urlsplit(self.path)
        if address.path != "/dev/changes":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        with suppress(BrokenPipeError, ConnectionResetError):  # the page has gone
            self._wait(address.query)

    def _wait(self, version: str) -> None:
        with self.watch.changed:
            while str(self.watch.version) == version:
                if not self.watch.changed.wait(ALIVE):
                    self.wfile.write(b": still the same\n\n")
        self.wfile.write(b"data: changed\n\n")


def server(folder: Path, port: int) -> http.server.ThreadingHTTPServer:
    """A server of the game in this folder, made from the sources as they are from now on. Raises OSError as serve.server does."""
    watch = Watch(folder)
    if not watch.look():
        sys.exit(1)
    running = serve.server(folder, port)
    running.RequestHandlerClass = functools.partial(Handler, watch, directory=str(folder))
    threading.Thread(target=watch.keep_looking, daemon=True).start()
    return running
