"""The words and views of matches by post, with made-up rows."""

from typing import Any

import pytest

from tests.page.conftest import Page, States, a_scene

SUMMARY = {"set": 9, "rounds": 3}


def a_row(**changes: Any) -> dict[str, Any]:
    """A match of Ann, Ben, Cleo and the bot Hattie, at Ben's device, before the deal: the next link goes to Cleo."""
    row: dict[str, Any] = {
        "id": "one",
        "names": ["Ann", "Ben", "Cleo", "Hattie"],
        "people": [0, 1, 2],
        "bots": [3],
        "here": [1],
        "turn": 2,
        "unsent": True,
        "over": False,
        "round": 0,
        "of": 3,
        "when": 0,
        "said": None,
        "own_said": None,
    }
    return row | changes


def cells_of(page: Page, view: str, **values: Any) -> dict[tuple[str, str], Any]:
    """The cells of a view of the room, by part and name."""
    found = getattr(page("post.post_view"), view)({**States(page).START, **values})
    return {(part, name): value for part, name, value in found}


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


def test_the_end_goes_to_people_only(page: Page) -> None:
    for unsent in (True, False):
        said = plain(page("post.post_words").state(a_row(over=True, turn=-1, round=3, unsent=unsent)))
        assert "Hattie" not in said and ("Ann and Cleo" in said) == unsent


def test_a_device_without_a_seat_sends_nothing(page: Page) -> None:
    may_send = page("post.post_words").may_send
    assert may_send(a_row()) and not may_send(a_row(here=[]))
    assert not may_send(a_row(here=[0, 1, 2], turn=-1))  # nobody is elsewhere


def test_the_end_waits_on_the_first_screen_until_it_is_sent(page: Page) -> None:
    rows = [a_row(id="sent", over=True, unsent=False), a_row(id="end", over=True), a_row(id="waits")]
    cells = cells_of(page, "lists", posts=rows)
    assert [key for key, _, _ in cells["#post-waiting", "rows"]] == ["end", "waits"]
    assert [key for key, _, _ in cells["#post-list", "rows"]] == ["sent", "end", "waits"]


@pytest.mark.parametrize(
    ("here", "unsent", "is_offered"), [([1], True, True), ([1], False, False), ([0, 1], True, False)]
)
def test_the_last_other_person_is_not_asked_to_play_here(
    page: Page, here: list[int], unsent: bool, is_offered: bool
) -> None:
    card = a_row(here=here, unsent=unsent, preset="hastings", summary=SUMMARY, dealt=False, fair=False)
    assert cells_of(page, "before_the_deal", post_card=card)["#post-here", "hidden"] != is_offered


@pytest.mark.parametrize(("next_event", "is_offered"), [(False, True), (True, False)])
def test_a_turn_is_sent_after_the_moves_of_the_bots(page: Page, next_event: bool, is_offered: bool) -> None:
    post = {"id": "one", "mine": False, "unsent": True, "over": False, "fair": True, "to": ["Ann"]}
    cells = cells_of(page, "table", scene=a_scene(post=post, next=next_event))
    for button in ("#post-send", "#menu-post-send"):
        assert cells[button, "hidden"] != is_offered
    assert cells['#menu [data-action="share"]', "hidden"] == is_offered
