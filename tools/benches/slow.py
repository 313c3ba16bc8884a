"""A first and a second visit over a slow line, in turn with a stock PyScript page.

All connections share one pipe, as on a phone. The server compresses with Brotli, as hosts do. On a loaded machine the times grow, the
bytes do not.
"""

import tempfile
import threading
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tools.benches.harness import Failed, Figures, Run, bench, in_turn, medians
from tools.benches.starts import OFFLINE_READY, READY, Compressed, come_back, in_profile
from tools.common import provision, serve
from tools.common.person import ByPlaywright

QUALITY = 9  # of Brotli; hosts that compress at each request take less, those that compress once take 11
PART = 1 << 12  # bytes; the connections take turns to send one part
TIMEOUT = 400  # seconds; at 400 kbit/s a stock page takes over two minutes
# When each step of a visit was done, in ms. A stock page has no Python of its own that reacts earlier.
TIMES = """({
  painted: performance.getEntriesByName("first-contentful-paint")[0].startTime,
  reacts: performance.getEntriesByName("start:table")[0]?.startTime,
  playable: performance.getEntriesByName("start:players")[0].startTime,
})"""


class Line(NamedTuple):
    """A line: bits per second, and seconds from a request to its answer."""

    rate: float
    latency: float


LINES = {"400": Line(400e3, 0.15), "1600": Line(1.6e6, 0.15), "9000": Line(9e6, 0.06)}


class Pipe:
    """What all connections share: it sends one part after the other, and counts the bytes of each path."""

    def __init__(self, line: Line) -> None:
        self.line, self.sent = line, Counter[str]()
        self._lock, self._free = threading.Lock(), 0.0

    def send(self, part: bytes, path: str) -> None:
        """Wait until a part has been sent."""
        with self._lock:
            self._free = max(time.monotonic(), self._free) + 8 * len(part) / self.line.rate
            wait = self._free - time.monotonic()
        time.sleep(max(0, wait))
        self.sent[path] += len(part)


class Piped(Compressed):
    """A request handler that sends compressed files through a pipe."""

    encoding = "br"
    pipe: Pipe
    compressed: Path  # the same files, as Brotli

    def do_GET(self) -> None:
        """Answer after the line's latency."""
        time.sleep(self.pipe.line.latency)
        super().do_GET()

    def content(self, path: Path) -> bytes:
        """Return a file as Brotli."""
        return (self.compressed / path.relative_to(Path(self.directory).resolve())).read_bytes()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file in parts."""
        while part := source.read(PART):
            self.pipe.send(part, self.path)
            outputfile.write(part)


@bench
def slow(run: Run) -> Figures:
    """The first two visits over slow lines, with the bytes, in turn with the stock page; medians of three people.

    `--line 1600` measures one line: 400, 1600 or 9000 kbit/s. Each file of a first visit is listed with its bytes until playable.
    """
    figures: Figures = {}
    compressed = {name: _compressed(run, folder) for name, folder in run.folders.items()}
    for name, line in LINES.items():
        if run.options.line in (None, name):
            measures = {
                page: partial(_visits, run, folder, compressed[page], line)
                for page, folder in run.folders.items()
            }
            found = medians(in_turn(run.count(3), measures))
            for page in run.folders.keys() - {"stock"}:
                ratio = found[f"{page}_first_playable_ms"] / found["stock_first_playable_ms"]
                figures[f"{name}_{page}_ratio"] = round(ratio, 3)
            figures |= {f"{name}_{figure}": value for figure, value in sorted(found.items())}
    return figures


def _compressed(run: Run, folder: Path) -> Path:
    """A folder with the same files as Brotli."""
    target = Path(run.stack.enter_context(tempfile.TemporaryDirectory()))
    script = provision.ROOT / "tools" / "making" / "brotli.mjs"
    provision.run([provision.node(), script, folder, target, str(QUALITY)])
    return target


def _visits(run: Run, folder: Path, compressed: Path, line: Line) -> Figures:
    """The times and kB of two visits over a line."""
    pipe, figures = Pipe(line), Figures()
    handler = type("ThisPipe", (Piped,), {"pipe": pipe, "compressed": compressed})
    with serve.serving(folder, handler=handler) as address, in_profile(run.playwright) as person:
        person.page.set_default_timeout(1000 * TIMEOUT)
        for visit in ("first", "second"):
            pipe.sent.clear()
            come_back(person, address)
            until(person, READY)
            figures[f"{visit}_kB"] = pipe.sent.total() / 1000
            if visit == "first":
                _list(pipe.sent)
            times = person.evaluate(TIMES)
            figures |= {f"{visit}_{step}_ms": at for step, at in times.items() if at is not None}
            if folder != run.folders["stock"] and visit == "first":
                until(person, OFFLINE_READY)
                figures["first_offline_ms"] = person.evaluate("performance.now()")
                figures["first_offline_kB"] = pipe.sent.total() / 1000
    return figures


def _list(sent: Counter[str]) -> None:
    """Print the kB of each large file."""
    files = (
        f"{Path(path).name or 'index.html'} {size / 1000:.0f}"
        for path, size in sent.most_common()
        if size > 5000
    )
    print("  kB until playable:", ", ".join(files))


def until(person: ByPlaywright, expression: str) -> None:
    """Wait until a JavaScript expression is true. Raises Failed after TIMEOUT."""
    deadline = time.monotonic() + TIMEOUT
    while not person.evaluate(expression):
        if time.monotonic() > deadline:
            raise Failed(f"{expression} is not true after {TIMEOUT} s")
        time.sleep(0.05)
