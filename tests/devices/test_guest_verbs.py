"""The engine's verbs for people with their own devices: a host's engine and its guests, from the lobby to the history."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from itertools import count
from typing import Any

import pytest

from game.engine.desk import Desk
from game.engine.guests.guest_hints import GuestHints
from game.engine.match.places import places_of
from game.ledger.summary import Summary
from game.rules.moves import Move
from game.rules.tiles import parse_tile
from game.rules.view import NOBODY
from game.session.session import Session
from game.store.entries import PARTY, SUMMARY
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend
from tests.devices.checks import check_pages, check_tiles
from tests.devices.hostile_lines import VALUES, hostile_line
from tests.devices.loose_lines import write
from tests.devices.room import Phone
from tests.devices.verb_room import VerbRoom
from tests.session.fake_table import FakeTable

Test = Callable[[], Coroutine[Any, Any, None]]


TIMES = count(1)


def run(test: Test) -> None:
    asyncio.run(test())


def states(room: VerbRoom) -> list[str]:
    """The states of all seats, as the host's page shows them."""
    return [seat["state"] for seat in room.party["seats"]]


async def kept(phone: Phone, backend: MemoryBackend) -> dict[str, Any]:
    """The answer of `keep_opened` on the phone's own device."""
    desk = Desk(MatchStore(backend, clock=lambda: next(TIMES)))
    await desk.store.open()
    answer: dict[str, Any] = await desk.verbs["keep_opened"](opened=json.loads(json.dumps(phone.opened)))
    return answer


def summaries(backend: MemoryBackend) -> list[Summary]:
    return [SUMMARY.read(text) for key, text in backend.entries.items() if key.startswith(SUMMARY.prefix)]


@pytest.mark.parametrize(
    ("kinds", "at_once", "rounds"),
    [
        ("hgggbb", True, 3),
        ("ggb", False, 1),
        pytest.param("ggb", False, 3, marks=pytest.mark.long),
        pytest.param("hgggbb", False, 3, marks=pytest.mark.long),
        pytest.param("hghb", False, 3, marks=pytest.mark.long),
    ],
)
def test_a_whole_match_through_the_verbs(kinds: str, at_once: bool, rounds: int) -> None:
    async def test() -> None:
        room = VerbRoom(kinds, at_once, at_once)
        await room.start(rounds=rounds)
        assert room.session.people == tuple(seat for seat, kind in enumerate(kinds) if kind != "b")
        looks = 0
        while room.party["phase"] == "playing" and await room.play_on(9):
            check_pages(room)
            assert (await room.ok("party"))["scene"] is None
            looks += 1
        assert looks > 5 and room.checked > 30 * rounds
        assert (room.party["phase"], room.scene["phase"]) == ("over", "match-over")
        assert len(room.session.match.rounds) == rounds
        own = summaries(room.backend)[0]
        assert own.away == room.session.away
        names = [person["name"] for person in (await room.ok("statistics"))["people"]]
        assert names == [f"Seat {seat}" for seat, kind in enumerate(kinds) if kind == "h"]
        assert (await room.ok("history"))["all"] == 1
        assert room.session.first_person == room.session.people[0]
        if kinds == "ggb":  # the coach reviews a guest, because nobody sits at the host's device
            assert await room.ok("review") is not None
        for phone in room.phones:
            backend = MemoryBackend()
            assert await kept(phone, backend) == {"problems": [], "checked": True, "stored": True}
            entries = dict(backend.entries)
            assert (
                await kept(phone, backend) == {"problems": [], "checked": True, "stored": True}
                and backend.entries == entries
            )
            stored = summaries(backend)
            assert stored[0].deal == own.deal
            assert len(stored) == 1 and stored[0].totals == room.session.match.totals
            assert {*stored[0].away} == {*room.session.people} - {phone.guest.seat}
            desk = Desk(MatchStore(backend))
            await desk.store.open()
            figures = await desk.verbs["statistics"]()
            assert [person["name"] for person in figures["people"]] == [phone.name]
            assert (await desk.verbs["history"]())["rows"][0]["replay"]
        await room.ok("leave")
        assert await room.ok("party") and room.party["phase"] == "none"
        bots = [
            {"kind": kind, "name": kind, "level": "hen", "style": "balanced"} for kind in ("human", "bot")
        ]
        room.scene, room.table = {}, FakeTable()
        await room.ok("start", seats=bots, aspect=1.0, preset="montgomery", changes={})
        assert not [key for key in room.backend.entries if key.startswith(PARTY.prefix)]

    run(test)


def test_a_tile_lies_on_the_toe_that_a_guest_taps() -> None:
    async def test() -> None:
        room, also = VerbRoom("ggbb", "toe"), list[dict[str, Any]]()
        await room.start()
        while not also:
            phone = next((phone for phone in room.phones if phone.scene["moves"]), None)
            if phone is not None:
                place = room.desk.guests.make().guest_party._host.gathering.member_at(phone.guest.seat)  # type: ignore[union-attr]
                tiles = [parse_tile(tile["tile"]) for tile in phone.scene["hand"] if tile["fits"]]
                also = [there for tile in tiles for there in places_of(place.viewer, tile) if there["also"]]
            if not also:
                assert room.guest_moves() or await room.host_moves()
                await room.settle()
        phone.guest.ask(room.now, "act", {"code": also[-1]["move"], "toe": also[-1]["toe"]})  # type: ignore[union-attr]
        await room.settle()
        tile = parse_tile(also[-1]["tile"])
        assert room.session.toes[1][tile] == also[-1]["toe"]
        assert place.viewer.board.layout.poses[tile][:2] == (also[-1]["x"], also[-1]["y"])
        check_pages(room)

    run(test)


def test_lines_leave_only_after_the_store_has_what_they_show() -> None:
    async def test() -> None:
        room = VerbRoom("hgg", "order", at_once=True)
        await room.start()
        while not any(phone.scene["moves"] for phone in room.phones):
            assert await room.host_moves()
            await room.settle()
        room.backend.gate = asyncio.Event()
        phone = next(phone for phone in room.phones if phone.scene["moves"])
        before, version = dict(room.backend.entries), room.session.version
        assert room.guest_moves()
        phone.guest.ask(room.now, "tell", {"what": "hand"})  # comes while the move awaits the store
        room.pump()
        while any(lines for lines in room.wires.values()):
            await room.deliver()
        for _ in range(50):
            await asyncio.sleep(0)
        assert room.session.version > version and room.backend.entries == before
        assert not any(room.wires.values()) and not room.events
        room.backend.gate.set()
        await room.settle_engine()
        assert room.backend.entries["match/" + room.party["table"]] != before["match/" + room.party["table"]]
        kinds = [json.loads(line)["do"] for line in room.wires[phone.connection, False]]
        assert kinds[:2] == ["answer", "answer"] and room.events == ["party"]
        await room.settle()
        check_pages(room)

    run(test)


def test_lines_keep_their_order_when_the_store_gives_up() -> None:
    async def test() -> None:
        room = VerbRoom("hg", "slow", at_once=True)
        await room.start()
        phone = room.phones[0]
        while not phone.scene["moves"]:
            assert await room.host_moves()
            await room.settle()
        room.backend.gate = asyncio.Event()
        assert room.guest_moves()
        phone.guest.ask(room.now, "tell", {"what": "hand"})
        room.pump()
        for _ in range(2):
            await room.deliver()
            for _ in range(20):
                await asyncio.sleep(0)
            room.desk.store.failure = "slow"  # from now on, the store answers at once
        room.backend.gate.set()
        await room.settle_engine()
        answers = [json.loads(line) for line in room.wires[phone.connection, False]]
        numbers = [answer["n"] for answer in answers if answer["do"] == "answer"]
        assert numbers == sorted(phone.guest._requests.cut()) and len(numbers) == 2

    run(test)


def test_after_a_reload_of_the_host_the_guests_return_by_their_secrets() -> None:
    async def test() -> None:
        room = VerbRoom("hggb", "reload")
        await room.start(rounds=2)
        await room.play_on(12)
        match, table = room.session.match, room.party["table"]
        await room.reload_host()
        assert room.session.match == match and room.party["table"] == table
        assert room.party["phase"] == "playing" and states(room) == ["host", "away", "away", "bot"]
        ben, cleo = room.phones
        stranger = Phone("Stranger", room)
        room.phones.append(stranger)
        await room.connect(stranger, seat=1)
        await room.settle()
        assert stranger.last("refused")["key"] == "error.devices.secret"
        room.phones.remove(stranger)
        ben.reload()
        for phone in (ben, cleo):
            await room.connect(phone)
            await room.settle()
        assert states(room) == ["host", "here", "here", "bot"]
        assert (ben.guest.seat, cleo.guest.seat) == (1, 2)
        check_pages(room)
        await room.play_on()
        assert room.party["phase"] == "over"
        assert [await kept(phone, MemoryBackend()) for phone in room.phones] == [
            {"problems": [], "checked": True, "stored": True}
        ] * 2
        await room.reload_host()
        assert room.party["phase"] == "over"
        ben.reload()
        await room.connect(ben)
        await room.settle()
        assert ben.opened is not None and (await kept(ben, MemoryBackend()))["problems"] == []

    run(test)


@pytest.mark.parametrize("damage", ["missing", "damaged", "of another match"])
def test_without_its_entry_a_match_goes_on_with_bots(damage: str) -> None:
    async def test() -> None:
        room = VerbRoom("hgg", damage)
        await room.start()
        await room.play_on(3)
        key = PARTY.prefix + room.party["table"]
        if damage == "missing":
            del room.backend.entries[key]
        else:
            entry = json.loads(room.backend.entries[key])
            if damage == "damaged":
                entry["plan"] = "?"
            else:
                entry["plan"][1]["kind"] = "host"
                del entry["places"][0]
            room.backend.entries[key] = json.dumps(entry)
        await room.reload_host()
        said = [key for key, _ in room.scene["said"]]
        assert said[-1] == "say.guests-lost" and room.party["phase"] == "none"
        assert not room.scene["can"]["undo"]
        await room.play_on()
        assert room.scene["phase"] == "match-over"
        assert await room.refused("invite") == "error.devices.not-now"

    run(test)


def test_a_paused_match_stands_still() -> None:
    async def test() -> None:
        room = VerbRoom("hgb", "pause")
        await room.start(rounds=2)
        while not room.scene["next"]:
            await room.play_on(1)
        data = await room.ok("pause_party", paused=True)
        assert data["paused"] and data["scene"]["next"] is False
        await room.settle()
        before = room.session.match
        for verb, arguments in (
            ("next_event", {}),
            ("act", {"code": "+"}),
            ("next_round", {"aspect": 1.5}),
            ("undo", {}),
        ):
            assert await room.refused(verb, **arguments) == "error.devices.paused"
        phone = room.phones[0]
        assert phone.lobby["paused"]
        phone.guest.ask(room.now, "act", {"code": "+"})
        await room.settle()
        assert phone.last("answer")[1]["refused"]["key"] == "error.devices.paused"
        assert room.session.match is before
        data = await room.ok("pause_party", paused=False)
        assert not data["paused"] and data["scene"]["next"] and data["scene"]["steps"] == []
        await room.play_on()
        assert room.party["phase"] == "over"

    run(test)


def test_a_pause_stops_a_bot_that_is_thinking() -> None:
    async def test() -> None:
        room = VerbRoom("hgb", "pause")
        await room.start(level="fox")
        while not room.scene["next"]:
            await room.play_on(1)
        room.session._set_match(room.session.match)  # so that the search begins anew
        thinking = asyncio.ensure_future(room.ask("next_event"))
        await asyncio.sleep(0)
        before = room.session.match
        await room.ok("pause_party", paused=True)
        assert (await thinking)["refused"]["key"] == "error.devices.paused" and room.session.match is before

    run(test)


def test_no_bot_begins_to_think_while_the_match_is_paused(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts: list[int] = []
    think = Session.think

    def counted(session: Session) -> Iterator[Move | None]:
        thoughts.append(session.view.turn)
        return think(session)

    async def test() -> None:
        room = VerbRoom("hg", "pause")
        await room.start()
        while room.scene["turn"] != 1:
            assert await room.host_moves()
            await room.settle()
        await room.ok("pause_party", paused=True)
        monkeypatch.setattr(Session, "think", counted)
        data = await room.ok("mind", seat=1)  # a change of the table: now a bot is on turn
        await room.settle()
        assert data["scene"]["next"] is False and room.session.others_must_move() and thoughts == []
        assert (await room.ok("pause_party", paused=False))["scene"]["next"]
        await room.settle()
        assert thoughts == [1]

    run(test)


def test_the_host_lets_a_bot_play_on_and_takes_a_guest_out() -> None:
    async def test() -> None:
        room = VerbRoom("hgg", "absent")
        await room.start(rounds=2)
        ben, cleo = room.phones
        await room.cut(ben)
        await room.play_on()  # until it is Ben's turn
        assert states(room)[1] == "away" and room.scene["turn"] == 1 and not room.scene["next"]
        data = await room.ok("mind", seat=1)
        assert data["scene"]["next"] and states(room)[1] == "minded"
        await room.play_on(10)
        await room.reload_host()
        assert states(room) == ["host", "minded", "away"]
        await room.connect(cleo)
        await room.settle()
        await room.connect(ben)
        await room.settle()
        assert states(room) == ["host", "here", "here"]
        await room.ok("mind", seat=2)
        await room.ok("let_play", seat=2)
        await room.settle()
        assert states(room)[2] == "here"
        await room.ok("take_out", seat=1)
        await room.settle()
        assert states(room)[1] == "minded" and ben.last("bye") == "taken-out" and not ben.connection
        assert await room.refused("take_out", seat=1) == "error.devices.not-a-guest"
        assert await room.refused("mind", seat=0) == "error.devices.not-a-guest"
        await room.play_on()
        assert room.party["phase"] == "over"

    run(test)


@pytest.mark.parametrize(("seed", "starter"), [(1, 0), (2, 1)])
def test_a_bot_starts_the_round_for_a_guest_who_was_away_at_the_deal(seed: int, starter: int) -> None:
    async def test() -> None:
        room = VerbRoom("hg", seed)
        await room.open()
        phone = room.phones[0]
        await room.connect(phone)
        await room.settle()
        await room.cut(phone)
        await room.ok("mind", seat=1)
        await room.ok("deal_party")
        await room.settle()
        assert room.party["phase"] == "playing" and room.scene["turn"] == starter
        assert room.scene["next"] is (starter == 1) and bool(room.scene["moves"]) is (starter == 0)
        assert await room.host_moves()
        assert room.session.view.laid and room.session.view.events[-1].seat == starter
        assert states(room) == ["host", "minded"]

    run(test)


def test_the_page_is_told_only_of_what_it_does_not_know() -> None:
    async def test() -> None:
        room = VerbRoom("hg", "told")
        await room.open()
        await room.settle()
        room.events.clear()
        await room.wait(3)
        assert room.events == []
        await room.connect(room.phones[0])
        told = []
        for _ in range(10):
            await room.deliver()
            told += room.events
            room.events.clear()
        assert 0 < len(told) <= 3
        await room.settle()
        await room.ok("party")
        assert states(room) == ["host", "here"]
        room.now += 7
        room.phones[0].guest._heartbeat = None  # the phone is locked
        await room.send("beat")
        assert room.events == ["party"]
        await room.settle()
        assert states(room) == ["host", "quiet"] and room.party["scene"] is None

    run(test)


def test_a_lobby_ends_with_another_lobby_or_match() -> None:
    async def test() -> None:
        room = VerbRoom("hg", "lobby")
        assert await room.ok("party") and room.party["phase"] == "none" and room.party["seats"] == []
        assert await room.refused("deal_party") == "error.devices.not-now"
        await room.send("link_opened", connection="stray", invitation="invitation-1")
        assert list(room.wires["stray", False]) == [""]
        await room.open()
        assert await room.refused("deal_party") == "error.devices.open-seat"
        table = room.party["table"]
        await room.connect(room.phones[0])
        await room.settle()
        silent = (await room.ok("invite"))["invitation"]
        await room.send("link_opened", connection="silent", invitation=silent)
        await room.open()
        await room.settle()
        assert room.party["table"] != table and not room.phones[0].connection
        assert room.phones[0].last("bye") == "closed" and ("silent", False) in room.wires
        await room.ok("leave")
        assert (await room.ok("party"))["phase"] == "lobby"  # the table was empty
        await room.connect(room.phones[0])
        await room.settle()
        bots = [
            {"kind": "human", "name": "Ann"},
            {"kind": "bot", "name": "Bo", "level": "hen", "style": "balanced"},
        ]
        await room.ok("start", seats=bots, aspect=1.0, preset="montgomery", changes={})
        await room.settle()
        assert not room.phones[0].connection and room.party["phase"] == "none"
        assert await room.refused("open_party", seats=bots, aspect=1.0, preset="x", changes={})
        assert await room.refused(
            "open_party", seats=[{"kind": "phone"}, {"kind": "cat"}], aspect=1, preset=None, changes={}
        )

    run(test)


def test_a_match_without_guests_is_dealt_at_once() -> None:
    async def test() -> None:
        room = VerbRoom("hb", "alone")
        await room.open()
        data = await room.ok("deal_party")
        assert data["phase"] == "playing" and data["scene"]["whole_round"] and data["scene"]["card"]
        await room.play_on()
        assert room.party["phase"] == "over"

    run(test)


def test_leaving_keeps_the_party_and_deleting_deletes_it() -> None:
    async def test() -> None:
        room = VerbRoom("hg", "leave")
        await room.start(rounds=3)
        await room.play_on(4)
        id = room.party["table"]
        await room.ok("leave")
        await room.settle()
        assert room.phones[0].last("bye") == "closed" and not room.phones[0].connection
        assert PARTY.prefix + id in room.backend.entries
        room.scene, room.table = {}, FakeTable()
        await room.ok("open_match", id=id)
        await room.ok("party")
        assert (room.party["phase"], states(room)) == ("playing", ["host", "away"])
        await room.connect(room.phones[0])
        await room.settle()
        assert states(room) == ["host", "here"]
        check_pages(room)
        room.scene, room.table = {}, FakeTable()
        await room.ok("open_match", id=id)  # it is on the table already
        await room.settle()
        assert states(room) == ["host", "here"]
        check_pages(room)
        await room.ok("close_party")
        await room.settle()
        assert room.phones[0].last("bye") == "closed" and room.party["phase"] == "none"
        assert await room.play_on(4) == 4  # bots play on
        await room.ok("leave")
        await room.ok("delete_match", id=id)
        assert not [key for key in room.backend.entries if id in key]
        await room.ok("undelete_match")
        assert PARTY.prefix + id in room.backend.entries
        room.scene, room.table = {}, FakeTable()
        await room.ok("open_match", id=id)
        assert (await room.ok("party"))["phase"] == "playing"

    run(test)


def test_another_page_that_takes_the_match_over_ends_the_party() -> None:
    async def test() -> None:
        room = VerbRoom("hg", "elsewhere")
        await room.start()
        phone = room.phones[0]
        while not phone.scene["moves"]:
            assert await room.host_moves()
            await room.settle()
        other = Desk(MatchStore(room.backend))
        await other.store.open()
        await other.verbs["open_match"](id=room.party["table"])
        await other.verbs["pause_party"](paused=False)
        seen = len(phone.seen)
        assert room.guest_moves()
        await room.settle()
        assert room.desk.match.session is None and room.party["phase"] == "none"
        assert phone.last("bye") == "closed" and not phone.connection
        assert not [kind for kind, _ in phone.seen[seen:] if kind == "scene"]
        assert (await other.verbs["party"]())["phase"] == "playing"

    run(test)


def test_a_forged_match_is_named_and_not_stored() -> None:
    async def test() -> None:
        room = VerbRoom("hg", "forged")
        await room.start()
        await room.play_on()
        phone = room.phones[0]
        fair = json.dumps(phone.opened)

        async def problems(**changes: Any) -> list[str]:
            phone.opened = {**json.loads(fair), **changes}
            backend = MemoryBackend()
            answer = await kept(phone, backend)
            assert not answer["stored"] and backend.entries == {}
            return [key for key, _ in answer["problems"]]

        shares = json.loads(fair)["shares"]
        assert "opened.seed" in await problems(shares=[{**shares[0], "bytes": "0" * 32}, *shares[1:]])
        assert await problems(record="{}") == ["error.record.format"]
        assert await problems(shares="x") == ["error.record.field"]
        assert await problems(seat=7) == ["error.record.field"]
        assert "opened.plays" in await problems(witness={"hands": {}, "plays": [[1, 0, "0-0"]] * 2})
        assert await problems(seat=NOBODY) == []  # it only looked on
        record = json.loads(json.loads(fair)["record"])
        del record["rounds"][0]["end"]
        record["rounds"][0]["events"] = record["rounds"][0]["events"][:3]
        record |= {"places": [], "totals": [0, 0]}
        witness: dict[str, Any] = {"hands": {}, "plays": []}
        assert await problems(record=json.dumps(record), witness=witness) == ["error.match-not-over"]

    run(test)


def test_hostile_arguments_leave_the_table_unchanged() -> None:
    async def test() -> None:
        room = VerbRoom("hgg", "fuzz")
        await room.start()
        await room.play_on(5)
        ben = room.phones[0]
        host = room.desk.guests.make().guest_party._host
        assert host is not None
        before, data, entries = room.session.match, host.data(), dict(room.backend.entries)
        for _ in range(700):
            room.now += 0.05
            line = room.lots.choice([hostile_line(room.lots), "x" * 300_000, "\ud800", write("hello")])
            connection = room.lots.choice([ben.connection, "nobody", "", "\ud800"])
            await room.ok("received", connection=connection, line=line)
        for value in VALUES:
            if isinstance(value, str):
                await room.ok("link_closed", connection=value)
                await room.ok("link_opened", connection=value + "x", invitation=value)
        await room.settle()
        assert room.session.match is before and host.data() == data and room.backend.entries == entries
        assert len(host.lines.links) == 2
        await room.play_on()
        assert room.party["phase"] == "over"
        check_tiles(room)

    run(test)


def test_a_party_plays_two_matches_and_another_after_a_reload_of_the_host() -> None:
    async def test() -> None:
        room = VerbRoom("hgb", "evening")
        await room.start()
        await room.play_on()
        phone, backend, first = room.phones[0], MemoryBackend(), room.session.match.seed
        connection = phone.connection
        assert await kept(phone, backend) == {"problems": [], "checked": True, "stored": True}
        for reloads in (False, True):
            if reloads:
                await room.reload_host()
                phone.reload()
                await room.connect(phone)
                await room.settle()
            await room.ok("play_again")
            await room.settle()
            assert room.party["phase"] == "playing" and phone.scene["phase"] == "playing"
            assert room.scene["round"]["number"] == 1 and room.session.match.seed != first
            check_pages(room)
            await room.play_on()
            assert await kept(phone, backend) == {"problems": [], "checked": True, "stored": True}
            assert reloads or phone.connection == connection
        assert len([key for key in backend.entries if key.startswith("summary/")]) == 3
        assert {row["matches"] for row in phone.lobby["evening"]} == {3}
        own = summaries(room.backend)  # each match has an id of its own, so none takes another one's place
        assert len({made.id for made in own}) == 3
        assert {made.deal for made in own} == {made.deal for made in summaries(backend)}

    run(test)


def test_a_table_changes_between_two_matches_only() -> None:
    async def test() -> None:
        room = VerbRoom("hgb", "changes")
        await room.start()
        seats = [{"kind": "human", "name": "Seat 0"}, {"kind": "phone"}]
        wanted = {"seats": seats, "aspect": 1.5, "preset": "montgomery", "changes": {"rounds": 2, "set": 6}}
        assert await room.refused("change_party", **wanted) == "error.devices.not-now"
        await room.play_on()
        assert (
            await room.refused("change_party", **wanted | {"seats": seats[:1] * 2})
            == "error.devices.seat-has-guest"
        )
        await room.ok("change_party", **wanted)
        await room.settle()
        phone = room.phones[0]
        assert [key for key, _ in phone.lobby["news"]] == ["news.seats", "news.option", "news.option"]
        assert phone.lobby["phase"] == "lobby" and phone.connection
        await room.ok("deal_party")
        await room.settle()
        assert len(room.session.seats) == 2 and room.session.match.options.set == 6
        assert phone.scene["round"]["of"] == 2
        check_pages(room)
        await room.play_on()
        assert (await kept(phone, MemoryBackend()))["checked"]

    run(test)


def test_after_a_fault_in_the_search_a_guest_may_want_another_hint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fail(*given: Any) -> None:
        raise ZeroDivisionError

    async def test() -> None:
        room = VerbRoom("hgg", "hint")
        await room.start()
        phone = room.phones[0]
        for _ in range(2):
            with monkeypatch.context() as patch:
                patch.setattr(GuestHints, "answer", fail)
                number = phone.guest.ask(room.now, "hint", {})
                with pytest.raises(ZeroDivisionError):  # not swallowed
                    await room.settle()
            await room.settle()
            refused = {"refused": {"key": "error.devices.no-hint", "values": {}}}
            assert phone.last("answer") == (number, refused)

    run(test)


def test_a_guest_gets_a_hint_from_its_own_view() -> None:
    async def test() -> None:
        room = VerbRoom("hgg", "hint")
        await room.start()
        while not any(phone.scene["moves"] for phone in room.phones):
            assert await room.host_moves()
            await room.settle()
        phone, other = sorted(room.phones, key=lambda phone: not phone.scene["moves"])
        assert phone.scene["can"]["hint"]
        number = phone.guest.ask(room.now, "hint", {})
        not_on_turn = other.guest.ask(room.now, "hint", {})
        await room.settle()
        answers = {value[0]: value[1] for kind, value in phone.seen if kind == "answer"}
        advice = answers[number]["ok"]
        assert advice["move"] in phone.scene["moves"] and advice["said"]
        assert other.last("answer")[0] == not_on_turn and "refused" in other.last("answer")[1]

    run(test)
