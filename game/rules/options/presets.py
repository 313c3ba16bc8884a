"""The rule-books as presets. Each lists only the options that differ from the defaults."""

from collections.abc import Mapping
from typing import NamedTuple

from game.rules.errors import OptionError
from game.rules.options.declared import BY_DIGIT, DECLARED, Options, Value, assemble


class Preset(NamedTuple):
    """A rule-book: the letter of its source, the seats it is for, its set by seats, and what differs from the defaults.

    `sets` are pairs (up to this many seats, this set). `digit` is its place in link codes (0 is no rule-book): the next free one,
    never changed. A published rule-book is never changed either. Texts: `preset.<code>.name`, `.help`
    and `.source`.
    """

    code: str
    digit: int
    source: str
    seats: range
    changes: dict[str, Value]
    sets: tuple[tuple[int, int], ...] = ((10, 9),)

    def set_for(self, seats: int) -> int:
        """Return the set that the rule-book takes for this number of seats."""
        return next(most for up_to, most in self.sets if seats <= up_to)


_MONTGOMERY: dict[str, Value] = {
    "may_hold_back": True,
    "drawn_tile": "may-play",
    "last_tile_call": "catch",
    "take_back": True,
}
_GAMERULES: dict[str, Value] = {
    "centre_from": "table",
    "first_seat": "finder",
    "arms": "players",
    "yard_reserve": "two-or-one",
    "double_blank": 0,
}
_LIST = (
    Preset("montgomery", 1, "T", range(2, 11), _MONTGOMERY),
    Preset("montgomery-alternate", 2, "T", range(2, 11), {**_MONTGOMERY, "missing_double": "next-lower"}),
    Preset("gamerules", 3, "G", range(2, 9), _GAMERULES),
    Preset("trains-8", 4, "G", range(2, 9), {**_GAMERULES, "arms": 8}),
    Preset(
        "hastings",
        5,
        "H",
        range(2, 9),
        {
            "hand_size": 10,
            "centre_from": "table",
            "arms": 4,
            "short_foot": "closes",
            "blank_half": 25,
            "last_tile_call": "courtesy",
        },
        ((4, 9), (8, 12)),
    ),
    Preset(
        "chickie",
        6,
        "W",
        range(2, 9),
        {
            "hand_size": 7,
            "centre_from": "table",
            "arms": 4,
            "double_blank": 0,
            "last_tile_call": "automatic",
        },
        ((3, 6), (7, 9), (8, 12)),
    ),
    Preset("double-chickenfoot", 7, "X", range(2, 9), {"hand_size": "leaflet", "ties": "rounds-won"}),
    Preset(
        "pagat",
        8,
        "P",
        range(2, 5),
        {"hand_size": "cross", "arms": 4, "may_hold_back": True, "drawn_tile": "may-play", "double_blank": 0},
    ),
    Preset(
        "nathan",
        9,
        "N",
        range(2, 11),
        {
            "hand_size": "nathan",
            "centre_from": "table",
            "arms": 4,
            "last_tile_call": "catch",
            "blocked_when": "one-stuck",
        },
    ),
)
PRESETS = {preset.code: preset for preset in _LIST}


def resolve(
    preset: str | None = None, changes: Mapping[str, object] | None = None, players: int | None = None
) -> Options:
    """Return a preset (None: the defaults) with some options changed, for `players` seats (None: four, or as changed).

    Raises OptionError, whose sentence says what would work.
    """
    wanted: dict[str, object] = dict(changes or {})
    if players is not None:
        wanted["players"] = players
    if preset is None:
        return assemble(wanted)
    if preset not in PRESETS:
        raise OptionError("option.unknown-preset", {"preset": preset[:30], "presets": ", ".join(PRESETS)})
    book = PRESETS[preset]
    seats = wanted.setdefault("players", 4)
    if isinstance(seats, int) and 2 <= seats <= 10:
        if seats not in book.seats:
            values = {"preset": preset, "low": book.seats[0], "high": book.seats[-1], "players": seats}
            raise OptionError("option.seats-of-preset", values)
        wanted = {"set": book.set_for(seats), **book.changes, **wanted}
    return assemble(wanted)


def seat_counts(preset: str | None, changes: Mapping[str, object] | None = None) -> list[int]:
    """Return the numbers of seats with which the preset and the changes can be played."""
    counts = []
    for seats in range(2, 11):
        try:
            resolve(preset, changes, seats)
        except OptionError:
            continue
        counts.append(seats)
    return counts


def differences(options: Options, preset: str | None) -> dict[str, Value]:
    """Return the options that differ from the preset (None: from the defaults), in the order of digits, without the seats."""
    plain: dict[str, Value] = {option.code: option.default for option in DECLARED}
    if preset is not None:
        book = PRESETS[preset]
        plain |= {"set": book.set_for(options.players), **book.changes}
    values = {option.code: getattr(options, option.code) for option in BY_DIGIT if option.code != "players"}
    return {code: value for code, value in values.items() if value != plain[code]}
