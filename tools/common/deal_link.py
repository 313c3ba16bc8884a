"""Links to matches with known deals, for tests and tools."""

from game.records.links.challenge import Challenge, write_challenge
from game.records.record import Seat
from game.rules.options.declared import Value
from game.rules.options.presets import resolve


def deal_link(
    seed: str, preset: str | None = "montgomery", seats: int = 4, level: str = "hen", **changes: Value
) -> str:
    """The link code, with its `#`, of a person's match against bots of one level, by a rule-book with these changes."""
    options = resolve(preset, {**changes}, seats)
    bots = [Seat("", "bot", level, "balanced")] * (seats - 1)
    return write_challenge(Challenge(preset, options, seed, (Seat("", "human"), *bots)))
