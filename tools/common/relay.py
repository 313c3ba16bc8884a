"""Run a relay on this machine, for tests and for trying out: Debian's Mosquitto with tools/relay/mosquitto.conf."""

import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.common import provision

FOLDER = Path(__file__).resolve().parents[1] / "relay"
PACKAGE = "mosquitto"  # the Debian package, and its command
MISSING = "there is no mosquitto on this machine: install the package mosquitto (Debian, Ubuntu, Homebrew)"
STARTING = 10  # seconds


class NoBroker(Exception):
    """This machine has no Mosquitto, or it does not start."""


def command() -> str | None:
    """The path of Mosquitto, or None. Debian has it in a folder that is not in the PATH of all users."""
    return shutil.which(PACKAGE) or shutil.which(PACKAGE, path="/usr/sbin:/usr/local/sbin:/opt/homebrew/sbin")


class Broker:
    """A relay on this machine. `address` is its WebSocket address, `plain_port` the port for MQTT without WebSocket."""

    def __init__(self, folder: Path, port: int) -> None:
        self.address = f"ws://127.0.0.1:{port}/"
        self.plain_port = free_port()
        self._config = folder / "mosquitto.conf"
        text = (FOLDER / "mosquitto.conf").read_text()
        shutil.copy(FOLDER / "room.acl", folder)
        text = text.replace("/etc/mosquitto/room.acl", str(folder / "room.acl"))
        text = re.sub(r"^listener 18831", f"listener {self.plain_port}", text, flags=re.MULTILINE)
        text = re.sub(r"^listener 8766", f"listener {port}", text, flags=re.MULTILINE)
        self._config.write_text(text)
        folder.chmod(0o755)  # started by root, Mosquitto goes on as another user
        self._port = port
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it takes connections. Raises NoBroker."""
        path = command()
        if path is None:
            raise NoBroker(MISSING)
        self._process = subprocess.Popen(
            [path, "-c", self._config], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        deadline = time.monotonic() + STARTING
        while not _answers(self._port):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self._process.kill()
                words = self._process.communicate()[1].decode(errors="replace").strip()
                raise NoBroker(f"mosquitto does not start: {words}")
            time.sleep(0.02)

    def stop(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.terminate()
            self._process.communicate()
            self._process = None


@contextmanager
def running(port: int = 0) -> Iterator[Broker]:
    """Run a relay while the block runs, at this port; 0: at a free one. Raises NoBroker."""
    with tempfile.TemporaryDirectory(prefix="chickenfoot-relay-") as folder:
        broker = Broker(Path(folder), port or free_port())
        broker.start()
        try:
            yield broker
        finally:
            broker.stop()


def name_relay(site: Path, address: str) -> None:
    """Let a built site name a relay, as the build does for CHICKENFOOT_RELAY, without a build of its own."""
    page, headers, worker = (site / name for name in ("index.html", "_headers", "sw.js"))
    origin = address.rstrip("/")
    text = page.read_text().replace("<html", f'<html data-relay="{address}"', 1)
    page.write_text(text.replace("connect-src &#x27;self&#x27;", f"connect-src &#x27;self&#x27; {origin}"))
    headers.write_text(headers.read_text().replace("connect-src 'self'", f"connect-src 'self' {origin}"))
    entry = r'(url:"index.html".*?sha256-)[^"]+'
    digest = provision.sha256(page.read_bytes())
    worker.write_text(re.sub(entry, rf"\g<1>{digest}", worker.read_text()))


def free_port(first: int = 0) -> int:
    """The first free port from `first` on; with 0, any free port."""
    for port in range(first, first + 50 if first else 1):
        with socket.socket() as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(tried.getsockname()[1])
    raise OSError(f"no free port from {first} on")


def _answers(port: int) -> bool:
    """Whether something takes connections at the port."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False
