"""Beliefs: the facts that the public events prove about hidden tiles, and the sampling of worlds that agree with them.

A world is one assignment of the hidden tiles to the hands and the yard.

Every hidden tile of a seat is a *slot*: a mask of the tiles that it cannot be. A draw or pass proves that no tile of
the hand fitted, so the mask of fitting tiles is added to every slot. (Under `may_hold_back` a draw proves nothing.)
When a seat plays a tile that it held before the turn, nobody knows from which slot it came. So `remove_slot` removes
the most constrained slot that allows the tile. The other slots that allow it keep only the facts that were also proved
of the removed slot. A tile that was taken back is known.

A second set of slots holds if the seat is *greedy* (it always plays the heaviest tile that fits). Every hen is greedy,
and many people are. Each play then also proves that no heavier tile fitted.

`Sampler` draws a world slot by slot, the most constrained slot first. If the masks are nested, all consistent worlds
are equally likely. Otherwise the draw is slightly biased; no effect on strength could be measured.
"""

from random import Random

from game.players.search.opponent_types import OpponentTypes
from game.players.search.playout import PlayoutRules, Table, World, lay, world_of
from game.players.search.search_position import Position, Slots, uninferred_position
from game.players.search.tile_tables import TileTables
from game.rules.moves import Event
from game.rules.tiles import DOUBLE, HIGH, LOW
from game.rules.view import SeatView


def position_of(view: SeatView, tile_tables: TileTables, rules: PlayoutRules) -> Position:
    """Convert a view to the terms of the search."""
    inference = EventInference(view, tile_tables, rules)
    return uninferred_position(view, tile_tables)._replace(
        idle=inference.idle,
        slots=inference.without_own_seat(inference.slots),
        supposed=inference.without_own_seat(inference.supposed),
        thinks=inference.opponent_types.thinking_chances(),
    )


class EventInference:
    """Replays the events of a view. It tracks the table, and the slots and the type of every seat."""

    def __init__(self, view: SeatView, tile_tables: TileTables, rules: PlayoutRules):
        self.tile_tables, self.rules, self.view = tile_tables, rules, view
        self.slots: list[list[int]] = [[0] * view.options.hand for _ in view.counts]
        self.supposed: list[list[int]] = [held.copy() for held in self.slots]
        self.opponent_types = OpponentTypes(len(view.counts), view.seat)
        # by seat: the number of its last slots that are new penalty tiles, which it may not play yet
        self.barred = [0] * len(view.counts)
        self.off_table = tile_tables.all
        self.own = tile_tables.from_rules(view.hand)  # tiles that the own seat holds or has played
        for event in view.events:
            if event.do == "play" and event.seat == view.seat:
                self.own |= tile_tables.bit[tile_tables.local[event.tile]]
        self.table: Table = ([0] * tile_tables.suits, 0, -1, 0, 0)
        self.idle = 0  # as in `Position`
        self.drew = False  # whether the seat on turn has drawn in this turn
        self.before_play = self._snapshot(0, 0)
        if view.options.centre_from == "table":
            self._lay_centre(view.centre)
        handlers = {
            "play": self._play,
            "draw": self._draw,
            "pass": self._pass,
            "skip": self._skip,
            "take-back": self._take_back,
        }
        for event in view.events:
            if event.do in handlers:
                handlers[event.do](event)

    def _lay_centre(self, tile: int) -> None:
        suit = HIGH[tile]
        self.off_table &= ~self.tile_tables.bit[self.tile_tables.local[tile]]
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
        self.before_play = self._snapshot(event.seat, bit)
        _, _, _, _, fits = self.table
        if event.on < 0:
            self._prove_start(event.tile)
            self._lay_centre(event.tile)
        else:
            suit = shared_suit(event.tile, event.on)
            self.table = lay(self.tile_tables, self.rules, self.table, tile, suit, self.off_table)
            self.off_table &= ~bit
        if self.drew or event.seat == self.view.seat:
            for held in self._slots_of(event.seat):
                held.pop()
        else:
            self._play_of_held_tile(event.seat, bit, fits)
        self.barred[event.seat] = self.idle = 0
        self.drew = False

    def _play_of_held_tile(self, seat: int, bit: int, fits: int) -> None:
        """Infer from the play of a tile that the seat held before its turn. The tiles in `fits` fitted then."""
        if not remove_slot(self.slots[seat], bit):
            raise RuntimeError("a seat played a tile that it cannot hold: the beliefs are wrong")
        if not remove_slot(self.supposed[seat], bit):
            self.opponent_types.refute(seat)
        playable_slots = len(self.slots[seat]) - self.barred[seat]
        heavier = fits & -(bit << 1)
        hidden = self.off_table & ~self.own
        self.opponent_types.update(
            seat, [hidden & ~cannot_be for cannot_be in self.slots[seat][:playable_slots]], fits, heavier
        )
        for index in range(playable_slots):
            self.supposed[seat][index] |= heavier

    def _prove_start(self, centre: int) -> None:
        """Infer from the centre under `next-lower` (START-3): nobody held a double that would have started instead."""
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
            held[:] = [cannot_be | absent for cannot_be in held]

    def _draw(self, event: Event) -> None:
        proved, supposed = self._slots_of(event.seat)
        if event.why == "turn":
            _, _, _, _, fits = self.table
            if self.drew:  # the seat draws again, so the tile that it drew before did not fit
                proved[-1] |= fits
                supposed[-1] |= fits
            else:
                if not self.view.options.may_hold_back:
                    self._prove(proved, event.seat, fits)
                self._prove(supposed, event.seat, fits)
            self.drew = True
        elif event.why == "penalty":
            self.barred[event.seat] += 1
        for held in self._slots_of(event.seat):
            held.append(0)

    def _pass(self, event: Event) -> None:
        _, _, _, _, fits = self.table
        proved, supposed = self._slots_of(event.seat)
        if not self.drew:
            self._prove(proved, event.seat, fits)
            self._prove(supposed, event.seat, fits)
            self.idle = 0 if self.barred[event.seat] else self.idle + 1  # not stuck if a barred tile fits
        else:
            if self.view.options.drawn_tile == "must-play":
                proved[-1] |= fits
            supposed[-1] |= fits
        self.barred[event.seat] = 0
        self.drew = False

    def _skip(self, event: Event) -> None:
        """Count a seat that misses its turn as not stuck. Nobody sees whether it is; a wrong count only makes playouts longer."""
        self.idle = 0

    def _slots_of(self, seat: int) -> tuple[list[int], list[int]]:
        """Return the seat's slots: (as proved, as supposed)."""
        return self.slots[seat], self.supposed[seat]

    def _prove(self, held: list[int], seat: int, absent: int) -> None:
        """Record that the slots `held` of the seat are not tiles of the mask `absent`. Barred slots do not change."""
        for index in range(len(held) - self.barred[seat]):
            held[index] |= absent

    def _take_back(self, event: Event) -> None:
        self.table, self.off_table, self.idle, self.drew, self.barred[event.seat], bit = self.before_play
        for held in self._slots_of(event.seat):
            held.append(~bit)

    def _snapshot(self, seat: int, bit: int) -> tuple[Table, int, int, bool, int, int]:
        """Return the values that a take-back of the tile `bit` restores, and the bit."""
        return self.table, self.off_table, self.idle, self.drew, self.barred[seat], bit

    def without_own_seat(self, slots: list[list[int]]) -> Slots:
        """Return the slots by seat, with none for the own seat."""
        return tuple(() if seat == self.view.seat else tuple(held) for seat, held in enumerate(slots))


def remove_slot(held: list[int], bit: int) -> bool:
    """Remove the slot of a played tile, as the module's docstring says. Return False if no slot could be this tile."""
    candidates = [index for index, cannot_be in enumerate(held) if not cannot_be & bit] or range(len(held))
    removed = max(candidates, key=lambda index: held[index].bit_count())
    for index in candidates:
        held[index] &= held[removed]
    possible = not held[removed] & bit
    del held[removed]
    return possible


def shared_suit(tile: int, on: int) -> int:
    """Return the suit that two different tiles have in common, -1 if they have none."""
    for suit in (HIGH[tile], LOW[tile]):
        if suit in (HIGH[on], LOW[on]):
            return suit
    return -1


class Sampler:
    """Draws worlds that agree with a position, on the assumption that the seats in the mask `greedy` are greedy."""

    def __init__(self, position: Position, tile_tables: TileTables, greedy: int = 0):
        self.position = position
        self.thinking = ~greedy
        # the bits of the hidden tiles
        self.tiles = [tile_tables.bit[tile] for tile in tile_tables.tiles(position.hidden)]
        hidden = position.hidden
        slots = [
            supposed if greedy >> seat & 1 else proved
            for seat, (proved, supposed) in enumerate(zip(position.slots, position.supposed, strict=True))
        ]
        tight = [(hidden & ~mask, seat) for seat, held in enumerate(slots) for mask in held if mask & hidden]
        # constrained slots, the most constrained first: (mask of the tiles that it can be, seat)
        self.tight = sorted(tight, key=lambda slot: slot[0].bit_count())
        # (seat, number of its slots that can be any hidden tile)
        self.loose = [(seat, sum(not mask & hidden for mask in held)) for seat, held in enumerate(slots)]

    def world(self, random: Random) -> World:
        """Draw one consistent world from `random`."""
        world = self.attempt(random)
        if world is None:
            raise RuntimeError("no world agrees with the events: the beliefs are wrong")
        return world

    def attempt(self, random: Random) -> World | None:
        """Draw one consistent world, or return None if there is none."""
        draw = random.random
        order = sorted(self.tiles, key=lambda _: draw())
        hands = [0] * len(self.loose)
        hands[self.position.seat] = self.position.hand
        for can_be, seat in self.tight:
            for index, tile in enumerate(order):
                if tile & can_be:
                    hands[seat] |= tile
                    del order[index]
                    break
            else:
                return self._matched(sorted(self.tiles, key=lambda _: draw()))
        return self._filled(hands, order)

    def _filled(self, hands: list[int], order: list[int]) -> World:
        """Deal the tiles in `order` to the loose slots, and leave the rest as the yard."""
        start = 0
        for seat, number in self.loose:
            hands[seat] |= sum(order[start : start + number])
            start += number
        return world_of(hands, order[start:], self.thinking)

    def _matched(self, order: list[int]) -> World | None:
        """Match tight slots and tiles by augmenting paths, for the rare draw that left a slot without a tile."""
        slot_of: dict[int, int] = {}  # by tile: the index of its slot in `tight`

        def find_tile(slot: int, tried: set[int]) -> bool:
            can_be, _ = self.tight[slot]
            for tile in order:
                if tile & can_be and tile not in tried:
                    tried.add(tile)
                    if tile not in slot_of or find_tile(slot_of[tile], tried):
                        slot_of[tile] = slot
                        return True
            return False

        if not all(find_tile(slot, set()) for slot in range(len(self.tight))):
            return None
        hands = [0] * len(self.loose)
        hands[self.position.seat] = self.position.hand
        for tile, slot in slot_of.items():
            hands[self.tight[slot][1]] |= tile
        return self._filled(hands, [tile for tile in order if tile not in slot_of])


def greedy_seats(position: Position, random: Random) -> int:
    """Draw the type of each seat with its probability, and return the mask of the greedy seats."""
    greedy = 0
    for seat, thinks in enumerate(position.thinks):
        if thinks < 1 and random.random() >= thinks:
            greedy |= 1 << seat
    return greedy


class OpponentModel:
    """Draws worlds in which each other seat is thinking or greedy, with its probability."""

    def __init__(self, position: Position, tile_tables: TileTables):
        self.position, self.tile_tables = position, tile_tables
        self.samplers = {0: Sampler(position, tile_tables)}  # by mask of greedy seats

    def world(self, random: Random) -> World:
        """Draw the greedy seats, then a world that agrees with the events and with them."""
        greedy = greedy_seats(self.position, random)
        sampler = self.samplers.get(greedy)
        if sampler is None:
            sampler = self.samplers[greedy] = Sampler(self.position, self.tile_tables, greedy)
        world = sampler.attempt(random)
        if world is None:  # these seats cannot all be greedy
            self.samplers[greedy] = self.samplers[0]
            world = self.samplers[0].world(random)
        return world
