"""`arena`: how strong a player is, by deals that are played once with it in each seat.

A deal is a round of a match, and the matches are played whole, so the totals that a player sees are real ones. The same seed
gives the same deals to everybody. Margin is the mean of the others' points less the hero's, a round; its interval is clustered
by deal, because the seats of one deal are not independent. Identical players come to exactly 0.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from math import sqrt
from time import perf_counter
from typing import Any

from game.players.bots import Bot, parse_spec
from game.rules.errors import Refusal
from game.rules.match import Match, next_round, start_match
from game.rules.moves import Choice
from game.rules.options import BY_CODE, Options
from game.rules.presets import resolve
from game.rules.rng import Rng
from game.rules.view import View
from game.runner import Player, play_round

Maker = Callable[[Rng], Player]


class Timed:
    """Passes a player on and sums up the time of its choices."""

    def __init__(self) -> None:
        self.moves, self.seconds = 0, 0.0
        self.player: Player | None = None

    def __call__(self, seen: View) -> Choice:
        """The player's choice."""
        assert self.player is not None
        start = perf_counter()
        choice = self.player(seen)
        self.seconds += perf_counter() - start
        self.moves += 1
        return choice

    def __getattr__(self, name: str) -> Any:
        """Calls and catches are the player's own."""
        return getattr(self.player, name)


class Tally:
    """What came of the deals so far; points are kept whole, so that equal play comes to exactly 0."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.margins: list[float] = []  # a deal each, over the hero's seats
        self.wins: list[float] = []  # a whole match each: the hero's share of first places
        self.points = self.outs = self.blocked = self.rounds = 0

    def add_deal(self, played: Sequence[tuple[int, Match]]) -> None:
        """One deal: (hero's seat, match whose last round is this deal) for each seat."""
        seats = self.options.players
        lead = 0
        for hero, match in played:
            end = match.rounds[-1].end
            assert end is not None
            lead += sum(end.scores) - seats * end.scores[hero]
            self.points += end.scores[hero]
            self.outs += end.seat == hero
            self.blocked += end.seat < 0
            self.rounds += 1
        self.margins.append(lead / (seats - 1) / seats)

    def add_match(self, played: Sequence[tuple[int, Match]]) -> None:
        """One match, whole, for each of the hero's seats; a shared first place counts in part."""
        shares = [(match.places[hero] == 1) / match.places.count(1) for hero, match in played]
        self.wins.append(sum(shares) / len(shares))

    def report(self) -> dict[str, Any]:
        """The figures of contracts.md."""
        margin, ci95 = mean_ci95(self.margins)
        match_win, match_ci95 = mean_ci95(self.wins)
        return {
            "margin": margin,
            "margin_ci95": ci95,
            "score": self.points / self.rounds,
            "round_win": self.outs / self.rounds,
            "match_win": match_win,
            "match_win_ci95": match_ci95,
            "matches": len(self.wins) * self.options.players,
            "blocked": self.blocked / self.rounds,
        }


def mean_ci95(values: Sequence[float]) -> tuple[float | None, float | None]:
    """Mean and half the width of its 95 % interval; None where there are too few values."""
    if not values:
        return None, None
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, None
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, 1.96 * sqrt(variance / len(values))


def measure(options: Options, hero: Maker, field: Maker, deals: int, seed: str) -> dict[str, Any]:
    """Plays `deals` rounds of matches with the hero in each seat in turn against `field` in all the others."""
    tally = Tally(options)
    timed = Timed()
    while len(tally.margins) < deals:
        name = f"{seed}-{len(tally.margins) // options.round_count}"
        matches = [start_match(options, name) for _ in range(options.players)]
        while True:
            matches = [_play(match, seat, timed, hero, field) for seat, match in enumerate(matches)]
            tally.add_deal(list(enumerate(matches)))
            if matches[0].over:
                tally.add_match(list(enumerate(matches)))
            if matches[0].over or len(tally.margins) == deals:
                break
            matches = [next_round(match) for match in matches]
    return tally.report() | {"ms_per_move": 1000 * timed.seconds / max(1, timed.moves)}


def _play(match: Match, seat: int, timed: Timed, hero: Maker, field: Maker) -> Match:
    """The match with its round played. A seat's random numbers depend on match, round and seat alone."""
    players: list[Player] = []
    for place in range(match.options.players):
        rng = Rng(match.seed, f"bot-{place}-{match.round.number}")
        if place == seat:
            timed.player = hero(rng)
            players.append(timed)
        else:
            players.append(field(rng))
    return play_round(match, players)


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence."""

    def error(self, message: str) -> Any:
        """Exit 2."""
        raise SystemExit(_complain(message))


def _complain(message: str) -> int:
    print(f"arena: {message}", file=sys.stderr)
    return 2


def run(argv: Sequence[str]) -> int:
    """The command; see contracts.md section 1."""
    parser = Parser(prog="arena", description=__doc__)
    parser.add_argument("--hero", required=True)
    parser.add_argument("--field", required=True)
    parser.add_argument("--preset")
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--deals", type=int, required=True)
    parser.add_argument("--seed", default="arena")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(argv)
    if given.deals < 1:
        return _complain("--deals is at least 1")
    try:
        hero, field = parse_spec(given.hero), parse_spec(given.field)
        options = resolve(given.preset, dict(map(_option, given.option)), given.players)
    except Refusal as refusal:
        return _complain(str(refusal))
    report = measure(
        options, lambda rng: Bot(hero, rng), lambda rng: Bot(field, rng), given.deals, given.seed
    )
    report = {
        "hero": given.hero,
        "field": given.field,
        "players": options.players,
        "deals": given.deals,
        **report,
    }
    if given.json:
        print(json.dumps(report))
    else:
        for key, value in report.items():
            print(f"{key:15} {value if not isinstance(value, float) else round(value, 3)}")
    return 0


def _option(text: str) -> tuple[str, object]:
    code, equals, value = text.partition("=")
    if not equals or code not in BY_CODE:
        raise Refusal("option.unknown", {"option": text[:30]})
    return code, BY_CODE[code].read(value)
