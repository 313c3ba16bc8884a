"""Reasons for a move: facts about the position as message keys with values, the most telling first.

Each reason is a function of the view and the move that returns its values, or None. A reason states a fact. Only the search
knows that the fact makes the move good, so reasons are given only for the move that it found best. The value `seat` is the number
of a seat; its sentence has `{player}` for the name.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from game.players.search.beliefs import Position
from game.players.search.playout import PlayoutRules, lay
from game.players.search.tile_tables import TileTables
from game.rules.errors import Reason, Values
from game.rules.moves import Choice
from game.rules.tiles import NAME
from game.rules.view import View

MOST = 3  # reasons given at once
HEAVY = 10  # points from which a tile is worth calling heavy
FEW = 3  # tiles in a hand from which its owner may soon be out


class Case(NamedTuple):
    """A choice in its position, with the hand and the table after it."""

    view: View
    tile_tables: TileTables
    rules: PlayoutRules
    position: Position
    choice: Choice
    tile: int  # local; 0 unless a tile is played
    left: int  # the own hand afterwards
    fits: int  # the mask of the tiles that fit the table afterwards
    foot: bool  # whether it is a double that now waits for toes

    @property
    def double(self) -> bool:
        """Return whether a double is played."""
        return bool(self.tile) and self.tile_tables.high[self.tile] == self.tile_tables.low[self.tile]

    @property
    def free(self) -> int:
        """Return the suit that the played tile leaves open."""
        high, low = self.tile_tables.high[self.tile], self.tile_tables.low[self.tile]
        return low if self.choice.suit == high else high


def case_of(
    view: View, tile_tables: TileTables, rules: PlayoutRules, position: Position, choice: Choice
) -> Case:
    """Build the case of one choice."""
    if choice.do != "play" or choice.suit < 0:
        return Case(view, tile_tables, rules, position, choice, 0, position.hand, position.table[4], False)
    tile = tile_tables.local[choice.tile]
    table = lay(tile_tables, rules, position.table, tile, choice.suit, position.off)
    left = position.hand & ~tile_tables.bit[tile]
    foot = tile_tables.high[tile] == tile_tables.low[tile] and table[3] > 0 and left > 0
    return Case(view, tile_tables, rules, position, choice, tile, left, table[4], foot)


def reasons(case: Case, others: Sequence[Case]) -> list[Reason]:
    """Return up to MOST reasons for a move. `others` are the moves that were not chosen."""
    given = []
    for key, reason in REASONS.items():
        values = reason(case, others)
        if values is not None:
            given.append(Reason(key, values))
    return given[:MOST]


def _out(case: Case, others: Sequence[Case]) -> Values | None:
    return {} if case.tile and not case.left else None


def _double_blank(case: Case, others: Sequence[Case]) -> Values | None:
    points = case.tile_tables.score[case.tile]
    blank = case.double and case.tile_tables.high[case.tile] == 0
    return {"points": points} if blank and points >= HEAVY else None


def _danger(case: Case, others: Sequence[Case]) -> Values | None:
    points = case.tile_tables.score[case.tile]
    near = [(n, seat) for seat, n in enumerate(case.view.counts) if seat != case.view.seat and n <= FEW]
    if not near or points < HEAVY or any(case.tile_tables.score[other.tile] > points for other in others):
        return None
    tiles, seat = min(near)
    return {"n": tiles, "seat": seat, "points": points}


def _points(case: Case, others: Sequence[Case]) -> Values | None:
    points = case.tile_tables.score[case.tile]
    heaviest = all(case.tile_tables.score[other.tile] <= points for other in others)
    return {"points": points} if points >= HEAVY and heaviest else None


def _own_toes(case: Case, others: Sequence[Case]) -> Values | None:
    toes = (case.left & case.fits).bit_count()
    return {"n": toes, "suit": case.free} if case.foot and toes else None


def _hard_foot(case: Case, others: Sequence[Case]) -> Values | None:
    """The next seat is known not to have the number, though somebody may."""
    if not case.foot:
        return None
    hidden = case.position.hidden & case.tile_tables.suit[case.free]
    seat = case.rules.after[case.view.seat]
    if hidden and _lacks(case, seat, case.free):
        return {"seat": seat, "suit": case.free}
    return None


def _scarce(case: Case, others: Sequence[Case]) -> Values | None:
    if not case.foot:
        return None
    hidden = (case.position.hidden & case.tile_tables.suit[case.free]).bit_count()
    return {"suit": case.free, "n": hidden} if 0 < hidden <= FEW else None


def _dead(case: Case, others: Sequence[Case]) -> Values | None:
    if not case.foot:
        return None
    return None if case.position.hidden & case.tile_tables.suit[case.free] else {"suit": case.free}


def _lacks(case: Case, seat: int, suit: int) -> bool:
    return all(
        not case.position.hidden & case.tile_tables.suit[suit] & ~cannot
        for cannot in case.position.slots[seat]
    )


def _keeps(case: Case, others: Sequence[Case]) -> Values | None:
    """More of the own tiles stay playable than after any other move."""
    if not case.left or not others:
        return None
    kept = (case.left & case.fits).bit_count()
    if kept <= max((other.left & other.fits).bit_count() for other in others):
        return None
    return {"n": kept, "all": case.left.bit_count()}


def _opens(case: Case, others: Sequence[Case]) -> Values | None:
    own = (case.left & case.tile_tables.suit[case.free]).bit_count() if case.tile and not case.double else 0
    return {"suit": case.free, "n": own} if own >= 2 else None


def _completes(case: Case, others: Sequence[Case]) -> Values | None:
    if not case.tile or case.view.missing != 1 or not case.left:
        return None
    return {"tile": NAME[case.view.foot]}


def _closes(case: Case, others: Sequence[Case]) -> Values | None:
    """The last open end of a suit goes that the own seat has no tile of."""
    if not case.tile or case.view.missing or case.position.table[0][case.choice.suit] != 1 or not case.left:
        return None
    suit = case.choice.suit
    still = case.double or suit == case.free
    return None if still or case.left & case.tile_tables.suit[suit] else {"suit": suit}


def _late_double(case: Case, others: Sequence[Case]) -> Values | None:
    """A double fits on one number only."""
    return {"suit": case.free} if case.double and case.left else None


def _waits(case: Case, others: Sequence[Case]) -> Values | None:
    return {} if case.choice.do == "draw" else None


def _keeps_drawn(case: Case, others: Sequence[Case]) -> Values | None:
    return {} if case.choice.do == "pass" else None


REASONS: dict[str, Callable[[Case, Sequence[Case]], Values | None]] = {
    "coach.reason.out": _out,
    "coach.reason.double-blank": _double_blank,
    "coach.reason.danger": _danger,
    "coach.reason.dead-foot": _dead,
    "coach.reason.hard-foot": _hard_foot,
    "coach.reason.scarce": _scarce,
    "coach.reason.points": _points,
    "coach.reason.own-toes": _own_toes,
    "coach.reason.completes": _completes,
    "coach.reason.keeps": _keeps,
    "coach.reason.opens": _opens,
    "coach.reason.closes": _closes,
    "coach.reason.late-double": _late_double,
    "coach.reason.waits": _waits,
    "coach.reason.keeps-drawn": _keeps_drawn,
}
