"""Games for the tests of players: every preset and mixes of options, played at random, seen from every seat."""

from collections.abc import Iterator

from game.rules.errors import OptionError
from game.rules.match import Match, act, next_round, start_match
from game.rules.options.declared import DECLARED, Options
from game.rules.options.presets import PRESETS, resolve
from game.rules.rng import Rng
from game.rules.round.judge import legal_moves
from game.rules.view import SeatView, view


def tables() -> list[tuple[str, Options]]:
    """Every preset at its smallest, a middle and its largest number of seats, and some sets beyond."""
    named = []
    for code, preset in PRESETS.items():
        for players in {min(preset.seats), sum(preset.seats) // len(preset.seats), max(preset.seats)}:
            try:
                named.append((f"{code}-{players}", resolve(code, {}, players)))
            except OptionError:
                continue
    named.append(("double-18-ten", resolve(None, {"set": 18, "hand_size": 11}, 10)))
    named.append(("double-6-two", resolve(None, {"set": 6, "hand_size": 7}, 2)))
    return named


def mixed_options(rng: Rng) -> Options:
    """A random assignment of all the options that goes together."""
    while True:
        changes: dict[str, object] = {}
        for option in DECLARED:
            if option.code == "players":
                continue
            values = [*option.values, *list(option.numbers)[:12]]
            changes[option.code] = values[rng.below(len(values))]
        try:
            return resolve(None, changes, 2 + rng.below(6))
        except OptionError:
            continue


def random_match(options: Options, seed: str, rounds: int) -> Iterator[Match]:
    """Every state of the first rounds of a match in which all moves are random, calls and catches too."""
    rng = Rng(seed, "test")
    match = start_match(options, seed)
    while True:
        while match.current is not None:
            yield match
            state = match.current
            seat = state.turn
            if rng.below(4) == 0:
                seat = rng.below(options.players)
            moves = legal_moves(state, seat) or legal_moves(state)
            match = act(match, moves[rng.below(len(moves))])
        yield match
        if len(match.rounds) >= rounds or match.over:
            return
        match = next_round(match)


def choosing(match: Match) -> SeatView | None:
    """The view of the seat on turn, if it has a choice."""
    if match.current is None:
        return None
    seen = view(match, match.current.turn)
    return seen if len(seen.choices) > 1 else None
