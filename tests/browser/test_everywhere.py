"""The same deals and the same bot moves in every browser engine.

The daily deals must equal the golden file, and the bots' answers to the same choices must equal those in CPython.
Engines that are not installed are skipped; tools/test.py installs them if it can.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import presence_of_element_located
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser.starts import JOIN
from tools.common import drive, webkit

pytestmark = pytest.mark.long  # test_engines.py covers the pages in all three
READY = "body[data-start=ready][data-phase=menu]"
DAYS = Path(__file__).parents[1] / "golden" / "days-1.json"
SAME = Path(__file__).parents[1] / "session" / "same.py"
# challenges of tests/session/same.py; in the last one a seat that forgets to call may be caught
MATCHES = (2, 5, 99)
ASK = (
    f"""async ([pyodide, stdLibURL, game, code]) => {{
  await ({JOIN})(pyodide);
"""
    + """
  const { loadPyodide } = await import(pyodide);
  const python = await loadPyodide({ stdLibURL });
  python.FS.writeFile("/lib/game.zip", new Uint8Array(await (await fetch(game)).arrayBuffer()));
  python.runPython("import sys; sys.path.append('/lib/game.zip')");
  return python.runPython(code);
}"""
)
TOLD = """
import json
from game.records.daily_deal import daily_deal
from game.rules.tiles import NAME, tiles_in

def dealt(date):
    today = daily_deal(date)
    deal = start_match(today.options, today.seed).round.deal
    hands = [[NAME[tile] for tile in tiles_in(hand)] for hand in deal.hands]
    return {"hands": hands, "yard": [NAME[tile] for tile in deal.yard], "first_seat": deal.first_seat}

def both(number):
    chosen = []
    here = played(taken_up(challenge(number), 2.0), Random(number), chosen)
    return [told(here), told(played(taken_up(challenge(number), 0.5), None, chosen))]

json.dumps([[dealt(date) for date in DATES], [both(number) for number in MATCHES]])
"""
START = 60  # seconds; WebKitGTK needs several for the engine alone


@pytest.fixture(scope="session")
def golden() -> list[dict[str, Any]]:
    """The daily deals of the golden file."""
    days: list[dict[str, Any]] = json.loads(DAYS.read_text())
    return days


@pytest.fixture(scope="session")
def asked(golden: list[dict[str, Any]], address: str, dist: Path) -> list[str]:
    """The published Python, library and game, and the code that every engine runs in them."""
    pyodide = next(dist.glob("runtime/*/pyodide/pyodide.mjs")).relative_to(dist)
    archives = [next(dist.glob(f"app/*/{name}.zip.wasm")).relative_to(dist) for name in ("library", "game")]
    given = f"DATES, MATCHES = {[day['date'] for day in golden]!r}, {MATCHES!r}\n"
    return [*(f"{address}{path}" for path in (pyodide, *archives)), SAME.read_text() + given + TOLD]


@pytest.fixture(scope="session")
def here(asked: list[str]) -> Any:
    """The results of CPython."""
    names: dict[str, Any] = {}
    *lines, last = asked[3].strip().rpartition("\n")
    exec("".join(lines), names)
    return json.loads(eval(last, names))


def check(answer: str, golden: list[dict[str, Any]], here: Any) -> None:
    """Compare the days with the golden ones, and the matches with those of CPython."""
    days, matches = json.loads(answer)
    assert days == [{key: day[key] for key in ("hands", "yard", "first_seat")} for day in golden]
    assert matches == here[1]
    assert all(first == again for first, again in matches)


def test_chromium_deals_the_same_days_and_answers_the_same(
    chromium: Browser, address: str, asked: list[str], golden: list[dict[str, Any]], here: Any
) -> None:
    page = chromium.new_context().new_page()
    page.goto(f"{address}THIRD-PARTY.txt")  # an empty page of this origin
    check(page.evaluate(ASK, asked), golden, here)
    page.context.close()


@pytest.mark.skipif(not shutil.which("firefox-esr"), reason="no Firefox on this machine")
def test_firefox(
    playwright: Playwright, address: str, asked: list[str], golden: list[dict[str, Any]], here: Any
) -> None:
    browser = drive.launch_firefox(playwright)
    page = browser.new_page()
    page.goto(f"{address}?pace=0")
    page.locator(READY).wait_for(timeout=START * 1000)
    page.goto(f"{address}THIRD-PARTY.txt")
    check(page.evaluate(ASK, asked), golden, here)
    browser.close()


@pytest.mark.skipif(not webkit.is_here(), reason="no WebKitGTK here")
def test_webkitgtk(address: str, asked: list[str], golden: list[dict[str, Any]], here: Any) -> None:
    with webkit.running() as driver:
        driver.get(f"{address}?pace=0")
        WebDriverWait(driver, START).until(presence_of_element_located((By.CSS_SELECTOR, READY)))
        driver.get(f"{address}THIRD-PARTY.txt")
        driver.set_script_timeout(2 * START)
        answer = driver.execute_async_script(
            f"const done = arguments[4]; ({ASK})([...arguments].slice(0, 4)).then(done, (problem) => done(String(problem)))",
            *asked,
        )
    check(answer, golden, here)
