"""Count moves that look absurd to a person, for every level: `python3 tools/strength/absurdities.py`

At a table of each rule-book, four seats of one level play rounds, fox and farmer with the compiled search if there is a C
compiler. Prints a table for docs/players.md, a line for each level and rule-book:

    0-0 held      rounds that end with the 0-0 in a hand, of those in which a hand had it
    0-0 put off   chances to play the 0-0 that were not taken
    doubles left  doubles in the hands at the end of a round
    needless draw draws and passes, of the decisions in which a tile fitted too
    stays in      decisions in which the last tile fitted and was not played

A decision is one with two choices or more. A rule-book that counts the 0-0 as 0 points has no figures for it, and one
that allows no holding back none for the last two.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.laboratory.runner import Player, play_round
from game.narration.localization.language import load
from game.players.bots import Bot, parse_spec
from game.players.levels import BUDGETS, LEVELS
from game.rules.match import start_match
from game.rules.moves import Choice
from game.rules.options.declared import Options
from game.rules.options.presets import PRESETS, resolve
from game.rules.rng import Rng
from game.rules.round.scoring import tile_points
from game.rules.tiles import DOUBLES, parse_tile
from game.rules.view import SeatView
from tools.strength.compiled import installed
from tools.strength.ctables import compiler

BLANK = parse_tile("0-0")
# By heading: (the count, what it is a share of), or the count alone for a mean by round.
FIGURES: dict[str, tuple[str, str]] = {
    "0-0 held": ("held", "had"),
    "0-0 put off": ("put off", "could"),
    "doubles left": ("doubles", "rounds"),
    "needless draw": ("idle", "fitting"),
    "stays in": ("stays", "last"),
}


class Watched:
    """A bot whose decisions are counted."""

    def __init__(self, bot: Bot, counts: Counter[str]):
        self.bot, self.counts = bot, counts
        self.call, self.catch = bot.call, bot.catch

    def __call__(self, seen: SeatView) -> Choice:
        """Let the bot choose, and count."""
        choice = self.bot(seen)
        plays = [each.tile for each in seen.choices if each.do == "play"]
        if plays:
            waits = choice.do != "play"
            could = BLANK in plays
            last = seen.hand.bit_count() == 1
            self.counts.update(fitting=1, idle=waits, last=last, stays=last and waits, could=could)
            self.counts["put off"] += could and choice.tile != BLANK
        return choice


def count_round(
    options: Options, spec: str, seed: str, counts: Counter[str], field: str = "", hero: int = 0
) -> None:
    """Play the first round of a match, and add to `counts`. With a `field`, only the seat `hero` plays by `spec` and counts."""
    counted = (hero,) if field else range(options.players)

    def player_in(seat: int) -> Player:
        bot = Bot(parse_spec(spec if seat in counted else field), Rng(seed, f"bot-{seat}"))
        return Watched(bot, counts) if seat in counted else bot

    players = [player_in(seat) for seat in range(options.players)]
    state = play_round(start_match(options, seed), players).rounds[-1]
    assert state.end is not None
    left = [state.end.hands[seat] for seat in counted]
    played = any(
        event.do == "play" and event.tile == BLANK and event.seat in counted for event in state.events
    )
    held = any(hand >> BLANK & 1 for hand in left)
    counts["rounds"] += 1
    counts["doubles"] += sum((hand & DOUBLES).bit_count() for hand in left)
    if state.centre != BLANK:
        counts.update(had=held or played, held=held)


def shown(counts: Counter[str], heading: str, options: Options) -> str:
    """Say one figure of a table: a number of doubles a round, or a percentage."""
    count, whole = FIGURES[heading]
    if whole == "rounds":
        return f"{counts[count] / counts[whole]:.2f}"
    is_of_blank = heading.startswith("0-0")
    if not counts[whole] or (is_of_blank and not tile_points(options)[BLANK]):
        return "–"
    if not is_of_blank and not options.may_hold_back:
        return "–"
    return f"{100 * counts[count] / counts[whole]:.1f} %"


def main(arguments: Sequence[str]) -> int:
    """Play and print the table. Returns 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=200, help="rounds of each level at each table")
    parser.add_argument("--books", nargs="+", choices=PRESETS, default=[*PRESETS])
    parser.add_argument("--levels", nargs="+", default=[*LEVELS], metavar="NAME[:STYLE][@WORLDS]")
    parser.add_argument(
        "--field", default="", metavar="NAME", help="count one seat among three of this player"
    )
    chosen = parser.parse_args(arguments)
    say = load().say
    print("| rule-book | level | " + " | ".join(FIGURES) + " |\n" + "|---" * (len(FIGURES) + 2) + "|")
    for book in chosen.books:
        options = resolve(book)
        for spec in chosen.levels:
            counts = Counter[str]()
            searches = {spec.partition("@")[0].partition(":")[0], chosen.field} & {*BUDGETS, "flat100"}
            with installed() if searches and compiler() else nullcontext():
                for number in range(chosen.rounds):
                    hero = number % options.players
                    count_round(options, spec, f"absurd-{number}", counts, chosen.field, hero)
            figures = " | ".join(shown(counts, heading, options) for heading in FIGURES)
            print(f"| {say(f'preset.{book}.name')} | {spec} | {figures} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
