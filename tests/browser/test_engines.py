"""The page starts in the other two browser engines. Neither is an iPhone; both would tell a Chromium-only page.

Skipped where the browser is not installed; tools/test.py installs them where it may.
"""

import glob
import os
import shutil
import subprocess

import pytest
from playwright.sync_api import Playwright
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import presence_of_element_located
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.service import Service

READY = "body[data-start=ready][data-phase=menu]"
START = 60  # seconds; WebKitGTK takes several for the engine alone


@pytest.mark.skipif(not shutil.which("firefox-esr"), reason="no Firefox on this machine")
def test_firefox(playwright: Playwright, address: str) -> None:
    browser = playwright.firefox.launch(channel="moz-firefox", executable_path=shutil.which("firefox-esr"))
    page = browser.new_page()
    page.goto(f"{address}?pace=0")
    page.locator(READY).wait_for(timeout=START * 1000)
    browser.close()


@pytest.fixture
def webkit():
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    place = {
        "DISPLAY": f":{screen.stdout.readline().strip()}",
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
    }
    options = webdriver.WebKitGTKOptions()
    options.binary_location = glob.glob("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")[0]
    options.add_argument("--automation")
    options.set_capability("browserName", "MiniBrowser")
    service = Service(shutil.which("WebKitWebDriver"), env=os.environ | place)
    driver = webdriver.WebKitGTK(options=options, service=service)
    yield driver
    driver.quit()
    screen.terminate()
    screen.wait()


@pytest.mark.skipif(
    not shutil.which("WebKitWebDriver") or not shutil.which("Xvfb"), reason="no WebKitGTK here"
)
def test_webkitgtk(webkit: webdriver.WebKitGTK, address: str) -> None:
    webkit.get(f"{address}?pace=0")
    WebDriverWait(webkit, START).until(presence_of_element_located((By.CSS_SELECTOR, READY)))
