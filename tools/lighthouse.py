"""`python3 tools/lighthouse.py [RUNS]`: audit dist/ and a stock PyScript page for phones with Lighthouse, Google's page auditor.

The command audits both pages RUNS times (default 3), in alternation. It prints the median scores and times of each, the
ratios of the times (ours divided by the stock page's), then each audit in which dist/ is below 100 %. The stock page is
that of tools/benches/page.py.

Only this command needs Lighthouse, so it installs the version that tools/audit/ pins into tools/audit/node_modules.
The server compresses all files, as hosts do, because Lighthouse simulates a slow network. Lighthouse also simulates a
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
    """Print the results. Return the exit code: 0, or 1 if Lighthouse could not load dist/ in a run."""
    from tools.benches import page  # here, because it needs the packages of the venv

    modules = provision.node_modules(FOLDER, NODE_VERSION)
    chromium = shutil.which("chromium") or chromium_of_playwright()
    dist = build.build()
    reports: dict[str, list[dict[str, Any]]] = {"dist": [], "stock": []}
    with (
        page.stock_folder() as stock,
        serve.serving(dist, handler=Compressed) as ours,
        serve.serving(stock, handler=Compressed) as theirs,
    ):
        # Fill the cache now, so that compression takes no processor time during a run.
        for path in (*dist.rglob("*"), *stock.rglob("*")):
            if path.is_file():
                compressed(path)
        for _ in range(runs):
            for name, address in (("dist", ours), ("stock", theirs)):
                reports[name].append(audit(address, modules, chromium))
    print_figures(reports)
    for name, result in reports["dist"][-1]["audits"].items():
        if result["score"] is not None and result["score"] < 1:
            print(f"  {result['score']:4.2f} {name}: {result['title']} {result.get('displayValue', '')}")
    return int(any(report.get("runtimeError") for report in reports["dist"]))


def print_figures(reports: dict[str, list[dict[str, Any]]]) -> None:
    """Print the medians and all values of the reports of `dist` and `stock`, and the ratios of the times."""
    for name in CATEGORIES:
        for page_name, made in reports.items():
            scores = [report["categories"][name]["score"] for report in made]
            print(f"{page_name:6} {name:24} {statistics.median(scores):8.2f}   {sorted(scores)}")
    for name, label in FIGURES.items():
        medians = []
        for page_name, made in reports.items():
            values = [report["audits"][name]["numericValue"] for report in made]
            medians.append(statistics.median(values))
            rounded = sorted(round(value, 3) for value in values)
            print(f"{page_name:6} {label:24} {medians[-1]:8.0f}   {rounded}")
        if medians[1]:
            print(f"{'ratio':6} {label:24} {medians[0] / medians[1]:8.3f}")


def chromium_of_playwright() -> str:
    """Return the path of the Chromium that Playwright has installed."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


if __name__ == "__main__":
    provision.rerun_in_venv(__file__)
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 3))
