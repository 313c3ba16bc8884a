"""Messages of replays: they address the only nameless person as "you", from whatever seat the replay is seen, and nobody else."""

import random
import re
from typing import Any

import pytest

from game.contract.basics import Message
from game.contract.scenes import ReplayScene
from game.engine.replay_scene import SentReplayState, replay_scene
from game.narration.localization.language import load
from game.records.record import Record, Seat
from game.session.replay import Replay
from game.session.session import Session
from tests.session.matches import played, table


def every(value: Any) -> list[Message]:
    """All messages in a value, including the value itself."""
    if isinstance(value, list | tuple) and len(value) == 2 and isinstance(value[1], dict):
        message: Any = value
        return [message, *(message for inner in value[1].values() for message in every(inner))]
    return []


@pytest.fixture(scope="module")
def matches() -> list[Session]:
    """Two matches, played to the end of a round or two."""
    made = []
    for number, preset in enumerate(("montgomery", "hastings")):
        session = table(f"again-{number}", preset=preset, rounds=2, last_tile_call="automatic")
        played(session, lambda: None, random.Random(number), 2)
        made.append(session)
    return made


def told(session: Session, wanted: int | None, *people: str) -> list[ReplayScene]:
    """The scenes of all stops of a match, with people of these names in the first seats."""
    seats = (*(Seat(name, "human") for name in people), *session.seats[len(people) :])
    replay, seen, made = Replay(Record(session.match, session.preset, seats), 0.7), SentReplayState(), []
    replay.set_viewpoint(wanted)
    for index in range(replay.last + 1):
        replay.go(index)
        made.append(replay_scene(replay, seen))
        seen.note_stop(replay)
    return made


@pytest.mark.parametrize(("language", "name"), [("en", "You"), ("es", "Tú")])
@pytest.mark.parametrize("wanted", [None, 0, 1])
def test_a_nameless_person_is_addressed(
    matches: list[Session], wanted: int | None, language: str, name: str
) -> None:
    texts, keys = load(language), set[str]()
    for session in matches:
        for made in told(session, wanted, name):
            assert (made["you"], made["from"]) == (0, wanted)
            for said in made["said"]:
                assert name not in {values.get("name") for _, values in every(said)}
                assert not re.search(r"[{}]|None", texts.words(said))
                keys.add(said[0])
    assert {"say.play.you", "say.play", "say.out", "say.round-points"} <= keys
    drawn = {
        key for key in keys if key.startswith("say.draw")
    }  # messages about draws name the tile if the hand is open
    if wanted is None:
        assert drawn == {"say.draw-seen", "say.draw-seen.you"}
    elif wanted == 0:
        assert drawn == {"say.draw", "say.draw-seen.you"}
    else:
        assert drawn == {"say.draw", "say.draw-seen", "say.draw.you"}


@pytest.mark.parametrize("people", [("Ann",), ("You", "You"), ("Ann", "Ben")])
def test_nobody_is_addressed_without_a_nameless_person(
    matches: list[Session], people: tuple[str, ...]
) -> None:
    for wanted in (None, 0):
        for made in told(matches[0], wanted, *people):
            assert made["you"] == -1
            keys = {said[0] for said in made["said"]}
            assert not any(key.endswith(".you") or key.startswith("say.round-points") for key in keys)


def test_with_all_hands_open_draws_are_named(matches: list[Session]) -> None:
    said = [said for made in told(matches[0], None, "You") for said in made["said"]]
    drawn = [values["tile"] for key, values in said if key.startswith("say.draw")]
    state = [event for played in matches[0].match.rounds for event in played.events]
    assert len(drawn) == sum((event.do, event.why) == ("draw", "turn") for event in state)


def test_the_prompt_is_the_latest_event_or_the_deal_and_nobody_can_act(matches: list[Session]) -> None:
    scenes = told(matches[0], None)
    assert scenes[0]["prompt"] == [("replay.dealt", scenes[0]["round"])] and not scenes[0]["said"]
    for index, made in enumerate(scenes[1:], 1):
        assert made["prompt"] == [made["said"][-1]] if made["said"] else made["prompt"]
        assert not any(made["can"].values()) and made["hand"] == made["moves"] == made["seen"] == []
        assert (
            made["version"] == made["at"]["index"] == index and made["at"]["round"] == made["round"]["number"]
        )
        assert len(made["by"]) == len(made["steps"]) <= len(made["said"])
