"""`python3 tools/lighthouse.py [RUNS]`: audit dist/ for phones with Lighthouse, Google's page auditor.

The command runs Lighthouse RUNS times (default 3) and prints median scores and times, then each audit below 100 %.

Only this command needs Lighthouse, so it installs the version that tools/audit/ pins into tools/audit/node_modules.
The server compresses dist/, as hosts do, because Lighthouse simulates a slow network. Lighthouse also simulates a
processor that is 4 times slower than the machine's, so run it on an idle machine. Lighthouse no longer checks whether
a page can be installed; tests/tools/test_manifest.py and tests/browser/test_device.py do that.
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
NODE_VERSION = 24  # Lighthouse needs Node 22.19 or later, but provision.node compares only major versions
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
FIGURES = {  # Lighthouse's name and ours
    "first-contentful-paint": "painted_ms",
    "largest-contentful-paint": "largest_paint_ms",
    "speed-index": "speed_index_ms",
    "total-blocking-time": "blocked_ms",
    "cumulative-layout-shift": "layout_shift",
}
CHROME = "--headless=new --no-sandbox"


class Compressed(serve.Handler):
    """A request handler that compresses files for browsers that accept gzip."""

    def send_head(self) -> Any:
        """Send the headers. Return the open file, compressed if the browser accepts that."""
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
    """Return the file's content, compressed by gzip."""
    return gzip.compress(path.read_bytes())


def audit(address: str, modules: Path, chromium: str) -> dict[str, Any]:
    """Run Lighthouse once. Return its report; `modules` is its node_modules folder, `chromium` the browser's path."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        command = [
            provision.node(NODE_VERSION),
            modules / "lighthouse/cli/index.js",
            address,
            "--quiet",
            "--output=json",
        ]
        command += [
            f"--output-path={file}",
            f"--chrome-flags={CHROME}",
            f"--only-categories={','.join(CATEGORIES)}",
        ]
        subprocess.run(
            [str(part) for part in command],
            env=os.environ | {"CHROME_PATH": chromium},
            check=True,
            cwd=folder,
        )
        report: dict[str, Any] = json.loads(file.read_text())
    return report


def main(runs: int) -> int:
    """Print the results. Return the exit code: 0, or 1 if Lighthouse could not load the page in a run."""
    modules = provision.node_modules(FOLDER, NODE_VERSION)
    chromium = shutil.which("chromium") or chromium_of_playwright()
    dist = build.build()
    for path in dist.rglob("*"):
        if path.is_file():
            compressed(path)  # fill the cache now, so that compression takes no processor time during a run
    with serve.serving(dist, handler=Compressed) as address:
        reports = [audit(address, modules, chromium) for _ in range(runs)]
    for name in CATEGORIES:
        scores = [report["categories"][name]["score"] for report in reports]
        print(f"{name:24} {statistics.median(scores):8.2f}   {sorted(scores)}")
    for name, label in FIGURES.items():
        values = [report["audits"][name]["numericValue"] for report in reports]
        print(f"{label:24} {statistics.median(values):8g}   {sorted(round(value, 3) for value in values)}")
    for name, result in reports[-1]["audits"].items():
        if result["score"] is not None and result["score"] < 1:
            print(f"  {result['score']:4.2f} {name}: {result['title']} {result.get('displayValue', '')}")
    return int(any(report.get("runtimeError") for report in reports))


def chromium_of_playwright() -> str:
    """Return the path of the Chromium that Playwright has installed."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


if __name__ == "__main__":
    provision.rerun_in_venv(__file__)
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 3))
