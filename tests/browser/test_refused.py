"""Frames and unsupported browsers: the game does not start, nothing large is fetched, and a sentence gives the reason."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tools.common import drive, provision, serve

# Features that older browsers lack, removed before the page's first script.
LACKING = {
    "exceptions in WebAssembly": "WebAssembly.validate = (bytes) => bytes.length < 10",
    "getRandomValues": "delete Crypto.prototype.getRandomValues",
    "crypto": "Object.defineProperty(window, 'crypto', { value: undefined })",
    "Worker": "delete window.Worker",
    "light-dark": "{ const real = CSS.supports; CSS.supports = (...asked) => !/light-dark/.test(asked) && real.apply(CSS, asked); }",
    ":has": "{ const real = CSS.supports; CSS.supports = (...asked) => !/:has/.test(asked) && real.apply(CSS, asked); }",
    "CSS.supports": "delete window.CSS",
}
SMALL = re.compile(r"/($|\?|[\w./-]*icons/)")  # the page, and the requests of a browser that parses it


def asked_of(page: Page) -> list[str]:
    """A list that collects the page's requests, except for SMALL."""
    asked: list[str] = []
    page.on("request", lambda one: asked.extend([] if SMALL.search(one.url) else [one.url]))
    return asked


def test_an_unsupported_browser_shows_the_supported_versions(chromium: Browser, address: str) -> None:
    context = chromium.new_context(service_workers="block")
    for name, script in LACKING.items():
        page = context.new_page()
        page.add_init_script(script)
        asked = asked_of(page)
        page.goto(address, wait_until="commit")
        expect(page.locator("h1 + p"), name).to_contain_text("123")
        expect(page.locator("#welcome, #start"), name).to_have_count(0)
        assert page.evaluate("window.startup") is None, name
        assert asked == [], name
        page.close()
    context.close()


@pytest.mark.parametrize(
    "way",
    [
        pytest.param("delete window.WebAssembly", marks=pytest.mark.long),
        "WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError('forbidden'); } }",
    ],
    ids=["removed", "forbidden"],
)
def test_a_browser_with_webassembly_switched_off_is_told_the_switch(
    chromium: Browser, address: str, way: str
) -> None:
    context = chromium.new_context(service_workers="block")
    page = context.new_page()
    page.add_init_script(way)
    asked = asked_of(page)
    page.goto(address, wait_until="commit")
    expect(page.locator("h1 + p")).to_contain_text("Lockdown Mode")
    expect(page.locator("button")).to_have_text("Try again")
    assert "123" not in page.locator("body").inner_text() and asked == []
    page.add_init_script(LACKING["crypto"])  # an old browser without WebAssembly is too old
    page.goto(address, wait_until="commit")
    expect(page.locator("h1 + p")).to_contain_text("123")
    context.close()


def test_the_refusal_is_in_the_browsers_language(chromium: Browser, address: str) -> None:
    context = chromium.new_context(locale="es-MX")
    page = context.new_page()
    page.add_init_script(LACKING["crypto"])
    page.goto(address, wait_until="commit")
    expect(page.locator("h1 + p")).to_contain_text("este navegador")
    context.close()


def framed(page: Page, dist: Path, tmp_path: Path) -> None:
    """In a frame of another site the page shows only a link, which opens the game in its own window."""
    other = tmp_path / "other"
    other.mkdir()
    with serve.serving(dist, plain=True) as address, serve.serving(other) as elsewhere:
        (other / "index.html").write_text(
            f'<iframe src="{address}?pace=0" width="600" height="400"></iframe>'
        )
        asked = asked_of(page)
        page.goto(elsewhere, wait_until="commit")
        link = page.frame_locator("iframe").locator("a[target=_blank]")
        expect(link).to_be_visible()
        expect(page.frame_locator("iframe").locator("#welcome")).to_have_count(0)
        assert asked == []
        with page.expect_popup() as opened:
            link.click()
        opened.value.locator("body[data-start=ready][data-phase=menu]").wait_for()


def test_in_a_frame_of_another_page_nothing_starts(chromium: Browser, dist: Path, tmp_path: Path) -> None:
    context = chromium.new_context(service_workers="block")
    framed(context.new_page(), dist, tmp_path)
    context.close()


@pytest.mark.skipif(not shutil.which("firefox-esr"), reason="no Firefox on this machine")
@pytest.mark.long
def test_in_a_frame_of_another_page_nothing_starts_in_firefox(
    playwright: Playwright, dist: Path, tmp_path: Path
) -> None:
    browser = drive.launch_firefox(playwright)
    framed(browser.new_page(), dist, tmp_path)
    browser.close()


def test_the_check_is_in_syntax_that_every_browser_reads() -> None:
    parse = "import { parse } from 'acorn'; import { readFileSync } from 'node:fs'; "
    parse += "parse(readFileSync('assets/check.js', 'utf8'), { ecmaVersion: 5 });"
    command = [provision.node(), "--input-type=module", "-e", parse]
    subprocess.run([str(part) for part in command], check=True, cwd=provision.ROOT)


def test_document_and_refusal_name_the_same_versions() -> None:
    named = {"Chrome": "123", "Firefox": "121", "Safari": "17.5"}
    document = (provision.ROOT / "docs" / "measurements.md").read_text()
    (row,) = re.findall(r"^\| (?:oldest version).*$", document, re.MULTILINE)
    for version in named.values():
        assert version in row
        for language in ("en", "es"):
            assert (
                version
                in (provision.ROOT / "assets" / "locales" / f"{language}.json")
                .read_text()
                .split('"ui.start.unable"')[1]
                .split("\n")[0]
            )
