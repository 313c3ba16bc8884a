"""Scenes: they contain everything that the page needs, nothing that the person may not know, and whole sentences."""

import json
import random
import re
from math import dist
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.contract.score_sheets import Sheet
from game.engine import scene_parts
from game.engine.match.places import place_at
from game.engine.scene_parts import ends_data, step_data, table_patch
from game.narration import messages
from game.narration.answers import ANSWERS, open_ends
from game.narration.score_sheet import score_sheet
from game.records.record import Seat
from game.rules.errors import IllegalMove
from game.rules.match import Match
from game.rules.moves import Event
from game.rules.options.presets import PRESETS, resolve
from game.rules.round.round_state import Round
from game.rules.round.scoring import tile_points
from game.rules.tiles import HIGH, LOW, is_double, parse_tile, tiles_in
from game.rules.view import view
from game.session.board_layout import OUTLINE_REACH
from game.session.session import Session
from game.session.viewers.sent_state import SentState
from game.table import drawing, overlap_check
from game.table.drawing import web_markup
from game.table.foot_drawing import MARGIN, TICK_RADIUS, last_play
from tests.players.tables import random_match
from tests.rules.rounds import OPENED, at, codes, rules
from tests.session.fake_table import FakeTable
from tests.session.matches import bots_step, persons_step, played, scene, table, to_my_turn, words

GOLDEN = Path(__file__).with_name("round.txt")


@pytest.mark.parametrize("preset", ["montgomery", "hastings", "gamerules"])
def test_successive_patches_show_the_same_as_a_fresh_page(preset: str, lots: random.Random) -> None:
    session, shown, page, undos = table(preset=preset), SentState(), FakeTable(), 0
    page.apply(scene(session, shown))

    def look() -> None:
        nonlocal undos
        if session.may_undo() and lots.random() < 0.1:
            session.undo()
            undos += 1
        made = scene(session, shown)
        page.apply(made)
        fresh, whole = FakeTable(), scene(session, SentState())
        assert whole["whole_round"]
        fresh.apply(whole)
        assert (page.tiles, page.set, page.ground) == (fresh.tiles, fresh.set, fresh.ground)
        patch = made["patch"]
        assert bool(patch["ground"]) == bool(patch["add"] or patch["move"] or patch["remove"])
        assert set(page.tiles) == {messages.NAME[tile] for tile, _ in session.view.laid}
        plain = {
            key: value
            for key, value in made.items()
            if key not in ("patch", "steps", "said", "by", "seen", "card", "sheet", "whole_round")
        }
        assert plain == {key: value for key, value in whole.items() if key in plain}

    played(session, look, lots, rounds=3)
    assert undos


def test_a_new_round_clears_the_remaining_tiles_of_the_sheet(lots: random.Random) -> None:
    session, shown = table(rounds=2, set=6), SentState()
    played(session, lambda: None, lots, rounds=1)
    sheet = scene(session, shown)["sheet"]
    assert sheet["held"] and sheet["chart"] == ""  # one round would be a line between two points
    session.next_round(1.0)
    assert scene(session, shown)["sheet"]["held"] == []


def test_only_the_place_that_the_layout_chooses_has_the_moves_code(lots: random.Random) -> None:
    session = table()
    to_my_turn(session)
    move = session.board.exact_move(session.view, session.view.choices[0])
    for best in (True, False):
        assert ("data-ghost" in place_at(session.viewer, move, best)[0]["markup"]) is best


def test_undo_says_what_is_taken_back(lots: random.Random) -> None:
    session, shown = table(), SentState()
    taken_back = set()
    for _ in range(30):
        to_my_turn(session)
        if session.phase != "playing":
            session.next_round(1.0)
            continue
        scene(session, shown)
        persons_step(session, lots)
        made = scene(session, shown)
        if not session.may_undo() or not made["said"]:
            continue
        session.undo()
        undone = scene(session, shown)
        assert undone["said"] == [messages.message("say.undone", what=made["said"][0])]
        assert made["by"][0] == session.person
        taken_back.add(made["steps"][0]["do"])
        persons_step(session, lots)
    assert {"play", "draw"} <= taken_back


def test_undo_of_a_take_back_says_so(lots: random.Random) -> None:
    """Its message names a tile that only the undone events tell."""
    session, shown, undone = table(take_back=True), SentState(), 0
    while session.phase == "playing" and not undone:
        to_my_turn(session)
        if ">" in persons_step(session, lots) and session.phase == "playing":
            session.execute("<")
            made = scene(session, shown)
            session.undo()
            assert scene(session, shown)["said"] == [messages.message("say.undone", what=made["said"][-1])]
            assert made["said"][-1][0] == "say.take-back.you"
            undone += 1
    assert undone


def test_only_what_happens_in_front_of_the_person_has_bubbles(lots: random.Random) -> None:
    """After an undo nothing has happened, and after a reload the events are those of before."""
    session, shown = table(), SentState()
    assert "card" in scene(session, shown)
    reloaded = undone = 0
    while not (reloaded and undone):
        to_my_turn(session)
        scene(session, shown)
        persons_step(session, lots)
        assert scene(session, shown)["seen"]
        anew = scene(session, SentState())
        assert anew["steps"] and anew["seen"] == [] and "card" not in anew
        reloaded += 1
        if session.may_undo():
            session.undo()
            assert scene(session, shown)["seen"] == []
            undone += 1
            persons_step(session, lots)


def with_other_secrets(session: Session, lots: random.Random) -> Session:
    """The same table with its hidden tiles (the bots' hands and the yard) dealt differently."""
    state = session.match.round
    hidden = [tile for seat in session.bots() for tile in tiles_in(state.hands[seat])] + list(state.yard)
    lots.shuffle(hidden)
    hands, at = list(state.hands), 0
    for seat in session.bots():
        size = state.hands[seat].bit_count()
        hands[seat] = sum(1 << tile for tile in hidden[at : at + size])
        at += size
    drawn = state.drawn
    if drawn >= 0 and state.turn != session.person:
        drawn = next(iter(tiles_in(hands[state.turn])))
    events = tuple(
        event._replace(tile=hidden[0]) if event.do == "draw" and event.seat != session.person else event
        for event in state.events
    )
    other = state._replace(hands=tuple(hands), yard=tuple(hidden[at:]), drawn=drawn, events=events)
    twin = table()
    twin._load(session.match._replace(seed="another", current=other), session.board.aspect)
    twin.version = session.version
    return twin


def test_two_tables_that_differ_only_in_hidden_tiles_show_the_same(lots: random.Random) -> None:
    session, compared = table(), 0

    def look() -> None:
        nonlocal compared
        if session.phase != "playing":
            return
        twin = with_other_secrets(session, lots)
        assert twin.match != session.match
        mine, other = (scene(one, SentState()) for one in (session, twin))
        for made in (mine, other):  # the twin has no past states, and bots decide from their own hands
            made["can"].pop("undo")
            made.pop("next")
        assert mine == other
        compared += 1

    played(session, look, lots, rounds=1)
    assert compared > 20


def test_a_scene_holds_neither_the_seed_nor_a_hidden_tile(lots: random.Random) -> None:
    session = table(seed="a-seed-to-be-found")

    def look() -> None:
        text = json.dumps(scene(session, SentState()))
        assert "a-seed-to-be-found" not in text
        if session.phase == "playing":
            without_sheet = {k: v for k, v in scene(session, SentState()).items() if k != "sheet"}
            named = set(re.findall(r"\b(\d+-\d+)\b", json.dumps(without_sheet)))
            hidden = {messages.NAME[t] for t in session.match.round.yard}
            hidden |= {
                messages.NAME[t] for seat in session.bots() for t in tiles_in(session.match.round.hands[seat])
            }
            taken_back = {messages.NAME[event.tile] for event in session.view.events if event.do == "play"}
            assert not (named & hidden) - taken_back

    played(session, look, lots, rounds=1)


@pytest.mark.parametrize("preset", list(PRESETS))
def test_all_messages_are_whole_sentences(preset: str, lots: random.Random) -> None:
    session = table(preset=preset, rounds=2)
    heard: set[str] = set()
    shown = SentState()

    def look() -> None:
        made = scene(session, shown)
        names = [seat.name for seat in session.seats]
        told = [*made["said"], *made["prompt"], *made["foot"]]
        for answer in ANSWERS.values():
            told += answer(session.view, names)
        told += made.get("sheet", {}).get("notes", [])
        for message in told:
            sentence = words(message)
            assert not re.search(r"[{}]|@|None|\[", sentence), sentence
            heard.add(message[0])

    played(session, look, lots, rounds=2)
    assert {"say.play", "say.play-double.you", "prompt.opening", "tell.hand"} <= heard


def test_the_scene_has_exactly_the_legal_moves(lots: random.Random) -> None:
    session = table()

    def look() -> None:
        made = scene(session, SentState())
        if not session.my_turn:
            assert made["moves"] == []
            return
        fits = {tile["tile"] for tile in made["hand"] if tile["fits"]}
        assert fits == {code.split(">")[0] for code in made["moves"] if code[0].isdigit()}
        assert made["can"]["draw"] == ("+" in made["moves"])
        assert made["can"]["pass"] == ("=" in made["moves"])

    played(session, look, lots, rounds=1)


def test_a_double_sounds_when_it_is_laid_on_another_tile(lots: random.Random) -> None:
    session, heard = table(), set[tuple[bool, bool]]()

    def look() -> None:
        for event in session.view.events:
            if event.do == "play":
                on_another = event.on >= 0
                step = step_data(event, "chickie")
                assert step["double"] is (HIGH[event.tile] == LOW[event.tile] and on_another)
                assert ("call" in step) is step["double"]
                heard.add((HIGH[event.tile] == LOW[event.tile], on_another))

    played(session, look, lots, 1)
    assert heard == {(True, False), (True, True), (False, True)}


def test_a_whole_round_in_words() -> None:
    """The round's announcements, line by line. After a wanted change of texts, write the file again and read it."""
    session, lines, shown = table(seed="words-5"), list[str](), SentState()

    def look() -> None:
        lines.extend(words(message) for message in scene(session, shown)["said"])

    look()
    played(session, look, random.Random(2), rounds=1)
    assert lines == GOLDEN.read_text().splitlines()


def sheet_of(session: Session) -> Sheet:
    names = [seat.name for seat in session.seats]
    return score_sheet(session.view, names, names)


def test_the_sheet_has_a_row_for_each_round_with_points_when_it_is_over(lots: random.Random) -> None:
    session = table()
    played(session, lambda: None, lots, rounds=1)
    first, *others = sheet_of(session)["rows"]
    assert session.view.end
    assert first["scores"] == first["totals"] == [*session.view.end.scores]
    assert others and not any("scores" in row for row in others)


def test_the_sheet_shows_each_seats_remaining_tiles(lots: random.Random) -> None:
    session, ended = table(), 0

    def look() -> None:
        nonlocal ended
        held = sheet_of(session)["held"]
        if session.phase == "playing":
            assert held == []
            return
        ended += 1
        end = session.view.end
        assert end
        for seat, left in enumerate(held):
            tiles = [messages.NAME[tile] for tile in tiles_in(end.hands[seat])]
            assert sorted(left["tiles"]) == sorted(tiles)
            costs = [tile_points(session.match.options)[parse_tile(tile)] for tile in left["tiles"]]
            assert costs == sorted(costs, reverse=True) and sum(costs) == left["points"]
            assert len(left["faces"]) == len(tiles)
            assert left["points"] == end.scores[seat]
        assert any(not left["tiles"] for left in held) or end.kind == "blocked"

    played(session, look, lots, rounds=2)
    assert ended == 2


def test_a_tile_is_laid_as_its_preview_showed(lots: random.Random) -> None:
    """The page lays the tile before the engine answers. The answer may differ only if a branch must swing aside."""
    same = other = 0
    for number in range(4):
        session, shown = table(seed=f"early-{number}"), SentState()
        scene(session, shown)
        while session.phase == "playing":
            if session.others_must_move():
                bots_step(session)
                scene(session, shown)
                continue
            plays = sorted({choice.tile for choice in session.view.choices if choice.do == "play"})
            if not plays:
                persons_step(session, lots)
                scene(session, shown)
                continue
            move = lots.choice(session.viewer.plays_of(lots.choice(plays)))
            place, _ = place_at(session.viewer, move, True)
            pose = session.board.preview_pose(move.tile, move.on)
            corners = [(x - place["x"], y - place["y"]) for x, y in overlap_check.outline(pose)]
            reach = [
                OUTLINE_REACH + max(abs(x) for x, _ in corners),
                OUTLINE_REACH + max(abs(y) for _, y in corners),
            ]
            assert not place["laid"] or place["reach"] == pytest.approx(reach, abs=0.01)
            session.execute(place["move"])
            if [place["tile"], place["laid"]] in scene(session, shown)["patch"]["add"]:
                same += 1
            else:
                assert not place["laid"]  # the table made room first
                other += 1
    assert same > 20
    assert other <= same // 20


def test_one_missing_tile_is_said_in_the_singular() -> None:
    """`1 six to go`, `2 sixes to go`, but `no sixes are left` and `too few are left`."""
    said = {True: 0, False: 0}
    for match in random_match(resolve(None, {"hand_size": 7}, 4), "singular", 3):
        seen = view(match, 0)
        lines = [words(line) for line in messages.foot_messages(seen)]
        if not lines or match.current is None:
            continue
        assert len(lines) == 1 + (not seen.stalemate)
        one, many = (words((f"{kind}.{HIGH[seen.foot]}", {})) for kind in ("suit", "suits"))
        if lines[0] == f"No {many} are left":
            assert seen.stalemate
            continue
        if seen.stalemate:
            assert lines[0].endswith("but too few are left: the round will end") and seen.missing > 1
        else:  # the glossary explains the opening and a foot by these keys
            assert messages.foot_messages(seen)[0][0] == ("foot.arms" if seen.opening else "foot.toes")
        singular = lines[0].startswith(f"1 {one} to go")
        assert singular or (f" {many} to go" in lines[0] and not lines[0].startswith("1 "))
        said[singular] += 1
    assert all(said.values()), said


def test_open_ends_are_counted_in_words() -> None:
    match = table(preset="montgomery", seats=2).match
    laid = "9-9 9-8>9-9 9-7>9-9 9-6>9-9 9-5>9-9 9-4>9-9 9-0>9-9 8-4>9-8"
    seen = view(match._replace(current=at(match.options, ["2-0 3-1", "5-3"], laid, yard="5-5")), 0)
    said = words(open_ends(seen, ["Ann", "Ida"])[0])
    assert said == "Open ends: one blank, 2 fours, one five, one six and one seven."


def test_a_pending_foot_hides_the_other_ends_of_its_number() -> None:
    """The ends of other numbers stay where they are, and are closed."""
    session = table(preset="montgomery", seats=2)
    laid = "9-9 9-8>9-9 9-7>9-9 9-6>9-9 9-5>9-9 9-4>9-9 9-0>9-9 4-0>9-0 4-4>9-4"
    round_ = at(session.match.options, ["2-0 3-1", "5-4"], laid, yard="5-5")
    session = Session(session.match._replace(current=round_), "montgomery", session.seats, 0.7)
    ends = ends_data(session.view, session.board.open_spots())
    assert {end["suit"]: [on for _, _, on in end["at"]] for end in ends} == {
        4: ["4-4"] * 3,
        **{suit: [f"9-{suit}"] for suit in (5, 6, 7, 8)},
    }


FOURS = "6-6 6-0>6-6 6-1>6-6 6-2>6-6 6-3>6-6 6-4>6-6 6-5>6-6 4-0>6-0 4-1>6-1 4-2>6-2 4-3>6-3"


@pytest.mark.parametrize(
    ("laid", "tile", "key", "on"),
    [
        (FOURS, "3-1", "fits-nowhere", None),
        (f"{FOURS} 4-4>6-4", "3-1", "fits-nowhere", None),  # it is closed at once, and has no end to name
        (FOURS, "5-2", "penalty-tile", None),
        ("", "3-1", "centre-first", None),
        (FOURS[:35], "3-1", "opening", None),
        (f"{FOURS} 5-5>6-5", "3-1", "no-match", "5-5"),
        (f"{FOURS} 5-5>6-5", "4-2", "foot-first", None),
        (f"{FOURS[:-16]} 5-0>6-5 0-0>5-0 2-0>0-0", "5-1", "no-match", "0-0"),
    ],
)
def test_a_tile_without_a_place_says_why_at_the_end_that_was_meant(
    laid: str, tile: str, key: str, on: str | None
) -> None:
    session = table(preset="montgomery", seats=2, set=6, short_foot="closes")
    barred = parse_tile("5-2") if key == "penalty-tile" else -1
    hands = [f"{tile} 5-3", "3-3"]
    round_ = at(session.match.options, hands, laid, centre="6-6", yard="2-2", barred=barred)
    session = Session(session.match._replace(current=round_), "montgomery", session.seats, 0.7)
    for plays in (session.viewer.plays_of, session.viewer.exact_plays_of):
        with pytest.raises(IllegalMove) as refused:
            plays(parse_tile(tile))
        assert refused.value.key == f"reason.{key}"
        assert on is None or refused.value.values["on"] == on


def test_the_box_of_the_table_has_room_for_the_tiles_that_fit_alone() -> None:
    session = table(preset="montgomery", seats=2)
    for hand, fits in (("8-1", True), ("8-7", False)):
        round_ = at(session.match.options, [hand, "7-6"], OPENED, yard="5-5")
        shown = Session(session.match._replace(current=round_), "montgomery", session.seats, 0.7)
        patch = table_patch(shown, shown.board.open_spots(), {})
        assert (patch["box"] != [*shown.board.layout.box()]) == fits


def test_a_pending_foot_of_the_double_blank_closes_all_other_ends() -> None:
    session = table(preset="montgomery", seats=2)
    laid = "9-9 9-8>9-9 9-7>9-9 9-6>9-9 9-5>9-9 9-4>9-9 9-0>9-9 0-0>9-0 1-0>0-0"
    round_ = at(session.match.options, ["2-0 3-1", "5-4"], laid, yard="5-5")
    session = Session(session.match._replace(current=round_), "montgomery", session.seats, 0.7)
    ends = ends_data(session.view, session.board.open_spots())
    assert {end["suit"]: (end["count"], end["open"]) for end in ends} == {
        0: (2, True),
        **dict.fromkeys((1, 4, 5, 6, 7, 8), (1, False)),
    }


def test_the_badge_of_the_last_tile_lies_on_no_missing_toe(lots: random.Random) -> None:
    session, seen = table(preset="montgomery"), 0

    def look() -> None:
        nonlocal seen
        spots = session.board.open_spots()
        marks = dict(table_patch(session, spots, {})["set"])["marks"]
        badge = re.search(r'class="badge[^"]*" style="--x:(.+?);--y:(.+?)"', marks)
        for on, _, x, y, angle in spots if badge else ():
            if on == session.view.foot:
                distance = drawing.distance((float(badge[1]), float(badge[2])), (x, y, angle))
                assert distance >= 0.8 * drawing.BADGE_RADIUS / drawing.U, "at most its rim"
                seen += 1

    played(session, look, lots, 1)
    assert seen > 20


@pytest.mark.parametrize("preset", ["montgomery", "hastings", "gamerules"])
def test_a_scene_marks_the_drawn_tile_and_the_last_one_played(preset: str, lots: random.Random) -> None:
    session, drawn, ringed = table(preset=preset), 0, 0

    def look() -> None:
        nonlocal drawn, ringed
        made, view = scene(session, SentState()), session.view
        marked = [tile["tile"] for tile in made["hand"] if tile["drawn"]]
        assert marked == ([messages.NAME[view.drawn]] if view.drawn >= 0 else [])
        drawn += len(marked)
        marks = dict(made["patch"]["set"])["marks"]
        slots = dict(made["patch"]["set"])["slots"].count("<use")
        assert slots == (view.missing if view.foot >= 0 else 0), "only a pending foot or opening shows places"
        laid = [event for event in view.events if event.do in ("play", "take-back")]
        assert marks.count('href="#ring"') == (bool(laid) and laid[-1].do == "play")
        ringed += marks.count('href="#ring"')
        box, poses = made["patch"]["box"], session.board.layout.poses.values()
        assert len(box) == 4 and (poses or box == [-3, -3, 3, 3])
        for pose in poses:
            assert box[0] <= pose.x <= box[2] and box[1] <= pose.y <= box[3]
        names = {seat["seat"]: seat for seat in made["seats"]}
        called = {event.seat for event in view.events if event.do == "call"}
        assert all(seat["called"] == (n in called and view.counts[n] == 1) for n, seat in names.items())
        if laid and laid[-1].do == "play":
            assert f'href="#ring" class="at s{laid[-1].seat}"' in marks

    look()
    played(session, look, lots, rounds=2)
    assert drawn and ringed > 10


def test_the_frame_cuts_off_no_tick_and_hardly_a_badge(
    lots: random.Random,
) -> None:
    """The frame shows the table's box and FRAME_MARGIN around it, if the table fills it."""
    session = table(preset="montgomery")
    ticks, beside_missing, badges, cut_badges = 0, 0, 0, 0
    at_point = r'style="--x:(.+?);--y:(.+?)"><'

    def look() -> None:
        nonlocal ticks, beside_missing, badges, cut_badges
        patch = scene(session, SentState())["patch"]
        layers, (x0, y0, x1, y1) = dict(patch["set"]), patch["box"]

        def is_cut(x: float, y: float, radius: float) -> bool:
            room = drawing.FRAME_MARGIN + 0.001 - radius
            return not (x0 - room <= x <= x1 + room and y0 - room <= y <= y1 + room)

        foot, spots = session.view.foot, session.board.open_spots()
        markers = [(x, y) for on, _, x, y, _ in spots if foot in (-1, on)]
        missing = [(x, y, angle) for on, _, x, y, angle in spots if on == foot]
        badge_points = [
            (float(x), float(y)) for x, y in re.findall('class="badge[^"]*" ' + at_point, layers["marks"])
        ]
        for x, y in re.findall(at_point + "circle", layers["glow"]):
            place = float(x), float(y)
            assert all(dist(place, badge) > 0.5 for badge in badge_points)
            assert not is_cut(*place, TICK_RADIUS)
            assert all(dist(place, marker) > 0.35 for marker in markers)
            ticks += 1
            beside_missing += any(drawing.distance(place, toe) < 0.5 for toe in missing)
        badges += len(badge_points)
        cut_badges += sum(is_cut(*badge, drawing.BADGE_RADIUS / drawing.U) for badge in badge_points)

    played(session, look, lots, 4)
    assert beside_missing == 0, "a missing toe with a tick looks filled"
    assert ticks > 20 and badges > 60 and cut_badges <= badges / 50, (ticks, badges, cut_badges)


def test_the_drawing_of_a_foot(lots: random.Random) -> None:
    """A ring round a pending foot and its missing toes, which are fresh after the double; a tick at each toe; it flashes when full."""
    session, seen, feet, filled = table(), set[int](), set[int](), 0

    def look() -> None:
        nonlocal filled
        view, poses = session.view, session.board.layout.poses
        layers = dict(scene(session, SentState())["patch"]["set"])
        glow, slots, last = layers["glow"], layers["slots"], last_play(view)
        is_toe = last is not None and last.on >= 0 and is_double(last.on) and last.on != view.centre
        if view.foot >= 0 and not view.opening:
            toes = [tile for tile, on in view.laid if on == view.foot]
            missing = session.board.missing_toes(view.foot)
            assert glow.count("pathLength") == 1 + len(toes) + len(missing) == 1 + view.options.toes
            assert web_markup([poses[view.foot], *(poses[tile] for tile in toes), *missing], MARGIN) in glow
            assert glow.count("<circle") == len(toes)  # the ticks
            is_fresh = last is not None and last.tile == view.foot
            assert ("fresh" in glow) == ("fresh" in slots) == is_fresh and "full" not in glow
            assert slots.count(f">{HIGH[view.foot]}</text>") == view.missing
            seen.add(len(toes))
            feet.add(HIGH[view.foot])
        elif is_toe and view.foot < 0 and sum(on == last.on for _, on in view.laid) == view.options.toes:  # type: ignore[union-attr]  # `is_toe` looked
            assert glow.count("full") == 2 and glow.count("<circle") == 3
            filled += 1
        else:
            assert glow == ""

    while 0 not in feet:
        played(session, look, lots, rounds=2)
        session = table(seed=f"feet-{lots.random()}")
    assert seen == {0, 1, 2} and filled


def test_a_scene_marks_the_tiles_drawn_to_find_the_centre() -> None:
    session = next(
        s for k in range(99) if len((s := table(preset="montgomery", seed=f"m{k}")).view.events) > 7
    )
    view = session.view
    mine = [event.tile for event in view.events if event.why == "start" and event.seat == view.seat]
    others = set(tiles_in(view.hand)) - set(mine)
    assert len(mine) > 1 and all(scene_parts.hand_tile_data(tile, view)["drawn"] for tile in mine)
    assert others and not any(scene_parts.hand_tile_data(tile, view)["drawn"] for tile in others)
    played_once = view._replace(events=(*view.events, Event(view.first_seat, "play", view.centre, -1)))
    assert not any(scene_parts.hand_tile_data(tile, played_once)["drawn"] for tile in mine)


def test_each_seat_shows_what_it_did_last_until_its_next_turn(lots: random.Random) -> None:
    session, kinds = table(preset="montgomery"), set()

    def look() -> None:
        view = session.view
        for seat in scene(session, SentState())["seats"]:
            number = seat["seat"]
            on_turn = view.turn == number
            reasons = ("", "turn") if on_turn else ("", "turn", "penalty")
            own = [event for event in view.events if event.seat == number and event.why in reasons]
            acts = [event for event in own if event.do in ("play", "draw", "pass", "skip", "take-back")]
            last = acts[-1] if acts else None
            if last is None or (on_turn and last.do != "draw"):
                assert seat["did"] is None
                continue
            kind = "caught" if last.why == "penalty" else last.do
            before = own[: len(own) - own[::-1].index(last) - 1]  # up to its last action
            drew = ["drew"] if before and before[-1].why == "turn" and kind in ("play", "pass") else []
            assert seat["did"] == [kind, *([messages.NAME[last.tile]] if kind == "play" else []), *drew]
            kinds.add(kind)

    look()
    played(session, look, lots, rounds=3)
    assert kinds >= {"play", "draw", "pass", "caught"}


@pytest.mark.parametrize("rule", ["catch", "automatic", "courtesy"])
def test_a_seat_is_silent_until_it_can_be_caught(rule: str) -> None:
    options = rules(players=3, last_tile_call=rule)
    played_last_but_one = codes(
        at(options, ["4-3 8-5", "8-0 5-1 7-1", "8-7 7-0 6-0"], OPENED, "6-1 6-4 6-5 6-3"), "4-3>9-4"
    )
    seats = [Seat(name, "human") for name in ("Ann", "Bob", "Cleo")]

    def silent(state: Round, viewer: int) -> list[bool]:
        seen = view(Match(options, "seed", (), state), viewer)
        source: Any = SimpleNamespace(view=seen, seats=seats)
        return [seat["silent"] for seat in scene_parts.seats_data(source)]

    assert silent(played_last_but_one, 1) == [rule == "catch", False, False]
    assert not any(silent(codes(played_last_but_one, "8-0>9-0"), 2)), "now Cleo has the button"
    if rule != "courtesy":
        assert not any(silent(codes(played_last_but_one, "0:!"), 1))
