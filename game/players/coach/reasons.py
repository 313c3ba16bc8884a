"""Reasons for a move: facts about the position as text keys with values, the most important first.

`REASONS` has a function for each key. From the cases of the move and of the other moves, it returns the values of the
sentence, or None if the fact is not true. A fact alone does not make a move good, so the coach gives reasons only for the
move that a search found best. The value `seat` is the number of a seat; the sentence has `{player}` for its name.
"""

from collections.abc import Callable, Sequence

from game.players.coach.cases import Case, dear_tile, kept_tile, points_left
from game.rules.errors import Reason, Values
from game.rules.tiles import HIGH, NAME
from game.rules.view import is_dead_foot

MOST_REASONS = 2  # for one move: a hint says the first, a review the first that the chosen move has not, too
HEAVY = 10  # a tile with at least so many points counts as heavy
FEW = 3  # a hand of up to so many tiles may soon be empty


def reasons(case: Case, others: Sequence[Case]) -> list[Reason]:
    """Return up to MOST_REASONS reasons for a move, one of each group in ALIKE. `others` are the other choices in the same position.

    If the tile has other places, first those that do not hold there too: else nobody knows why it goes to this one.
    """
    found: dict[str, Reason] = {}
    for key, reason in REASONS.items():
        values, group = reason(case, others), ALIKE.get(key, key)
        if values is not None and group not in found:
            found[group] = Reason(key, values)
    elsewhere = [other for other in others if other.tile == case.tile != 0]

    def holds_elsewhere(reason: Reason) -> bool:
        return any(
            holds_too(reason, twin, [case, *(other for other in others if other is not twin)])
            for twin in elsewhere
        )

    return sorted(found.values(), key=holds_elsewhere)[:MOST_REASONS]


def holds_too(reason: Reason, case: Case, others: Sequence[Case]) -> bool:
    """Whether a reason for one of the `others` speaks for this case as much, whatever its suit."""
    values = REASONS[reason.key](case, others)
    if values is None:
        return False
    own, best = (int(str(each.get("n", 0))) for each in (values, reason.values))
    return own <= best if reason.key == "coach.reason.scarce" else own >= best


def _out(case: Case, others: Sequence[Case]) -> Values | None:
    """The move plays the last tile of the own hand."""
    return {} if case.tile and not case.hand_left else None


def _double_blank(case: Case, others: Sequence[Case]) -> Values | None:
    """The move plays the double blank, and it is heavy."""
    points = case.tile_tables.score[case.tile]
    blank = case.double and case.tile_tables.high[case.tile] == 0
    return {"points": points} if blank and points >= HEAVY else None


def _dear_fits(case: Case, others: Sequence[Case]) -> Values | None:
    """After this play a dear tile of the own hand fits, and not after every other play."""
    dear = dear_tile(case)
    if not case.tile or not dear or not case.fits & case.tile_tables.bit[dear]:
        return None
    plays = [other for other in others if other.tile and other.tile != dear]
    if all(other.fits & case.tile_tables.bit[dear] for other in plays):
        return None
    return {"tile": NAME[case.tile_tables.rules_tile[dear]], "points": case.tile_tables.score[dear]}


def _danger(case: Case, others: Sequence[Case]) -> Values | None:
    """Another seat has few tiles. The move plays a heavy tile, heavier than all others that fit."""
    points = case.tile_tables.score[case.tile]
    near = [(n, seat) for seat, n in enumerate(case.view.counts) if seat != case.view.seat and n <= FEW]
    if not near or points < HEAVY:
        return None
    if any(case.tile_tables.score[tile] >= points for tile in _other_tiles(case, others)):
        return None
    tiles, seat = min(near)
    return {"n": tiles, "seat": seat, "points": points}


def _stops(case: Case, others: Sequence[Case]) -> Values | None:
    """The move plays the only double that fits, and another seat has one tile left: it goes out only with a toe for this foot."""
    last = [seat for seat, n in enumerate(case.view.counts) if seat != case.view.seat and n == 1]
    is_only = not any(other.foot for other in others if other.tile != case.tile)
    if not (case.foot and is_only and last and case.hidden_free):
        return None
    return {"seat": last[0], "suit": case.free, "tile": NAME[case.choice.tile]}


def _points(case: Case, others: Sequence[Case]) -> Values | None:
    """The move plays a heavy tile, heavier than all others that fit."""
    points, rivals = case.tile_tables.score[case.tile], _other_tiles(case, others)
    heaviest = all(case.tile_tables.score[tile] < points for tile in rivals)
    return {"points": points} if points >= HEAVY and rivals and heaviest else None


def _points_alone(case: Case, others: Sequence[Case]) -> Values | None:
    """The move plays a heavy tile, the only one that fits."""
    points = case.tile_tables.score[case.tile]
    return {"points": points} if points >= HEAVY and not _other_tiles(case, others) else None


def _other_tiles(case: Case, others: Sequence[Case]) -> set[int]:
    """Return the other tiles that fit."""
    return {other.tile for other in others if other.tile} - {case.tile}


def _own_toes(case: Case, others: Sequence[Case]) -> Values | None:
    """The move plays a double, and the own hand has toes for it, more than for any other double that fits.

    Not if they are too few with all others: then the round ends.
    """
    if not case.foot or not case.fitting or _dead_foot(case):
        return None
    if any(other.foot and other.fitting >= case.fitting for other in others if other.tile != case.tile):
        return None
    return {"n": case.fitting, "suit": case.free, "tile": NAME[case.choice.tile]}


def _ending(
    by: Callable[[Case], Values | None], kind: str
) -> Callable[[Case, Sequence[Case]], Values | None]:
    """The reason that the move ends the round `by` something, if it does so in this way, with the points that are left then.

    "ahead": at once, and everybody else is left with more than the own hand, as far as one can know; "behind": somebody with less, or
    as much; "draws": all must draw the rest first, so that nobody knows what is left then.
    """

    def reason(case: Case, others: Sequence[Case]) -> Values | None:
        values = by(case)
        if values is None:
            return None
        own, least = points_left(case)
        found = "draws" if case.view.yard > case.rules.reserve else "ahead" if least > own else "behind"
        if found != kind:
            return None
        return values if kind == "draws" else values | {"points": own}

    return reason


def _dead_foot(case: Case) -> Values | None:
    """The move plays a double whose foot can never be completed: fewer tiles of its number are left than it needs (FOOT-3)."""
    view = case.view
    is_dead = case.foot and is_dead_foot(view.options, view.off_table, case.choice.tile)
    return {"suit": case.free} if is_dead else None


def _hard_foot(case: Case, others: Sequence[Case]) -> Values | None:
    """The move plays a double. The next seat certainly has no toe for it, but there are hidden ones."""
    if not case.foot:
        return None
    seat = case.rules.next_seat[case.view.seat]
    if case.hidden_free and _lacks(case, seat, case.free):
        return {"seat": seat, "suit": case.free}
    return None


def _scarce(case: Case, others: Sequence[Case]) -> Values | None:
    """The move plays a double, and fewer toes for it are hidden than it needs."""
    is_scarce = case.foot and 0 < case.hidden_free < case.view.options.toes
    return {"suit": case.free, "n": case.hidden_free} if is_scarce else None


def _dead(case: Case, others: Sequence[Case]) -> Values | None:
    """The move plays a double, and no other seat can have a toe for it."""
    return {"suit": case.free} if case.foot and not case.hidden_free else None


def _lacks(case: Case, seat: int, suit: int) -> bool:
    """Return whether the events prove that the seat has no tile of the suit."""
    return all(
        not case.position.hidden & case.tile_tables.suit[suit] & ~cannot
        for cannot in case.position.slots[seat]
    )


def _keeps(case: Case, others: Sequence[Case]) -> Values | None:
    """After this play, more of the own tiles fit the table than after any other move: two at least."""
    if not case.tile or not case.hand_left or not others:
        return None
    if case.fitting < 2 or case.fitting <= max(other.fitting for other in others):
        return None
    return {"n": case.fitting, "all": case.hand_left.bit_count()}


def _keeps_tile(case: Case, others: Sequence[Case]) -> Values | None:
    """After this play alone the named tile of the own hand fits. No other play does as much for tiles of as many points."""
    tables, tile = case.tile_tables, kept_tile(case, others)
    if not tile or not others:
        return None
    cases, points = [case, *others], tables.score[case.tile] + tables.score[tile]
    for other in (other for other in others if other.tile and other.tile != case.tile):
        as_good = kept_tile(other, [each for each in cases if each is not other])
        if as_good and tables.score[other.tile] + tables.score[as_good] >= points:
            return None
    return {"tile": NAME[tables.rules_tile[tile]]}


def _opens(case: Case, others: Sequence[Case]) -> Values | None:
    """The move opens a suit that was not open, and of which the own hand has at least two more tiles; no other opens as good a one."""
    own = _opened(case)
    if case.blocks or own < 2:
        return None
    if any(_opened(other) >= own for other in others if other.free != case.free):
        return None
    return {"suit": case.free, "n": own}


def _opened(case: Case) -> int:
    """How many tiles the own hand keeps of the suit that a move opens; 0 if it opens none."""
    ends_by_suit, _, _, _, _ = case.position.table
    if not case.tile or case.double or ends_by_suit[case.free]:
        return 0
    return (case.hand_left & case.tile_tables.suit[case.free]).bit_count()


def _completes(case: Case, others: Sequence[Case]) -> Values | None:
    """The move plays the last missing toe or arm, and no other tile could."""
    if not case.tile or case.view.missing != 1 or not case.hand_left or _other_tiles(case, others):
        return None
    return {"tile": NAME[case.view.foot]}


def _blocked(case: Case) -> Values | None:
    """Nobody can play after the move. What it opens or keeps is of no use then."""
    return {} if case.blocks else None


def _closes(case: Case, others: Sequence[Case]) -> Values | None:
    """The move takes the last open end of a suit, and the own hand has no more tiles of this suit."""
    suit = case.choice.suit
    ends_by_suit, _, _, _, _ = case.position.table
    if not case.tile or case.view.missing or ends_by_suit[suit] != 1 or not case.hand_left or case.blocks:
        return None
    # a double leaves its suit open
    return None if case.double or case.hand_left & case.tile_tables.suit[suit] else {"suit": suit}


def _late_double(case: Case, others: Sequence[Case]) -> Values | None:
    """The move plays the only double that can be played. A double fits only one suit, so it is harder to play later."""
    is_only = case.double and not any(other.double for other in others)
    return {"suit": case.free} if is_only and case.hand_left and not case.blocks else None


def _waits_for_double(case: Case, others: Sequence[Case]) -> Values | None:
    """The move is a draw, and doubles are still hidden: whoever has no tile for their feet must draw then."""
    if case.choice.do != "draw" or case.view.foot >= 0:
        return None
    tables, hidden = case.tile_tables, case.position.hidden
    doubles = (
        tile
        for tile, bit in enumerate(tables.bit)
        if tile and tables.high[tile] == tables.low[tile] and bit & hidden
    )
    return {} if any(doubles) else None


def _saves_draw(case: Case, others: Sequence[Case]) -> Values | None:
    """The move is a pass after a draw, while the yard has tiles: a tile that fits in the next turn saves a draw then."""
    return {} if case.choice.do == "pass" and case.view.yard > case.rules.reserve else None


def _holds_all_toes(case: Case, others: Sequence[Case]) -> Values | None:
    """The move keeps all tiles that are left for the double that waits: nobody else can play until it is full."""
    values = _holds_toes(case, others)
    return values if values and values["n"] == values["all"] else None


def _holds_toes(case: Case, others: Sequence[Case]) -> Values | None:
    """The move keeps tiles for the double that waits: nobody without its number can play until it is full."""
    if case.tile or not case.view.missing:
        return None
    held, left = (tiles & case.fits for tiles in (case.hand_left, case.hand_left | case.position.hidden))
    if not held:
        return None
    foot = case.view.foot
    return {"n": held.bit_count(), "all": left.bit_count(), "suit": HIGH[foot], "tile": NAME[foot]}


def _waits(case: Case, others: Sequence[Case]) -> Values | None:
    """The move is a draw."""
    return {} if case.choice.do == "draw" else None


def _keeps_drawn(case: Case, others: Sequence[Case]) -> Values | None:
    """The move is a pass."""
    return {} if case.choice.do == "pass" else None


REASONS: dict[str, Callable[[Case, Sequence[Case]], Values | None]] = {
    "coach.reason.out": _out,
    "coach.reason.double-blank": _double_blank,
    "coach.reason.blocks": _ending(_blocked, "ahead"),
    "coach.reason.blocks-behind": _ending(_blocked, "behind"),
    "coach.reason.blocks-draws": _ending(_blocked, "draws"),
    "coach.reason.ends-round": _ending(_dead_foot, "ahead"),
    "coach.reason.ends-round-behind": _ending(_dead_foot, "behind"),
    "coach.reason.ends-round-draws": _ending(_dead_foot, "draws"),
    "coach.reason.dear-fits": _dear_fits,
    "coach.reason.stops": _stops,
    "coach.reason.danger": _danger,
    "coach.reason.dead-foot": _dead,
    "coach.reason.hard-foot": _hard_foot,
    "coach.reason.scarce": _scarce,
    "coach.reason.points": _points,
    "coach.reason.points-alone": _points_alone,
    "coach.reason.own-toes": _own_toes,
    "coach.reason.completes": _completes,
    "coach.reason.keeps": _keeps,
    "coach.reason.opens": _opens,
    "coach.reason.closes": _closes,
    "coach.reason.late-double": _late_double,
    "coach.reason.keeps-tile": _keeps_tile,
    "coach.reason.saves-draw": _saves_draw,
    "coach.reason.holds-all-toes": _holds_all_toes,
    "coach.reason.holds-toes": _holds_toes,
    "coach.reason.waits-double": _waits_for_double,
    "coach.reason.waits": _waits,
    "coach.reason.keeps-drawn": _keeps_drawn,
}

ALIKE = {
    "coach.reason.ends-round": "foot",
    "coach.reason.ends-round-behind": "foot",
    "coach.reason.ends-round-draws": "foot",
    "coach.reason.stops": "foot",
    "coach.reason.dead-foot": "foot",
    "coach.reason.hard-foot": "foot",
    "coach.reason.scarce": "foot",
    "coach.reason.dear-fits": "fits",
    "coach.reason.keeps-tile": "fits",
    "coach.reason.double-blank": "points",
    "coach.reason.danger": "points",
    "coach.reason.points": "points",
    "coach.reason.points-alone": "points",
    "coach.reason.saves-draw": "waits",
    "coach.reason.holds-all-toes": "waits",
    "coach.reason.holds-toes": "waits",
    "coach.reason.waits-double": "waits",
    "coach.reason.waits": "waits",
    "coach.reason.keeps-drawn": "waits",
}
"""The group of each reason that has one. The reasons of a group say much the same, so only the first is told."""
