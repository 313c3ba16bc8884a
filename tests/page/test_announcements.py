"""Announcements to screen readers: the setting for how much is said, from short to full."""

from typing import Any

import pytest

from tests.page.conftest import Page, World, a_scene, a_seat, a_step, played
from tests.page.forms import chosen
from tests.page.openings import Make
from tests.page.shown_scenes import shown

MOVES: dict[str, Any] = {
    "steps": [a_step(0, "draw"), a_step(1, "pass")],
    "said": [["say.draw.you", {}], ["say.pass", {"name": "Bob"}]],
    "prompt": [["prompt.turn", {}], ["prompt.fits", {"n": 1}]],
}
FOOT: dict[str, Any] = {"foot": [["foot.toes", {"n": 2, "suits": ["suits.9", {}]}]]}
NORMAL = "You draw a tile. Bob passes. Your turn. 1 tile fits."


@pytest.mark.parametrize(
    ("talk", "changes", "said"),
    [
        ("short", {}, "Bob passes. Your turn."),
        ("normal", {}, NORMAL),
        ("full", {}, NORMAL + " 9-4 fits. Open ends: 2 fours."),
        ("full", {"ends": []}, NORMAL + " 9-4 fits."),
        ("full", {"ends": [{"suit": 4, "count": 0, "open": True, "at": []}]}, NORMAL + " 9-4 fits."),
        ("short", FOOT, "Bob passes. Your turn."),
        ("normal", FOOT, NORMAL + " 2 nines to go."),
        ("full", FOOT, NORMAL + " 2 nines to go. 9-4 fits."),
    ],
)
def test_the_setting_decides_how_much_is_said(page: Page, talk: str, changes: Any, said: str) -> None:
    scene = a_scene(**MOVES, **changes)
    assert page("log.log").announcement(scene, talk) == said


def test_only_full_says_how_many_tiles_a_seat_has_left_after_its_move(page: Page) -> None:
    moved = a_scene(
        turn=1,
        seats=[a_seat(0, "Ann"), a_seat(1, "Bob", count=5)],
        steps=[a_step(1, "draw"), a_step(1, "pass")],
        said=[["say.draw", {"name": "Bob"}], ["say.pass", {"name": "Bob"}]],
    )
    said = {talk: page("log.log").announcement(moved, talk) for talk in ("short", "normal", "full")}
    assert said["short"] == said["normal"] == "Bob draws a tile. Bob passes."
    assert said["full"] == "Bob draws a tile. Bob passes. Bob: 5 tiles."


@played
async def test_the_chosen_amount_is_announced(make: Make) -> None:
    world: World = await shown(make, a_scene())
    await chosen(world, '#settings [name="talk"][value="short"]', None)
    assert world.app.state["settings"]["talk"] == "short"
    world.app.show(a_scene(version=2, **MOVES))
    assert world.one("#announcer").textContent == "Bob passes. Your turn."


def test_all_events_since_the_last_turn_are_announced_after_a_curtain(page: Page) -> None:
    since = [
        [a_step(1, "draw"), ["say.draw", {"name": "Bob"}]],
        [a_step(1, "pass"), ["say.pass", {"name": "Bob"}]],
    ]
    round_again = a_scene(anew=True, said=[["ui.title", {}]] * 5, by=[0] * 5, since=since, turn=1)
    assert page("log.log").announcement(round_again) == "Bob draws a tile. Bob passes."
