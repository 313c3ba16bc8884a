"""`play.py --dev`: the game runs from uncompiled sources, and the page reloads when one is saved."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext

from tools.common import drive, provision


@pytest.fixture
def dev() -> Iterator[str]:
    """The address of `play.py --dev`."""
    play = [sys.executable, str(provision.ROOT / "tools" / "play.py"), "--dev", "--no-browser", "--port", "0"]
    with subprocess.Popen(play, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield next(found[0] for line in process.stdout if (found := re.search(r"http://\S+", line)))
        process.terminate()


@pytest.mark.slow
def test_the_page_runs_and_reloads_when_a_source_is_saved(context: BrowserContext, dev: str) -> None:
    page = context.new_page()
    wrong = drive.watch(page, dev)
    drive.open_menu(page, dev)
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    with page.expect_event("load"):
        os.utime(provision.ROOT / "game" / "rules" / "errors.py")
    assert wrong == []
