"""`python3 tools/play.py [--no-browser] [--port N] [--dev] [--relay]`: build the game, serve it here, open the browser.

The command needs only Python ≥ 3.11. On its first run it installs Node and the pinned packages into git-ignored folders
of this clone. It prints the game's address. The port is the first free one from N on (default 8765, with --dev 8775).
Ctrl-C ends it.

With --dev it serves a quick build instead of dist/: the addresses are those of dist/ (app/HASH/…), but the Python in them is
the source text, and there is no heap snapshot, no service worker and no cache. When you save a source file, it builds
again in one to two seconds, and the page reloads (tools/common/watch.py). This mode has another default port: at the
usual one, the service worker of an earlier visit would answer with the files of dist/.

With --relay it also runs a relay for own phones far apart (tools/relay/), and the page names it. That needs Mosquitto.
"""

import argparse
import os
import sys
import tempfile
import webbrowser
from contextlib import ExitStack
from http.server import ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools import build
from tools.common import relay, serve, watch

PORT, DEV_PORT, RELAY_PORT = 8765, 8775, 8865


def main() -> None:
    """Run the command until a person presses Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="python3 tools/play.py", description="Build the game, serve it, open it."
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument("--port", type=int, help=f"first port to try (default {PORT}, with --dev {DEV_PORT})")
    parser.add_argument(
        "--dev",
        action="store_true",
        help="build quickly, and build and reload the page whenever you save a source file",
    )
    parser.add_argument("--relay", action="store_true", help="also run a relay for own phones far apart")
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="chickenfoot-"))
        if options.relay:
            try:
                broker = stack.enter_context(relay.running(relay.free_port(RELAY_PORT)))
            except relay.NoBroker as problem:
                sys.exit(str(problem))
            os.environ[build.RELAY_VARIABLE] = broker.address
        if options.dev:
            server = watch.server(Path(folder), DEV_PORT if options.port is None else options.port)
        else:
            server = serve.server(build.build(), PORT if options.port is None else options.port)
        serve_until_interrupted(server, open_browser=not options.no_browser)


def serve_until_interrupted(server: ThreadingHTTPServer, open_browser: bool) -> None:
    """Print the address, open it in the browser if wanted, and serve until Ctrl-C."""
    print(f"Chickenfoot is at {serve.address(server)} (Ctrl-C ends it)", flush=True)
    if open_browser:
        webbrowser.open(serve.address(server))
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
