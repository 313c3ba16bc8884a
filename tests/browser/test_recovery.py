"""A damaged offline copy, a bad connection and an unusual host: a start, or a sentence with a way forward that works.

The long tests damage the files that a start needs; with SPOIL=all they damage every cached file in turn, with and without a server.
"""

import io
import os
import re
import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.cached_files import CUT
from tests.browser.starts import RESTORED
from tools.common import drive, serve

SOME = ("index.html", "core.js", "engine.js", "page.rom.wasm", "snapshot.wasm", "pyodide.asm.wasm")
FOLDER = "/games/chickenfoot/"
READY = "body[data-start=ready][data-phase=menu]"


# Whether the service worker gave up: none is left after the installation.
REFUSED = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  while (registration?.installing) await new Promise((then) => setTimeout(then, 50));
  return !registration?.active;
}"""


def files() -> list[str]:
    """The ends of the names of the files to damage. SPOIL=all lists every cached file."""
    if os.environ.get("SPOIL") != "all":
        return [*SOME]
    worker = (Path(__file__).parents[2] / "dist" / "sw.js").read_text()
    return sorted(name.rpartition("/")[2] for name in re.findall(r'\{url:"([^"]+)"', worker))


def kept(page: Page, address: str) -> None:
    """The first visit, until everything is cached."""
    page.goto(address)
    page.locator(f"{READY}[data-offline=ready]").wait_for()


def opened_again(page: Page, address: str, until: str = READY) -> None:
    """Open the page anew, until one of these elements is there."""
    page.goto("about:blank")
    page.goto(address)
    page.locator(until).first.wait_for()


def test_damaged_files_are_repaired_or_leave_a_way_forward(context: BrowserContext, dist: Path) -> None:
    """One after the other: a script, which the network repairs, and the page itself, without a server.

    On a host without headers, in a sub-folder.
    """
    page = context.new_page()
    with serve.serving(dist, base_path=FOLDER, plain=True) as address:
        wrong = drive.watch(page, address.removesuffix("/"))
        kept(page, address)
        the_page_has_a_policy_of_its_own(page, wrong)
        assert page.evaluate(CUT, "core.js")
        opened_again(page, address)
        page.locator("body[data-offline=ready]").wait_for()
        assert wrong == []
    without_a_server(page, dist, address, "index.html", base_path=FOLDER, plain=True)


@pytest.mark.long
@pytest.mark.parametrize("name", files())
def test_a_damaged_file_is_repaired_from_the_network(
    context: BrowserContext, address: str, name: str
) -> None:
    page = context.new_page()
    kept(page, address)
    assert page.evaluate(CUT, name)
    opened_again(page, address)
    if name == "snapshot.wasm":
        assert not page.evaluate(RESTORED)
        opened_again(page, address)
        assert page.evaluate(RESTORED)


@pytest.mark.long
@pytest.mark.parametrize("name", files())
def test_without_a_server_a_damaged_file_leaves_a_way_forward(
    context: BrowserContext, dist: Path, name: str
) -> None:
    page = context.new_page()
    with serve.serving(dist) as address:
        kept(page, address)
    without_a_server(page, dist, address, name)


def without_a_server(page: Page, dist: Path, address: str, name: str, **host: Any) -> None:
    """Damage a file, and open the page while its server is away: it starts, or when the server is back."""
    assert page.evaluate(CUT, name)
    opened_again(page, address, f"{READY}, #start-failed:not([hidden]), a[href='']")
    if page.locator(READY).count():
        return
    with serve.serving(dist, port=int(re.findall(r":(\d+)/", address)[0]), **host):
        page.locator("#start-retry:visible, a[href='']").first.click()
        page.locator(READY).wait_for()


def test_a_bad_response_during_installation_is_never_cached(context: BrowserContext, published: Path) -> None:
    notices = published / "THIRD-PARTY.txt"  # no start needs it, so only the installation can notice
    text = notices.read_text()
    notices.write_text("<html>Please log in to this network</html>")
    with serve.serving(published) as address:
        page = context.new_page()
        page.goto(address)
        page.locator(READY).wait_for()
        assert page.evaluate(REFUSED)
        expect(page.locator("body[data-offline]")).to_have_count(0)
        notices.write_text(text)
        later = (
            time.time() + 10
        )  # else a browser that asks within the second of the first change hears of none
        os.utime(notices, (later, later))
        page.reload()
        page.locator(f"{READY}[data-offline=ready]").wait_for()


class Portal(serve.Handler):
    """A network that answers every request with its own page, except for the files in `free`."""

    paid = False
    free = ("/", "/index.html")

    def send_head(self) -> Any:
        if Portal.paid or self.path in self.free:
            return super().send_head()
        page = b"<!doctype html><title>Welcome to our network</title>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        return io.BytesIO(page)


@pytest.mark.long  # in every run: the bad response above, and the starts that fail in test_start.py
def test_a_captive_portal_counts_as_a_failure_and_is_not_cached(context: BrowserContext, dist: Path) -> None:
    page = context.new_page()
    Portal.paid = False
    with serve.serving(dist, handler=Portal) as address:
        page.goto(address)
        expect(page.locator("#start-failed")).to_be_visible()
        Portal.paid = True
        page.locator("#start-retry").click()
        page.locator(f"{READY}[data-offline=ready]").wait_for()


@pytest.mark.long
def test_an_incomplete_new_version_leaves_the_old_one_in_use(
    context: BrowserContext, published: Path
) -> None:
    worker = published / "sw.js"
    file = next(published.glob("app/*/assets/icons/icon.svg"))
    moved = file.with_name("icon-next.svg")
    with serve.serving(published) as address:
        page = context.new_page()
        kept(page, address)
        worker.write_text(worker.read_text().replace("icons/icon.svg", "icons/icon-next.svg"))
        page.reload()
        page.locator(READY).wait_for()
        assert page.evaluate(REFUSED) is False  # the new worker gave up, the old one serves
        expect(page.locator("body[data-update]")).to_have_count(0)
        shutil.copyfile(file, moved)  # the rest of it has arrived
        page.reload()
        page.locator(f"{READY}[data-update=waiting]").wait_for()


def test_a_stalled_download_is_reported_but_is_no_failure(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    held = []
    context.route("**/pyodide.asm.wasm", lambda route: held.append(route))
    page.clock.install()
    page.goto(address)
    page.locator("[data-stage=table][data-done]").wait_for()
    page.clock.fast_forward(13_000)
    expect(page.locator("#start-slow [data-slow=waiting]")).to_be_visible()
    page.clock.fast_forward(120_000)
    expect(page.locator("#start-failed")).to_be_hidden()
    for route in held:
        route.continue_()
    page.locator("body[data-start=ready]").wait_for()
    expect(page.locator("#start-slow")).to_be_hidden()


@pytest.mark.long
def test_starting_over_keeps_the_games(context: BrowserContext, dist: Path) -> None:
    page = context.new_page()
    with serve.serving(dist) as address:
        drive.open_menu(page, address)
        page.locator("body[data-offline=ready]").wait_for()
        drive.start_match(page)
        drive.take_turn(page)
        before = drive.seen(page)
        page.locator("#trouble").evaluate("(trouble) => { trouble.hidden = false; }")
        with page.expect_navigation():
            page.locator("#trouble [data-afresh]").click()
        page.locator("body[data-start=ready][data-phase=playing]").wait_for()
        assert drive.seen(page) == before
        page.locator("#trouble").evaluate("(trouble) => { trouble.hidden = false; }")
    page.locator("#trouble [data-afresh]").click()  # without a network no program would be left
    expect(page.locator("#trouble [data-no-network]")).to_be_visible()


def the_page_has_a_policy_of_its_own(page: Page, wrong: list[str]) -> None:
    """It forbids requests to others, and the browser says so."""
    assert "unsafe-inline" in (page.locator("meta[http-equiv]").get_attribute("content") or "")
    refused = "fetch('https://example.org/').then(() => 'answered', () => 'refused')"
    count = len(wrong)
    assert page.evaluate(refused) == "refused"
    assert any("Content Security Policy" in line for line in wrong[count:])
    del wrong[count:]


@pytest.mark.long  # in every run: the damaged files above, in such a folder
@pytest.mark.parametrize(("under", "bare"), [(FOLDER, True), (FOLDER, False), ("/", True)])
def test_a_sub_folder_and_a_host_without_headers(
    context: BrowserContext, dist: Path, under: str, bare: bool
) -> None:
    page = context.new_page()
    with serve.serving(dist, base_path=under, plain=bare) as address:
        wrong = drive.watch(page, address.removesuffix("/"))
        kept(page, address)
        the_page_has_a_policy_of_its_own(page, wrong)
    page.goto(address if bare or under == "/" else address.removesuffix("/"))
    page.locator(READY).wait_for()
    assert page.url == address
    assert wrong == []


@pytest.mark.long  # in every run: the update in test_offline.py, and the missing script of the QR code in test_arrival.py
def test_a_page_whose_files_are_gone_says_that_there_is_a_newer_version(
    context: BrowserContext, published: Path
) -> None:
    """Without a service worker, which would keep the files. It blames the connection only if there is none."""
    context.add_init_script("delete Navigator.prototype.serviceWorker")
    page = context.new_page()
    with serve.serving(published) as address:
        drive.begin_match(page, address)
        page.locator("#buttons [data-action=menu]").click()
        page.locator("#menu [data-action=share]").click()
        (app,) = (published / "app").iterdir()
        shell = published / "index.html"
        whole = shell.read_text()
        shell.write_text(whole.replace(f"app/{app.name}/", "app/newer/"))
        newer = app.rename(app.with_name("newer"))
        page.locator("#sending [data-action=qr]").click()
        expect(page.locator("#toast")).to_contain_text("newer version")
        page.keyboard.press("Escape")
        button = page.locator("#update-now")
        expect(button).to_be_visible()  # even during a round
        before = drive.seen(page)
        newer.rename(
            app
        )  # the policy in the page knows only its own scripts, so the newer version is the same again
        shell.write_text(whole)
        button.click()
        page.locator("body[data-start=ready][data-phase=playing]:not([data-update])").wait_for()
        assert drive.seen(page) == before
