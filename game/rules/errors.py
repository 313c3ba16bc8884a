"""Refusals: exceptions for requests that the game cannot fulfil, each with a text key and values for its sentence.

`game.narration.localization.texts` makes the sentence from the locale files.
"""

from typing import NamedTuple

Values = dict[str, object]


class Reason(NamedTuple):
    """A sentence of the locale files, as its text key and values.

    `game.rules.round.judge` gives a reason why a move is not legal. The coach gives reasons why a move is good.
    """

    key: str
    values: Values


class Refusal(Exception):
    """The base of all refusals: a request is refused, and nothing has changed. `key` and `values` make one sentence."""

    def __init__(self, key: str, values: Values | None = None) -> None:
        super().__init__(key, values or {})
        self.key = key
        self.values: Values = values or {}


class OptionError(Refusal):
    """An option that does not exist, a value that is not allowed, or options that contradict each other."""


class TileError(Refusal):
    """A text that does not name a tile."""


class MoveSyntaxError(Refusal):
    """A text that is not the code of a move, in any position."""


class IllegalMove(Refusal):
    """A move that the rules do not allow in this position."""


class MatchError(Refusal):
    """A match that cannot go on as requested, for example a move between two rounds, or a round after the last one."""


class RecordError(Refusal):
    """A text that is not a record, or a record that breaks a rule of the game."""


class PositionError(Refusal):
    """A text that is not a position, or a position that cannot arise in a game."""


class LinkError(Refusal):
    """A link code that is cut off, altered or of an unknown version, or a match that does not fit into a link."""
