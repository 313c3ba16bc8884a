"""Links may name every level that their formats have, also the yardsticks, which the page does not offer."""

from collections.abc import Callable
from importlib import import_module

import pytest

from game.players.levels import LEVELS as OFFERED
from game.records.links.any_link import ContinuableMatch, write_position
from game.records.links.challenge import Challenge, Result, write_challenge
from game.records.links.puzzle import Puzzle
from game.records.links.replay_link import LinkedMatch, write_replay
from game.records.links.shared_parts import LEVELS
from game.records.record import Record, Seat
from game.rules.match import start_match
from game.rules.options.presets import resolve
from game.rules.view import view
from tests.page.conftest import TEXTS, World, played
from tests.page.opened_links import follow
from tests.page.openings import SMALL

Make = Callable[..., World]
RULES = resolve("montgomery", SMALL, 2)


def code(kind: str, level: str) -> str:
    """A link of that kind, in which Ben is a bot of that level."""
    seats = (Seat("Ann", "human"), Seat("Ben", "bot", level, "balanced"))
    match = start_match(RULES, "other")
    if kind == "challenge":
        nameless = tuple(seat._replace(name="") for seat in seats)
        return write_challenge(
            Challenge("montgomery", RULES, "a1b2c3d4e5", nameless).with_result(Result("Ann", ()))
        )
    if kind == "puzzle":
        return write_position(Puzzle("montgomery", seats, view(match, match.round.turn)))
    linked = LinkedMatch(Record(match, "montgomery", seats))
    return write_position(ContinuableMatch(linked)) if kind == "match" else write_replay(linked)


@pytest.mark.parametrize("kind", ["challenge", "match", "puzzle", "replay"])
@pytest.mark.parametrize("level", LEVELS[1:])
@played
async def test_an_opened_link_explains_its_players(make: Make, level: str, kind: str) -> None:
    world = await make().begin()
    await follow(world, code(kind, level))
    shown = level if level in OFFERED else "hen"  # a hen plays for a yardstick
    if kind == "challenge":
        assert f"Against {TEXTS[f'level.{shown}.bots.one']}." in str(world.one("#opened-rules").textContent)
    await world.click("#opened-go")
    assert world.app.state["phase"] == {"puzzle": "puzzle", "replay": "replay"}.get(kind, "playing")
    drawn = world.one('#seats > [data-seat="1"] .face > .waiting').getAttribute("href")
    drawn_faces = import_module(
        "game.page.people.portraits"
    ).FACES  # a page module, so not before the page is made
    assert str(drawn).removeprefix("#face-") in drawn_faces
    await world.click('#seats [data-of="1"]')
    said = str(world.one("#notice").textContent)
    assert "holds" in said
    names_it = kind in ("challenge", "match") or level in OFFERED
    assert (str(TEXTS[f"level.{shown}.help"])[:-1] in said) == names_it
