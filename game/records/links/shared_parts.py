"""Pack and unpack the parts that several kinds of links share: rules, seeds, seats, names, points and counts.

Every list here is part of the format. Never reorder one. Append only at its end, up to the limit given to `Packer.put`
or `put_weighted`.
"""

from game.records.links.packing import Packer, Unpacker, damaged_code
from game.records.record import Seat
from game.records.text import names
from game.records.text.code_finder import ALPHABET
from game.records.text.names import clean
from game.rules.errors import LinkError, OptionError
from game.rules.options.declared import BY_DIGIT, Option, Options, Value
from game.rules.options.presets import PRESETS, differences, resolve

LONGEST_SEED = 40  # characters
# None: the seat is a person's
LEVELS = (None, "chick", "hen", "rooster", "fox", "farmer", "random", "greedy", "flat100", "pullet", "child")
STYLES = (None, "racer", "balanced", "spoiler")

_CHANGED_WEIGHTS = (7, 1)  # most options have the rule-book's value
# Codes below this stand for an option's listed values. A code c from here on stands for the number `c - _NAMED_VALUES`.
_NAMED_VALUES = 16
# (first, last) code points: a-z, A-Z, digits and signs, Latin letters with accents, all later characters, other signs.
_LETTER_RANGES = (
    (0x61, 0x7A),
    (0x41, 0x5A),
    (0x20, 0x40),
    (0xA1, 0x24F),
    (0x250, 0x10FFFF),
    (0x5B, 0x60),
    (0x7B, 0x7E),
)
_LETTER_WEIGHTS = (24, 6, 3, 3, 3, 1, 1)
_COMMON_SEATS = (  # seats that a challenge packs in few bits
    Seat("", "human"),
    *(Seat("", "bot", level, style) for level in LEVELS[1:6] for style in ("balanced", "racer", "spoiler")),
)
_COMMON_SEAT_WEIGHTS = (*[15] * len(_COMMON_SEATS), 1)  # the last: any other seat
_SAME_WEIGHTS = (1, 1)  # a seat unlike, and like, the seat before it
_HEX = "0123456789abcdef"
_RANDOM_SEED_LENGTH = 10  # hexadecimal digits of a seed that the game draws
_RANDOM_SEED_WEIGHTS = (15, 1)  # a seed that the game drew, any other seed
# (first, last) points of a seat in a round
_POINT_RANGES = ((0, 0), (1, 32), (33, 160), (161, 8352), (-128, -1))
_POINT_WEIGHTS = (3, 3, 3, 1, 1)  # one for each range


def is_linkable_seed(seed: str) -> bool:
    """Whether a link can hold a seed: 1 to 40 letters, digits, `-` and `_`."""
    return 0 < len(seed) <= LONGEST_SEED and set(seed) <= set(ALPHABET)


def put_rules(packer: Packer, options: Options, preset: str | None) -> None:
    """Pack the rule-book and the changed options, in the order of `Option.digit`.

    Options at the end of that order are left out if they have the value `Option.before`, because a missing option means
    that value. So a new option that is not used changes no code: the ids of stored challenges stay the same, and older
    versions of the game can read the link.
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
        packer.put_weighted(option.code in changes, _CHANGED_WEIGHTS)
        if option.code in changes:
            packer.put(_code_of(option, changes[option.code]), _code_count(option))


def take_rules(unpacker: Unpacker) -> tuple[str | None, Options]:
    """Unpack rule-book and options.

    Options newer than the code get the value of the earlier behaviour. Raises LinkError.
    """
    digit, seats, count = unpacker.take(64), unpacker.take(16), unpacker.take(64)
    preset = next((code for code, book in PRESETS.items() if book.digit == digit), None)
    if (digit and preset is None) or count > len(BY_DIGIT):
        raise LinkError("error.link.version")
    changes: dict[str, object] = {}
    for option in BY_DIGIT[:count]:
        if option.code != "players" and unpacker.take_weighted(_CHANGED_WEIGHTS):
            changes[option.code] = _value(option, unpacker.take(_code_count(option)))
    later: dict[str, object] = {option.code: option.before for option in BY_DIGIT[count:]}
    try:
        options = resolve(preset, {**later, **changes}, seats)
    except OptionError:
        raise damaged_code() from None
    if {code: value for code, value in differences(options, preset).items() if code not in later} != changes:
        raise damaged_code()
    return preset, options


def _code_count(option: Option) -> int:
    """How many codes there are for the values of an option (a part of the format)."""
    return 256 if option.numbers else _NAMED_VALUES


def _code_of(option: Option, value: Value) -> int:
    return option.values.index(value) if value in option.values else _NAMED_VALUES + int(value)


def _value(option: Option, code: int) -> Value:
    if code < _NAMED_VALUES:
        if code >= len(option.values):
            raise LinkError("error.link.version")
        return option.values[code]
    return code - _NAMED_VALUES  # `resolve` checks the range


def put_seed(packer: Packer, seed: str) -> None:
    """Pack a seed. Raises LinkError for one that a link cannot hold."""
    if not is_linkable_seed(seed):
        raise LinkError("error.link.seed")
    packer.put(len(seed) - 1, LONGEST_SEED)
    for character in seed:
        packer.put(ALPHABET.index(character), 64)


def take_seed(unpacker: Unpacker) -> str:
    """Unpack a seed."""
    return "".join([ALPHABET[unpacker.take(64)] for _ in range(unpacker.take(LONGEST_SEED) + 1)])


def put_seats(packer: Packer, seats: tuple[Seat, ...]) -> None:
    """Pack the seats, with their names. A seat like the seat before it takes one bit. Raises LinkError for an unknown level or style."""
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
        put_text(packer, seat.name)
        before = who


def take_seats(unpacker: Unpacker, count: int) -> tuple[Seat, ...]:
    """Unpack `count` seats. Raises LinkError."""
    seats: list[Seat] = []
    for _ in range(count):
        if unpacker.take(2):
            if not seats:
                raise damaged_code()
            who = seats[-1]
        else:
            kind = ("human", "bot")[unpacker.take(2)]
            level, style = unpacker.take(16), unpacker.take(4)
            if level >= len(LEVELS):
                raise LinkError("error.link.version")
            who = Seat("", kind, LEVELS[level], STYLES[style])
            if seats and who == seats[-1]._replace(name=""):
                raise damaged_code()
        seats.append(who._replace(name=take_text(unpacker)))
    return tuple(seats)


def put_opponents(packer: Packer, seats: tuple[Seat, ...]) -> None:
    """Pack all seats without names in fewer bits than `put_seats`: a seat of _COMMON_SEATS takes one choice.

    Raises LinkError for an unknown level or style.
    """
    before = None
    for seat in seats:
        who = seat._replace(name="")
        if before is not None:
            packer.put_weighted(who == before, _SAME_WEIGHTS)
        if who != before:
            place = _COMMON_SEATS.index(who) if who in _COMMON_SEATS else len(_COMMON_SEATS)
            packer.put_weighted(place, _COMMON_SEAT_WEIGHTS)
            if place == len(_COMMON_SEATS):
                if seat.level not in LEVELS or seat.style not in STYLES:
                    raise LinkError("error.link.cannot-hold")
                packer.put(seat.kind == "bot", 2)
                packer.put(LEVELS.index(seat.level), 16)
                packer.put(STYLES.index(seat.style), 4)
        before = who


def take_opponents(unpacker: Unpacker, count: int) -> tuple[Seat, ...]:
    """Unpack `count` seats without names. Raises LinkError."""
    seats: list[Seat] = []
    for number in range(count):
        if number and unpacker.take_weighted(_SAME_WEIGHTS):
            seats.append(seats[-1])
            continue
        place = unpacker.take_weighted(_COMMON_SEAT_WEIGHTS)
        who = _COMMON_SEATS[place] if place < len(_COMMON_SEATS) else _take_uncommon_seat(unpacker)
        if seats and who == seats[-1]:
            raise damaged_code()
        seats.append(who)
    return tuple(seats)


def _take_uncommon_seat(unpacker: Unpacker) -> Seat:
    kind = ("human", "bot")[unpacker.take(2)]
    level, style = unpacker.take(16), unpacker.take(4)
    if level >= len(LEVELS):
        raise LinkError("error.link.version")
    who = Seat("", kind, LEVELS[level], STYLES[style])
    if who in _COMMON_SEATS:
        raise damaged_code()
    return who


def put_short_seed(packer: Packer, seed: str) -> None:
    """Pack a seed.

    A seed that the game drew (ten hexadecimal digits) takes about 40 bits. Raises LinkError, see `put_seed`.
    """
    drawn = len(seed) == _RANDOM_SEED_LENGTH and set(seed) <= set(_HEX)
    packer.put_weighted(not drawn, _RANDOM_SEED_WEIGHTS)
    if drawn:
        packer.put(int(seed, 16), 16**_RANDOM_SEED_LENGTH)
    else:
        put_seed(packer, seed)


def take_short_seed(unpacker: Unpacker) -> str:
    """Unpack a seed that `put_short_seed` packed. Raises LinkError."""
    if not unpacker.take_weighted(_RANDOM_SEED_WEIGHTS):
        return f"{unpacker.take(16**_RANDOM_SEED_LENGTH):0{_RANDOM_SEED_LENGTH}x}"
    seed = take_seed(unpacker)
    if len(seed) == _RANDOM_SEED_LENGTH and set(seed) <= set(_HEX):
        raise damaged_code()
    return seed


def put_text(packer: Packer, name: str) -> None:
    """Clean a name (records/text/names.py) and pack it, character by character."""
    name = clean(name)
    packer.put(len(name), names.LONGEST + 1)
    for letter in map(ord, name):
        group = next(place for place, (first, last) in enumerate(_LETTER_RANGES) if first <= letter <= last)
        packer.put_weighted(group, _LETTER_WEIGHTS)
        first, last = _LETTER_RANGES[group]
        packer.put(letter - first, last - first + 1)


def take_text(unpacker: Unpacker) -> str:
    """Unpack a name and clean it, because an altered code may contain invisible characters."""
    letters = []
    for _ in range(unpacker.take(names.LONGEST + 1)):
        first, last = _LETTER_RANGES[unpacker.take_weighted(_LETTER_WEIGHTS)]
        letters.append(chr(first + unpacker.take(last - first + 1)))
    return clean("".join(letters))


def put_points(packer: Packer, points: int) -> None:
    """Pack the points of a seat in a round. Raises LinkError for points outside all _POINT_RANGES."""
    for group, (first, last) in enumerate(_POINT_RANGES):
        if first <= points <= last:
            packer.put_weighted(group, _POINT_WEIGHTS)
            packer.put(points - first, last - first + 1)
            return
    raise LinkError("error.link.cannot-hold")


def take_points(unpacker: Unpacker) -> int:
    """Unpack the points of a seat in a round."""
    first, last = _POINT_RANGES[unpacker.take_weighted(_POINT_WEIGHTS)]
    return first + unpacker.take(last - first + 1)


def put_count(packer: Packer, count: int) -> None:
    """Pack a number from 0 to 32,767. Small numbers take few bits. Raises LinkError for a larger number."""
    size = count.bit_length()
    packer.put(size, 16)
    if size > 1:
        packer.put(count - (1 << size - 1), 1 << size - 1)


def take_count(unpacker: Unpacker) -> int:
    """Unpack a number that `put_count` packed."""
    size = unpacker.take(16)
    return (1 << size - 1) + unpacker.take(1 << size - 1) if size > 1 else size
