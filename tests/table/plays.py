"""Rounds to lay out, without the rules: enough of a game to make tables like those of real play, quickly."""

import random
from typing import NamedTuple

from game.rules.tiles import DOUBLE, HIGH, LOW, SET, SUIT


class Play(NamedTuple):
    """A tile, the number by which it attaches, and the tiles that were not on the table after it."""

    tile: int
    suit: int
    unseen: int


class Table(NamedTuple):
    top: int
    players: int
    hand: int
    arms: int
    toes: int = 3


def round_of(table: Table, seed: int, eager: float = 0.5) -> list[Play]:
    """The plays of one round; the first is the centre. `eager` is how often a seat that can lay a double does."""
    dice = random.Random(f"{table} {seed} {eager}")
    tiles = [t for t in range(190) if SET[table.top] >> t & 1]
    centre = DOUBLE[table.top - seed % (table.top + 1)]
    tiles.remove(centre)
    dice.shuffle(tiles)
    hands = [tiles[i * table.hand : (i + 1) * table.hand] for i in range(table.players)]
    yard = tiles[table.players * table.hand :]
    unseen = SET[table.top] & ~(1 << centre)
    plays = [Play(centre, -1, unseen)]
    ends: dict[int, int] = {}
    pending, missing = HIGH[centre], min(table.arms, table.top)
    seat, idle = dice.randrange(table.players), 0

    def fits(tile: int) -> list[int]:
        if missing:
            return [pending] if SUIT[pending] >> tile & 1 else []
        return [s for s in {HIGH[tile], LOW[tile]} if ends.get(s)]

    while idle < table.players:
        hand = hands[seat]
        able = [t for t in hand if fits(t)]
        if not able and yard:
            hand.append(yard.pop())
            able = [t for t in hand[-1:] if fits(t)]
        if able:
            idle = 0
            doubles = [t for t in able if HIGH[t] == LOW[t]]
            if doubles and dice.random() < eager:
                tile = dice.choice(doubles)
            elif dice.random() < 0.5:
                tile = max(able, key=lambda t: HIGH[t] + LOW[t])
            else:
                tile = dice.choice(able)
            suit = dice.choice(fits(tile))
            hand.remove(tile)
            unseen &= ~(1 << tile)
            plays.append(Play(tile, suit, unseen))
            if missing:
                missing -= 1
            else:
                ends[suit] -= 1
            if HIGH[tile] == LOW[tile]:
                pending, missing = suit, table.toes
            else:
                free = HIGH[tile] + LOW[tile] - suit
                ends[free] = ends.get(free, 0) + 1
            if not hand:
                break
        else:
            idle += 1
        seat = (seat + 1) % table.players
    return plays
