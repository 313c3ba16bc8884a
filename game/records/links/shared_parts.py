"""What codes of several kinds have in common: rules, seed, who sits where, names, points.

Every list here is a part of the format: it is never reordered, and grows only at its end and within its radix.
"""

from game.records.links.packing import SIGNS, Packer, Unpacker, damaged
from game.records.record import Seat
from game.records.text import names
from game.records.text.names import clean
from game.rules.errors import LinkError, OptionError
from game.rules.options.declared import BY_DIGIT, Option, Options, Value
from game.rules.options.presets import PRESETS, differences, resolve

LONGEST_SEED = 40
LEVELS = (None, "chick", "hen", "rooster", "fox", "farmer", "random", "greedy", "flat100")
STYLES = (None, "racer", "balanced", "spoiler")

_CHANGED = (7, 1)  # most options are as the rule-book has them
_WORDS = 16  # places for an option's values; its numbers come after them
_LETTERS = (
    (0x61, 0x7A),
    (0x41, 0x5A),
    (0x20, 0x40),
    (0xA1, 0x24F),
    (0x250, 0x10FFFF),
    (0x5B, 0x60),
    (0x7B, 0x7E),
)
_LETTER_WEIGHTS = (24, 6, 3, 3, 3, 1, 1)
_USUAL = (
    Seat("", "human"),
    *(Seat("", "bot", level, style) for level in LEVELS[1:6] for style in ("balanced", "racer", "spoiler")),
)
_USUAL_WEIGHTS = (*[15] * len(_USUAL), 1)  # the last: anybody else
_UNLIKE = (1, 1)
_HEX = "0123456789abcdef"
_DRAWN = 10
_DRAWN_WEIGHTS = (15, 1)
_POINTS = ((0, 0), (1, 32), (33, 160), (161, 8352), (-128, -1))
_POINT_WEIGHTS = (3, 3, 3, 1, 1)


def linkable(seed: str) -> bool:
    """Whether a seed can be put into a link: 1 to 40 letters, digits, `-` and `_`."""
    return 0 < len(seed) <= LONGEST_SEED and set(seed) <= set(SIGNS)


def put_rules(packer: Packer, options: Options, preset: str | None) -> None:
    """Write the rule-book and what differs from it, option by option in the order of their digits.

    The last options are left out while each has the value that older codes mean. So a new option that is off changes no code: the
    ids of challenges that are kept stay the same, and older versions can read the link.
    """
    changes = differences(options, preset)
    written = len(BY_DIGIT)
    while BY_DIGIT[written - 1].before == getattr(options, BY_DIGIT[written - 1].code):
        written -= 1
    packer.put(PRESETS[preset].digit if preset else 0, 64)
    packer.put(options.players, 16)
    packer.put(written, 64)
    for option in BY_DIGIT[:written]:
        if option.code == "players":
            continue
        packer.pick(option.code in changes, _CHANGED)
        if option.code in changes:
            packer.put(_place(option, changes[option.code]), _places(option))


def take_rules(unpacker: Unpacker) -> tuple[str | None, Options]:
    """Rule-book and options; those that came later than the code are what they were before. Raises LinkError."""
    digit, seats, count = unpacker.take(64), unpacker.take(16), unpacker.take(64)
    preset = next((code for code, book in PRESETS.items() if book.digit == digit), None)
    if (digit and preset is None) or count > len(BY_DIGIT):
        raise LinkError("error.link.version")
    changes: dict[str, object] = {}
    for option in BY_DIGIT[:count]:
        if option.code != "players" and unpacker.pick(_CHANGED):
            changes[option.code] = _value(option, unpacker.take(_places(option)))
    later: dict[str, object] = {option.code: option.before for option in BY_DIGIT[count:]}
    try:
        options = resolve(preset, {**later, **changes}, seats)
    except OptionError:
        raise damaged() from None
    if {code: value for code, value in differences(options, preset).items() if code not in later} != changes:
        raise damaged()
    return preset, options


def _places(option: Option) -> int:
    return 256 if option.numbers else _WORDS


def _place(option: Option, value: Value) -> int:
    return option.values.index(value) if value in option.values else _WORDS + int(value)


def _value(option: Option, place: int) -> Value:
    if place < _WORDS:
        if place >= len(option.values):
            raise LinkError("error.link.version")
        return option.values[place]
    return place - _WORDS  # whether it is in range the option says


def put_seed(packer: Packer, seed: str) -> None:
    """The seed; raises LinkError for one that no link can hold."""
    if not linkable(seed):
        raise LinkError("error.link.seed")
    packer.put(len(seed) - 1, LONGEST_SEED)
    for sign in seed:
        packer.put(SIGNS.index(sign), 64)


def take_seed(unpacker: Unpacker) -> str:
    """The seed."""
    return "".join([SIGNS[unpacker.take(64)] for _ in range(unpacker.take(LONGEST_SEED) + 1)])


def put_seats(packer: Packer, seats: tuple[Seat, ...], named: bool) -> None:
    """Who sits there, in as many seats as play: most sit beside their like. Raises LinkError for an unknown level."""
    before = None
    for seat in seats:
        who = seat._replace(name="")
        packer.put(who == before, 2)
        if who != before:
            if seat.level not in LEVELS or seat.style not in STYLES:
                raise LinkError("error.link.cannot-hold")
            packer.put(seat.kind == "bot", 2)
            packer.put(LEVELS.index(seat.level), 16)
            packer.put(STYLES.index(seat.style), 4)
        if named:
            put_text(packer, seat.name)
        before = who


def take_seats(unpacker: Unpacker, count: int, named: bool) -> tuple[Seat, ...]:
    """So many seats; without names these are empty. Raises LinkError."""
    seats: list[Seat] = []
    for _ in range(count):
        if unpacker.take(2):
            if not seats:
                raise damaged()
            who = seats[-1]
        else:
            kind = ("human", "bot")[unpacker.take(2)]
            level, style = unpacker.take(16), unpacker.take(4)
            if level >= len(LEVELS):
                raise LinkError("error.link.version")
            who = Seat("", kind, LEVELS[level], STYLES[style])
            if seats and who == seats[-1]._replace(name=""):
                raise damaged()
        seats.append(who._replace(name=take_text(unpacker) if named else ""))
    return tuple(seats)


def put_opponents(packer: Packer, seats: tuple[Seat, ...]) -> None:
    """Who sits there without names, in as little room as there is: people, and bots of every level and style, are one sign each.

    Raises LinkError for an unknown level.
    """
    before = None
    for seat in seats:
        who = seat._replace(name="")
        if before is not None:
            packer.pick(who == before, _UNLIKE)
        if who != before:
            place = _USUAL.index(who) if who in _USUAL else len(_USUAL)
            packer.pick(place, _USUAL_WEIGHTS)
            if place == len(_USUAL):
                if seat.level not in LEVELS or seat.style not in STYLES:
                    raise LinkError("error.link.cannot-hold")
                packer.put(seat.kind == "bot", 2)
                packer.put(LEVELS.index(seat.level), 16)
                packer.put(STYLES.index(seat.style), 4)
        before = who


def take_opponents(unpacker: Unpacker, count: int) -> tuple[Seat, ...]:
    """So many seats without names. Raises LinkError."""
    seats: list[Seat] = []
    for number in range(count):
        if number and unpacker.pick(_UNLIKE):
            seats.append(seats[-1])
            continue
        place = unpacker.pick(_USUAL_WEIGHTS)
        who = _USUAL[place] if place < len(_USUAL) else _take_unusual(unpacker)
        if seats and who == seats[-1]:
            raise damaged()
        seats.append(who)
    return tuple(seats)


def _take_unusual(unpacker: Unpacker) -> Seat:
    kind = ("human", "bot")[unpacker.take(2)]
    level, style = unpacker.take(16), unpacker.take(4)
    if level >= len(LEVELS):
        raise LinkError("error.link.version")
    who = Seat("", kind, LEVELS[level], STYLES[style])
    if who in _USUAL:
        raise damaged()
    return who


def put_short_seed(packer: Packer, seed: str) -> None:
    """The seed; one that the game draws itself, ten hexadecimal digits, takes 40 bits. Raises LinkError for one no link can hold."""
    drawn = len(seed) == _DRAWN and set(seed) <= set(_HEX)
    packer.pick(not drawn, _DRAWN_WEIGHTS)
    if drawn:
        packer.put(int(seed, 16), 16**_DRAWN)
    else:
        put_seed(packer, seed)


def take_short_seed(unpacker: Unpacker) -> str:
    """The seed. Raises LinkError."""
    if not unpacker.pick(_DRAWN_WEIGHTS):
        return f"{unpacker.take(16**_DRAWN):0{_DRAWN}x}"
    seed = take_seed(unpacker)
    if len(seed) == _DRAWN and set(seed) <= set(_HEX):
        raise damaged()
    return seed


def put_text(packer: Packer, name: str) -> None:
    """A name, cleaned (records/text/names.py), letter by letter."""
    name = clean(name)
    packer.put(len(name), names.LONGEST + 1)
    for letter in map(ord, name):
        group = next(place for place, (first, last) in enumerate(_LETTERS) if first <= letter <= last)
        packer.pick(group, _LETTER_WEIGHTS)
        first, last = _LETTERS[group]
        packer.put(letter - first, last - first + 1)


def take_text(unpacker: Unpacker) -> str:
    """A name, cleaned: codes of earlier versions may hold signs that are cleaned away now."""
    letters = []
    for _ in range(unpacker.take(names.LONGEST + 1)):
        first, last = _LETTERS[unpacker.pick(_LETTER_WEIGHTS)]
        letters.append(chr(first + unpacker.take(last - first + 1)))
    return clean("".join(letters))


def put_points(packer: Packer, points: int) -> None:
    """The points of a seat in a round; raises LinkError for more than any hand is worth."""
    for group, (first, last) in enumerate(_POINTS):
        if first <= points <= last:
            packer.pick(group, _POINT_WEIGHTS)
            packer.put(points - first, last - first + 1)
            return
    raise LinkError("error.link.cannot-hold")


def take_points(unpacker: Unpacker) -> int:
    """The points of a seat in a round."""
    first, last = _POINTS[unpacker.pick(_POINT_WEIGHTS)]
    return first + unpacker.take(last - first + 1)


def put_count(packer: Packer, count: int) -> None:
    """A number from 0 to 32,767, small ones in little room."""
    size = count.bit_length()
    packer.put(size, 16)
    if size > 1:
        packer.put(count - (1 << size - 1), 1 << size - 1)


def take_count(unpacker: Unpacker) -> int:
    """A number from 0 to 32,767."""
    size = unpacker.take(16)
    return (1 << size - 1) + unpacker.take(1 << size - 1) if size > 1 else size
