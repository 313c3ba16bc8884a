"""What the engine answers and what is kept fits the shapes of game/contract, which mypy checks without running anything."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from game.contract import device_lines, kept, recorded, scenes
from game.contract.answers import list_answers
from game.contract.play_answers import Place
from game.engine import menu
from game.engine.match.places import places_of
from game.engine.replay_scene import SentReplayState, replay_scene
from game.ledger.backup_file import write_backup
from game.records.record import Record
from game.session.replay import Replay
from game.session.viewers.sent_state import SentState
from tests.session.matches import played, scene, table, to_my_turn
from tests.shapes import misfits

GOLDEN = Path(__file__).parent / "golden"


def texts(name: str) -> list[str]:
    """The texts of a golden file with a list of entries, or of the files of a folder."""
    path = GOLDEN / name
    if path.is_dir():
        return [each.read_text() for each in sorted(path.glob("*.*"))]
    return [entry["text"] for entry in json.loads(path.read_text())]


@pytest.mark.parametrize(
    ("shape", "written"),
    [
        (recorded.RecordedMatch, texts("records-1")),
        (kept.SaveHead, [text.split("\n")[0] for text in texts("saves-2")]),
        (kept.SummaryEntry, texts("summaries-1")),
        (kept.PadEntry, [json.loads(text)["text"] for text in texts("pads-1")]),
        (kept.HouseEntry, texts("houses-2.json")),
        (kept.ChallengeEntry, texts("challenges-kept-1.json")),
        (kept.DayEntry, texts("days-kept-1.json")),
        (kept.PartyEntry, [*texts("parties-1.json"), *texts("parties-1-evening.json")]),
        (kept.PostEntry, texts("posts-kept-1.json")),
        (kept.Archive, [write_backup({"match/a": "b"}, 1)]),
        (device_lines.GuestLine, json.loads((GOLDEN / "device-lines-1.json").read_text())["guest"]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_texts_of_released_formats_fit_the_contract(shape: Any, written: list[str]) -> None:
    """Only the format's own keys are compared: a text may be older than a key."""
    assert written
    for text in written:
        data = json.loads(text)
        data.pop("v", None)
        assert misfits(data, shape) == []


def test_scenes_and_their_parts_fit_the_contract() -> None:
    looked_at: list[Any] = []
    session, sent = (
        table("shapes", seats=3, rounds=2, set=6, hand_size=5, last_tile_call="catch"),
        SentState(),
    )
    played(session, lambda: looked_at.append(scene(session, sent)), random.Random(3), rounds=2)
    assert len(looked_at) > 20 and [each for made in looked_at for each in misfits(made, scenes.Scene)] == []
    replay, seen = Replay(Record(session.match, session.preset, session.seats), 0.7), SentReplayState()
    for index in range(0, replay.last, 5):
        replay.go(index)
        assert misfits(replay_scene(replay, seen), scenes.ReplayScene) == []
        seen.note_stop(replay)
    begun = table("shapes")
    to_my_turn(begun)
    tile = next(choice.tile for choice in begun.view.choices if choice.do == "play")
    assert [each for place in places_of(begun.viewer, tile) for each in misfits(place, Place)] == []
    assert misfits(menu.declared(), list_answers.Menu) == []


def test_a_wrong_key_and_a_wrong_type_are_seen() -> None:
    step = {"seat": 0, "do": "play", "why": "", "target": -1}
    assert misfits(step, scenes.Step) == []
    assert misfits({**step, "seats": 1}, scenes.Step) == [".seats is too much"]
    assert misfits({**step, "seat": "0"}, scenes.Step) == [".seat: '0' is no <class 'int'>"]
    assert len(misfits({"do": "shout"}, scenes.Step)) == 4
