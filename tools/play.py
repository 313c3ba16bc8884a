"""`python3 tools/play.py [--no-browser] [--port N] [--dev]`: builds what is stale, serves dist/ on loopback, opens the browser.

Needs nothing but Python ≥ 3.11: Node and the pinned packages come into git-ignored folders of this clone on the first run.
The port is the first free one from N on (8765 unless told, 8775 with --dev); the address is printed. Ctrl-C ends it.

With --dev it serves the game from its plain sources instead, without service worker and caches, and whenever one is saved the
page reloads (tools/common/watch.py). At a port of its own, because a service worker of dist/ would answer at the other.
"""

import argparse
import sys
import tempfile
import webbrowser
from http.server import ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools import build
from tools.common import serve, watch

PORT, DEV_PORT = 8765, 8775


def main() -> None:
    """The command; returns when it is interrupted."""
    parser = argparse.ArgumentParser(
        prog="python3 tools/play.py", description="Build the game, serve it, open it."
    )
    parser.add_argument("--no-browser", action="store_true", help="only serve")
    parser.add_argument("--port", type=int, help=f"first port to try (default {PORT}, with --dev {DEV_PORT})")
    parser.add_argument("--dev", action="store_true", help="plain sources, reloaded when one changes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="chickenfoot-") as folder:
        if options.dev:
            running = watch.server(Path(folder), DEV_PORT if options.port is None else options.port)
        else:
            running = serve.server(build.build(), PORT if options.port is None else options.port)
        serve_until_interrupted(running, not options.no_browser)


def serve_until_interrupted(running: ThreadingHTTPServer, opened: bool) -> None:
    """Prints the address, opens it if wanted, and serves."""
    print(f"Chickenfoot is at {serve.address(running)} (Ctrl-C ends it)", flush=True)
    if opened:
        webbrowser.open(serve.address(running))
    try:
        running.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
