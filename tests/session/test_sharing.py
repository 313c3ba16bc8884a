"""The verbs for links: what can be shared when, what another device makes of it, and the proof of a deal."""

import json
import random
from typing import Any

import pytest

from game.engine.sharing.puzzle_session import PuzzleSession
from game.engine.starting.seating import playable_seat
from game.records.commitment import commit
from game.records.links.any_link import read_any_code
from game.records.links.challenge import Result, read_challenge
from game.records.links.puzzle import Puzzle, stand_in_match
from game.records.links.replay_link import read_replay
from game.records.record import Seat
from game.rules.errors import IllegalMove, LinkError, Refusal
from game.rules.moves import move_text
from game.rules.tiles import NAME
from game.rules.view import view
from game.session.saving import session_record
from game.store.storage_backend import MemoryBackend
from tests.session.asked import AskedDesk
from tests.session.desks import SEATS, TAKEN_BY, at_desk, desk_at, finished, on_to_me, started
from tests.session.matches import bots_step, persons_step, table


def test_a_deal_against_thinking_bots_can_be_sent() -> None:
    """Bots think by a number of worlds in every match, so the receiver meets the same answers as the sender."""

    async def test(desk: AskedDesk) -> None:
        thinkers = [{**seat, "level": "fox"} if seat["kind"] == "bot" else seat for seat in SEATS]
        table = {"seats": thinkers, "aspect": 0.7, "seed": "a1b2c3d4e5"}
        await desk.start(**table, preset="montgomery", changes={"rounds": 1, "set": 6})
        sent = await desk.share("challenge", "Ann")
        assert [key for key, _ in sent["notes"]] == ["share.note.challenge-early"]

    at_desk(test)


def test_a_bot_from_a_link_becomes_one_that_the_game_offers() -> None:
    fox = Seat("Otis", "bot", "fox", "racer")
    assert playable_seat(fox) == fox
    assert playable_seat(Seat("Hattie", "bot", "greedy")) == Seat("Hattie", "bot", "hen", "balanced")
    assert playable_seat(Seat("Ann", "human", "hen", "racer")) == Seat("Ann", "human")


def test_a_challenge_goes_there_and_back_and_both_sheets_are_compared() -> None:
    async def test(desk: AskedDesk) -> None:
        scene = await started(desk, seed="a1b2c3d4e5", rounds=2, set=6)
        assert scene["compare"] is None
        early = await desk.share("challenge", "Ann")
        assert early["notes"] == [("share.note.challenge-early", {})]
        assert read_challenge(early["code"]).results == (Result("Ann", ()),)
        assert (await desk.share("challenge"))["said"] == ("share.said.challenge", {})
        scene = await finished(desk, scene)
        sent = await desk.share("", "Ann")
        assert (sent["what"], sent["whats"]) == ("challenge", ["challenge", "replay"])
        assert sent["notes"] == [("share.note.challenge", {})]
        assert desk.match.session is not None
        mine = desk.match.session.match
        result = {"total": ("count.points", {"n": mine.totals[0]}), "rounds": ("count.rounds", {"n": 2})}
        assert sent["said"] == ("share.said.result", result)

        other = desk_at(MemoryBackend())
        told = await other.open_link(sent["code"])
        assert told["kind"] == "challenge"
        assert [(result["name"], result["total"], result["rounds"]) for result in told["results"]] == [
            ("Ann", mine.totals[0], 2)
        ]
        assert [seat["level"] for seat in told["seats"]] == [None, "hen", "hen", "hen"]
        scene = await on_to_me(other, await other.take_link(sent["code"], TAKEN_BY, 1.5))
        assert other.match.session is not None and other.match.session.link
        assert other.match.session.match.round.deal == mine.rounds[0].deal
        assert [seat.name for seat in other.match.session.seats] == TAKEN_BY
        other = desk_at(other.store.backend)  # as after a reload
        await other.boot()
        scene = await finished(other, await on_to_me(other, await other.resume() or {}))
        assert other.match.session is not None
        theirs = other.match.session.match
        results = scene["compare"]["results"]
        assert {(result["name"], result["mine"], result["total"]) for result in results} == {
            ("Ann", False, mine.totals[0]),
            ("", True, theirs.totals[0]),
        }
        assert [result["total"] for result in results] == sorted(result["total"] for result in results)
        back = read_challenge((await other.share("challenge", "Bo"))["code"])
        assert {result.name: result.sheet for result in back.results} == {
            "Ann": mine.round_scores,
            "Bo": theirs.round_scores,
        }
        family = desk_at(MemoryBackend())
        await family.take_link((await other.share("challenge", "Bo"))["code"], TAKEN_BY, 1.0)
        third = read_challenge((await family.share("challenge", "Cy"))["code"])
        assert [result.name for result in third.results][-1] == "Cy"
        assert len(third.results) == 3

    at_desk(test)


def test_a_hint_or_an_undone_move_marks_the_result() -> None:
    async def test(desk: AskedDesk) -> None:
        await finished(desk, await started(desk, rounds=1, set=6))
        assert not read_challenge((await desk.share("challenge", "Ann"))["code"]).results[0].marked
        scene = await started(desk, rounds=1, set=6)
        await desk.hint()
        early = await desk.share("challenge")  # its link has no result yet
        assert early["said"][0] == "share.said.challenge" and len(early["notes"]) == 1
        await finished(desk, scene)
        shared = await desk.share("challenge", "Ann")
        assert read_challenge(shared["code"]).results[0].marked
        assert shared["said"][0] == "share.said.result-helped"
        assert shared["said"][1]["used"] == ("used.hints", {})
        assert shared["notes"][1] == ("share.note.helped", {"used": ("used.hints", {})})

    at_desk(test)


def test_a_match_is_continued_elsewhere_and_a_finished_one_is_a_replay() -> None:
    async def test(desk: AskedDesk) -> None:
        scene = await started(desk, rounds=2, set=6)
        scene = await on_to_me(desk, await desk.act(code=scene["moves"][0]))
        assert (await desk.share())["whats"] == ["challenge", "position", "puzzle"]
        sent = await desk.share("position")
        other = desk_at(MemoryBackend())
        told = await other.open_link(sent["code"])
        assert (told["kind"], told["names"], told["round"], told["over"]) == (
            "position",
            [seat["name"] for seat in SEATS],
            1,
            False,
        )
        there = await other.take_link(sent["code"], [], 0.5)
        assert [tile["tile"] for tile in there["hand"]] == [tile["tile"] for tile in scene["hand"]]
        assert there["sealed"] == scene["sealed"]
        scene = await finished(desk, scene)
        replay = await desk.share("replay")
        assert desk.match.session is not None
        held = read_replay(replay["code"]).record
        assert held == session_record(desk.match.session)
        assert (await other.open_link(replay["code"]))["totals"] == [*desk.match.session.match.totals]
        looked = await other.take_link(replay["code"], [], 0.5)
        assert looked["phase"] == "replay" and other.match.session is not None
        looked = await other.replay_go(looked["at"]["last"])
        assert looked["sheet"]["totals"] == scene["sheet"]["totals"]
        assert await other.replay_leave() is not None

    at_desk(test)


def test_a_puzzle_shows_one_hand_asks_and_is_answered_by_the_coach() -> None:
    async def test(desk: AskedDesk) -> None:
        scene = await started(desk, rounds=2, set=6)
        scene = await on_to_me(desk, await desk.act(code=scene["moves"][0]))
        sent = await desk.share("puzzle")
        held = read_any_code(sent["code"])
        assert isinstance(held, Puzzle) and held.view == view(stand_in_match(held), held.view.seat)
        other = desk_at(MemoryBackend())
        assert (await other.open_link(sent["code"]))["names"][0] == "You"
        puzzle = await other.take_link(sent["code"], [], 0.7)
        assert (puzzle["phase"], puzzle["puzzle"], puzzle["next"]) == ("puzzle", {"said": False}, False)
        assert [tile["tile"] for tile in puzzle["hand"]] == [tile["tile"] for tile in scene["hand"]]
        assert puzzle["moves"] == scene["moves"]
        with pytest.raises(Refusal):
            await other.puzzle_answer()
        for code in puzzle["moves"]:
            said = await other.act(code=code)
            assert said["puzzle"] == {"said": True}
            assert (said["moves"], said["next"]) == ([], False)
            answer = await other.puzzle_answer()
            assert answer is not None
            assert answer["verdict"][0] in ("puzzle.best", "puzzle.equal", "puzzle.worse")
            with pytest.raises(IllegalMove):
                await other.act(code=code)
            assert (await other.undo())["moves"] == puzzle["moves"]
        with pytest.raises(IllegalMove):
            await other.undo()
        assert not other.store.matches()
        with pytest.raises(Refusal):
            await other.share()

    at_desk(test)


def test_only_a_puzzle_is_shown_again_as_a_puzzle() -> None:
    async def test(desk: AskedDesk) -> None:
        await started(desk, rounds=1, set=6)
        with pytest.raises(Refusal):
            await desk.puzzle_look()
        other = desk_at(MemoryBackend())
        puzzle = await other.take_link((await desk.share("puzzle"))["code"], [], 0.7)
        await other.act(code=puzzle["moves"][0])
        again = await other.puzzle_look()
        assert (again["phase"], again["puzzle"]) == ("puzzle", {"said": True})
        assert again["whole_round"] and again["said"]

    at_desk(test)


@pytest.mark.parametrize(("cost", "points"), [(0.2, 1), (1.2, 1), (2.6, 3)])
def test_a_worse_choice_in_a_puzzle_costs_whole_points_and_at_least_one(
    cost: float, points: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(desk: AskedDesk) -> None:
        await started(desk, rounds=1, set=6)
        other = desk_at(MemoryBackend())
        puzzle = await other.take_link((await desk.share("puzzle"))["code"], [], 0.7)
        await other.act(code=puzzle["moves"][0])
        monkeypatch.setattr(PuzzleSession, "answer", lambda session, hint: ("worse", cost))
        answer = await other.puzzle_answer()
        assert answer is not None and answer["verdict"] == ("puzzle.worse", {"n": points})

    at_desk(test)


def test_a_puzzle_sends_no_hidden_tile_to_the_page() -> None:
    async def test(desk: AskedDesk) -> None:
        scene = await started(desk, rounds=1, set=9)
        for _ in range(3):
            scene = await on_to_me(desk, await desk.act(code=scene["moves"][0]))
        other = desk_at(MemoryBackend())
        puzzle = await other.take_link((await desk.share("puzzle"))["code"], [], 0.7)
        session = other.match.session
        assert isinstance(session, PuzzleSession)
        draw = "+" if "+" in puzzle["moves"] else puzzle["moves"][0]
        text = json.dumps([puzzle, await other.act(code=draw), await other.puzzle_answer()])
        known = {NAME[tile] for tile, _ in session.view.laid} | {tile["tile"] for tile in puzzle["hand"]}
        known |= {NAME[session.view.own_centre]}
        for name in NAME:
            assert name in known or f'"{name}"' not in text

    at_desk(test)


def test_the_last_tile_of_a_puzzle_is_only_noted(lots: random.Random) -> None:
    """Laid on the table it would end the round, which shows all hands."""
    session = table(hand_size=2, seats=2)
    while session.view.hand.bit_count() > 1 or not session.my_turn or session.view.choices[0].do != "play":
        if session.phase == "playing":
            _ = bots_step(session) if session.others_must_move() else persons_step(session, lots)
        else:
            session = table(str(lots.random()), hand_size=2, seats=2)
    puzzle = PuzzleSession(Puzzle(session.preset, session.seats, session.view), 1.0)
    laid = puzzle.view.laid
    puzzle.execute(move_text(puzzle.board.exact_move(puzzle.view, puzzle.view.choices[0])))
    assert puzzle.chosen is not None and puzzle.view.end is None and puzzle.view.laid == laid


def test_the_commitment_is_opened_after_the_match() -> None:
    async def test(desk: AskedDesk) -> None:
        scene = await desk.start(
            seats=SEATS, aspect=0.7, preset="montgomery", changes={"rounds": 1, "set": 6}
        )
        promise = scene["sealed"]
        assert len(promise) == 64
        with pytest.raises(Refusal) as caught:
            await desk.check_deal()
        assert caught.value.key == "error.match-not-over"
        desk = desk_at(desk.store.backend)  # as after a reload
        await desk.boot()
        await finished(desk, await on_to_me(desk, await desk.resume() or {}))
        told = await desk.check_deal()
        assert told["hash"] == promise == commit(told["seed"], told["nonce"]).hash
        assert (told["rounds"], told["wrong"]) == (1, [])
        assert desk.match.session is not None
        desk.match.session.match = desk.match.session.match._replace(seed="another")
        assert "error.record.commitment" in [key for key, _ in (await desk.check_deal())["wrong"]]

    at_desk(test)


def test_a_match_without_a_commitment_has_nothing_to_check() -> None:
    async def test(desk: AskedDesk) -> None:
        await finished(desk, await started(desk, rounds=1, set=6))
        assert desk.match.session is not None
        desk.match.session.commitment = None
        with pytest.raises(Refusal) as caught:
            await desk.check_deal()
        assert caught.value.key == "error.nothing-promised"

    at_desk(test)


def test_an_unacceptable_link_changes_nothing() -> None:
    async def test(desk: AskedDesk) -> None:
        await started(desk, rounds=1, set=6)
        code, before = (await desk.share("challenge"))["code"], desk.match.session
        for wrong, names in ((code, TAKEN_BY[:2]), (code, ["\ud800"] * 4)):
            with pytest.raises(Refusal):
                await desk.take_link(wrong, names, 1.0)
        with pytest.raises(LinkError):
            await desk.take_link(code[:-1], TAKEN_BY, 1.0)
        assert desk.match.session is before

    at_desk(test)


@pytest.mark.parametrize(("what", "named"), [("puzzle", True), ("replay", True), ("position", False)])
def test_a_puzzle_and_a_replay_name_the_sender(what: str, named: bool) -> None:
    async def test(desk: AskedDesk) -> None:
        scene = await started(desk, seed="a1b2c3d4e5", rounds=2, set=6)
        if what == "replay":
            await finished(desk, scene)
        else:
            await on_to_me(desk, scene)
        assert desk.match.session is not None
        names = [seat.name for seat in desk.match.session.seats]
        for sender in ("Ann", ""):
            shared = await desk.share(what, sender)
            assert shared["what"] == what
            link: Any = read_any_code(shared["code"])
            seats = link.replay.record.seats if what == "position" else getattr(link, "record", link).seats
            assert [seat.name for seat in seats] == ([sender, *names[1:]] if named and sender else names)

    at_desk(test)


def test_each_kind_of_link_says_whose_tiles_it_shows() -> None:
    async def secret(desk: AskedDesk, what: str) -> str | None:
        shared = await desk.share(what)
        assert shared["what"] == what
        return shared["secret"][0] if shared["secret"] else None

    async def test(desk: AskedDesk) -> None:
        scene = await on_to_me(desk, await started(desk, rounds=2, set=6))
        assert [await secret(desk, what) for what in ("challenge", "position", "puzzle")] == [
            "share.secret",
            "share.secret",
            None,
        ]
        while scene["phase"] == "playing":
            scene = await on_to_me(desk, await desk.act(code=scene["moves"][0]))
        assert scene["phase"] == "round-over" and await secret(desk, "replay") == "share.secret-rounds"
        await finished(desk, scene)
        assert await secret(desk, "replay") == "share.secret-over"

    at_desk(test)


def test_without_an_open_replay_there_is_no_replay_to_share() -> None:
    async def test(desk: AskedDesk) -> None:
        await started(desk)
        with pytest.raises(Refusal) as refused:
            await desk.share(looked_at=True)
        assert refused.value.key == "error.no-match"

    at_desk(test)
