"""Two devices with different versions of the game: one clear sentence at the joining, and no text that cannot be said."""

import json
from pathlib import Path
from typing import Any

import pytest

from game.devices.guest import Guest
from game.devices.host_lines import DEEPEST, OTHER_VERSION, with_known_texts
from game.devices.hosting.lines import requests
from game.devices.wire import LONGEST_LINE
from game.narration.localization.language import load
from game.rules.errors import RecordError
from tests.devices.loose_lines import write
from tests.devices.room import Room, parse
from tests.devices.transcripts import transcript

HOST_LINES = json.loads((Path(__file__).parents[1] / "golden" / "device-lines-1.json").read_text())["host"]
SCENE = next(line for line in HOST_LINES if '"whole":true' in line and len(line) < LONGEST_LINE)
UNKNOWN = ["say.of-next-year", {"name": "Ann"}]
SENTENCE = [OTHER_VERSION, {}]
REFUSED = ("refused", {"key": OTHER_VERSION, "values": {}})


def guest() -> Guest:
    """A guest with a connection, whose page speaks English."""
    guest = Guest(
        {"name": "Ben", "face": "hen", "aspect": 0.5, "looks_on": False},
        lambda n: "00" * n,
        parse,
        None,
        load().say,
    )
    guest.opened(0)
    guest.outbox.clear()
    return guest


def events(*lines: str) -> list[Any]:
    """The events of a guest that gets these lines."""
    joined = guest()
    for line in lines:
        joined.received(0, line)
    return [*joined.events]


def test_all_that_a_host_of_this_version_sends_can_be_said() -> None:
    for line in transcript()["host"]:
        message = json.loads(line)
        assert with_known_texts(message, load().say) and message == json.loads(line), line[:80]


def test_an_unknown_text_in_a_scene_becomes_one_sentence() -> None:
    scene = json.loads(SCENE)["scene"]
    said = [*scene["said"], UNKNOWN, ["say.pass", {}], ["say.pass", {"name": "Ann", "n": UNKNOWN}]]
    seats = [dict(seat, level="owl", did=["juggle"]) for seat in scene["seats"]]
    changed = {**scene, "said": said, "seats": seats, "prompt": [UNKNOWN]}
    [[kind, shown]] = events(write("scene", scene=changed, whole=True))
    known = ["say.pass", {"name": "Ann", "n": SENTENCE}]
    assert kind == "scene" and shown["said"] == [*scene["said"], SENTENCE, SENTENCE, known]
    assert shown["prompt"] == [SENTENCE]
    assert {(seat["level"], seat["did"]) for seat in shown["seats"]} == {(None, None)}
    assert {name: shown[name] for name in ("patch", "hand", "round")} == {
        name: scene[name] for name in ("patch", "hand", "round")
    }


def test_a_guest_shows_every_last_action_for_which_it_has_words() -> None:
    scene = json.loads(SCENE)["scene"]
    actions = {key.split(".")[1] for key in load().table if key.startswith("did.")} - {"drew"}
    assert {"play", "draw", "pass"} < actions
    for action in actions:
        seats = [dict(seat, did=[action, "9-4"]) for seat in scene["seats"]]
        [[_, shown]] = events(write("scene", scene={**scene, "seats": seats}, whole=True))
        assert [seat["did"] for seat in shown["seats"]] == [[action, "9-4"]] * len(seats)


def test_an_unknown_text_elsewhere_becomes_one_sentence() -> None:
    assert events(write("refused", key=UNKNOWN[0], values={})) == [REFUSED]
    assert events(write("refused", key="error.devices.secret", values={})) == [REFUSED]  # a placeholder lacks
    joined = guest()
    joined.is_joined = True
    for number, answer in enumerate(({"refused": {"key": "x", "values": {}}}, {"ok": [UNKNOWN]}), 1):
        joined.ask(0, "tell", {"what": "hand"})
        joined.received(0, write("answer", n=number, **answer))
    assert joined.events == [
        ("answer", (1, {"refused": REFUSED[1]})),
        ("answer", (2, {"ok": [SENTENCE]})),
    ]


def test_a_lobby_with_an_unknown_state_changes_nothing() -> None:
    line = next(line for line in HOST_LINES if '"do":"lobby"' in line)
    assert [kind for kind, _ in events(line)] == ["lobby"]
    assert events(line.replace('"state":"here"', '"state":"asleep"')) == [REFUSED]
    assert events(line.replace('"state":"here"', '"state":7')) == []


@pytest.mark.parametrize(
    "value", ["[" * 30 + "]" * 30, "[[],{}]", '[7,{"n":[]}]', '["say.draw",{"name":null}]']
)
def test_no_nesting_and_no_type_of_a_host_raises(value: str) -> None:
    scene = json.dumps({**json.loads(SCENE)["scene"], "said": "?"}).replace('"?"', f"[{value}]")
    assert [kind for kind, _ in events(f'{{"v":1,"do":"scene","whole":true,"scene":{scene}}}')] == ["scene"]


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"n":', "}")])
def test_what_is_nested_too_deeply_is_cut(opening: str, closing: str) -> None:
    """The page's interpreter has a small stack."""
    scene = json.loads(SCENE)["scene"] | {"said": json.loads(opening * 40 + "1" + closing * 40)}
    [[_, shown]] = events(write("scene", scene=scene, whole=True))
    depth, value = 0, shown["said"]
    while value:
        depth, value = depth + 1, value["n"] if isinstance(value, dict) else value[0]
    assert value is None and depth == DEEPEST


@pytest.mark.parametrize("texts, refusals", [("older", 0), (None, 1)])
def test_a_guest_with_other_texts_is_told_and_gets_no_seat(texts: str | None, refusals: int) -> None:
    room = Room("hgb", phones=1)
    ben = room.phones[0]
    if texts:
        ben.person["texts"] = texts
    ben.reload()
    invite = room.host.invite
    room.host.invite = lambda now, seat, new_device: invite(now, seat, new_device, "present")
    before = room.host.data()
    room.connect(ben)
    room.settle()
    assert ben.last("bye") == "version" and ben.last("welcome") is None and ben.connection == ""
    assert sum(kind == "refused" for kind, _ in ben.seen) == refusals
    assert room.host.admission.other_versions == 1
    assert {**room.host.data(), "count": before["count"]} == before
    ben.person["texts"] = "present"
    ben.reload()
    room.connect(ben)
    room.settle()
    assert ben.last("welcome") == 1 and room.host.admission.other_versions == 1


def test_the_version_in_a_hello_is_a_short_text_or_missing() -> None:
    hello: dict[str, Any] = {"name": "Ben", "face": "hen", "aspect": 0.5, "looks_on": False}
    assert requests.read_hello(dict(hello)).texts == ""
    assert requests.read_hello({**hello, "texts": "abc"}).texts == "abc"
    for texts in (7, "a" * 65, None):
        with pytest.raises(RecordError):
            requests.read_hello({**hello, "texts": texts})


def test_unknown_news_of_the_table_become_one_sentence() -> None:
    known = ["news.seats", {"n": 4}]
    lobby: Any = {"do": "lobby", "seats": [], "news": [known, UNKNOWN]}
    assert with_known_texts(lobby, load().say) and lobby["news"] == [known, SENTENCE]
