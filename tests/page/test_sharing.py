"""Links on the page: the share dialog, opened links, compared results, puzzles, the daily deal, the proof of a deal."""

import hashlib
import subprocess
from typing import Any

import pytest

from game.records.daily_deal import daily_deal
from game.records.links.any_link import ContinuableMatch, read_position, write_day_code
from game.records.links.challenge import Result, read_challenge, write_challenge
from game.records.links.replay_link import read_replay
from game.records.text.code_finder import find_code
from game.records.text.names import clean
from game.rules.match import start_match
from game.rules.tiles import NAME, tiles_in
from game.store.storage_backend import MemoryBackend
from tests.page.conftest import TEXTS, Page, States, World, played
from tests.page.opened_links import HERE, challenge, follow, links_of_all_kinds
from tests.page.openings import SMALL, Make, opened

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "evil\u202egnp.exe",
    "a\u200b\u200db",
    "x" * 10_000,
    "{name} {n} [tile|tile]",
]


def code_on_sheet(world: World) -> str:
    address = world.one("#sending-link").value
    assert address.startswith(HERE)
    return str(address.removeprefix(HERE))


@pytest.mark.slow
@played
async def test_a_challenge_is_sent_played_compared_and_answered(make: Make) -> None:
    world = await opened(make)
    await world.do("menu")
    await world.do("share")
    assert not world.one("#menu").open and world.one("#sending").open
    world.one("#sending-name").value = " Ann "
    world.one("#sending-name").fire("change")
    await world.quiet()
    assert read_challenge(code_on_sheet(world)).results == (Result("Ann", ()),)
    await world.do("copy-link")
    said, link = TEXTS["share.said.challenge"], world.one("#sending-link").value
    assert world.one("#sending-said").textContent == said and world.window.clipboard == [f"{said} {link}"]
    assert (
        find_code(world.window.clipboard[0], "c") == "#" + link.partition("#")[2]
    )  # pasted as a whole, it opens
    assert world.one("#toast").textContent == TEXTS["ui.copied-both"]
    await world.click(world.every('#sending [data-action="close"]')[0])
    await world.round()
    await world.do("share")
    code = code_on_sheet(world)
    (ann,) = read_challenge(code).results
    assert len(ann.sheet) == 1

    there = await make(code=code).begin()
    assert there.one("#opened").open and there.phase == "menu"
    text = there.one("#opened-text").textContent
    assert text.startswith("\u2068Ann\u2069 played this deal: ") and text.endswith("How will you do?")
    assert there.one("#opened-results").hidden and there.one("#opened-kept").hidden
    await there.do("accept-link")
    assert there.phase == "playing" and there.window.location.hash == ""
    await there.round()
    assert there.phase == "match-over" and not there.one("#compare").hidden
    assert there.texts("#compare-sheets caption") == [TEXTS["ui.you"], "Ann"]
    totals = [
        [int(cell.textContent) for cell in row.querySelectorAll("td")]
        for row in there.every("#compare-sheets .total")
    ]
    assert totals[1] == [*ann.sheet[0]]
    assert there.one("#compare-title").textContent
    await there.do("answer")
    back = read_challenge(code_on_sheet(there))
    assert {result.sheet for result in back.results} == {ann.sheet, (tuple(totals[0]),)}


async def typed(world: World, field: str, name: str) -> None:
    """Type a name. The person is still in the field: no browser tells of a change before they leave it."""
    world.one(field).value = name
    world.one(field).fire("input")
    await world.quiet()


@pytest.mark.parametrize("what", ["challenge", "replay"])
@played
async def test_each_button_sends_the_name_that_stands_in_the_field(make: Make, what: str) -> None:
    """Safari leaves the cursor in the field when a button is pressed, the others tell of the change at the press."""
    world = await opened(make)
    world.window.navigator.share = lambda data: None
    await world.round()
    await world.do("share")
    radio = next(each for each in world.every("#sending-whats input") if each.value == what)
    radio.checked = True
    radio.fire("change")
    await world.quiet()

    def names(link: str) -> set[str]:
        code = link[link.index("#") :]
        if what == "challenge":
            return {result.name for result in read_challenge(code).results}
        return {seat.name for seat in read_replay(code).record.seats if seat.kind == "human"}

    await typed(world, "#sending-name", "Ann")
    await world.do("copy-link")
    assert names(world.window.clipboard[-1]) == {"Ann"}
    await typed(world, "#sending-name", "Bea")
    await world.do("qr")
    assert not world.one("#sending-qr").hidden and names(world.window.brought[-1]) == {"Bea"}
    await typed(world, "#sending-name", "Cleo")
    shared: list[Any] = []
    world.app.system_calls.share = record_into(shared)
    await world.do("send-link")
    assert names(shared[0]["url"]) == {"Cleo"}
    await typed(world, "#sending-name", "Dora")
    await world.do("poster")
    assert world.window.brought[-1]["lines"][0][0] == "Dora"


def record_into(given: list[Any]) -> Any:
    """A function to await that puts its argument into a list."""

    async def call(argument: Any) -> str:
        given.append(argument)
        return ""

    return call


@pytest.mark.parametrize("own", ["", "Ida"])
@played
async def test_a_name_typed_for_a_link_names_only_who_has_none(make: Make, own: str) -> None:
    world = await opened(make, kept={"chickenfoot-settings": {"name": own}})
    await world.do("share")
    await typed(world, "#sending-name", "Ann")
    await world.do("copy-link")
    world.one("#sending-name").fire("change")
    await world.quiet()
    settings = world.app.state["settings"]
    assert (settings["name"], settings["signature"]) == (("Ida", "Ann") if own else ("Ann", ""))
    people = [seat["name"] for seat in world.app.state["setup"]["seats"] if seat["kind"] == "human"]
    assert people == [own or "Ann"]
    await world.click(world.every('#sending [data-action="close"]')[0])
    await world.do("share")
    assert world.one("#sending-name").value == "Ann"  # the next links begin with it
    await typed(world, "#sending-name", "")
    await world.do("copy-link")
    assert read_challenge(code_on_sheet(world)).results == ()  # an empty field is an answer, too


@played
async def test_a_kind_chosen_after_the_name_stays_chosen(make: Make) -> None:
    """The change of the name must not paint the kind of the link that is still shown over the one just tapped."""
    world = await opened(make)
    await world.do("menu")
    await world.do("share")
    radio = next(each for each in world.every("#sending-whats input") if each.value == "position")
    world.one("#sending-name").value = "Ann"
    world.one("#sending-name").fire("change")
    radio.checked = True
    radio.fire("change")
    await world.quiet()
    assert radio.checked and world.app.state["share_sheet"]["what"] == "position"
    await typed(world, "#sending-name", "Bea")
    await world.do("copy-link")
    assert read_position(code_on_sheet(world))


@played
async def test_a_familys_results_are_listed_best_first(make: Make) -> None:
    results = (Result("Ann", ((30, 0),)), Result("Bo", ((7, 9),), True), Result("", ((50, 0),)))
    world = await make(code=challenge(results=results)).begin()
    assert world.one("#opened-text").textContent.startswith(
        "\u2068Bo\u2069 played this deal: 7 points over one"
    )
    assert world.texts("#opened-results .result-name") == ["Bo", "Ann", TEXTS["opened.somebody"]]
    assert world.texts("#opened-results .result-points") == ["7", "30", "50"]
    assert "with help" in world.texts("#opened-results .result-note")[0]
    await world.do("accept-link")
    await world.round()
    assert len(world.every("#compare-results li")) == 4
    assert len(world.every('#compare-results [data-mine="true"]')) == 1


@pytest.mark.slow
# The others are cleaned by game/records/text/names.py alone, as tests/records/test_names.py shows for all of them.
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, id=name[:20], marks=() if name in HOSTILE[1::4] else pytest.mark.long)
        for name in HOSTILE
    ],
)
@played
async def test_names_are_escaped(make: Make, name: str) -> None:
    world = await make(code=challenge(results=(Result(name, ((30, 4),)), Result("Bo", ((40, 0),))))).begin()
    kept = clean(name)
    assert f"\u2068{kept}\u2069" in world.one("#opened-text").textContent
    assert world.texts("#opened-results .result-name")[0] == kept
    await world.do("accept-link")
    await world.round()
    assert kept in world.texts("#compare-sheets caption") or kept in world.texts(
        "#compare-results .result-name"
    )
    for element in world.document.documentElement.walk():
        assert element.tag != "img" and (element.tag != "script" or not element.textContent)


@played
async def test_a_challenge_says_before_and_after_that_help_was_used(make: Make) -> None:
    code = challenge(results=(Result("Ann", ((39, 0),), marked=True),))
    world = await make(code=code).begin()
    assert "over one round, with help;" in world.one("#opened-text").textContent
    await world.do("accept-link")
    await world.round()
    assert world.texts("#compare-sheets caption") == ["You", "Ann (with help)"]


@played
async def test_a_challenge_without_a_result_says_who_sends_it(make: Make) -> None:
    world = await make(code=challenge(results=(Result("Ann", ()),))).begin()
    assert world.one("#opened-text").textContent.startswith("\u2068Ann\u2069 sends you")
    assert world.one("#opened-rules").textContent.endswith(" Against a chick.")
    await world.do("pass-by-link")
    assert not world.one("#opened").open and world.window.location.hash == "" and world.phase == "menu"
    await follow(world, challenge())
    assert world.one("#opened-text").textContent == TEXTS["opened.sent-somebody"]
    await world.do("accept-link")
    assert world.phase == "playing"
    await world.round()
    assert world.one("#compare-title").textContent == TEXTS["compare.alone"]


@pytest.mark.parametrize("code", links_of_all_kinds(), ids=lambda code: code[:3])
@played
async def test_a_link_during_a_match_asks_first_and_the_match_is_saved(make: Make, code: str) -> None:
    world = await opened(make)
    await world.turn()
    hand, table = world.hand(), world.placed()
    await follow(world, code)
    assert world.one("#opened").open and not world.one("#opened-kept").hidden
    assert (world.hand(), world.placed()) == (hand, table)
    await world.do("pass-by-link")
    assert (world.phase, world.hand(), world.placed()) == ("playing", hand, table)
    await follow(world, code)
    await world.do("accept-link")
    assert (world.hand(), world.placed()) != (hand, table)
    if world.phase == "puzzle":
        await world.do("puzzle-leave")
    elif world.phase == "replay":
        await world.do("replay-leave")
    else:
        await world.do("menu")
        await world.do("leave")
        await world.do("earlier")
    assert (world.phase, world.hand(), world.placed()) == ("playing", hand, table)


@pytest.mark.parametrize("code", ["#c3nonsense", "#r1!!", "#p1" + "0" * 5000, "#r9aaaaaaaaaaaa"])
@played
async def test_a_bad_link_during_a_match_shows_a_sentence_and_changes_nothing(make: Make, code: str) -> None:
    world = await opened(make)
    hand = world.hand()
    await follow(world, code)
    assert world.one("#toast").textContent.endswith(".") and not world.one("#toast").hidden
    assert (world.phase, world.hand(), world.window.location.hash) == ("playing", hand, "")


@played
async def test_a_puzzle_is_opened_answered_and_left(make: Make) -> None:
    world = await make(code=links_of_all_kinds()[2]).begin()
    await world.do("accept-link")
    assert world.phase == "puzzle" and not world.one("#riddle").hidden
    assert world.one("#riddle-answer").hidden
    hand = world.hand()
    for _ in range(2):
        await world.turn()
        assert not world.one("#riddle-answer").hidden
        await world.do("puzzle-answer")
        assert "coach would play" in world.one("#riddle-text").textContent
        assert world.one("#riddle-answer").hidden
        await world.do("puzzle-again")
        assert world.hand() == hand
    await world.do("puzzle-leave")
    assert world.phase == "menu" and world.one("#riddle").hidden


@played
async def test_back_leaves_a_puzzle_and_the_match_goes_on(make: Make) -> None:
    world = await opened(make)
    await world.turn()
    hand, table = world.hand(), world.placed()
    await follow(world, links_of_all_kinds()[2])
    await world.do("accept-link")
    assert world.phase == "puzzle"
    world.window.history.go(-1)
    for _ in range(4):
        await world.quiet()
    assert not world.one("#leaving").open  # a link to a saved match
    assert (world.phase, world.hand(), world.placed()) == ("playing", hand, table)


@played
async def test_a_match_is_moved_to_another_device(make: Make) -> None:
    world = await opened(make, rounds=2)
    await world.turn()
    await world.do("share")
    fields = {field.value: field for field in world.every("#sending-whats input")}
    assert [*fields] == ["challenge", "position", "puzzle"]
    fields["position"].checked = True
    fields["position"].fire("change")
    await world.quiet()
    assert world.one("#sending-note").textContent == TEXTS["share.note.position"]
    assert world.one("#sending-who").hidden
    code = code_on_sheet(world)
    assert isinstance(read_position(code), ContinuableMatch)
    there = await make(code=code).begin()
    await there.do("accept-link")
    assert there.hand() == world.hand()


@played
async def test_a_link_becomes_a_qr_code_and_the_table_a_picture(make: Make) -> None:
    world = await opened(make)
    await world.do("share")
    assert world.one('#sending [data-action="poster"]').hidden
    await world.do("qr")
    assert world.window.brought == [world.one("#sending-link").value]
    assert not world.one("#sending-qr").hidden and world.one("#sending-qr svg")
    await world.click(world.every('#sending [data-action="close"]')[0])
    await world.round()
    await world.do("share")
    assert world.one("#sending-qr").hidden
    await world.do("poster")
    picture = world.window.brought[-1]
    assert picture["title"] == world.one("#over-title").textContent
    assert [line[0] for line in picture["lines"]] == [TEXTS["ui.you"], "Hattie"]
    faces = [line[3] for line in picture["lines"]]
    assert '"#face-person-0"' in faces[0] and '"#face-chick"' in faces[1]
    sheet_scene = world.app.state["sheet_scene"]
    for totals in ([9, 0], [0, 9], [4, 4]):
        world.app.update(sheet_scene={**sheet_scene, "sheet": {**sheet_scene["sheet"], "totals": totals}})
        await world.do("poster")
        faces = [line[3] for line in world.window.brought[-1]["lines"]]
        assert ["pleased" in face for face in faces] == [total == min(totals) for total in totals]
    assert len(picture["box"]) == 4


@played
async def test_the_systems_own_sheet_is_used_where_there_is_one(make: Make) -> None:
    world = await opened(make)
    sent = []

    async def to_the_system(data: Any) -> None:
        sent.append(data)

    await world.do("share")
    assert world.one('[data-action="send-link"]').hidden
    world.window.navigator.share = to_the_system
    await world.do("share")
    await world.do("send-link")
    assert sent == [
        {
            "title": TEXTS["ui.title"],
            "text": TEXTS["share.said.challenge"],
            "url": world.one("#sending-link").value,
        }
    ]


@pytest.mark.slow
@played
async def test_the_deal_is_sealed_before_and_checked_after(make: Make) -> None:
    world = await opened(make)
    await world.do("menu")
    await world.do("honest")
    seal = world.one("#honest-hash").textContent
    assert len(seal) == 64 and not world.one("#honest-when").hidden
    assert world.one('[data-action="check-deal"]').hidden
    await world.click(world.every('#honest [data-action="close"]')[0])
    await world.round()
    await world.do("honest")
    assert world.one("#honest-when").hidden
    await world.do("check-deal")
    assert world.one("#honest-hash").textContent == seal
    assert world.one("#honest-verdict").textContent.startswith("This is the deal that was sealed")
    assert world.one("#honest-opened").textContent.endswith(":by-hand")
    opened_text = world.one("#honest-opened").textContent
    assert hashlib.sha256(opened_text.encode()).hexdigest() == seal
    line = world.one("#honest-line").value
    assert (
        subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True).stdout.split()[0]
        == seal
    )
    await world.do("copy-line")
    assert world.window.clipboard == [line] and world.one("#honest-unsealed").hidden


@pytest.mark.parametrize(
    ("kind", "names", "says"),
    [
        ("replay", ["You", "Hattie", "Otis"], "Somebody’s match with Hattie and Otis, 2 of 3 rounds."),
        ("position", ["Hattie", "Tú"], "Somebody’s match with Hattie, in round 2 of 3."),
        ("replay", ["Ann", "Hattie"], "The match of Ann and Hattie, 2 of 3 rounds."),
    ],
)
def test_the_nameless_sender_of_a_match_is_not_you(
    page: Page, kind: str, names: list[str], says: str
) -> None:
    opened = {"kind": kind, "names": names, "round": 2, "of": 3, "totals": [0, 0], "over": False}
    cells = page("sharing.link_card").view({**States(page).START, "opened_link": opened})
    (text,) = [cell[2] for cell in cells if cell[0] == "#opened-text"]
    assert text.replace("\u2068", "").replace("\u2069", "") == says


@pytest.mark.slow
@played
async def test_a_replay_link_is_watched_and_left(make: Make) -> None:
    world = await opened(make)
    await world.round()
    await world.do("share")
    fields = {field.value: field for field in world.every("#sending-whats input")}
    fields["replay"].checked = True
    fields["replay"].fire("change")
    await world.quiet()
    totals = world.texts("#score-totals td")
    there = await make(code=code_on_sheet(world)).begin()
    assert there.one("#opened-title").textContent == TEXTS["opened.replay.title"]
    await there.do("accept-link")
    assert there.phase == "replay" and there.window.location.hash == ""
    for _ in range(100):
        if there.one('#replay [data-action="on-one"]').disabled:
            break
        await there.do("on-one")
    assert there.texts("#score-totals td") == totals
    await there.do("replay-leave")
    assert there.phase == "menu"


# --- the daily deal


@pytest.mark.slow
@played
async def test_the_deal_of_the_day_is_played_once_and_counted(make: Make) -> None:
    store = MemoryBackend()
    world = await make(store=store).begin()
    for number, date in enumerate(("2026-11-21", "2026-11-22"), 1):
        world.window.now = date + "T23:59:59.999Z"
        await world.do("daily")
        assert date in world.one("#daily-date").textContent
        assert world.one("#daily-result").hidden and world.one('[data-action="share-day"]').hidden
        await world.do("play-day")
        hand = world.hand()
        await world.turn()
        await world.do("menu")
        await world.do("leave")
        await world.do("daily")
        await world.do("play-day")
        assert len(world.hand()) != len(hand) or world.placed()  # resumed, not dealt again
        await world.round()
        assert world.phase == "match-over" and not world.one("#over-day").hidden
        await world.do("daily")
        assert world.one('[data-action="play-day"]').hidden
        assert str(number) in world.one("#daily-streak").textContent or number == 1
        assert len(world.every("#daily-weeks [data-place]")) == number
        (now,) = world.every('#daily-weeks [aria-current="date"] .day')
        assert now.textContent == date[8:]
        await world.click(world.every('#daily [data-action="close"]')[0])
    assert len([key for key in store.entries if key.startswith("day/")]) == 2


@pytest.mark.slow
@played
async def test_a_shared_result_has_no_spoilers(make: Make) -> None:
    world = await make().begin()
    await world.do("daily")
    await world.do("play-day")
    await world.round()
    await world.do("daily")
    await world.click(world.every('#daily [data-action="close"]')[0])
    await world.do("honest")
    assert world.one("#honest-seal").hidden and not world.one("#honest-unsealed").hidden
    assert world.one("#honest-day").textContent == "python3 -m game daily 2026-11-22 --preset montgomery"
    await world.click(world.every('#honest [data-action="close"]')[0])
    await world.do("daily")
    await world.do("share-day")
    (text,) = world.window.clipboard
    assert text.startswith("Chickenfoot, deal of the day") and text.endswith(
        HERE + write_day_code("2026-11-22", "montgomery")
    )
    assert not [name for name in NAME if f" {name} " in text or f" {name}." in text]


@played
async def test_days_change_at_midnight_of_utc(make: Make) -> None:
    world, hands = await make().begin(), []
    for now in ("2026-11-22T23:59:00.000Z", "2026-11-23T00:01:00.000Z"):
        world.window.now = now
        await world.do("daily")
        await world.do("play-day")
        hands.append(sorted(world.hand()))
        await world.do("menu")
        await world.do("leave")
    for date, hand in zip(("2026-11-22", "2026-11-23"), hands, strict=True):
        today = daily_deal(date, "montgomery")
        dealt = start_match(today.options, today.seed).round
        held = {NAME[tile] for tile in tiles_in(dealt.deal.hands[0])}
        assert held & {*hand}  # tiles that were not played or drawn since
    assert hands[0] != hands[1]


@pytest.mark.parametrize(
    ("chosen", "dealt"),
    [("2026-11-22", "2026-11-23"), ("2026-11-21", "2026-11-21")],
    ids=["today", "a missed day"],
)
@played
async def test_a_calendar_open_over_midnight_deals_the_new_day(make: Make, chosen: str, dealt: str) -> None:
    """Only if it shows the day that was today: a day that the person chose stays."""
    world = await make().begin()
    world.window.now = "2026-11-22T23:59:00.000Z"
    await world.do("daily")
    await world.click(f'#daily-weeks [data-date="{chosen}"]')
    world.window.now = "2026-11-23T00:01:00.000Z"
    await world.do("play-day")
    assert world.app.scene["day"] == dealt


@played
async def test_an_answer_to_a_challenge_shows_both_sheets_and_is_listed(make: Make) -> None:
    seats = [
        {"name": "You", "kind": "human", "level": None, "style": None},
        {"name": "Bot", "kind": "bot", "level": "chick", "style": "balanced"},
    ]
    table = {"preset": "montgomery", "changes": SMALL, "seats": seats}
    world = await make(kept={"chickenfoot-table": table}).begin()
    await world.do("start")
    await world.round()
    await world.do("share")
    world.one("#sending-name").value = "Ann"
    world.one("#sending-name").fire("change")
    await world.quiet()
    code = code_on_sheet(world)
    await world.do("copy-link")
    ann = read_challenge(code).results[0]
    bo = Result("Bo", tuple(tuple(points + 1 for points in line) for line in ann.sheet))
    await follow(world, code)
    own = sum(line[0] for line in ann.sheet)
    said = world.one("#answered-waits").textContent
    assert world.one("#answered-text").hidden and said.startswith(TEXTS["challenges.waits-text"])
    assert f"Who opens your link reads: “\u2068Ann\u2069 played this deal: {own} point" in said
    world.one("#answered").close()
    await follow(world, write_challenge(read_challenge(code).with_result(bo)))
    assert world.one("#answered").open and not world.one("#opened").open and world.window.location.hash == ""
    mine, theirs = sum(line[0] for line in ann.sheet), sum(line[0] for line in bo.sheet)
    assert (
        world.one("#answered-text").textContent
        == f"\u2068Bo\u2069 answered with {theirs}; you scored {mine}."
    )
    assert world.texts("#answered-sheets caption") == [TEXTS["ui.you"], "Bo"]
    totals = [
        [int(cell.textContent) for cell in row.querySelectorAll("td")]
        for row in world.every("#answered-sheets .total")
    ]
    assert totals == [[*ann.sheet[0]], [*bo.sheet[0]]]
    await world.do("challenges")
    assert not world.one("#matches").hidden and not world.one("#answered").open
    assert world.texts("#challenge-list .match-title") == [TEXTS["challenges.sent"]]
    assert world.texts("#challenge-list .challenge-state") == ["One answer"]
    assert world.texts("#challenge-list .match-score") == [f"{TEXTS['ui.you']} {mine}, Bo {theirs}"]
    await world.do("open-challenge")
    assert world.one("#answered").open
    await world.click('#answered [data-action="accept-again"]')
    assert world.phase == "playing"
    await world.round()
    assert TEXTS["over.second"] in world.one("#over-note").textContent
    assert "second try" in world.texts("#compare-results .result-note")[-1]
    await world.do("leave")
    await world.do("history")
    assert "second try" in world.texts("#finished .match-about")[0]
    await world.do("forget-challenge")
    assert not world.every("#challenge-list li") and not world.one("#challenges-none").hidden
    await world.do("bring-back-match")
    assert len(world.every("#challenge-list li")) == 1


@played
async def test_a_deal_that_was_started_before_is_a_second_try(make: Make) -> None:
    code = challenge(results=(Result("Ann", ((30, 4),)),))
    world = await make(code=code).begin()
    assert TEXTS["opened.again"] not in world.one("#opened-rules").textContent
    await world.do("accept-link")
    await follow(world, code)
    assert TEXTS["opened.again"] in world.one("#opened-rules").textContent


@played
async def test_a_missed_day_from_the_calendar_does_not_count_in_a_row(make: Make) -> None:
    world = await make().begin()
    world.window.now = "2026-11-24T12:00:00.000Z"
    await world.do("daily")
    assert world.one('#daily [data-action="month-after"]').disabled
    await world.click('#daily-weeks [data-date="2026-11-22"]')
    assert "does not count" in world.one("#daily-date").textContent
    assert world.one('#daily-weeks [data-date="2026-11-25"]').disabled
    await world.do("play-day")
    assert world.app.scene["day"] == "2026-11-22"
    await world.round()
    await world.do("daily")
    await world.click('#daily-weeks [data-date="2026-11-22"]')
    assert world.one("#daily-result").textContent.startswith("Came")
    assert "does not count" not in world.one("#daily-date").textContent
    assert (
        "no days" in world.one("#daily-streak").textContent.lower()
        or "0 days" in world.one("#daily-streak").textContent
    )
    await world.do("month-before")
    assert world.app.state["daily_deal"]["date"] == "2026-10-31"
    assert not world.one('#daily [data-action="month-after"]').disabled
    await world.do("month-after")
    assert world.app.state["daily_deal"]["date"] == "2026-11-01"


@played
async def test_a_link_to_a_day_opens_that_days_deal(make: Make) -> None:
    world = await make(code=write_day_code("2026-11-20")).begin()
    assert world.one("#daily").open and world.window.location.hash == ""
    assert world.app.state["daily_deal"]["date"] == "2026-11-20"
    await world.do("play-day")
    assert world.app.scene["day"] == "2026-11-20"
    await follow(world, write_day_code("2026-12-01"))
    assert world.app.scene["day"] == "2026-11-20" and not world.one("#daily").open


@played
async def test_the_deal_of_the_day_has_the_rules_of_the_last_match(make: Make) -> None:
    world = await make().begin()
    await world.do("daily")
    assert world.app.state["daily_deal"]["preset"] == "montgomery"  # the rule-book of a first match
    assert world.one("#daily-other").hidden
    world.app.update(setup=dict(world.app.state["setup"], preset="pagat"))
    await world.do("daily")
    assert world.app.state["daily_deal"]["preset"] == "pagat" and world.one("#daily-other").hidden
    assert world.app.state["daily_deal"]["code"].startswith("#d22026-11-22-pagat")
    await world.do("play-day")
    assert world.app.scene["day_preset"] == "pagat"


@played
async def test_a_day_by_another_rule_book_says_before_the_deal_what_differs(make: Make) -> None:
    world = await make(code=write_day_code("2026-11-20")).begin()  # by Hastings
    line = world.one("#daily-differs").textContent
    assert not world.one("#daily-other").hidden and all(
        TEXTS[f"preset.{book}.name"] in line for book in ("hastings", "montgomery")
    )
    changes = [row.textContent for row in world.every("#daily-changes li")]
    assert str(len(changes)) in line
    assert f"{TEXTS['option.hand_size.label']}: 10" in changes
    await world.do("play-day")
    assert (world.app.scene["day"], world.app.scene["day_preset"]) == ("2026-11-20", "hastings")


@played
async def test_a_link_that_is_too_long_for_a_qr_code_says_why(make: Make) -> None:
    world = await opened(make)
    await world.do("menu")
    await world.do("share")
    assert world.one("#sending-no-qr").hidden and not world.one('#sending [data-action="qr"]').hidden
    world.app.update(share_sheet=dict(world.app.state["share_sheet"], code="#r2" + "0" * 500))
    assert "500" in world.one("#sending-no-qr").textContent and not world.one("#sending-no-qr").hidden
    assert world.one('#sending [data-action="qr"]').hidden


@played
async def test_a_qr_code_whose_script_cannot_be_loaded_is_missed_in_a_sentence(make: Make) -> None:
    world = await opened(make)

    async def fail(name: str) -> Any:
        raise OSError(name)

    await world.do("share")
    world.window.startup.bring = fail
    await world.do("qr")
    assert world.one("#toast").textContent == TEXTS["share.not-come"] and world.one("#sending-qr").hidden


@played
async def test_a_link_that_no_qr_code_can_hold_is_said_to_be_too_long(make: Make) -> None:
    world = await opened(make)
    await world.do("share")
    # The stand-in for the script draws up to 2900 characters.
    world.app.update(share_sheet=dict(world.app.state["share_sheet"], code="#r2" + "0" * 2900))
    await world.click(world.one('#sending [data-action="qr"]'))
    assert world.one("#toast").textContent == TEXTS["share.too-long"] and world.one("#sending-qr").hidden


@played
async def test_a_finished_match_is_named_and_shared_from_its_replay(make: Make) -> None:
    world = await opened(make)
    await world.round()
    await world.do("leave")
    await world.do("history")
    await world.click("#finished .match-rename")
    world.one("#rename-title").value = "Sunday"
    world.one("#rename-form").fire("submit")
    await world.quiet()
    assert world.texts("#finished .match-title") == ["Sunday"]
    assert "won" in world.texts("#finished .match-about")[0].lower()
    await world.click("#finished .match-open")
    assert world.phase == "replay"
    await world.click('#replay [data-action="share"]')
    assert read_replay(code_on_sheet(world)).record.match.over
    assert world.one("#sending-secret").textContent == TEXTS["share.secret-over"]


def test_the_sheets_of_an_answer_begin_with_the_best_own_try(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    def result(name: str, mine: bool) -> dict[str, Any]:
        return {"name": name, "mine": mine}

    own = [result(name, True) for name in ("first", "second", "third")]
    fresh, known = result("fresh", False), result("known", False)
    challenges = page("sharing.challenge_list")
    monkeypatch.setattr(challenges.compare_results, "sheet", lambda shown, *_: shown["name"])
    monkeypatch.setattr(challenges, "result_row", lambda _: [])
    monkeypatch.setattr(challenges, "_answer_sentences", lambda *_: [])
    opened = {"kind": "answer", "sent": True, "person": 0, "seats": 2 * [{"kind": "human", "level": None}]}
    opened |= {"fresh": [fresh], "results": [own[0], known, own[1], fresh, own[2]]}
    cells = challenges.results_dialog({"opened_link": opened})
    (sheets,) = [value for part, name, value in cells if (part, name) == ("#answered-sheets", "rows")]
    assert [sheet for _, _, sheet in sheets] == ["first", "fresh", "known", "second", "third"]


def test_results_are_compared_over_the_rounds_that_both_have_played(page: Page) -> None:
    short = {"rounds": 1, "sheet": [[5, 9]]}
    whole = {"rounds": 2, "sheet": [[7, 0], [30, 0]]}
    points = page("sharing.compare_results").points_to_compare
    assert (points(whole, short, 0), points(short, whole, 0)) == ([7, 5], [5, 7])
