"""Whom the messages of a match address: the only person at a device, also one with a name; the names stay in the rows."""

import json
import random
from typing import Any

import pytest

from game.engine.match.player_actions import PlayerActions
from game.engine.match.story import add_match_story
from game.engine.scene import scene
from game.narration.answers import ANSWERS
from game.records.record import Seat
from game.rules.match import start_match
from game.rules.options.presets import resolve
from game.session.session import Session
from tests.session.matches import NAMES, played, words

ROWS = ("seats", "sheet", "can")  # these keep the names


def match_of(*people: str, away: tuple[int, ...] = ()) -> Session:
    """A match of two rounds, in which people with these names sit before the bots."""
    seats = [Seat(name, "human") for name in people]
    seats += [Seat(name, "bot", "hen", "balanced") for name in NAMES[len(people) : 3]]
    rules = resolve("montgomery", {"rounds": 2, "last_tile_call": "catch"}, 3)
    return Session(start_match(rules, "told"), "montgomery", tuple(seats), 0.7, away)


def told(session: Session) -> tuple[str, list[Any]]:
    """All that two rounds say to the viewer beside the rows, as one text; and the last scene with its story."""
    texts: list[object] = []
    scenes: list[Any] = []

    def look() -> None:
        made = scene(session, session.viewer)
        session.viewer.sent.note(session.viewer.view, {}, session.version)
        add_match_story(made, session, session.viewer)
        scenes.append(made)
        texts.append({key: value for key, value in made.items() if key not in ROWS})
        texts.append(made.get("sheet", {}).get("notes"))
        texts.extend(PlayerActions(session, session.viewer).tell(what) for what in ANSWERS)

    played(session, look, random.Random(5), rounds=2)
    return json.dumps(texts), scenes


def test_the_only_person_is_you_with_a_name_too() -> None:
    session = match_of("Sam")
    text, scenes = told(session)
    assert "Sam" not in text and '"You"' not in text
    assert "say.play.you" in text and "story" in scenes[-1]
    assert scenes[-1]["seats"][0]["name"] == scenes[-1]["sheet"]["names"][0] == "Sam"
    assert words(PlayerActions(session, session.viewer).tell("scores")[0]).startswith("You ")


def test_people_at_one_screen_keep_their_names() -> None:
    session = match_of("Sam", "Ann")
    session.lift()
    actions = PlayerActions(session, session.viewer)
    assert {"Sam", "Ann"} <= set(words(actions.tell("scores")[0]).replace(",", " ").split())
    assert ".you" not in json.dumps(scene(session, session.viewer)["prompt"])


@pytest.mark.parametrize(("own", "other"), [(0, "Ann"), (1, "Sam")])
def test_on_an_own_phone_its_person_is_you(own: int, other: str) -> None:
    session = match_of("Sam", "Ann", away=(1,))
    guest = session.add_viewer((1,), 0.7)
    viewer = (session.viewer, guest)[own]
    scores = words(PlayerActions(session, viewer).tell("scores")[0])
    assert "You " in scores and other in scores and ("Sam", "Ann")[own] not in scores
