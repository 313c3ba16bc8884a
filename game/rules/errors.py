"""Refusals: exceptions for requests that cannot be met, each with a message key and values (see `game.narration.localization.texts`)."""

from typing import NamedTuple

Values = dict[str, object]


class Reason(NamedTuple):
    """A sentence of the locale files, as its key and values. The judge gives reasons for a refusal, the coach for a good move."""

    key: str
    values: Values


class Refusal(Exception):
    """A request is refused, and nothing has changed. `key` and `values` make one sentence for the player."""

    def __init__(self, key: str, values: Values | None = None) -> None:
        super().__init__(key, values or {})
        self.key = key
        self.values: Values = values or {}


class OptionError(Refusal):
    """Options that do not exist, or that cannot be played together."""


class TileError(Refusal):
    """A text that is no tile."""


class MoveSyntaxError(Refusal):
    """A text that is no move code, whatever the position."""


class IllegalMove(Refusal):
    """A move that the rules do not allow in this position."""


class MatchError(Refusal):
    """A match asked to go on when it cannot: in the middle of a round, or after its last."""


class RecordError(Refusal):
    """A text that is no record, or a record that breaks a rule."""


class PositionError(Refusal):
    """A text that is no position, or a position that cannot arise."""


class LinkError(Refusal):
    """A link code that is cut off, altered or of another version, or a match that no link can hold."""
