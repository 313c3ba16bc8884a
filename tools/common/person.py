"""One interface for a browser with a visitor, driven by Playwright or by Selenium."""

import time
from typing import Any, Protocol

from playwright.sync_api import Error, Page
from selenium import webdriver

TIMEOUT = 60  # seconds; in WebKitGTK the start of the engine alone takes several


class Person(Protocol):
    """A visitor with a browser and a profile."""

    def go(self, address: str) -> None:
        """Load the address as a new visit, even if the page is there already."""

    def evaluate(self, script: str) -> Any:
        """Return the value of a JavaScript expression in the page."""


class ByPlaywright:
    """A visitor in Chromium or Firefox."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def go(self, address: str) -> None:
        """See Person."""
        self.page.goto("about:blank")
        self.page.goto(address)

    def evaluate(self, script: str) -> Any:
        """See Person. If the page reloads itself meanwhile, ask the new one."""
        try:
            return self.page.evaluate(script)
        except Error as problem:
            if "because of a navigation" not in problem.message:
                raise
            self.page.wait_for_load_state("domcontentloaded")
            return self.page.evaluate(script)


class BySelenium:
    """A visitor in WebKitGTK."""

    def __init__(self, driver: webdriver.WebKitGTK) -> None:
        self.driver = driver

    def go(self, address: str) -> None:
        """See Person."""
        self.driver.get("about:blank")
        self.driver.get(address)

    def evaluate(self, script: str) -> Any:
        """See Person."""
        return self.driver.execute_script(f"return {script}")


def until(person: Person, *expressions: str) -> int:
    """Wait until one of the JavaScript expressions is true. Return its index, from 0.

    Raises AssertionError if none is true within TIMEOUT.
    """
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        for index, expression in enumerate(expressions):
            if person.evaluate(expression):
                return index
        time.sleep(0.05)
    html = person.evaluate("document.body.outerHTML.slice(0, 300)")
    raise AssertionError(f"after {TIMEOUT} s none of {expressions} is true; the page is {html}")


def wait(person: Person, *selectors: str) -> str:
    """Wait until an element of one of the selectors is visible. Return that selector. Raises like `until`."""
    visible = [
        f"[...document.querySelectorAll({selector!r})].some((e) => e.checkVisibility())"
        for selector in selectors
    ]
    return selectors[until(person, *visible)]
