"""Matches by post through the verbs: people who send each other nothing but links."""

import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.engine.post import post_cards
from game.records.links.any_link import read_any_code
from game.records.post.merging import opened
from game.records.post.post_link import read_post
from game.rules.errors import LinkError, Refusal
from game.rules.moves import Do, Event
from game.session.post.stored_post import held_match
from game.store.entries import POST, SUMMARY
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend
from tests.records.posts import begun, secret_of
from tests.session.asked import AskedDesk
from tests.session.desks import desk_at, on_to_me, started
from tests.session.post_people import BOT, PEOPLE, RULES, draw_by, open_by, play, seats, to_send, with_desks
from tests.session.twins import twin_of


async def play_all(desks: dict[str, AskedDesk], bots: int = 0) -> dict[str, Any]:
    """Play a match from the invitation to the end; return the last link."""
    names = list(desks)
    await desks[names[0]].begin_post(seats=seats(*names, bots=bots), **RULES)
    sender = names[0]
    while True:
        made = await to_send(desks[sender])
        sender = made["to"][0]
        shown = await open_by(desks[sender], made["code"])
        if shown["card"]["over"]:
            break
        if "scene" in shown:
            await play(desks[sender], shown["scene"])
    for name in names:
        await open_by(desks[name], made["code"])
    return made


@pytest.mark.parametrize(("names", "bots"), [(("Ann", "Ben"), 0), (("Ann", "Ben", "Cleo"), 1)])
def test_a_match_is_played_by_links_alone_and_goes_to_everybodys_history(
    names: tuple[str, ...], bots: int
) -> None:
    async def test(desks: dict[str, AskedDesk]) -> None:
        last = await play_all(desks, bots)
        posted = read_post(last["code"])
        for name, desk in desks.items():
            assert name not in (await desk.post_link(id=posted.id))["to"]
            [row] = await desk.posts()
            assert row["round"] == row["of"] == 2
            assert row["over"] and not (row["unsent"] and row["names"][0] not in desks)
            summary = desk.store.entry(SUMMARY, posted.id)
            assert summary is not None and len(summary.seats) == len(names) + bots
            assert (await desk.replay(posted.id, 1.0))["phase"] == "replay"
            scene = (await desk.open_post(id=posted.id, aspect=1.0))["scene"]
            while scene["phase"] == "round-over":
                scene = await desk.next_round(1.0)
            assert scene["story"] and await desk.save_file()

    with_desks(test, *names)


def test_a_device_that_is_not_on_turn_may_only_look() -> None:
    async def test(desks: dict[str, AskedDesk]) -> None:
        await desks["Ann"].begin_post(seats=seats(*PEOPLE), **RULES)
        sender, scene = "Ann", None
        while scene is None or scene["post"]["mine"]:
            made = await to_send(desks[sender])
            sender = made["to"][0]
            shown = await open_by(desks[sender], made["code"])
            if "scene" in shown:
                await play(desks[sender], shown["scene"])
                scene = (await desks[sender].open_post(id=shown["card"]["id"], aspect=1.0))["scene"]
        desk = desks[sender]
        assert scene["post"]["unsent"] and scene["prompt"][0][0] == "post.prompt.send"
        sent = (await desk.post_sent(id=scene["post"]["id"]))["scene"]
        assert not sent["post"]["unsent"] and sent["prompt"][0][0] == "post.prompt.waits"
        assert not sent["can"]["undo"] and sent["can"]["catch"] == []
        assert all(not can for what, can in sent["can"].items() if what not in ("call",))
        for verb in (desk.undo, desk.redo, partial(desk.act, "=")):
            with pytest.raises(Refusal):
                await verb()

    with_desks(test)


def test_opening_a_link_changes_nothing_before_the_person_decides() -> None:
    async def test(desks: dict[str, AskedDesk]) -> None:
        ann, ben = desks["Ann"], desks["Ben"]
        card = (await ann.begin_post(seats=seats(*PEOPLE), **RULES))["card"]
        assert card["unsent"] and card["here"] == [0] and not card["dealt"]
        made = await ann.post_link(id=card["id"])
        assert made["to"] == ["Ben"] and made["said"][0] == "post.said.invitation"
        for _ in range(2):
            content = await ben.open_post_link(code=made["code"])
            assert (content["kind"], content["seat"]) == ("invitation", 1)
        assert await ben.posts() == [] and ben.store.all_entries() == {}
        assert (await ann.open_post_link(code=made["code"]))["kind"] == "same"
        other = "y" if made["code"][20] == "x" else "x"
        for code in (made["code"][:-1], "#m", "#r2x", made["code"][:20] + other + made["code"][21:]):
            with pytest.raises(LinkError):
                await ben.open_post_link(code=code)
        with pytest.raises(LinkError):
            read_any_code(made["code"])

    with_desks(test)


def test_a_second_device_takes_a_seat_over_and_the_first_one_reads_that() -> None:
    async def test(desks: dict[str, AskedDesk]) -> None:
        ann, ben, laptop = desks["Ann"], desks["Ben"], desk_at(MemoryBackend())
        await ann.begin_post(seats=seats(*PEOPLE), **RULES)
        await open_by(ben, (await to_send(ann))["code"])
        await open_by(ann, (await to_send(ben))["code"])
        [row] = await ann.posts()
        if row["turn"] == 0:
            await play(ann, (await ann.open_post(id=row["id"], aspect=1.0))["scene"])
        made = await to_send(ann)
        content = await laptop.open_post_link(code=made["code"])
        assert content["kind"] == "elsewhere" and content["taken"] == [0, 1] and content["seat"] == 1
        taken = await laptop.take_post_link(code=made["code"], choice="take-over", aspect=1.0, seat=1)
        assert taken["card"]["here"] == [1] and taken["scene"]["post"]["mine"]
        await play(laptop, taken["scene"])
        told = await to_send(laptop)
        content = await ben.open_post_link(code=told["code"])
        assert content["kind"] == "elsewhere" and 1 in content["taken"]
        assert (await ann.open_post_link(code=told["code"]))["kind"] == "newer"
        with pytest.raises(LinkError):
            await laptop.take_post_link(code=told["code"], choice="take-over", aspect=1.0, seat=1)

    with_desks(test)


def test_a_stored_match_survives_a_reload_with_its_unsent_turn() -> None:
    async def test(desks: dict[str, AskedDesk]) -> None:
        await desks["Ann"].begin_post(seats=seats(*PEOPLE), **RULES)
        sender = "Ann"
        while True:
            made = await to_send(desks[sender])
            sender = made["to"][0]
            shown = await open_by(desks[sender], made["code"])
            if "scene" in shown and shown["scene"]["post"]["mine"]:
                break
        desk = desks[sender]
        await on_to_me(desk, await desk.act(shown["scene"]["moves"][0]))
        again = AskedDesk(MatchStore(desk.store.backend))
        assert (await again.boot())["posts"] == 1
        [row] = await again.posts()
        assert row["unsent"] or row["turn"] in row["here"]
        reopened = (await again.open_post(id=row["id"], aspect=1.0))["scene"]
        shown_here = (await desk.open_post(id=row["id"], aspect=1.0))["scene"]
        for key in ("hand", "turn", "moves", "post", "prompt", "can", "seats"):
            assert reopened[key] == shown_here[key], key

    with_desks(test)


def test_a_fork_is_shown_and_the_person_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_by(monkeypatch, 9)

    async def test(desks: dict[str, AskedDesk]) -> None:
        ann, ben = desks["Ann"], desks["Ben"]
        await ann.begin_post(seats=seats(*PEOPLE), **RULES)
        await open_by(ben, (await to_send(ann))["code"])
        await open_by(ann, (await to_send(ben))["code"])
        first = await ann.posts()
        id, turn = first[0]["id"], first[0]["turn"]
        made = None
        if turn == 1:
            made = await to_send(ann)
            scene = (await open_by(ben, made["code"]))["scene"]
            player, watcher = ben, ann
        else:
            scene, player, watcher = (await ann.open_post(id=id, aspect=1.0))["scene"], ann, ben
        # The player's device keeps a copy, as a second device with the same secret would.
        twin = AskedDesk(MatchStore(MemoryBackend(dict(player.store.backend.entries))))  # type: ignore[attr-defined]
        await twin.boot()
        other = (await twin.open_post(id=id, aspect=1.0))["scene"]
        codes = []
        for desk, shown, number in ((player, scene, 0), (twin, other, -1)):
            while shown["post"]["mine"]:
                shown = await on_to_me(desk, await desk.act(shown["moves"][number]))
            codes.append((await to_send(desk))["code"])
        assert read_post(codes[0]).played != read_post(codes[1]).played
        await open_by(watcher, codes[0])
        content = await watcher.open_post_link(code=codes[1])
        assert content["kind"] == "fork" and content["mine"] and content["theirs"]
        kept = await watcher.take_post_link(code=codes[1], choice="mine", aspect=1.0)
        assert kept["card"]["last"] == (await watcher.posts())[0]["last"]
        await watcher.take_post_link(code=codes[1], choice="theirs", aspect=1.0)
        entry = watcher.store.entry(POST, id)
        assert entry is not None
        assert held_match(entry).posted.played == read_post(codes[1]).played

    with_desks(test)


def test_share_and_save_say_the_truth_about_a_match_by_post(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_by(monkeypatch, 9)

    async def test(desks: dict[str, AskedDesk]) -> None:
        ann, ben = desks["Ann"], desks["Ben"]
        await ann.begin_post(seats=seats(*PEOPLE), **RULES)
        await open_by(ben, (await to_send(ann))["code"])
        scene = (await open_by(ann, (await to_send(ben))["code"]))["scene"]
        assert (await ann.share())["whats"] == ["puzzle"]
        await play(ann, scene)
        for verb, key in ((ann.share, "error.post.share"), (ann.save_file, "error.post.save")):
            with pytest.raises(Refusal) as caught:
                await verb()
            assert caught.value.key == key

    with_desks(test)


@pytest.mark.parametrize(
    ("does", "key"),
    [
        ((), "began"),
        ((("play", 5),), "played"),
        ((("play", 5), ("call", -1)), "played"),
        ((("draw", 5), ("pass", -1)), "drew-and-passed"),
        ((("draw", 4), ("play", 5)), "played"),
        ((("pass", -1),), "passed"),
        ((("draw", 5),), "drew"),
        ((("play", 5), ("take-back", -1)), "took-back"),
    ],
)
def test_the_words_with_a_link_say_what_was_done(
    does: tuple[tuple[Do, int], ...], key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lots = Random(1)
    held = begun("pp", lots, "hastings", set=6)
    posted = opened(held.posted).joined(held.posted.turn, secret_of(lots)).posted
    held = held.sent().merged(posted)[1]
    here, other = held.people[0], 1 - held.people[0]
    events = [Event(here, "play", 3), Event(other, "play", 4)] if does else []
    events += [Event(here, do, tile) for do, tile in does] + [Event(other, "draw", 6)] * bool(does)
    monkeypatch.setattr(post_cards, "last_moves", lambda posted: reversed(events))
    assert post_cards.words_to_send(held)[0] == f"post.said.{key}"


def test_a_row_says_the_last_move_of_another_person_and_the_own_one() -> None:
    facts: Any = {"names": ["Ann", "Ben", "Hattie"], "people": [0, 1], "here": [0]}
    theirs, own = {"seat": 1, "do": "play", "tile": "5-3"}, {"seat": 0, "do": "pass", "tile": ""}
    theirs_last: Any = {**facts, "last": theirs, "own": own}
    row = post_cards.row_of("m", 1, theirs_last)
    assert row["said"] == ("post.did.play", {"name": "Ben", "tile": "5-3"}) and row["bots"] == [2]
    assert row["own_said"] == ("post.own.pass", {})
    assert post_cards.row_of("m", 1, theirs_last | {"last": own})["said"] is None


def test_the_first_person_invites_also_from_behind_a_bot() -> None:
    async def test(desks: dict[str, AskedDesk]) -> None:
        card = (await desks["Ann"].begin_post(seats=[BOT, *seats(*PEOPLE)], **RULES))["card"]
        assert card["here"] == [1] and card["turn"] == 2

    with_desks(test)


def test_a_bad_table_is_refused() -> None:
    async def test(desks: dict[str, AskedDesk]) -> None:
        ann = desks["Ann"]
        for wrong in (
            seats("Ann", bots=1),
            seats("Ann", "Ben", "Cleo", "Dan", "Eve"),
            seats("Ann", "ann"),
            seats("Ann", ""),
        ):
            with pytest.raises(Refusal):
                await ann.begin_post(seats=wrong, **RULES)
        assert await ann.posts() == []

    with_desks(test)


def test_a_match_is_forgotten_and_played_again() -> None:
    async def test(desks: dict[str, AskedDesk]) -> None:
        await play_all(desks)
        ben = desks["Ben"]
        [row] = await ben.posts()
        again = (await ben.post_again(id=row["id"]))["card"]
        assert again["people"][0] == 1 and again["names"] == row["names"] and again["id"] != row["id"]
        assert (await ben.post_link(id=again["id"]))["to"] == ["Ann"]
        for each in await ben.posts():
            await ben.forget_post(id=each["id"])
        assert await ben.posts() == []
        with pytest.raises(Refusal):
            await ben.forget_post(id=row["id"])

    with_desks(test)


def test_playing_again_keeps_a_last_turn_that_was_not_sent() -> None:
    short = {**RULES, "changes": {"set": 6, "hand_size": 2, "rounds": 1}}

    async def test(desks: dict[str, AskedDesk]) -> None:
        await desks["Ann"].begin_post(seats=seats(*PEOPLE), **short)
        sender, row = "Ann", (await desks["Ann"].posts())[0]
        while not row["over"]:
            made = await to_send(desks[sender])
            sender = made["to"][0]
            shown = await open_by(desks[sender], made["code"])
            if "scene" in shown:
                await play(desks[sender], shown["scene"])
            [row] = await desks[sender].posts()
        assert row["unsent"]
        await desks[sender].post_again(id=row["id"])
        assert row["id"] in [each["id"] for each in await desks[sender].posts()]

    with_desks(test)


def test_another_match_on_the_table_leaves_a_match_by_post_stored() -> None:
    async def test(desks: dict[str, AskedDesk]) -> None:
        ann, ben = desks["Ann"], desks["Ben"]
        await ann.begin_post(seats=seats(*PEOPLE), **RULES)
        await open_by(ben, (await to_send(ann))["code"])
        await open_by(ann, (await to_send(ben))["code"])
        before = await ann.posts()
        await started(ann)
        assert await ann.posts() == before
        [row] = before
        scene = (await ann.open_post(id=row["id"], aspect=1.0))["scene"]
        assert scene["post"]["id"] == row["id"] and (await ann.resume()) is not None
        await ann.leave()
        assert await ann.posts() == before
        await ann.open_post(id=row["id"], aspect=1.0)
        assert await ann.forget_post(id=row["id"]) == []
        assert ann.match.session is None  # it would be stored again

    with_desks(test)


def test_rows_and_cards_are_the_same_for_twin_worlds() -> None:
    async def test(desks: dict[str, AskedDesk]) -> None:
        import random

        ann, ben = desks["Ann"], desks["Ben"]
        await ann.begin_post(seats=seats(*PEOPLE, bots=1), **RULES)
        await open_by(ben, (await to_send(ann))["code"])
        await open_by(ann, (await to_send(ben))["code"])
        session = ann.match.require_session()
        twin = twin_of(session, 0, random.Random(1))
        twin.held = session.held.went_on(session.held.posted._replace(played=twin.match))  # type: ignore[attr-defined]
        twin.known = twin.match  # type: ignore[attr-defined]
        shown = ann.match.complete_scene()
        ann.match.session = twin
        twin.viewer.sent.forget()
        assert ann.match.complete_scene() == shown and "post" in shown

    with_desks(test)


def test_a_visit_without_a_match_by_post_loads_no_module_for_it() -> None:
    """The heap snapshot has what `game.engine.verbs` imports."""
    told = subprocess.run(
        [sys.executable, "-c", "import sys, game.engine.verbs; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    ).stdout.split()
    assert "game.engine.post.late_post" in told
    late = ("game.records.post.", "game.session.post.", "game.engine.post.post_")
    assert [name for name in told if name.startswith(late)] == []
