"""Which portrait a seat has, and its mood."""

import re
from typing import Any

import pytest

from tests.page.conftest import Page, a_scene, a_step, an_event
from tools.common import provision


def test_a_bot_has_its_levels_face_and_a_person_that_of_the_seat(page: Page) -> None:
    portrait = page("people.portraits").portrait
    assert portrait("fox", 3, "pleased") == (
        '<svg class="face" data-mood="pleased" viewBox="0 0 96 96" aria-hidden="true" focusable="false">'
        '<use class="pleased" href="#face-fox"/></svg>'
    )
    assert 'data-mood="waiting"' in portrait("", 0) and "#face-person-0" in portrait("", 0)
    assert portrait("", 7) == portrait(None, 1)


def test_a_portrait_in_a_template_is_ready_for_every_mood(page: Page) -> None:
    portraits = page("people.portraits")
    [mood, *drawings] = portraits.portrait_cells("fox", 3, "pleased")
    assert mood == (".face", "data-mood", "pleased")
    assert drawings == [(f".face > .{each}", "href", "#face-fox") for each in portraits.MOODS]
    seat = (provision.ROOT / "index.html").read_text().partition('<template id="t-seat">')[2]
    assert re.findall(r'<use class="(\w+)" href=', seat.partition("</template>")[0]) == [*portraits.MOODS]


def test_the_style_sheet_shows_the_drawing_of_each_mood(page: Page) -> None:
    styles = (provision.ROOT / "assets" / "styles" / "portraits.css").read_text()
    shown = re.findall(r'\.face\[data-mood="(\w+)"\] > \.(\w+)', styles.partition("{ opacity: 1 }")[0])
    assert shown == [(mood, mood) for mood in page("people.portraits").MOODS]


def moods(page: Page, scene: dict[str, Any] | None, *shown: dict[str, Any], sheet: Any = None) -> list[str]:
    state = {"scene": scene, "sheet_scene": sheet, "events_shown": [*shown]}
    return [page("seats.seats").mood(state, seat) for seat in range(3)]


def test_the_seat_on_turn_thinks_while_the_round_is_played(page: Page) -> None:
    assert moods(page, None) == ["waiting"] * 3
    assert moods(page, a_scene(turn=1)) == ["waiting", "thinking", "waiting"]
    assert moods(page, a_scene(turn=1, phase="curtain")) == ["waiting"] * 3


@pytest.mark.parametrize("kind", ["double", "out"])
def test_a_double_and_the_last_tile_please(page: Page, kind: str) -> None:
    assert moods(page, a_scene(turn=1), an_event(2, kind)) == ["waiting", "thinking", "pleased"]
    assert moods(page, a_scene(turn=1), an_event(2, "play")) == ["waiting", "thinking", "waiting"]


@pytest.mark.parametrize("kind", ["penalty", "skip"])
def test_who_pays_is_caught(page: Page, kind: str) -> None:
    assert moods(page, a_scene(turn=0), an_event(0, kind)) == ["caught", "waiting", "waiting"]


def test_the_seat_that_another_one_catches_is_caught(page: Page) -> None:
    steps = [a_step(2, "catch", target=1), a_step(0, "play")]
    assert moods(page, a_scene(turn=0, steps=steps), an_event(2, "catch")) == [
        "thinking",
        "caught",
        "waiting",
    ]


def test_the_newest_event_of_a_seat_decides(page: Page) -> None:
    scene = a_scene(turn=0)
    assert moods(page, scene, an_event(1, "double"), an_event(1, "penalty"))[1] == "caught"
    assert moods(page, scene, an_event(1, "penalty"), an_event(1, "double"))[1] == "pleased"


def test_winners_of_a_round_are_pleased_also_at_the_end_of_the_match(page: Page) -> None:
    rows = [{"scores": [1, 0], "won": [0]}, {"scores": [0, 5], "won": [1, 2]}, {"centre": "0-0"}]
    sheet = {"sheet": {"rows": rows, "places": [1, 3, 1]}}
    for phase in ("round-over", "match-over"):
        assert moods(page, a_scene(phase=phase), sheet=sheet) == ["waiting", "pleased", "pleased"]
    assert moods(page, a_scene(phase="round-over"), sheet=None) == ["waiting"] * 3


@pytest.mark.parametrize(
    ("seat", "face"),
    [
        ({"face": "fox", "level": "hen"}, "fox"),
        ({"face": "", "level": "hen"}, "hen"),
        ({"level": None}, None),
    ],
)
def test_a_guests_face_stays_while_a_bot_plays_for_them(page: Page, seat: Any, face: str | None) -> None:
    assert page("people.portraits").face_of(seat) == face
