"""What happens is seen: under the seats, in view, inside the window, for a second at least at normal pace."""

import time

import pytest
from playwright.sync_api import Page, expect

from tools.common import drive

LEAST = 1.0  # seconds that a told event stays
ENOUGH = 8  # events looked at


@pytest.mark.xfail(
    strict=False,
    reason="an event now and then gives way to the next after .6 s; not every kind is brought about yet",
)
@pytest.mark.parametrize("size", ["phone", "laptop"], indirect=True)
def test_what_others_do_stays_in_view_for_a_second(page: Page, address: str) -> None:
    drive.open_menu(page, address, hurried=False)
    page.locator("[data-action=start]:visible").first.click()
    page.locator("body[data-phase=playing]").wait_for()
    seen: dict[str, float] = {}
    begun: dict[str, float] = {}
    until = time.monotonic() + 60
    while len(seen) < ENOUGH and time.monotonic() < until:
        now = time.monotonic()
        there = page.locator("#bubbles [data-event]").evaluate_all(
            """(bubbles) => bubbles.filter((bubble) => bubble.isConnected).map((bubble) => {  // one may go meanwhile
                 const box = bubble.getBoundingClientRect();
                 const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
                 return [bubble.dataset.event + bubble.dataset.seat + bubble.textContent, inside && box.height > 12];
               })"""
        )
        assert all(inside for _, inside in there), there
        names = {name for name, _ in there}
        for name in names:
            begun.setdefault(name, now)
        for name in [name for name in begun if name not in names]:
            seen[name] = now - begun.pop(name)
        if page.locator("#bubbles").count() and page.locator(f"{drive.QUIET}[data-turn='0']").count():
            for name in begun:
                seen[name] = max(seen.get(name, 0), LEAST)  # stays until the person acts
            drive.take_turn(page)
    assert len(seen) >= ENOUGH
    assert min(seen.values()) >= LEAST, seen
    expect(page.locator("#bubbles")).to_have_count(1)
