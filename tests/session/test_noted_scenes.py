"""Ten scenes of a short match and of its replay: what a page shows as the match goes on.

`scenes.txt` has a line for each part of a scene that differs from the scene before. Other tests state what must hold; this
one shows every change. test_scene.py and test_board_layout.py have the
drawn parts. After a wanted change, write the file again with
`.venv/bin/python -m tests.session.test_noted_scenes`, and read the lines that differ.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from game.engine.replay_scene import SentReplayState, replay_scene
from game.records.record import Record
from game.session.replay import Replay
from game.session.viewers.sent_state import SentState
from tests.session.matches import played, scene, table

NOTES = Path(__file__).with_name("scenes.txt")
RULES = {"set": 6, "hand_size": 4, "last_tile_call": "catch", "take_back": True}
LOOKS = (18, 22, 26, 30, 34, 38)  # events after which the match is looked at; its ends are looked at too
STOPS = (0, 8, 16)  # of the replay
DRAWN = ("patch", "box", "corners", "ends")


def plain(value: Any) -> Any:
    """A value with rounded numbers and without markup, which tests/look/pictures.txt has."""
    if isinstance(value, float):
        return round(value, 2) + 0.0
    if isinstance(value, str):
        return "<…>" if value.startswith("<") else value
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items() if key != "face"}
    return [plain(each) for each in value] if isinstance(value, list | tuple) else value


def changes(name: str, made: dict[str, Any], before: dict[str, str]) -> Iterator[str]:
    """Yield a line for each part of a scene that differs from `before`, which becomes the parts of this scene."""
    for part, value in made.items():
        if part in DRAWN:
            continue
        text = json.dumps(plain(value), ensure_ascii=False)
        if before.get(part) != text:
            before[part] = text
            yield f"{name} {part} {text}"


def notes() -> list[str]:
    """The lines of all scenes."""
    session, lines, before, sent = (
        table("noted", seats=2, rounds=1, **RULES),
        list[str](),
        dict[str, str](),
        SentState(),
    )

    def look() -> None:
        made, number = scene(session, sent), len(session.match.round.events)
        if number in LOOKS or session.phase != "playing":
            lines.extend(changes(f"match {number}", made, before))

    look()
    played(session, look, random.Random(5), rounds=1)
    replay = Replay(Record(session.match, session.preset, session.seats), 0.7)
    replay.set_viewpoint(1)
    seen, before = SentReplayState(), {}
    for index in STOPS:
        replay.go(index)
        lines.extend(changes(f"replay {index}", replay_scene(replay, seen), before))
        seen.note_stop(replay)
    return lines


def test_no_part_of_a_scene_changes_unnoticed() -> None:
    assert notes() == NOTES.read_text().splitlines()


if __name__ == "__main__":
    NOTES.write_text("".join(f"{line}\n" for line in notes()))
