"""Matches by post on the page: the form, the links that arrive, the table and the first screen."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from game.records.links.replay_link import read_replay
from game.records.post.post_link import read_post
from game.records.text.code_finder import checksum, find_code
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend
from tests.page.conftest import TEXTS, World, hidden, played, scripted
from tests.page.opened_links import follow
from tests.page.openings import Make
from tests.page.shown_scenes import START
from tests.session.asked import AskedDesk
from tests.session.desks import desk_at
from tests.session.post_people import RULES, draw_by, open_by, play, seats, to_send

FORM = {"preset": "hastings", "changes": {"set": 6, "hand_size": 5, "rounds": 1, "may_hold_back": False}}


def said(key: str, **values: str) -> str:
    text = TEXTS[key]
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    return text


def shown(world: World, selector: str) -> str:
    """The text of a visible element, without marks for the direction of names."""
    assert not hidden(world.one(selector)), selector
    return plain(world.one(selector).textContent)


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "").replace("\u2060", "")


def sent_code(world: World) -> str:
    """The code of the link that was copied last."""
    return find_code(world.window.clipboard[-1], "m")


async def send(world: World, button: str = "") -> None:
    """Press the button that sends. The page does not count as busy while the share sheet is open."""
    if button:
        await world.click(button)
    else:
        await world.do("post-send")
    for _ in range(5):
        await world.quiet()


async def ask_ann(**changes: Any) -> tuple[AskedDesk, str]:
    """Ann's engine, which has invited Ben, and the link."""
    ann = desk_at(MemoryBackend())
    rules = {"preset": "hastings", "changes": {**RULES["changes"], "rounds": 1, **changes}}
    await ann.begin_post(seats=seats("Ann", "Ben"), **rules)
    return ann, (await to_send(ann))["code"]


async def ben_on_turn(make: Make) -> tuple[World, AskedDesk, str]:
    """Ben's page on his turn, Ann's engine, and the link that brought him there."""
    ann, code = await ask_ann()
    ben = await make(code=code).begin()
    await ben.do("post-join")
    await send(ben)
    scene = (await open_by(ann, sent_code(ben))).get("scene")
    if scene and scene["post"]["mine"]:
        await play(ann, scene)
    code = (await to_send(ann))["code"]
    await follow(ben, code)
    assert ben.phase == "playing"
    return ben, ann, code


async def play_turn(world: World) -> None:
    """Play until the turn waits to be sent, or the match is over."""
    while world.phase != "match-over" and hidden(world.one("#post-send")):
        if not hidden(world.one("#next-round")):
            await world.do("next-round")
        else:
            await world.turn()


@played
async def test_a_match_by_post_begins_with_names_and_is_sent(make: Make) -> None:
    kept = {"chickenfoot-table": {**FORM, "seats": [{"name": "You", "kind": "human"}] * 2}}
    world = await make(kept=kept).begin()
    await world.do("post")
    assert not hidden(world.one("#post-lists")) and hidden(world.one("#post-has"))
    await world.do("post-begin")
    assert world.one("#toast").textContent == TEXTS["post.needs-names"]
    for number, name in enumerate(("Ann", " Ben  B. ")):
        world.one(f"#post-name-{number}").value = name
    world.one("#post-bots").value = "1"
    await world.do("post-begin")
    assert shown(world, "#post-card-title") == said("post.with", names="Ben B. and Hattie (bot)")
    assert shown(world, "#post-card-text") == said("post.card.invite", name="Ben B.")
    await send(world)
    posted = read_post(sent_code(world))
    assert [seat.name for seat in posted.seats][:2] == ["Ann", "Ben B."] and posted.seats[2].kind == "bot"
    assert world.window.clipboard[-1].startswith("Ann invites you to a match of Chickenfoot by post, Ben B.")
    assert shown(world, "#post-card-text") == said("post.card.waits", name="Ben B.")
    await world.do("back")
    assert world.phase == "menu" and len(world.every("#post-waiting > li")) == 1
    assert "Ben B.’s turn" in shown(world, "#post-waiting .post-state")
    assert shown(world, "#post-waiting .post-names") == said("post.with", names="Ben B. and Hattie (bot)")
    before = sent_code(world)
    await send(world, "#post-waiting .post-row-send")
    assert len(world.window.clipboard) == 2 and sent_code(world) == before


@played
async def test_the_form_begins_with_the_name_of_the_last_link(make: Make) -> None:
    world = await make().begin()
    world.change_setting("signature", "Ann")
    await world.do("post")
    assert world.one("#post-name-0").value == "Ann"


@played
async def test_a_table_that_cannot_be_is_refused_with_a_sentence(make: Make) -> None:
    world = await make().begin()
    await world.do("post")
    world.one("#post-name-0").value, world.one("#post-name-1").value = "Ann", "ann"
    await world.do("post-begin")
    assert world.one("#toast").textContent == TEXTS["error.post.names"]
    assert not hidden(world.one("#post-lists")) and world.every("#post-list > li") == []


@pytest.mark.parametrize("names", [("", ""), ("Ann", "ann")], ids=["the page's", "the engine's"])
@played
async def test_a_refusal_goes_with_its_screen(make: Make, names: tuple[str, str]) -> None:
    world = await make().begin()
    await world.do("post")
    for number, name in enumerate(names):
        world.one(f"#post-name-{number}").value = name
    await world.do("post-begin")
    for screen in ("play", "post"):  # as while the table is measured
        world.app.update(screen=screen)
    await world.quiet()
    assert not world.one("#toast").hidden
    await world.do("back")
    assert world.one("#toast").hidden and world.phase == "menu"


@played
async def test_the_bots_play_at_the_levels_of_the_form_in_turn(make: Make) -> None:
    levels = ("fox", "chick")
    bots = [{"name": level, "kind": "bot", "level": level, "style": "balanced"} for level in levels]
    kept = {"chickenfoot-table": {**FORM, "seats": [{"name": "You", "kind": "human"}, *bots]}}
    world = await make(kept=kept).begin()
    await world.do("post")
    for number, name in enumerate(("Ann", "Ben")):
        world.one(f"#post-name-{number}").value = name
    world.one("#post-bots").value = "2"
    await world.do("post-begin")
    (begun,) = [given for verb, given in world.asked if verb == "begin_post"]
    assert [seat["level"] for seat in begun["seats"][2:]] == ["fox", "chick"]


@played
async def test_the_rules_are_chosen_in_the_form_without_a_start(make: Make) -> None:
    world = await make().begin()
    await world.do("post")
    await world.do("post-rules")
    assert not hidden(world.one("#setup")) and world.one("#setup").getAttribute("data-post") == "true"
    await world.click("#setup-for-post")
    assert not hidden(world.one("#post")) and hidden(world.one("#setup"))
    assert world.one("#setup").getAttribute("data-post") is None and hidden(world.one("#setup-for-post"))


@played
async def test_an_invitation_is_read_and_joined_with_one_tap(make: Make) -> None:
    _, code = await ask_ann()
    ben = await make(code=code).begin()
    assert shown(ben, "#post-link-title") == said("post.invited.title", name="Ann")
    assert shown(ben, "#post-link-text").startswith("You are Ben.")
    assert not hidden(ben.one("#post-link-secret"))
    assert shown(ben, "#post-join") == said("post.join", name="Ben")
    assert [verb for verb, _ in ben.asked if verb == "take_post_link"] == []
    await ben.do("post-join")
    assert shown(ben, "#post-card-send") == said("post.send-to", name="Ann")
    assert shown(ben, "#post-card-text") == said("post.card.answer", name="Ann")
    assert hidden(ben.one("#post-here"))
    assert ben.window.location.hash == ""
    await send(ben)
    assert read_post(sent_code(ben)).turn == 0 and len(read_post(sent_code(ben)).parts) == 1


@played
async def test_an_invitation_that_is_declined_leaves_nothing(make: Make) -> None:
    _, code = await ask_ann()
    store = MemoryBackend()
    ben = await make(code=code, store=store).begin()
    await ben.do("post-leave-link")
    assert ben.phase == "menu" and not [key for key in store.entries if key.startswith("post/")]
    assert hidden(ben.one("#post-link")) and ben.window.location.hash == ""
    assert ben.one("#toast").textContent == TEXTS["post.stays"]


@played
async def test_a_turn_is_played_and_is_done_when_it_is_sent(make: Make) -> None:
    ben, ann, _ = await ben_on_turn(make)
    assert hidden(ben.one("#post-send"))
    await play_turn(ben)
    assert shown(ben, "#prompt-do") == said("post.prompt.send", name="Ann")
    assert shown(ben, "#post-send span") == said("post.send-to", name="Ann")
    assert not hidden(ben.one("#post-send small"))
    await send(ben)
    assert plain(ben.one("#toast").textContent) == said("post.sent", name="Ann")
    assert shown(ben, "#prompt-do") == said("post.prompt.waits", name="Ann")
    assert shown(ben, "#post-send span") == said("post.send-again", name="Ann")
    assert (await open_by(ann, sent_code(ben)))["scene"]["post"]["mine"]
    undo = ben.one('#buttons [data-action="undo"]')
    assert undo.disabled


@played
async def test_the_menu_sends_a_turn_and_offers_nothing_that_is_not_there(make: Make) -> None:
    ben, ann, _ = await ben_on_turn(make)
    share = '#menu [data-action="share"]'
    await ben.do("menu")
    assert not hidden(ben.one(share)) and hidden(ben.one("#menu-post-send"))
    assert ben.one("#honest-why").textContent == TEXTS["honest.post"]
    await ben.do("save-record")
    assert ben.one("#toast").textContent == TEXTS["error.post.save"]
    await play_turn(ben)
    await ben.do("menu")
    assert hidden(ben.one(share))
    assert shown(ben, "#menu-post-send span") == said("post.send-to", name="Ann")
    await send(ben, "#menu-post-send")
    assert not ben.every("dialog[open]")
    assert (await open_by(ann, sent_code(ben)))["scene"]["post"]["mine"]
    await ben.do("menu")
    assert shown(ben, "#menu-post-send span") == said("post.send-again", name="Ann")
    await ben.do("leave")
    assert len(ben.every("#post-waiting > li")) == 1


@played
async def test_a_row_says_what_was_done_here(make: Make) -> None:
    ben, _, _ = await ben_on_turn(make)
    await play_turn(ben)
    await ben.do("menu")
    await ben.do("leave")
    about = shown(ben, "#post-waiting .post-about")
    assert about.startswith("You ") and "Ben" not in about


@played
async def test_another_person_may_play_at_the_same_device(make: Make) -> None:
    ann = desk_at(MemoryBackend())
    await ann.begin_post(seats=seats("Ann", "Ben", "Cleo"), **RULES)
    ben = await make(code=(await to_send(ann))["code"]).begin()
    await ben.do("post-join")
    assert shown(ben, "#post-card-text") == said("post.card.pass-on", name="Cleo")
    assert shown(ben, "#post-here") == said("post.here", name="Cleo")
    await ben.do("post-here")
    assert shown(ben, "#post-card-text") == said("post.card.answer", name="Ann")
    assert hidden(ben.one("#post-here"))
    await send(ben)
    shown_there = await open_by(ann, sent_code(ben))
    assert shown_there["card"]["dealt"] and shown_there["card"]["here"] == [0]
    if shown_there["scene"]["post"]["mine"]:
        await play(ann, shown_there["scene"])
    await follow(ben, (await to_send(ann))["code"])
    assert ben.phase == "curtain"


@played
async def test_what_happened_since_the_last_turn_is_played_back(make: Make, monkeypatch: Any) -> None:
    ben, ann, _ = await ben_on_turn(make)
    await play_turn(ben)
    await send(ben)
    await play(ann, (await open_by(ann, sent_code(ben)))["scene"])
    code = (await to_send(ann))["code"]
    moves = [event for event in read_post(code).played.current.events if event.seat == 0]  # type: ignore[union-attr]
    curtain = sys.modules["game.page.turns.curtain"]
    told: list[str] = []

    async def note(seconds: float) -> None:
        told.append(plain(ben.one("#missed-text").textContent))

    monkeypatch.setattr(curtain, "pace", lambda state: 1)
    monkeypatch.setattr(curtain, "asyncio", SimpleNamespace(sleep=note))
    await follow(ben, code)
    assert told and len(told) <= len(moves) and all(text.startswith("Ann") for text in told)
    assert hidden(ben.one("#missed"))


@played
async def test_an_unsent_turn_waits_on_the_first_screen_after_a_reload(make: Make) -> None:
    ann, code = await ask_ann()
    store = MemoryBackend()
    ben = await make(code=code, store=store).begin()
    await ben.do("post-join")
    again = await make(store=store).begin()
    assert len(again.every("#post-waiting > li")) == 1
    assert shown(again, "#post-waiting .post-state") == said("post.state.answer", name="Ann")
    assert again.one("#post-waiting > li").getAttribute("data-mine") == "true"
    await send(again, "#post-waiting .post-row-send")
    assert (await ann.open_post_link(code=sent_code(again)))["kind"] == "newer"
    await again.click(again.one("#post-waiting .post-open"))
    assert shown(again, "#post-card-text") == said("post.card.waits", name="Ann")
    await again.do("post-forget")
    assert again.one("#toast").textContent == TEXTS["post.forgotten"]
    await again.do("back")
    assert not again.one("#toast").hidden  # it tells what has happened
    assert [key for key in store.entries if key.startswith("post/")] == []


@played
async def test_old_and_bad_links_get_one_sentence(make: Make) -> None:
    ben, _, code = await ben_on_turn(make)
    await play_turn(ben)
    placed = ben.placed()
    await follow(ben, code)
    assert ben.one("#toast").textContent == TEXTS["post.older"] and ben.placed() == placed
    await follow(ben, code[:40])
    assert ben.one("#toast").textContent == TEXTS["error.link.damaged"] and ben.placed() == placed
    body = "m9" + "x" * 30
    await follow(ben, f"#{body}{checksum(body)}")
    assert ben.one("#toast").textContent == TEXTS["error.link.version"] and ben.placed() == placed


@played
async def test_the_link_of_a_finished_match_leaves_the_address(make: Make) -> None:
    body = "m1" + "x" * 30
    engine = scripted(START | {"open_post_link": {"kind": "finished"}})
    world = await make(engine=engine, code=f"#{body}{checksum(body)}").begin()
    assert world.one("#toast").textContent == TEXTS["error.post.finished"]
    assert world.window.location.hash == "" and world.phase == "menu"


@played
async def test_a_seat_on_another_device_is_taken_over_after_a_question(make: Make) -> None:
    ann, code = await ask_ann()
    phone = desk_at(MemoryBackend())
    await open_by(phone, code)
    await open_by(ann, (await to_send(phone))["code"])
    row = (await ann.posts())[0]
    if row["turn"] == 0:
        await play(ann, (await ann.open_post(id=row["id"], aspect=1.0))["scene"])
    laptop = await make(code=(await to_send(ann))["code"]).begin()
    assert shown(laptop, "#post-link-title") == said("post.elsewhere.title", name="Ben")
    assert shown(laptop, "#post-link-text") == said("post.elsewhere.text", name="Ben")
    assert plain(laptop.one("#post-take").textContent) == "Go on as Ben" + said(
        "post.elsewhere.only", name="Ben"
    )
    loses = said("post.elsewhere.loses", name="Ann")
    assert not laptop.one("#post-others").open
    assert plain(laptop.one("#post-take-others").textContent) == "Play here as Ann" + loses
    await laptop.click(laptop.every("#post-take button")[0])
    assert laptop.phase == "playing" and laptop.hand()
    await play_turn(laptop)
    await send(laptop)
    assert (await phone.open_post_link(code=sent_code(laptop)))["kind"] == "elsewhere"


@played
async def test_a_link_for_somebody_elses_device_only_says_whose_turn_it_is(make: Make) -> None:
    _, code = await ask_ann()
    phone = desk_at(MemoryBackend())
    await open_by(phone, code)
    stranger = await make(code=(await to_send(phone))["code"]).begin()
    assert shown(stranger, "#post-link-title") == TEXTS["post.looks-on.title"]
    assert shown(stranger, "#post-link-text") == said("post.looks-on.text", name="Ann")
    assert stranger.every("#post-take button") == []
    assert [plain(each.textContent) for each in stranger.every("#post-take-others button")] == [
        "Play here as Ben"
    ]


@played
async def test_a_fork_is_shown_and_the_person_decides(make: Make, monkeypatch: Any) -> None:
    draw_by(monkeypatch, 9)
    ann, code = await ask_ann()
    ben = await make(code=code).begin()
    await ben.do("post-join")
    await send(ben)
    await open_by(ann, sent_code(ben))
    row = (await ann.posts())[0]
    assert row["turn"] == 0
    twin = AskedDesk(MatchStore(MemoryBackend(dict(ann.store.backend.entries))))  # type: ignore[attr-defined]
    await twin.boot()
    codes = []
    for desk, number in ((ann, 0), (twin, -1)):
        scene = (await desk.open_post(id=row["id"], aspect=1.0))["scene"]
        while scene["post"]["mine"] and scene["phase"] == "playing":
            scene = await desk.act(scene["moves"][number])
        codes.append((await to_send(desk))["code"])
    await follow(ben, codes[0])
    await follow(ben, codes[1])
    assert read_post(codes[0]).played != read_post(codes[1]).played
    assert shown(ben, "#post-link-title") == TEXTS["post.fork.title"]
    assert shown(ben, "#post-mine").startswith("Ann") and shown(ben, "#post-theirs").startswith("Ann")
    await ben.click(ben.every('[data-line="theirs"]')[0])
    assert ben.phase == "playing" and hidden(ben.one("#post-link"))


@pytest.mark.slow
@played
async def test_the_end_goes_to_the_history_and_another_match_takes_one_tap(make: Make) -> None:
    ben, ann, _ = await ben_on_turn(make)
    while ben.phase != "match-over":
        await play_turn(ben)
        if ben.phase == "match-over":
            break
        await send(ben)
        scene = (await open_by(ann, sent_code(ben)))["scene"]
        if scene["phase"] != "match-over":
            await play(ann, scene)
        await follow(ben, (await to_send(ann))["code"])
    assert not hidden(ben.one("#over-post"))
    if shown(ben, "#over-post-send span") == said("post.send-to", name="Ann"):
        await send(ben, "#over-post-send")
        assert read_post(sent_code(ben)).is_over
        assert (await open_by(ann, sent_code(ben)))["card"]["over"]
    await ben.do("share")
    code = "#" + ben.one("#sending-link").value.partition("#")[2]
    assert read_replay(code).record.match.over
    await ben.click(ben.every('#sending [data-action="close"]')[0])
    await ben.click("#over-post-again")
    assert shown(ben, "#post-card-send") == said("post.send-to", name="Ann")
    await send(ben)
    content = await ann.open_post_link(code=sent_code(ben))
    assert content["kind"] == "invitation" and content["card"]["names"] == ["Ann", "Ben"]
