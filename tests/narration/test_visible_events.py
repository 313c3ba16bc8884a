"""What is told where it happens: each event of random rounds under random rules, from the board that the judge keeps."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.narration.localization.language import load
from game.narration.messages import (
    end_messages,
    event_message,
    foot_messages,
    foot_warning,
    prompt,
    seat_message,
    why_blocked,
)
from game.narration.visible_events import card, visible_events
from game.rules.match import Match, act, next_round, start_match
from game.rules.options.presets import resolve
from game.rules.round.judge import legal_moves
from game.rules.round.round_state import End
from game.rules.round.scoring import tile_points
from game.rules.tiles import HIGH, SUIT, is_double, tiles_in
from game.rules.view import SeatView, moves_of, onlooker, view
from tests.rules.rounds import random_move, random_options

ROOT = Path(__file__).resolve().parents[2]
TEXTS = load().table
NAMES = [f"Name{seat}" for seat in range(10)]
KINDS = {
    *("start-draw", "play", "double", "draw", "pass", "call", "catch", "penalty", "skip"),
    *("foot-filled", "foot-closed", "out", "blocked", "take-back"),
}


def words(value: Any) -> str:
    if isinstance(value, list | tuple):
        return load().words(value)
    return str(value)


def expected(before: Match, after: Match, seat: int) -> set[str]:
    """The kinds of what came about by one move, from the two states alone, as `seat` (-1: an onlooker) sees it."""
    old, new = before.round, after.round
    kinds = set()
    for event in new.events[len(old.events) :]:
        kinds.add({"start": "start-draw", "penalty": "penalty"}.get(event.why, event.do))
    if "catch" in kinds and new.events[-1].seat != seat:
        kinds -= {"penalty"}  # the catch says that the seat draws; only the seat itself sees which tile
    if "play" in kinds:
        tile, on = new.laid[-1]
        lies = sum(where == on for _, where in new.laid)
        if old.foot >= 0 and new.foot != old.foot:
            # No foot closes in the middle (FOOT-4): each toe is one less to come, and one less to lay.
            assert lies == (new.options.arm_count if on == new.centre else new.options.toes)
            kinds.add("foot-filled")
        if on >= 0 and tile in DOUBLES:
            kinds = kinds - {"play"} | {"double"}
            if new.foot != tile:
                kinds.add("foot-closed")
    if new.end is not None:
        kinds.add(new.end.kind)
    return kinds


DOUBLES = {suit * (suit + 3) // 2 for suit in range(19)}


def test_each_event_is_told_once_as_what_it_is() -> None:
    lots, seen = Random(4), set()
    for number in range(45):
        _, options = random_options(lots, (6, 9))
        rule = ("catch", "automatic", options.last_tile_call)[number % 3]
        options = options._replace(round_count=1, last_tile_call=rule)
        before = start_match(options, f"told-{number}")
        while before.current is not None:
            after = act(before, random_move(before.current, lots))
            for looking in (view(after, 0), onlooker(after)):
                told = visible_events(looking, len(before.round.events), NAMES)
                assert {each["event"] for each in told} == expected(before, after, looking.seat)
                for each in told:
                    sentence = words(each["text"])
                    assert "{" not in sentence
                    assert len(sentence) <= 90
                    if each["banner"]:
                        assert looking.seat == 0
                        assert "{" not in words(each["banner"])
            seen |= expected(before, after, 0)
            before = after
        start = visible_events(view(before, 0), 0, NAMES)
        assert sum(each["event"] == "start-draw" for each in start) == len(before.round.deal.draws)
        seen |= {each["event"] for each in start}
    assert seen == KINDS


def is_left(seen: SeatView) -> bool:
    """Whether a tile of the pending foot's number is not on the table."""
    laid = {tile for tile, _ in seen.laid}
    return any(tile not in laid for tile in tiles_in(seen.options.tiles & SUIT[HIGH[seen.foot]]))


def test_a_double_says_what_it_needs_unless_its_player_goes_out() -> None:
    keys: dict[bool, set[str]] = {True: set(), False: set()}
    lots = Random(6)
    for number in range(30):
        _, options = random_options(lots, (6, 9))
        before = start_match(options._replace(round_count=1), f"doubles-{number}")
        while before.current is not None:
            after = act(before, random_move(before.current, lots))
            told = visible_events(view(after, 0), len(before.round.events), NAMES)
            for each in told:
                if each["event"] == "double":
                    end = after.round.end
                    assert (each["text"][0] == "say.double-out") == bool(end and end.kind == "out")
                    opens = end is None and after.round.foot == after.round.laid[-1][0]
                    keys[opens].add(each["text"][0])
                    if opens:
                        start = {2: "Two", 3: "Three"}[options.toes]
                        if after.round.stalemate:
                            start = "Too few" if is_left(view(after, 0)) else "No "
                        assert words(each["text"]).split(". ")[1].startswith(start)
            before = after
    assert keys == {
        True: {"say.opened-foot", "say.opened-dead", "say.opened-none"},
        False: {"say.double", "say.double-out"},
    }


def test_with_nothing_for_an_open_foot_the_prompt_says_what_to_do() -> None:
    lots, seen, number = Random(3), set[tuple[str, str]](), 0
    while number < 60 or (number < 1000 and len(seen) < 6):  # a new option changes all random tables
        number += 1
        _, options = random_options(lots, (6,))
        match = start_match(options._replace(round_count=1), f"nothing-{number}")
        while match.current is not None:
            watching = view(match, match.current.turn)
            kinds = {choice.do for choice in watching.choices}
            if "play" not in kinds and match.current.foot >= 0 and not watching.has_drawn:
                does = "draw" if "draw" in kinds else "pass"
                task, said = (words(line) for line in prompt(watching, NAMES))
                foot = "open"
                if watching.stalemate and not is_left(watching):
                    foot = "none"
                    assert task.startswith("No ") and task.endswith(" are left")
                    assert said == TEXTS[f"prompt.only-blocked.{does}"]
                    assert words(foot_messages(watching)[0]) == task  # the same words, whatever is missing
                elif watching.stalemate:
                    foot = "few"
                    if does == "draw":
                        assert task.startswith("Too few ") and said == TEXTS["prompt.have-none.dead"]
                    else:
                        assert task.startswith("You have no ") and said == TEXTS["prompt.all-pass"]
                else:
                    assert said == TEXTS[f"prompt.have-none.{does}"]
                seen.add((foot, does))
            match = act(match, random_move(match.current, lots))
    assert seen == {(foot, does) for foot in ("open", "few", "none") for does in ("draw", "pass")}


def test_a_double_whose_foot_stays_open_is_warned_of_before_the_play() -> None:
    lots, seen, out = Random(5), Counter[str | None](), 0
    for number in range(60):
        _, options = random_options(lots, (6, 9))
        match = start_match(options._replace(round_count=1), f"warned-{number}")
        while match.current is not None:
            watching = view(match, match.current.turn)
            for choice in watching.choices:
                if choice.do == "play" and choice.suit >= 0:
                    after = act(match, moves_of(watching, choice)[0]).round
                    opens = is_double(choice.tile) and after.board.foot == choice.tile
                    warning = foot_warning(choice.tile, watching)
                    if after.end is None and is_double(choice.tile):
                        suit = SUIT[HIGH[choice.tile]] & options.tiles & ~after.board.table
                        can_end = opens and options.short_foot != "closes"
                        key = warning[0] if warning else None
                        may_draw = watching.yard > options.reserve
                        ends = "prompt.may-block." + ("draw" if may_draw else "now")
                        assert (key == ends) == (opens and after.stalemate)
                        assert (key == "prompt.needs-all") == (
                            can_end and suit.bit_count() == after.board.missing
                        )
                        seen[key] += 1
                    elif not is_double(choice.tile) or (after.end and after.end.kind == "out"):
                        assert warning is None
                        out += is_double(choice.tile)
            match = act(match, random_move(match.current, lots))
    assert min(seen.values()) > 10 and len(seen) == 4 and out > 5


def test_what_others_draw_is_not_told() -> None:
    match = start_match(resolve("montgomery", {}, 4), "secret")
    texts = [
        each["text"] for each in visible_events(onlooker(match), 0, NAMES) if each["event"] == "start-draw"
    ]
    assert all("tile" not in text[1] for text in texts)


def test_every_reason_of_a_blocked_round_is_a_sentence_and_comes_up() -> None:
    lots, keys = Random(8), set()
    for number in range(200):
        _, options = random_options(lots, (6,))
        match = start_match(options._replace(round_count=1), f"blocked-{number}")
        while match.current is not None:
            match = act(match, random_move(match.current, lots))
        end = match.round.end
        lines = prompt(view(match, 0), NAMES)
        assert end is not None and len(lines) == 2 and words(lines[1]).endswith(".")
        if end.kind == "out":
            assert lines[0][0] == "prompt.out"
        if end.kind == "blocked":
            assert lines[1] == why_blocked(view(match, 0))
            keys.add(lines[1][0])
    assert keys == {f"blocked.{what}{one}" for what in ("ends", "foot") for one in ("", "-one")}


@pytest.mark.parametrize(
    ("seat", "name", "scores", "said"),
    [
        (0, "You", (3, 9, 9), "Blocked: you win the round"),
        (0, "You", (9, 3, 9), "Blocked: Otis wins the round"),
        (0, "Ann", (3, 9, 9), "Blocked: Ann wins the round"),
        (-1, "You", (9, 3, 3), "Blocked: Otis and Ida win the round"),
        (0, "You", (3, 3, 9), "Blocked: you win the round with Otis"),
        (0, "You", (9, 3, 3), "Blocked: Otis and Ida win the round"),
    ],
)
def test_the_headline_of_a_blocked_round_names_its_winner(
    seat: int, name: str, scores: tuple[int, ...], said: str
) -> None:
    match = start_match(resolve("montgomery", {}, 3), "blocked")
    end = End("blocked", -1, scores, (0, 0, 0))
    seen = (view(match, seat) if seat >= 0 else onlooker(match))._replace(end=end)
    names = [name, "Otis", "Ida"]
    assert words(prompt(seen, names)[0]) == said
    assert words(end_messages(seen, names)[0]) == said + "."


def test_the_card_says_who_opens_and_why() -> None:
    lots, keys = Random(2), set()
    for number in range(150):
        _, options = random_options(lots, (6, 9, 12))
        match = start_match(options, f"card-{number}")
        seen = view(match, 0)
        assert card(seen, NAMES)["blank"] == tile_points(options)[0]
        lines = card(seen, NAMES)["lines"]
        for _ in range(4):  # the card of a match that is opened later
            match = act(match, random_move(match.current, lots)) if match.current else match
        assert card(view(match, 0), NAMES)["lines"][0] == lines[0]
        assert all("{" not in words(line) for line in lines)
        said = {line[0].removesuffix(".you") for line in lines}
        drawn = sum(event.why == "start" for event in seen.events)
        assert ("card.searched" in said) == ("card.found" in said) == (drawn > 0)
        assert ("card.lower" in said) == (seen.centre != seen.own_centre)
        assert all(line[1]["n"] == drawn for line in lines if line[0] == "card.searched")
        keys |= said
    assert keys == {
        f"card.{what}" for what in ("finder", "high-draw", "lower", "holder", "searched", "found")
    }


def test_the_card_of_a_later_round_says_after_which_double_its_own_comes() -> None:
    """Who holds the 9-9 would wonder why somebody else opens."""
    match, lots = start_match(resolve("montgomery", {"rounds": 2}, 3), "after"), Random(1)
    assert [line[0] for line in card(view(match, 1), NAMES)["lines"] if line[0] == "card.after"] == []
    while match.current is not None:
        match = act(match, random_move(match.current, lots))
    first, *_ = card(view(next_round(match), 1), NAMES)["lines"]
    assert words(first) == "After 9-9 comes 8-8."


def test_the_card_of_a_later_round_says_whose_turn_it_is_to_begin() -> None:
    options = resolve(None, {"centre_from": "table", "first_seat": "high-draw-then-left", "rounds": 2}, 3)
    match = start_match(options, "next")
    assert card(view(match, 1), NAMES)["lines"][0][0].startswith("card.high-draw")
    lots = Random(1)
    while match.current is not None:
        match = act(match, random_move(match.current, lots))
    seen = view(next_round(match), 1)
    (line,) = card(seen, NAMES)["lines"]
    assert line[0].removesuffix(".you") == "card.next"
    assert line == seat_message("card.next", seen, seen.first_seat, NAMES)


def test_the_card_says_nothing_of_the_double_blank_to_who_does_not_hold_it() -> None:
    """The page tells its holder what it costs."""
    match = start_match(resolve("montgomery", {"double_blank": 50}, 3), "cost")
    for seat in range(3):
        lines = card(view(match, seat), NAMES)["lines"]
        assert [line[0].removesuffix(".you") for line in lines if not line[0].startswith("card.search")] in (
            ["card.holder"],
            ["card.found"],
        )


@pytest.mark.parametrize("empty", [False, True])
def test_who_is_caught_reads_by_whom_for_what_and_what_it_costs(empty: bool) -> None:
    lots, wanted = Random(1), "say.caught-you-turn" if empty else "say.caught-you"
    for number in range(300):
        options = resolve("montgomery", {"set": 6, "hand_size": 9 if empty else 4, "take_back": False}, 3)
        match = start_match(options._replace(round_count=1), f"caught-{number}")
        while match.current is not None:
            match = act(match, random_move(match.current, lots))
        seen = view(match, 0)
        for number, event in enumerate(seen.events):
            if event.do == "catch" and event.target != 0:
                key = event_message(event, seen, NAMES)[0].removesuffix(".you")
                draws = [after.why == "penalty" for after in seen.events[number + 1 : number + 2]]
                assert key == ("say.catch" if draws == [True] else "say.catch-turn")
                at_last = seen._replace(events=seen.events[: number + 1])  # nobody drew after the catch
                assert event_message(event, at_last, NAMES)[0].removesuffix(".you") == "say.catch-turn"
            if event.do == "catch" and event.target == 0:
                told = visible_events(seen, number, NAMES)[0]
                assert told["banner"] == told["text"] == event_message(event, seen, NAMES)
                sentence = words(told["text"])
                assert NAMES[event.seat] in sentence
                assert "Chickenlittle" in sentence
                if event_message(event, seen, NAMES)[0] == wanted:
                    assert ("turn" in sentence) == empty
                    return
    pytest.fail("nobody was caught so")


def test_only_what_is_done_to_the_person_and_their_catch_have_a_banner() -> None:
    lots, seen = Random(6), dict[tuple[bool, str], set[bool]]()
    for number in range(60):
        rule = ("catch", "automatic")[number % 2]
        options = resolve(
            "montgomery",
            {"set": 6, "hand_size": 5, "rounds": 1, "last_tile_call": rule, "take_back": False},
            3,
        )
        match = start_match(options, f"banner {number}")
        while match.current is not None:
            first = len(match.round.events)
            moves = [move for seat in range(3) for move in legal_moves(match.current, seat)]
            catches = [move for move in moves if move.do == "catch"]
            match = act(match, lots.choice(catches or [move for move in moves if move.do != "call"]))
            for each in visible_events(view(match, 0), first, NAMES):
                own = each["seat"] == 0
                seen.setdefault((own, each["event"]), set()).add(each["banner"] is not None)
    always = {key for key, banners in seen.items() if banners == {True}}
    assert always == {(True, "catch"), (True, "penalty"), (True, "skip")}
    assert {key for key, banners in seen.items() if len(banners) == 2} == {(False, "catch")}
