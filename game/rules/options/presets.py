"""The rule-books. Each is a preset, that is, a named list of the options that differ from the defaults.

The words "leaflet", "cross" and "nathan" of the option `hand_size` are names of tables in hand_sizes.py.
"""

from collections.abc import Mapping
from typing import NamedTuple

from game.rules.errors import OptionError
from game.rules.options.declared import BY_DIGIT, DECLARED, Options, Value, assemble
from game.rules.options.hand_sizes import tile_count


class Preset(NamedTuple):
    """A rule-book: the letter of its source (docs/rules.md), its possible numbers of seats, and its options.

    `changes` has the options that differ from the defaults, by code.

    `digit` is its place in link codes (0 means no rule-book). A digit never changes; a new rule-book takes the next
    free one. A published rule-book never changes either, because links to it must deal the same games.
    `sets` are pairs (largest number of seats, set for up to that many seats). `whole_set` replaces some of the `changes`
    if the hands take the whole set. `foot_call` is the code of the words that announce a played double (FOOT-2).
    The locale files have its texts: `preset.<code>.name`, `preset.<code>.help` and `preset.<code>.source`.
    """

    code: str
    digit: int
    source: str
    seats: range
    changes: dict[str, Value]
    sets: tuple[tuple[int, int], ...] = ((10, 9),)
    whole_set: tuple[tuple[str, Value], ...] = ()
    foot_call: str = "chickenfoot"

    def set_for(self, seats: int) -> int:
        """Return the set that the rule-book uses for this number of seats."""
        return next(tile_set for most_seats, tile_set in self.sets if seats <= most_seats)


_MONTGOMERY: dict[str, Value] = {
    "may_hold_back": True,
    "drawn_tile": "may-play",
    "last_tile_call": "catch",
    "call_again": True,
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
        foot_call="chicken",
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
        whole_set=(("centre_from", "hand"),),
        foot_call="chickie",
    ),
    Preset(
        "double-chickenfoot",
        7,
        "X",
        range(2, 11),
        {"hand_size": "leaflet", "ties": "rounds-won"},
        ((8, 9), (10, 12)),
    ),
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
    """Return the options of a preset with some `changes` by code. Without a preset, change the defaults.

    `players` replaces the number of seats in `changes`. If there is no number of seats in either, it is four. Raises
    OptionError with a sentence that says what would work.
    """
    chosen: dict[str, object] = dict(changes or {})
    if players is not None:
        chosen["players"] = players
    if preset is None:
        return assemble(chosen)
    if preset not in PRESETS:
        raise OptionError("option.unknown-preset", {"preset": preset[:30], "presets": ", ".join(PRESETS)})
    book = PRESETS[preset]
    seats = chosen.setdefault("players", 4)
    if isinstance(seats, int) and 2 <= seats <= 10:  # `assemble` refuses any other value
        if seats not in book.seats:
            values = {"preset": preset, "low": book.seats[0], "high": book.seats[-1], "players": seats}
            raise OptionError("option.seats-of-preset", values)
        chosen = {"set": book.set_for(seats), **book.changes, **chosen}
        if book.whole_set and _takes_whole_set(chosen):
            chosen |= {code: value for code, value in book.whole_set if code not in (changes or {})}
    return assemble(chosen)


def _takes_whole_set(chosen: Mapping[str, object]) -> bool:
    """Return whether hands of a chosen number of tiles leave no tile of the set."""
    hand, seats, highest = chosen["hand_size"], chosen["players"], chosen["set"]
    if not (isinstance(hand, int) and isinstance(seats, int) and isinstance(highest, int)):
        return False
    return hand * seats == tile_count(highest)


def foot_call(preset: str | None) -> str:
    """Return the code of the words that announce a played double at a table (FOOT-2); without a rule-book, those of T."""
    return PRESETS[preset or "montgomery"].foot_call


def seat_counts(preset: str | None, changes: Mapping[str, object] | None = None) -> list[int]:
    """Return the numbers of seats for which the preset with the changes is playable."""
    counts = []
    for seats in range(2, 11):
        try:
            resolve(preset, changes, seats)
        except OptionError:
            continue
        counts.append(seats)
    return counts


def differences(options: Options, preset: str | None) -> dict[str, Value]:
    """Return the options that differ from the preset, by code in the order of digits.

    If `preset` is None, return the options that differ from the defaults. The number of seats is left out.
    """
    expected: dict[str, Value] = {option.code: option.default for option in DECLARED}
    if preset is not None:
        book = PRESETS[preset]
        expected |= {"set": book.set_for(options.players), **book.changes}
    values = {option.code: getattr(options, option.code) for option in BY_DIGIT if option.code != "players"}
    return {code: value for code, value in values.items() if value != expected[code]}
