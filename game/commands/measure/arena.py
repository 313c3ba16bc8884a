"""`arena`: measures the strength of a player, the hero, by playing every deal once with the hero in each seat.

A deal is the first round of a match of its own. With `--match` the deals are the rounds of whole matches, so centres change and
players see real totals. The same seed always gives the same deals. The margin is the mean of the other seats' points minus the hero's
points, per round. Its confidence interval is clustered by deal, because the seats of one deal are not independent. For the match
wins, consecutive deals count as a match. Identical players get a margin of exactly 0 and their fair share of match wins.
"""

import json
from collections.abc import Callable, Sequence
from math import sqrt
from time import perf_counter
from typing import Any

from game.commands.common import Parser, add_option_arguments, complain, options_from_arguments, sentence
from game.commands.measure.runner import Player, play_round
from game.players.bots import Bot, Spec, parse_spec
from game.rules.errors import Refusal
from game.rules.match import Match, next_round, start_match
from game.rules.moves import Choice
from game.rules.options.declared import Options
from game.rules.rng import Rng
from game.rules.round.round_state import End
from game.rules.round.scoring import places_of
from game.rules.view import View

Maker = Callable[[str, str], Player]  # makes a player from a match's seed and the name of a random stream


class TimedPlayer:
    """A wrapper around a player that adds up the time of its choices."""

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
        """Pass calls and catches on to the player."""
        return getattr(self.player, name)


class Tally:
    """The results of the deals so far. Points are integers, so that equal play gives exactly 0."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.margins: list[float] = []  # per deal: the mean over the hero's seats
        self.wins: list[float] = []  # per match: the hero's share of first places, the mean over its seats
        self.match: list[list[tuple[int, ...]]] = [[] for _ in range(options.players)]
        self.points = self.outs = self.blocked = 0

    def add(self, ends: Sequence[End]) -> None:
        """Add a deal: its end for each seat of the hero."""
        seats = self.options.players
        lead = 0
        for hero, end in enumerate(ends):
            lead += sum(end.scores) - seats * end.scores[hero]
            self.points += end.scores[hero]
            self.outs += end.seat == hero
            self.blocked += end.seat < 0
            self.match[hero].append(end.scores)
        self.margins.append(lead / (seats - 1) / seats)
        if len(self.match[0]) == self.options.round_count:
            self._end_match()

    def _end_match(self) -> None:
        share = 0.0
        for hero, scores in enumerate(self.match):
            places = places_of(tuple(scores), self.options)
            share += (places[hero] == 1) / places.count(1)
            scores.clear()
        self.wins.append(share / self.options.players)

    def report(self) -> dict[str, Any]:
        """The figures of docs/contracts.md, and the number of matches behind match_win."""
        margin, ci95 = mean_ci95(self.margins)
        match_win, match_ci95 = mean_ci95(self.wins)
        rounds = len(self.margins) * self.options.players
        return {
            "margin": margin,
            "margin_ci95": ci95,
            "score": self.points / rounds,
            "round_win": self.outs / rounds,
            "match_win": match_win,
            "match_win_ci95": match_ci95,
            "matches": len(self.wins) * self.options.players,
            "blocked": self.blocked / rounds,
        }


def mean_ci95(values: Sequence[float]) -> tuple[float | None, float | None]:
    """The mean, and half the width of its 95 % confidence interval; None for too few values."""
    if not values:
        return None, None
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, None
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, 1.96 * sqrt(variance / len(values))


def bot_maker(spec: Spec) -> Maker:
    """A function that makes bots of one kind."""
    return lambda seed, stream: Bot(spec, Rng(seed, stream))


def measure(
    options: Options, hero: Maker, field: Maker, deals: int, seed: str, whole_matches: bool = False
) -> dict[str, Any]:
    """Play each deal with the hero in each seat in turn and `field` in all others; return the report."""
    tally, timed = Tally(options), TimedPlayer()
    _play_deals(tally, timed, hero, field, deals, seed, whole_matches)
    return tally.report() | {"ms_per_move": 1000 * timed.seconds / max(1, timed.moves)}


def margins(options: Options, hero: Maker, field: Maker, deals: int, seed: str) -> list[float]:
    """The hero's margin in each deal, as the mean over its seats."""
    tally = Tally(options)
    _play_deals(tally, TimedPlayer(), hero, field, deals, seed, whole_matches=False)
    return tally.margins


def _play_deals(
    tally: Tally, timed: TimedPlayer, hero: Maker, field: Maker, deals: int, seed: str, whole_matches: bool
) -> None:
    options = tally.options
    matches: list[Match] = []
    for deal in range(deals):
        if whole_matches and deal % options.round_count:
            matches = [next_round(match) for match in matches]
        else:
            matches = [start_match(options, f"{seed}-{deal}")] * options.players
        matches = [_play(match, seat, timed, hero, field) for seat, match in enumerate(matches)]
        tally.add([end for match in matches if (end := match.rounds[-1].end)])


def _play(match: Match, seat: int, timed: TimedPlayer, hero: Maker, field: Maker) -> Match:
    """Play the match's current round. A seat's random numbers depend only on match, round and seat."""
    players: list[Player] = []
    for place in range(match.options.players):
        stream = f"bot-{place}-{match.round.number}"
        if place == seat:
            timed.player = hero(match.seed, stream)
            players.append(timed)
        else:
            players.append(field(match.seed, stream))
    return play_round(match, players)


def run(argv: Sequence[str]) -> int:
    """Run the command; see docs/contracts.md, section 1."""
    parser = Parser(prog="arena", description=__doc__)
    parser.add_argument("--hero", required=True, metavar="NAME[:STYLE][@WORLDS]")
    parser.add_argument("--field", required=True, metavar="NAME[:STYLE][@WORLDS]")
    add_option_arguments(parser)
    parser.add_argument("--deals", type=int, required=True)
    parser.add_argument("--seed", default="arena")
    parser.add_argument("--match", action="store_true", help="the deals are the rounds of whole matches")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(argv)
    if given.deals < 1:
        return complain("arena: --deals is 1 or more.")
    try:
        hero, field = parse_spec(given.hero), parse_spec(given.field)
        options = options_from_arguments(given)
    except Refusal as refusal:
        return complain(sentence(refusal))
    names = {"hero": given.hero, "field": given.field, "players": options.players, "deals": given.deals}
    report = names | measure(options, bot_maker(hero), bot_maker(field), given.deals, given.seed, given.match)
    if given.json:
        print(json.dumps(report))
    else:
        for key, value in report.items():
            print(f"{key:15} {value if not isinstance(value, float) else round(value, 3)}")
    return 0
