"""Motion, sound, score sheet, result, files, links and fault reports of the page."""

import asyncio
import importlib
import json
from types import SimpleNamespace
from typing import Any

import pytest

from tests.page.conftest import (
    TEXTS,
    MemoryBackend,
    Page,
    World,
    a_patch,
    a_scene,
    a_seat,
    a_step,
    a_tile,
    hidden,
    played,
    scripted,
    unstable_sorted,
)
from tests.page.forms import chosen
from tests.page.openings import Make, link, opened
from tests.page.shown_scenes import PLACE, START, a_sheet, moving, shown

# --- motion


def last_motion(world: World) -> Any:
    return world.document.animations[-1]


@played
async def test_the_first_scene_of_a_page_may_tell_what_another_seat_has_played(make: Make) -> None:
    """A match that goes on after a reload: there are no seats yet from whose place the tile could move."""
    made = '<use data-placed="4-4" style="--x:1.5;--y:0;--a:0deg"/>'
    scene = a_scene(steps=[a_step(1, "play", "4-4")], patch={"add": [["4-4", made]]})
    world = await shown(make, scene, address="")
    assert world.one('[data-placed="4-4"]') and world.app.scene is not None
    assert world.document.body.dataset.phase == "playing"


@played
async def test_a_tile_of_another_seat_moves_from_the_felt_beside_it(
    make: Make,
) -> None:
    world = await moving(make)
    made = '<use data-placed="4-4" style="--x:1.5;--y:0;--a:0deg"/>'
    step = a_step(1, "play", "4-4")
    world.app.show(a_scene(turn=1, steps=[step], patch={"add": [["4-4", made]]}))
    motion = last_motion(world)
    assert motion.element is world.one('[data-placed="4-4"]') and motion.timing["duration"] == 220
    scale = float(world.one("#table > svg").getAttribute("viewBox").split()[2]) / 400  # type: ignore[union-attr]
    # It comes from the felt below the seat. A double falls from 1.22 of its size. An SVG scales round its own origin, from
    # which this tile lies 150 units away.
    assert motion.frames[0]["translate"] == f"{210 * scale - 0.22 * 150:.0f}px {122 * scale:.0f}px"
    assert (motion.frames[0]["scale"], motion.frames[1]["scale"]) == (1.22, 1)
    assert motion.frames[1]["translate"] == "0px 0px"
    assert world.document.body.dataset.busy == "true"
    motion.onfinish(None)
    assert world.document.body.dataset.busy == "false"


@played
async def test_dealt_tiles_come_from_where_the_hand_is_nearest_to_the_yard(make: Make) -> None:
    """The hand scrolls, so it would cut off what comes from outside."""
    world = await moving(make)
    tile = world.one('#hand > [data-tile="9-4"]')
    world.one("#hand").box = (10, 700, 300, 120)
    tile.box = (110, 720, 30, 60)
    importlib.import_module("game.page.board.motion").animate_deal(world.app.scene)
    moved = next(motion for motion in world.document.animations if motion.element is tile)
    assert moved.frames[0]["translate"] == "170px -20px"  # the yard's middle is 320 and 140
    assert moved.frames[1]["translate"] == "0px 0px"


@played
async def test_the_persons_tile_moves_from_the_hand_once(make: Make) -> None:
    patch = a_patch(add=[["9-4", PLACE["laid"]]])
    after = a_scene(hand=[a_tile("4-1", 5)], patch=patch, steps=[a_step(0, "play")])
    world = await moving(make, tap={"places": [PLACE]}, act=after)
    choosing = importlib.import_module("game.page.play.choosing")
    task = asyncio.create_task(choosing.tap(world.app, "9-4"))
    await task
    await asyncio.create_task(choosing.play(world.app, PLACE))
    (motion,) = world.document.animations
    assert motion.element is world.one('#tiles > [data-placed="9-4"]')
    motion.onfinish(None)
    await world.quiet()


@played
async def test_a_drawn_tile_moves_from_the_yard_to_its_seat(make: Make) -> None:
    world = await moving(make)
    hand = [a_tile("4-1", 5), a_tile("7-1", 8, drawn=True)]
    world.app.show(a_scene(hand=hand, steps=[a_step(0, "draw", "7-1", why="turn")]))
    motion = last_motion(world)
    assert motion.element is world.one('#hand > [data-tile="7-1"]') and motion.timing["duration"] == 260
    assert motion.frames[0]["translate"] == "320px 140px"
    world.app.show(a_scene(turn=1, steps=[a_step(1, "draw", why="turn")]))
    motion, back = last_motion(world), world.one(".flying-back")
    assert motion.element is back
    assert [frame["translate"] for frame in motion.frames] == ["320px 140px", "210px 122px"]
    motion.oncancel(None)
    assert not world.every(".flying-back")
    before = len(world.document.animations)
    world.app.show(a_scene(turn=1, steps=[a_step(1, "draw", why="start"), a_step(1, "pass")]))
    assert len(world.document.animations) == before


@played
async def test_a_double_and_a_call_show_a_call_out_without_delay(make: Make) -> None:
    world = await moving(make)
    world.app.show(a_scene(steps=[a_step(1, "call")]))
    callout = world.one("#callout")
    assert callout.textContent == TEXTS["say.chickenlittle"] and not callout.hidden
    assert world.document.body.dataset.busy == "false"
    last_motion(world).onfinish(None)
    assert callout.hidden
    world.app.show(a_scene(steps=[a_step(1, "play", "4-4", double=True)]))
    assert callout.textContent == "Chickenfoot!" and not callout.hidden


@played
async def test_nothing_is_animated_if_person_or_device_want_no_motion(make: Make) -> None:
    world = await moving(make)
    world.window.reduced = True
    world.app.show(a_scene(steps=[a_step(1, "call")]))
    world.window.reduced = False
    world.change_setting("speed", "none")
    world.app.show(a_scene(steps=[a_step(1, "call")]))
    assert world.document.animations == []


# --- sound and vibration


@played
async def test_a_browser_that_refuses_an_audiocontext_stays_silent(make: Make) -> None:
    world = await make().begin()

    def refuse() -> None:
        raise RuntimeError("NotSupportedError")

    world.window.AudioContext = SimpleNamespace(new=refuse)
    world.window.startup.create = lambda name: None  # it catches the exception
    await world.click("#play-now")
    world.window.rest()
    await world.turn()
    assert world.one("#trouble").hidden


class Sounds:
    """A window.AudioContext that records each sound: kind, pitch and time."""

    def __init__(self, world: World) -> None:
        self.heard: list[tuple[str, float, float]] = []
        self.volumes: list[float] = []  # the first amplitude of each sound
        self.filters: list[SimpleNamespace] = []
        self.resumed = 0
        self.state = "running"
        self.currentTime = 5.0
        self.destination = self
        buffer = SimpleNamespace(getChannelData=lambda number: SimpleNamespace(set=lambda grains: None))
        self.createBuffer = lambda channels, length, rate: buffer
        world.window.AudioContext = SimpleNamespace(new=lambda: self)
        world.window.crypto = SimpleNamespace(getRandomValues=lambda values: values)
        world.window.Int8Array = SimpleNamespace(new=lambda length: [0] * length)

    def resume(self) -> None:
        self.resumed += 1

    def node(self, kind: str) -> SimpleNamespace:
        if kind == "Gain":
            self.loud: list[float] = []  # the time at which the last volume is set

        def at(value: float, when: float) -> None:
            assert value > 0
            if not self.loud:
                self.volumes.append(value)
            self.loud.append(when)

        def stop(when: float) -> None:
            assert self.loud == sorted(self.loud), "it swells and then dies away"
            assert self.loud[0] < self.loud[-1] <= when

        def parameter() -> SimpleNamespace:
            return SimpleNamespace(value=0.0, setValueAtTime=at, exponentialRampToValueAtTime=at)

        made = SimpleNamespace(frequency=parameter(), Q=parameter(), gain=parameter(), stop=stop)
        if kind == "BiquadFilter":
            self.filters.append(made)
        made.connect = lambda other: None
        made.start = lambda when: self.heard.append((kind, made.frequency.value, when))
        return made

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("create"):
            raise AttributeError(name)
        return lambda: self.node(name.removeprefix("create"))

    def kinds(self, world: World, scene: dict[str, Any]) -> list[Any]:
        """The sounds of one scene: pitches of tones, "noise" for bursts."""
        self.heard.clear()
        world.app.show(scene)
        return [pitch if kind == "Oscillator" else "noise" for kind, pitch, _ in self.heard]


async def sounding(make: Make) -> tuple[World, Sounds]:
    world = await make(engine=scripted(START | {"start": a_scene()})).begin()
    sounds = Sounds(world)
    await world.click("#play-now")
    assert (
        sounds.kinds(world, a_scene(steps=[a_step(1, "pass")])) == []
    )  # the AudioContext does not exist yet
    world.window.rest()
    return world, sounds


@played
async def test_each_step_has_its_sound(make: Make) -> None:
    world, sounds = await sounding(make)
    assert sounds.kinds(world, a_scene(steps=[a_step(1, "play")])) == ["noise"]
    assert sounds.kinds(world, a_scene(steps=[a_step(1, "play", double=True)])) == ["noise", 523, 659, 784]
    assert [when for kind, _, when in sounds.heard if kind == "Oscillator"] == pytest.approx([5, 5.07, 5.14])
    assert sounds.kinds(world, a_scene(steps=[a_step(1, "draw")])) == ["noise"]
    assert sounds.kinds(world, a_scene(steps=[a_step(1, "call")])) == [784, 988]
    assert sounds.kinds(world, a_scene(steps=[a_step(1, "catch")])) == [784, 988]
    assert sounds.kinds(world, a_scene(steps=[a_step(1, "pass")] * 5)) == [220] * 3
    assert sounds.kinds(world, a_scene(steps=[a_step(1, "skip")])) == []
    world.change_setting("sound", False)
    assert sounds.kinds(world, a_scene(steps=[a_step(1, "pass")])) == []


@played
async def test_a_changed_volume_is_heard_as_one_laid_tile(make: Make) -> None:
    world, sounds = await sounding(make)
    for field, value, volumes in (
        ('#settings [value="loud"]', None, [2.0]),
        ('#settings [value="quiet"]', None, [0.35]),
        ('#settings [value="larger"]', None, []),
        ('#settings [name="sound"]', False, []),
        ('#settings [name="sound"]', True, [0.35]),
    ):
        sounds.filters.clear()
        sounds.volumes.clear()
        await chosen(world, field, value)
        assert [each.frequency.value for each in sounds.filters] == [1100] * len(volumes), field
        assert sounds.volumes == pytest.approx([volume * 0.5 / 128 for volume in volumes]), field


@played
async def test_a_double_sounds_lower_and_a_drawn_tile_higher(make: Make) -> None:
    world, sounds = await sounding(make)
    for step in (a_step(1, "play"), a_step(1, "play", double=True), a_step(1, "draw")):
        world.app.show(a_scene(steps=[step]))
    assert [each.frequency.value for each in sounds.filters] == [1100, 500, 2600]


@pytest.mark.parametrize(("won", "pitches"), [([0], [523, 659, 784, 1047]), ([1], [392, 330])])
@played
async def test_the_end_of_a_round_has_a_sound(make: Make, won: list[int], pitches: list[int]) -> None:
    world, sounds = await sounding(make)
    scene = a_scene(phase="round-over", steps=[a_step(1, "pass")], sheet=a_sheet(won=won))
    assert sounds.kinds(world, scene) == [220, *pitches]
    assert sounds.heard[1][2] == pytest.approx(5.15)


@played
async def test_a_tap_resumes_suspended_sound(make: Make) -> None:
    world, sounds = await sounding(make)
    await world.click("#seats")
    assert sounds.resumed == 0
    sounds.state = "suspended"
    await world.click("#seats")
    assert sounds.resumed > 0


@played
async def test_a_button_pressed_by_keyboard_allows_sound_as_a_tap_does(make: Make) -> None:
    for last in ("Enter", " "):
        world = await make(engine=scripted(START | {"start": a_scene()})).begin()
        sounds = Sounds(world)
        world.app.show(a_scene())
        for key, heard in (("Escape", []), (last, ["noise"])):
            await world.key(key, "#play-now")
            world.window.rest()
            assert sounds.kinds(world, a_scene(steps=[a_step(1, "draw")])) == heard


@played
async def test_the_device_vibrates_at_a_turn_after_the_first_tap(make: Make) -> None:
    world = await shown(make, a_scene(), address="")
    world.app.show(a_scene(steps=[a_step(1, "pass")]))
    assert world.window.buzzed == [30]
    world.app.show(a_scene(steps=[a_step(0, "draw")]))
    assert world.window.buzzed == [30]


# --- score sheet and result


@played
async def test_a_total_that_equals_the_points_of_the_round_is_shown_once(make: Make) -> None:
    sheet = a_sheet()
    sheet["rows"][1] |= {"scores": [3, 6], "totals": [15, 6], "won": []}
    world = await shown(make, a_scene(sheet=sheet))
    assert world.texts("#score-rows .gain-points") == ["", "", "+3", "+6"]  # one row looks the same for all
    # for the styles: a star stands beside a single number, and above it beside the points
    assert [cell.dataset.once for cell in world.every("#score-rows td")][:4] == ["true", "true", None, None]
    assert world.texts("#score-rows .sum") == ["12", "0", "15", "6"]
    assert not world.one("#sheet-cells").hidden


@pytest.mark.parametrize("part", ["#story", "#over-more"])
@played
async def test_a_part_at_the_foot_is_scrolled_into_view_when_it_is_unfolded(make: Make, part: str) -> None:
    world, scrolled = await opened(make), []
    story = world.one(part)
    story.scrollIntoView = lambda how=None: scrolled.append(how)
    for is_open in (True, False):
        story.setAttribute("open", "") if is_open else story.removeAttribute("open")
        for listener in story.listeners["toggle"]:
            listener(SimpleNamespace(target=story))
    assert scrolled == [None]


@played
async def test_the_score_sheet(make: Make) -> None:
    # The round's own double was in no hand, so the one of a later round lies in the centre.
    number = {"number": 2, "of": 3, "centre": "7-7", "own": "8-8"}
    world = await shown(make, a_scene(sheet=a_sheet(), round=number))
    assert world.texts("#score-heads .score-name") == [TEXTS["ui.you"], "Bob"]
    rows = world.every("#score-rows > tr")
    assert [row.dataset.row for row in rows] == [None, "now", "to-come"]
    assert [row.querySelector("th > span").textContent for row in rows] == ["9-9", "8-8", "7-7"]
    assert world.texts("#score-rows .row-number") == ["1", "2", "3"]
    assert world.texts("#score-rows .sum") == ["12", "0"]
    assert world.texts("#score-rows .gain-points") == ["", ""]  # the totals say the same
    assert [cell.dataset.won for cell in rows[0].querySelectorAll("td")] == [None, "true"]
    assert rows[1].querySelector("td").textContent == TEXTS["sheet.now"]
    assert rows[2].querySelector("td").getAttribute("colspan") == "2"
    assert rows[2].querySelector("td").textContent == ""
    totals = world.every("#score-totals > td")
    assert [(cell.textContent, cell.dataset.leads) for cell in totals] == [("12", None), ("0", "true")]
    assert not world.one("#sheet-star").hidden and world.one("#sheet-cells").hidden
    assert world.texts("#held-rows .unseen") == [TEXTS["ui.you"] + ": 4-1", "Bob"]
    assert [row.hidden for row in world.every("#held-rows .held-none")] == [True, False]
    assert world.one("#sheet-remark").textContent == TEXTS["ui.draw"] and not world.one("#chart").hidden
    assert world.one("#score-table").dataset.long is None
    assert world.one("#next-round").hidden and world.one(".sheet-foot").dataset.empty == "true"
    assert (
        world.one("#sheet-title").textContent == TEXTS["ui.sheet-so-far"]
        and world.one("#next-tile").childElementCount == 1
    )
    assert world.one("#review-ask").hidden
    many = a_sheet() | {
        "rows": [{"centre": "8-8", "face": ""}] * 14,
        "totals": [0, 0],
        "held": [],
        "notes": [],
        "chart": "",
    }
    world.app.show(a_scene(sheet=many))
    assert world.one("#score-table").dataset.long == "true" and not world.every(
        "#score-totals > [data-leads]"
    )
    assert world.one("#sheet-star").hidden
    assert world.one("#held").hidden and world.one("#chart").hidden and world.one("#sheet-remark").hidden


@played
async def test_the_sheet_says_first_why_the_round_ended(make: Make) -> None:
    ended = [["prompt.blocked.you", {}], ["blocked.ends", {}]]
    world = await shown(make, a_scene(phase="round-over", sheet=a_sheet(), prompt=ended))
    why = world.one("#sheet-why")
    assert why.textContent == TEXTS["blocked.ends"] and not why.hidden
    assert world.one(".sheet-paper").firstElementChild is why
    assert (
        world.one("#sheet-title").textContent
        == TEXTS["prompt.blocked.you"]
        == world.one("#prompt-do").textContent
    )
    assert (
        world.one("#prompt-more").textContent == ""
    )  # the sheet says it; two long lines do not fit above the hand
    world.app.show(a_scene(sheet=a_sheet(), prompt=[["prompt.turn", {}], ["prompt.fits", {"n": 2}]]))
    assert why.hidden and world.one("#prompt-more").textContent == "2 tiles fit: yellow shows where"
    world.change_setting("speed", "normal")  # no longer the first match
    assert world.one("#prompt-more").textContent == "2 tiles fit"


@played
async def test_the_end_of_a_round_opens_the_sheet_and_offers_a_review(make: Make) -> None:
    looked = {"line": ["ui.draw", {}], "choices": [{"cost": 7, "said": [["ui.pass", {}]]}]}
    over = a_scene(phase="round-over", sheet=a_sheet(), can={"next-round": True, "hint": False})
    world = await shown(make, over, review=lambda seat: looked, next_round=a_scene())
    body = world.document.body
    assert body.dataset.sheet == "open" and world.document.activeElement is world.one("#sheet-title")
    assert not world.one("#next-round").hidden and "2" in world.one("#next-text").textContent
    assert world.one("#sheet-title").textContent == TEXTS["ui.title"] and world.one("#review").hidden
    assert world.one("#sheet-why").hidden
    await world.do("review")
    assert world.texts("#review-lines .review-text") == [TEXTS["ui.pass"]]
    assert world.texts("#review-lines .review-cost") == ["Cost about 7 points"]
    assert world.one("#review-line").textContent == TEXTS["ui.draw"]
    assert world.one("#review-ask").hidden and not world.one("#review").hidden
    tile = {"line": ["review.did.centre", {"tile": "9-9"}], "choices": []}
    world.app.update(round_review=tile)
    assert not world.every("#review-lines > li")
    assert world.one("#review-line").textContent == "opening with 9-\u20609"  # no line breaks within a tile
    await world.do("close-sheet")
    assert body.dataset.sheet is None
    await world.click(world.every('#menu [data-action="scores"]')[0])
    assert body.dataset.sheet == "open"
    await world.do("next-round")
    assert world.phase == "playing" and body.dataset.sheet is None and world.one("#review").hidden


@played
async def test_each_of_several_persons_can_be_reviewed(make: Make) -> None:
    people = [a_seat(0, "Ann"), a_seat(1, "Bob"), a_seat(2, "Hen", level="hen")]
    sheet = a_sheet() | {"names": ["Ann", "Bob", "Hen"], "totals": [12, 0, 3], "places": [3, 1, 2]}
    sheet |= {"rows": [], "held": []}
    looked = [{"line": ["ui.draw", {}], "choices": []}, {"line": ["ui.pass", {}], "choices": []}]
    over = a_scene(phase="round-over", you=-1, seats=people, sheet=sheet, can={"next-round": True})
    ended = a_scene(phase="match-over", you=-1, seats=people, sheet=sheet)
    lines: list[list[Any]] = [
        [{"line": None, "done": 1, "of": 2}, {"line": ["ui.draw", {}]}],
        [{"line": ["ui.pass", {}]}],
    ]
    world = await shown(
        make,
        over,
        review=lambda seat: looked[seat],
        next_round=ended,
        review_match=lambda seat: lines[seat].pop(0),
    )
    assert world.one("#review-ask").hidden and world.texts("#review-whose > button") == ["Ann", "Bob"]
    for seat, name in enumerate(("Ann", "Bob")):
        await world.click(world.every("#review-whose > button")[seat])
        assert world.one("#review-line").textContent == f"{name}\n" + TEXTS[looked[seat]["line"][0]]
        assert world.one("#review-title").textContent == f"How {name} played"
        pressed = [button.getAttribute("aria-pressed") for button in world.every("#review-whose > button")]
        assert pressed == ["true" if other == seat else "false" for other in (0, 1)]
    await world.do("next-round")
    assert (
        world.phase == "match-over"
        and world.app.state["reviewed_seat"] is None
        and world.one("#luck-ask").hidden
    )
    for seat, (name, line) in enumerate((("Ann", "ui.draw"), ("Bob", "ui.pass"))):
        await world.click(world.every("#luck-whose > button")[seat])
        assert world.one("#luck-line").textContent == f"{name}\n" + TEXTS[line]


@pytest.mark.parametrize(
    ("verb", "phase", "buttons", "line"),
    [
        ("review", "round-over", "#review-whose", "#review-line"),
        ("review_match", "match-over", "#luck-whose", "#luck-line"),
    ],
)
@played
async def test_a_late_review_of_another_person_is_dropped(
    make: Make, verb: str, phase: str, buttons: str, line: str
) -> None:
    people = [a_seat(0, "Ann"), a_seat(1, "Bob")]
    world = await shown(make, a_scene(phase=phase, you=-1, seats=people, sheet=a_sheet()))
    arrived = asyncio.Event()

    async def review(given: str) -> str:
        seat = json.loads(given)["seat"]
        if not seat:
            await arrived.wait()
        return json.dumps({"ok": {"line": ["ui.pass" if seat else "ui.draw", {}], "choices": []}})

    world.engine[verb] = review
    for button in world.every(buttons + " > button"):
        button.click()
        for _ in range(8):
            await asyncio.sleep(0)
    arrived.set()
    await world.quiet()
    assert world.one(line).textContent == "Bob\n" + TEXTS["ui.pass"]


@played
async def test_the_review_of_a_match_shows_the_choices_that_cost_most(make: Make) -> None:
    choice = {"cost": 12, "said": [["ui.pass", {}]], "at": 7, "number": 2}
    smaller = {"cost": 5, "said": [["review.more", {"n": 3}]]}
    answer = {"done": 3, "of": 3, "line": ["ui.draw", {}], "best": None, "choices": [choice, smaller]}
    asked: list[dict[str, Any]] = []

    def replay_here(**given: Any) -> dict[str, Any]:
        asked.append(given)
        return {"refused": {"key": "error.no-match", "values": {}}}

    scene = a_scene(phase="match-over", sheet=a_sheet())
    world = await shown(make, scene, review_match=answer, replay_here=replay_here)
    assert world.one("#luck-choices").hidden
    scrolled: list[Any] = []
    world.one("#luck-line").scrollIntoView = lambda how=None: scrolled.append(how)
    await world.click("#luck-ask")
    assert not world.one("#luck-choices").hidden and scrolled[-1] is None  # to the top: the choices follow
    assert world.texts("#luck-choices .review-cost") == [
        "Round 2: cost about 12 points",
        "Cost about 5 points",
    ]
    assert world.texts("#luck-choices .review-text") == [TEXTS["ui.pass"], "3 more mistakes."]
    assert [button.hidden for button in world.every("#luck-choices .review-show")] == [False, True]
    await world.click("#luck-choices .review-show")
    assert (asked[0]["number"], asked[0]["events"]) == (2, 7)


def test_seats_of_equal_place_are_listed_in_the_order_of_the_table(page: Page) -> None:
    page("sheet.match_over").sorted = unstable_sorted
    scene = a_scene(phase="match-over", sheet=a_sheet() | {"places": [1, 1]})
    cells = page("sheet.match_over").view({"sheet_scene": scene})
    (rows,) = [value for part, name, value in cells if (part, name) == ("#placings", "rows")]
    assert [seat for seat, *_ in rows] == [0, 1]


@played
async def test_the_end_shows_what_was_left_in_the_last_round(make: Make) -> None:
    held = [{"tiles": ["9-4"], "faces": ["<g/>"], "points": 13}, {"tiles": [], "faces": [], "points": 0}]
    last = {"number": 3, "of": 3, "centre": "7-7", "own": "7-7"}
    world = await shown(make, a_scene(phase="match-over", sheet=a_sheet() | {"held": held}, round=last))
    assert world.one("#over-held-title").textContent == "Round 3: what was left"
    assert world.texts("#over-held-rows .held-points") == ["13", "0"]
    world.app.show(
        a_scene(version=2, phase="match-over", sheet=a_sheet() | {"held": held}, round=last | {"number": 1})
    )
    assert world.one("#over-held-title").textContent == TEXTS["ui.held"]


def test_at_the_end_winners_are_pleased_and_only_the_last_ones_look_caught(page: Page) -> None:
    people = [a_seat(seat, name) for seat, name in enumerate(("Ann", "Bob", "Cy", "Dan"))]
    sheet = a_sheet() | {"names": ["Ann", "Bob", "Cy", "Dan"], "totals": [9, 0, 5, 9], "places": [3, 1, 2, 3]}
    cells = page("sheet.match_over").view(
        {"sheet_scene": a_scene(phase="match-over", seats=people, sheet=sheet)}
    )
    (rows,) = [value for part, name, value in cells if (part, name) == ("#placings", "rows")]
    moods = {"pleased": [1], "waiting": [2], "caught": [0, 3]}
    for seat, _, parts in rows:
        (face,) = [value for part, _, value in parts if part == ".avatar"]
        assert [mood for mood in moods if f'data-mood="{mood}"' in face] == [
            mood for mood, seats in moods.items() if seat in seats
        ]


@pytest.mark.parametrize(
    ("places", "title"),
    [([1, 2], "You win!"), ([2, 1], "Bob wins"), ([1, 1], "You share first place with Bob")],
)
@played
async def test_the_result(make: Make, places: list[int], title: str) -> None:
    lines = [{"line": None, "done": 1, "of": 2}, {"line": ["ui.draw", {}], "done": 2, "of": 2}, None]
    scene = a_scene(phase="match-over", sheet=a_sheet() | {"places": places})
    world = await shown(make, scene, review_match=lambda seat: lines.pop(0))
    assert not world.one("#over").hidden and world.document.activeElement is world.one("#over-title")
    assert world.one("#over-title").textContent == title
    assert world.one("#over-note").textContent == ""  # the scene has no story
    names = [TEXTS["ui.you"], "Bob"]
    expected = names if places[0] == 1 else names[::-1]
    assert world.texts("#placings .placing-name") == expected
    assert world.texts("#placings .rank") == [TEXTS[f"place.{place}"] for place in sorted(places)]
    assert world.one("#luck-line").hidden and not world.one("#luck-ask").hidden
    await world.click("#luck-ask")
    assert world.one("#luck-line").textContent == TEXTS["ui.draw"] and world.one("#luck-ask").hidden
    await world.click("#luck-ask")
    assert world.one("#luck-line").hidden


@played
async def test_who_went_out_may_call_the_last_tile_themselves(make: Make) -> None:
    rows = [
        {"centre": "9-9", "face": "", "scores": scores, "totals": scores, "won": []}
        for scores in ([7, 0], [0, 9])
    ]
    over = a_scene(phase="match-over", calls=True, sheet=a_sheet() | {"places": [1, 2], "rows": rows})
    world = await shown(make, over)
    assert not world.one("#call-offer").hidden
    await world.click('[data-action="call-myself"]')
    assert world.app.state["settings"]["call-alone"] is False and world.one("#call-offer").hidden
    no_call = await shown(make, over | {"calls": False})
    assert no_call.one("#call-offer").hidden
    never_out = await shown(make, over | {"sheet": over["sheet"] | {"rows": rows[:1]}})
    assert never_out.one("#call-offer").hidden


def a_story(**changes: Any) -> dict[str, Any]:
    """A story of a finished match as the engine tells it, see game/narration/match_story.py."""
    turning = {
        "number": 2,
        "events": 9,
        "title": ["turning.out", {"name": "Bob"}],
        "lines": [["ui.draw", {}]],
    }
    return {"note": [["over.with", {"total": "5"}]], "turning": turning} | changes


def an_end(**changes: Any) -> dict[str, Any]:
    """The scene of a finished match with a story."""
    return a_scene(phase="match-over", sheet=a_sheet(), story=a_story()) | changes


PICTURE = {"tiles": "<path></path>", "box": [-7.0, -3.0, 8.0, 4.0]}


@played
async def test_the_end_shows_the_winner_and_the_round_that_decided(make: Make) -> None:
    world = await shown(make, an_end(), round_picture=PICTURE)
    assert ("round_picture", {"number": 2}) in world.asked
    assert world.one("#over-note").textContent == "With 5." and not world.one("#turning").hidden
    assert world.one("#turning-title").textContent == "Bob went out first"
    assert world.one("#turning-lines").textContent == TEXTS["ui.draw"]
    assert world.one("#turning-picture").innerHTML == PICTURE["tiles"]
    assert world.one("#turning").dataset.wide == "true"
    assert [card.dataset.own for card in world.every("#placings > li")] == [None, "true"]
    assert world.one("#best-move").hidden


@played
async def test_a_guest_asks_its_own_engine_for_no_picture(make: Make) -> None:
    world = await shown(make, a_scene(), round_picture=PICTURE)
    world.app.guest = SimpleNamespace(takes=lambda verb: False)
    world.app.show(an_end())
    await world.quiet()
    assert not world.one("#turning").hidden
    assert "round_picture" not in [verb for verb, _ in world.asked]


@played
async def test_the_picture_of_a_match_that_was_left_meanwhile_is_dropped(make: Make) -> None:
    def next_match(number: int) -> dict[str, Any]:
        world.app.show(a_scene())
        return PICTURE

    world = await shown(make, a_scene(), round_picture=next_match)
    world.app.show(an_end())
    await world.quiet()
    assert world.app.state["turning_picture"] is None


@played
async def test_without_a_story_no_round_is_said_to_have_decided(make: Make) -> None:
    world = await shown(make, a_scene(phase="match-over", sheet=a_sheet()))
    assert world.one("#turning").hidden and world.one("#over-note").textContent == ""
    assert "round_picture" not in [verb for verb, _ in world.asked]


@played
async def test_the_round_that_decided_is_replayed_by_a_tap(make: Make) -> None:
    world = await shown(make, an_end(), round_picture=PICTURE, replay_here=None)
    await world.click("#turning-replay")
    asked = dict(world.asked)["replay_here"]
    assert (asked["number"], asked["events"]) == (2, 9)


@played
async def test_the_score_sheet_opens_at_its_top(make: Make) -> None:
    world = await shown(make, a_scene(sheet=a_sheet()))
    paper: Any = world.one(".sheet-paper")
    paper.scrollTop = 300
    world.app.update(sheet_open=True)
    assert paper.scrollTop == 0


@played
async def test_an_open_sheet_shows_its_top_when_the_round_ends(make: Make) -> None:
    world = await shown(make, a_scene(sheet=a_sheet()))
    paper: Any = world.one(".sheet-paper")
    await world.click(".prompt-line .tap")
    paper.scrollTop = 300
    world.app.show(a_scene(version=9, phase="round-over", sheet=a_sheet()))
    assert paper.scrollTop == 0


@played
async def test_the_best_move_is_told_only_after_the_review(make: Make) -> None:
    best = {"face": "<path/>", "said": ["best.move", {"tile": "6-6", "number": 2, "points": "11 points"}]}
    done = {"line": ["ui.draw", {}], "done": 1, "of": 1, "best": best}
    world = await shown(make, an_end(), round_picture=PICTURE, review_match=done)
    assert world.one("#best-move").hidden
    await world.click("#luck-ask")
    assert not world.one("#best-move").hidden and "6-\u20606" in world.one("#best-text").textContent


@played
async def test_a_button_that_takes_time_shows_at_once_that_it_works(make: Make) -> None:
    world = await shown(make, an_end(), round_picture=PICTURE, review_match=None)
    button = world.one("#luck-ask")
    button.click()
    assert button.getAttribute("aria-busy") == "true"
    await world.quiet()
    assert button.getAttribute("aria-busy") is None


# --- waiting matches, links and files


@played
async def test_a_match_that_was_left_is_resumed(make: Make) -> None:
    world = await opened(make)
    await world.turn()
    hand = world.hand()
    await world.do("menu")
    await world.do("leave")
    assert world.phase == "menu" and not world.one("#welcome").hidden and world.one("#earlier").hidden
    resume = world.one("#resume")
    assert not resume.hidden and world.document.activeElement is resume
    await world.click(resume)
    assert world.phase == "playing" and world.hand() == hand
    await world.do("undo")  # asks
    await world.do("undo")
    assert world.hand() != hand or world.asked[-1][0] == "next_event"


@played
async def test_the_menu_offers_no_finished_match_to_go_on_with(make: Make) -> None:
    store = MemoryBackend()
    world = await opened(make, store=store, rounds=1)
    while world.phase == "playing":
        await world.turn()
    assert world.phase == "match-over"
    await world.click('#over [data-action="leave"]')
    assert world.phase == "menu" and hidden(world.one("#resume"))
    assert world.document.activeElement is world.one("#play-now")
    again = await make(store=store, code=link("another")).begin()  # on a new visit with a link, too
    assert again.phase == "menu" and hidden(again.one("#resume"))


@played
async def test_a_saved_match_is_resumed_after_a_reload(make: Make) -> None:
    store = MemoryBackend()
    first = await make(store=store).begin()
    await first.click("#play-now")
    hand = first.hand()
    await asyncio.sleep(0)
    again = await make(store=store).begin()
    assert again.phase == "playing" and again.hand() == hand
    await again.turn()
    hand = again.hand()
    await again.do("menu")
    await again.do("new-game")
    await again.click('#setup [data-action="start"]')
    await again.do("menu")
    await again.do("leave")
    assert not again.one("#earlier").hidden
    assert again.one("#learn").hidden and not again.one("#learn-again").hidden, "in the place of the course"
    await again.click("#earlier")
    assert again.hand() == hand and again.texts("#log .log-text")


@played
async def test_an_invalid_link_is_refused_with_a_sentence(make: Make) -> None:
    world = await make(code="#c!!").begin()
    assert world.phase == "menu" and not world.one("#toast").hidden and world.one("#toast").textContent
    assert world.one("#setup").hidden


@played
async def test_a_game_is_saved_to_a_file_and_opened_from_it(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = await opened(make, rounds=2)
    await world.turn()
    made: list[Any] = []
    create = world.document.createElement
    monkeypatch.setattr(world.document, "createElement", lambda tag: made.append(create(tag)) or made[-1])  # type: ignore[func-returns-value]
    await world.do("menu")
    await world.do("save-record")
    (anchor,) = [element for element in made if element.tag == "a"]
    assert anchor.download == "chickenfoot.json" and anchor.clicks == 1 and not world.one("#menu").open
    text = anchor.href  # in a browser the address of a blob
    assert json.loads(text)["format"] == "chickenfoot-record/1"
    hand = world.hand()

    async def chosen(other: World, content: str) -> None:
        async def read() -> str:
            return content

        await other.do("open-record")
        field = other.one("#record-file")
        assert field.clicks
        field.files = SimpleNamespace(item=lambda number: SimpleNamespace(text=read, size=len(content)))  # type: ignore[attr-defined]
        field.fire("change")
        await other.quiet()

    other = await make().begin()
    await chosen(other, "nonsense")
    assert other.phase == "menu" and not other.one("#toast").hidden and not other.one("#welcome").hidden
    await chosen(other, text)
    assert other.phase == "playing" and other.hand() == hand
    assert {"aspect": 0.8}.items() <= next(
        given for verb, given in other.asked[::-1] if verb == "open_record"
    ).items()


@played
async def test_a_match_that_cannot_start_leads_back_to_the_menu(make: Make) -> None:
    refused = {"refused": {"key": "error.match-over", "values": {}}}
    world = await shown(make, refused)
    assert world.phase == "menu" and not world.one("#welcome").hidden


# --- fault reports


async def broken(world: World) -> None:
    """Wait for the fault report."""
    for _ in range(200):
        await asyncio.sleep(0)
        if not world.one("#trouble").hidden:
            return
    raise AssertionError("no trouble")


def kept_in_browser(world: World, texts: list[str]) -> None:
    """A window.indexedDB that contains these matches."""

    def answered(result: Any) -> Any:
        request = SimpleNamespace(result=result, onsuccess=None, onerror=None, onupgradeneeded=None)
        asyncio.get_running_loop().call_soon(lambda: request.onsuccess(None))
        return request

    entries = SimpleNamespace(getAll=lambda keys: answered(texts))
    stores = SimpleNamespace(objectStore=lambda name: entries)
    database = SimpleNamespace(transaction=lambda name, mode: stores, close=lambda: None)
    world.window.indexedDB = SimpleNamespace(open=lambda name: answered(database))
    world.window.IDBKeyRange = SimpleNamespace(bound=lambda first, last: (first, last))


OLDER, NEWER = '{"when": 3}\nolder', '{"when": 12}\nnewer'


@pytest.mark.parametrize(("texts", "save"), [([NEWER, OLDER, "[]", "?"], NEWER), ([], None)])
@played
async def test_a_fault_of_the_engine_opens_one_report(make: Make, texts: list[str], save: Any) -> None:
    scene = a_scene(can={"pass": True}, hand=[a_tile("4-1", 5)])
    engine = scripted(START | {"start": scene, "act": {"failed": "Traceback: no"}})
    world = await make(engine=engine).begin()
    kept_in_browser(world, texts)
    world.document.documentElement.dataset.commit = "9649b5b3e0+"
    infos: list[str] = []
    world.window.console.info = infos.append
    await world.click("#play-now")
    world.one('#buttons [data-action="pass"]').click()
    await broken(world)
    assert world.window.errors == ["Traceback: no"] and world.app.scene is None
    assert world.document.activeElement is world.one("#trouble-copy")
    world.document.fire("engine:broke", detail="and more")
    assert world.window.errors == ["Traceback: no"]
    world.one("#trouble-copy").click()
    for _ in range(30):
        await asyncio.sleep(0)
    report = json.loads(world.window.clipboard[0])
    assert (report["detail"], report["save"]) == ("Traceback: no", save)
    assert report["commit"] == "9649b5b3e0+"
    assert set(report) == {"report", "version", "build", "commit", "browser", "detail", "save"}
    assert bool(infos) == (save is None)
    assert not world.one("#trouble-copied").hidden
    world.one("#trouble-reload").click()
    assert world.window.reloads == 1


@played
async def test_a_fault_of_the_page_opens_a_report_and_ends_its_task(make: Make) -> None:
    world = await shown(make, a_scene(can={"pass": True}, hand=[a_tile("4-1", 5)]), act="no scene at all")
    world.one('#buttons [data-action="pass"]').click()
    await broken(world)
    assert "TypeError" in world.window.errors[0]
    assert world.document.body.dataset.busy == "false"


@played
async def test_a_failed_engine_restarts_and_the_match_continues(make: Make) -> None:
    world = await opened(make)
    await world.turn()
    hand = world.hand()
    world.document.fire("engine:broke", detail="gone")
    await world.quiet()
    assert world.one("#toast").textContent == TEXTS["ui.engine-again"] and not hidden(world.one("#toast"))
    assert world.phase == "playing" and world.hand() == hand and hidden(world.one("#trouble"))
    assert [name for name, _ in world.asked if name in ("restart", "boot")] == ["boot", "restart", "boot"]


@played
async def test_an_engine_that_fails_on_a_side_screen_leaves_that_screen_open(make: Make) -> None:
    world = await opened(make)
    await world.do("menu")
    await world.do("leave")
    await world.do("history")
    world.document.fire("engine:broke", detail="gone")
    await world.quiet()
    assert not world.one("#matches").hidden and world.app.scene is None
    assert world.one("#toast").textContent == TEXTS["ui.engine-again"]


@played
async def test_a_match_can_be_left_while_the_engine_restarts(make: Make) -> None:
    world = await opened(make)
    await world.do("menu")
    ask = world.window.engine.ask

    async def ask_a_restarting_engine(verb: str, given: str) -> str:
        return '{"gone": true}' if verb == "leave" else str(await ask(verb, given))

    world.window.engine.ask = ask_a_restarting_engine
    await world.do("leave")
    assert world.document.body.dataset.phase == "menu" and hidden(world.one("#trouble"))


@played
async def test_an_engine_that_fails_again_much_later_is_restarted_again(make: Make) -> None:
    world = await opened(make)
    for minutes in (0, 5):
        world.window.performance.now = lambda minutes=minutes: 60_000.0 * minutes
        world.document.fire("engine:broke", detail="gone")
        await world.quiet()
        assert world.phase == "playing" and hidden(world.one("#trouble"))


@played
async def test_an_engine_that_fails_repeatedly_opens_a_report(make: Make) -> None:
    world = await opened(make)
    world.document.fire("engine:broke", detail="gone")
    await world.quiet()
    assert hidden(world.one("#trouble"))
    world.document.fire("engine:broke", detail="gone")
    await broken(world)
    assert world.window.errors == ["gone"]
    world.window.errors.clear()
    await world.do("restart-engine")
    assert world.phase == "playing" and hidden(world.one("#trouble"))


# --- storage, and matches that are open in another tab


@played
async def test_a_store_that_saves_nothing_shows_a_standing_notice_with_a_file(make: Make) -> None:
    world = await opened(make, store=MemoryBackend(failure="full"))
    await world.turn()
    assert TEXTS["ui.why.full"] in world.texts(".standing .standing-text")[0]
    assert world.one("#kept").textContent == TEXTS["ui.why.full"]
    await world.do("save-record")
    for _ in range(2):  # this notice, and one with the offer to make room
        await world.do("dismiss")
    assert world.texts(".standing .standing-text") == []
    assert world.one("#kept").textContent == TEXTS["ui.why.full"]
    while world.phase == "playing":
        await world.turn()
    assert world.phase == "match-over"


@played
async def test_quarantined_entries_are_reported_and_can_be_downloaded(make: Make) -> None:
    world = await make(store=MemoryBackend({"match/x": "damaged"})).begin()
    assert world.phase == "menu"
    assert world.texts(".standing .standing-text") == [TEXTS["ui.standing.aside.one"]]
    await world.do("save-asides")
    assert world.texts(".standing .standing-text") == []


@played
async def test_a_match_taken_by_another_tab_can_be_taken_back(make: Make) -> None:
    world = await opened(make, store=MemoryBackend())
    await world.turn()
    hand = world.hand()
    world.document.fire("engine:tell", detail="elsewhere")
    assert world.phase == "menu"
    assert world.texts(".standing .standing-text") == [TEXTS["error.match-elsewhere"]]
    await world.do("play-here")
    assert world.phase == "playing" and world.hand() == hand and world.texts(".standing li") == []
    assert world.asked[-1][0] in ("resume", "next_event")


@played
async def test_a_silent_engine_can_be_restarted(make: Make) -> None:
    world = await opened(make)
    await world.turn()
    hand = world.hand()
    world.document.fire("engine:silent")
    assert world.texts(".standing .standing-text") == [TEXTS["ui.standing.silent"]]
    world.document.fire("engine:heard")
    assert world.texts(".standing li") == []
    world.document.fire("engine:silent")
    await world.do("restart-engine")
    assert ("restart", {}) in world.asked
    assert world.phase == "playing" and world.hand() == hand and world.texts(".standing li") == []


@played
async def test_a_link_during_a_match_asks_before_its_game_starts(
    make: Make,
) -> None:
    world = await opened(make)
    assert world.window.location.hash == ""  # the game of the first link has started
    await world.turn()
    hand = world.hand()
    for answer in ("pass-by-link", "accept-link"):
        world.arrive(link("another"))
        await world.quiet()
        assert world.one("#opened").open and not world.one("#opened-kept").hidden
        await world.do(answer)
        assert not world.one("#opened").open
        assert (world.hand() == hand) == (answer == "pass-by-link") and world.window.location.hash == ""
    assert world.phase == "playing" and world.window.location.hash == ""
    await world.do("menu")
    await world.do("leave")
    assert not world.one("#resume").hidden and not world.one("#earlier").hidden


@played
async def test_a_hidden_page_sends_a_move_at_once(make: Make) -> None:
    world = await opened(make)
    while not world.every('#hand > [data-playable="true"]'):
        await world.turn()
    world.window.requestAnimationFrame = lambda handler: None
    await world.click('#hand > [data-playable="true"]')
    world.every("#places > button")[0].click()
    assert world.asked[-1][0] != "act"
    world.document.fire("visibilitychange")
    assert world.asked[-1][0] == "act"
    await world.quiet()


@pytest.mark.slow
@pytest.mark.parametrize("key", ["chickenfoot-settings", "chickenfoot-table"])
@played
async def test_no_bad_entry_locks_the_page(make: Make, key: str) -> None:
    bad_entries: tuple[Any, ...] = (
        None,
        [],
        7,
        "x",
        {},
        {"speed": "warp", "theme": []},
        {"preset": "montgomery", "seats": [{}, {}], "changes": {}},
    )
    for bad in bad_entries:
        world = await make(kept={key: bad}).begin()
        assert world.phase == "menu"
        await world.click("#play-now")
        assert world.phase == "playing"


@played
async def test_the_review_shows_that_it_works_and_its_answer_comes_into_view(make: Make) -> None:
    seen: list[tuple[bool, bool]] = []
    shown_at: list[str] = []

    def review(seat: int | None) -> dict[str, Any]:
        seen.append((world.one("#review-wait").hidden, hidden(world.one("#review-ask"))))
        return {"line": ["ui.draw", {}], "choices": []}

    def review_match(seat: int | None) -> dict[str, Any]:
        return {"done": 1, "of": 1, "line": ["ui.pass", {}], "best": None}

    world = await shown(
        make, a_scene(phase="round-over", sheet=a_sheet()), review=review, review_match=review_match
    )
    for part in ("#review-title", "#luck-line", "#review-wait"):
        world.one(part).scrollIntoView = lambda options=None, part=part: shown_at.append(part)
    await world.click("#review-ask")
    assert seen == [(False, True)] and world.one("#review-wait").hidden
    assert shown_at == ["#review-wait", "#review-title"]
    world.app.show(a_scene(version=2, phase="match-over", sheet=a_sheet()))
    await world.quiet()
    await world.click("#luck-ask")
    assert shown_at[2:] == ["#luck-line", "#luck-line"]


@played
async def test_every_winner_of_a_shared_first_place_has_a_portrait(page: Page, make: Make) -> None:
    end = an_end(seats=[a_seat(0, "You"), a_seat(1, "Bob", level="hen")])
    for places, count in (([1, 1], 2), ([2, 1], 1)):
        sheet = end["sheet"] | {"places": places}
        cells = page("sheet.match_over").view({"sheet_scene": end | {"sheet": sheet}})
        won = [value for part, name, value in cells if (part, name) == ("#placings", "data-won")]
        assert won == ["true" if count == 2 else None], "confetti for a person, not for a bot"
        world = await shown(make, end | {"sheet": sheet}, round_picture=PICTURE)
        assert len([face for face in world.every("#placings svg") if face.dataset.mood == "pleased"]) == count
        assert len([row for row in world.every("#placings > li") if row.dataset.place == "1"]) == count


def test_winners_stand_in_the_middle_of_the_podium(
    page: Page,
) -> None:
    spots = page("sheet.match_over").podium_spots
    assert spots([1, 2]) == ["2", "1"]
    assert spots([1, 2, 3, 4]) == ["2", "1", "3", "4"]
    assert spots([1, 1, 3, 4]) == spots([1, 1, 1, 1]) == ["2", "3", "1", "4"]
    assert spots([1, 2, 2, 4, 5, 6]) == ["2", "1", "3", "rest", "rest", "rest"]


@played
async def test_the_highest_room_is_asked_first_what_a_click_means(make: Make) -> None:
    world = await make().begin()
    asked = list[str]()
    world.app.hooks["click"] = [
        lambda *_: asked.append("low"),
        lambda *_: len(asked) == 2,
        lambda *_: asked.append("higher"),
        lambda *_: asked.append("highest"),
    ]
    await world.click("#welcome")
    assert asked == ["highest", "higher"]
