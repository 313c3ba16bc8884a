"""A person at the page in any browser, whoever drives it: they go somewhere, and the page is asked what stands there."""

import time
from typing import Any, Protocol

from playwright.sync_api import Page
from selenium import webdriver

PATIENCE = 60  # seconds for one state; WebKitGTK takes several for the engine alone


class Person(Protocol):
    """What is needed of a browser."""

    def go(self, address: str) -> None:
        """Goes to the address, from another page: a visit."""

    def evaluate(self, script: str) -> Any:
        """What a JavaScript expression comes to."""


class ByPlaywright:
    """In Chromium or Firefox."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def go(self, address: str) -> None:
        """See Person."""
        self.page.goto("about:blank")
        self.page.goto(address)

    def evaluate(self, script: str) -> Any:
        """See Person."""
        return self.page.evaluate(script)


class BySelenium:
    """In WebKitGTK."""

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
    """Waits until one of the JavaScript expressions is true; which it was, the first 0. Raises AssertionError where none is in time."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for number, expression in enumerate(expressions):
            if person.evaluate(expression):
                return number
        time.sleep(0.05)
    raise AssertionError(
        f"never so: {expressions}; there is {person.evaluate('document.body.outerHTML.slice(0, 300)')}"
    )


def wait(person: Person, *selectors: str) -> str:
    """Waits for the first of the selectors that fits something to be seen; which it was. Raises as `until`."""
    shown = [
        f"[...document.querySelectorAll({selector!r})].some((e) => e.checkVisibility())"
        for selector in selectors
    ]
    return selectors[until(person, *shown)]
