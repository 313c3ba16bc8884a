"""`play.py --dev`: the game runs from uncompiled sources, and the page reloads when one is saved."""

import io
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from urllib.request import urlopen

import pytest
from playwright.sync_api import BrowserContext

from tools.common import drive, provision

ERRORS = provision.ROOT / "game" / "rules" / "errors.py"


@pytest.fixture
def dev() -> Iterator[str]:
    """The address of `play.py --dev`."""
    play = [sys.executable, str(provision.ROOT / "tools" / "play.py"), "--dev", "--no-browser", "--port", "0"]
    with subprocess.Popen(play, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield next(found[0] for line in process.stdout if (found := re.search(r"http://\S+", line)))
        process.terminate()


def fetched(address: str) -> bytes:
    with urlopen(address) as answer:
        content: bytes = answer.read()
    return content


@pytest.mark.slow
def test_sources_are_served_and_a_saved_one_is_told(dev: str) -> None:
    shell = fetched(dev).decode()
    app, version = (
        re.findall(pattern, shell)[0] for pattern in (r'<html[^>]* data-app="([^"]+)"', r"dev/changes\?(\d+)")
    )
    with zipfile.ZipFile(io.BytesIO(fetched(f"{dev}{app}game.zip.wasm"))) as archive:
        packed = archive.read("game/rules/errors.py")
    assert packed == ERRORS.read_bytes()
    with urlopen(f"{dev}dev/changes?{version}", timeout=60) as told:
        os.utime(ERRORS)
        assert b"data: changed\n" in told


@pytest.mark.long  # in every run: the test above, without a page, which takes four times as long
def test_the_page_runs_and_reloads_when_a_source_is_saved(context: BrowserContext, dev: str) -> None:
    page = context.new_page()
    wrong = drive.watch(page, dev)
    drive.open_menu(page, dev)
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    with page.expect_event("load"):
        os.utime(ERRORS)
    assert wrong == []
