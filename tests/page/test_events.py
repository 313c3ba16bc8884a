"""What happened is seen under the seats, with its kind and its seat; what happens to the person in a banner."""

from importlib import import_module

from tests.page.conftest import Page, a_happening, a_scene, played
from tests.page.test_match import Make, opened


def test_parts_are_told_one_after_the_other_and_a_search_at_once(page: Page) -> None:
    beats = page("table.events").beats
    search = [a_happening(seat, "start-draw") for seat in (1, 2, 0)]
    scene = a_scene(
        seen=[*search, a_happening(1, "play"), a_happening(1, "foot-filled"), a_happening(0, "skip")]
    )
    assert [len(part) for part in beats(scene)] == [3, 2, 1]
    assert beats(a_scene()) == []


@played
async def test_every_move_is_told_under_its_seat(make: Make) -> None:
    world = await opened(make, seats=3)
    told = set()
    while world.phase == "playing":
        told |= {(bubble.dataset.event, bubble.dataset.seat) for bubble in world.every("#bubbles > .bubble")}
        assert all(bubble.textContent for bubble in world.every("#bubbles > .bubble"))
        await world.turn()
    assert {event for event, _ in told} >= {"play"}
    assert {seat for _, seat in told} >= {"0", "2"}  # without pace only the last before the own turn stays


@played
async def test_what_happens_to_the_person_stands_in_a_banner(make: Make) -> None:
    world = await opened(make)
    assert world.one("#banner").hidden
    caught = a_happening(0, "penalty", banner=["say.penalty.you", {"tile": "9-4"}])
    import_module("game.page.felt.beats").tell(world.app, a_scene(seen=[a_happening(1, "catch"), caught]))
    assert "9-4" in world.one("#banner").textContent
    assert not world.one("#banner").hidden
    assert [bubble.dataset.event for bubble in world.every("#bubbles > .bubble")] == ["catch", "penalty"]
