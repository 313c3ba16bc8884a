"""The start: MicroPython in the page reaches Pyodide in the worker; every failure shows a sentence with a way forward."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from tools import build
from tools.common import drive, serve


@contextmanager
def sabotaged(published: Path, line: str) -> Iterator[str]:
    """The address of a copy of dist/ in whose engine the Python `line` runs before the game is imported."""
    script = next(published.glob("app/*/assets/engine.js"))
    first = "  const engine = python.pyimport("
    text = script.read_text()
    assert first in text
    script.write_text(text.replace(first, f"  python.runPython({json.dumps(line)});\n{first}"))
    with serve.serving(published) as address:
        yield address


def test_the_engine_answers_and_all_stages_are_done(started: Page) -> None:
    expect(started.locator("[data-stage][data-done]")).to_have_count(3)
    expect(started.locator("#start :visible")).to_have_count(
        0
    )  # the choices of the first screen have replaced it
    expect(started.locator("#start-failed")).to_be_hidden()
    expect(started.locator("#trouble")).to_be_hidden()


def test_a_runtime_that_cannot_be_loaded_is_reported_and_can_be_retried(
    context: BrowserContext, address: str
) -> None:
    page = context.new_page()
    page.route("**/pyodide.asm.wasm", lambda route: route.abort())
    page.goto(address)
    expect(page.locator("h1").first).to_be_visible()  # never a blank page
    expect(page.locator("#start-failed")).to_be_visible()
    page.unroute("**/pyodide.asm.wasm")
    page.locator("#start-retry").click()
    page.locator("body[data-start=ready]").wait_for()
    expect(page.locator("#start-failed")).to_be_hidden()


def test_an_engine_that_cannot_start_is_reported(context: BrowserContext, published: Path) -> None:
    page = context.new_page()
    with sabotaged(published, "raise RuntimeError('no engine today')") as address:
        page.goto(address)
        expect(page.locator("#start-failed")).to_be_visible()
        expect(page.locator("#start-retry")).to_be_enabled()


def test_an_engine_that_fails_in_play_offers_a_report_with_the_match(
    context: BrowserContext, published: Path
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    sabotage = (
        "import json; from game.engine.match.play import Play; from game.engine.verb_group import verb; "
        "Play.tap = verb(lambda play, **given: json.loads(''))"
    )
    with sabotaged(published, sabotage) as address:
        drive.open_menu(page, address)
        drive.start_match(page)
        page.locator("#hand [data-tile]").first.click()
        expect(page.locator("#trouble")).to_be_visible()
        page.locator("#trouble-copy").click()
        expect(page.locator("#trouble-copied")).to_be_visible()
        report = json.loads(page.evaluate("navigator.clipboard.readText()"))
        assert report["version"] == build.version() and report["build"].startswith("app/")
        assert report["commit"] == page.locator("html").get_attribute("data-commit")
        assert (
            "JSONDecodeError" in report["detail"]
        )  # its traceback passes library frames without line numbers
        record = json.loads(report["save"].partition("\n")[2])
        assert record["format"] == "chickenfoot-record/1"
        assert len(record["rounds"][0]["hands"]) == 4
        page.locator("#trouble-reload").click()
        page.locator("body[data-start=ready][data-phase=playing]").wait_for()
        expect(page.locator("#trouble")).to_be_hidden()
