"""`python3 tools/lighthouse.py [RUNS]`: Lighthouse's audit of dist/ for phones: RUNS of them (3), the medians, what is not perfect.

Lighthouse is large and of use for nothing else, so this command itself installs it, pinned by tools/audit/, into
tools/audit/node_modules. dist/ is served compressed, as hosts do, so that the slow line that Lighthouse reckons with has
the real bytes to carry. Its own slowing of the processor (4 times) is reckoned from the machine's speed: a busy machine says
nothing. There is no audit of installable pages any more; tests/tools/test_manifest.py and tests/browser/test_device.py are ours.
"""

import gzip
import io
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools import build
from tools.common import provision, serve

FOLDER = provision.ROOT / "tools" / "audit"
NODE = 24  # the least version that it runs on, but for late 22s
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
FIGURES = {
    "first-contentful-paint": "painted_ms",
    "largest-contentful-paint": "largest_paint_ms",
    "speed-index": "speed_index_ms",
    "total-blocking-time": "blocked_ms",
    "cumulative-layout-shift": "layout_shift",
}
CHROME = "--headless=new --no-sandbox"


class Compressed(serve.Handler):
    """Sends what a browser takes compressed that way, as hosts do."""

    def send_head(self) -> Any:
        """The file, compressed if that is understood."""
        path = Path(self.translate_path(self.path.partition("?")[0].partition("#")[0]))
        path = path / "index.html" if path.is_dir() else path
        if "gzip" not in self.headers.get("Accept-Encoding", "") or not path.is_file():
            return super().send_head()
        data = compressed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        return io.BytesIO(data)


@cache
def compressed(path: Path) -> bytes:
    """A file as gzip."""
    return gzip.compress(path.read_bytes())


def audit(address: str, modules: Path, chromium: str) -> dict[str, Any]:
    """Lighthouse's own report."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [
            provision.node(NODE),
            modules / "lighthouse/cli/index.js",
            address,
            "--quiet",
            "--output=json",
        ]
        command += [
            f"--output-path={report}",
            f"--chrome-flags={CHROME}",
            f"--only-categories={','.join(CATEGORIES)}",
        ]
        subprocess.run(
            [str(part) for part in command],
            env=os.environ | {"CHROME_PATH": chromium},
            check=True,
            cwd=folder,
        )
        told: dict[str, Any] = json.loads(report.read_text())
    return told


def main(runs: int) -> int:
    """Prints the medians; returns 1 if an audit could not be done."""
    modules = provision.node_modules(FOLDER, NODE)
    chromium = shutil.which("chromium") or chromium_of_playwright()
    dist = build.build()
    for path in dist.rglob("*"):
        if path.is_file():
            compressed(path)  # hosts do that ahead, and not on the processor that is measured
    with serve.serving(dist, handler=Compressed) as address:
        reports = [audit(address, modules, chromium) for _ in range(runs)]
    for name in CATEGORIES:
        scores = [report["categories"][name]["score"] for report in reports]
        print(f"{name:24} {statistics.median(scores):8.2f}   {sorted(scores)}")
    for name, written in FIGURES.items():
        values = [report["audits"][name]["numericValue"] for report in reports]
        print(f"{written:24} {statistics.median(values):8g}   {sorted(round(value, 3) for value in values)}")
    for name, audited in reports[-1]["audits"].items():
        if audited["score"] is not None and audited["score"] < 1:
            print(f"  {audited['score']:4.2f} {name}: {audited['title']} {audited.get('displayValue', '')}")
    return int(any(report.get("runtimeError") for report in reports))


def chromium_of_playwright() -> str:
    """The path of Playwright's own Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


if __name__ == "__main__":
    provision.go_on_in_venv(__file__)
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 3))
