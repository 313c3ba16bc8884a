"""`python3 tools/play.py [--no-browser] [--port N]`: builds what is stale, serves dist/ on loopback, opens the browser.

Needs nothing but Python ≥ 3.11: Node and the pinned packages come into git-ignored folders of this clone on the first run.
The port is the first free one from N on (8765 unless told); the address is printed. Ctrl-C ends it.
"""

import argparse
import sys
import webbrowser
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools import build
from tools.common import serve

PORT = 8765


def main() -> None:
    """The command; returns when it is interrupted."""
    parser = argparse.ArgumentParser(
        prog="python3 tools/play.py", description="Build the game, serve it, open it."
    )
    parser.add_argument("--no-browser", action="store_true", help="only serve")
    parser.add_argument("--port", type=int, default=PORT, help=f"first port to try (default {PORT})")
    options = parser.parse_args()
    running = serve.server(build.build(), options.port)
    print(f"Chickenfoot is at {serve.address(running)} (Ctrl-C ends it)", flush=True)
    if not options.no_browser:
        webbrowser.open(serve.address(running))
    try:
        running.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
