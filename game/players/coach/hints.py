"""Hints: a good move, the reasons for it, and how sure the coach is.

The coach searches like the level farmer, from the person's own view. A hint contains the worlds (guesses of the hidden
tiles) of its search, so `recompute` can play them again and get the same values.
"""

from collections.abc import Generator, Mapping, Sequence
from typing import NamedTuple

from game.players.coach.cases import Case, case_of, dear_tile, is_dear
from game.players.coach.facts import lighter, plain_fact
from game.players.coach.reasons import ALIKE, REASONS, reasons
from game.players.levels import BUDGETS, DROP_ERRORS, make_search
from game.players.search.flat_monte_carlo import Budget, Candidate, Search, run_search
from game.players.search.playout import World
from game.rules.errors import Reason, Values
from game.rules.moves import Choice
from game.rules.rng import Rng
from game.rules.round.scoring import tile_points
from game.rules.tiles import NAME
from game.rules.view import SeatView

SURE_ERRORS = 2.0  # a move is clearly better than another if it is more than so many standard errors ahead
ABOUT_EQUAL = 2.0  # moves that are fewer points apart, and not clearly, are about equal
# A lead of fewer points is not told, and a choice that is fewer points behind is no mistake. A heavier tile that is so is advised, if
# nobody could see what is better.
WORTH_SAYING = 2.5
DRAW_LEAD = 5.0  # a draw or a pass that is fewer points ahead of a play is not advised: nobody believes it
NEARLY_AS_GOOD = 1.0  # a heavier tile that is fewer points behind is advised: everybody sees why


class RankedChoice(NamedTuple):
    """One choice compared with the advised one."""

    choice: Choice
    behind: float  # expected points of a round behind the advised choice; it may be a little below 0, see `_advised`
    error: float  # standard error of `behind`
    values: tuple[float, ...]  # its value in each world in which it was tried

    @property
    def clearly(self) -> bool:
        """Return whether the choice is clearly behind the best."""
        return self.behind > SURE_ERRORS * self.error

    @property
    def alike(self) -> bool:
        """Return whether the choice is about as good as the best."""
        return not self.clearly and self.behind < ABOUT_EQUAL


class Hint(NamedTuple):
    """A hint: the advised choice, and why."""

    choice: Choice
    sure: str  # only (no other choice), clear (all others are clearly behind) or equal (some are not)
    reasons: tuple[Reason, ...]
    ranked: tuple[RankedChoice, ...]  # the advised one, then the others, the best first
    worlds: tuple[tuple[World, int], ...]  # each with the index at which its random numbers start
    caveat: tuple[Reason, ...] = ()  # what may worry who follows the hint

    @property
    def verdict(self) -> Reason | None:
        """Return the sentence that says how sure the coach is; None if its lead is small, because it claims nothing then.

        Its "points" are the lead over the second choice.

        After a play with other plays it leaves draws and passes out: nobody asks for them while a tile fits.
        """
        plays = [other for other in self.ranked[1:] if other.choice.do == self.choice.do == "play"]
        others = plays or self.ranked[1:]
        if not others:
            return Reason("coach.sure.only", {})
        if others[0].behind < WORTH_SAYING or any(other.alike for other in others):
            return None
        sure = "clear" if all(other.clearly for other in others) else "likely"
        tiles = {play.choice.tile for play in plays}
        is_single = len(tiles) == 1 and self.choice.tile not in tiles
        which = "-other" if is_single else "-tile" if plays else ""
        return Reason(f"coach.sure.{sure}{which}", {"points": round(others[0].behind)})

    @property
    def only_tile(self) -> tuple[Reason, ...]:
        """Return the sentence that only one tile fits, if so. A draw or a pass may be possible too."""
        tiles = {other.choice.tile for other in self.ranked if other.choice.do == "play"}
        if self.sure == "only" or len(tiles) != 1:
            return ()
        return (Reason("coach.only-tile", {"tile": NAME[tiles.pop()]}),)

    @property
    def told(self) -> tuple[Reason, ...]:
        """Return the sentences of the hint: one reason, because more are not read, and a caveat; without any, how sure the coach is.

        Of a tile that alone fits, that comes first. It is enough where one could no more than draw or pass instead, but who has
        drawn it asks whether to pass.
        """
        plays = [each for each in self.ranked if each.choice.do == "play"]
        if self.only_tile and self.choice.do == "play" and len(plays) == 1:
            second = self.ranked[1]
            if second.choice.do != "pass" or second.behind < WORTH_SAYING:
                return self.only_tile
            return (Reason("coach.sure.pass", {"points": round(second.behind)}),)
        # that no toe is left says enough without a plain fact
        lacks_toes = any(caveat.key == "coach.no-toes" for caveat in self.caveat)
        reasons = [reason for reason in self.reasons[:1] if reason.key in REASONS or not lacks_toes]
        why = (*self.only_tile, *reasons) or ((self.verdict,) if self.verdict else ())
        return (*why, *self.caveat)


def words_of(choice: Choice) -> Reason:
    """Return the words for a choice, which follow "you chose"."""
    if choice.do != "play":
        return Reason(f"review.did.{choice.do}", {})
    if choice.suit < 0:
        return Reason("review.did.centre", {"tile": NAME[choice.tile]})
    return Reason("review.did.play", {"tile": NAME[choice.tile], "suit": Reason(f"suits.{choice.suit}", {})})


def hint(view: SeatView, style: str, rng: Rng, budget: Budget | None = None) -> Generator[None, None, Hint]:
    """Search for the best choice. This generator yields after each world, and returns the hint.

    With the same `rng` and budget, the hint's choice is the farmer's choice, but see `_advised`. A choice without a reason
    gets a fact.
    """
    search = make_search(view, style, rng)
    if len(view.choices) > 1:
        yield from run_search(search, budget or BUDGETS["farmer"], DROP_ERRORS)
    found = hint_of(view, search)
    if found.reasons or found.sure == "only":
        return found
    cases, heavier = searched_cases(view, search), _heavier(found, view)
    advised = cases[found.choice]
    if heavier is None:
        return found._replace(reasons=tuple(_facts(view, found, advised)))
    tile, score = heavier.choice.tile, search.tile_tables.score
    plays = [case for case in cases.values() if case.choice.tile == tile]
    also = [
        case for case in cases.values() if case.choice.tile != tile and score[case.tile] > score[advised.tile]
    ]
    fact = lighter(advised, plays, also)
    if fact is None and heavier.behind < WORTH_SAYING:
        other = hint_of(view, search, heavier.choice)
        return other._replace(reasons=other.reasons or tuple(_facts(view, other, cases[heavier.choice])))
    if fact is None:
        fact = Reason("coach.fact-lighter-tried", {"tile": NAME[tile], "n": len(heavier.values)})
    return found._replace(reasons=(fact,))


def _facts(view: SeatView, found: Hint, advised: Case) -> list[Reason]:
    """What a play does that has none of the reasons. If another does as much at once, how good that one is.

    That is a play of another tile with as many points, or of the same one at another number.
    """
    facts, points, made = plain_fact(advised), tile_points(view.options), found.choice
    plays = [other for other in found.ranked[1:] if other.choice.do == "play"]
    other = next((play for play in plays if points[play.choice.tile] == points[made.tile]), None)
    if other is None or [fact.key for fact in facts] != ["coach.fact-points"]:
        return facts
    tile = other.choice.tile
    where = "-there" if tile == made.tile else ""
    which: Values = {"suit": other.choice.suit} if where else {"tile": NAME[tile]}
    if other.behind < WORTH_SAYING:
        return [Reason("coach.fact-alike" + where, which | {"points": points[tile]})]
    return [Reason("coach.fact-tried" + where, which | {"n": len(other.values)})]


def _heavier(found: Hint, view: SeatView) -> RankedChoice | None:
    """The best play of the heaviest tile that fits too, if it is heavier than the advised one. Who asks would have played it."""
    points, advised = tile_points(view.options), found.choice
    plays = [other for other in found.ranked[1:] if other.choice.do == "play"]
    heaviest = max(plays, key=lambda play: points[play.choice.tile], default=None)
    if heaviest is None or advised.do != "play" or points[heaviest.choice.tile] <= points[advised.tile]:
        return None
    return heaviest


def hint_of(view: SeatView, search: Search, advised: Choice | None = None) -> Hint:
    """Return the hint of a finished search, for the best choice if none is `advised`."""
    if len(view.choices) == 1:
        only = view.choices[0]
        return Hint(only, "only", (), (RankedChoice(only, 0.0, 0.0, ()),), ())
    cases = searched_cases(view, search)
    best = next((each for each in search.candidates if each.choice == advised), None) or _advised(
        search, cases
    )
    ranked = rank(search.candidates, best)
    others = [cases[other.choice] for other in ranked[1:]]
    why = reasons(cases[best.choice], others)
    sure = "clear" if all(other.clearly for other in ranked[1:]) else "equal"
    caveat = _caveat(cases[best.choice], others, why)
    return Hint(best.choice, sure, tuple(why), ranked, tuple(search.log), caveat)


def _caveat(case: Case, others: Sequence[Case], why: Sequence[Reason]) -> tuple[Reason, ...]:
    """That the own hand has no toe for a double, unless the reason is about its foot; else that a dear tile fits after no move."""
    is_about_it = case.blocks or any(ALIKE.get(reason.key) == "foot" for reason in why[:1])
    if case.foot and not case.fitting and not is_about_it:
        return (Reason("coach.no-toes", {"suit": case.free}),)
    dear, tables = dear_tile(case), case.tile_tables
    if not dear or case.blocks or any(each.fits & tables.bit[dear] for each in (case, *others)):
        return ()
    return (Reason("coach.dear-waits", {"tile": NAME[tables.rules_tile[dear]]}),)


def _advised(search: Search, cases: Mapping[Choice, Case]) -> Candidate:
    """The best candidate; of some that are nearly as good, the one that is easiest to believe.

    A draw or a pass must be DRAW_LEAD points ahead of every play, and a play NEARLY_AS_GOOD points ahead of one after which a dear
    tile of the hand fits, or of a heavier tile.
    """
    best = search.best()
    behind = {each: each.behind(best)[0] for each in search.candidates if each.choice.do == "play"}
    if best.choice.do != "play" and (not behind or min(behind.values()) >= DRAW_LEAD):
        return best
    nearest = min(behind, key=lambda play: behind[play])
    near = [play for play in behind if play is nearest or behind[play] < behind[nearest] + NEARLY_AS_GOOD]
    return max(near, key=lambda play: (*_appeal(cases[play.choice]), -behind[play]))


def _appeal(case: Case) -> tuple[bool, int]:
    """What everybody sees of a play: whether a dear tile fits afterwards, or has been played; and the points that leave the hand."""
    dear, tables = dear_tile(case), case.tile_tables
    is_rid = bool(case.tile) and is_dear(tables, case.tile)
    return is_rid or bool(dear and tables.bit[dear] & case.fits), tables.score[case.tile]


def searched_cases(view: SeatView, search: Search) -> dict[Choice, Case]:
    """The case of each choice in the position that was searched."""
    return {
        choice: case_of(view, search.tile_tables, search.rules, search.position, choice)
        for choice in view.choices
    }


def rank(candidates: list[Candidate], advised: Candidate) -> tuple[RankedChoice, ...]:
    """Compare all candidates with the advised one, over the worlds in which both were tried. Return it first, then the best."""
    others = [
        RankedChoice(candidate.choice, *candidate.behind(advised), tuple(candidate.values))
        for candidate in candidates
        if candidate is not advised
    ]
    others.sort(key=lambda other: other.behind)
    return (RankedChoice(advised.choice, 0.0, 0.0, tuple(advised.values)), *others)


def recompute(
    view: SeatView, style: str, worlds: tuple[tuple[World, int], ...]
) -> dict[Choice, tuple[float, ...]]:
    """Play a hint's worlds again. Return, for every choice, its value in each world."""
    search = make_search(view, style, Rng("", "coach"))  # its random numbers are not used
    return {
        choice: tuple(search.value(choice, world, start) for world, start in worlds)
        for choice in view.choices
    }
