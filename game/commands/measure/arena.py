"""`arena`: measures the strength of a player, the hero, by playing every deal once with the hero in each seat.

A deal is the first round of a match of its own. With `--match` the deals are the rounds of whole matches, so centres
change and players see real totals. The same seed always gives the same deals.

The margin is the mean of the other seats' points minus the hero's points, per round. Its confidence interval is
clustered by deal, because the seats of one deal are not independent. For the match wins, as many consecutive deals as a
match has rounds count as a match. If all players are identical, the margin is exactly 0, and each seat wins its share
of the matches.
"""

import json
from argparse import Namespace
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from game.commands.common import Parser, add_option_arguments, complain, options_from_arguments, sentence
from game.commands.measure import benchmark
from game.laboratory.intervals import mean_ci95
from game.laboratory.runner import Player, play_round
from game.players.bots import Bot, Spec, parse_spec
from game.rules.errors import Refusal
from game.rules.match import Match, next_round, start_match
from game.rules.moves import Choice
from game.rules.options.declared import Options
from game.rules.options.presets import PRESETS
from game.rules.rng import Rng
from game.rules.round.round_state import End
from game.rules.round.scoring import places_of
from game.rules.view import SeatView

# Makes a player from the seed of a match and the name of a random stream.
Maker = Callable[[str, str], Player]


class TimedPlayer:
    """A wrapper around `player` that measures the time of all its choices together."""

    def __init__(self) -> None:
        self.moves, self.seconds = 0, 0.0
        self.player: Player | None = None  # set before each round

    def __call__(self, seen: SeatView) -> Choice:
        """The player's choice."""
        assert self.player is not None
        start = perf_counter()
        choice = self.player(seen)
        self.seconds += perf_counter() - start
        self.moves += 1
        return choice

    def choose_quickly(self, options: Options, choices: tuple[Choice, ...], off_table: int) -> None:
        """Ask with a view, so that every choice is measured alike."""

    def __getattr__(self, name: str) -> Any:
        """Pass calls and catches on to the player."""
        return getattr(self.player, name)


class Tally:
    """The results of the deals so far. The sums are integers, so that equal play gives exactly 0."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.margins: list[float] = []  # per deal: the mean over the hero's seats
        self.wins: list[float] = []  # per match: the hero's share of first places, the mean over its seats
        # By the hero's seat: the scores of the deals in the match that is in play. A deal's scores are a tuple by seat.
        self.match_scores: list[list[tuple[int, ...]]] = [[] for _ in range(options.players)]
        self.points = self.outs = self.blocked = 0

    def add(self, ends: Sequence[End]) -> None:
        """Add a deal. `ends` has for each seat of the hero the end of the round."""
        seats = self.options.players
        lead = 0  # the sum of "another seat's points minus the hero's", over the other seats and the hero's seats
        for hero, end in enumerate(ends):
            lead += sum(end.scores) - seats * end.scores[hero]
            self.points += end.scores[hero]
            self.outs += end.seat == hero
            self.blocked += end.seat < 0
            self.match_scores[hero].append(end.scores)
        self.margins.append(lead / (seats - 1) / seats)
        if len(self.match_scores[0]) == self.options.round_count:
            self._end_match()

    def _end_match(self) -> None:
        """Add the hero's share of first places in the finished match, and begin the next match."""
        share = 0.0
        for hero, scores in enumerate(self.match_scores):
            places = places_of(tuple(scores), self.options)
            share += (places[hero] == 1) / places.count(1)
            scores.clear()
        self.wins.append(share / self.options.players)

    def report(self) -> dict[str, Any]:
        """The figures of docs/contracts.md, and "matches": the number of matches for match_win."""
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


def bot_maker(spec: Spec) -> Maker:
    """A function that makes bots by one specification."""
    return lambda seed, stream: Bot(spec, Rng(seed, stream))


def measure(
    options: Options, hero: Maker, field: Maker, deals: int, seed: str, whole_matches: bool = False
) -> dict[str, Any]:
    """Play the deals, each with the hero in each seat in turn, and players of `field` in the other seats.

    Returns `Tally.report` and "ms_per_move", the hero's mean time for a choice.
    """
    tally, timed = Tally(options), TimedPlayer()
    _play_deals(tally, timed, hero, field, range(deals), seed, whole_matches)
    return tally.report() | {"ms_per_move": 1000 * timed.seconds / max(1, timed.moves)}


def margins(
    options: Options, hero: Maker, field: Maker, deals: int, seed: str, first: int = 0
) -> list[float]:
    """The hero's margin in each deal from number `first` on, as the mean over the hero's seats."""
    tally = Tally(options)
    _play_deals(tally, TimedPlayer(), hero, field, range(first, first + deals), seed, whole_matches=False)
    return tally.margins


def match_wins(
    options: Options, hero: Maker, field: Maker, matches: int, seed: str, first: int = 0
) -> list[float]:
    """The hero's share of first places in each match from number `first` on, as the mean over the hero's seats."""
    tally, rounds = Tally(options), options.round_count
    deals = range(first * rounds, (first + matches) * rounds)
    _play_deals(tally, TimedPlayer(), hero, field, deals, seed, whole_matches=True)
    return tally.wins


def _play_deals(
    tally: Tally,
    timed: TimedPlayer,
    hero: Maker,
    field: Maker,
    deals: range,
    seed: str,
    whole_matches: bool,
) -> None:
    """Play the deals with these numbers, and add them to `tally`. `timed` gets the hero's times."""
    options = tally.options
    matches: list[Match] = []  # a match for each seat of the hero, by that seat
    for deal in deals:
        if whole_matches and deal % options.round_count:
            matches = [next_round(match) for match in matches]
        else:
            matches = [start_match(options, f"{seed}-{deal}")] * options.players
        matches = [_play(match, seat, timed, hero, field) for seat, match in enumerate(matches)]
        tally.add([end for match in matches if (end := match.rounds[-1].end)])


def _play(match: Match, hero_seat: int, timed: TimedPlayer, hero: Maker, field: Maker) -> Match:
    """Play the match's current round. The random numbers of a seat depend only on match, round and seat."""
    players: list[Player] = []
    for seat in range(match.options.players):
        stream = f"bot-{seat}-{match.round.number}"
        if seat == hero_seat:
            timed.player = hero(match.seed, stream)
            players.append(timed)
        else:
            players.append(field(match.seed, stream))
    return play_round(match, players)


def run(argv: Sequence[str]) -> int:
    """Run the command; see docs/contracts.md, section 1."""
    parser = Parser(prog="arena", description=__doc__)
    parser.add_argument("--hero", required=True, metavar="NAME[:STYLE][@WORLDS]", help="the measured player")
    parser.add_argument("--field", metavar="NAME[:STYLE][@WORLDS]", help="the other players")
    add_option_arguments(parser)
    parser.add_argument("--deals", type=int, help="number of deals; a benchmark has 1,000")
    parser.add_argument("--seed", default="arena")
    parser.add_argument("--match", action="store_true", help="the deals are the rounds of whole matches")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--benchmark", choices=PRESETS, help="play the frozen deals of this rule-book, see docs/strength.md"
    )
    parser.add_argument("--keep", action="store_true", help="add the player to the benchmark's file")
    arguments = parser.parse_args(argv)
    if arguments.benchmark:
        return _run_benchmark(arguments)
    if arguments.field is None or arguments.deals is None:
        return complain("arena: --field and --deals are required without --benchmark.")
    if arguments.deals < 1:
        return complain("arena: --deals must be 1 or more.")
    try:
        hero, field = parse_spec(arguments.hero), parse_spec(arguments.field)
        options = options_from_arguments(arguments)
    except Refusal as refusal:
        return complain(sentence(refusal))
    names = {
        "hero": arguments.hero,
        "field": arguments.field,
        "players": options.players,
        "deals": arguments.deals,
    }
    report = names | measure(
        options, bot_maker(hero), bot_maker(field), arguments.deals, arguments.seed, arguments.match
    )
    _print(report, arguments.json)
    return 0


def _run_benchmark(arguments: Namespace) -> int:
    """Play a benchmark and compare the hero with the players of its file. With `--keep`, add the hero to the file."""
    try:
        hero, field = parse_spec(arguments.hero), parse_spec(benchmark.OPPONENT)
        known = benchmark.read_benchmark(arguments.benchmark)
    except Refusal as refusal:
        return complain(sentence(refusal))
    if benchmark.hash_of_deals(known) != known.sha256:
        return complain("arena: this program deals other tiles than the benchmark.")
    deals = benchmark.DEALS if arguments.deals is None else arguments.deals
    if not 1 <= deals <= benchmark.DEALS:
        return complain(f"arena: --deals is 1 to {benchmark.DEALS} with --benchmark.")
    found = margins(known.options, bot_maker(hero), bot_maker(field), deals, known.seed)
    leads = benchmark.leads_of(found)
    report = {"hero": arguments.hero, "field": benchmark.OPPONENT, **benchmark.report(known, leads)}
    _print(report, arguments.json)
    if arguments.keep:
        benchmark.write_benchmark(known._replace(leads={**known.leads, arguments.hero: leads}))
    return 0


def _print(report: dict[str, Any], as_json: bool) -> None:
    """Print a report as JSON, or with a line for each figure."""
    if as_json:
        print(json.dumps(report))
        return
    for key, value in report.items():
        if isinstance(value, dict):
            for name, figures in value.items():
                _print({f"{key} {name} {part}": figure for part, figure in figures.items()}, as_json)
        else:
            print(f"{key:15} {value if not isinstance(value, float) else round(value, 3)}")
