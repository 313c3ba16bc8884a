"""A second set of rules, written from docs/rules.md alone: it shares no code with game/, not even the deal.

It is slow and plain. Tiles are pairs (high, low), sets are Python sets, and every question looks at the whole table.
`check_record` plays a record again and compares everything in it.
"""

from collections.abc import Iterable, Iterator
from copy import copy
from math import factorial
from typing import Any

Tile = tuple[int, int]
Code = tuple[
    int, str
]  # seat and move code, as in docs/contracts.md: `9-4>9-9`, `9-9`, `+`, `=`, `!`, `?2`, `<`


def name(tile: Tile) -> str:
    """The tile's name, such as 9-4."""
    return f"{tile[0]}-{tile[1]}"


def tile_of(text: str) -> Tile:
    """The tile with a name."""
    high, low = text.split("-")
    return int(high), int(low)


# --- DEAL-1: the generator of game/rules/rng.py, written again from its description


def lots(seed: str, stream: str) -> Iterator[int]:
    """The 64-bit numbers of a stream: SplitMix64 from the FNV-1a hash of the stream's name, a zero byte and the seed."""
    counter, full = 14695981039346656037, 2**64
    for byte in (stream + "\0" + seed).encode():
        counter = ((counter ^ byte) * 1099511628211) % full
    while True:
        counter = (counter + 11400714819323198485) % full
        mixed = ((counter ^ (counter >> 30)) * 13787848793156543929) % full
        mixed = ((mixed ^ (mixed >> 27)) * 10723151780598845931) % full
        yield mixed ^ (mixed >> 31)


def shuffled(tiles: Iterable[Tile], numbers: Iterator[int]) -> list[Tile]:
    """The tiles in the order of one random number below n!, by Fisher and Yates."""
    pile = list(tiles)
    orders = factorial(len(pile))
    words = 1 if orders <= 2**64 else orders.bit_length() // 64 + 2
    while True:
        order = 0
        for _ in range(words):
            order = order * 2**64 + next(numbers)
        if order < 2 ** (64 * words) // orders * orders:
            break
    order %= orders
    for last in reversed(range(1, len(pile))):
        order, chosen = divmod(order, last + 1)
        pile[last], pile[chosen] = pile[chosen], pile[last]
    return pile


class Referee:
    """One round by the rules. `moves` are all legal moves; `make` makes one; `events` are as in a record."""

    def __init__(self, options: dict[str, Any], seed: str, number: int) -> None:
        self.options, self.seed, self.number = options, seed, number
        self.seats: int = options["players"]
        self.tiles = [(high, low) for high in range(options["set"] + 1) for low in range(high + 1)]
        doubles = range(options["set"] + 1)
        order = doubles if options["round_order"] == "ascending" else reversed(doubles)
        self.own: Tile = [(suit, suit) for suit in order][number - 1]
        self.reserve = (2 if self.seats == 2 else 1) if options["yard_reserve"] == "two-or-one" else 0
        arms = options["arms"]
        self.arms = min(self.seats, 8, options["set"]) if arms == "players" else arms
        self.dealer = (
            self.seats - 1 + number - 1
        ) % self.seats  # the last seat, then one seat left each round
        self.events: list[dict[str, Any]] = []
        self.laid: list[tuple[Tile, Tile | None]] = []
        self.drawn: Tile | None = None
        self.barred: Tile | None = None
        self.stuck = 0
        self.foot: Tile | None = None
        self.missing = 0
        self.may_call: set[int] = set()
        self.silent: set[int] = set()
        self.owing: set[int] = set()
        self.again: set[int] = set()
        self.back: Referee | None = None
        self.end: dict[str, Any] | None = None

    # --- the deal and who begins

    def deal(self, hand: int) -> "Referee":
        """Deal `hand` tiles to each seat, and find who begins."""
        numbers, on_table = lots(self.seed, f"deal-{self.number}"), self.options["centre_from"] == "table"
        while True:
            pile = shuffled([t for t in self.tiles if not on_table or t != self.own], numbers)
            self.hands = [set(pile[seat * hand : (seat + 1) * hand]) for seat in range(self.seats)]
            self.yard = pile[self.seats * hand :]
            self.dealt, self.dealt_yard = [set(held) for held in self.hands], list(self.yard)
            self.events = []
            if on_table:
                self.centre, self.first = self.own, self.starter()
                break
            if self.find_centre():
                break
        self.turn = self.first
        if on_table:
            self.put(self.own, None)
        self.begin_turn()
        return self

    def starter(self) -> int:
        """START-5: who finds the double, or draws the tile with most pips."""
        rule = self.options["first_seat"]
        drawn_in = 1 if rule == "high-draw-then-left" else self.number
        dealer = (self.seats - 1 + drawn_in - 1) % self.seats
        around = [(dealer + step) % self.seats for step in range(1, self.seats + 1)]
        numbers = lots(self.seed, f"start-{drawn_in}")
        if rule == "finder":
            pile = shuffled(self.tiles, numbers)
            draws = 0
            while pile[draws] != self.own:
                draws += 1
            return around[draws % self.seats]
        highest = self.options["set"]
        own = drawn_in - 1 if self.options["round_order"] == "ascending" else highest + 1 - drawn_in
        pile = shuffled([tile for tile in self.tiles if tile != (own, own)], numbers)
        best = max(range(self.seats), key=lambda step: (sum(pile[step]), pile[step]))
        return (around[best] + self.number - drawn_in) % self.seats

    def find_centre(self) -> bool:
        """START-1 to START-4. False: all is dealt again."""
        rule, searched = self.options["missing_double"], False
        while True:
            held = {tile for hand in self.hands for tile in hand if tile[0] == tile[1]}
            if rule != "next-lower":
                held &= {self.own}
            lower = {tile for tile in held if tile <= self.own}
            if held:
                self.centre = max(held) if searched or not lower else max(lower)
                self.first = next(seat for seat in range(self.seats) if self.centre in self.hands[seat])
                return True
            if rule == "redeal" or not self.drawable():
                return False
            searched = True
            for step in range(1, self.seats + 1):
                if self.drawable():
                    self.take_tile((self.dealer + step) % self.seats, "start")

    # --- the table

    def drawable(self) -> bool:
        """TURN-5: whether the yard can be drawn from."""
        return len(self.yard) > self.reserve

    def open_half(self, tile: Tile) -> int | None:
        """The free half of a laid tile, None for a double or a covered tile."""
        on = next(under for laid, under in self.laid if laid == tile)
        if tile[0] == tile[1] or on is None or any(under == tile for _, under in self.laid):
            return None
        # two halves could meet only if both tiles had the same two numbers, and every tile is unique
        joined = tile[0] if tile[0] in on else tile[1]
        return tile[0] + tile[1] - joined

    def ends(self, tile: Tile) -> list[Tile | None]:
        """Where a tile can be put now; None stands for the place of the centre."""
        if not self.laid:
            return [None] if tile == self.centre else []
        if self.foot is not None:
            return [self.foot] if self.foot[0] in tile else []
        return [on for on, _ in self.laid if self.open_half(on) in tile]

    def off_table(self, suit: int) -> int:
        """How many tiles of a suit are not on the table."""
        laid = {tile for tile, _ in self.laid}
        return sum(suit in tile and tile not in laid for tile in self.tiles)

    def put(self, tile: Tile, on: Tile | None) -> None:
        """Lay a tile; open, fill or close a foot or the opening."""
        self.laid = [*self.laid, (tile, on)]
        if on is None:
            self.foot, self.missing = tile, self.arms
        elif tile[0] == tile[1]:
            self.foot, self.missing = tile, self.options["toes"]
        elif self.foot is not None:
            self.missing -= 1
        if self.foot is not None:
            closes = self.options["short_foot"] == "closes" and self.off_table(self.foot[0]) < self.missing
            if not self.missing or closes:
                self.foot, self.missing = None, 0

    # --- the moves

    def fits(self, seat: int) -> bool:
        """Whether a tile of the seat fits the table, barred or not."""
        return any(self.ends(tile) for tile in self.hands[seat])

    def moves(self) -> set[Code]:
        """All legal moves of all seats."""
        if self.end is not None:
            return set()
        found = set(self.turn_moves())
        rule = self.options["last_tile_call"]
        found |= {(seat, "!") for seat in self.may_call | self.again}
        if rule == "catch":
            found |= {
                (seat, f"?{late}") for late in self.silent for seat in range(self.seats) if seat != late
            }
        if self.back is not None:
            found.add((self.back.turn, "<"))
        return found

    def turn_moves(self) -> Iterator[Code]:
        """The plays, draws and passes of the seat on turn."""
        seat, options, plays = self.turn, self.options, 0
        for tile in self.hands[seat]:
            if (self.drawn is None or tile == self.drawn) and tile != self.barred:
                for on in self.ends(tile):
                    plays += 1
                    yield seat, name(tile) + ("" if on is None else ">" + name(on))
        if not self.laid:
            return
        if self.drawn is None:
            if self.drawable() and (not plays or options["may_hold_back"]):
                yield seat, "+"
            if not self.drawable() and not plays:
                yield seat, "="
        elif self.ends(self.drawn):
            if options["drawn_tile"] == "may-play":
                yield seat, "="
        elif options["draw"] == "until-playable" and self.drawable():
            yield seat, "+"
        else:
            yield seat, "="

    def note(self, seat: int, do: str, **more: Any) -> None:
        """Write an event."""
        self.events.append({"seat": seat, "do": do, **more})

    def take_tile(self, seat: int, why: str) -> Tile:
        """Draw a tile."""
        tile = self.yard.pop(0)
        self.hands[seat].add(tile)
        self.note(seat, "draw", tile=name(tile), why=why)
        return tile

    def make(self, seat: int, code: str) -> None:
        """Make a legal move, and all that follows by itself."""
        assert (seat, code) in self.moves(), (seat, code)
        if code == "+":
            self.drawn, self.stuck, self.back = self.take_tile(seat, "turn"), 0, None
            self.silent.discard(seat)
        elif code == "=":
            self.note(seat, "pass")
            self.stuck = 0 if self.drawn is not None or self.fits(seat) else self.stuck + 1
            self.silent.discard(seat)
            self.back = None
            self.turn_over(seat)
        elif code == "!":
            self.note(seat, "call")
            self.may_call.discard(seat)
            self.again.discard(seat)
        elif code == "<":
            self.take_back(seat)
        elif code[0] == "?":
            late = int(code[1:])
            self.note(seat, "catch", target=late)
            self.silent.discard(late)
            self.pay(late)
            self.begin_turn()
        else:
            self.play(seat, code)

    def play(self, seat: int, code: str) -> None:
        """Play a tile."""
        before = copy(self)
        before.may_call = set(self.may_call)
        played, _, under = code.partition(">")
        tile, on = tile_of(played), tile_of(under) if under else None
        self.hands[seat].remove(tile)
        self.put(tile, on)
        self.note(seat, "play", tile=name(tile), on=under or None)
        self.stuck, self.back = 0, None
        if not self.hands[seat]:
            self.over("out", seat)
            return
        self.owing |= self.again  # LAST-7: a tile is laid
        self.again = set()
        if len(self.hands[seat]) == 1 and self.options["last_tile_call"] != "none":
            self.may_call.add(seat)
        if self.options["take_back"] and on is not None:
            self.back = before
        self.turn_over(seat)

    def take_back(self, seat: int) -> None:
        """TURN-8, LAST-6."""
        before = self.back
        assert before is not None
        self.hands[seat].add(self.laid[-1][0])
        self.note(seat, "take-back")
        courtesy = self.options["last_tile_call"] == "courtesy"
        anew = {other for other in before.may_call - {seat} if courtesy or other in self.silent}
        self.may_call = (self.may_call - {seat}) | anew
        self.silent -= anew
        self.laid, self.foot, self.missing = before.laid, before.foot, before.missing
        self.drawn, self.barred, self.turn, self.back = before.drawn, before.barred, seat, None

    def pay(self, seat: int) -> None:
        """LAST-3: a penalty tile, or a missed turn."""
        if not self.drawable():
            self.owing.add(seat)
            return
        tile = self.take_tile(seat, "penalty")
        if seat == self.turn:
            self.barred = tile

    def turn_over(self, seat: int) -> None:
        """The turn of `seat` is over."""
        self.turn, self.drawn, self.barred = (seat + 1) % self.seats, None, None
        if self.stuck == self.seats:
            self.over("blocked", None)
            return
        self.close_windows(seat)
        self.begin_turn()

    def close_windows(self, seat: int) -> None:
        """LAST-1, LAST-4: with the turn of `seat`, the time of the others to call is over."""
        late, rule = self.may_call - {seat}, self.options["last_tile_call"]
        self.may_call -= late
        if rule == "catch":
            self.silent |= late
        elif rule == "automatic":
            for other in sorted(late):
                self.pay(other)

    def begin_turn(self) -> None:
        """Skip who misses the turn; end the round if it is blocked."""
        while self.turn in self.owing:
            seat = self.turn
            self.note(seat, "skip")
            self.stuck = 0 if self.fits(seat) or self.drawable() else self.stuck + 1
            self.owing.discard(seat)
            self.turn, self.back = (seat + 1) % self.seats, None
            if self.stuck == self.seats:
                self.over("blocked", None)
                return
            if self.options["call_again"]:
                self.again.add(seat)
            else:
                self.close_windows(seat)
        stuck = not any(code not in "+=" for _, code in self.turn_moves()) and not self.drawable()
        if self.options["blocked_when"] == "one-stuck" and self.drawn is None and stuck:
            self.over("blocked", None)

    # --- the end

    def points(self, tile: Tile) -> int:
        """END-3."""
        if self.options["blank_half"]:
            return sum(half or self.options["blank_half"] for half in tile)
        return sum(tile) or self.options["double_blank"]

    def over(self, kind: str, seat: int | None) -> None:
        """END-1, END-2, END-5."""
        last = self.laid[-1][0]
        scores = [sum(self.points(tile) for tile in hand) for hand in self.hands]
        if seat is not None and last[0] == last[1]:
            scores[seat] -= self.options["out_bonus_on_double"]
        self.end = {"kind": kind, "seat": seat, "scores": scores}


def places(rounds: list[list[int]], seats: int, ties: str) -> list[int]:
    """MATCH-1, MATCH-2."""
    keys = []
    for seat in range(seats):
        own = [scores[seat] for scores in rounds]
        won, above = sum(score <= 0 for score in own), [score for score in own if score > 0]
        keys.append((sum(own), -won, min(above, default=0)) if ties == "rounds-won" else (sum(own),))
    return [1 + sum(other < key for other in keys) for key in keys]


def code_of(event: dict[str, Any]) -> str:
    """The code of the move of a record's event."""
    if event["do"] == "play":
        return str(event["tile"]) + ("" if event["on"] is None else f">{event['on']}")
    if event["do"] == "catch":
        return f"?{event['target']}"
    return {"draw": "+", "pass": "=", "call": "!", "take-back": "<"}[event["do"]]


def check_record(record: dict[str, Any]) -> list[dict[str, Any]]:
    """Play a whole record again. Raises AssertionError where it differs from the rules. Returns all events."""
    options, events, scores = record["options"], list[dict[str, Any]](), []
    for number, written in enumerate(record["rounds"], 1):
        referee = Referee(options, record["seed"], number).deal(len(written["hands"][0]))
        assert [set(map(tile_of, hand)) for hand in written["hands"]] == referee.dealt
        assert [tile_of(each) for each in written["yard"]] == referee.dealt_yard
        assert (written["own_centre"], written["centre"]) == (name(referee.own), name(referee.centre))
        assert (written["dealer"], written["first_seat"]) == (referee.dealer, referee.first)
        for place, event in enumerate(written["events"]):
            if place >= len(referee.events):
                referee.make(event["seat"], code_of(event))
            assert referee.events[place] == {key: event.get(key) for key in referee.events[place]}, place
        assert len(referee.events) == len(written["events"])
        if written["end"] is not None:
            assert referee.end == {key: written["end"][key] for key in ("kind", "seat", "scores")}
            assert referee.hands == [set(map(tile_of, hand)) for hand in written["end"]["hands"]]
            scores.append(written["end"]["scores"])
        events += written["events"]
    assert record["totals"] == [sum(each) for each in zip(*scores, strict=True)]
    if len(scores) == len(record["rounds"]) and record["places"]:
        assert record["places"] == places(scores, options["players"], options["ties"])
    return events
