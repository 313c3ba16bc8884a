"""The options: each point of the rules on which people disagree is declared here once (docs/rules.md section 2).

The form, the validation, records, link codes, the written rules and the command line all derive from `DECLARED`.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from game.rules.errors import OptionError, Values
from game.rules.options.hand_sizes import hand_for, largest_hand
from game.rules.tiles import SET, SETS

Value = int | str | bool


class Option(NamedTuple):
    """One declared option. It allows each of its `values`, and every number in the range `numbers` (often empty).

    `chapter` is the group of the form that shows it. `sources` has the letters of the documents that mention it
    (docs/rules.md), or "ours". `digit` is its place in link codes; it never changes. A new option takes the next free
    digit. `before` is its value in records and links that are older than the option; None for the first options.
    The locale files have its texts: `option.<code>.label`, `option.<code>.help`, and `option.<code>.<value>` for each
    value that is a word.
    """

    code: str
    chapter: str
    default: Value
    values: tuple[Value, ...]
    sources: str
    digit: int
    numbers: range
    before: Value | None

    def allows(self, value: object) -> bool:
        """Return whether `value` is allowed. The type must match too: True does not count as 1."""
        if isinstance(value, int) and not isinstance(value, bool) and value in self.numbers:
            return True
        return any(type(value) is type(allowed) and (value == allowed) is True for allowed in self.values)

    def read(self, text: str) -> Value:
        """Return the value that a person's text stands for (`on` and `off` for switches). Raises OptionError."""
        words: dict[str, Value] = {written(value): value for value in self.values}
        words |= {str(number): number for number in self.numbers}
        if text in words:
            return words[text]
        raise self.refusal(text)

    def refusal(self, value: object) -> OptionError:
        """Return the error for a value that is not allowed. It lists the allowed values."""
        allowed_texts = [written(allowed) for allowed in self.values]
        if self.numbers:
            allowed_texts.append(f"{self.numbers[0]}…{self.numbers[-1]}")
        shown = written(value) if isinstance(value, int | str) else "?"
        return OptionError(
            "option.bad-value", {"option": self.code, "value": shown[:20], "values": ", ".join(allowed_texts)}
        )


def written(value: Value) -> str:
    """Return the text for a value, in the form that `Option.read` accepts.

    >>> written(True), written("by-42"), written(9)
    ('on', 'by-42', '9')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _option(
    chapter: str,
    default: Value,
    values: tuple[Value, ...],
    sources: str,
    digit: int,
    numbers: range = range(0),
    before: Value | None = None,
) -> Any:
    """Declare an option, as the default of a field of `Options`. `DECLARED` adds the field's name as its code."""
    return Option("", chapter, default, values, sources, digit, numbers, before)


_SWITCH = (False, True)


class Options(NamedTuple):
    """A full, valid assignment of the options, then the fields that `_derived` computes. Only `assemble` makes one.

    The options are declared here in the order of play, which is also the order of the form. Add a new value at the end
    of an option's values, because link codes contain its index.
    """

    set: int = _option("match", 9, SETS, "T H W X", 0)
    players: int = _option("match", 4, (), "T G H W X", 1, range(2, 11))
    rounds: int | str = _option("match", "all", ("all",), "ours", 4, range(1, 20))
    round_order: str = _option("match", "descending", ("descending", "ascending"), "T G H W X", 3)
    hand_size: int | str = _option(
        "setup", "by-42", ("by-42", "leaflet", "cross", "nathan"), "T G H W X P N", 2, range(1, 96)
    )
    centre_from: str = _option("setup", "hand", ("hand", "table"), "T G H W X", 5)
    missing_double: str = _option("start", "all-draw", ("all-draw", "next-lower", "redeal"), "T X", 6)
    first_seat: str = _option(
        "start", "high-draw-then-left", ("finder", "high-draw", "high-draw-then-left"), "G H W", 7
    )
    arms: int | str = _option("start", 6, ("players",), "T G H W X", 8, range(2, 9))
    toes: int = _option("doubles", 3, (3, 2), "T G H W X", 9)
    short_foot: str = _option("doubles", "blocks", ("blocks", "closes"), "T H", 14)
    may_hold_back: bool = _option("turn", False, _SWITCH, "T", 10)
    draw: str = _option("turn", "one", ("one", "until-playable"), "T G H W X", 11)
    drawn_tile: str = _option("turn", "must-play", ("must-play", "may-play"), "T G H W X", 12)
    yard_reserve: str = _option("turn", "none", ("none", "two-or-one"), "G X", 13)
    take_back: bool = _option("turn", False, _SWITCH, "T", 19)
    last_tile_call: str = _option("last", "none", ("none", "courtesy", "catch", "automatic"), "T H W N", 18)
    call_again: bool = _option("last", False, _SWITCH, "T", 22, before=False)
    blocked_when: str = _option("end", "all-stuck", ("all-stuck", "one-stuck"), "T G H W X N", 17)
    double_blank: int = _option("score", 50, (0, 25, 50, 100), "T G H X", 15)
    blank_half: int = _option("score", 0, (0, 25), "H X", 16)
    out_bonus_on_double: int = _option("score", 0, (0, 50), "ours", 20)
    ties: str = _option("score", "shared", ("shared", "rounds-won"), "X", 21)
    hand: int = 0  # tiles dealt to each seat
    arm_count: int = 0  # arms of the centre
    reserve: int = 0  # tiles of the yard that are never drawn
    round_count: int = 0
    centres: tuple[int, ...] = ()  # by round: the suit of the round's own double
    one_stuck: bool = False  # END-2: the round is blocked as soon as the seat on turn is stuck
    # neither take_back nor one-stuck is on, so most turns end without further checks
    plain_turns: bool = True

    @property
    def tiles(self) -> int:
        """The mask of all tiles of the set."""
        return SET[self.set]

    @property
    def silence_costs(self) -> bool:
        """Whether a seat that does not call its last tile can get a penalty (LAST-3, LAST-4)."""
        return self.last_tile_call in ("catch", "automatic")

    def declared(self) -> dict[str, Value]:
        """The values of the declared options by code, in the order of declaration."""
        return {code: getattr(self, code) for code in BY_CODE}


DECLARED: tuple[Option, ...] = tuple(
    option._replace(code=code)
    for code, option in Options._field_defaults.items()
    if isinstance(option, Option)
)
BY_CODE = {option.code: option for option in DECLARED}
BY_DIGIT = tuple(sorted(DECLARED, key=lambda option: option.digit))
EARLIER_VALUES = {option.code: option.before for option in DECLARED if option.before is not None}
"""By code, for each option added after the first release: its value in records and links that are older than the option."""


def assemble(chosen: Mapping[str, object]) -> Options:
    """Return options with the `chosen` values by code, and defaults for the rest.

    Raises OptionError for an unknown code, a value that is not allowed, or values that contradict each other.
    """
    for code in chosen:
        if code not in BY_CODE:
            raise OptionError("option.unknown", {"option": code[:30]})
    values: dict[str, Any] = {option.code: chosen.get(option.code, option.default) for option in DECLARED}
    for option in DECLARED:
        if not option.allows(values[option.code]):
            raise option.refusal(values[option.code])
    return _derived(Options(**values))


def _derived(options: Options) -> Options:
    """Return the options with the derived fields. Raises OptionError for options that contradict each other."""
    highest, seats = options.set, options.players  # a double-9 set has the suits 0 to 9
    reserve = (2 if seats == 2 else 1) if options.yard_reserve == "two-or-one" else 0
    arms = min(seats, 8, highest) if isinstance(options.arms, str) else options.arms
    if arms > highest:  # FOOT-5
        raise OptionError("option.too-many-arms", {"arms": arms, "set": highest})
    rounds = highest + 1 if isinstance(options.rounds, str) else options.rounds
    if rounds > highest + 1:  # MATCH-3
        raise OptionError("option.too-many-rounds", {"rounds": rounds, "set": highest, "most": highest + 1})
    largest = largest_hand(highest, seats, reserve + (options.centre_from == "table"))
    hand = hand_for(options.hand_size, highest, seats, largest)
    if hand is None:
        values: Values = {"table": options.hand_size, "set": highest, "players": seats}
        raise OptionError("option.no-hand-size", values)
    if hand > largest:
        values = {"players": seats, "hand": hand, "set": highest, "most": largest}
        raise OptionError("option.deal-does-not-fit", values)
    suits = range(highest, -1, -1) if options.round_order == "descending" else range(highest + 1)  # DEAL-4
    return options._replace(
        hand=hand,
        arm_count=arms,
        reserve=reserve,
        round_count=rounds,
        centres=tuple(suits[:rounds]),
        one_stuck=options.blocked_when == "one-stuck",
        plain_turns=not options.take_back and options.blocked_when != "one-stuck",
    )
