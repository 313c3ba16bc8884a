"""The words of which the other shapes are made."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Values = dict[str, object]
"""The values of a message by placeholder: numbers, texts, messages, or lists of these."""
Message = tuple[str, Values]
"""A text key and its values; game/narration/localization/texts.py puts them into words. In JSON it is a list of two."""

Tile = str
"""A tile's name, the higher number first: "9-4"."""
Markup = str
"""Markup of an element or a picture: SVG or HTML."""
Box = list[float]
"""A rectangle [x0, y0, x1, y1] in u."""
Value = int | str | bool
"""The value of an option."""
Changes = dict[str, Value]
"""The options that differ from a rule-book: values by option code."""
OptionValue = tuple[str, Value]
"""(option code, value). A list of these keeps its order in MicroPython, which a dict does not."""

SeatKind = Literal["human", "bot"]
StorageFailure = Literal["", "missing", "refused", "full", "slow", "newer", "taken"]
"""Why the store fails (game/store/storage_backend.py); empty if it works."""

HelpKind = Literal["undo", "hint"]
"""A kind of help that the result of a match names."""
UsedHelp = Literal["", "undo", "hints", "both", "either"]
"""The help that a person used in a match; "either" if it is not known which, as in a challenge's link."""


class Refused(TypedDict):
    """A refusal: one sentence for people. Nothing has changed."""

    key: str  # the text key of the sentence
    values: Values  # the values of its placeholders


class ChosenSeat(TypedDict):
    """A seat as a person chooses it in the new-game form."""

    name: str  # the player's name
    kind: str  # "human" or "bot"; for a table with own phones also "phone": it waits for a guest
    level: NotRequired[str | None]  # the bot's level, None for a person
    style: NotRequired[str | None]  # the bot's style, None for a person
    face: NotRequired[str]  # the name of the person's portrait


class NumberedSeat(ChosenSeat):
    """A chosen seat with its number."""

    seat: int  # the seat


class Wanted(TypedDict):
    """Wanted options, which may contradict each other."""

    preset: str | None  # the code of the rule-book; None: the default values
    changes: Changes  # the options that differ from it
    players: int  # number of seats


class Picture(TypedDict):
    """A small picture of a table."""

    tiles: Markup  # the tiles, for a layer of the table
    box: Box  # the part of the table that the picture shows
