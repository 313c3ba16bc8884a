"""Hard inference: what the public events prove about hidden tiles, and sampling of worlds that agree with it.

Every hidden tile of a seat is a *slot* with a mask of what it cannot be. A draw or pass proves that nothing in the hand fitted, so
it adds the mask of fitting tiles to every slot (under `may_hold_back` a draw proves nothing). When a tile is played that was not
drawn in the same turn, it is not known which slot it came from. The most constrained slot that allows it is removed, and the other
slots that allow it keep only what was proved of that slot too. A tile that was taken back is known.

A second set of slots holds what is proved if the seat is *greedy* (always plays the heaviest tile that fits), as many people and
every hen are. Then each play also proves that nothing heavier fitted. `opponent_types` has the probability of that.

Worlds are drawn slot by slot, the most constrained first. That is uniform over the consistent worlds while the masks of the slots
are nested. Where they are not, it is slightly biased; no effect on strength could be measured.
"""

from random import Random
from typing import NamedTuple

from game.players.search.opponent_types import OpponentTypes
from game.players.search.playout import PlayoutRules, Table, World, lay, world_of
from game.players.search.tile_tables import TileTables
from game.rules.moves import Event
from game.rules.tiles import DOUBLE, HIGH, LOW
from game.rules.view import View

Slots = tuple[tuple[int, ...], ...]


class Position(NamedTuple):
    """A view in the terms of the search; masks are local."""

    seat: int
    hand: int
    table: Table
    off: int  # tiles off the table, own ones included
    hidden: int  # tiles that are neither on the table nor in the own hand
    counts: tuple[int, ...]
    idle: int  # seats known to have been stuck in a row before this turn
    slots: Slots  # by seat, for each hidden tile a mask of what it cannot be; empty for the own seat
    supposed: Slots  # the same if the seat is greedy
    thinks: tuple[float, ...]  # by seat, the probability that it is not greedy


def position_of(view: View, tile_tables: TileTables, rules: PlayoutRules) -> Position:
    """Convert a view to the terms of the search."""
    hand, off, inference = (
        tile_tables.from_rules(view.hand),
        off_table(view, tile_tables),
        EventInference(view, tile_tables, rules),
    )
    return Position(
        view.seat,
        hand,
        table_of(view, tile_tables),
        off,
        off & ~hand,
        view.counts,
        inference.idle,
        inference.others(inference.slots),
        inference.others(inference.supposed),
        inference.opponent_types.thinking_chances(),
    )


def table_of(view: View, tile_tables: TileTables) -> Table:
    """Return the table from which a playout starts."""
    count = [ends.bit_count() for ends in view.ends[: tile_tables.suits]]
    opened = sum(1 << suit for suit, ends in enumerate(count) if ends)
    owed = HIGH[view.foot] if view.foot >= 0 else -1
    fits = tile_tables.suit[owed] if view.foot >= 0 else tile_tables.fits(opened)
    return count, opened, owed, view.missing, fits


def off_table(view: View, tile_tables: TileTables) -> int:
    """Return the mask of the tiles that do not lie on the table, the own hand among them."""
    return tile_tables.all & ~tile_tables.mask(tile for tile, _ in view.laid)


class EventInference:
    """Replays the events of a view, and keeps the slots of every seat and the table."""

    def __init__(self, view: View, tile_tables: TileTables, rules: PlayoutRules):
        self.tile_tables, self.rules, self.view = tile_tables, rules, view
        self.slots: list[list[int]] = [[0] * view.options.hand for _ in view.counts]
        self.supposed: list[list[int]] = [held.copy() for held in self.slots]
        self.opponent_types = OpponentTypes(len(view.counts), view.seat)
        self.barred = [0] * len(view.counts)  # a penalty tile may not be played at once, so it proves nothing
        self.off = tile_tables.all
        self.own = tile_tables.from_rules(view.hand)  # and what was played of it: never in another hand
        for event in view.events:
            if event.do == "play" and event.seat == view.seat:
                self.own |= tile_tables.bit[tile_tables.local[event.tile]]
        self.table: Table = ([0] * tile_tables.suits, 0, -1, 0, 0)
        self.idle = 0
        self.drew = False  # the seat on turn has drawn
        self.before = self._now(0, 0)  # as it was before the last play
        if view.options.centre_from == "table":
            self._centre(view.centre)
        walk = {
            "play": self._play,
            "draw": self._draw,
            "pass": self._pass,
            "skip": self._skip,
            "take-back": self._take_back,
        }
        for event in view.events:
            if event.do in walk:
                walk[event.do](event)

    def _centre(self, tile: int) -> None:
        suit = HIGH[tile]
        self.off &= ~self.tile_tables.bit[self.tile_tables.local[tile]]
        self.table = (
            [0] * self.tile_tables.suits,
            0,
            suit,
            self.view.options.arm_count,
            self.tile_tables.suit[suit],
        )

    def _play(self, event: Event) -> None:
        tile = self.tile_tables.local[event.tile]
        bit = self.tile_tables.bit[tile]
        self.before = self._now(event.seat, bit)
        fits = self.table[4]
        if event.on < 0:
            self._prove_start(event.tile)
            self._centre(event.tile)
        else:
            suit = shared_suit(event.tile, event.on)
            self.table = lay(self.tile_tables, self.rules, self.table, tile, suit, self.off)
            self.off &= ~bit
        if self.drew or event.seat == self.view.seat:
            for held in self._kinds(event.seat):
                held.pop()
        else:
            self._chosen(event.seat, bit, fits)
        self.barred[event.seat] = self.idle = 0
        self.drew = False

    def _chosen(self, seat: int, bit: int, fits: int) -> None:
        """Take in the play of a tile that was in the hand before the turn; `fits` is the mask of the tiles that fitted."""
        if not remove_slot(self.slots[seat], bit):
            raise RuntimeError("a tile was played that by the events it could not be: the beliefs are wrong")
        if not remove_slot(self.supposed[seat], bit):
            self.opponent_types.refute(seat)
        free = len(self.slots[seat]) - self.barred[seat]
        heavier = fits & -(bit << 1)
        hidden = self.off & ~self.own
        self.opponent_types.update(
            seat, [hidden & ~cannot for cannot in self.slots[seat][:free]], fits, heavier
        )
        for k in range(free):
            self.supposed[seat][k] |= heavier

    def _prove_start(self, centre: int) -> None:
        """`next-lower` (START-3): the doubles that would have started instead were in nobody's hand."""
        options = self.view.options
        if options.missing_double != "next-lower":
            return
        doubles = [DOUBLE[suit] for suit in range(self.tile_tables.suits)]
        own = self.view.own_centre
        if centre <= own:
            absent = self.tile_tables.mask(d for d in doubles if centre < d <= own)
        else:
            absent = self.tile_tables.mask(d for d in doubles if d <= own or d > centre)
        for held in (*self.slots, *self.supposed):
            held[:] = [cannot | absent for cannot in held]

    def _draw(self, event: Event) -> None:
        proved, supposed = self._kinds(event.seat)
        if event.why == "turn":
            fits = self.table[4]
            if self.drew:  # drawing on: the tile before did not fit
                proved[-1] |= fits
                supposed[-1] |= fits
            else:
                if not self.view.options.may_hold_back:
                    self._prove(proved, event.seat, fits)
                self._prove(supposed, event.seat, fits)
            self.drew = True
        elif event.why == "penalty":
            self.barred[event.seat] += 1
        for held in self._kinds(event.seat):
            held.append(0)

    def _pass(self, event: Event) -> None:
        fits = self.table[4]
        proved, supposed = self._kinds(event.seat)
        if not self.drew:
            self._prove(proved, event.seat, fits)
            self._prove(supposed, event.seat, fits)
            self.idle = 0 if self.barred[event.seat] else self.idle + 1  # a barred tile may have fitted
        else:
            if self.view.options.drawn_tile == "must-play":
                proved[-1] |= fits
            supposed[-1] |= fits
        self.barred[event.seat] = 0
        self.drew = False

    def _skip(self, event: Event) -> None:
        """A seat that misses its turn may be stuck, but nobody sees it. Counting too few only makes a playout longer."""
        self.idle = 0

    def _kinds(self, seat: int) -> tuple[list[int], list[int]]:
        """A seat's slots: as proved, and as supposed."""
        return self.slots[seat], self.supposed[seat]

    def _prove(self, held: list[int], seat: int, fits: int) -> None:
        for k in range(len(held) - self.barred[seat]):
            held[k] |= fits

    def _take_back(self, event: Event) -> None:
        self.table, self.off, self.idle, self.drew, self.barred[event.seat], bit = self.before
        for held in self._kinds(event.seat):
            held.append(~bit)

    def _now(self, seat: int, bit: int) -> tuple[Table, int, int, bool, int, int]:
        return self.table, self.off, self.idle, self.drew, self.barred[seat], bit

    def others(self, slots: list[list[int]]) -> Slots:
        """The slots of all seats but the own."""
        return tuple(() if seat == self.view.seat else tuple(held) for seat, held in enumerate(slots))


def remove_slot(held: list[int], bit: int) -> bool:
    """Remove the slot that a played tile came from, as far as that is known. Return False if no slot could hold it."""
    may = [k for k, cannot in enumerate(held) if not cannot & bit] or range(len(held))
    gone = max(may, key=lambda k: held[k].bit_count())
    for k in may:
        held[k] &= held[gone]
    possible = not held[gone] & bit
    del held[gone]
    return possible


def shared_suit(tile: int, on: int) -> int:
    """Return the suit by which two different tiles touch; -1 if they have none in common."""
    for suit in (HIGH[tile], LOW[tile]):
        if suit in (HIGH[on], LOW[on]):
            return suit
    return -1


class Sampler:
    """Draws worlds that agree with a position, if the seats in the mask `heavy` are greedy."""

    def __init__(self, position: Position, tile_tables: TileTables, heavy: int = 0):
        self.position = position
        self.thinking = ~heavy
        self.tiles = [tile_tables.bit[tile] for tile in tile_tables.tiles(position.hidden)]
        hidden = position.hidden
        slots = [
            supposed if heavy >> seat & 1 else proved
            for seat, (proved, supposed) in enumerate(zip(position.slots, position.supposed, strict=True))
        ]
        tight = [
            (hidden & ~cannot, seat) for seat, held in enumerate(slots) for cannot in held if cannot & hidden
        ]
        self.tight = sorted(tight, key=lambda slot: slot[0].bit_count())
        self.loose = [(seat, sum(not cannot & hidden for cannot in held)) for seat, held in enumerate(slots)]

    def world(self, random: Random) -> World:
        """Draw one consistent world from `random`."""
        world = self.attempt(random)
        if world is None:
            raise RuntimeError("no world agrees with the events: the beliefs claim more than is proved")
        return world

    def attempt(self, random: Random) -> World | None:
        """Draw one consistent world, or return None if there is none."""
        draw = random.random
        order = sorted(self.tiles, key=lambda _: draw())
        hands = [0] * len(self.loose)
        hands[self.position.seat] = self.position.hand
        for allowed, seat in self.tight:
            for k, tile in enumerate(order):
                if tile & allowed:
                    hands[seat] |= tile
                    del order[k]
                    break
            else:
                return self._matched(sorted(self.tiles, key=lambda _: draw()))
        return self._filled(hands, order)

    def _filled(self, hands: list[int], order: list[int]) -> World:
        start = 0
        for seat, number in self.loose:
            hands[seat] |= sum(order[start : start + number])
            start += number
        return world_of(hands, order[start:], self.thinking)

    def _matched(self, order: list[int]) -> World | None:
        """Match slots and tiles by augmenting paths, for the rare draw that runs into a dead end."""
        holder: dict[int, int] = {}

        def settle(slot: int, tried: set[int]) -> bool:
            for tile in order:
                if tile & self.tight[slot][0] and tile not in tried:
                    tried.add(tile)
                    if tile not in holder or settle(holder[tile], tried):
                        holder[tile] = slot
                        return True
            return False

        if not all(settle(slot, set()) for slot in range(len(self.tight))):
            return None
        hands = [0] * len(self.loose)
        hands[self.position.seat] = self.position.hand
        for tile, slot in holder.items():
            hands[self.tight[slot][1]] |= tile
        return self._filled(hands, [tile for tile in order if tile not in holder])


def greedy_seats(position: Position, random: Random) -> int:
    """Draw the mask of the seats that are greedy, each with its own probability."""
    heavy = 0
    for seat, chance in enumerate(position.thinks):
        if chance < 1 and random.random() >= chance:
            heavy |= 1 << seat
    return heavy


class OpponentModel:
    """Draws determinizations in which each other seat is thinking or greedy, with its own probability."""

    def __init__(self, position: Position, tile_tables: TileTables):
        self.position, self.tile_tables = position, tile_tables
        self.samplers = {0: Sampler(position, tile_tables)}

    def world(self, random: Random) -> World:
        """Draw one world that agrees with the events, and with the greedy seats drawn for it."""
        heavy = greedy_seats(self.position, random)
        sampler = self.samplers.get(heavy)
        if sampler is None:
            sampler = self.samplers[heavy] = Sampler(self.position, self.tile_tables, heavy)
        world = sampler.attempt(random)
        if world is None:  # these seats cannot all be greedy
            self.samplers[heavy] = self.samplers[0]
            world = self.samplers[0].world(random)
        return world
