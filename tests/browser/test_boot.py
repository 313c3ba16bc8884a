"""The start: MicroPython in the page reaches Pyodide in the worker; every failure shows a sentence with a way forward."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tools import build
from tools.common import drive, serve


@contextmanager
def sabotaged(published: Path, line: str) -> Iterator[str]:
    """The address of a copy of dist/ in whose engine the Python `line` runs before the game is imported."""
    script = next(published.glob("app/*/assets/engine.js"))
    first = "  const module = python.pyimport("
    text = script.read_text()
    assert first in text
    script.write_text(text.replace(first, f"  python.runPython({json.dumps(line)});\n{first}"))
    with serve.serving(published) as address:
        yield address


@pytest.mark.long  # in every run: a damaged starter in test_start.py ends there too
def test_an_engine_that_cannot_start_is_reported(context: BrowserContext, published: Path) -> None:
    page = context.new_page()
    with sabotaged(published, "raise RuntimeError('no engine today')") as address:
        page.goto(address)
        expect(page.locator("#start-failed")).to_be_visible()
        expect(page.locator("#start-retry")).to_be_enabled()


def test_an_engine_that_fails_in_play_offers_a_report_with_the_match(
    context: BrowserContext, published: Path
) -> None:
    context.add_init_script(drive.NO_OFFLINE_COPY)
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
        a_verb_that_the_engine_lacks_is_a_fault_of_ours(page)


# The page's next request for the verb `history` asks for a verb that is not there.
MISSPELL = """() => {
  const ask = engine.ask;
  engine.ask = (verb, given) => ask(verb === "history" ? "histories" : verb, given);
}"""


def a_verb_that_the_engine_lacks_is_a_fault_of_ours(page: Page) -> None:
    """The fault report names it, and the engine, which is well, is not started anew."""
    said = list[str]()
    page.on("console", lambda message: said.append(message.text))
    page.evaluate(MISSPELL)
    page.locator("#buttons [data-action=menu]").click()
    page.locator("#menu [data-action=history]").click()
    expect(page.locator("#trouble")).to_be_visible()
    assert page.evaluate("async () => JSON.parse(await engine.ask('statistics', '{}'))['ok'] !== undefined")
    assert page.evaluate("engine.ask('toString', '{}')") == '{"failed": "the engine has no verb toString"}'
    assert [text for text in said if "histories" in text] == ["the engine has no verb histories"]
