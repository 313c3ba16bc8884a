"""Start-up: the page's MicroPython reaches the engine in Pyodide; what fails is said."""

from playwright.sync_api import Page, expect


def test_the_page_hears_the_engine_and_all_stages_are_done(started: Page) -> None:
    expect(started.locator("[data-stage][data-done]")).to_have_count(3)
    expect(started.locator("#start-failed")).to_be_hidden()
    expect(started.locator("#trouble")).to_be_hidden()


def test_a_runtime_that_cannot_be_loaded_is_said_and_can_be_retried(context, address) -> None:
    page = context.new_page()
    page.route("**/pyodide.asm.wasm", lambda route: route.abort())
    page.goto(address)
    expect(page.locator("#start-failed")).to_be_visible()
    page.unroute("**/pyodide.asm.wasm")
    page.locator("#start-retry").click()
    page.locator("body[data-start=ready]").wait_for()
    expect(page.locator("#start-failed")).to_be_hidden()
