"""Own phones on the page: a guest sees everything in the order in which it came, and a host can invite a screen."""

import asyncio
import importlib
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.devices.host_lines import with_known_texts
from game.narration.localization.language import load
from tests.devices.room import Phone
from tests.devices.verb_room import VerbRoom
from tests.page.conftest import TEXTS, Page, States, played
from tests.page.guest_pages import AGAIN, WIRE, visit
from tests.page.openings import Make

GAME = Path(__file__).parents[2] / "game"
SAYING = (
    "messages",
    "visible_events",
    "answers",
    "score_sheet",
    "coach/sentences",
)  # the modules that make a scene's messages


@played
async def test_a_scene_that_follows_the_first_one_of_a_return_is_shown_last(make: Make) -> None:
    guest = await visit(make)
    guest.room.deal()
    guest.to_page()
    await guest.world.quiet()
    guest.room.host.closed(WIRE, guest.room.now)
    guest.link.tell(WIRE, "closed", "")
    person = {"name": "Ann", "face": "fox", "looks_on": False}
    guest.world.app.update(
        joining={**person, "code": "", "seat": 0, "link": "", "qr": "", "late": False, "way": ""}
    )
    guest.link._connection = AGAIN
    guest.room.host.opened(AGAIN, guest.room.host.invite(0), guest.room.now)
    guest.link.tell(AGAIN, "open", "")
    guest.deliver_to_host(AGAIN)
    guest.minder_moves()
    guest.bots_move()
    assert [json.loads(line)["do"] for _, line in guest.room.host.lines.outbox].count("scene") > 1
    guest.to_page()
    await guest.world.quiet()
    assert guest.world.app.scene["version"] == guest.room.session.version
    assert guest.world.app.state["joining"] is None and guest.link.is_seated


@pytest.mark.slow
@played
async def test_a_scene_that_follows_an_answer_at_once_is_shown_after_it(make: Make) -> None:
    guest = await visit(make)
    guest.room.deal()
    guest.to_page()
    moves = 0
    while guest.room.session.phase == "playing":
        guest.bots_move()
        guest.to_page()
        await guest.world.quiet()
        if not (code := next(iter(guest.world.app.scene["moves"]), "")):
            break
        make_move = importlib.import_module("game.page.events.advancing").make_move
        guest.world.app.run(make_move(guest.world.app, code))
        await asyncio.sleep(0)
        guest.deliver_to_host()
        guest.bots_move()  # before the page has got the answer
        guest.to_page()
        await guest.world.quiet()
        assert guest.world.app.scene["version"] == guest.room.session.version
        moves += 1
        guest.room.now += 1
    assert moves > 5


@played
async def test_a_text_that_the_page_does_not_know_is_one_sentence_and_no_fault(make: Make) -> None:
    guest = await visit(make)
    guest.room.deal()
    sentence = TEXTS["error.devices.version"]
    for number, (connection, line) in enumerate(guest.room.host.lines.outbox):
        message = json.loads(line)
        if message["do"] == "scene":
            message["scene"]["prompt"] = [["prompt.of-next-year", {}]]
            guest.room.host.lines.outbox[number] = connection, json.dumps(message)
    guest.to_page()
    await guest.world.quiet()
    assert guest.world.one("#prompt-do").textContent.startswith(sentence.split(".")[0]) and guest.world.one(
        "#hand [data-tile]"
    )
    guest.link.tell(WIRE, "line", '{"v":1,"do":"refused","key":"error.of-next-year","values":{}}')
    await guest.world.quiet()
    assert guest.world.one("#toast").textContent == sentence


def test_the_version_of_the_texts_follows_what_a_host_says(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = page("own_phones.pairing_link")

    def version(**changes: str) -> str:
        table = {**TEXTS, **{key.replace("_", "."): text for key, text in changes.items()}}
        monkeypatch.setattr(link, "english", lambda: SimpleNamespace(table=table))
        return str(link.TextsVersion(None).value)

    assert version() == version(ui_title="Another", say_draw=TEXTS["say.draw"] + "!", ui_new="New")
    others = {version(), version(say_new="New"), version(say_draw="{name} {tile}"), version(say_draw="?")}
    assert len(others) == 4
    sources = [GAME / "narration" / f"{name}.py" for name in SAYING] + [GAME / "engine" / "scene.py"]
    to_host_only = {"review"}
    written = {key for path in sources for key in re.findall(r'"([a-z]+)\.[a-z{]', path.read_text())}
    assert written & {key.split(".")[0] for key in TEXTS} <= {*link.HOST_TEXT_PREFIXES} | to_host_only


def test_every_text_that_a_host_sends_counts_for_the_version(page: Page) -> None:
    """Two matches on two tables, with a reaction and a hint."""
    said, english = set[str](), load()

    def say(key: str, values: Any = None) -> str:
        said.add(key)
        return english.say(key, values)

    def listen(phone: Phone) -> None:
        received = phone.guest.received

        def receive(now: float, line: str) -> None:
            assert with_known_texts(json.loads(line), say)
            received(now, line)

        phone.guest.received = receive

    async def play() -> None:
        room = VerbRoom("hgb", "texts")
        listen(room.phones[0])
        await room.start()
        await room.ok("react", what="bravo")
        room.phones[0].guest.ask(room.now, "tell", {"what": "hand"})
        await room.play_on()
        kinds = ("human", "phone", "bot")
        seats = [{"kind": kind, "name": "Bo", "level": "chick", "style": "balanced"} for kind in kinds]
        changes = {"rounds": 1, "set": 6, "call_again": False}
        await room.ok("change_party", seats=seats, aspect=1.5, preset="montgomery", changes=changes)
        await room.settle()
        await room.ok("deal_party")
        await room.settle()
        await room.play_on()

    asyncio.run(play())
    assert {"phones.react.bravo", "phones.state.here", "ui.off", "tell.hand"} <= said
    assert {key.split(".")[0] for key in said} >= {"over", "turning", "ordinal", "foot-words", "news"}
    link = page("own_phones.pairing_link")
    assert [key for key in said if not link.is_said_by_hosts(key)] == []


A_SEAT: dict[str, Any] = {"seat": 1, "kind": "guest", "name": "Ann", "face": "fox", "level": ""}
HOST_SEAT = {"seat": 0, "kind": "host", "name": "Bo", "face": "fox", "level": "", "state": "host"}


def test_the_host_can_deal_when_every_guest_is_here_or_still_to_come(page: Page) -> None:
    def can_deal(*states: str, phase: str = "lobby") -> bool:
        seats = [HOST_SEAT, *({**A_SEAT, "seat": 1 + n, "state": state} for n, state in enumerate(states))]
        party = {"phase": phase, "seats": seats, "lookers": 0, "visitors": []}
        start = {**States(page).START, "party": party, "party_role": "host", "screen": "invite"}
        cells = page("own_phones.host.invite_view").view(start)
        return not next(value for selector, name, value in cells if (selector, name) == ("#deal", "disabled"))

    assert can_deal("here") and can_deal("here", "here") and can_deal("here", "open")
    assert not can_deal("open") and not can_deal("here", "quiet")
    assert not can_deal("here", phase="lots")  # the devices draw the seed already


@pytest.mark.parametrize(
    ("states", "key", "people", "bots"),
    [
        (("here", "here"), "phones.deal", 3, 0),
        (("here", "open", "bot"), "phones.deal-with-bots.other", 2, 2),
        (("minded", "open"), "phones.deal-with-bots.one", 1, 2),
    ],
)
def test_the_button_counts_the_people_and_the_bots(
    page: Page, states: tuple[str, ...], key: str, people: int, bots: int
) -> None:
    seats = [HOST_SEAT, *({**A_SEAT, "seat": 1 + n, "state": state} for n, state in enumerate(states))]
    party = {"phase": "lobby", "seats": seats, "lookers": 0, "visitors": []}
    start = {**States(page).START, "party": party, "party_role": "host", "screen": "invite"}
    cells = page("own_phones.host.invite_view").view(start)
    text = next(value for selector, name, value in cells if (selector, name) == ("#deal span", "text"))
    wanted = TEXTS.get(key) or TEXTS[f"{key}.other"]
    assert text == wanted.replace("{n}", str(people)).replace("{bots}", f"{bots} bots")


@pytest.mark.parametrize("state, waits", [("away", True), ("here", False), ("open", False)])
def test_before_the_deal_guests_read_for_whom_they_wait(page: Page, state: str, waits: bool) -> None:
    party = {"phase": "lobby", "seats": [HOST_SEAT, {**A_SEAT, "state": state}], "lookers": 0}
    joining = {"code": "", "name": "", "face": "hen", "looks_on": False, "link": "", "qr": "", "late": False}
    start = {**States(page).START, "party": party, "connection": "open", "joining": {**joining, "way": ""}}
    cells = {cell[:2]: cell[2] for cell in page("own_phones.guest.join_view").view(start)}
    key, name = ("absent.one", "{names}") if waits else ("wait-deal", "{name}")
    assert cells["#join-wait", "text"] == TEXTS[f"phones.{key}"].replace(name, "Ann" if waits else "Bo")


@pytest.mark.parametrize("you, role, told", [(-1, "guest", True), (1, "guest", False), (-1, "screen", False)])
def test_a_latecomer_reads_that_it_plays_from_the_next_round_on(
    page: Page, you: int, role: str, told: bool
) -> None:
    party = {"phase": "playing", "seats": [HOST_SEAT, A_SEAT], "lookers": 0, "paused": False}
    state = {
        **States(page).START,
        "party": {**party, "seats": [HOST_SEAT, {**A_SEAT, "state": "next-round"}]},
    }
    state.update(party_role=role, connection="open", screen="play", scene={"you": you, "phase": "playing"})
    texts = [text for _, text, *_ in page("people.party_notices").notices(state)]
    assert texts == [TEXTS["error.devices.next-round"]] * told


def test_the_form_for_the_next_match_names_the_guests(page: Page) -> None:
    """They take the seats for phones in their order; a bot's seat stays the bot's."""
    guests = page("new_game.phone_seats").guests
    bot = {"name": "Otis", "kind": "bot", "level": "hen", "style": "balanced"}
    seats = [{"name": "", "kind": "human"}, bot, {**bot, "phone": True}, {**bot, "phone": True}]
    party = {"seats": [HOST_SEAT, A_SEAT, {**A_SEAT, "seat": 2, "kind": "bot", "name": "Otis"}]}
    assert guests({"seats": seats, "phones": True}, party) == [None, None, A_SEAT, None]
    assert guests({"seats": seats, "phones": True}, None) == [None] * 4
    assert guests({"seats": seats, "phones": False}, party) == [None] * 4


@played
async def test_a_scene_that_came_before_the_people_gets_their_faces(make: Make) -> None:
    guest = await visit(make)
    guest.room.deal()
    guest.to_page()
    await guest.world.quiet()
    app = guest.world.app
    party = app.state["party"]
    own = app.scene["you"]
    app.update(party=None)
    app.show({**app.scene, "seats": [{**seat, "face": ""} for seat in app.scene["seats"]]})
    assert app.scene["seats"][own]["face"] == ""
    app.update(party=party)
    assert app.scene["seats"][own]["face"] == party["seats"][own]["face"] == "fox"


@pytest.mark.parametrize("state, offered", [("here", True), ("open", False)])
def test_a_full_lobby_offers_an_invitation_for_a_screen(page: Page, state: str, offered: bool) -> None:
    party = {"phase": "lobby", "seats": [HOST_SEAT, {**A_SEAT, "state": state}], "lookers": 0, "visitors": []}
    start = {**States(page).START, "party": party, "party_role": "host", "screen": "invite"}
    view = page("own_phones.host.invite_view").view
    cells = {(selector, name): value for selector, name, value in view(start)}
    assert cells["#invite-screen", "hidden"] is not offered
    title = TEXTS[
        "phones.all-here" if offered else "phones.making"
    ]  # nothing asks for a code that is not there yet
    assert cells["#invite-card-title", "text"] == title
    invitation = {"link": "x", "qr": "", "seat": None, "answered": False, "late": False}
    cells = {(selector, name): value for selector, name, value in view({**start, "invitation": invitation})}
    assert cells["#invite-screen", "hidden"] and not cells["#invitation", "hidden"]
    assert (cells["#invite-card-title", "text"] == TEXTS["phones.another-screen"]) is offered


def test_on_a_screen_all_seats_lie_along_the_edges(page: Page) -> None:
    """phones.css keeps the table between the edges, so no seat covers a tile (tests/browser/test_own_phones.py)."""
    at_the_table = page("people.at_the_table")
    for count in range(2, 11):
        places = at_the_table.positions(count)
        assert len({*places}) == len(places) == count and places[0] == (50, 100)
        assert all(x in (0, 100) or y in (0, 100) for x, y in places), places
        assert {(100 - x, y) for x, y in places} == {*places}
    state = {"party_role": "screen", "scene": {"you": -1}}
    places = [at_the_table.position_of(state, number, 4) for number in range(4)]
    sides = [at_the_table.position_cells(place)[1][2] for place in places]
    assert sides == [None, "side", None, "side"]
    assert at_the_table.position_of({**state, "party_role": ""}, 0, 4) is None
    assert {value for *_, value in at_the_table.position_cells(None)} == {None}


def test_a_guest_is_told_that_a_bot_plays_on_for_it_and_nobody_else_is(page: Page) -> None:
    def told(you: int | None, minded: int, **changes: object) -> list[str]:
        seats = [{**A_SEAT, "seat": seat, "state": "minded" if seat == minded else "here"} for seat in (0, 1)]
        party = {"phase": "playing", "seats": seats, "lookers": 0, "visitors": [], "paused": False}
        scene = None if you is None else {"you": you, "phase": "playing"}
        state = {
            "party": party,
            "party_role": "guest",
            "connection": "open",
            "scene": scene,
            "screen": "play",
            **changes,
        }
        return [kind for kind, *_ in page("people.party_notices").notices(state)]

    for seat in (0, 1):
        assert told(seat, minded=seat) == ["minded"]
        assert told(seat, minded=1 - seat) == told(-1, minded=seat, party_role="screen") == []
        assert told(None, minded=seat) == []
        assert told(seat, minded=seat, party_role="host") == []


@pytest.mark.parametrize(
    ("problems", "checked", "phase", "text"),
    [
        (None, True, "match-over", None),
        ([], True, "playing", None),  # a next match has begun
        ([], True, "match-over", TEXTS["phones.fair"]),
        ([], False, "match-over", TEXTS["phones.not-checked"]),
        ([["ui.draw", {}], ["ui.pass", {}]], True, "match-over", f"{TEXTS['ui.draw']} {TEXTS['ui.pass']}"),
    ],
)
def test_whether_a_match_was_fair_is_told_after_it_only(
    page: Page, problems: list[object] | None, checked: bool, phase: str, text: str | None
) -> None:
    kept = None if problems is None else {"problems": problems, "checked": checked, "stored": True}
    cells = {
        name: value
        for _, name, value in page("own_phones.party_view").fairness({"fairness": kept, "phase": phase})
    }
    assert cells["hidden"] == (text is None)
    if text is not None:
        assert (cells["text"], cells["data-fair"]) == (
            text,
            "false" if problems else "true" if checked else "unknown",
        )


def test_guests_read_who_goes_on_and_what_comes_after_the_match(page: Page) -> None:
    party = {"phase": "playing", "seats": [HOST_SEAT, A_SEAT], "lookers": 0, "paused": False}
    state = {"party": party, "party_role": "guest", "connection": "open", "phase": "round-over"}
    view = page("own_phones.party_view")

    def shown(cells: list[Any]) -> dict[tuple[str, str], Any]:
        return {(selector, name): value for selector, name, value in cells}

    said = shown(view.between_rounds(state))
    assert said["#sheet-waits", "text"] == TEXTS["phones.goes-on"].replace("{name}", "Bo")
    assert shown(view.between_rounds({**state, "party_role": "host"}))["#sheet-waits", "hidden"]

    def line(phase: str, connection: str = "open", role: str = "guest", **facts: Any) -> tuple[str, bool]:
        changed = {**state, "phase": "match-over", "connection": connection, "party_role": role}
        cells = shown(view.over({**changed, "party": {**party, "phase": phase, **facts}}))
        return cells["#over-party-line", "text"], cells["#party-again", "hidden"]

    def named(key: str) -> str:
        return str(TEXTS[key]).replace("{name}", "Bo")

    assert line("over") == (named("phones.host-again"), True)
    assert line("lobby") == (named("phones.host-changes"), True)
    assert line("lots") == (TEXTS["phones.drawing"], True)
    assert line("over", "closed") == (named("phones.host-closed"), True)
    assert line("over", role="host") == ("", False)
    rows = [
        {"name": "Ann", "matches": 2, "wins": 2, "points": 90},
        {"name": "Bo", "matches": 2, "wins": 0, "points": 120},
    ]
    news = [["news.seats", {"n": 3}], ["news.option", {"option": ["option.set.label", {}], "value": 6}]]
    over = {
        **state,
        "phase": "match-over",
        "party": {**party, "phase": "lobby", "evening": rows, "news": news},
    }
    cells = shown(view.over(over))
    assert not cells["#over-evening", "hidden"] and [row[0] for row in cells["#evening-rows", "rows"]] == [
        "Ann",
        "Bo",
    ]
    assert cells["#over-party-line", "text"] == f"{named('phones.host-changes')} {TEXTS['phones.different']}"
    said = [value for _, _, parts in cells["#over-news", "rows"] for _, _, value in parts]
    assert said == [TEXTS["news.seats"].replace("{n}", "3"), f"{TEXTS['option.set.label']}: 6"]
    once = {**party, "phase": "over", "evening": [{**rows[0], "matches": 1}]}
    assert shown(view.over({**over, "party": once}))["#over-evening", "hidden"]


def test_a_guests_notice_says_for_whom_all_wait(page: Page) -> None:
    def said(*states: str, phase: str = "playing", screen: str = "play") -> list[str]:
        seats = [HOST_SEAT, *({**A_SEAT, "seat": 1 + n, "state": each} for n, each in enumerate(states))]
        party = {"phase": phase, "seats": seats, "lookers": 0, "paused": False}
        state = {
            "party": party,
            "party_role": "guest",
            "connection": "open",
            "screen": screen,
            "scene": {"you": 1, "phase": "playing"},
        }
        return [text for kind, text, *_ in page("people.party_notices").notices(state) if kind == "absent"]

    assert said("here", "late", phase="lots", screen="over") and said(
        "here", "away", phase="lobby", screen="over"
    )
    assert said("here", "away", phase="lobby") == said("here", "away", screen="invite") == []
    assert said("here", "here") == [] and said("here", "minded") == []
    assert len(said("here", "away")) == 1 and A_SEAT["name"] in said("here", "quiet")[0]
    both = f"{A_SEAT['name']} and {A_SEAT['name']}"
    assert said("late", "away") == [TEXTS["phones.absent.other"].replace("{names}", both)]
    assert said("late", "late") == [TEXTS["phones.holds-up.other"].replace("{names}", both)]


def test_a_device_with_a_kept_seat_says_so_on_its_first_screen(page: Page) -> None:
    state = {
        "party": None,
        "party_role": "",
        "connection": "",
        "scene": None,
        "kept_seat": "Ann",
        "kept_link": False,
        "screen": "welcome",
    }
    notices = page("people.party_notices").notices
    [(kind, text, action, _)] = notices(state)
    assert (kind, action) == ("seat-kept", "invited") and "Ann" in text
    [(kind, text, action, _)] = notices({**state, "kept_link": True})
    assert (kind, action) == ("seat-kept", "return") and TEXTS["phones.seat-kept-how"] not in text
    assert notices({**state, "screen": "play"}) == [] and notices({**state, "kept_seat": ""}) == []


@played
async def test_a_kept_seat_is_known_again_for_twelve_hours(make: Make) -> None:
    for when, name in ((1_000_000, "Ann María"), (1_000_000 - 12 * 3_600_000, "")):
        world = make()
        world.window.kept["chickenfoot-kept-seat"] = f"{when} Ann María"
        world.window.kept["chickenfoot-seat-link"] = "#t1"
        await world.begin()
        assert world.app.state["kept_seat"] == name and world.app.state["kept_link"] == bool(name)


@pytest.mark.parametrize("screen", ["play", "invite"])
def test_who_waits_is_told_once(page: Page, screen: str) -> None:
    """The screen of the invitation lists everybody who waits."""
    party = {"phase": "lobby", "seats": [], "paused": False, "visitors": [{"name": "Max", "looks_on": False}]}
    state = {**States(page).START, "party": party, "party_role": "host", "screen": screen}
    kinds = [notice[0] for notice in page("people.party_notices").notices(state)]
    assert ("visitor" in kinds) == (screen == "play")


@pytest.mark.parametrize("phase", ["lobby", "playing"])
def test_only_the_lobby_waits_for_a_guest_who_is_away(page: Page, phase: str) -> None:
    party = {"phase": phase, "seats": [HOST_SEAT, {**A_SEAT, "state": "away"}], "lookers": 0, "visitors": []}
    start = {**States(page).START, "party": party, "party_role": "host", "screen": "invite"}
    cells = {cell[:2]: cell[2] for cell in page("own_phones.host.invite_view").view(start)}
    assert cells["#invite-absent", "hidden"] == (phase == "playing")
