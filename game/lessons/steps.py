"""Make the steps of the course "learn in two minutes": six scripted positions and a free round.

Each position teaches one rule, and can be understood without the earlier positions. A script consists of beats, one
action each. A learner's beat has the message to show and the moves to accept. A beat of another seat has that seat's
move, and a message if the learner's next one would be true only after it.

A move is a tile's name, `+` (draw), `=` (pass), `!` (call), or `play` for any tile that fits. Messages have the keys
`lesson.<step>.<name>` of the locale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.rules.moves import parse_move
from game.rules.options.declared import Options, assemble
from game.rules.round.board import empty_board, lay
from game.rules.round.deal import Deal
from game.rules.round.round_state import CALM, Round
from game.rules.round.scoring import hand_points, tile_points
from game.rules.tiles import DOUBLE, NAME, Tile, parse_tile, tiles_in

if TYPE_CHECKING:
    from game.contract.basics import Message

SEATS = 3
LEARNER = 0  # the learner's seat
HIGHEST = 9  # the highest number of the set
FREE_ROUND_HAND = 5  # tiles dealt to each seat
STEP_COUNT = 7


class Beat(NamedTuple):
    """One action of a script.

    `moves` are the accepted moves of `seat`. `message` is [key, values]; with None, that of the next beat shows already.
    """

    seat: int
    moves: tuple[str, ...]
    message: Message | None = None


class Step(NamedTuple):
    """One step of the course: its position, its beats, and the message after the last one.

    The free round has no position and no beats.
    """

    number: int
    position: Round | None
    beats: tuple[Beat, ...]
    done_message: Message


def course_options(options: Options, hand: int = FREE_ROUND_HAND) -> Options:
    """The options of the lessons: the table's options, changed to one round of three seats with a double-9 set.

    `hand` is the number of tiles dealt to each seat. Raises OptionError if the changes contradict the table's options.
    """
    return assemble(
        {
            **options.declared(),
            "set": HIGHEST,
            "players": SEATS,
            "hand_size": hand,
            "rounds": 1,
            "round_order": "descending",
        }
    )


def make_step(number: int, options: Options) -> Step:
    """Make step `number` (1 to STEP_COUNT). `options` is a result of `course_options`."""
    return (_aim, _opening, _double, _drawing, _hold_back, _last_tile, _free)[number - 1](options)


def _learner_beat(name: str, moves: str, **values: object) -> Beat:
    """A beat of the learner, with the message `lesson.<name>`. `moves` are separated by spaces."""
    return Beat(LEARNER, tuple(moves.split()), (f"lesson.{name}", values))


def _other_beat(seat: int, move: str, name: str | None = None) -> Beat:
    """A beat of another seat, with the message `lesson.<name>` if there is a name."""
    return Beat(seat, (move,), (f"lesson.{name}", {}) if name else None)


def _aim(options: Options) -> Step:
    """Step 1: play a tile that fits."""
    position = _position(options, ("9-4 9-1 5-2", "9-7 6-3 4-0", "9-5 8-2 7-1"), ())
    return Step(1, position, (_learner_beat("1.play", "9-4 9-1"),), ("lesson.1.done", {}))


def _opening(options: Options) -> Step:
    """Step 2: the opening, in which two arms are missing."""
    arms = ("9-5", "9-2", "9-6", "9-3", "9-0", "9-8")[: options.arm_count - 2]
    position = _position(options, ("9-1 6-4 5-2 3-2", "9-7 8-1 6-2", "7-5 8-4 3-0"), arms)
    beats = (
        _learner_beat("2.arm", "9-1", n=options.arm_count),
        _other_beat(1, "9-7", "2.others"),
        _other_beat(2, "7-5"),
        _learner_beat("2.open", "play"),
    )
    return Step(2, position, beats, ("lesson.2.done", {}))


def _double(options: Options) -> Step:
    """Step 3: play a double, and fill its foot."""
    arms = ("9-8", "9-4", "9-6", "9-5", "9-7", "9-0", "9-2", "9-1")[: options.arm_count]
    position = _position(options, ("8-8 8-3 6-3 4-1", "8-5 7-3 6-0", "8-6 5-1 4-2"), arms)
    last = (
        _learner_beat("3.toe", "8-3", n=options.toes) if options.toes > 2 else _learner_beat("3.open", "play")
    )
    beats = (
        _learner_beat("3.double", "8-8"),
        _other_beat(1, "8-5"),
        _other_beat(2, "8-6", None if options.toes > 2 else "3.others"),
        last,
    )
    done = "lesson.3.done" if options.short_foot == "closes" else "lesson.3.done-blocks"
    return Step(3, position, beats, (done, {}))


# Lines from the centre: the arm, and the tile on it if there is one. All end in 2 or 1, so that few tiles fit.
_NARROW_LINES = (
    ("9-0", "2-0"),
    ("9-5", "5-1"),
    ("9-3", "3-2"),
    ("9-6", "6-1"),
    ("9-4", "4-2"),
    ("9-7", "7-1"),
    ("9-8", "8-1"),
    ("9-2",),
)


# The same with an open six for 6-6. The 3-1 that is drawn always fits, and 8-3 on it.
_LINES_WITH_A_SIX = (
    ("9-6",),
    ("9-5", "5-1"),
    *(line for line in _NARROW_LINES if line[0] not in ("9-6", "9-5")),
)


def _narrow_position(
    options: Options,
    hands: tuple[str, str, str],
    next_drawn: str,
    lines: tuple[tuple[str, ...], ...] = _NARROW_LINES,
) -> Round:
    """A position on these lines, as many as the options have arms."""
    lines = lines[: options.arm_count]
    arms = tuple(line[0] for line in lines)
    further = tuple((line[1], line[0]) for line in lines if len(line) > 1)
    return _position(options, hands, arms, further, next_drawn)


def _drawing(options: Options) -> Step:
    """Step 4: draw when no tile fits, and pass if the drawn tile does not fit.

    With `until-playable`, draw on instead.
    """
    draws_on = options.draw == "until-playable"
    hands = ("8-4 7-4 5-3", "8-6 7-3 6-0", "8-3 4-3 2-1")
    position = _narrow_position(options, hands, "8-7 6-2" if draws_on else "6-2 8-7")
    if draws_on:
        drawn = (
            _learner_beat("4.draw", "+"),
            _learner_beat("4.draw-on", "+"),
            _learner_beat("4.fits", "6-2"),
        )
        return Step(4, position, drawn, ("lesson.4.done-on", {}))
    beats = (
        _learner_beat("4.draw", "+"),
        _learner_beat("4.fits", "6-2"),
        _other_beat(1, "6-0", "others"),
        _other_beat(2, "2-1", "others"),
        _learner_beat("4.again", "+"),
        _learner_beat("4.pass", "="),
    )
    return Step(4, position, beats, ("lesson.4.done", {}))


def _hold_back(options: Options) -> Step:
    """Step 5: draw although a tile fits, and what it is good for, where the options allow it; elsewhere, that it is not allowed."""
    hands = ("6-2 7-5 4-3", "8-3 7-4 5-4", "6-6 8-4 7-0")
    position = _narrow_position(options, hands, "3-1", _LINES_WITH_A_SIX)
    if not options.may_hold_back:
        return Step(5, position, (_learner_beat("5.must", "6-2"),), ("lesson.5.done-must", {}))
    beats = (
        _learner_beat("5.hold", "+"),
        _learner_beat("5.drawn", "3-1"),
        _other_beat(1, "8-3", "5.others"),
        _other_beat(2, "6-6", "5.others"),
        _learner_beat("5.toe", "6-2"),
    )
    return Step(5, position, beats, ("lesson.5.done", {}))


def _last_tile(options: Options) -> Step:
    """Step 6: call the last tile if the options ask for it, and go out."""
    arms = ("9-6", "9-4", "9-8", "9-5", "9-7", "9-0", "9-2", "9-1")[: options.arm_count]
    position = _position(options, ("6-3 5-3", "4-2 7-7 0-0", "2-1 8-8 7-5"), arms)
    called = options.last_tile_call != "none"
    first = [_learner_beat("6.play-call" if called else "6.play", "play")]
    if called:
        costs = "-" + options.last_tile_call if options.silence_costs else ""
        first.append(_learner_beat("6.call" + costs, "!"))
    catches = options.last_tile_call == "catch"
    out = _learner_beat("6.out-called-catch" if catches else "6.out-called" if called else "6.out", "play")
    beats = (*first, _other_beat(1, "4-2", "others"), _other_beat(2, "2-1", "others"), out)
    blank_points = tile_points(options)[DOUBLE[0]]
    left = position.hands[1] & ~(1 << parse_tile("4-2"))
    key = "lesson.6.done-blank" if blank_points else "lesson.6.done"
    scored = {"points": hand_points(left, options), "tiles": [NAME[tile] for tile in tiles_in(left)]}
    return Step(6, position, beats, (key, {**scored, "blank": blank_points}))


def _free(options: Options) -> Step:
    """Step 7: the free round."""
    return Step(7, None, (), ("lesson.7.done", {}))


def _position(
    options: Options,
    hands: tuple[str, ...],
    arms: tuple[str, ...],
    further_tiles: tuple[tuple[str, str], ...] = (),
    next_drawn: str = "",
) -> Round:
    """Make a round with the centre 9-9 and the learner on turn.

    `hands` has for each seat the names of its tiles, separated by spaces. `arms` are the tiles on the centre.
    `further_tiles` are pairs: a tile, and the tile on which it lies. `next_drawn` has the names of the first tiles of
    the yard.
    """
    centre = DOUBLE[HIGHEST]
    board = lay(empty_board(centre), centre, -1, options)
    for arm in arms:
        board = lay(board, parse_tile(arm), centre, options)
    for tile, on in further_tiles:
        board = lay(board, parse_tile(tile), parse_tile(on), options)
    held = tuple(sum(1 << tile for tile in _tiles(hand)) for hand in hands)
    first = _tiles(next_drawn)
    rest = options.tiles & ~board.table & ~sum(held) & ~sum(1 << tile for tile in first)
    yard = (*first, *tiles_in(rest))
    deal = Deal(1, centre, centre, SEATS - 1, LEARNER, held, yard)
    return Round(options, deal, board, held, yard, LEARNER, -1, 0, CALM, (), None)


def _tiles(names: str) -> list[Tile]:
    """Read names of tiles, separated by spaces."""
    return [parse_move(name, LEARNER).tile for name in names.split()]
