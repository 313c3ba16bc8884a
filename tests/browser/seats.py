"""Start a match of several persons in a browser."""

from playwright.sync_api import Page, expect

from tools.common import drive


def seated(page: Page, *names: str) -> None:
    """Start a match of one round with that many persons."""
    page.locator("#choose").click()
    page.locator('#lengths label:has(input[value="1"])').click()
    rows = page.locator("#players > li")
    for number, name in enumerate(names):
        row = rows.nth(number)
        row.locator("summary").click()
        row.locator("[data-seat-kind]").select_option("human")
        row.locator("[data-seat-name]").fill(name)
        row.locator("[data-seat-name]").press("Tab")
        expect(row.locator(".player-name")).to_have_text(name)
    page.locator("#setup [data-action=start]").click()
    page.locator(f"{drive.QUIET}[data-phase=curtain]").wait_for()
