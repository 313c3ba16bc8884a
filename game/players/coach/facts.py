"""What a move does at once, for moves that have none of the reasons of game/players/coach/reasons.py."""

from collections.abc import Sequence

from game.players.coach.cases import Case
from game.rules.errors import Reason
from game.rules.tiles import NAME

MUCH_MORE = 3  # so many points more that leave the hand are worth naming, or tiles of a number more that others may have
MORE_FITS = 2  # the same for tiles of the own hand that fit


def compared(case: Case, made: Case) -> Reason | None:
    """The reason for a better move for which none of `REASONS` holds: what it does at once that the `made` move does not."""
    points, less = case.tile_tables.score[case.tile], made.tile_tables.score[made.tile]
    if case.tile and points >= less + MUCH_MORE:
        return Reason("coach.compared.points", {"points": points, "less": less})
    fits, fewer = case.fitting, made.fitting
    if case.tile and made.tile and fits > fewer:
        return Reason("coach.compared.fits", {"n": fits, "fewer": fewer})
    return None


def plain_fact(case: Case) -> list[Reason]:
    """What a play does that has none of `REASONS`: the points that leave the hand, and whether all that is left fits then."""
    points = case.tile_tables.score[case.tile]
    if not case.tile or not points:
        return []
    left = case.hand_left.bit_count()
    if case.fitting < left:
        return [Reason("coach.fact-points", {"points": points})]
    return [Reason("coach.fact-all" if left > 1 else "coach.fact-last", {"points": points})]


def lighter(case: Case, plays: Sequence[Case], also: Sequence[Case]) -> Reason | None:
    """What a play that has none of `REASONS` has ahead of all `plays` of a heavier tile; None if nothing can be seen.

    `also` are the plays of all other heavier tiles: if it is ahead of them in the same way, the reason names no tile.
    """
    heavier = max(plays, key=lambda play: play.fitting)
    tile = NAME[heavier.choice.tile]
    if heavier.foot and not heavier.fitting:
        return Reason("coach.fact-lighter-foot", {"tile": tile, "suit": heavier.free})
    if case.fitting >= heavier.fitting + MORE_FITS:
        fewer = max(play.fitting for play in (heavier, *also))
        if also and case.fitting >= fewer + MORE_FITS:
            return Reason("coach.fact-lighter-fits-any", {"n": case.fitting, "fewer": fewer})
        return Reason("coach.fact-lighter-fits", {"tile": tile, "n": case.fitting, "fewer": heavier.fitting})
    ends_by_suit, _, _, _, _ = heavier.position.table
    if (
        len({play.free for play in plays}) == 1
        and not heavier.double
        and not ends_by_suit[heavier.free]
        and heavier.hidden_free >= case.hidden_free + MUCH_MORE
    ):
        values = {"tile": tile, "suit": heavier.free, "n": heavier.hidden_free, "fewer": case.hidden_free}
        return Reason("coach.fact-lighter-opens", values | {"other": Reason(f"suits.{case.free}", {})})
    numbers, fewer = [_numbers(each) for each in (case, heavier)]
    if numbers > fewer:
        return Reason("coach.fact-lighter-numbers", {"tile": tile, "n": numbers, "fewer": fewer})
    joined, fewer = [_joined(each) for each in (heavier, case)]
    if joined > fewer:
        values = {"tile": tile, "n": joined, "own": NAME[case.choice.tile]}
        key = "coach.fact-lighter-joins" if fewer else "coach.fact-lighter-joins-any"
        return Reason(key, values | {"fewer": fewer} if fewer else values)
    return None


def _joined(play: Case) -> int:
    """How many other tiles of the own hand share a number with the tile of a play."""
    tables, tile = play.tile_tables, play.tile
    return (play.hand_left & (tables.suit[tables.high[tile]] | tables.suit[tables.low[tile]])).bit_count()


def _numbers(case: Case) -> int:
    """How many different numbers the own hand has afterwards."""
    return sum(1 for suit in case.tile_tables.suit if case.hand_left & suit)
