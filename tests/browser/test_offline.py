"""Offline use after the first visit; a new version waits until the person asks for it."""

import json
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tools.common import drive, provision, serve
from tools.common.deal_link import deal_link

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
def command() -> Any:
    """play.py as people run it: the process and its address."""
    play = [sys.executable, provision.ROOT / "tools" / "play.py", "--no-browser", "--port", "0"]
    process = subprocess.Popen(play, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    address = ""
    while not address:
        line = process.stdout.readline()
        assert line, "play.py ended without an address"
        address = "".join(re.findall(r"http://\S+", line))
    yield process, address
    process.terminate()
    process.wait()


@pytest.mark.slow
def test_a_match_is_begun_and_resumed_offline(context: BrowserContext, command: Any) -> None:
    process, address = command
    page = context.new_page()
    drive.open_menu(page, address)
    page.locator("body[data-offline=ready]").wait_for()
    # the browser's own cache has the files too, and would hide what the offline copy lacks
    context.new_cdp_session(page).send("Network.clearBrowserCache")
    process.terminate()
    process.wait()
    drive.visit(page, f"{address}?pace=0{deal_link('offline')}")
    drive.start_match(page)
    begun = drive.seen(page)
    assert drive.take_turn(page).startswith("play")
    before = drive.seen(page)
    assert before["table"] != begun["table"]
    drive.reload(page)
    page.locator("body[data-start=ready][data-phase=playing]").wait_for()
    assert drive.seen(page) == before
    page.locator("#buttons [data-action=undo]:enabled").click()  # a deal by a link asks before the first one
    expect(page.locator("#notice")).to_be_visible()
    page.locator("#buttons [data-action=undo]:enabled").click()
    assert drive.seen(page) == begun


class Holding(serve.Handler):
    """A server that holds one file back until `free` is set."""

    free = threading.Event()

    def do_GET(self) -> None:
        if self.path.endswith("/laboratory.rom.wasm"):
            Holding.free.wait(60)
        super().do_GET()


# The names of the files that the service worker has cached.
CACHED = """async () => {
  const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return keys.flat().map(({ url }) => url.split("/").pop());
}"""


@pytest.mark.long  # in every run: test_weight.py for the order, and test_engines.py for the sizes
def test_the_offline_copy_takes_first_what_the_person_uses(context: BrowserContext, dist: Path) -> None:
    """The language of the page comes although a file before it does not."""
    Holding.free.clear()
    with serve.serving(dist, handler=Holding) as address:
        page = context.new_page()
        drive.open_menu(page, f"{address}?pace=0&lang=es", hurried=False)
        page.wait_for_function(f"async () => (await ({CACHED})()).includes('es.json')")
        drive.choose(page, "settings")
        sizes = page.locator("#offline-parts dd")
        expect(sizes).to_have_count(7)
        expect(sizes).to_contain_text(
            ["kB", "kB", "faltan", "faltan", re.compile(r"^\d+ kB$"), "faltan", "faltan"]
        )
        assert "laboratory.rom.wasm" not in page.evaluate(CACHED)
        Holding.free.set()
        page.locator("body[data-offline=ready]").wait_for()
        expect(page.locator("#offline-parts [data-missing]")).to_have_count(0)
        expect(sizes).to_contain_text(["kB"] * 7)


def publish_another(published: Path) -> None:
    """Publish a newer version, whose page says `next`."""
    shell, worker = published / "index.html", published / "sw.js"
    shell.write_text(shell.read_text().replace("<title", "<meta name=version content=next><title"))
    entry = r'(url:"index.html",revision:")[^"]+(",integrity:"sha256-)[^"]+'
    assert re.search(entry, worker.read_text())
    digest = provision.sha256(shell.read_bytes())
    worker.write_text(re.sub(entry, rf"\g<1>next\g<2>{digest}", worker.read_text()))


@pytest.mark.slow
def test_a_new_version_waits_and_the_match_in_play_continues(
    context: BrowserContext, published: Path
) -> None:
    with serve.serving(published) as address:
        page = context.new_page()
        drive.open_menu(page, address)
        page.locator("body[data-offline=ready]").wait_for()
        expect(page.locator("#update")).to_be_hidden()
        drive.start_match(page)
        drive.take_turn(page)
        before = drive.seen(page)
        publish_another(published)
        drive.reload(page)
        page.locator("body[data-start=ready][data-phase=playing][data-update=waiting]").wait_for()
        expect(page.locator("meta[name=version]")).to_have_count(0)  # still the old one
        expect(page.locator("#update")).to_be_hidden()  # never during a round
        page.locator("#buttons [data-action=menu]").click()
        page.locator("#menu [data-action=leave]").click()
        page.locator("#update-later").click()  # dismissed
        expect(page.locator("#update")).to_be_hidden()
        page.evaluate("document.body.dataset.update = 'waiting'")  # offered again
        page.locator("#update-now").click()
        expect(page.locator("meta[name=version]")).to_have_count(1)
        page.locator("body[data-start=ready][data-phase=playing]").wait_for()
        assert drive.seen(page) == before
        expect(page.locator("#update")).to_be_hidden()


def update(page: Page) -> None:
    """Let the browser check for another version, and accept the offer."""
    page.evaluate("navigator.serviceWorker.getRegistration().then((registration) => registration.update())")
    page.locator("#update-now").click()
    expect(page.locator("meta[name=version]")).to_have_count(1)


# Writes a save as versions until November 2026 did.
AS_BEFORE = """async (save) => {
  const request = indexedDB.open("IDBMap/@pyscript/chickenfoot");
  request.onupgradeneeded = () => request.result.createObjectStore("entries");
  await new Promise((done) => { request.onsuccess = done });
  const writing = request.result.transaction("entries", "readwrite");
  writing.objectStore("entries").put(JSON.stringify([["1", "2"], "generic", save]), "save");
  await new Promise((done) => { writing.oncomplete = done });
  request.result.close();
}"""


@pytest.mark.long  # in every run: tests/store/test_before_release.py, and the update above
def test_a_match_saved_by_a_much_older_version_continues_after_the_update(
    context: BrowserContext, published: Path
) -> None:
    """That save has an earlier format and another place."""
    name = "goes-on-undone"
    meant = json.loads((GOLDEN / "saves-1.json").read_text())[name]
    with serve.serving(published) as address:
        page = context.new_page()
        drive.open_menu(page, address)
        page.locator("body[data-offline=ready]").wait_for()
        page.evaluate(AS_BEFORE, (GOLDEN / "saves-1" / f"{name}.json").read_text())
        publish_another(published)
        update(page)
        page.locator("body[data-start=ready][data-phase=playing]").wait_for()
        assert (drive.phase(page), drive.hand(page)) == (meant["phase"], sorted(meant["hand"]))
        assert len(drive.table(page)) == meant["laid"]
        drive.take_turn(page)
        drive.reload(page)
        page.locator("body[data-start=ready]:not([data-phase=starting]):not([data-phase=menu])").wait_for()


@pytest.mark.long
def test_a_page_loaded_past_its_worker_accepts_an_update(context: BrowserContext, published: Path) -> None:
    """As after Shift and reload: no page holds the new version back, so it activates by itself."""
    with serve.serving(published) as address:
        page = context.new_page()
        drive.open_menu(page, address)
        page.locator("body[data-offline=ready]").wait_for()
        with page.expect_navigation():
            context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
        page.locator("body[data-start=ready][data-offline=ready]").wait_for()
        assert page.evaluate("navigator.serviceWorker.controller") is None
        publish_another(published)
        update(page)
        page.locator("body[data-start=ready][data-phase=menu]").wait_for()
        assert page.evaluate("navigator.serviceWorker.controller !== null")
