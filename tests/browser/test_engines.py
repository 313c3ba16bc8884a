"""The page starts in the other two browser engines. Neither is an iPhone; both would tell a Chromium-only page.

Skipped where the browser is not installed; tools/test.py installs them where it may.
"""

import shutil

import pytest
from playwright.sync_api import Playwright
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import presence_of_element_located
from selenium.webdriver.support.wait import WebDriverWait

from tools.common import webkit

READY = "body[data-start=ready][data-phase=menu]"
START = 60  # seconds; WebKitGTK takes several for the engine alone


@pytest.mark.skipif(not shutil.which("firefox-esr"), reason="no Firefox on this machine")
def test_firefox(playwright: Playwright, address: str) -> None:
    browser = playwright.firefox.launch(channel="moz-firefox", executable_path=shutil.which("firefox-esr"))
    page = browser.new_page()
    page.goto(f"{address}?pace=0")
    page.locator(READY).wait_for(timeout=START * 1000)
    browser.close()


@pytest.mark.skipif(not webkit.is_here(), reason="no WebKitGTK here")
def test_webkitgtk(address: str) -> None:
    with webkit.running() as driver:
        driver.get(f"{address}?pace=0")
        WebDriverWait(driver, START).until(presence_of_element_located((By.CSS_SELECTOR, READY)))
